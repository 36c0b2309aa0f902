import { groupedNumber } from "../../lib/format.ts";
import { useRead } from "../../resource/data/queries.ts";

/** Tells what becomes of the orders of an account that is about to be deleted. */
export function OrdersLeft({ id }: { id: number }) {
  const orders = useRead("GET /api/premium-orders/stats", { query: { user_id: id } }).data?.data.total ?? 0;
  return (
    orders > 0 && (
      <p>{groupedNumber(orders)} đơn hàng của tài khoản này vẫn còn, nhưng không gắn với tài khoản nào nữa.</p>
    )
  );
}
