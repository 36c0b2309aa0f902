/** Limits and names of an account's queue. Free of zod, since pages load them. */

/** Songs that an account's queue keeps at most. */
export const maxQueued = 500;

/** Kinds of devices, as far as a listener needs to know. */
export const deviceKinds = ["phone", "tablet", "computer"] as const;
export type DeviceKind = (typeof deviceKinds)[number];
