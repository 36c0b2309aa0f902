import type { StoredOrder } from "./stored-orders.ts";

/** Returns the heading of what was ordered from this browser: orders, requests or both. */
export function ownOrdersTitle(orders: readonly Pick<StoredOrder, "package_name">[]): string {
  const requests = orders.filter(({ package_name }) => package_name === null).length;
  if (requests === 0) return "Đơn hàng của bạn";
  return requests === orders.length ? "Yêu cầu của bạn" : "Yêu cầu và đơn hàng của bạn";
}
