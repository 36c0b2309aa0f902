import { Pause, Play } from "lucide";
import { useEffect } from "react";
import { Icon } from "../ui/icon.tsx";
import { isAudioName } from "./audio-file.ts";
import styles from "./audio-player.module.css";
import type { Track } from "./audio-service.ts";
import { usePlayer, usePlayerStore } from "./player.ts";

export interface AudioFileProps {
  src: string | null;
  title: string;
  /** URL as stored, which gives the file type and the download; `src` by default. */
  storedUrl?: string;
  /** Stable key of the file while its signed `src` changes; `src` by default. */
  identity?: string;
  duration?: number | null;
}

/** A play button alone, for rows of a table. Nothing for what is no audio file. */
export function TrackButton(props: AudioFileProps) {
  const { src, storedUrl } = props;
  const track = trackOf(props);
  useStopOnUnmount(track.file ?? "");
  return src === null || !isAudioName(storedUrl ?? src) ? null : <PlayToggle track={track} />;
}

export function PlayToggle({ track, large = false }: { track: Track; large?: boolean }) {
  const player = usePlayerStore();
  const playing = usePlayer((state) => state.playing && state.track?.file === track.file);
  const loading = usePlayer((state) => state.loading && state.track?.file === track.file);
  return (
    <button
      type="button"
      className={`play ${large ? "play--lg" : styles.play}`}
      aria-busy={loading}
      aria-label={`${playing ? "Tạm dừng" : "Phát"}: ${track.title}`}
      onClick={() => player.toggle(track)}
    >
      {playing ? <Icon icon={Pause} className="i--fill" /> : <Icon icon={Play} className="i--fill i--play" />}
    </button>
  );
}

/** Stops the file when its control leaves the page. */
export function useStopOnUnmount(file: string): void {
  const player = usePlayerStore();
  useEffect(
    () => () => {
      if (player.getState().track?.file === file) player.close();
    },
    [player, file],
  );
}

/** The track of a file that belongs to no song. */
export function trackOf({ src, title, identity, duration }: AudioFileProps): Track {
  return {
    id: 0,
    file: identity ?? src ?? "",
    title,
    artist: null,
    audio_url: src,
    thumbnail_url: null,
    is_premium: false,
    duration: duration ?? null,
  };
}
