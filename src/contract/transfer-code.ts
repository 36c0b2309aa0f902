/**
 * Codes that customers write into a bank transfer: a prefix, seven random signs and a check sign. The alphabet leaves out 0, 1, I, L, O and
 * U; the check sign (Luhn in base 30) finds every mistyped sign and every swap of neighbours but that of its first and last one.
 */

/** The signs of a code after its prefix. */
export const codeAlphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
/** Signs before the check sign. */
export const randomSigns = 7;

/** True for a text that is a code: upper case, without blanks, with the right check sign. */
export function isTransferCode(prefix: string, text: string): boolean {
  if (text.length !== prefix.length + randomSigns + 1 || !text.startsWith(prefix)) return false;
  const signs = text.slice(prefix.length, -1);
  return [...signs].every((sign) => codeAlphabet.includes(sign)) && text.at(-1) === checkSign(signs);
}

/** Returns the check sign: every other sign counts twice, from the last one on, as the sum of its digits in base 30. */
export function checkSign(signs: string): string {
  const base = codeAlphabet.length;
  let sum = 0;
  for (const [index, sign] of [...signs].reverse().entries()) {
    const value = codeAlphabet.indexOf(sign) * (index % 2 === 0 ? 2 : 1);
    sum += Math.floor(value / base) + (value % base);
  }
  return codeAlphabet[(base - (sum % base)) % base] ?? "";
}

/**
 * Returns the codes that become the text by one wrong sign or one swap of neighbours; at most 15, none for a text with two signs that are
 * not of the alphabet.
 * @param text prefix and eight signs in upper case, with a wrong check sign.
 */
export function similarCodes(prefix: string, text: string): string[] {
  const signs = Array.from(text.slice(prefix.length));
  const strange = signs.filter((sign) => !codeAlphabet.includes(sign)).length;
  if (signs.length !== randomSigns + 1 || strange > 1) return [];
  const found = new Set<string>();
  const addIfCode = (changed: readonly string[]) => {
    const code = prefix + changed.join("");
    if (isTransferCode(prefix, code)) found.add(code);
  };
  for (const [place, sign] of signs.entries()) {
    if (strange === 1 && codeAlphabet.includes(sign)) continue;
    for (const other of codeAlphabet) addIfCode(signs.with(place, other));
  }
  for (let place = 0; place < randomSigns; place++) {
    addIfCode(signs.with(place, signs[place + 1] ?? "").with(place + 1, signs[place] ?? ""));
  }
  return [...found];
}
