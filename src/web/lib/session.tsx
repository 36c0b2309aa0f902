import {
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { User } from "#contract/accounts.ts";
import { isApiError } from "#contract/errors.ts";
import { call, NoResponseError, noResponseMessage, onUserSessionEnd } from "./api.ts";
import { forgetStored, onStorageChange, readStored, writeSession, writeStored } from "./storage.ts";

export interface Registration {
  username: string;
  email: string;
  full_name?: string;
  password: string;
}

export interface UserAuth {
  user: User | null;
  /** True only with both a user and a stored token. */
  isAuthenticated: boolean;
  isLoading: boolean;
  /** The server ended the session of a user who was shown as logged in, and nobody has logged in since. */
  hasEnded: boolean;
  login(username: string, password: string): Promise<void>;
  register(registration: Registration): Promise<void>;
  /** Ends the session, here and on the server, and drops the drafts of this tab. */
  logout(): void;
  /** Ends the session here only, after the server has ended it. */
  forget(): void;
  checkAuth(): Promise<void>;
  /** Fetches the user again. Only an answer that ends the session logs out; the user stays while the server can't be reached. */
  refresh(): Promise<void>;
  canAccess(content: { is_premium: boolean }): boolean;
}

const SessionContext = createContext<UserAuth | undefined>(undefined);

/** Returns whether a user may access content: premium content needs a premium user. */
export function mayAccess(user: Pick<User, "is_premium"> | null, content: { is_premium: boolean }): boolean {
  return !content.is_premium || user?.is_premium === true;
}

/**
 * Fetches the user of the stored token.
 * @throws Error "No authentication token found" without a token; otherwise as `call`
 */
export async function fetchCurrentUser(signal?: AbortSignal): Promise<User> {
  if (!readStored("userToken")) throw new Error("No authentication token found");
  const options = { as: "user", signal, fallback: "Failed to get user info", isSessionCheck: true } as const;
  const { data } = await call("GET /api/user/me", options);
  return data;
}

export function UserAuthProvider({ children }: { children: ReactNode }) {
  const [user, setUser] = useState<User | null>(null);
  const [isLoading, setLoading] = useState(true);
  const [hasEnded, setEnded] = useState(false);
  const lastCheck = useRef(0);
  const shownUser = useRef<User>(null);

  const settle = useCallback((next: User | null) => {
    lastCheck.current++;
    shownUser.current = next;
    setUser(next);
    if (next) setEnded(false);
    setLoading(false);
    const { dataset } = document.documentElement;
    if (next) dataset.session = "yes";
    else delete dataset.session;
  }, []);

  const forget = useCallback(() => {
    writeStored("userToken", null);
    settle(null);
  }, [settle]);

  const end = useCallback(() => {
    if (shownUser.current) setEnded(true);
    forget();
  }, [forget]);
  useEffect(() => onUserSessionEnd(end), [end]);

  const logout = useCallback(() => {
    // Sent before the token is gone. Whatever the server answers, this browser forgets it.
    if (readStored("userToken")) call("POST /api/user/logout", { as: "user" }).catch(() => {});
    forget();
    writeStored("requestDraft", null);
    forgetStored("talk:");
    forgetStored("notebook:");
    forgetStored("draft:");
    writeSession("orderDraft", null);
    writeSession("wantedSong", null);
  }, [forget]);

  const checkAuth = useCallback(async () => {
    const check = ++lastCheck.current;
    // Without a token: a low-priority update.
    if (!readStored("userToken")) return startTransition(() => settle(null));
    try {
      // Leaving the page aborts the request before `pagehide` fires, so a missing response is retried once after a second.
      const current = await fetchCurrentUser().catch(async (error) => {
        if (!(error instanceof NoResponseError)) throw error;
        await new Promise((resolve) => setTimeout(resolve, 1000));
        return fetchCurrentUser();
      });
      if (check === lastCheck.current) settle(current);
    } catch {
      if (check === lastCheck.current) forget();
    }
  }, [settle, forget]);

  const refresh = useCallback(async () => {
    if (!readStored("userToken")) return;
    const check = lastCheck.current;
    try {
      const current = await fetchCurrentUser();
      if (check === lastCheck.current) settle(current);
    } catch (error) {
      const isOver = isApiError(error) && (error.code === "unauthenticated" || error.code === "forbidden");
      if (isOver && check === lastCheck.current) end();
    }
  }, [settle, end]);
  useRefreshWhenShown(refresh);
  useRefreshAtExpiry(user, refresh);

  useEffect(() => {
    const cancelCheck = () => void lastCheck.current++;
    const stop = onStorageChange("userToken", () => void checkAuth());
    void checkAuth();
    return () => {
      cancelCheck();
      stop();
    };
  }, [checkAuth]);

  const login = useCallback(
    async (username: string, password: string) => {
      const { data } = await call("POST /api/user/login-json", {
        body: { username, password },
        fallback: "Login failed",
      }).catch((error) => {
        // A failure of the server must not read like a wrong password.
        throw isApiError(error) && error.status >= 500 ? new NoResponseError("unavailable", noResponseMessage) : error;
      });
      writeStored("userToken", data.access_token);
      settle(data.user);
    },
    [settle],
  );

  const register = useCallback(
    async (registration: Registration) => {
      await call("POST /api/user/register", { body: registration, fallback: "Registration failed" });
      await login(registration.username, registration.password);
    },
    [login],
  );

  const auth = useMemo<UserAuth>(() => {
    const isAuthenticated = user !== null && readStored("userToken") !== null;
    return {
      user,
      isAuthenticated,
      isLoading,
      hasEnded,
      login,
      register,
      logout,
      forget,
      checkAuth,
      refresh,
      canAccess: (content) => mayAccess(isAuthenticated ? user : null, content),
    };
  }, [user, isLoading, hasEnded, login, register, logout, forget, checkAuth, refresh]);
  return <SessionContext value={auth}>{children}</SessionContext>;
}

/** Fetches the user again when the tab is shown again: Premium may have begun or ended meanwhile. */
function useRefreshWhenShown(refresh: () => Promise<void>): void {
  useEffect(() => {
    const onChange = () => {
      if (document.visibilityState === "visible") void refresh();
    };
    document.addEventListener("visibilitychange", onChange);
    return () => document.removeEventListener("visibilitychange", onChange);
  }, [refresh]);
}

/** Milliseconds until the next try when the server's clock is behind the browser's. */
const clockSkew = 60_000;
/** Longest wait of a timer in milliseconds; a longer one would end at once. */
const longestWait = 2 ** 31 - 1;

/** Fetches the user again at the moment when Premium ends. */
function useRefreshAtExpiry(user: User | null, refresh: () => Promise<void>): void {
  useEffect(() => {
    if (!user?.is_premium || user.premium_expires_at === null) return;
    const left = Date.parse(user.premium_expires_at) - Date.now();
    const timer = setTimeout(() => void refresh(), Math.min(left > 0 ? left + 1 : clockSkew, longestWait));
    return () => clearTimeout(timer);
  }, [user, refresh]);
}

/** Returns the session. @throws Error outside `UserAuthProvider` */
export function useUserAuth(): UserAuth {
  const auth = useContext(SessionContext);
  if (!auth) throw new Error("useUserAuth must be used within a UserAuthProvider");
  return auth;
}
