/** The whole number that a price's field stands for: `299000`, `299.000`, `299 000`. Empty is 0, no number is NaN. */
export function wholePrice(text: string | number): number {
  const written = String(text).trim();
  if (written === "") return 0;
  const digits = /^\d{1,3}([., ]\d{3})+$/.test(written) ? written.replace(/[., ]/g, "") : written;
  return /^\d+$/.test(digits) ? Number.parseInt(digits, 10) : Number.NaN;
}
