/** Times the lines of a song by taps while it plays: one key or one thumb starts line after line, or word after word. */
import { Delete } from "lucide";
import { type MouseEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { Song } from "#contract/catalogue.ts";
import type { LineDocument, SongLine } from "#contract/lyrics/document.ts";
import { Wave } from "../../../../player/wave.tsx";
import { Banner } from "../../../../resource/controls/banner.tsx";
import { KeySheet } from "../../../../resource/palette/key-sheet.tsx";
import { Icon } from "../../../../ui/icon.tsx";
import { GlossarySection } from "../words/glossary-section.tsx";
import { SuggestReadings } from "../words/suggest-readings.tsx";
import { type Editing, timeAt } from "./edit-lines.ts";
import styles from "./editor.module.css";
import { editorKeys } from "./editor-keys.ts";
import { Fold } from "./fold.tsx";
import { LatencyDialog, storedLatency } from "./latency-dialog.tsx";
import { LineDetails } from "./line-details.tsx";
import { endOfLine } from "./line-edits.ts";
import { lineIssues } from "./line-issues.ts";
import { LineList } from "./line-list.tsx";
import { SongTools } from "./song-tools.tsx";
import { Stage } from "./stage.tsx";
import { Toolbar } from "./toolbar.tsx";
import { useEditorKeys } from "./use-editor-keys.ts";
import { useLevels } from "./use-levels.ts";
import type { LinesEditing } from "./use-lines-editing.ts";
import { rates, type SongSound, useSongSound } from "./use-song-sound.ts";
import { useTaps } from "./use-taps.ts";
import { ZoomedWave } from "./zoomed-wave.tsx";

/** Milliseconds of the song that the wave shows. */
const spans = [3000, 6000, 12_000, 30_000, 90_000] as const;
/** Which of them at first. */
const firstZoom = { line: 2, word: 1 };
/** Milliseconds that are heard again before a line that is taken back. */
const leadMs = 1500;

export function Workbench({ song, lineEditing }: { song: Song; lineEditing: LinesEditing }) {
  const { editing, change, saver } = lineEditing;
  const { document, place } = editing;
  const { lines } = document;
  const line = lines[place.line];
  const [isLooping, setLooping] = useState(false);
  const [zoom, setZoom] = useState(firstZoom);
  const [latency, setLatency] = useState(storedLatency);
  const [dialog, setDialog] = useState<"keys" | "latency">();
  const list = useRef<HTMLDivElement>(null);

  const lineEnd = endOfLine(lines, place.line, (song.duration ?? 0) * 1000);
  const isTimed = isLooping && line?.start_ms != null && lineEnd !== undefined;
  const sound = useSongSound(song, isTimed ? { from: line.start_ms ?? 0, to: lineEnd } : undefined);
  const { durationMs, rate } = sound;
  const taps = useTaps(lineEditing, sound, latency);
  const levels = useLevels(song);
  const sounding = useSounding(lines, sound);
  const issues = useMemo(() => lineIssues(document, durationMs), [document, durationMs]);
  const unit = place.word === null ? "line" : "word";
  const focusList = () => list.current?.focus({ preventScroll: true });
  useEffect(() => list.current?.focus({ preventScroll: true }), []);

  const nudge = (by: number) => hear(change({ type: "nudge", by, durationMs }));

  /** Plays what is at the selected end. */
  function hear({ document, place }: Editing): void {
    const ms = timeAt(document, place, durationMs);
    if (ms !== undefined) sound.preview(ms, place.border);
  }

  function back(): void {
    const next = change({ type: "back" });
    const taken = timeAt(document, { ...next.place, border: "start" });
    if (sound.isPlaying && taken !== undefined) sound.seek(Math.max(0, taken - leadMs));
  }

  function playFrom(number: number): void {
    const start = lines[number]?.start_ms;
    if (start != null) sound.playFrom(start);
  }

  function playSelected(): void {
    const ms = timeAt(document, { ...place, border: "start" });
    if (ms !== undefined) sound.playFrom(ms);
  }

  function stepRate(by: 1 | -1): void {
    const next = rates[rates.findIndex((each) => each === rate) + by];
    if (next !== undefined) sound.setRate(next);
  }

  function zoomBy(by: 1 | -1): void {
    const next = Math.min(Math.max(zoom[unit] - by, 0), spans.length - 1);
    setZoom({ ...zoom, [unit]: next });
  }

  const takeDocument = (next: LineDocument) => void change({ type: "document", document: next });
  const undo = () => void change({ type: "undo" });
  const redo = () => void change({ type: "redo" });
  const toggleLoop = () => setLooping((before) => !before);
  useEditorKeys({
    press: taps.press,
    release: taps.release,
    leaveField: focusList,
    handlers: {
      ArrowUp: () => change({ type: "move", by: -1, unit: "line" }),
      ArrowDown: () => change({ type: "move", by: 1, unit: "line" }),
      "Ctrl ArrowLeft": () => change({ type: "move", by: -1, unit: "word" }),
      "Ctrl ArrowRight": () => change({ type: "move", by: 1, unit: "word" }),
      ArrowLeft: () => nudge(-10),
      ArrowRight: () => nudge(10),
      "Shift ArrowLeft": () => nudge(-100),
      "Shift ArrowRight": () => nudge(100),
      Home: () => change({ type: "select", line: 0 }),
      End: () => change({ type: "select", line: lines.length - 1 }),
      Enter: playSelected,
      Backspace: back,
      Delete: () => change({ type: "clear" }),
      e: () => change({ type: "border", border: place.border === "start" ? "end" : "start" }),
      w: () => change({ type: "mode", unit: unit === "line" ? "word" : "line" }),
      p: sound.toggle,
      l: toggleLoop,
      "-": () => stepRate(-1),
      "=": () => stepRate(1),
      "+": () => stepRate(1),
      "Ctrl z": undo,
      "Ctrl Shift z": redo,
      "Ctrl y": redo,
      "Ctrl s": () => void saver.saveNow(),
      "?": () => setDialog("keys"),
    },
  });

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a press of the mouse leaves the focus, and with it the keys, to the lines */}
      <section className={`card ${styles.player}`} aria-label="Nghe và gõ giờ" onMouseDown={keepFocus}>
        <Stage
          document={document}
          place={place}
          onWord={(word) => change({ type: "select", line: place.line, word })}
        />
        <Wave
          className={styles.overview}
          label={`Vị trí phát: ${song.title}`}
          songId={song.id}
          levels={song.waveform ?? null}
          position={sound.positionMs / 1000}
          duration={durationMs / 1000}
          onSeek={(seconds) => sound.seek(seconds * 1000)}
        />
        <ZoomedWave
          levels={levels}
          document={document}
          place={place}
          sound={sound}
          spanMs={spans[zoom[unit]] ?? spans[0]}
          onDrag={(border, ms) => hear(change({ type: "drag", border, ms, durationMs }))}
        />
        {sound.hasFailed && <Banner kind="danger">Không phát được bài này. Bạn tải lại trang rồi thử lại nhé.</Banner>}
        <Toolbar
          sound={sound}
          unit={unit}
          isLooping={isLooping}
          latency={latency}
          canUndo={editing.past.length > 0}
          canRedo={editing.future.length > 0}
          onPick={focusList}
          onUnit={(to) => change({ type: "mode", unit: to })}
          onLoop={toggleLoop}
          onZoom={zoomBy}
          onUndo={undo}
          onRedo={redo}
          onLatency={() => setDialog("latency")}
          onKeys={() => setDialog("keys")}
        />
      </section>
      <div className={styles.taps}>
        <button
          type="button"
          className={styles.back}
          aria-label="Lùi lại và bỏ giờ"
          title="Lùi lại và bỏ giờ"
          onClick={back}
        >
          <Icon icon={Delete} />
        </button>
        <button
          type="button"
          className={styles.tap}
          data-tap=""
          disabled={!line}
          onPointerDown={({ button, currentTarget, pointerId }) => {
            // Of a finger only the end of a press may start a sound.
            if (button !== 0 || taps.isAtStart()) return;
            currentTarget.setPointerCapture(pointerId);
            taps.press();
          }}
          onPointerUp={taps.release}
          onPointerCancel={taps.release}
          // Assistive technology presses without a pointer.
          onClick={({ detail }) => {
            if (detail === 0 || taps.isAtStart()) taps.press();
          }}
          onContextMenu={(event) => event.preventDefault()}
        >
          <b>{sound.isPlaying || sound.positionMs > 0 ? "Gõ" : "Bắt đầu nghe và gõ"}</b>
          <span>
            {line
              ? `${unit === "line" ? "Dòng" : "Từng từ của dòng"} ${place.line + 1}, giữ đến khi hát hết nếu cần`
              : "Đã hết lời"}
          </span>
        </button>
      </div>
      <div className={styles.columns}>
        <section className={styles.column} aria-labelledby="lines-heading">
          <h2 id="lines-heading">
            {lines.length} dòng, {lines.filter(({ start_ms }) => start_ms !== null).length} dòng có giờ
          </h2>
          {lines.length === 0 ? (
            <p className="muted">Không còn dòng nào. Bạn hoàn tác, hoặc nhập lời mới nhé.</p>
          ) : (
            <LineList
              ref={list}
              lines={lines}
              issues={issues}
              selected={place.line}
              sounding={sounding}
              language={document.language}
              onSelect={(number) => change({ type: "select", line: number })}
              onPlay={playFrom}
            />
          )}
        </section>
        <div className={styles.column}>
          {issues.length > 0 && (
            <Fold title={`${issues.length} chỗ cần xem lại`}>
              <ul className={styles.issues}>
                {issues.slice(0, shownIssues).map(({ line: number, text }) => (
                  <li key={`${number} ${text}`}>
                    <button type="button" onClick={() => change({ type: "select", line: number })}>
                      Dòng {number + 1} {text}
                    </button>
                  </li>
                ))}
              </ul>
            </Fold>
          )}
          <Fold title={headingOf(line, place.line, place.word)}>
            <LineDetails
              document={document}
              place={place}
              durationMs={durationMs}
              change={change}
              onNudge={nudge}
              onPlay={playSelected}
            />
          </Fold>
          <Fold title="Cả bài">
            <SongTools song={song} document={document} place={place} durationMs={durationMs} change={change} />
            <SuggestReadings id={song.id} document={document} onChange={takeDocument} />
          </Fold>
          <Fold title="Từ vựng của bài">
            <GlossarySection song={song} document={document} onChange={takeDocument} />
          </Fold>
        </div>
      </div>
      {dialog === "keys" && <KeySheet keys={editorKeys} onClose={() => setDialog(undefined)} />}
      {dialog === "latency" && (
        <LatencyDialog latency={latency} onChange={setLatency} onClose={() => setDialog(undefined)} />
      )}
    </>
  );
}

const shownIssues = 30;

function keepFocus(event: MouseEvent): void {
  if (event.target instanceof Element && !event.target.closest("input, select")) event.preventDefault();
}

function headingOf(line: SongLine | undefined, number: number, word: number | null): string {
  if (!line) return "Dòng đang chọn";
  return word === null ? `Dòng ${number + 1}` : `Từ ${word + 1} của dòng ${number + 1}`;
}

/** Returns the number of the line that sounds; -1 while none does. */
function useSounding(lines: readonly SongLine[], { isPlaying, now, durationMs }: SongSound): number {
  const [sounding, setSounding] = useState(-1);
  const follow = useEffectEvent(() => {
    const ms = now();
    const found = lines.findLastIndex(({ start_ms }) => start_ms !== null && start_ms <= ms);
    setSounding(ms < (endOfLine(lines, found, durationMs) ?? 0) ? found : -1);
  });
  useEffect(() => {
    if (!isPlaying) return setSounding(-1);
    let frame = 0;
    const step = () => {
      follow();
      frame = requestAnimationFrame(step);
    };
    step();
    return () => cancelAnimationFrame(frame);
  }, [isPlaying]);
  return sounding;
}
