import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { redirect, useLocation, useNavigate, useSubmit } from "react-router";
import { call } from "../lib/api.ts";
import { onStorageChange, readStored, writeStored } from "../lib/storage.ts";
import { refresh, useRead } from "../resource/data/queries.ts";
import { sessionEnded } from "../resource/data/query-client.ts";

export const loginPath = "/admin";
export const firstPath = "/admin/dashboard";

/** The page that redirected to the login. */
let returnPath: string | undefined;

/** Returns the path to open after the login, and resets it. */
export function takeReturnPath(): string {
  const path = returnPath ?? firstPath;
  returnPath = undefined;
  return path;
}

/** Guard for `clientLoader`. @throws a redirect to the login if no token is stored */
export function requireAdmin(request: Request): null {
  if (readStored("adminToken")) return null;
  const { pathname, search } = new URL(request.url);
  returnPath = pathname + search;
  throw redirect(loginPath);
}

/** Ends the session on the server and removes the stored token, whatever the server answers. */
export function endSession(): void {
  // Sent before the token is gone.
  if (readStored("adminToken")) call("POST /api/auth/logout", { as: "admin" }).catch(() => {});
  writeStored("adminToken", null);
  returnPath = undefined;
}

/** Returns the function that logs out through the login's action, so that leave guards run first. */
export function useLogout(): () => void {
  const submit = useSubmit();
  return useCallback(() => void submit(null, { method: "post", action: loginPath, replace: true }), [submit]);
}

/** Returns the handler of a 401 reply: removes the token and opens the login, which returns to this page. */
export function useExpireSession(): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    if (!window.location.pathname.startsWith(`${loginPath}/`)) return;
    writeStored("adminToken", null);
    returnPath = window.location.pathname + window.location.search;
    void navigate(loginPath, { replace: true, state: sessionEnded });
  }, [navigate]);
}

/**
 * Returns the administrator's e-mail once it is loaded, and checks the token on each page: public endpoints answer an
 * expired token with visitor data instead of a 401.
 */
export function useAdminEmail(): string | undefined {
  const { pathname } = useLocation();
  const client = useQueryClient();
  const { data } = useRead("GET /api/auth/me", {});
  const checkedPath = useRef(pathname);
  useEffect(() => {
    if (checkedPath.current === pathname) return;
    checkedPath.current = pathname;
    void refresh(client, ["/api/auth/me"]);
  }, [client, pathname]);
  return data?.data.email;
}

/** Opens the login after a logout in another tab, past the leave guards. */
export function useLogoutSync(): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      onStorageChange("adminToken", () => {
        if (readStored("adminToken")) return;
        returnPath = undefined;
        void navigate(loginPath, { replace: true, state: sessionEnded });
      }),
    [navigate],
  );
}
