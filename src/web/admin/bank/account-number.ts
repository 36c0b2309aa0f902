const shown = 4;

/** Masks an account number of more than 8 signs: `0123••6789`. */
export function maskedNumber(number: string): string {
  if (number.length <= 2 * shown) return number;
  return `${number.slice(0, shown)}${"•".repeat(number.length - 2 * shown)}${number.slice(-shown)}`;
}
