import { useCallback, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import type { Song } from "#contract/catalogue.ts";
import { clockTime } from "../../lib/format.ts";
import { playableUrl, type Track } from "../../player/audio-service.ts";
import type { Player } from "../../player/list-player.ts";
import { PlayButton } from "../../player/play-button.tsx";
import { useIsPlaying, usePlayer, usePlayerStore, usePlayKeys } from "../../player/player.ts";
import { Wave } from "../../player/wave.tsx";
import { useTellInView } from "../dock/page-player.tsx";
import { startTimeOf } from "../music/song-moment.ts";
import styles from "./song-player.module.css";

interface SongPlayerProps {
  song: Song;
  /** Songs that can be heard after it. */
  related?: readonly Track[] | undefined;
  locked: boolean;
  isSmall?: boolean;
  /** Called on a press of play without access. */
  onLocked: () => void;
}

export function SongPlayer({ song, related, locked, isSmall, onLocked }: SongPlayerProps) {
  const player = usePlayerStore();
  const playing = useIsPlaying(song.id);
  const position = usePlayer((state) => (state.track?.id === song.id ? state.position : 0));
  const loadedDuration = usePlayer((state) => (state.track?.id === song.id ? state.duration : 0));
  const duration = loadedDuration || song.duration || 0;
  const url = playableUrl(song);

  const { search, key } = useLocation();
  const start = startTimeOf(search);
  /** The visit that began at its moment: later renders leave the song where it is. */
  const begun = useRef<string>(undefined);

  useEffect(() => {
    if (locked || url === null) return;
    player.prepare(song);
    if (start !== undefined && begun.current !== key && isLoaded(player, song)) player.seek(start);
    begun.current = key;
  }, [player, locked, url, song, start, key]);

  const toggle = useCallback(() => {
    if (locked) return false;
    const isNew = !isLoaded(player, song);
    player.toggle(song, { tracks: [song, ...(related ?? [])] });
    if (isNew && start !== undefined) player.seek(start);
    return true;
  }, [player, locked, song, related, start]);
  // The keys belong to the song that the dock shows.
  const isOther = usePlayer((state) => state.started && state.track?.id !== song.id);
  usePlayKeys(useCallback(() => !isOther && toggle(), [isOther, toggle]));

  const box = useRef<HTMLElement>(null);
  useTellInView(box, song.id);

  function seek(seconds: number) {
    player.prepare(song);
    player.seek(seconds);
  }

  return (
    <section ref={box} className={isSmall ? `${styles.player} ${styles.small}` : styles.player} aria-label="Trình phát">
      <PlayButton
        title={song.title}
        state={locked ? "locked" : playing ? "playing" : "idle"}
        large
        onPress={() => (locked ? onLocked() : toggle())}
      />
      <Wave
        className={styles.wave}
        songId={song.id}
        levels={song.waveform ?? null}
        position={position}
        duration={duration}
        disabled={locked}
        onSeek={seek}
      />
      <div className={`${styles.times} num`}>
        <b>{clockTime(position)}</b>
        <span>{clockTime(duration)}</span>
      </div>
    </section>
  );
}

function isLoaded(player: Player, { id }: Song): boolean {
  return player.getState().track?.id === id;
}
