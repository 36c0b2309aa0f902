/** Queries of lists: allowed sorts, days, and the check of a whole query. What a list does not allow is a 422. */
import { z } from "zod";

export const sortOrders = ["asc", "desc"] as const;
export type SortOrder = (typeof sortOrders)[number];

/** The sorts that a list allows. */
export interface Sorts<S extends string = string> {
  /** Each with its order, for a query that names none. */
  readonly orders: Readonly<Record<S, SortOrder>>;
  readonly default: NoInfer<S>;
}

/** `sort_by` and `sort_order` of a list. */
export function sorting<S extends string>({ orders, default: byDefault }: Sorts<S>) {
  const names = Object.keys(orders) as S[];
  return {
    sort_by: z.enum(names, `sort_by phải là ${names.join(", ")}`).default(byDefault as never),
    sort_order: z.enum(sortOrders, "sort_order phải là asc hoặc desc").optional(),
  };
}

const firstYear = 2000;
const lastYear = 2100;
const yearMessage = `Năm phải từ ${firstYear} đến ${lastYear}`;

/** A day of the calendar as `YYYY-MM-DD`. */
const day = z.iso
  .date("Ngày không hợp lệ, cần dạng năm-tháng-ngày, ví dụ 2026-01-31")
  .refine((text) => Number(text.slice(0, 4)) >= firstYear && Number(text.slice(0, 4)) <= lastYear, yearMessage);

/** `from` and `to` of a list: days in Vietnam, both included. */
export const dayRange = { from: day.optional(), to: day.optional() };

/** The schema of a list's query or of its filter alone, made of `sorting`, `paging`, `dayRange`, `searchText` and filters. */
export function listQuery<T extends z.ZodRawShape>(shape: T) {
  return z.object(shape).check(({ value, issues }) => {
    const { from, to } = value as { from?: string; to?: string };
    if (from === undefined || to === undefined || from <= to) return;
    issues.push({ code: "custom", path: ["to"], message: "Ngày kết thúc không được trước ngày bắt đầu", input: to });
  });
}

/**
 * The reply of an endpoint that counts the tabs of a list: the rows of each under the other filters, and of all. What no sum is kept of is
 * counted up to 10,001, which means more than 10,000.
 */
export function tabCounts<T extends string>(tabs: readonly T[]) {
  return z.record(z.enum([...tabs, "all"]), z.int());
}
export type TabCounts<T extends string> = Record<T | "all", number>;
