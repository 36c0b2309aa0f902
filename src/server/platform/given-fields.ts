/** Returns the fields of a change that have a value; those that were left out keep the stored one. */
export function givenFields<T extends object>(change: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
