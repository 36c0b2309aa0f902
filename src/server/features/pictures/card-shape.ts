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
/** Picture of a link to a gift that is open. */
export interface GiftCard {
  kind: "gift";
  /** Of its cover. */
  id: number;
  title: string;
  recipient: string | null;
  /** Whether it is for grief or regret, and so called no present. */
  isQuiet: boolean;
}
/** Picture of a link to a playlist. */
export interface PlaylistCard {
  kind: "playlist";
  title: string;
  /** The owner's given name. */
  owner: string | null;
  songs: number;
  /** One, or four for a mosaic; none for a playlist without songs. */
  covers: readonly Pick<SongCard, "id" | "title" | "image">[];
}
/** The drawing behind the words of a card to print. */
export interface PaperCard {
  kind: "paper";
  /** 1 is paper with a cover, 2 is lacquer with gold. */
  design: 1 | 2;
  id: number;
  title: string;
}
/** `parcel` is the picture of a link to a gift that is not open. */
export type Card =
  | SongCard
  | PlaylistCard
  | TransferCard
  | GiftCard
  | PaperCard
  | { kind: "parcel" }
  | { kind: "site" };

/** The drawing of a card to print: 300 dots an inch on A6. */
export const paper = { width: 1240, height: 1748 } as const;

/** Edge of the cover in a song's card, in pixels. */
export const coverEdge = 440;
