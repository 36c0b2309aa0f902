import { ChevronDown } from "lucide";
import { Suspense, useState } from "react";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Skeleton } from "../../../ui/states.tsx";
import type { InvoiceRequestProps } from "./invoice-form.tsx";
import styles from "./invoice-request.module.css";

const InvoiceForm = lazyPart(async () => (await import("./invoice-form.tsx")).InvoiceForm);

/** Asks for a VAT invoice of an order, changes what it needs, or gives it up; loaded once it is opened. */
export function InvoiceRequest(props: InvoiceRequestProps) {
  const { invoice } = props.order;
  const [wasOpened, setOpened] = useState(false);
  return (
    <details className={styles.invoice} onToggle={() => setOpened(true)}>
      <summary>
        <span>{invoice ? `Hóa đơn cho ${invoice.company}` : "Tôi cần hóa đơn công ty"}</span>
        <Icon icon={ChevronDown} />
      </summary>
      {wasOpened && (
        <Suspense fallback={<Skeleton style={{ height: "22rem" }} />}>
          <InvoiceForm {...props} />
        </Suspense>
      )}
    </details>
  );
}
