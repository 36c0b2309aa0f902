/** Phone numbers of Vietnam: one function for writing, searching and counting, or `0905…` and `84905…` are two people. */

const mobile = /^[35789]\d{8}$/;

/**
 * Returns a mobile number in Vietnam as `84` and nine digits, however it was typed; null for any other text. Nine digits without the
 * leading 0, which a spreadsheet ate, count too.
 */
export function mobileNumber(typed: string): string | null {
  const signs = typed.replace(/[^\d+]/g, "");
  const national = signs.replace(/^(?:\+|00)?84(?=0?[35789]\d{8}$)/, "").replace(/^0/, "");
  return mobile.test(national) ? `84${national}` : null;
}
