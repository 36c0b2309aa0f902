import { Crown, Lock, Play } from "lucide";
import { memo } from "react";
import { artistOf } from "../../../lib/artist.ts";
import { Cover } from "../../../ui/cover.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Link } from "../../../ui/link.tsx";
import { LockMessage } from "../../music/lock-message.tsx";
import type { LatestSong } from "./latest-song.ts";

interface LatestSlideProps {
  song: LatestSong;
  /** From 1. */
  position: number;
  count: number;
  current: boolean;
  /** The listener has no access, or the session check is pending. */
  locked: boolean;
  hasCover: boolean;
}

const coverSizes = "(min-width: 80rem) 20rem, (min-width: 34rem) 17rem, 50vw";

export const LatestSlide = memo(function LatestSlide({
  song,
  position,
  count,
  current,
  locked,
  hasCover,
}: LatestSlideProps) {
  const role =
    count === 1
      ? {}
      : { role: "group", "aria-roledescription": "trang chiếu", "aria-label": `${position} trên ${count}` };
  return (
    <div className="slide" data-current={current || undefined} {...role}>
      <div className="slide__sleeve">
        {hasCover ? (
          <Cover id={song.id} title={song.title} image={song.thumbnail_url} sizes={coverSizes} />
        ) : (
          <div className="cover" aria-hidden="true" />
        )}
      </div>
      <div className="slide__text">
        <p className="slide__eyebrow">
          {count === 1 ? "Bài mới" : `Bài mới, ${position} trên ${count}`}
          {song.is_premium && (
            <span className="badge badge--gold">
              <Icon icon={Crown} />
              Premium
            </span>
          )}
        </p>
        <h3 className="clamp">{song.title}</h3>
        <div className="slide__meta">
          <p>Tác giả: {artistOf(song)}</p>
          {song.categories.length > 0 && (
            <ul className="chips">
              {song.categories.map((category) => (
                <li key={category.id} className="chip">
                  {category.name}
                </li>
              ))}
            </ul>
          )}
        </div>
        {song.description && <p className="slide__desc clamp">{song.description}</p>}
        {locked ? (
          <p className="slide__lock">
            <Icon icon={Lock} />
            <LockMessage />
          </p>
        ) : (
          song.excerpt && (
            <blockquote className="slide__lyrics">
              <p>{song.excerpt}</p>
            </blockquote>
          )
        )}
        <div className="slide__foot">
          <Link className="btn btn--primary btn--lg" to={`/songs/${song.id}`}>
            <Icon icon={Play} className="i--fill" />
            Nghe ngay
          </Link>
        </div>
      </div>
    </div>
  );
});
