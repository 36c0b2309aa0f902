/** Fills the readings of a song's lines and words from suggestions of the server, for a person to correct. */
import { WandSparkles } from "lucide";
import { useId, useState } from "react";
import type { LineDocument } from "#contract/lyrics/document.ts";
import { readingLanguageOf } from "#contract/lyrics/reading-language.ts";
import { groupedNumber } from "../../../../lib/format.ts";
import { Banner } from "../../../../resource/controls/banner.tsx";
import { errorMessage, useChange } from "../../../../resource/data/queries.ts";
import { Icon } from "../../../../ui/icon.tsx";
import { readingRequest, withReadings } from "./fill-readings.ts";
import { useLatest } from "./use-latest.ts";
import styles from "./words.module.css";

export const readingTexts = {
  fallback: "Chưa gợi ý được phiên âm, bạn thử lại sau ít phút nhé",
  unreachable: "Lỗi khi kết nối đến server",
};
/** Longer than the server takes at most. */
export const readingTimeout = 60_000;

interface SuggestReadingsProps {
  /** Id of the song. */
  id: number;
  document: LineDocument;
  onChange: (document: LineDocument) => void;
}

/** Nothing for a language that needs no readings. */
export function SuggestReadings({ id, document, onChange }: SuggestReadingsProps) {
  const fieldId = useId();
  const [isReplacing, setReplacing] = useState(false);
  const [status, setStatus] = useState("");
  const [problem, setProblem] = useState<string>();
  const latest = useLatest(document);
  const suggest = useChange("POST /api/songs/{id}/lines/readings", {
    refreshes: [],
    timeout: readingTimeout,
    ...readingTexts,
  });
  if (document.language === null) {
    return <p className="hint">Chọn ngôn ngữ của lời gốc thì có gợi ý phiên âm cho tiếng Trung, Nhật và Hàn.</p>;
  }
  if (readingLanguageOf(document.language) === undefined) return null;

  async function ask(): Promise<void> {
    if (suggest.isPending) return;
    setProblem(undefined);
    const request = readingRequest(document, isReplacing);
    if (!request) return setStatus("Không còn chỗ trống nào.");
    setStatus("");
    try {
      const { data } = await suggest.mutateAsync({ params: { id }, body: request });
      const { document: filled, lines, words } = withReadings(latest.current, request, data.lines, isReplacing);
      if (lines + words > 0) onChange(filled);
      setStatus(
        lines + words > 0
          ? `Đã điền phiên âm cho ${groupedNumber(lines)} dòng và ${groupedNumber(words)} từ. Bạn đọc lại nhé.`
          : "Không có gì để điền thêm.",
      );
    } catch (error) {
      setProblem(errorMessage(error, readingTexts.fallback));
    }
  }

  return (
    <div className={styles.part}>
      <label className="check-line">
        <input type="checkbox" checked={isReplacing} onChange={({ target }) => setReplacing(target.checked)} />
        Thay cả những phiên âm đã có
      </label>
      <div>
        <button
          type="button"
          className="btn btn--line btn--sm"
          aria-disabled={suggest.isPending}
          aria-describedby={`${fieldId}-hint`}
          onClick={() => void ask()}
        >
          <Icon icon={WandSparkles} />
          {suggest.isPending ? "Đang đọc lời..." : "Gợi ý phiên âm"}
        </button>
      </div>
      <p id={`${fieldId}-hint`} className="hint">
        {isReplacing ? "Điền lại mọi dòng và từ." : "Chỉ điền chỗ còn trống, chữ bạn đã gõ vẫn giữ nguyên."} Máy có thể
        đọc sai chữ nhiều âm và thanh nhẹ, bạn xem lại rồi sửa nhé.
      </p>
      <p role="status" className={status ? undefined : "sr"}>
        {status}
      </p>
      {problem && <Banner kind="danger">{problem}</Banner>}
    </div>
  );
}
