import { Headphones, Heart } from "lucide";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { routes } from "../routes.ts";

/** Stands where the liked songs will be, and leads to songs. */
export function NoLikes() {
  return (
    <EmptyState title="Bạn chưa thích bài nào" text="Bấm “Thích” ở một bài bạn mến, bài ấy sẽ nằm ở đây.">
      <Link className="btn btn--primary" to={routes.songs.path}>
        <Icon icon={Heart} />
        Tìm bài để thích
      </Link>
    </EmptyState>
  );
}

/** Stands where the heard songs will be, and leads to songs. */
export function NoHistory() {
  return (
    <EmptyState title="Chưa có bài nào ở đây" text="Bài bạn nghe sẽ được ghi lại theo ngày.">
      <Link className="btn btn--primary" to={routes.songs.path}>
        <Icon icon={Headphones} />
        Nghe một bài
      </Link>
    </EmptyState>
  );
}
