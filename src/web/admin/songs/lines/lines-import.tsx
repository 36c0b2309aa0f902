/** Reads pasted lyrics, or those of a file, on the server; nothing is saved. */
import { ChevronDown } from "lucide";
import { useId, useState } from "react";
import type { Api } from "#contract/api.ts";
import type { Reply } from "#contract/endpoint.ts";
import { maxLyricsFile } from "#contract/lyrics/formats.ts";
import { textOfFile } from "#contract/text-file.ts";
import { Banner } from "../../../resource/controls/banner.tsx";
import { FileButton } from "../../../resource/controls/file-button.tsx";
import { errorMessage, useChange } from "../../../resource/data/queries.ts";
import { Icon } from "../../../ui/icon.tsx";
import styles from "./lines.module.css";

export type ReadReply = Reply<Api["POST /api/songs/{id}/lines/read"]>;

const texts = { fallback: "Không đọc được lời này", unreachable: "Lỗi khi kết nối đến server" };
const tooLarge = "Lời không được quá 1 MB";

interface LinesImportProps {
  id: number;
  isOpen: boolean;
  /** Returns whether the lines were taken. */
  onRead: (read: ReadReply) => Promise<boolean>;
}

export function LinesImport({ id, isOpen, onRead }: LinesImportProps) {
  const fieldId = useId();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const read = useChange("POST /api/songs/{id}/lines/read", { refreshes: [], timeout: 60_000, ...texts });

  async function send(given: string): Promise<void> {
    if (read.isPending) return;
    if (given.trim() === "") return setProblem("Bạn dán lời hoặc chọn file trước nhé");
    if (given.length > maxLyricsFile) return setProblem(tooLarge);
    setProblem(undefined);
    try {
      const { data } = await read.mutateAsync({ params: { id }, body: { text: given } });
      if (await onRead(data)) setText("");
    } catch (error) {
      setProblem(errorMessage(error, texts.fallback));
    }
  }

  async function choose([file]: readonly File[]): Promise<void> {
    // A letter of UTF-16 has two bytes or four.
    if (!file || file.size > 4 * maxLyricsFile) return setProblem(tooLarge);
    await send(textOfFile(new Uint8Array(await file.arrayBuffer())));
  }

  return (
    <details className={`fold ${styles.import}`} open={isOpen || undefined}>
      <summary>
        Nhập lời có thời gian
        <Icon icon={ChevronDown} />
      </summary>
      <div className="field">
        <label htmlFor={fieldId}>Dán lời vào đây</label>
        <textarea
          id={fieldId}
          className="input"
          rows={6}
          value={text}
          spellCheck={false}
          placeholder={"[00:12.00]Câu thứ nhất\n[00:17.50]Câu thứ hai"}
          aria-describedby={`${fieldId}-hint`}
          onChange={({ target }) => setText(target.value)}
        />
        <p id={`${fieldId}-hint`} className="hint">
          LRC, LRC theo từ, SRT, WebVTT, TTML, ASS karaoke, hay lời không có giờ; tối đa 1 MB.
        </p>
      </div>
      {problem && <Banner kind="danger">{problem}</Banner>}
      <div className={styles.tools}>
        <button
          type="button"
          className="btn btn--line btn--sm"
          aria-disabled={read.isPending}
          onClick={() => void send(text)}
        >
          {read.isPending ? "Đang đọc..." : "Đọc lời đã dán"}
        </button>
        <FileButton
          label="Chọn file"
          className="btn btn--line btn--sm"
          accept=".lrc,.srt,.vtt,.ttml,.xml,.ass,.ssa,.txt,text/plain"
          onFiles={(files) => void choose(files)}
        />
      </div>
    </details>
  );
}
