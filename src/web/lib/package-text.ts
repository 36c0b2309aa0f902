/** The duration and the price of a Premium package in words. */
import { dong } from "./format.ts";

const named: Readonly<Record<number, string>> = { 30: "1 tháng", 90: "3 tháng", 180: "6 tháng", 365: "1 năm" };

/** Returns a duration's label: `1 tháng`, `3 tháng`, `6 tháng`, `1 năm`, `45 ngày`, `Vĩnh viễn`. */
export function durationLabel(days: number | null, isLifetime: boolean): string {
  if (isLifetime || days === null) return "Vĩnh viễn";
  return named[days] ?? `${days} ngày`;
}

/** Returns a price's label: `399.000 ₫`, `Miễn phí`. */
export function priceLabel(price: number): string {
  return price === 0 ? "Miễn phí" : dong(price);
}

/** Returns a package's name with the word for a package in front: `gói 1 năm`. */
export function packageTitle(name: string): string {
  return /^gói\b/i.test(name) ? `g${name.slice(1)}` : `gói ${name}`;
}

/** Returns what a gift of Premium is called: `Premium 1 năm`. */
export function premiumTitle(order: { package_duration_days: number | null; package_is_lifetime: boolean }): string {
  return `Premium ${durationLabel(order.package_duration_days, order.package_is_lifetime).toLowerCase()}`;
}
