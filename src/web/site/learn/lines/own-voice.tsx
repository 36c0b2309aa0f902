import { Mic } from "lucide";
import { Suspense, useState } from "react";
import { useKeys } from "../../../lib/keys.ts";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { Icon } from "../../../ui/icon.tsx";
import styles from "./line-trainer.module.css";
import type { VoiceInput } from "./use-voice.ts";

const VoicePanel = lazyPart(async () => (await import("./voice-panel.tsx")).VoicePanel);

/** The own voice, whose code loads once something is heard, or when it is asked for. */
export function OwnVoice(input: VoiceInput) {
  const [reason, setReason] = useState<"heard" | "asked">();
  if (reason === undefined && input.state.phase !== "idle") setReason("heard");
  useKeys({
    m: () => {
      if (reason !== undefined) return false;
      setReason("asked");
      return true;
    },
  });
  return (
    <section className={styles.voice} aria-labelledby="own-voice">
      <h2 id="own-voice">Giọng của bạn</h2>
      {reason === undefined ? (
        <div className={styles.tools}>
          <button type="button" className="btn btn--line" onClick={() => setReason("asked")}>
            <Icon icon={Mic} />
            Thu giọng bạn
          </button>
        </div>
      ) : (
        <Suspense fallback={<p className={styles.status}>Đang tải phần thu giọng</p>}>
          <VoicePanel {...input} isAsked={reason === "asked"} />
        </Suspense>
      )}
    </section>
  );
}
