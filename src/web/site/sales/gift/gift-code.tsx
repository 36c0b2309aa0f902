import { lazyPart } from "../../../lib/lazy-part.tsx";
import { LateFold } from "../../late-fold.tsx";
import styles from "./gift-code.module.css";

const GiftCodeForm = lazyPart(async () => (await import("./gift-code-form.tsx")).GiftCodeForm);

/** Leads from the code of a gift to its page, folded until somebody has one. */
export function GiftCode() {
  return (
    <LateFold className={styles.gift} summary="Nhập mã quà" height="8rem">
      <GiftCodeForm />
    </LateFold>
  );
}
