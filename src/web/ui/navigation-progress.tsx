import { useNavigation } from "react-router";

/** A line across the top while a navigation is pending, announced to screen readers. */
export function NavigationProgress() {
  const isPending = useNavigation().state !== "idle";
  return <div role="status">{isPending && <p className="navigation-progress">Đang mở trang</p>}</div>;
}
