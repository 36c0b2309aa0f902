import { useNavigation } from "react-router";

/** A line across the top, and words for who does not see it, while a page that was asked for takes its time. */
export function Waiting() {
  const waiting = useNavigation().state !== "idle";
  return <div role="status">{waiting && <p className="navigation-progress">Đang mở trang</p>}</div>;
}
