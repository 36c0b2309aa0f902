import { AudioLines, Mic, Play, Square, Trash2 } from "lucide";
import { useEffect, useRef, useState } from "react";
import { clockTime } from "../../../lib/format.ts";
import { useKeys } from "../../../lib/keys.ts";
import { Icon } from "../../../ui/icon.tsx";
import styles from "./line-trainer.module.css";
import { maxRecordingMs } from "./recorder.ts";
import { useVoice, type VoiceInput } from "./use-voice.ts";
import { voiceFailures } from "./voice-failures.ts";

/** The own voice on the line: recorded, heard alone, heard after the line, removed. */
export function VoicePanel(input: VoiceInput) {
  const voice = useVoice(input);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const pressed = (task: () => void) => (event: KeyboardEvent) => {
    if (!event.repeat) task();
    return true;
  };
  useKeys({
    m: pressed(voice.record),
    n: pressed(voice.hear),
    b: pressed(() => voice.hasRecording && voice.compare()),
  });
  const { phase, hasRecording, failure } = voice;
  const isRecording = phase === "recording";
  return (
    <>
      <div className={styles.tools}>
        <button
          ref={first}
          type="button"
          className="btn btn--line"
          disabled={phase === "asking"}
          onClick={voice.record}
        >
          <Icon icon={isRecording ? Square : Mic} />
          <span>{isRecording ? "Dừng thu" : hasRecording ? "Thu lại câu này" : "Thu câu này"}</span>
        </button>
        {hasRecording && !isRecording && (
          <>
            <button type="button" className="btn btn--line" onClick={phase === "own" ? voice.stop : voice.hear}>
              <Icon icon={phase === "own" ? Square : Play} />
              <span>{phase === "own" ? "Dừng" : "Nghe giọng bạn"}</span>
            </button>
            <button type="button" className="btn btn--line" onClick={phase === "original" ? voice.stop : voice.compare}>
              <Icon icon={phase === "original" ? Square : AudioLines} />
              <span>{phase === "original" ? "Dừng" : "Bản gốc rồi giọng bạn"}</span>
            </button>
            <button type="button" className="ibtn" aria-label="Xóa bản thu của câu này" onClick={voice.remove}>
              <Icon icon={Trash2} />
            </button>
          </>
        )}
      </div>
      <p className={styles.status} role="status">
        {isRecording ? (
          <Elapsed />
        ) : phase === "asking" ? (
          "Trình duyệt đang hỏi bạn về micrô"
        ) : (
          "Bản thu nằm lại trên máy này, không gửi đi đâu."
        )}
      </p>
      {failure && (
        <p className="note note--danger" role="alert">
          {voiceFailures[failure]}
        </p>
      )}
    </>
  );
}

function Elapsed() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span>
      Đang thu {/* Not spoken again with each second. */}
      <span className="num" aria-hidden="true">
        {clockTime(seconds)} / {clockTime(maxRecordingMs / 1000)}
      </span>
    </span>
  );
}
