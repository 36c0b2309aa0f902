/** Route around the screens of a back office: an error of a screen takes the screen's place, and the frame stays. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Outlet, useLocation, useNavigate } from "react-router";
import { Link } from "../../ui/link.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { useArea } from "./area.ts";

export default function Screen() {
  return <Outlet />;
}

/** The next navigation clears the error; the router has logged it. */
export function ErrorBoundary() {
  const { homePath } = useArea();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const client = useQueryClient();
  // A reply that a screen can't show must not wait for it in the cache.
  useEffect(() => client.removeQueries({ type: "inactive" }), [client]);
  return (
    <ErrorState
      level="h1"
      title="Màn hình này gặp lỗi"
      text="Các màn hình khác vẫn dùng được. Bạn thử lại, hoặc về trang tổng quan nhé."
      onRetry={() => void navigate(pathname + search, { replace: true, preventScrollReset: true })}
    >
      <Link className="btn btn--line" to={homePath}>
        Về trang tổng quan
      </Link>
    </ErrorState>
  );
}
