import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import { useUserAuth } from "../lib/session.tsx";
import { readStored } from "../lib/storage.ts";

/**
 * A server-rendered page is the anonymous visitor's: with a token in the browser its data is fetched once more, also when somebody
 * logs in later, as in another tab.
 * @param fromServer whether the data shown came with the page
 */
export function useFreshWithToken(fromServer: boolean): void {
  const { user } = useUserAuth();
  const { revalidate } = useRevalidator();
  const asker = useRef(fromServer ? null : readStored("userToken"));
  useEffect(() => {
    const token = readStored("userToken");
    const another = token !== null && token !== asker.current;
    asker.current = token;
    if (another) void revalidate();
  }, [user, revalidate]);
}
