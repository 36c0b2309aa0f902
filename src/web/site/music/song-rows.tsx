import { Crown } from "lucide";
import { type ReactNode, useMemo, useState } from "react";
import { artistOf } from "../../lib/artist.ts";
import { clockTime } from "../../lib/format.ts";
import type { Track } from "../../player/audio-service.ts";
import type { SongList } from "../../player/list-player.ts";
import { PlayButton } from "../../player/play-button.tsx";
import { useIsPlaying, usePlayerStore } from "../../player/player.ts";
import { useSongAccess } from "../../player/use-song-access.ts";
import { Cover } from "../../ui/cover.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { Redraw } from "../../ui/redraw.tsx";
import { LatePremiumDialog } from "./late-premium-dialog.tsx";
import styles from "./song-rows.module.css";

interface SongRowsProps<Shown extends Track> {
  songs: readonly Shown[];
  /** The list that the songs are part of, where it has more of them; the songs themselves by default. */
  list?: SongList | undefined;
  /** Name of the list. */
  label: string;
  /** Controls at the end of a row. */
  actions?: (song: Shown) => ReactNode;
}

/** Songs of a listener, one below the other; a press plays one, and what follows comes from the list. */
export function SongRows<Shown extends Track>({ songs, list, label, actions }: SongRowsProps<Shown>) {
  const canPlay = useSongAccess();
  const source = useMemo(() => list ?? { tracks: songs }, [list, songs]);
  const [lockedSong, setLockedSong] = useState<Track>();
  if (lockedSong && canPlay(lockedSong)) setLockedSong(undefined);
  return (
    <Redraw>
      <ul className={styles.rows} aria-label={label}>
        {songs.map((song) => (
          <SongRow
            key={song.id}
            song={song}
            list={source}
            isLocked={!canPlay(song)}
            onLocked={setLockedSong}
            actions={actions?.(song)}
          />
        ))}
      </ul>
      <LatePremiumDialog song={lockedSong} onClose={() => setLockedSong(undefined)} />
    </Redraw>
  );
}

interface SongRowProps {
  song: Track;
  list: SongList;
  isLocked: boolean;
  onLocked: (song: Track) => void;
  actions: ReactNode;
}

function SongRow({ song, list, isLocked, onLocked, actions }: SongRowProps) {
  const player = usePlayerStore();
  const isPlaying = useIsPlaying(song.id);
  return (
    <li className={isPlaying ? `${styles.row} is-playing` : styles.row}>
      <span className={styles.cover}>
        <Cover id={song.id} title={song.title} image={song.thumbnail_url} sizes="3.5rem" lazy />
      </span>
      <span className={styles.play}>
        <PlayButton
          title={song.title}
          state={isLocked ? "locked" : isPlaying ? "playing" : "idle"}
          onPress={() => (isLocked ? onLocked(song) : player.toggle(song, list))}
        />
      </span>
      <span className={styles.words}>
        <Link className={styles.title} to={`/songs/${song.id}`} title={song.title}>
          {song.title}
        </Link>
        <span className={styles.by}>
          {song.is_premium && (
            <span className={styles.premium}>
              <Icon icon={Crown} />
              <span className="sr">Premium</span>
            </span>
          )}
          {isPlaying && <b className={styles.now}>Đang phát</b>}
          <span className={styles.artist}>{artistOf(song)}</span>
        </span>
      </span>
      {song.duration ? <span className={styles.time}>{clockTime(song.duration)}</span> : null}
      {actions}
    </li>
  );
}
