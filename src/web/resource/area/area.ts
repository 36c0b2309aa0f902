/** The back offices: each has a token, a login and a menu of its own; the screens of all are made of the same parts. */
import { type ComponentType, createContext, type InputHTMLAttributes, type ReactNode, useContext } from "react";
import type { Role } from "#contract/endpoint.ts";
import type { StreamKey } from "../../lib/api.ts";
import type { LazyPart } from "../../lib/lazy-part.tsx";
import type { StorageKey } from "../../lib/storage.ts";
import type { HelpProps } from "../help/help.ts";
import type { FoundLink } from "../palette/commands.ts";
import type { ScreenMenu } from "./screens.ts";

export interface Area {
  /** The kind of token that its requests carry. */
  kind: "admin" | "staff";
  /** In titles and labels: "Quản trị". */
  name: string;
  loginPath: string;
  /** Path of the screen after the login. */
  homePath: string;
  menu: ScreenMenu;
  /** The help of its screens, a part that loads late. */
  Help: LazyPart<HelpProps>;
  /** The values that a session stores, the token included; without one of them nobody is logged in. */
  sessionKeys: readonly StorageKey[];
  /** Values of its account that are kept beside them, and go with the session. */
  accountKeys?: readonly StorageKey[];
  login: AreaLogin;
  /** Ends the session on the server. */
  logout: () => Promise<unknown>;
  /** Returns e-mail or user name of the token's account. @throws ApiError, a 401 for a token that has ended */
  fetchAccount: (signal?: AbortSignal) => Promise<string>;
  /** Returns how the frame names the account. */
  accountLabel: () => AccountLabel;
  /** Returns the role of the account, for screens that only some roles may open; undefined while it is not known. */
  role?: () => Role | undefined;
  /** The stream of changed data, if there is one. */
  changes?: StreamKey;
  /** Returns the records that a text of the command palette finds. @throws ApiError */
  find?: (text: string, signal: AbortSignal) => Promise<readonly FoundLink[]>;
}

export interface AccountLabel {
  /** One or two letters. */
  avatar: string;
  name: string;
  role: string;
}

export interface LoginFields {
  /** E-mail or user name. */
  account: string;
  password: string;
  remember: boolean;
  /** A code of the second factor, once the server has asked for it. */
  code?: string;
}

export interface AreaLogin {
  title: string;
  accountField: { label: string } & Pick<
    InputHTMLAttributes<HTMLInputElement>,
    "type" | "autoCapitalize" | "spellCheck"
  >;
  /** Offers a longer session. */
  canRemember: boolean;
  /** Dialog behind the button for a forgotten password. */
  help?: { title: string; Content: ComponentType };
  /** Below the form. */
  foot?: ReactNode;
  /** Message when the server can't be reached or fails. */
  unreachable: string;
  /** Logs in. The error of an account with a second factor has a reason. Returns a value for each of `sessionKeys`. @throws ApiError */
  send: (fields: LoginFields) => Promise<Partial<Record<StorageKey, string>>>;
}

export const AreaContext = createContext<Area | undefined>(undefined);

/** Returns the back office around the component. @throws Error outside of one */
export function useArea(): Area {
  const area = useContext(AreaContext);
  if (!area) throw new Error("useArea must be used within an AreaContext");
  return area;
}
