import { Link } from "../ui/link.tsx";
import { EmptyState } from "../ui/states.tsx";
import { PageHead } from "./page-head.tsx";
import { fallbackLinks } from "./routes.ts";

export function NotFound() {
  return (
    <div className="wrap">
      <PageHead title="Trang không tồn tại" description="Đường dẫn này không đúng." />
      <EmptyState
        title="Trang không tồn tại"
        level="h1"
        text="Đường dẫn này không đúng, hoặc trang đã được chuyển đi nơi khác."
      >
        {fallbackLinks.map(({ path, label }, index) => (
          <Link key={path} className={index === 0 ? "btn btn--primary" : "btn btn--line"} to={path}>
            {label}
          </Link>
        ))}
      </EmptyState>
    </div>
  );
}
