import { ChevronRight } from "lucide";
import { shortDateTime } from "../../lib/dates.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { orderPath, requestPath, routes } from "../routes.ts";
import { useStoredOrders } from "./stored-orders.ts";
import "./own-orders.css";

/** Links to the orders and requests that were sent from this browser; renders nothing without one. */
export function OwnOrders() {
  const orders = useStoredOrders();
  if (orders.length === 0) return null;
  return (
    <section className="section wrap">
      <div className="section__head">
        <div>
          <h2>Đơn hàng của bạn</h2>
          <p>Trình duyệt này nhớ các đơn bạn đã đặt. Bạn mở lại để thanh toán hoặc xem tình trạng.</p>
        </div>
      </div>
      <ul className="own-orders">
        {orders.map(({ page_token, code, package_name, created_at }) => (
          <li key={page_token}>
            <Link to={package_name === null ? requestPath(page_token) : orderPath(page_token)}>
              <b className="num">{code}</b>
              <span>{package_name ?? routes.request.label}</span>
              <span className="num">{shortDateTime(created_at)}</span>
              <Icon icon={ChevronRight} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
