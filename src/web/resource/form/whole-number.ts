/**
 * Reads a whole number as people type it, with or without separators of thousands: `299000`, `299.000`, `299 000`, `-5.000`.
 * @returns undefined for any other text, an empty one too
 */
export function readWholeNumber(text: string): number | undefined {
  const trimmed = text.trim();
  const digits = /^-?\d{1,3}([., \u00a0]\d{3})+$/.test(trimmed) ? trimmed.replace(/[., \u00a0]/g, "") : trimmed;
  if (!/^-?\d+$/.test(digits)) return undefined;
  const value = Number(digits);
  return Number.isSafeInteger(value) ? value : undefined;
}
