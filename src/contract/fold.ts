/**
 * Folds text for searching: NFD, combining marks and signs of no width dropped, đ to d, lower case, runs of white space to one blank.
 * "Mưa hạ" becomes "mua ha". Old keyboards wrote Ð (U+00D0) for Đ (U+0110).
 */
export function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\p{M}\p{Cf}]+/gu, "")
    .toLowerCase()
    .replace(/[đðɖ]/g, "d")
    .replace(/\s+/g, " ")
    .trim();
}
