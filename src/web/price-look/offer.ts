/** The packages that customers are offered. */
import type { PremiumPackage } from "#contract/premium-packages.ts";
import { dong } from "../lib/format.ts";
import { durationLabel } from "../lib/package-text.ts";

/** The fields of a package that customers see. */
export type OfferedPackage = Pick<
  PremiumPackage,
  "id" | "name" | "price" | "duration_days" | "is_lifetime" | "description" | "sort_order"
>;

const daysPerMonth = 30;
const daysPerYear = 365;

/** Returns the price of a month of a longer package: `33.250 ₫ mỗi tháng`. Undefined for shorter, free and lifetime ones. */
export function monthlyPrice({ price, duration_days: days, is_lifetime }: OfferedPackage): string | undefined {
  if (is_lifetime || days === null || days < 2 * daysPerMonth || price === 0) return undefined;
  const months = days % daysPerYear === 0 ? (days / daysPerYear) * 12 : days / daysPerMonth;
  return `${dong(Math.round(price / months))} mỗi tháng`;
}

/** Returns a package's duration, unless its name says it already. */
export function durationBesideName({ name, duration_days, is_lifetime }: OfferedPackage): string | undefined {
  const label = durationLabel(duration_days, is_lifetime);
  const text = name.normalize("NFC").toLocaleLowerCase("vi");
  const sayings = is_lifetime ? ["vĩnh viễn", "trọn đời"] : [label.toLocaleLowerCase("vi")];
  return sayings.some((saying) => ` ${text} `.includes(` ${saying} `)) ? undefined : label;
}

/** Returns what Premium costs at least: `từ 49.000 ₫ cho 1 tháng`. Undefined while no package is on sale. */
export function lowestPrice(packages: readonly OfferedPackage[]): string | undefined {
  const [free] = packages.filter(({ price }) => price === 0);
  const [cheapest] = packages.filter(({ price }) => price > 0).sort((a, b) => a.price - b.price);
  const hasOthers = cheapest !== undefined && packages.some(({ price }) => price > cheapest.price);
  const parts = [
    free && `miễn phí ${timeOf(free)}`,
    cheapest && `${hasOthers ? "từ " : ""}${dong(cheapest.price)} cho ${timeOf(cheapest)}`,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(", hoặc ");
}

/** Returns a package's duration in the middle of a sentence. */
function timeOf({ duration_days, is_lifetime }: OfferedPackage): string {
  return is_lifetime ? "trọn đời" : durationLabel(duration_days, is_lifetime);
}

/** Returns whether a package is highlighted as the most popular. */
export function isMostPopular({ sort_order, name }: Pick<OfferedPackage, "sort_order" | "name">): boolean {
  return sort_order === 1 || name.normalize("NFC").toLocaleLowerCase("vi").includes("phổ biến");
}
