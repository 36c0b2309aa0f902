/** Parses a whole price, with or without separators: `299000`, `299.000`, `299 000`. Empty is 0, invalid is NaN. */
export function parsePrice(text: string | number): number {
  const trimmed = String(text).trim();
  if (trimmed === "") return 0;
  const digits = /^\d{1,3}([., ]\d{3})+$/.test(trimmed) ? trimmed.replace(/[., ]/g, "") : trimmed;
  return /^\d+$/.test(digits) ? Number.parseInt(digits, 10) : Number.NaN;
}
