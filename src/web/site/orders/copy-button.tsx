import { Check, Copy } from "lucide";
import { useEffect, useState } from "react";
import { copyText } from "../../lib/copy-text.ts";
import { Icon } from "../../ui/icon.tsx";
import { useToast } from "../../ui/toast.tsx";

/** Milliseconds. */
const tickTime = 2500;

/** Copies a text and shows a tick for a while. @param what names the text in the middle of a sentence: `số tiền` */
export function CopyButton({ what, text }: { what: string; text: string }) {
  const [isCopied, setCopied] = useState(false);
  const showToast = useToast();
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), tickTime);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy() {
    const copied = await copyText(text);
    setCopied(copied);
    showToast(copied ? `Đã sao chép ${what}` : "Chưa sao chép được. Bạn chọn chữ rồi sao chép nhé.");
  }

  return (
    <button
      type="button"
      className={isCopied ? "ibtn payment__copied" : "ibtn"}
      aria-label={`Sao chép ${what}`}
      onClick={() => void copy()}
    >
      <Icon icon={isCopied ? Check : Copy} />
    </button>
  );
}
