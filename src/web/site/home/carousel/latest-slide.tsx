import { Crown, Lock, Play } from "lucide";
import { memo } from "react";
import { artistOf } from "../../../lib/artist.ts";
import { opensHere } from "../../../lib/opens-here.ts";
import type { SongList } from "../../../player/list-player.ts";
import { usePlayerStore } from "../../../player/player.ts";
import { Cover } from "../../../ui/cover.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Link } from "../../../ui/link.tsx";
import { LockMessage } from "../../music/lock-message.tsx";
import styles from "./carousel.module.css";
import type { LatestSong } from "./latest-song.ts";

interface LatestSlideProps {
  song: LatestSong;
  /** The songs of all slides. */
  list: SongList;
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
  list,
  position,
  count,
  current,
  locked,
  hasCover,
}: LatestSlideProps) {
  const player = usePlayerStore();
  const role =
    count === 1
      ? {}
      : { role: "group", "aria-roledescription": "trang chiếu", "aria-label": `${position} trên ${count}` };
  return (
    <div className={styles.slide} data-current={current || undefined} {...role}>
      <div className={styles.slideSleeve}>
        {hasCover ? (
          <Cover id={song.id} title={song.title} image={song.thumbnail_url} sizes={coverSizes} />
        ) : (
          <div className="cover" aria-hidden="true" />
        )}
      </div>
      <div className={styles.slideText}>
        <p className={styles.slideEyebrow}>
          <span>{count === 1 ? "Bài mới" : `Bài mới, ${position} trên ${count}`}</span>
          {song.is_premium && (
            <span className="badge badge--gold">
              <Icon icon={Crown} />
              Premium
            </span>
          )}
        </p>
        <h3 className="clamp" title={song.title}>
          {song.title}
        </h3>
        <div className={styles.slideMeta}>
          <p title={artistOf(song)}>Tác giả: {artistOf(song)}</p>
          {song.categories.length > 0 && (
            <ul className="chips">
              {song.categories.map((category) => (
                <li key={category.id} className="chip" title={category.name}>
                  {category.name}
                </li>
              ))}
            </ul>
          )}
        </div>
        {song.description && <p className={`${styles.slideDescription} clamp`}>{song.description}</p>}
        {locked ? (
          <p className={styles.slideLock}>
            <Icon icon={Lock} />
            <LockMessage />
          </p>
        ) : (
          song.excerpt && (
            <blockquote className={styles.slideLyrics}>
              <p className="clamp">{song.excerpt}</p>
            </blockquote>
          )
        )}
        <div className={styles.slideFoot}>
          <Link
            className="btn btn--primary btn--lg"
            to={`/songs/${song.id}`}
            onClick={(press) => !locked && opensHere(press) && player.play(song, list)}
          >
            <Icon icon={Play} className="i--fill" />
            Nghe ngay
          </Link>
        </div>
      </div>
    </div>
  );
});
