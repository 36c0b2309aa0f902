/** Amounts as people read them. */

/** Returns an amount of whole đồng as screens show it: `299.000 ₫`. */
export function dong(amount: number): string {
  return `${amount.toLocaleString("vi-VN")} ₫`;
}
