/** Whether what was changed is saved, and what to do when somebody else has saved too. */
import type { EditedLines } from "#contract/song-lines.ts";
import { Banner } from "../../../../resource/controls/banner.tsx";
import { linesProblem } from "../lines-problem.ts";
import type { DraftState } from "./draft-saver.ts";
import styles from "./editor.module.css";

const words: Readonly<Record<DraftState["status"], string>> = {
  saved: "Mọi thay đổi đã được lưu nháp",
  waiting: "Chưa lưu",
  saving: "Đang lưu...",
  failed: "Chưa lưu được",
  refused: "Chưa lưu được",
  stale: "Chưa lưu",
};

/** A word beside the heading; what needs a hand stands in `SaveProblem`. */
export function SaveState({ draft: { status } }: { draft: DraftState }) {
  return <span>{words[status]}</span>;
}

interface SaveProblemProps {
  draft: DraftState;
  onRetry: () => void;
  onTake: (theirs: EditedLines) => void;
  onOverwrite: () => void;
}

export function SaveProblem({
  draft: { status, error, theirs, isKept },
  onRetry,
  onTake,
  onOverwrite,
}: SaveProblemProps) {
  if (status === "stale" && theirs) {
    const by = theirs.source === "published" ? theirs.published?.by : theirs.draft?.by;
    return (
      <Banner kind="danger">
        <div className={styles.problem}>
          <p>{error ? linesProblem(error) : `${by ?? "Người khác"} đã sửa trong lúc bạn chưa lưu, nên chưa lưu gì`}</p>
          <div className={styles.tools}>
            <button type="button" className="btn btn--line btn--sm" onClick={() => onTake(theirs)}>
              Xem bản đã lưu, bỏ bản của tôi
            </button>
            <button type="button" className="btn btn--line btn--sm" onClick={onOverwrite}>
              Lưu nháp bản của tôi đè lên
            </button>
          </div>
        </div>
      </Banner>
    );
  }
  if (status !== "failed" && status !== "refused") return null;
  return (
    <Banner kind={status === "refused" ? "danger" : "warning"}>
      <div className={styles.problem}>
        <p>
          {linesProblem(error)}.{" "}
          {isKept
            ? "Những gì bạn sửa vẫn còn trên thiết bị này."
            : "Thiết bị này không giữ được những gì bạn sửa, bạn đừng đóng trang."}
          {status === "failed" && " Trang sẽ tự lưu lại."}
        </p>
        <button type="button" className="btn btn--line btn--sm" onClick={onRetry}>
          Lưu lại ngay
        </button>
      </div>
    </Banner>
  );
}
