/** Returns each song once, at its first place. */
export function onceEach<Shown extends { id: number }>(songs: readonly Shown[]): Shown[] {
  const ids = new Set<number>();
  return songs.filter(({ id }) => !ids.has(id) && ids.add(id));
}
