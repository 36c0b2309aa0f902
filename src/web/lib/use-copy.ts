import { useEffect, useState } from "react";
import { copyText } from "./copy-text.ts";

/** Milliseconds. */
const tickTime = 2500;

/**
 * Returns a function that copies a text and says so, and whether it did so a moment ago.
 * @param what names the text in the middle of a sentence: `số tiền`
 */
export function useCopy(what: string, text: string, showToast: (message: string, kind?: "danger") => void) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), tickTime);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy(): Promise<void> {
    const hasCopied = await copyText(text);
    setCopied(hasCopied);
    if (hasCopied) showToast(`Đã sao chép ${what}`);
    else showToast("Chưa sao chép được. Bạn chọn chữ rồi sao chép nhé.", "danger");
  }

  return { isCopied, copy };
}
