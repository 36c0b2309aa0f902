import { PaymentChange, type StaffRequestDetail } from "#contract/requests.ts";
import { useChange } from "../../resource/data/queries.ts";
import { SwitchField } from "../../resource/form/fields.tsx";
import { LiveValues } from "../../resource/form/live-values.tsx";
import { NumberField } from "../../resource/form/number-field.tsx";
import { PageForm } from "../../resource/form/page-form.tsx";
import { deskRefreshes, updateErrors } from "./desk-calls.ts";

/** Agreed price and payment of a request; only what was changed is sent. */
export function PaymentForm({ request }: { request: StaffRequestDetail }) {
  const save = useChange("PUT /api/staff/requests/{id}/payment", { refreshes: deskRefreshes, ...updateErrors });
  const values = valuesOf(request);
  async function submit(_: PaymentChange, body: Partial<PaymentChange>) {
    return { saved: valuesOf((await save.mutateAsync({ params: { id: request.id }, body })).data) };
  }
  return (
    <PageForm
      name={`payment-${request.id}`}
      schema={PaymentChange}
      values={values}
      submit={submit}
      success="Đã lưu giá và thanh toán"
      action="Lưu giá và thanh toán"
    >
      <LiveValues values={values} />
      <NumberField name="agreed_price" label="Giá thỏa thuận" min={0} step={1000} suffix="₫" />
      <SwitchField name="is_paid" label="Đã thanh toán" hint="Bật khi tiền của khách đã về tài khoản." />
    </PageForm>
  );
}

function valuesOf({ agreed_price, paid_at }: StaffRequestDetail) {
  return { agreed_price, is_paid: paid_at !== null };
}
