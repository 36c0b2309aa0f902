/** By how much somebody taps late, and a way to measure it. */
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { readStored, writeStored } from "../../../../lib/storage.ts";
import { Modal } from "../../../../resource/controls/modal.tsx";
import styles from "./editor.module.css";

/** Milliseconds. */
const usualLatency = 100;
const largestLatency = 1000;
const beatMs = 600;
const beats = 10;
/** The first beats tell the pace. */
const beatsToHear = 2;

/** Returns the stored latency of this device's taps, in milliseconds. */
export function storedLatency(): number {
  const stored = readStored("tapLatency");
  const ms = Number(stored);
  return stored !== null && Number.isInteger(ms) && ms >= 0 && ms <= largestLatency ? ms : usualLatency;
}

interface LatencyDialogProps {
  latency: number;
  onChange: (ms: number) => void;
  onClose: () => void;
}

export function LatencyDialog({ latency, onChange, onClose }: LatencyDialogProps) {
  const id = useId();
  const [text, setText] = useState(String(latency));
  const ms = Number(text);
  const isUsable = text.trim() !== "" && Number.isInteger(ms) && ms >= 0 && ms <= largestLatency;

  function save(): void {
    if (!isUsable) return;
    writeStored("tapLatency", String(ms));
    onChange(ms);
    onClose();
  }

  return (
    <Modal
      open
      title="Độ trễ khi gõ"
      width={27}
      onClose={onClose}
      foot={
        <>
          <button type="button" className="btn btn--line" onClick={onClose}>
            Hủy
          </button>
          <button type="button" className="btn btn--primary" disabled={!isUsable} onClick={save}>
            Dùng độ trễ này
          </button>
        </>
      }
    >
      <div className={styles.details}>
        <p>Ai cũng gõ muộn hơn tiếng hát một chút. Mỗi lần gõ được ghi sớm lên chừng này, theo tốc độ đang nghe.</p>
        <div className="field">
          <label htmlFor={id}>Số mili giây</label>
          <input
            id={id}
            className="input num"
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            value={text}
            aria-invalid={!isUsable || undefined}
            aria-describedby={isUsable ? undefined : `${id}-error`}
            onChange={({ target }) => setText(target.value)}
          />
          {!isUsable && (
            <p id={`${id}-error`} className="error">
              Một số từ 0 đến {largestLatency}
            </p>
          )}
        </div>
        <Measure onMeasured={(measured) => setText(String(measured))} />
      </div>
    </Modal>
  );
}

/** Ten beats to tap along with. */
function Measure({ onMeasured }: { onMeasured: (ms: number) => void }) {
  const sound = useRef<AudioContext>(undefined);
  const start = useRef(0);
  const delays = useRef<number[]>([]);
  const [taps, setTaps] = useState<number>();
  const [result, setResult] = useState("");
  const isOn = taps !== undefined;

  useEffect(() => () => void sound.current?.close(), []);
  const finish = useEffectEvent(() => {
    const measured = Math.round(medianOf(delays.current));
    const isEnough = delays.current.length >= (beats - beatsToHear) / 2;
    if (isEnough) onMeasured(Math.min(Math.max(0, measured), largestLatency));
    setResult(isEnough ? `Bạn gõ muộn khoảng ${measured} ms.` : "Chưa đủ nhịp, bạn đo lại nhé.");
    setTaps(undefined);
  });
  useEffect(() => {
    if (!isOn) return;
    const timer = setTimeout(() => finish(), beatMs * (beats + 1));
    return () => clearTimeout(timer);
  }, [isOn]);

  function begin(): void {
    const context = sound.current ?? new AudioContext();
    sound.current = context;
    void context.resume();
    start.current = performance.now() + beatMs;
    const first = context.currentTime + beatMs / 1000;
    for (let beat = 0; beat < beats; beat++) click(context, first + (beat * beatMs) / 1000);
    delays.current = [];
    setResult("");
    setTaps(0);
  }

  function tap(): void {
    const since = performance.now() - start.current;
    const beat = Math.round(since / beatMs);
    if (beat >= beatsToHear && beat < beats) delays.current.push(since - beat * beatMs);
    setTaps((count = 0) => count + 1);
  }

  return (
    <div className={styles.measure}>
      <button
        type="button"
        className="btn btn--line"
        // The moment of a press, not of its end.
        onPointerDown={isOn ? tap : undefined}
        onKeyDown={(event) => {
          if (!isOn || event.key !== " " || event.repeat) return;
          event.preventDefault();
          tap();
        }}
        onClick={isOn ? undefined : begin}
      >
        {isOn ? `Gõ theo nhịp: ${taps}` : "Đo thử: nghe và gõ theo 10 nhịp"}
      </button>
      <p className="hint" role="status">
        {result}
      </p>
    </div>
  );
}

function click(context: AudioContext, at: number): void {
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.value = 1000;
  volume.gain.setValueAtTime(0.4, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + 0.06);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + 0.07);
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
