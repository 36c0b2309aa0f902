import { useEffect } from "react";
import { storeOf, usePageStores } from "../../lib/page-stores.tsx";
import { useUserAuth } from "../../lib/session.tsx";
import { readStored } from "../../lib/storage.ts";

/** Lets the account of whoever logs in take over the rounds of exercises that wait on this device. */
export function useSendRounds(): void {
  const { user } = useUserAuth();
  const id = user?.id;
  const stores = usePageStores();
  useEffect(() => {
    if (id === undefined || readStored("learnRounds") === null) return;
    // Without an answer they wait for the next visit.
    void import("./cloze/send-rounds.ts")
      .then(({ createSendRounds }) => storeOf(stores, createSendRounds)(id))
      .catch(() => undefined);
  }, [id, stores]);
}
