import { useEffect, useState } from "react";
import { type Support, supportOnce } from "./load-support.ts";

/** The floating support button; nothing until there is something to offer. */
export function SupportWidget() {
  const [support, setSupport] = useState<Support>();
  useEffect(() => {
    let gone = false;
    const ask = () =>
      void supportOnce().then((found) => {
        if (!gone) setSupport(found);
      });
    ask();
    // A page that was left before the answer came may come back from the browser's history.
    window.addEventListener("pageshow", ask);
    return () => {
      gone = true;
      window.removeEventListener("pageshow", ask);
    };
  }, []);
  return support && <support.SupportMenu contacts={support.contacts} />;
}
