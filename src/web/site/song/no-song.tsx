import { Link } from "../../ui/link.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { PageHead } from "../page-head.tsx";
import { routes } from "../routes.ts";
import type { SongFailure } from "./load-song.ts";

/** Stands in place of a page about a song that is missing or can't be loaded. */
export function NoSong({ failure: { missing, message } }: { failure: SongFailure }) {
  const backLink = (
    <Link className={missing ? "btn btn--primary" : "btn btn--line"} to={routes.songs.path}>
      {routes.songs.label}
    </Link>
  );
  return (
    <div className="wrap">
      <PageHead title={missing ? message : "Có lỗi xảy ra"} description={message} />
      {missing ? (
        <EmptyState level="h1" title={message} text="Bài hát có thể đã được gỡ hoặc đường dẫn chưa đúng.">
          {backLink}
        </EmptyState>
      ) : (
        <ErrorState level="h1" title={message}>
          {backLink}
        </ErrorState>
      )}
    </div>
  );
}
