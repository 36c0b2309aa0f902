/** The caller of an endpoint, by the bearer token. */
export type Caller =
  | { kind: "anonymous" }
  | { kind: "user"; id: number; isPremium: boolean }
  | { kind: "admin"; id: number; name: string }
  | { kind: "staff"; id: number; name: string; isSupervisor: boolean };

export type CallerKind = Exclude<Caller["kind"], "anonymous">;
export type AdminCaller = Extract<Caller, { kind: "admin" }>;
export type UserCaller = Extract<Caller, { kind: "user" }>;

export const anonymous: Caller = { kind: "anonymous" };

/** Finds the holder of a bearer token; undefined if it is unknown, expired or revoked. */
export type Authenticate = (token: string) => Promise<Exclude<Caller, { kind: "anonymous" }> | undefined>;
