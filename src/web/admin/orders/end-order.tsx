/** Ways to end an order, each with words to its customer, who gets a message. */

import { useEffect } from "react";
import { useFormContext } from "react-hook-form";
import type { AdminOrder } from "#contract/orders.ts";
import { OrderChange } from "#contract/orders.ts";
import { dong } from "../../lib/format.ts";
import { useChange } from "../../resource/data/queries.ts";
import { useFieldLabel } from "../../resource/form/field-labels.ts";
import { ResourceForm } from "../../resource/form/resource-form.tsx";
import { SuggestField } from "../../resource/form/suggest-field.tsx";
import { orderRefreshes, saveErrors } from "./order-calls.ts";
import { orderLooks, packageOf, paymentLooks } from "./order-states.tsx";

export type Ending = "refuse" | "cancel";

const endings = {
  refuse: {
    title: "Từ chối đơn",
    action: "Từ chối",
    success: "Đã từ chối đơn hàng",
    effect: "Đơn được hủy và thanh toán được ghi là thất bại.",
    change: { status: "cancelled", payment_status: "failed" },
  },
  cancel: {
    title: "Hủy đơn",
    action: "Hủy đơn",
    success: "Đã hủy đơn hàng",
    effect: "Đơn ở lại trong sổ với trạng thái Đã hủy.",
    change: { status: "cancelled" },
  },
} as const;

const Ended = OrderChange.pick({ status: true, payment_status: true, end_message: true });

interface EndOrderProps {
  order: AdminOrder;
  ending: Ending;
  onClose: () => void;
}

/** Asks for the words to the customer and ends the order. */
export function EndOrder({ order, ending, onClose }: EndOrderProps) {
  const { title, action, success, effect, change } = endings[ending];
  const save = useChange("PUT /api/premium-orders/{id}", {
    refreshes: orderRefreshes,
    successMessage: success,
    ...saveErrors,
  });
  return (
    <ResourceForm
      title={`${title} ${order.code}`}
      action={action}
      schema={Ended}
      values={valuesOf(order)}
      version={order.version}
      valuesOf={(record) => valuesOf(record as AdminOrder)}
      submit={async ({ end_message }, changed) => {
        // Nothing is left to do when the colleague's states were chosen.
        if (changed.status === undefined && changed.payment_status === undefined) return;
        await save.mutateAsync({ params: { id: order.id }, body: { ...changed, end_message } });
      }}
      onClose={onClose}
    >
      <p>
        {order.user_name}, {packageOf(order)}, <b>{dong(order.payment_amount)}</b>. {effect}
      </p>
      <EndStates change={change} />
      <EndMessageField suggestions={reasonsFor(order)} />
    </ResourceForm>
  );
}

function valuesOf({ status, payment_status, end_message }: AdminOrder) {
  return { status, payment_status, end_message: end_message ?? "" };
}

/** The states that the end brings, as fields: what a colleague made of them meanwhile is asked about. */
function EndStates({ change }: { change: Pick<OrderChange, "status" | "payment_status"> }) {
  const { register, setValue } = useFormContext();
  useFieldLabel("status", "Trạng thái đơn hàng", labelIn(orderLooks.options));
  useFieldLabel("payment_status", "Trạng thái thanh toán", labelIn(paymentLooks.options));
  useEffect(() => {
    // Not dirty: an end that is not asked for yet may be left without a question.
    for (const [name, value] of Object.entries(change)) setValue(name, value);
  }, [change, setValue]);
  return (
    <>
      <input type="hidden" {...register("status")} />
      <input type="hidden" {...register("payment_status")} />
    </>
  );
}

function labelIn(options: readonly { value: string; label: string }[]) {
  return (value: unknown) => options.find((option) => option.value === value)?.label ?? "";
}

/** The words to the customer of an order that ends or is given back, with common ones to choose from. */
export function EndMessageField({ suggestions }: { suggestions: readonly string[] }) {
  return (
    <SuggestField
      name="end_message"
      label="Lời nhắn cho khách"
      hint="Có trong thư báo cho khách và trên trang đơn hàng."
      suggestions={suggestions.map((name) => ({ id: name, name, detail: "" }))}
      maxLength={300}
    />
  );
}

/** Returns common words to the customer of an order that ends. */
export function reasonsFor({ payment_amount, payment_status }: AdminOrder): string[] {
  return payment_status === "paid" || payment_status === "refunded"
    ? [
        `Chúng tôi đã chuyển lại ${dong(payment_amount)} vào tài khoản bạn đã dùng để trả.`,
        "Bạn đã yêu cầu hoàn tiền đơn này.",
        "Đơn này trùng với một đơn khác của bạn.",
      ]
    : [
        "Số tiền nhận được còn thiếu 20.000 ₫, bạn liên hệ chúng tôi để chuyển thêm nhé.",
        "Chúng tôi chưa nhận được tiền của đơn này.",
        "Nội dung chuyển khoản không có mã đơn nên chúng tôi chưa tìm được khoản tiền của bạn.",
        "Đơn này trùng với một đơn khác của bạn.",
        "Bạn đã yêu cầu hủy đơn này.",
      ];
}
