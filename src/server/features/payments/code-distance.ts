/** How far a code is from the memo of a transfer. */
import { fold } from "#contract/fold.ts";

/** The most wrong signs at which a text still counts as a code: texts by chance have six and more. */
const mostWrong = 3;

/** Returns the wrong, missing and additional signs between a code and the nearest part of a memo; null above three. */
export function codeDistance(memo: string, code: string): number | null {
  const signs = fold(memo)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "");
  // A part may begin anywhere and end anywhere (Sellers 1980).
  let column = Array.from({ length: code.length + 1 }, (_, row) => row);
  let least = code.length;
  for (const sign of signs) {
    const next = [0];
    for (let row = 1; row <= code.length; row++) {
      const change = (column[row - 1] ?? 0) + (code[row - 1] === sign ? 0 : 1);
      next.push(Math.min(change, (column[row] ?? 0) + 1, (next[row - 1] ?? 0) + 1));
    }
    column = next;
    least = Math.min(least, column[code.length] ?? least);
  }
  return least > mostWrong ? null : least;
}
