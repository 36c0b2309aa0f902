import { Check, Copy } from "lucide";
import { useCopy } from "../../../lib/use-copy.ts";
import { Icon } from "../../../ui/icon.tsx";
import { useToast } from "../../../ui/toast.tsx";
import styles from "./payment.module.css";

/** Copies a text and shows a tick for a while. @param what names the text in the middle of a sentence: `số tiền` */
export function CopyButton({ what, text }: { what: string; text: string }) {
  const { isCopied, copy } = useCopy(what, text, useToast());
  return (
    <button
      type="button"
      className={isCopied ? `ibtn ${styles.copied}` : "ibtn"}
      aria-label={`Sao chép ${what}`}
      onClick={() => void copy()}
    >
      <Icon icon={isCopied ? Check : Copy} />
    </button>
  );
}
