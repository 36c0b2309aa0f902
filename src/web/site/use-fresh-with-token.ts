import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import { readStored } from "../lib/storage.ts";

/**
 * A server-rendered page is the anonymous visitor's: with a token in the browser its data is fetched once more.
 * @param fromServer whether the data shown came with the page
 */
export function useFreshWithToken(fromServer: boolean): void {
  const { revalidate } = useRevalidator();
  const asked = useRef(false);
  useEffect(() => {
    if (!fromServer || asked.current || readStored("userToken") === null) return;
    asked.current = true;
    void revalidate();
  }, [fromServer, revalidate]);
}
