import { Link } from "../ui/link.tsx";
import { EmptyState } from "../ui/states.tsx";
import { PageHead } from "./page-head.tsx";
import { waysOn } from "./pages.ts";

/** What a missing page shows: what happened, and the ways on. */
export function NotFound() {
  return (
    <div className="wrap">
      <PageHead title="Trang không tồn tại" description="Đường dẫn này không đúng." />
      <EmptyState
        title="Trang không tồn tại"
        level="h1"
        text="Đường dẫn này không đúng, hoặc trang đã được chuyển đi nơi khác."
      >
        {waysOn.map((page, place) => (
          <Link key={page.path} className={place === 0 ? "btn btn--primary" : "btn btn--line"} to={page.path}>
            {page.label}
          </Link>
        ))}
      </EmptyState>
    </div>
  );
}
