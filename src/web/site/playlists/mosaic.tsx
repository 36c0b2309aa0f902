import { mosaicCovers } from "#contract/playlist-rules.ts";
import type { PublicPlaylist } from "#contract/playlists.ts";
import { Cover } from "../../ui/cover.tsx";
import styles from "./mosaic.module.css";

interface MosaicProps {
  playlist: Pick<PublicPlaylist, "title" | "covers">;
  /** Of the whole picture, as an image has it. */
  sizes: string;
}

/** The picture of a playlist: its first four covers, or the first one of a shorter list. */
export function Mosaic({ playlist: { title, covers }, sizes }: MosaicProps) {
  const shown = covers.length < mosaicCovers ? covers.slice(0, 1) : covers;
  if (shown.length === 0) {
    return (
      <div className={styles.empty} aria-hidden="true">
        <Cover id={0} title={title} />
      </div>
    );
  }
  return (
    <div className={shown.length > 1 ? `${styles.mosaic} ${styles.four}` : styles.mosaic} aria-hidden="true">
      {shown.map((song) => (
        <Cover key={song.id} id={song.id} title={song.title} image={song.thumbnail_url} sizes={sizes} lazy />
      ))}
    </div>
  );
}
