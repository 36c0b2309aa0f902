import type { PayableOrder } from "#contract/orders.ts";
import type { PremiumGift } from "#contract/premium-gifts.ts";
import { call } from "../../../lib/api.ts";
import { dayText, shortDate } from "../../../lib/dates.ts";
import { premiumTitle } from "../../../lib/package-text.ts";
import { failedMessage, GiftGiving } from "./gift-giving.tsx";
import { premiumLabels } from "./gift-inputs.tsx";

interface GivePremiumProps {
  /** An order of a gift. */
  order: PayableOrder;
  onChanged(order: PayableOrder): void;
}

/** The giver's side of the gift that a paid order buys. */
export function GivePremium({ order, onChanged }: GivePremiumProps) {
  const { gift, page_token: token } = order;
  if (!gift) return null;
  const { recipient_name, giver_name } = gift;
  return (
    <div id="order-gift">
      <GiftGiving
        gift={gift}
        state={stateOf(order, gift)}
        labels={premiumLabels}
        draftKey={`draft:premiumGift:${token}`}
        card={`/api/orders/${token}/gift/card.pdf`}
        shared={{ title: premiumTitle(order), text: `${giver_name} có một món quà cho ${recipient_name}` }}
        save={async ({ recipient_name: to, giver_name: from, ...change }) => {
          // Both are required, so that neither is ever null.
          const body = { ...change, recipient_name: to ?? undefined, giver_name: from ?? undefined };
          onChanged(
            (await call("PUT /api/orders/{token}/gift", { params: { token }, body, fallback: failedMessage })).data,
          );
        }}
      />
    </div>
  );
}

/** Returns what became of a gift, in a sentence or two. */
function stateOf(order: PayableOrder, gift: PremiumGift): string {
  const { recipient_name: to, opens_on, taken_at, state, secret } = gift;
  const what = `${premiumTitle(order)} cho ${to}`;
  if (taken_at !== null) return `${what} đã được nhận ngày ${shortDate(taken_at)}.`;
  if (secret === null) return `${what}. Chúng tôi đang xác nhận, món quà sẵn sàng ngay sau đó.`;
  if (state === "closed") return `${what} đang đóng: không ai mở hay nhận được cho đến khi bạn mở lại.`;
  return state === "waiting" && opens_on !== null
    ? `${what} đã sẵn sàng, mở từ ngày ${dayText(opens_on)}. Bạn gửi trước được, người nhận thấy hộp quà và ngày mở.`
    : `${what} đã sẵn sàng, chưa ai nhận. Bạn gửi trang quà hoặc mã quà, ai nhận trước thì Premium là của người ấy.`;
}
