import { useEffect } from "react";
import { useToast } from "./toast.tsx";

/** Stands in place of a dialog whose code has not come: says so and closes, so that the next press opens it anew. */
export function LateDialog({ onClose }: { onClose: () => void }) {
  const showToast = useToast();
  useEffect(() => {
    showToast("Mất kết nối. Bạn bấm lại khi có mạng nhé.");
    onClose();
  }, [showToast, onClose]);
  return null;
}
