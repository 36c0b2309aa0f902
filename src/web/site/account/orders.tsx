import { ChevronRight } from "lucide";
import type { CustomerOrder } from "#contract/orders.ts";
import { shortDate } from "../../lib/dates.ts";
import { priceLabel } from "../../lib/package-text.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { orderPath } from "../routes.ts";
import { orderBadges, phaseOf } from "../sales/order/order-state.ts";
import styles from "./account.module.css";

/** The user's orders, each with a link to its private page. */
export function Orders({ orders }: { orders: readonly CustomerOrder[] }) {
  if (orders.length === 0) return <p className="muted">Bạn chưa có đơn hàng nào.</p>;
  return (
    <ul className={styles.list}>
      {orders.map((order) => {
        const { label, tone } = orderBadges[phaseOf(order)];
        return (
          <li key={order.id}>
            <Link className={styles.listRow} to={orderPath(order.page_token)}>
              <span className={styles.listText}>
                <b>{order.package_name}</b>
                <span className={styles.listDetail}>
                  <span className="num">{order.code}</span> · <span className="num">{shortDate(order.created_at)}</span>
                </span>
              </span>
              <span className={styles.listEnd}>
                <span className="num">{priceLabel(order.payment_amount)}</span>
                <span className={tone ? `badge badge--dot badge--${tone}` : "badge"}>{label}</span>
              </span>
              <Icon icon={ChevronRight} />
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
