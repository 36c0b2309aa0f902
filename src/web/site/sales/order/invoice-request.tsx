import { lazyPart } from "../../../lib/lazy-part.tsx";
import { LateFold } from "../../late-fold.tsx";
import type { InvoiceRequestProps } from "./invoice-form.tsx";
import styles from "./invoice-request.module.css";

const InvoiceForm = lazyPart(async () => (await import("./invoice-form.tsx")).InvoiceForm);

/** Asks for a VAT invoice of an order, changes what it needs, or gives it up; loaded once it is opened. */
export function InvoiceRequest(props: InvoiceRequestProps) {
  const { invoice } = props.order;
  return (
    <LateFold
      className={styles.invoice}
      summary={invoice ? `Hóa đơn cho ${invoice.company}` : "Tôi cần hóa đơn công ty"}
      height="22rem"
    >
      <InvoiceForm {...props} />
    </LateFold>
  );
}
