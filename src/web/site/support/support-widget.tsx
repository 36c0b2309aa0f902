import { useEffect, useState } from "react";
import { usePageStore } from "../../lib/page-stores.tsx";
import { createLoadSupport, type Support } from "./load-support.ts";

export function SupportWidget() {
  const [support, setSupport] = useState<Support>();
  const loadSupport = usePageStore(createLoadSupport);
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
  }, [loadSupport]);
  return support && <support.SupportMenu contacts={support.contacts} />;
}
