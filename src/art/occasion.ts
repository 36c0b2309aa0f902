/** The covers of songs that were made for somebody: their colours fit the occasion. */
import { hashText } from "./seed.ts";

/** The palette of `cover.ts` that fits an occasion, by its place there. */
export const occasionPalettes: Readonly<Record<string, number>> = {
  "Sinh nhật": 4,
  "Ngày cưới": 1,
  "Kỷ niệm": 2,
  "Tỏ tình": 7,
  "Xin lỗi": 6,
  "Cảm ơn": 6,
  "Em bé chào đời": 3,
  "Tốt nghiệp": 4,
  "Tưởng nhớ": 5,
  "Công ty": 0,
};

/** Returns the id with which `songCover` draws a song: the occasion deals the palette, the title the layout. */
export function coverIdOf(occasion: string | null, title: string | null): number {
  const named = title ?? "";
  const palette = occasionPalettes[occasion ?? ""] ?? hashText(occasion ?? named);
  // The palette of an id is three times the id, modulo 8; six steps of 8 have all layouts.
  return ((3 * palette) % 8) + 8 * (hashText(named) % 6);
}
