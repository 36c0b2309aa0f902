import { Suspense } from "react";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import styles from "./line-trainer.module.css";
import type { VoiceInput } from "./use-voice.ts";

const VoicePanel = lazyPart(async () => (await import("./voice-panel.tsx")).VoicePanel);

/** The own voice, whose code loads when it is asked for. */
export function OwnVoice(input: VoiceInput) {
  return (
    <section className={styles.voice} aria-labelledby="own-voice">
      <h2 id="own-voice">Giọng của bạn</h2>
      <Suspense fallback={<p className={styles.status}>Đang tải phần thu giọng</p>}>
        <VoicePanel {...input} />
      </Suspense>
    </section>
  );
}
