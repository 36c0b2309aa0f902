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
/** Picture of a payment's code that says by itself what it pays, for the gallery of a phone. */
export interface TransferCard {
  kind: "transfer";
  /** The code as an SVG element with its quiet zone, one unit for each module. */
  code: string;
  holder: string;
  account: string;
  bank: string;
  /** Whole đồng in words: `399.000 ₫`. */
  amount: string;
  /** Content of the transfer. */
  content: string;
}
export type Card = SongCard | TransferCard | { kind: "site" };

/** Edge of the cover in a song's card, in pixels. */
export const coverEdge = 440;
