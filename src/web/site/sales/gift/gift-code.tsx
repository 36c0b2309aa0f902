import { ChevronDown } from "lucide";
import { Suspense, useState } from "react";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Skeleton } from "../../../ui/states.tsx";
import styles from "./gift-code.module.css";

const GiftCodeForm = lazyPart(async () => (await import("./gift-code-form.tsx")).GiftCodeForm);

/** Leads from the code of a gift to its page, folded until somebody has one. */
export function GiftCode() {
  const [wasOpened, setOpened] = useState(false);
  return (
    <details className={styles.gift} onToggle={() => setOpened(true)}>
      <summary>
        <span>Nhập mã quà</span>
        <Icon icon={ChevronDown} />
      </summary>
      {wasOpened && (
        <Suspense fallback={<Skeleton style={{ height: "8rem" }} />}>
          <GiftCodeForm />
        </Suspense>
      )}
    </details>
  );
}
