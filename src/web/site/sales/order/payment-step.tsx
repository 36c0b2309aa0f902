import type { PayableOrder } from "#contract/orders.ts";
import { readInBrowser } from "../../read-api.ts";
import type { WantedSong } from "../../wanted-song.ts";
import { GivePremium } from "../giving/give-premium.tsx";
import { Payment } from "../payment/payment.tsx";
import { usePaymentWatch } from "../payment/use-payment-watch.ts";
import { loadOrder } from "./load-order.ts";
import { awaitsPayment, isPaid, isPaymentNews } from "./order-payment.ts";
import { Paid } from "./paid.tsx";
import { Receiver } from "./receiver.tsx";
import { useSessionAfterGrant } from "./use-session-after-grant.ts";

interface PaymentStepProps {
  order: PayableOrder;
  /** The song that the customer wanted to hear. */
  song: WantedSong | undefined;
  /** The order has changed. */
  onOrder(order: PayableOrder): void;
}

/** The payment of an order that was just made: how to pay, then what the payment gave. It follows the order by itself. */
export function PaymentStep({ order, song, onOrder }: PaymentStepProps) {
  const { page_token, premium_granted_at } = order;
  usePaymentWatch({
    stream: "GET /api/orders/{token}/events",
    token: page_token,
    isOn: order.payment_amount > 0,
    isNews: (state) => isPaymentNews(order, state),
    // What can't be fetched now is told again, or looked for.
    look: () => loadOrder(readInBrowser, page_token).then(onOrder, () => {}),
  });
  useSessionAfterGrant(premium_granted_at !== null && !order.is_gift);
  if (isPaid(order) && order.is_gift) return <GivePremium order={order} onChanged={onOrder} />;
  if (isPaid(order)) {
    return (
      <Paid order={order} song={song}>
        <Receiver order={order} onAttached={onOrder} />
      </Paid>
    );
  }
  if (order.payment_amount > 0 && !awaitsPayment(order)) {
    return (
      <p className="note note--info">
        Đơn hàng này vừa thay đổi. Bạn mở trang theo dõi đơn hàng để xem tình trạng nhé.
      </p>
    );
  }
  return <Payment order={order} onClaimed={(claim) => onOrder({ ...order, claim })} />;
}
