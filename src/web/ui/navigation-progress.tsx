import { useNavigation } from "react-router";
import { useCodeState } from "../lib/route-code.ts";

/** A line across the top while a navigation is pending, and a word while it waits for the network, both announced to screen readers. */
export function NavigationProgress() {
  const code = useCodeState();
  const isPending = useNavigation().location || code !== "there";
  const isLost = code === "lost";
  return (
    <div className={isLost ? "toasts" : undefined} role="status">
      {isPending && (
        <p className={isLost ? "toast" : "navigation-progress"}>
          {isLost ? "Mất kết nối. Trang mở ra khi có mạng trở lại." : "Đang mở trang"}
        </p>
      )}
    </div>
  );
}
