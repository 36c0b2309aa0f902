import { Suspense, useEffect, useState } from "react";
import type { SupportContact } from "#contract/support.ts";
import { usePageStore } from "../../lib/page-stores.tsx";
import { createLoadSupport, SupportMenu } from "./load-support.ts";

export function SupportWidget() {
  const [contacts, setContacts] = useState<readonly SupportContact[]>();
  const loadSupport = usePageStore(createLoadSupport);
  useEffect(() => {
    let isUnmounted = false;
    const load = () =>
      void loadSupport().then((loaded) => {
        if (!isUnmounted) setContacts(loaded);
      });
    load();
    // Loads again after a return from the back/forward cache that interrupted the first request.
    window.addEventListener("pageshow", load);
    return () => {
      isUnmounted = true;
      window.removeEventListener("pageshow", load);
    };
  }, [loadSupport]);
  return (
    contacts && (
      <Suspense>
        <SupportMenu contacts={contacts} />
      </Suspense>
    )
  );
}
