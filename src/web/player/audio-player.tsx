import { CircleAlert, Download, FileQuestionMark, Volume2, VolumeX } from "lucide";
import { clockTime, spokenTime } from "../lib/format.ts";
import { Icon } from "../ui/icon.tsx";
import { downloadUrl, fileName, isAudioName } from "./audio-file.ts";
import styles from "./audio-player.module.css";
import type { Track } from "./audio-service.ts";
import { player, usePlayer } from "./player.ts";
import { type AudioFileProps, PlayToggle, trackOf, useStopOnUnmount } from "./track-button.tsx";

interface AudioPlayerProps extends AudioFileProps {
  compact?: boolean;
  /** Whether the file can be saved from here. */
  downloadable?: boolean;
  /** Returns the message of a failure by its `MediaError.code`. */
  errorText?: (code: number | undefined) => string;
}

const loadErrorMessage = () => "Không thể tải file âm thanh. Vui lòng kiểm tra kết nối hoặc thử tải file.";
const streamErrorMessage = () => "Không thể tải file âm thanh. Vui lòng kiểm tra kết nối rồi thử lại.";

export function AudioPlayer({
  compact = false,
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

  if (src === null) return <LoadError>{errorText(undefined)}</LoadError>;
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
      <div className={styles.bar}>
        <Controls track={track} />
        {!compact && <Volume />}
        {downloadable && <DownloadLink src={src} storedUrl={storedUrl} title={title} />}
      </div>
      {hasFailed && <LoadError>{errorText(failedCode)}</LoadError>}
    </div>
  );
}

function Controls({ track }: { track: Track }) {
  const isLoaded = usePlayer((state) => state.track?.file === track.file);
  const isLoading = usePlayer((state) => state.loading && state.track?.file === track.file);
  const position = usePlayer((state) => (state.track?.file === track.file ? state.position : 0));
  const loadedDuration = usePlayer((state) => (state.track?.file === track.file ? state.duration : 0));
  const duration = loadedDuration || track.duration || 0;
  const share = duration > 0 ? Math.min(1, position / duration) : 0;
  return (
    <>
      <PlayToggle track={track} />
      <input
        type="range"
        min={0}
        max={duration || 1}
        step="any"
        value={position}
        disabled={!isLoaded || duration <= 0}
        aria-label={`Vị trí phát: ${track.title}`}
        aria-valuetext={`${spokenTime(position)} trên ${spokenTime(duration)}`}
        style={{ "--p": share.toFixed(4) } as object}
        onChange={(event) => player.seek(Number(event.target.value))}
        onKeyDown={(event) => {
          const step = { ArrowRight: 5, ArrowUp: 5, ArrowLeft: -5, ArrowDown: -5 }[event.key];
          if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
          event.preventDefault();
          player.seek(position + step);
        }}
      />
      <span className={`${styles.time} num`}>
        {isLoading && position === 0 ? (
          <span className={styles.loading}>Đang tải...</span>
        ) : (
          <>
            {isLoaded && `${clockTime(position)} / `}
            {duration > 0 || isLoaded ? clockTime(duration) : ""}
          </>
        )}
      </span>
    </>
  );
}

function Volume() {
  const volume = usePlayer((state) => state.volume);
  const icon = volume > 0 ? Volume2 : VolumeX;
  return (
    <span className={styles.volume}>
      <Icon icon={icon} />
      <input
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={volume}
        aria-label="Âm lượng"
        aria-valuetext={`${Math.round(volume * 100)} phần trăm`}
        style={{ "--p": volume } as object}
        onChange={(event) => player.setVolume(Number(event.target.value))}
      />
    </span>
  );
}

function LoadError({ children }: { children: string }) {
  return (
    <p className="error" role="alert">
      <Icon icon={CircleAlert} />
      {children}
    </p>
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
      {withLabel && "Tải file"}
    </a>
  );
}
