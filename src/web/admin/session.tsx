/** The administrator's session in this browser. */
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { redirect, useLocation, useNavigate, useSubmit } from "react-router";
import { onStoredElsewhere, readStored, writeStored } from "../lib/storage.ts";
import { refresh, useRead } from "../resource/queries.ts";
import { sessionEnded } from "../resource/query-client.ts";

export const loginPath = "/admin";
export const firstPath = "/admin/dashboard";

/** Where the login leads: to the page that was asked for without a token. */
let wanted: string | undefined;

/** Where to go after the login; told once. */
export function takeWantedPath(): string {
  const path = wanted ?? firstPath;
  wanted = undefined;
  return path;
}

/** For the `clientLoader` of what needs an administrator. @throws a redirect to the login without a stored token */
export function requireAdmin(request: Request): null {
  if (readStored("adminToken")) return null;
  const { pathname, search } = new URL(request.url);
  wanted = pathname + search;
  throw redirect(loginPath);
}

/** Forgets the administrator. */
export function endSession(): void {
  writeStored("adminToken", null);
  wanted = undefined;
}

/** Gives the function that logs out by the login's action: nothing ends before what is unsaved has been asked about. */
export function useLogout(): () => void {
  const submit = useSubmit();
  return useCallback(() => void submit(null, { method: "post", action: loginPath, replace: true }), [submit]);
}

/** Gives the function for a token that the server no longer takes: the session ends at once, the next login leads back. */
export function useSessionEnd(): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    if (!window.location.pathname.startsWith(`${loginPath}/`)) return;
    writeStored("adminToken", null);
    wanted = window.location.pathname + window.location.search;
    void navigate(loginPath, { replace: true, state: sessionEnded });
  }, [navigate]);
}

/**
 * Asks on each screen whether the token still holds: calls that are open to everyone would answer a dead one as they
 * answer a visitor. The administrator's e-mail, once it is known.
 */
export function useAdmin(): string | undefined {
  const { pathname } = useLocation();
  const client = useQueryClient();
  const { data } = useRead("GET /api/auth/me", {});
  const asked = useRef(pathname);
  useEffect(() => {
    if (asked.current === pathname) return;
    asked.current = pathname;
    void refresh(client, ["/api/auth/me"]);
  }, [client, pathname]);
  return data?.data.email;
}

/** Follows a logout in another tab, whatever is unsaved. */
export function useFollowLogout(): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      onStoredElsewhere("adminToken", () => {
        if (readStored("adminToken")) return;
        wanted = undefined;
        void navigate(loginPath, { replace: true, state: sessionEnded });
      }),
    [navigate],
  );
}
