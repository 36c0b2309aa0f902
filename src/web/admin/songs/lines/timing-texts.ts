import type { Timing } from "#contract/lyrics/document.ts";

/** How finely lines are timed, within a sentence. */
export const timingTexts: Readonly<Record<Timing, string>> = {
  none: "chưa có giờ",
  line: "giờ từng dòng",
  word: "giờ từng từ",
};
