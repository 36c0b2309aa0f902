import { useEffect, useState } from "react";
import { type Support, supportOnce } from "./load-support.ts";

/** The floating support button; nothing until there is something to offer. */
export function SupportWidget() {
  const [support, setSupport] = useState<Support>();
  useEffect(() => {
    let gone = false;
    void supportOnce().then((found) => {
      if (!gone) setSupport(found);
    });
    return () => {
      gone = true;
    };
  }, []);
  return support && <support.SupportMenu contacts={support.contacts} />;
}
