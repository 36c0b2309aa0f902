import type { Role, TokenKind } from "#contract/endpoint.ts";

/** The caller of an endpoint, by the bearer token. */
export type Caller =
  | { kind: "anonymous" }
  | { kind: "user"; id: number; isPremium: boolean }
  | { kind: "admin"; id: number; name: string }
  | { kind: "staff"; id: number; name: string; isSupervisor: boolean };

export type CallerKind = TokenKind;
export type SignedIn = Exclude<Caller, { kind: "anonymous" }>;
/** A caller who has one of the roles. */
export type CallerOf<R extends Role> =
  | Extract<Caller, { kind: Exclude<R, "supervisor"> }>
  | ("supervisor" extends R ? SupervisorCaller : never);
type SupervisorCaller = Extract<Caller, { kind: "staff" }> & { isSupervisor: true };
export type AdminCaller = Extract<Caller, { kind: "admin" }>;
export type UserCaller = Extract<Caller, { kind: "user" }>;

export const anonymous: Caller = { kind: "anonymous" };

/** Finds the holder of a bearer token and keeps the session alive; undefined if it is unknown, expired or revoked. */
export type Authenticate = (token: string) => Promise<SignedIn | undefined>;

/** Finds the holders of tokens without keeping their sessions alive; those that open nothing are missing in the result. */
export type AuthenticateAll = (tokens: ReadonlySet<string>) => Promise<Map<string, SignedIn>>;

/** True when a caller has one of the roles. */
export function hasRole(caller: Caller, roles: readonly Role[]): boolean {
  if (caller.kind === "anonymous") return false;
  return (
    roles.includes(caller.kind) || (caller.kind === "staff" && caller.isSupervisor && roles.includes("supervisor"))
  );
}
