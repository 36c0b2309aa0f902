import type { ListedSong } from "../library/listed-song.ts";
import { SongGrid } from "../library/song-grid.tsx";
import { SongGridSkeleton } from "../library/song-grid-skeleton.tsx";
import { PlayAll } from "../music/play-all.tsx";
import { routes } from "../routes.ts";
import { featuredCount } from "./load-home.ts";
import { SectionHead } from "./section-head.tsx";

export function FeaturedSongs({ songs }: { songs: readonly ListedSong[] | undefined }) {
  if (songs?.length === 0) return null;
  return (
    <section className="section wrap">
      <SectionHead
        title="Bài hát nổi bật"
        text="Những bài chúng tôi chọn để bạn nghe trước."
        more={{ route: routes.songs, label: "Xem tất cả" }}
      />
      {songs && <PlayAll list={{ tracks: songs }} of="bài hát nổi bật" />}
      {songs ? <SongGrid songs={songs} eagerCount={0} /> : <SongGridSkeleton count={featuredCount} />}
    </section>
  );
}
