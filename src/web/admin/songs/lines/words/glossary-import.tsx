/** Reads words of a glossary from a pasted text or a file with tabs. */
import { useId, useState } from "react";
import type { GlossaryEntry } from "#contract/lyrics/document.ts";
import { maxGlossaryFile, readGlossary } from "#contract/lyrics/glossary-text.ts";
import type { Oddity } from "#contract/lyrics/lyrics-text.ts";
import { textOfFile } from "#contract/text-file.ts";
import { Banner } from "../../../../resource/controls/banner.tsx";
import { FileButton } from "../../../../resource/controls/file-button.tsx";
import styles from "./words.module.css";

interface GlossaryImportProps {
  onRead: (entries: GlossaryEntry[], oddities: Oddity[]) => void;
  onClose: () => void;
}

const tooLarge = "Danh sách từ không được quá 1 MB";

export function GlossaryImport({ onRead, onClose }: GlossaryImportProps) {
  const id = useId();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();

  function read(given: string): void {
    if (given.length > maxGlossaryFile) return setProblem(tooLarge);
    const { entries, oddities } = readGlossary(given);
    if (entries.length === 0) {
      const [first] = oddities;
      return setProblem(
        first ? `Không đọc được từ nào. Dòng ${first.line}: ${first.message}` : "Bạn dán danh sách từ trước nhé",
      );
    }
    onRead(entries, oddities);
  }

  async function choose([file]: readonly File[]): Promise<void> {
    if (!file || file.size > 4 * maxGlossaryFile) return setProblem(tooLarge);
    read(textOfFile(new Uint8Array(await file.arrayBuffer())));
  }

  return (
    <div className={styles.form}>
      <div className="field">
        <label htmlFor={id}>Dán danh sách từ vào đây</label>
        <textarea
          id={id}
          className="input"
          rows={5}
          value={text}
          spellCheck={false}
          placeholder={"雨\tあめ\tmưa\n傘\tかさ\tcái ô"}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => setText(target.value)}
        />
        <p id={`${id}-hint`} className="hint">
          Mỗi dòng một từ: từ, phiên âm, nghĩa, ghi chú, cách nhau bằng phím Tab như khi chép từ bảng tính. Hai cột là
          từ và nghĩa. Từ đã có thì được sửa theo danh sách.
        </p>
      </div>
      {problem && <Banner kind="danger">{problem}</Banner>}
      <div className={styles.tools}>
        <button type="button" className="btn btn--line btn--sm" onClick={() => read(text)}>
          Nhập các từ đã dán
        </button>
        <FileButton
          label="Chọn file"
          className="btn btn--line btn--sm"
          accept=".tsv,.txt,.csv,text/plain,text/tab-separated-values"
          onFiles={(files) => void choose(files)}
        />
        <button type="button" className="btn btn--sm" onClick={onClose}>
          Thôi
        </button>
      </div>
    </div>
  );
}
