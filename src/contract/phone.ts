/**
 * Phone numbers of Vietnam, read by one function for writing, searching and counting: otherwise `0905…` and `84905…` are two people. What
 * was typed is kept beside the result.
 */

const mobile = /^84[35789]\d{8}$/;
/** With the area code, whose first sign is 2. */
const landline = /^842\d{8,9}$/;

/**
 * Returns a number in Vietnam as `84…` without any other sign, however it was typed; null for any other text. Nine digits of a mobile
 * number without the leading 0, which a spreadsheet ate, count too.
 */
export function phoneNumber(typed: string): string | null {
  const signs = typed.replace(/[^\d+]/g, "").replace(/^00(?=84)/, "+");
  const national = /^\+?84(0?[235789]\d{8,9})$/.exec(signs)?.[1] ?? signs;
  const bare = national.replace(/^0/, "");
  const hasPrefix = bare !== signs;
  const number = `84${bare}`;
  if (mobile.test(number)) return number;
  return hasPrefix && landline.test(number) ? number : null;
}

/** Returns a mobile number in Vietnam as `84…`, however it was typed; null for any other text. */
export function mobileNumber(typed: string): string | null {
  const number = phoneNumber(typed);
  return number !== null && mobile.test(number) ? number : null;
}

/** Returns what a search looks for: the digits that every way of writing a number has in common, or the text itself. */
export function phoneSearch(text: string): string {
  return phoneNumber(text)?.slice("84".length) ?? text;
}
