import { Send } from "lucide";
import { useEffect, useId } from "react";
import { fileSize } from "../../lib/file-size.ts";
import type { UploadProgress } from "../../lib/upload.ts";
import styles from "./sending.module.css";
import { StateScreen } from "./state-screen.tsx";

export type SendingStep =
  /** Before the call: nothing has been sent. */
  | { name: "waiting" }
  | { name: "uploading"; progress: UploadProgress }
  /** All is sent; the response is awaited. */
  | { name: "sent" };

interface SendingProps {
  step: SendingStep;
  onCancel(): void;
}

/** The screen between the confirmation and the response. */
export function Sending({ step, onCancel }: SendingProps) {
  const id = useId();
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, []);
  const progress = step.name === "uploading" ? step.progress : undefined;
  return (
    <StateScreen icon={Send} title="Đang gửi yêu cầu..." keepFocus={step.name === "sent"}>
      <p id={id}>Bạn giữ trang này mở cho đến khi gửi xong nhé.</p>
      <progress
        className={styles.progress}
        aria-label={progress ? "Đang tải file tham khảo lên" : "Đang gửi yêu cầu"}
        {...(progress ? { max: 100, value: progress.percentage } : {})}
      />
      {progress && (
        <p className={`num ${styles.numbers}`}>
          {fileSize(progress.loaded)} / {fileSize(progress.total)}, {progress.percentage}%
        </p>
      )}
      {step.name !== "sent" && (
        <div className="empty__acts">
          <button type="button" className="btn btn--line" onClick={onCancel}>
            Hủy gửi
          </button>
        </div>
      )}
    </StateScreen>
  );
}
