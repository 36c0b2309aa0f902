import type { Role, TokenKind } from "#contract/endpoint.ts";

/** The caller of an endpoint, by the bearer token. */
export type Caller =
  | { kind: "anonymous" }
  | { kind: "user"; id: number; isPremium: boolean }
  | { kind: "admin"; id: number; name: string }
  /** An administrator's account with less rights: code that gives rights to `admin` gives this one none. */
  | { kind: "accountant"; id: number; name: string }
  | { kind: "staff"; id: number; name: string; isSupervisor: boolean };

export type CallerKind = TokenKind;
export type SignedIn = Exclude<Caller, { kind: "anonymous" }>;
/** A caller who has one of the roles. */
export type CallerOf<R extends Role> =
  | Extract<Caller, { kind: Exclude<R, "supervisor"> }>
  | ("supervisor" extends R ? SupervisorCaller : never);
type SupervisorCaller = Extract<Caller, { kind: "staff" }> & { isSupervisor: true };
export type AdminCaller = Extract<Caller, { kind: "admin" }>;
/** A caller with the token of an administrator, whatever the role. */
export type OfficeCaller = Extract<Caller, { kind: "admin" | "accountant" }>;
export type UserCaller = Extract<Caller, { kind: "user" }>;

export const anonymous: Caller = { kind: "anonymous" };

/** Finds the holder of a bearer token and keeps the session alive; undefined if it is unknown, expired or revoked. */
export type Authenticate = (token: string) => Promise<SignedIn | undefined>;

/** Finds the holders of tokens without keeping their sessions alive; those that open nothing are missing in the result. */
export type AuthenticateAll = (tokens: ReadonlySet<string>) => Promise<Map<string, SignedIn>>;

/** Returns the account that a caller logged in to. */
export function accountOf<C extends SignedIn>({ kind, id }: C): { kind: AccountKindOf<C>; id: number } {
  return { kind: (kind === "accountant" ? "admin" : kind) as AccountKindOf<C>, id };
}
type AccountKindOf<C extends SignedIn> = C["kind"] extends infer K ? (K extends "accountant" ? "admin" : K) : never;

/** True when a caller has one of the roles. */
export function hasRole(caller: Caller, roles: readonly Role[]): boolean {
  if (caller.kind === "anonymous") return false;
  return (
    roles.includes(caller.kind) || (caller.kind === "staff" && caller.isSupervisor && roles.includes("supervisor"))
  );
}
