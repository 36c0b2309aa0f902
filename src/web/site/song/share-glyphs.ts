/** Drawings of our own for the networks of the share buttons, in the manner of Lucide's icons. */
import type { IconNode } from "lucide";

export const FacebookGlyph: IconNode = [["path", { d: "M17 3h-2.5A3.5 3.5 0 0 0 11 6.5V21M7.5 12H15" }]];

/** A Z in a speech bubble. */
export const ZaloGlyph: IconNode = [
  ["path", { d: "M21 11.5a8.5 8.5 0 0 1-12.6 7.4L3 21l2.1-5.4A8.5 8.5 0 1 1 21 11.5" }],
  ["path", { d: "M9.75 8.5h5.5l-5.5 6h5.5" }],
];

export const TiktokGlyph: IconNode = [["path", { d: "M13 3v12.5a4 4 0 1 1-4-4M13 3a6 6 0 0 0 6 6" }]];
