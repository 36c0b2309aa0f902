/** The listener's session: who is logged in in this browser, and what they may hear. */
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
import { call, NoAnswer } from "./api.ts";
import { onStoredElsewhere, readStored, writeStored } from "./storage.ts";

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
  /** True from the start until it is known whether someone is logged in. */
  isLoading: boolean;
  login(username: string, password: string): Promise<void>;
  /** Creates the account, then logs in with it. */
  register(registration: Registration): Promise<void>;
  logout(): void;
  checkAuth(): Promise<void>;
  /** Premium content needs an authenticated premium user; all other content is open. */
  canAccess(content: { is_premium: boolean }): boolean;
}

const SessionContext = createContext<UserAuth | undefined>(undefined);

/** The premium rule, by itself. */
export function mayAccess(user: Pick<User, "is_premium"> | null, content: { is_premium: boolean }): boolean {
  return !content.is_premium || user?.is_premium === true;
}

/**
 * The user of the stored token.
 * @throws Error "No authentication token found" without one; what `call` throws otherwise.
 */
export async function fetchCurrentUser(signal?: AbortSignal): Promise<User> {
  if (!readStored("userToken")) throw new Error("No authentication token found");
  const { data } = await call("GET /api/user/me", { as: "user", signal, fallback: "Failed to get user info" });
  return data;
}

export function UserAuthProvider({ children }: { children: ReactNode }) {
  const [user, setUser] = useState<User | null>(null);
  const [isLoading, setLoading] = useState(true);
  const turn = useRef(0);

  const settle = useCallback((next: User | null) => {
    turn.current++;
    setUser(next);
    setLoading(false);
    const { dataset } = document.documentElement;
    if (next) dataset.session = "yes";
    else delete dataset.session;
  }, []);

  const logout = useCallback(() => {
    writeStored("userToken", null);
    settle(null);
  }, [settle]);

  const checkAuth = useCallback(async () => {
    const mine = ++turn.current;
    // Nobody waits for the news that nobody is logged in.
    if (!readStored("userToken")) return startTransition(() => settle(null));
    try {
      // Leaving the page cuts a check off, too, and browsers say so before they say that one leaves: only whoever is
      // still there a moment later, and gets no answer again, has had none.
      const found = await fetchCurrentUser().catch(async (error) => {
        if (!(error instanceof NoAnswer)) throw error;
        await new Promise((done) => setTimeout(done, 1000));
        return fetchCurrentUser();
      });
      if (mine === turn.current) settle(found);
    } catch {
      if (mine === turn.current) logout();
    }
  }, [settle, logout]);

  useEffect(() => {
    const dropCheck = () => void turn.current++;
    const stop = onStoredElsewhere("userToken", () => void checkAuth());
    void checkAuth();
    return () => {
      dropCheck();
      stop();
    };
  }, [checkAuth]);

  const login = useCallback(
    async (username: string, password: string) => {
      const { data } = await call("POST /api/user/login-json", {
        body: { username, password },
        fallback: "Login failed",
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
      login,
      register,
      logout,
      checkAuth,
      canAccess: (content) => mayAccess(isAuthenticated ? user : null, content),
    };
  }, [user, isLoading, login, register, logout, checkAuth]);
  return <SessionContext value={auth}>{children}</SessionContext>;
}

/** The session. Only inside `UserAuthProvider`. */
export function useUserAuth(): UserAuth {
  const auth = useContext(SessionContext);
  if (!auth) throw new Error("useUserAuth must be used within a UserAuthProvider");
  return auth;
}
