import { useState } from "react";
import type { PayableOrder } from "#contract/orders.ts";
import { call } from "../../../lib/api.ts";
import { usePublicForm } from "../../../lib/use-public-form.ts";
import { ErrorNote } from "../../../ui/call-error.tsx";
import { checkInvoice, emptyInvoice, InvoiceFields, type InvoiceValues } from "./invoice-fields.tsx";
import styles from "./invoice-request.module.css";

const fallback = "Chưa lưu được thông tin hóa đơn. Bạn thử lại nhé.";

export interface InvoiceRequestProps {
  order: PayableOrder;
  onSaved(order: PayableOrder, news: string): void;
}

/** The form that asks for an invoice. */
export function InvoiceForm({ order: { page_token, invoice }, onSaved }: InvoiceRequestProps) {
  const [values, setValues] = useState<InvoiceValues>(invoice ?? emptyInvoice);
  const form = usePublicForm({
    check: checkInvoice,
    isChecked: (name, changed, errors) => name === changed && errors[name] !== undefined,
    send: () => save(values, "Đã lưu thông tin hóa đơn"),
    fallback,
  });

  async function save(wanted: InvoiceValues | null, news: string): Promise<void> {
    const options = { params: { token: page_token }, body: { invoice: wanted }, fallback };
    const { data } = await call("PUT /api/orders/{token}/invoice", options);
    setValues(data.invoice ?? emptyInvoice);
    onSaved(data, news);
  }

  return (
    <form {...form.attributes} noValidate>
      <ErrorNote {...form.refusal} />
      <InvoiceFields
        values={values}
        errors={form.errors}
        onChange={(name, value) => setValues({ ...values, [name]: value })}
      />
      <p className={styles.buttons}>
        <button type="submit" className="btn btn--line" disabled={form.isBusy}>
          {form.isBusy ? "Đang lưu..." : "Lưu thông tin hóa đơn"}
        </button>
        {invoice && (
          <button
            type="button"
            className="btn"
            disabled={form.isBusy}
            onClick={async () => {
              if (await form.run(() => save(null, "Đã bỏ yêu cầu xuất hóa đơn"))) form.reset();
            }}
          >
            Thôi xin hóa đơn
          </button>
        )}
      </p>
    </form>
  );
}
