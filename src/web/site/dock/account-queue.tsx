/** The queue of an account on its devices: each tells what it plays, and another goes on with it. */
import { X } from "lucide";
import { useEffect, useState } from "react";
import type { UserQueue } from "#contract/queue.ts";
import { call } from "../../lib/api.ts";
import { readStored, writeStored } from "../../lib/storage.ts";
import { keptPart } from "../../player/kept-list.ts";
import type { Player } from "../../player/list-player.ts";
import { PlayButton } from "../../player/play-button.tsx";
import { usePlayer, usePlayerStore } from "../../player/player.ts";
import { Cover } from "../../ui/cover.tsx";
import { Icon } from "../../ui/icon.tsx";
import { deviceId, deviceKindOf, deviceNames } from "./device.ts";
import styles from "./dock.module.css";

/** Milliseconds between two tellings while a song plays. */
const tellEvery = 30_000;

/** Tells the account's other devices what plays here: at each song, at a pause, every 30 seconds and when the page is left. */
export function useTellQueue(userId: number): void {
  const player = usePlayerStore();
  useEffect(() => {
    let { track, playing } = player.getState();
    let hasPlayed = playing;
    let toldAt = 0;
    let told = "";
    const tell = () => {
      const body = hasPlayed && bodyOf(player, userId);
      const text = body && JSON.stringify({ ...body, seen: 0 });
      if (!body || text === told) return;
      told = text || "";
      toldAt = Date.now();
      call("PUT /api/me/queue", { body, as: "user", keepalive: true }).then(
        ({ data }) => data.stored && writeStored(`queue:${userId}`, String(data.number)),
        () => undefined,
      );
    };
    const stop = player.subscribe(() => {
      const before = { id: track?.id, playing };
      ({ track, playing } = player.getState());
      hasPlayed ||= playing;
      const hasPaused = before.playing && !playing;
      const isDue = playing && Date.now() - toldAt >= tellEvery;
      if (track && (track.id !== before.id || hasPaused || isDue)) tell();
    });
    if (playing) tell();
    window.addEventListener("pagehide", tell);
    return () => {
      stop();
      window.removeEventListener("pagehide", tell);
    };
  }, [player, userId]);
}

function bodyOf(player: Player, userId: number) {
  const { track, started, playing, queue, isList } = player.getState();
  if (!track || !started || track.file !== undefined) return undefined;
  const { order, place } = queue && isList ? keptPart(queue.order, queue.place) : { order: [track], place: 0 };
  return {
    song_ids: order.map(({ id }) => id),
    place,
    position: Math.round(player.positionNow() * 10) / 10,
    device: deviceId(),
    device_kind: deviceKindOf(navigator.userAgent, navigator.maxTouchPoints),
    playing,
    seen: seenBy(userId),
  };
}

const seenBy = (userId: number) => Number(readStored(`queue:${userId}`)) || 0;

interface OfferProps {
  userId: number;
  /** Told whether the offer stands at the foot of the page. */
  onShow: (isShown: boolean) => void;
}

/** Offers to go on with what another device of the account has played last, once for each; nothing starts by itself. */
export function ElsewhereOffer({ userId, onShow }: OfferProps) {
  const player = usePlayerStore();
  const queue = useQueueElsewhere(userId);
  const [isClosed, setClosed] = useState(false);
  const isBusy = usePlayer((state) => state.started || state.offered !== undefined);
  const shown = isClosed || isBusy ? undefined : queue;
  const isShown = shown !== undefined;
  useEffect(() => {
    onShow(isShown);
    return () => onShow(false);
  }, [isShown, onShow]);
  const track = shown?.songs[shown.place];
  if (!shown || !track) return null;

  function close(number: number) {
    writeStored(`queue:${userId}`, String(number));
    setClosed(true);
  }
  function goOn({ songs, place, position, number }: UserQueue) {
    close(number);
    const isList = songs.length > 1;
    player.restore({
      queue: { listed: songs, order: songs, place },
      position,
      isList,
      isShuffled: false,
      repeat: "none",
    });
    const present = player.getState().track;
    if (present) player.play(present);
  }
  const label = `Nghe tiếp từ ${deviceNames[shown.device_kind]}`;
  return (
    <section className={styles.dock} aria-label={label}>
      <div className="wrap">
        <div className={styles.song}>
          <Cover id={track.id} title={track.title} image={track.thumbnail_url} sizes="3.25rem" />
          <div className={styles.text}>
            <p className={styles.title} title={track.title}>
              {track.title}
            </p>
            <p className={styles.by}>{label}</p>
          </div>
        </div>
        <div className={styles.controls}>
          <PlayButton title={track.title} state="idle" onPress={() => goOn(shown)} />
        </div>
        <div className={styles.side}>
          <button type="button" className="ibtn" aria-label={`Bỏ qua: ${label}`} onClick={() => close(shown.number)}>
            <Icon icon={X} />
          </button>
        </div>
      </div>
    </section>
  );
}

/** Reads the account's queue once for a page that is loaded; undefined for one of this device, and one that was seen. */
function useQueueElsewhere(userId: number): UserQueue | undefined {
  const player = usePlayerStore();
  const [queue, setQueue] = useState<UserQueue>();
  useEffect(() => {
    if (player.getState().started) return;
    let isPresent = true;
    call("GET /api/me/queue", { as: "user" }).then(
      ({ data }) => {
        const isNew = data.queue && data.queue.device !== deviceId() && data.queue.number > seenBy(userId);
        if (isPresent && isNew && data.queue) setQueue(data.queue);
      },
      () => undefined,
    );
    return () => {
      isPresent = false;
    };
  }, [player, userId]);
  return queue;
}
