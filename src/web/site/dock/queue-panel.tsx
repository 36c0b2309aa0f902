import { ChevronDown, ChevronUp, GripVertical, ListX, Undo2, X } from "lucide";
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { artistOf } from "../../lib/artist.ts";
import { useCloseOnNavigation } from "../../lib/use-close-on-navigation.ts";
import type { Track } from "../../player/audio-service.ts";
import { aheadOf, presentOf } from "../../player/play-queue.ts";
import { usePlayer, usePlayerStore } from "../../player/player.ts";
import { type Removal, restored, withMoved, withoutAhead } from "../../player/queue-edits.ts";
import { Cover } from "../../ui/cover.tsx";
import { Icon } from "../../ui/icon.tsx";
import { CloseButton, Dialog } from "../../ui/modal.tsx";
import { setEndless, useEndless } from "./endless.ts";
import styles from "./queue-panel.module.css";
import { useBackToClose } from "./use-back-to-close.ts";
import { useDragOrder } from "./use-drag-order.ts";

/** The queue, present song and what comes: a sheet on phones, a pane at the right on wider screens. */
export function QueuePanel({ onClose }: { onClose: () => void }) {
  useBackToClose(onClose);
  useCloseOnNavigation(onClose);
  const id = useId();
  return createPortal(
    <Dialog open onClose={onClose} labelledBy={id} className={styles.panel}>
      <div className="modal__head">
        <h2 id={id}>Danh sách đang phát</h2>
        <CloseButton label="Đóng danh sách đang phát" onClose={onClose} />
      </div>
      <Queue />
    </Dialog>,
    document.body,
  );
}

function Queue() {
  const player = usePlayerStore();
  const queue = usePlayer((state) => state.queue);
  const count = usePlayer((state) => state.count);
  const [said, say] = useState("");
  const [removal, setRemoval] = useState<{ removal: Removal; text: string; isAll: boolean }>();
  const list = useRef<HTMLUListElement>(null);
  const focusSong = useFocusAfterChange(list, queue);
  const tracks = queue ? aheadOf(queue) : [];
  const rest = queue ? count - queue.order.length : 0;
  const isEndless = useEndless();
  useEffect(() => {
    void player.loadMore();
  }, [player]);

  function move(from: number, to: number) {
    const track = tracks[from];
    if (!track || to < 0 || to >= tracks.length || from === to) return;
    focusSong(track.id);
    player.edit((each) => withMoved(each, from, to));
    say(`“${track.title}” ở vị trí ${to + 1} trong ${tracks.length} bài sắp phát.`);
  }

  function remove(ids: number[] | undefined, text: string) {
    const present = player.getState().queue;
    if (!present) return;
    const gone = withoutAhead(present, ids);
    player.edit(() => gone.queue, ids ? undefined : true);
    setRemoval({ removal: gone.removal, text, isAll: ids === undefined });
    say(text);
  }

  function removeAt(place: number) {
    const track = tracks[place];
    if (!track) return;
    const neighbour = tracks[place + 1] ?? tracks[place - 1];
    if (neighbour) focusSong(neighbour.id);
    remove([track.id], `Đã bỏ “${track.title}” khỏi hàng chờ.`);
  }

  function undo() {
    if (!removal) return;
    const first = removal.removal.removed[0];
    if (first) focusSong(first.track.id);
    player.edit((each) => restored(each, removal.removal), removal.isAll ? false : undefined);
    setRemoval(undefined);
    say("Đã đưa trở lại hàng chờ.");
  }

  const present = queue && presentOf(queue);
  return (
    <>
      <div className={`modal__body ${styles.body}`}>
        {present && <Present track={present} />}
        <div className={styles.head}>
          <h3>Tiếp theo</h3>
          {tracks.length > 0 && (
            <button
              type="button"
              className="btn btn--sm btn--line"
              onClick={() => remove(undefined, "Đã xóa hàng chờ.")}
            >
              <Icon icon={ListX} />
              Xóa hàng chờ
            </button>
          )}
        </div>
        {tracks.length === 0 ? (
          <p className="muted">Hết bài này là hết danh sách. Bấm “⋯” ở một bài hát để thêm bài vào đây.</p>
        ) : (
          <Coming list={list} tracks={tracks} onMove={move} onRemove={removeAt} />
        )}
        {rest > 0 && (
          <button type="button" className="btn btn--sm btn--line" onClick={() => void player.loadMore()}>
            Hiện thêm, còn {rest} bài
          </button>
        )}
        <label className={styles.endless}>
          <input type="checkbox" checked={isEndless} onChange={({ target }) => setEndless(target.checked)} />
          <span>
            Phát tiếp bài tương tự
            <small>Khi hết danh sách, nghe tiếp những bài cùng thể loại, tác giả.</small>
          </span>
        </label>
      </div>
      <p className="sr" role="status">
        {said}
      </p>
      {removal && (
        <div className={styles.undo}>
          <span className="clamp">{removal.text}</span>
          <button type="button" className="btn btn--sm btn--line" onClick={undo}>
            <Icon icon={Undo2} />
            Hoàn tác
          </button>
        </div>
      )}
    </>
  );
}

