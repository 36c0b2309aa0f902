/** Hears a file: in a card, in a form, in a request. The sound is the site's one player's. */
import { CircleAlert, Download, FileQuestionMark, Pause, Play, Volume2, VolumeX } from "lucide";
import { useEffect } from "react";
import { clockTime, spokenTime } from "../lib/format.ts";
import { downloadAddress, fileName, isAudioName } from "./audio-file.ts";
import "./audio-player.css";
import { Icon } from "../ui/icon.tsx";
import type { Track } from "./audio-service.ts";
import { player, usePlayer } from "./player.ts";

interface AudioPlayerProps {
  /** Where the file is read from; null when there is no such place now. */
  src: string | null;
  /** What it is called, for people and as the name of a download. */
  title: string;
  /** The address as it is kept: tells the kind, where the other does not say, and where to save it from. */
  name?: string;
  /** Stays the same while the address of the same file changes, as signed ones do. */
  identity?: string;
  /** Seconds, where they are known before the file is loaded. */
  duration?: number | null;
  /** One line without volume. */
  compact?: boolean;
}

const broken = "Không thể tải file âm thanh. Vui lòng kiểm tra kết nối hoặc thử tải file.";

export function AudioPlayer({ src, title, name = src ?? "", identity, duration, compact = false }: AudioPlayerProps) {
  const file = identity ?? src ?? "";
  const failed = usePlayer((state) => file !== "" && state.failed === file);
  useEffect(
    () => () => {
      if (player.getState().track?.file === file) player.close();
    },
    [file],
  );

  if (src === null) return <Failure />;
  if (!isAudioName(name)) {
    return (
      <div className="audio audio--other">
        <p className="audio__note">
          <Icon icon={FileQuestionMark} />
          File này không phải file âm thanh nên không nghe được tại đây.
        </p>
        <DownloadLink src={src} kept={name} title={title} worded />
      </div>
    );
  }
  const track: Track = {
    id: 0,
    file,
    title,
    artist: null,
    audio_url: src,
    thumbnail_url: null,
    is_premium: false,
    duration: duration ?? null,
  };
  return (
    <div className={compact ? "audio audio--compact" : "audio"}>
      <div className="audio__bar">
        <Controls track={track} />
        {!compact && <Volume />}
        <DownloadLink src={src} kept={name} title={title} />
      </div>
      {failed && <Failure />}
    </div>
  );
}

function Controls({ track }: { track: Track }) {
  const loaded = usePlayer((state) => state.track?.file === track.file);
  const playing = usePlayer((state) => state.playing && state.track?.file === track.file);
  const position = usePlayer((state) => (state.track?.file === track.file ? state.position : 0));
  const measured = usePlayer((state) => (state.track?.file === track.file ? state.duration : 0));
  const duration = measured || track.duration || 0;
  const share = duration > 0 ? Math.min(1, position / duration) : 0;
  return (
    <>
      <button
        type="button"
        className="play audio__play"
        aria-label={`${playing ? "Tạm dừng" : "Phát"}: ${track.title}`}
        onClick={() => player.toggle(track)}
      >
        {playing ? <Icon icon={Pause} className="i--fill" /> : <Icon icon={Play} className="i--fill i--play" />}
      </button>
      <input
        className="audio__seek"
        type="range"
        min={0}
        max={duration || 1}
        step="any"
        value={position}
        disabled={!loaded || duration <= 0}
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
      <span className="audio__time num">
        {loaded && `${clockTime(position)} / `}
        {duration > 0 || loaded ? clockTime(duration) : ""}
      </span>
    </>
  );
}

function Volume() {
  const volume = usePlayer((state) => state.volume);
  const icon = volume > 0 ? Volume2 : VolumeX;
  return (
    <span className="audio__volume">
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

function Failure() {
  return (
    <p className="error" role="alert">
      <Icon icon={CircleAlert} />
      {broken}
    </p>
  );
}

interface DownloadProps {
  src: string;
  kept: string;
  title: string;
  /** With the word beside the icon. */
  worded?: boolean;
}

/** A file of another site opens beside this one: its name and its saving are up to that site. */
function DownloadLink({ src, kept, title, worded = false }: DownloadProps) {
  const href = downloadAddress(src, kept);
  const extension = /\.[a-z0-9]+$/i.exec(fileName(href))?.[0] ?? "";
  return (
    <a
      className={worded ? "btn btn--line btn--sm" : "ibtn"}
      href={href}
      download={`${title.replace(/[\\/:*?"<>|]/g, "-")}${extension}`}
      aria-label={`Tải file: ${title}`}
      {...(href.startsWith("/") ? {} : { target: "_blank", rel: "noopener" })}
    >
      <Icon icon={Download} />
      {worded && "Tải file"}
    </a>
  );
}
