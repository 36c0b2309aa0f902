import { AudioLines, ScrollText } from "lucide";
import { clockTime } from "../../lib/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import styles from "./song-card.module.css";
import type { FoundProps } from "./song-card.tsx";
import { songHref } from "./song-moment.ts";

/** The line with what was searched for; it leads to its moment. */
export function FoundLine({ song, hit }: FoundProps) {
  const { before, found, after, lang, sung, start_ms } = hit;
  return (
    <div className={styles.more}>
      <q>
        {sung && (
          <span className={`clamp ${styles.sung}`} lang={sung.lang ?? undefined}>
            {sung.text}
          </span>
        )}
        <span className={`clamp ${styles.hit}`} lang={lang ?? undefined}>
          {before}
          <mark>{found}</mark>
          {after}
        </span>
      </q>
      <Link className="link" to={songHref(song.id, start_ms)}>
        <Icon icon={start_ms === null ? ScrollText : AudioLines} />
        <span>
          <span>{start_ms === null ? "Xem lời bài hát" : `Nghe từ câu này, ${clockTime(start_ms / 1000)}`}</span>
          <span className="sr"> {song.title}</span>
        </span>
      </Link>
    </div>
  );
}
