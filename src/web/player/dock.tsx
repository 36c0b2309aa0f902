import { X } from "lucide";
import { useCallback, useEffect, useRef } from "react";
import { artistOf } from "../lib/artist.ts";
import { clockTime } from "../lib/format.ts";
import { Cover } from "../ui/cover.tsx";
import { Icon } from "../ui/icon.tsx";
import { Link } from "../ui/link.tsx";
import styles from "./dock.module.css";
import { PlayButton } from "./play-button.tsx";
import { player, usePlayer, usePlayKeys } from "./player.ts";

export function Dock() {
  const track = usePlayer((state) => (state.started && state.track?.file === undefined ? state.track : undefined));
  const playing = usePlayer((state) => state.playing);
  const toggle = useCallback(() => {
    if (track) player.toggle(track);
    return track !== undefined;
  }, [track]);
  usePlayKeys(toggle);

  const isVisible = track !== undefined;
  useEffect(() => {
    document.body.classList.toggle("has-player", isVisible);
    return () => document.body.classList.remove("has-player");
  }, [isVisible]);

  const id = track?.id;
  const opener = useRef<Element>(null);
  useEffect(() => {
    if (id !== undefined) opener.current = document.activeElement;
  }, [id]);
  function close() {
    if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    player.close();
  }

  if (!track) return null;
  const page = `/songs/${track.id}`;
  return (
    <section className={playing ? `${styles.dock} is-playing` : styles.dock} aria-label="Trình phát nhạc">
      <DockProgress />
      <div className="wrap">
        <Link to={page} tabIndex={-1} aria-hidden="true">
          <Cover id={track.id} title={track.title} image={track.thumbnail_url} sizes="3.25rem" />
        </Link>
        <div className={styles.song}>
          <p className={styles.title}>
            <Link to={page}>{track.title}</Link>
          </p>
          <p className={styles.by}>{artistOf(track)}</p>
        </div>
        <div className={styles.controls}>
          <DockTime />
          <PlayButton title={track.title} state={playing ? "playing" : "idle"} onPress={toggle} />
          <button type="button" className="ibtn" aria-label="Đóng trình phát" onClick={close}>
            <Icon icon={X} />
          </button>
        </div>
      </div>
    </section>
  );
}

function DockProgress() {
  const permille = usePlayer(({ position, duration }) => (duration > 0 ? Math.round((position / duration) * 1000) : 0));
  return (
    <div className={styles.bar}>
      <i style={{ width: `${permille / 10}%` }} />
    </div>
  );
}

function DockTime() {
  const position = usePlayer((state) => Math.floor(state.position));
  const duration = usePlayer((state) => state.duration);
  return (
    <span className={`${styles.time} num`}>
      {clockTime(position)} / {clockTime(duration)}
    </span>
  );
}
