/** The form by which money of a paid order is noted as given back, in part or all that is left. */
import { useEffect, useMemo, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { paidSum, refundableSum } from "#contract/order-money.ts";
import { type AdminOrder, OrderRefundBody } from "#contract/orders.ts";
import { dong } from "../../lib/format.ts";
import { useChange } from "../../resource/data/queries.ts";
import { SelectField, TextAreaField, TextField } from "../../resource/form/fields.tsx";
import { NumberField } from "../../resource/form/number-field.tsx";
import { ResourceForm } from "../../resource/form/resource-form.tsx";
import { EndMessageField } from "./end-order.tsx";
import { orderRefreshes, saveErrors } from "./order-calls.ts";
import { hasPremium, packageOf, receiverNameOf, timeOf } from "./order-states.tsx";

const Refunded = OrderRefundBody.omit({ version: true });

interface RefundOrderProps {
  order: AdminOrder;
  onClose: () => void;
}

export function RefundOrder({ order, onClose }: RefundOrderProps) {
  // A press after a lost reply must not give the money back twice.
  const [{ version }] = useState(order);
  const left = refundableSum(order);
  const schema = useMemo(() => {
    const amount = Refunded.shape.amount.max(left, `Đơn này chỉ còn ${dong(left)} để hoàn`);
    return Refunded.extend({ amount });
  }, [left]);
  const refund = useChange("POST /api/premium-orders/{id}/refunds", {
    refreshes: orderRefreshes,
    successMessage: "Đã ghi hoàn tiền",
    ...saveErrors,
  });
  return (
    <ResourceForm
      title={`Hoàn tiền đơn ${order.code}`}
      action="Ghi hoàn tiền"
      schema={schema}
      values={{
        amount: left,
        reason: "",
        reference: "",
        premium: hasPremium(order) ? "take" : "keep",
        end_message: "",
      }}
      needs={{ reason: "lý do" }}
      submit={(body) => refund.mutateAsync({ params: { id: order.id }, body: { ...body, version } })}
      onClose={onClose}
    >
      <p>
        {order.user_name}, {packageOf(order)}: đã nhận <b className="num">{dong(paidSum(order))}</b>
        {order.refunded_amount > 0 && (
          <>
            , đã hoàn <b className="num">{dong(order.refunded_amount)}</b>
          </>
        )}
        . Bạn ghi khi đã chuyển tiền cho khách, trang không tự chuyển tiền.
      </p>
      <NumberField
        name="amount"
        label="Số tiền hoàn"
        hint={`Còn ${dong(left)} để hoàn. Hoàn hết thì đơn thành đã hoàn tiền.`}
        suffix="₫"
        min={1}
        max={left}
        required
      />
      <TextAreaField name="reason" label="Lý do" hint="Khách không thấy lý do này." rows={2} required />
      <TextField name="reference" label="Mã giao dịch hoàn" maxLength={200} hint="Mã của ngân hàng, nếu có." />
      {hasPremium(order) && <PremiumField order={order} left={left} />}
      <WordsField />
    </ResourceForm>
  );
}

/** The whole refund takes what the order gave and a part leaves it, until something else is chosen. */
function PremiumField({ order, left }: { order: AdminOrder; left: number }) {
  const { setValue } = useFormContext();
  const amount: number = useWatch({ name: "amount" });
  const [isChosen, setIsChosen] = useState(false);
  useEffect(() => {
    if (!isChosen) setValue("premium", amount >= left ? "take" : "keep");
  }, [amount, left, isChosen, setValue]);
  return (
    <div onChange={() => setIsChosen(true)}>
      <SelectField
        name="premium"
        label="Premium"
        hint={`${receiverNameOf(order)} đã được cộng ${timeOf(order)} từ đơn này. Thu lại thì chỉ mất phần ấy.`}
        options={[
          { value: "keep", label: "Giữ Premium" },
          { value: "take", label: "Thu lại Premium" },
        ]}
      />
    </div>
  );
}

function WordsField() {
  const amount: number = useWatch({ name: "amount" });
  return (
    <EndMessageField
      suggestions={[
        ...(amount > 0 ? [`Chúng tôi đã chuyển lại ${dong(amount)} vào tài khoản bạn đã dùng để trả.`] : []),
        "Bạn đã yêu cầu hoàn tiền đơn này.",
        "Đơn này trùng với một đơn khác của bạn.",
      ]}
    />
  );
}
