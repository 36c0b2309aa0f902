import { ArrowRight } from "lucide";
import { artistOf } from "../../../lib/artist.ts";
import { groupedNumber } from "../../../lib/format.ts";
import { Cover } from "../../../ui/cover.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Link } from "../../../ui/link.tsx";
import { premiumSongsPath } from "../../library-url.ts";
import type { PremiumSongList } from "./load-premium-songs.ts";
import styles from "./premium-songs.module.css";

/** The songs that Premium opens, by number and cover; nothing without any. */
export function PremiumSongs({ list }: { list: PremiumSongList }) {
  const { songs, total } = list;
  if (songs.length === 0) return null;
  return (
    <>
      <div className="section__head">
        <h2>{groupedNumber(total)} bài Premium hôm nay</h2>
        <Link className="link" to={premiumSongsPath}>
          Xem các bài
          <Icon icon={ArrowRight} />
        </Link>
      </div>
      <ul className={styles.songs}>
        {songs.map((song) => (
          <li key={song.id}>
            <Link to={`/songs/${song.id}`}>
              <Cover id={song.id} title={song.title} image={song.thumbnail_url} sizes="9rem" lazy />
              <b className="clamp" title={song.title}>
                {song.title}
              </b>
              <span>{artistOf(song)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
