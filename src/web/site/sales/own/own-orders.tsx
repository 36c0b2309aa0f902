import { ChevronRight, X } from "lucide";
import { useRef } from "react";
import { shortDateTime } from "../../../lib/dates.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Link } from "../../../ui/link.tsx";
import { Redraw } from "../../../ui/redraw.tsx";
import { orderPath, requestPath, routes } from "../../routes.ts";
import styles from "./own-orders.module.css";
import { ownOrdersTitle } from "./own-orders-title.ts";
import { forgetOrder, useStoredOrders } from "./stored-orders.ts";

/** Links to the orders and requests that were sent from this browser; renders nothing without one. */
export function OwnOrders() {
  const orders = useStoredOrders();
  const heading = useRef<HTMLHeadingElement>(null);
  if (orders.length === 0) return null;
  return (
    <section className="section wrap">
      <div className={`section__head ${styles.ordersHead}`}>
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {ownOrdersTitle(orders)}
          </h2>
          <p>Trình duyệt này nhớ những gì bạn đã đặt. Bạn mở lại để thanh toán hoặc xem tình trạng.</p>
        </div>
      </div>
      <Redraw>
        <ul className={styles.orders}>
          {orders.map(({ page_token, code, package_name, created_at }) => (
            <li key={page_token}>
              <Link to={package_name === null ? requestPath(page_token) : orderPath(page_token)}>
                <b className="num">{code}</b>
                <span>{package_name ?? routes.request.label}</span>
                <span className="num">{shortDateTime(created_at)}</span>
                <Icon icon={ChevronRight} />
              </Link>
              <button
                type="button"
                className="ibtn"
                aria-label={`Thôi nhớ ${code}`}
                title="Thôi nhớ trên trình duyệt này"
                onClick={() => {
                  heading.current?.focus();
                  forgetOrder(page_token);
                }}
              >
                <Icon icon={X} />
              </button>
            </li>
          ))}
        </ul>
      </Redraw>
    </section>
  );
}
