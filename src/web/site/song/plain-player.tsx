import type { Song } from "#contract/catalogue.ts";
import styles from "./plain-player.module.css";

export function PlainPlayer({ song }: { song: Song }) {
  if (!song.audio_url) return null;
  return (
    <noscript>
      <audio className={styles.plainPlayer} controls preload="metadata" src={song.audio_url} aria-label={song.title} />
    </noscript>
  );
}
