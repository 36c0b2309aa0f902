import { Check, Copy } from "lucide";
import { useEffect, useState } from "react";
import { copyText } from "../../lib/copy-text.ts";
import { IconButton } from "./icon-button.tsx";
import { useToast } from "./toast.tsx";

/** Milliseconds. */
const tickTime = 2500;

interface CopyButtonProps {
  /** Names the text in the middle of a sentence: `mã đơn hàng`. */
  what: string;
  text: string;
}

/** Copies a text and shows a tick for a while. */
export function CopyButton({ what, text }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  const toast = useToast();
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), tickTime);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy() {
    const hasCopied = await copyText(text);
    setIsCopied(hasCopied);
    if (hasCopied) toast(`Đã sao chép ${what}`);
    else toast("Chưa sao chép được. Bạn chọn chữ rồi sao chép nhé.", "danger");
  }

  return <IconButton label={`Sao chép ${what}`} icon={isCopied ? Check : Copy} isSmall onPress={() => void copy()} />;
}