function Present({ track }: { track: Track }) {
  return (
    <section className={styles.present} aria-label="Đang phát">
      <Cover id={track.id} title={track.title} image={track.thumbnail_url} sizes="3.5rem" />
      <div>
        <p className={styles.kicker}>Đang phát</p>
        <p className={styles.title} title={track.title}>
          {track.title}
        </p>
        <p className={styles.by}>{artistOf(track)}</p>
      </div>
    </section>
  );
}

interface ComingProps {
  list: RefObject<HTMLUListElement | null>;
  tracks: readonly Track[];
  onMove: (from: number, to: number) => void;
  onRemove: (place: number) => void;
}

function Coming({ list, tracks, onMove, onRemove }: ComingProps) {
  const player = usePlayerStore();
  const drag = useDragOrder(list, onMove);
  const helpId = useId();

  function onKeyDown(event: KeyboardEvent, place: number) {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (ctrlKey || metaKey || shiftKey) return;
    const step = key === "ArrowUp" ? -1 : key === "ArrowDown" ? 1 : 0;
    if (step !== 0 && altKey) onMove(place, place + step);
    else if (step !== 0) list.current?.querySelectorAll<HTMLElement>("[data-song]")[place + step]?.focus();
    else if (key === "Delete" || key === "Backspace") onRemove(place);
    else return;
    event.preventDefault();
  }

  return (
    <>
      <p className="sr" id={helpId}>
        Alt và mũi tên lên, xuống để đổi chỗ; Delete để bỏ khỏi hàng chờ.
      </p>
      <ul className={styles.list} ref={list}>
        {tracks.map((track, place) => (
          <li key={track.id} style={drag.styleOf(place)} data-dragged={drag.from === place || undefined}>
            <span
              className={styles.grip}
              aria-hidden="true"
              onPointerDown={(event: PointerEvent<HTMLElement>) => drag.begin(event, place)}
            >
              <Icon icon={GripVertical} />
            </span>
            <button
              type="button"
              className={styles.song}
              data-song={track.id}
              aria-describedby={helpId}
              onClick={() => player.play(track)}
              onKeyDown={(event) => onKeyDown(event, place)}
            >
              <span className="sr">Phát ngay: </span>
              <span className={styles.title} title={track.title}>
                {track.title}
              </span>
              <span className={styles.by} aria-hidden="true">
                {artistOf(track)}
              </span>
            </button>
            <span className={styles.steps}>
              <button
                type="button"
                aria-label={`Đưa lên: ${track.title}`}
                disabled={place === 0}
                onClick={() => onMove(place, place - 1)}
              >
                <Icon icon={ChevronUp} />
              </button>
              <button
                type="button"
                aria-label={`Đưa xuống: ${track.title}`}
                disabled={place === tracks.length - 1}
                onClick={() => onMove(place, place + 1)}
              >
                <Icon icon={ChevronDown} />
              </button>
            </span>
            <button
              type="button"
              className="ibtn"
              aria-label={`Bỏ khỏi hàng chờ: ${track.title}`}
              onClick={() => onRemove(place)}
            >
              <Icon icon={X} />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Returns what names the song that has the focus once the queue has changed: an element that moves loses it. */
function useFocusAfterChange(list: RefObject<HTMLElement | null>, queue: unknown): (id: number) => void {
  const wanted = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (wanted.current === undefined || !queue) return;
    list.current?.querySelector<HTMLElement>(`[data-song="${wanted.current}"]`)?.focus();
    wanted.current = undefined;
  }, [list, queue]);
  return (id) => {
    wanted.current = id;
  };
}
