import { ChevronDown, CircleAlert } from "lucide";
import { type FormEvent, useState } from "react";
import type { PayableOrder } from "#contract/orders.ts";
import { call } from "../../../lib/api.ts";
import { Icon } from "../../../ui/icon.tsx";
import {
  emptyInvoice,
  type InvoiceErrors,
  InvoiceFields,
  type InvoiceValues,
  invoiceError,
  invoiceNames,
} from "./invoice-fields.tsx";
import styles from "./invoice-request.module.css";

const failedMessage = "Chưa lưu được thông tin hóa đơn. Bạn thử lại nhé.";

interface InvoiceRequestProps {
  order: PayableOrder;
  onSaved(order: PayableOrder, news: string): void;
}

/** Asks for a VAT invoice of an order, changes what it needs, or gives it up. */
export function InvoiceRequest({ order: { page_token, invoice }, onSaved }: InvoiceRequestProps) {
  const [values, setValues] = useState<InvoiceValues>(invoice ?? emptyInvoice);
  const [errors, setErrors] = useState<InvoiceErrors>({});
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function save(wanted: InvoiceValues | null, news: string): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setRefusal(undefined);
    try {
      const options = { params: { token: page_token }, body: { invoice: wanted }, fallback: failedMessage };
      const { data } = await call("PUT /api/orders/{token}/invoice", options);
      setValues(data.invoice ?? emptyInvoice);
      onSaved(data, news);
    } catch (error) {
      setRefusal((error instanceof Error && error.message) || failedMessage);
    }
    setBusy(false);
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const found: InvoiceErrors = Object.fromEntries(
      invoiceNames.map((name) => [name, invoiceError(name, values[name])]),
    );
    setErrors(found);
    const wrong = invoiceNames.find((name) => found[name] !== undefined);
    const control = wrong && event.currentTarget.elements.namedItem(`invoice.${wrong}`);
    if (control instanceof HTMLElement) control.focus();
    else void save(values, "Đã lưu thông tin hóa đơn");
  }

  return (
    <details className={styles.invoice}>
      <summary>
        <span>{invoice ? `Hóa đơn cho ${invoice.company}` : "Tôi cần hóa đơn công ty"}</span>
        <Icon icon={ChevronDown} />
      </summary>
      <form noValidate onSubmit={submit}>
        {refusal && (
          <p className="note note--danger" role="alert">
            <Icon icon={CircleAlert} />
            {refusal}
          </p>
        )}
        <InvoiceFields
          values={values}
          errors={errors}
          onChange={(name, value) => {
            setValues({ ...values, [name]: value });
            if (errors[name]) setErrors({ ...errors, [name]: invoiceError(name, value) });
          }}
        />
        <p className={styles.buttons}>
          <button type="submit" className="btn btn--line" disabled={isBusy}>
            {isBusy ? "Đang lưu..." : "Lưu thông tin hóa đơn"}
          </button>
          {invoice && (
            <button
              type="button"
              className="btn"
              disabled={isBusy}
              onClick={() => void save(null, "Đã bỏ yêu cầu xuất hóa đơn")}
            >
              Thôi xin hóa đơn
            </button>
          )}
        </p>
      </form>
    </details>
  );
}
