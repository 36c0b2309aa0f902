/** The artist shown for a song; the brand's name stands for one that names none. */
export function artistOf(song: { artist: string | null }): string {
  return song.artist || "Ngân Nga";
}
