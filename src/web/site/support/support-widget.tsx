import { useEffect, useState } from "react";
import { loadSupport, type Support } from "./load-support.ts";

export function SupportWidget() {
  const [support, setSupport] = useState<Support>();
  useEffect(() => {
    let isUnmounted = false;
    const load = () =>
      void loadSupport().then((loaded) => {
        if (!isUnmounted) setSupport(loaded);
      });
    load();
    // Loads again after a return from the back/forward cache that interrupted the first request.
    window.addEventListener("pageshow", load);
    return () => {
      isUnmounted = true;
      window.removeEventListener("pageshow", load);
    };
  }, []);
  return support && <support.SupportMenu contacts={support.contacts} />;
}
