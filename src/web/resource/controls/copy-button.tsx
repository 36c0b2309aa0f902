import { Check, Copy } from "lucide";
import { useCopy } from "../../lib/use-copy.ts";
import { IconButton } from "./icon-button.tsx";
import { useAreaToast } from "./toast.tsx";

interface CopyButtonProps {
  /** Names the text in the middle of a sentence: `mã đơn hàng`. */
  what: string;
  text: string;
}

/** Copies a text and shows a tick for a while. */
export function CopyButton({ what, text }: CopyButtonProps) {
  const { isCopied, copy } = useCopy(what, text, useAreaToast());
  return <IconButton label={`Sao chép ${what}`} icon={isCopied ? Check : Copy} isSmall onPress={() => void copy()} />;
}
