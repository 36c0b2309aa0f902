import { useNavigation } from "react-router";
import { useRouteCode } from "../lib/route-code.ts";

/** A line across the top while a navigation is pending, announced to screen readers, and a word while it waits for the network. */
export function NavigationProgress() {
  const code = useRouteCode();
  const isNavigating = useNavigation().state !== "idle";
  if (code === "lost") {
    return (
      <div key="lost" className="toasts" role="status">
        <p className="toast">Mất kết nối. Trang mở ra khi có mạng trở lại.</p>
      </div>
    );
  }
  return (
    <div role="status">
      {(isNavigating || code === "coming") && <p className="navigation-progress">Đang mở trang</p>}
    </div>
  );
}
