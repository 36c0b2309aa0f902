/**
 * Reduces a text to the characters of some fonts and tidies it. Letters lose unknown marks; characters of other scripts and
 * emoji are removed. Returns an empty text when no word remains.
 */
export function writableIn(text: string, hasGlyph: (character: string) => boolean): string {
  let result = "";
  for (const character of text.normalize("NFC")) {
    if (hasGlyph(character)) result += character;
    else {
      const plain = character.normalize("NFKD").replace(/\p{M}/gu, "");
      result += /^[\p{L}\p{N}]+$/u.test(plain) && [...plain].every(hasGlyph) ? plain : " ";
    }
  }
  const tidied = result
    .replace(/[([{“"«]\s*[)\]}”"»]/g, " ")
    .replace(/\s+/g, " ")
    .replace(/([([“«]) /g, "$1")
    .replace(/ ([)\]”»,.;:!?])/g, "$1")
    .replace(/^[\s,.;:!?)\]|/·–—-]+/, "")
    .replace(/[\s,;:([|/·–—-]+$/, "")
    .replace(/^\(([^()]*)\)$/, "$1");
  return /[\p{L}\p{N}]/u.test(tidied) ? tidied : "";
}
