/**
 * Folds text for searching: NFD, combining marks dropped, đ to d, lower case, runs of white space to one blank.
 * "Mưa hạ" becomes "mua ha".
 */
export function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll("đ", "d")
    .replace(/\s+/g, " ")
    .trim();
}
