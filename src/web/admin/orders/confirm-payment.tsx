import { useId, useState } from "react";
import { useSearchParams } from "react-router";
import type { AdminOrder, AdminOrderDetail, OrderStatus } from "#contract/orders.ts";
import { dong } from "../../lib/format.ts";
import { Banner } from "../../resource/controls/banner.tsx";
import { Modal } from "../../resource/controls/modal.tsx";
import { useRead } from "../../resource/data/queries.ts";
import { bankLineOf } from "./bank-line.ts";
import { unreachable, useOrderChange } from "./order-calls.ts";
import { lackingOf, timeOf } from "./order-states.tsx";

interface ConfirmPaymentProps {
  order: AdminOrder;
  onClose: () => void;
}

/** Asks whether the money came, with the bank's reference, which the pasted line of the search fills in. */
export function ConfirmPayment({ order: listed, onClose }: ConfirmPaymentProps) {
  const id = useId();
  const [params] = useSearchParams();
  const read = useRead(
    "GET /api/premium-orders/{id}",
    { params: { id: listed.id } },
    { fallback: "Có lỗi xảy ra khi tải đơn hàng", unreachable },
  );
  const detail = read.data?.data.id === listed.id ? read.data.data : undefined;
  const order = detail ?? listed;
  const line = bankLineOf(params.get("q") ?? "", order);
  const [saved] = useState(order.payment_reference ?? "");
  const [reference, setReference] = useState(saved || (line?.reference ?? ""));
  const { isBusy, send } = useOrderChange(order);
  async function confirm() {
    const status: OrderStatus = order.status === "completed" ? "completed" : "confirmed";
    const written = reference.trim();
    const body = {
      payment_status: "paid" as const,
      status,
      ...(written !== saved && { payment_reference: written }),
      version: order.version,
    };
    if (await send(body, "Đã xác nhận thanh toán")) onClose();
  }
  return (
    <Modal
      open
      title="Xác nhận đã thanh toán"
      width={27}
      role="alertdialog"
      onClose={onClose}
      foot={
        <>
          <button type="button" className="btn btn--line" onClick={onClose}>
            Hủy
          </button>
          <button type="submit" form={id} className="btn btn--primary" aria-disabled={isBusy}>
            Xác nhận
          </button>
        </>
      }
    >
      <form
        id={id}
        className="confirm"
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <p>
          Đơn <b>{order.code}</b>:{" "}
          {lackingOf(order) > 0 ? (
            <>
              mới nhận{" "}
              <b className="num">
                {dong(order.received_amount)} / {dong(order.payment_amount)}
              </b>
              . Nhận là đủ?
            </>
          ) : (
            <>
              đã nhận <b className="num">{dong(order.payment_amount)}</b>?
            </>
          )}{" "}
          {effectText(order, detail)}
        </p>
        {line?.otherAmount !== undefined && (
          <Banner kind="warning">
            Dòng đã dán ghi {dong(line.otherAmount)}, {differenceOf(line.otherAmount, order.payment_amount)}.
          </Banner>
        )}
        {detail?.account?.is_active === false && (
          <Banner kind="warning">
            Tài khoản {detail.account.username} đang bị khóa: Premium vẫn được cộng, nhưng chủ tài khoản chưa đăng nhập
            được.
          </Banner>
        )}
        <div className="field">
          <label htmlFor={`${id}-reference`}>Mã giao dịch của ngân hàng (không bắt buộc)</label>
          <input
            id={`${id}-reference`}
            className="input"
            maxLength={200}
            autoComplete="off"
            value={reference}
            onChange={(event) => setReference(event.target.value)}
          />
        </div>
      </form>
    </Modal>
  );
}

const differenceOf = (paid: number, due: number) =>
  paid < due ? `thiếu ${dong(due - paid)}` : `thừa ${dong(paid - due)}`;

/** Returns which account receives which time by the confirmation. @param detail undefined until it is read */
export function effectText(
  order: AdminOrder,
  detail: Pick<AdminOrderDetail, "account" | "matching_user"> | undefined,
): string {
  const { premium_granted_at, user_id, user_name, is_gift } = order;
  if (premium_granted_at !== null) return "Premium của đơn này đã được cộng trước đó, sẽ không cộng lại.";
  if (is_gift) return `Đơn này là quà tặng: người tặng được báo và gửi quà, ai nhận thì được cộng ${timeOf(order)}.`;
  if (user_id !== null)
    return `Tài khoản ${detail?.account?.username ?? `của ${user_name}`} được cộng ${timeOf(order)}.`;
  if (detail?.matching_user?.is_email_verified) {
    return `Tài khoản ${detail.matching_user.username} có cùng email đã xác minh nên được gắn và cộng ${timeOf(order)}.`;
  }
  return `Đơn chưa gắn với tài khoản nào nên ${timeOf(order)} chưa cộng cho ai. Tìm và gắn tài khoản trong phần chi tiết, trước hay sau khi xác nhận đều được.`;
}
