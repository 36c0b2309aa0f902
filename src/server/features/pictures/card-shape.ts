/** Picture of a link to a song. */
export interface SongCard {
  kind: "song";
  id: number;
  title: string;
  artist: string | null;
  is_premium: boolean;
  /** The song's image as a data URL; null draws a cover instead. */
  image: string | null;
}
export type Card = SongCard | { kind: "site" };

/** Edge of the cover in a song's card, in pixels. */
export const coverEdge = 440;
