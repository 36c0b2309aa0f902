import { Download, FileQuestionMark } from "lucide";
import { clockTime } from "../lib/format.ts";
import { ErrorText } from "../ui/error-text.tsx";
import { Icon } from "../ui/icon.tsx";
import { downloadUrl, fileName, isAudioName } from "./audio-file.ts";
import styles from "./audio-player.module.css";
import type { Track } from "./audio-service.ts";
import { usePlayer, usePlayerStore } from "./player.ts";
import { SeekSlider, Volume } from "./slider.tsx";
import { type AudioFileProps, PlayToggle, trackOf, useStopOnUnmount } from "./track-button.tsx";
import { Wave } from "./wave.tsx";

interface AudioPlayerProps extends AudioFileProps {
  compact?: boolean;
  /** Shows the loudness in place of the bar: numbers 0 to 100, null while it is not measured. */
  wave?: { id: number; levels: readonly number[] | null };
  /** Whether the file can be saved from here. */
  downloadable?: boolean;
  /** Returns the message of a failure by its `MediaError.code`. */
  errorText?: (code: number | undefined) => string;
}

const loadErrorMessage = () => "Không thể tải file âm thanh. Vui lòng kiểm tra kết nối hoặc thử tải file.";
const streamErrorMessage = () => "Không thể tải file âm thanh. Vui lòng kiểm tra kết nối rồi thử lại.";

export function AudioPlayer({
  compact = false,
  wave,
  downloadable = true,
  errorText = downloadable ? loadErrorMessage : streamErrorMessage,
  ...audio
}: AudioPlayerProps) {
  const { src, title, storedUrl = src ?? "" } = audio;
  const track = trackOf(audio);
  const file = track.file ?? "";
  const hasFailed = usePlayer((state) => file !== "" && state.failedFile === file);
  const failedCode = usePlayer((state) => state.failedCode);
  useStopOnUnmount(file);

  if (src === null) return <ErrorText isAnnounced>{errorText(undefined)}</ErrorText>;
  if (!isAudioName(storedUrl)) {
    return (
      <div className={`${styles.audio} ${styles.other}`}>
        <p className={styles.note}>
          <Icon icon={FileQuestionMark} />
          File này không phải file âm thanh nên không nghe được tại đây.
        </p>
        {downloadable && <DownloadLink src={src} storedUrl={storedUrl} title={title} withLabel />}
      </div>
    );
  }
  return (
    <div className={compact ? `${styles.audio} ${styles.compact}` : styles.audio}>
      {wave ? (
        <WaveControls track={track} {...wave} />
      ) : (
        <div className={styles.bar}>
          <Controls track={track} />
          {!compact && <Volume />}
          {downloadable && <DownloadLink src={src} storedUrl={storedUrl} title={title} />}
        </div>
      )}
      {hasFailed && <ErrorText isAnnounced>{errorText(failedCode)}</ErrorText>}
    </div>
  );
}

/** Returns where a track is, in seconds, as far as it is known. */
function usePlayback(track: Track) {
  const isLoaded = usePlayer((state) => state.track?.file === track.file);
  const isLoading = usePlayer((state) => state.loading && state.track?.file === track.file);
  const position = usePlayer((state) => (state.track?.file === track.file ? state.position : 0));
  const loadedDuration = usePlayer((state) => (state.track?.file === track.file ? state.duration : 0));
  return { isLoaded, isLoading, position, duration: loadedDuration || track.duration || 0 };
}

interface WaveControlsProps {
  track: Track;
  id: number;
  levels: readonly number[] | null;
}

/** A large play button beside the wave, as on the page of a song. */
function WaveControls({ track, id, levels }: WaveControlsProps) {
  const player = usePlayerStore();
  const { position, duration } = usePlayback(track);
  const seek = (seconds: number) => {
    player.prepare(track);
    player.seek(seconds);
  };
  return (
    <div className={styles.waved}>
      <PlayToggle track={track} large />
      <Wave
        label={`Vị trí phát: ${track.title}`}
        songId={id}
        levels={levels}
        position={position}
        duration={duration}
        onSeek={seek}
      />
      <div className={`${styles.times} num`}>
        <b>{clockTime(position)}</b>
        <span>{duration > 0 && clockTime(duration)}</span>
      </div>
    </div>
  );
}

function Controls({ track }: { track: Track }) {
  const { isLoaded, isLoading, position, duration } = usePlayback(track);
  return (
    <>
      <PlayToggle track={track} />
      <SeekSlider label={`Vị trí phát: ${track.title}`} position={position} duration={duration} disabled={!isLoaded} />
      <span className={`${styles.time} num`}>
        {isLoading && position === 0 ? (
          <span className={styles.loading}>Đang tải...</span>
        ) : (
          <>
            {isLoaded && <span>{`${clockTime(position)} / `}</span>}
            <span>{duration > 0 || isLoaded ? clockTime(duration) : ""}</span>
          </>
        )}
      </span>
    </>
  );
}

interface DownloadProps {
  src: string;
  storedUrl: string;
  title: string;
  withLabel?: boolean;
}

/** Opens a file of another site in a new tab, since browsers ignore `download` across origins. */
function DownloadLink({ src, storedUrl, title, withLabel = false }: DownloadProps) {
  const href = downloadUrl(src, storedUrl);
  const extension = /\.[a-z0-9]+$/i.exec(fileName(href))?.[0] ?? "";
  return (
    <a
      className={withLabel ? "btn btn--line btn--sm" : "ibtn"}
      href={href}
      download={`${title.replace(/[\\/:*?"<>|]/g, "-")}${extension}`}
      aria-label={`Tải file: ${title}`}
      {...(href.startsWith("/") ? {} : { target: "_blank", rel: "noopener" })}
    >
      <Icon icon={Download} />
      {withLabel && <span>Tải file</span>}
    </a>
  );
}
