/** What is drawn for a shared link. */
export interface SongCard {
  kind: "song";
  id: number;
  title: string;
  artist: string | null;
  is_premium: boolean;
  /** The song's own image as a data address; without one its cover is drawn. */
  image: string | null;
}
export type Card = SongCard | { kind: "site" };

/** Edge in pixels of the cover in a song's card. */
export const coverEdge = 440;
