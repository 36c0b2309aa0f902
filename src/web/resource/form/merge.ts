/** Merges what two people changed in one record since both of them read it. */

/** A field that both changed, to different values. */
export interface Clash {
  /** Path of the field in the form's values: `status`, `events.order_received.email`. */
  name: string;
  mine: unknown;
  theirs: unknown;
}

/** Returns whether two values of a field are the same. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Returns the values of a form by the paths of their fields. An object holds fields; a list is one value. */
export function leavesOf(values: object): Map<string, unknown> {
  return new Map(
    Object.entries(values).flatMap(([name, value]): [string, unknown][] =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? [...leavesOf(value)].map(([path, leaf]) => [`${name}.${path}`, leaf])
        : [[name, value]],
    ),
  );
}

/**
 * Compares the values that a form was opened with, those that it has, and newer ones of the server.
 * @returns the newer values of the fields that were not changed here, and the fields that were changed to something else.
 */
export function merge(base: object, mine: object, theirs: object): { follow: Map<string, unknown>; clashes: Clash[] } {
  const [before, here] = [leavesOf(base), leavesOf(mine)];
  const follow = new Map<string, unknown>();
  const clashes: Clash[] = [];
  for (const [name, value] of leavesOf(theirs)) {
    if (isSame(value, before.get(name))) continue;
    const own = here.get(name);
    if (isSame(own, before.get(name)) || isSame(own, value)) follow.set(name, value);
    else clashes.push({ name, mine: own, theirs: value });
  }
  return { follow, clashes };
}
