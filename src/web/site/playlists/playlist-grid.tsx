import type { ReactNode } from "react";
import type { PublicPlaylist } from "#contract/playlists.ts";
import { Link } from "../../ui/link.tsx";
import { playlistPath } from "../routes.ts";
import { Mosaic } from "./mosaic.tsx";
import styles from "./playlist-grid.module.css";

interface PlaylistGridProps<Shown extends Pick<PublicPlaylist, "token" | "title" | "covers" | "song_count">> {
  playlists: readonly Shown[];
  label: string;
  /** What stands below the title. */
  note: (playlist: Shown) => ReactNode;
}

/** Playlists with their pictures; each leads to its page. */
export function PlaylistGrid<Shown extends Pick<PublicPlaylist, "token" | "title" | "covers" | "song_count">>({
  playlists,
  label,
  note,
}: PlaylistGridProps<Shown>) {
  return (
    <ul className={styles.grid} aria-label={label}>
      {playlists.map((playlist) => (
        <li key={playlist.token}>
          <Link className={styles.card} to={playlistPath(playlist.token)}>
            <Mosaic playlist={playlist} sizes="(min-width: 48rem) 13rem, 44vw" />
            <span className={styles.words}>
              <b className="clamp" title={playlist.title}>
                {playlist.title}
              </b>
              <span className={styles.note}>{note(playlist)}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
