import { Check } from "lucide";
import { useEffect, useId, useRef, useState } from "react";
import type { PayableOrder } from "#contract/orders.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { CloseButton, Dialog } from "../../ui/modal.tsx";
import { Payment } from "../orders/payment.tsx";
import { orderPath } from "../routes.ts";
import type { OfferedPackage } from "./offer.ts";
import { OrderForm } from "./order-form.tsx";

interface OrderDialogProps {
  /** Undefined closes the dialog, which forgets what was typed. */
  offer: OfferedPackage | undefined;
  onClose(): void;
  /** The package is no longer on sale, or at another price. */
  onOutdated(): void;
}

/** Sells a package in two steps: the customer's form, then the payment of the order. */
export function OrderDialog({ offer, onClose, onOutdated }: OrderDialogProps) {
  const titleId = useId();
  return (
    <Dialog open={offer !== undefined} onClose={onClose} labelledBy={titleId} width={52} className="order-dialog">
      {offer && <Steps offer={offer} titleId={titleId} onClose={onClose} onOutdated={onOutdated} />}
    </Dialog>
  );
}

function Steps({ offer, titleId, onClose, onOutdated }: OrderDialogProps & { offer: OfferedPackage; titleId: string }) {
  const [order, setOrder] = useState<PayableOrder>();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!order) return;
    title.current?.focus();
    title.current?.closest("dialog")?.scrollTo(0, 0);
  }, [order]);
  const isFree = (order?.payment_amount ?? offer.price) === 0;
  return (
    <>
      <div className="modal__head">
        <h2 id={titleId} ref={title} tabIndex={-1}>
          {order
            ? `${isFree ? "Đã đặt" : "Thanh toán"} ${packageTitle(order.package_name)}`
            : `Đặt mua ${packageTitle(offer.name)}`}
        </h2>
        <CloseButton label="Đóng" onClose={onClose} />
      </div>
      <ol className="order-dialog__steps">
        <li aria-current={order ? undefined : "step"}>
          {order && <Icon icon={Check} />}
          Thông tin của bạn
        </li>
        <li aria-current={order ? "step" : undefined}>{isFree ? "Chờ xác nhận" : "Chuyển khoản"}</li>
      </ol>
      {order ? (
        <>
          <div className="modal__body">
            <Payment order={order} />
          </div>
          <div className="modal__foot">
            <button type="button" className="btn" onClick={onClose}>
              Đóng
            </button>
            <Link className="btn btn--primary" to={orderPath(order.page_token)}>
              Theo dõi đơn hàng
            </Link>
          </div>
        </>
      ) : (
        <OrderForm offer={offer} onOrdered={setOrder} onOutdated={onOutdated} onClose={onClose} />
      )}
    </>
  );
}

/** Returns a package's name with the word for a package in front: `gói 1 năm`. */
function packageTitle(name: string): string {
  return /^gói\b/i.test(name) ? `g${name.slice(1)}` : `gói ${name}`;
}
