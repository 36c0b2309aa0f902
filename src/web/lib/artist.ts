/** Returns a song's artist, or the brand for a song without one. */
export function artistOf(song: { artist: string | null }): string {
  return song.artist || "Ngân Nga";
}
