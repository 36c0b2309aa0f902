import type { ListedSong } from "../library/listed-song.ts";
import { SongGrid } from "../library/song-grid.tsx";
import { SongGridSkeleton } from "../library/song-grid-skeleton.tsx";
import { PlayAll } from "../music/play-all.tsx";
import { routes } from "../routes.ts";
import { PremiumLine } from "../sales/premium/premium-line.tsx";
import { featuredCount } from "./load-home.ts";
import { SectionHead } from "./section-head.tsx";

interface FeaturedSongsProps {
  songs: readonly ListedSong[] | undefined;
  /** The lowest price of Premium; undefined while it can't be bought. */
  premiumPrice: string | undefined;
}

/** The songs that were chosen, with Premium in a line below them; that line alone where none are. */
export function FeaturedSongs({ songs, premiumPrice }: FeaturedSongsProps) {
  if (songs?.length === 0) {
    return (
      <div className="wrap">
        <PremiumLine price={premiumPrice} />
      </div>
    );
  }
  return (
    <section className="section wrap">
      <SectionHead
        title="Bài hát nổi bật"
        text="Những bài chúng tôi chọn để bạn nghe trước."
        more={{ route: routes.songs, label: "Xem tất cả" }}
      />
      {songs && <PlayAll list={{ tracks: songs }} of="bài hát nổi bật" />}
      {songs ? <SongGrid songs={songs} eagerCount={0} inRow /> : <SongGridSkeleton count={featuredCount} inRow />}
      <PremiumLine price={premiumPrice} />
    </section>
  );
}
