import { ListMusic, X } from "lucide";
import { Suspense, useCallback, useEffect, useRef, useState } from "react";
import { artistOf } from "../../lib/artist.ts";
import { clockTime } from "../../lib/format.ts";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { whenIdle } from "../../lib/when-idle.ts";
import type { Track } from "../../player/audio-service.ts";
import { PlayButton } from "../../player/play-button.tsx";
import { usePlayer, usePlayerStore, usePlayKeys } from "../../player/player.ts";
import { SeekSlider, Volume } from "../../player/slider.tsx";
import { Cover } from "../../ui/cover.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LateDialog } from "../../ui/late-dialog.tsx";
import { Link } from "../../ui/link.tsx";
import styles from "./dock.module.css";
import { NextButton, PreviousButton, RepeatButton, ShuffleButton, SleepSelect } from "./player-controls.tsx";

/** On phones. */
const FullPlayer = lazyPart(async () => (await import("./full-player.tsx")).FullPlayer, LateDialog);

const QueuePanel = lazyPart(async () => (await import("./queue-panel.tsx")).QueuePanel, LateDialog);

/** The player at the foot of the page: a bar on phones, which opens the full view. After a single song it offers the next one. */
export function Dock() {
  const player = usePlayerStore();
  const track = usePlayer((state) => (state.started && state.track?.file === undefined ? state.track : undefined));
  const offered = usePlayer((state) => state.offered);
  const playing = usePlayer((state) => state.playing);
  const toggle = useCallback(() => {
    if (track) player.toggle(track);
    return track !== undefined;
  }, [player, track]);
  usePlayKeys(toggle);

  const id = track?.id;
  const opener = useRef<Element>(null);
  useEffect(() => {
    if (id !== undefined) opener.current ??= document.activeElement;
  }, [id]);
  function close() {
    if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    player.close();
  }

  const [isFull, setIsFull] = useState(false);
  const shrink = useCallback(() => setIsFull(false), []);
  useEffect(() => whenIdle(FullPlayer.preload), []);
  const shown = track ?? offered;
  if (!shown) return null;
  return (
    <section className={playing ? `${styles.dock} is-playing` : styles.dock} aria-label="Trình phát nhạc">
      {track && <Progress />}
      <div className="wrap">
        <Song track={shown} isOffered={!track} onOpen={track && (() => setIsFull(true))} />
        <div className={styles.controls}>
          {track && (
            <span className={styles.wide}>
              <ShuffleButton />
              <PreviousButton />
            </span>
          )}
          <PlayButton title={shown.title} state={playing ? "playing" : "idle"} onPress={track ? toggle : player.next} />
          {track && (
            <>
              <NextButton />
              <span className={styles.wide}>
                <RepeatButton />
              </span>
            </>
          )}
        </div>
        {track && <Times title={track.title} />}
        <div className={styles.side}>
          {track && (
            <span className={styles.wide}>
              <SleepSelect />
              <Volume />
            </span>
          )}
          <button type="button" className="ibtn" aria-label="Đóng trình phát" onClick={close}>
            <Icon icon={X} />
          </button>
        </div>
      </div>
      {track && isFull && (
        <Suspense>
          <FullPlayer track={track} onClose={shrink} />
        </Suspense>
      )}
    </section>
  );
}

interface SongProps {
  track: Track;
  isOffered: boolean;
  /** Opens the full view, on phones. */
  onOpen: (() => void) | undefined;
}

function Song({ track, isOffered, onOpen }: SongProps) {
  const page = `/songs/${track.id}`;
  return (
    <div className={styles.song}>
      <Link to={page} tabIndex={-1} aria-hidden="true">
        <Cover id={track.id} title={track.title} image={track.thumbnail_url} sizes="3.25rem" />
      </Link>
      <div className={styles.text}>
        <p className={styles.title}>
          <Link className={onOpen && styles.titleLink} to={page} title={track.title}>
            {track.title}
          </Link>
          {onOpen && (
            <span className={styles.titleText} aria-hidden="true">
              {track.title}
            </span>
          )}
        </p>
        <p className={styles.by}>{isOffered ? "Nghe tiếp bài này nhé" : artistOf(track)}</p>
        {!isOffered && <ListLine />}
      </div>
      {onOpen && (
        <button type="button" className={styles.opener} aria-haspopup="dialog" onClick={onOpen}>
          <span className="sr">Mở trình phát: {track.title}</span>
        </button>
      )}
    </div>
  );
}

/** Says that a list is playing, and where in it the song stands; a press shows what comes. */
export function ListLine() {
  const isList = usePlayer((state) => state.isList);
  const place = usePlayer((state) => state.place);
  const count = usePlayer((state) => state.count);
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  if (!isList) return null;
  return (
    <>
      <button type="button" className={styles.list} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon icon={ListMusic} />
        <span className={styles.listWords}>Danh sách đang phát</span>
        <span className={styles.listDot}> · </span>
        <span className="num">{`${place}/${count}`}</span>
      </button>
      {isOpen && (
        <Suspense>
          <QueuePanel onClose={close} />
        </Suspense>
      )}
    </>
  );
}

function Progress() {
  const permille = usePlayer(({ position, duration }) => (duration > 0 ? Math.round((position / duration) * 1000) : 0));
  return (
    <div className={styles.bar}>
      <i style={{ width: `${permille / 10}%` }} />
    </div>
  );
}

/** The line of time with both times. */
export function Times({ title }: { title: string }) {
  const position = usePlayer((state) => state.position);
  const duration = usePlayer((state) => state.duration);
  return (
    <div className={`${styles.times} num`}>
      <span>{clockTime(position)}</span>
      <SeekSlider label={`Vị trí phát: ${title}`} position={position} duration={duration} />
      <span>{clockTime(duration)}</span>
    </div>
  );
}
