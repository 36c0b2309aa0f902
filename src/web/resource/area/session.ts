/** The session of a back office in this browser: its guard, its ends, and the way back to the page that it was left on. */
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { redirect, useLocation, useNavigate, useSubmit } from "react-router";
import type { Role } from "#contract/endpoint.ts";
import { forgetStored, onStorageChange, readStored, type StorageKey, writeStored } from "../../lib/storage.ts";
import { sessionEnded } from "../data/query-client.ts";
import { forgetDrafts, keepDrafts } from "../form/drafts.ts";
import { type Area, useArea } from "./area.ts";

/** How a session ends without a logout in this tab: the server refuses its token, or another tab has removed it. */
export type SessionEnd = "expired" | "elsewhere";

const returnPaths = new Map<Area["kind"], string>();
const sessionEnds = new Map<Area["kind"], SessionEnd>();

export function isLoggedIn({ sessionKeys }: Area): boolean {
  return sessionKeys.every((key) => readStored(key));
}

/** Stores a new session. Returns whether the browser has kept it. */
export function storeSession(area: Area, values: Partial<Record<StorageKey, string>>): boolean {
  // Another account may have been logged in here before.
  removeSession(area);
  for (const key of area.sessionKeys) writeStored(key, values[key] ?? null);
  return isLoggedIn(area);
}

function removeSession({ sessionKeys, accountKeys = [] }: Area): void {
  for (const key of [...sessionKeys, ...accountKeys]) writeStored(key, null);
}

/** Guard for `clientLoader`. @throws a redirect to the login, which leads back to the requested page */
export function requireSession(area: Area, request: Request): null {
  if (isLoggedIn(area)) {
    sessionEnds.delete(area.kind);
    return null;
  }
  const { pathname, search } = new URL(request.url);
  returnPaths.set(area.kind, pathname + search);
  throw redirect(area.loginPath);
}

/** Returns the path to open after the login, and resets it. */
export function takeReturnPath({ kind, homePath }: Area): string {
  const path = returnPaths.get(kind) ?? homePath;
  returnPaths.delete(kind);
  return path;
}

/** Returns how the last session ended, if not by a logout in this tab. */
export function sessionEndOf({ kind }: Area): SessionEnd | undefined {
  return sessionEnds.get(kind);
}

/** Logs out: ends the session on the server and forgets it here, whatever the server answers. */
export function endSession(area: Area): void {
  // Sent before the token is gone.
  if (isLoggedIn(area)) area.logout().catch(() => {});
  removeSession(area);
  returnPaths.delete(area.kind);
  sessionEnds.delete(area.kind);
  forgetDrafts();
  forgetStored(`deskTalk:${area.kind}:`);
}

/** Returns the function that logs out through the login's action, so that leave guards run first. */
export function useLogout({ loginPath }: Area): () => void {
  const submit = useSubmit();
  return useCallback(
    () => void submit(null, { method: "post", action: loginPath, replace: true }),
    [submit, loginPath],
  );
}

/**
 * Returns the function that opens the login after the session has ended by itself. It passes the leave guards, keeps what is
 * typed into forms for `account`, and the login leads back to this page.
 */
export function useSessionEnd(area: Area): (end: SessionEnd, account: string | undefined) => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  /** Undefined once the back office is left, where a late refusal means nothing. */
  const currentPath = useRef<string>(undefined);
  useEffect(() => {
    currentPath.current = pathname + search;
    return () => {
      currentPath.current = undefined;
    };
  }, [pathname, search]);
  return useCallback(
    (end, account) => {
      // Several requests may learn of it.
      if (currentPath.current === undefined || sessionEnds.has(area.kind)) return;
      keepDrafts(account);
      removeSession(area);
      sessionEnds.set(area.kind, end);
      returnPaths.set(area.kind, currentPath.current);
      void navigate(area.loginPath, { replace: true, state: sessionEnded });
    },
    [area, navigate],
  );
}

/** Calls back when another tab logs in or out. Returns a function that removes the listeners. */
export function onSessionChange({ sessionKeys }: Area, callback: () => void): () => void {
  const stops = sessionKeys.map((key) => onStorageChange(key, callback));
  return () => {
    for (const stop of stops) stop();
  };
}

const accountKey = ["account"] as const;

/** Returns e-mail or user name of the logged-in account, if it has been loaded. */
export function accountIn(client: QueryClient): string | undefined {
  return client.getQueryData<string>(accountKey);
}

/**
 * Returns e-mail or user name of the logged-in account once it is loaded, and checks the token on each page: public endpoints
 * answer an expired token with visitor data instead of a 401.
 */
export function useAccount(area: Area): string | undefined {
  const { pathname } = useLocation();
  const client = useQueryClient();
  const { data } = useAccountQuery(area);
  const checkedPath = useRef(pathname);
  useEffect(() => {
    if (checkedPath.current === pathname) return;
    checkedPath.current = pathname;
    void client.invalidateQueries({ queryKey: accountKey });
  }, [client, pathname]);
  return data;
}

const useAccountQuery = (area: Area) =>
  useQuery({ queryKey: accountKey, queryFn: ({ signal }) => area.fetchAccount(signal) });

/** Returns the same once it is loaded, without asking for it. */
export function useLoadedAccount(): string | undefined {
  const area = useArea();
  const { data } = useQuery({
    queryKey: accountKey,
    queryFn: ({ signal }) => area.fetchAccount(signal),
    enabled: false,
  });
  return data;
}

/** Returns the role of the logged-in account once it is known, for screens that differ by it; null when it can't be read. */
export function useRole(): Role | null | undefined {
  const area = useArea();
  useAccount(area);
  const { isError } = useAccountQuery(area);
  return area.role?.() ?? (isError ? null : undefined);
}
