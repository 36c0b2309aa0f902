import { PaymentChange, type StaffRequestDetail } from "#contract/requests.ts";
import { useChange } from "../../resource/data/queries.ts";
import { SwitchField } from "../../resource/form/fields.tsx";
import { NumberField } from "../../resource/form/number-field.tsx";
import { PageForm } from "../../resource/form/page-form.tsx";
import type { Changed } from "../../resource/form/use-resource-form.ts";
import { deskRefreshes, updateErrors } from "./desk-calls.ts";

/** Agreed price and payment of a request; only what was changed is sent. */
export function PaymentForm({ request }: { request: StaffRequestDetail }) {
  const save = useChange("PUT /api/staff/requests/{id}/payment", { refreshes: deskRefreshes, ...updateErrors });
  async function submit(_: PaymentChange, body: Changed<PaymentChange>) {
    const { data } = await save.mutateAsync({ params: { id: request.id }, body });
    return { saved: valuesOf(data), version: data.version };
  }
  return (
    <PageForm
      name={`payment-${request.id}`}
      schema={PaymentChange}
      values={valuesOf(request)}
      version={request.version}
      valuesOf={(record) => valuesOf(record as StaffRequestDetail)}
      submit={submit}
      success="Đã lưu giá và thanh toán"
      action="Lưu giá và thanh toán"
    >
      <NumberField name="agreed_price" label="Giá thỏa thuận" min={0} step={1000} suffix="₫" />
      <SwitchField name="is_paid" label="Đã thanh toán" hint="Bật khi tiền của khách đã về tài khoản." />
    </PageForm>
  );
}

function valuesOf({ agreed_price, paid_at }: StaffRequestDetail) {
  return { agreed_price, is_paid: paid_at !== null };
}
