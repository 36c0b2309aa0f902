import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import { useUserAuth } from "../lib/session.tsx";
import { readStored } from "../lib/storage.ts";

/**
 * Fetches the page's data again with the stored token, since a server-rendered page holds the anonymous visitor's. Also after a later
 * login, here or in another tab, and once the user has got Premium while the page is open.
 * @param fromServer whether the page's data was rendered by the server
 */
export function useRefetchWithToken(fromServer: boolean): void {
  const { user } = useUserAuth();
  const { revalidate } = useRevalidator();
  const lastToken = useRef(fromServer ? null : readStored("userToken"));
  const lastUser = useRef(user);
  useEffect(() => {
    const token = readStored("userToken");
    const hasNewToken = token !== null && token !== lastToken.current;
    lastToken.current = token;
    const { current: former } = lastUser;
    lastUser.current = user;
    const hasGotPremium = user?.is_premium === true && former?.id === user.id && !former.is_premium;
    if (hasNewToken || hasGotPremium) void revalidate();
  }, [user, revalidate]);
}
