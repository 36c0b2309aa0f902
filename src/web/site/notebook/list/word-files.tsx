import { Download, FileUp } from "lucide";
import { useId, useState } from "react";
import type { WordFileFormat, WordsImportReply, WordsRead } from "#contract/notebook.ts";
import { maxWordsFileBytes, unknownLanguage } from "#contract/notebook-rules.ts";
import { textOfFile } from "#contract/text-file.ts";
import { call } from "../../../lib/api.ts";
import { download } from "../../../lib/download.ts";
import { groupedNumber } from "../../../lib/format.ts";
import { commonLanguages, languageName } from "../../../lib/language-names.ts";
import { saveFile } from "../../../lib/save-file.ts";
import { useAction } from "../../../lib/use-action.ts";
import { ErrorText } from "../../../ui/error-text.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { Act, More } from "../../../ui/more.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { sendInParts } from "./file-parts.ts";
import styles from "./list.module.css";

/** The words as files for spreadsheets and for Anki, and words from such files. */
export function WordFiles({ hasWords, onImported }: { hasWords: boolean; onImported(): void }) {
  const [isImporting, setImporting] = useState(false);
  const { isBusy, error, run } = useAction("Chưa tạo được file. Bạn thử lại nhé.");

  const save = (format: WordFileFormat) =>
    run(async () => {
      const { fileName, content } = await download("GET /api/user/words/export", { as: "user", query: { format } });
      saveFile(content, fileName);
    });

  return (
    <>
      {hasWords ? (
        <More label="Tải về, nhập từ file">
          <Act icon={Download} disabled={isBusy} onPress={() => void save("csv")}>
            Tải CSV
          </Act>
          <Act icon={Download} disabled={isBusy} onPress={() => void save("anki")}>
            Tải cho Anki
          </Act>
          <Act icon={FileUp} onPress={() => setImporting(true)}>
            Nhập từ file
          </Act>
        </More>
      ) : (
        <button type="button" className="btn btn--line" onClick={() => setImporting(true)}>
          <Icon icon={FileUp} />
          Nhập từ file
        </button>
      )}
      {error !== undefined && <ErrorText isAnnounced>{error}</ErrorText>}
      {isImporting && <ImportDialog onClose={() => setImporting(false)} onImported={onImported} />}
    </>
  );
}

interface ChosenFile {
  text: string;
  read: FileRead;
}

/** The result of all parts of a file. */
type FileRead = Omit<WordsRead, "rest">;

const mostProblems = 100;

const sum = <K extends string>(parts: readonly Record<K, number>[], key: K) =>
  parts.reduce((total, part) => total + part[key], 0);

/** Reads a file, shows what was understood of it, and takes its words in. */
function ImportDialog({ onClose, onImported }: { onClose(): void; onImported(): void }) {
  const id = useId();
  const [language, setLanguage] = useState<string>(unknownLanguage);
  const [chosen, setChosen] = useState<ChosenFile>();
  const { isBusy, error, setError, run } = useAction("Chưa đọc được file. Bạn thử lại nhé.");
  const showToast = useToast();

  const read = (text: string, inLanguage: string) =>
    run(async () => {
      setChosen(undefined);
      const parts = await sendInParts(text, async (part) => {
        const body = { ...part, language: inLanguage };
        return (await call("POST /api/user/words/read", { as: "user", body })).data;
      });
      const [{ first } = { first: [] }] = parts;
      const problems = parts.flatMap((part) => part.problems).slice(0, mostProblems);
      const read = { words: sum(parts, "words"), first, skipped: sum(parts, "skipped"), problems };
      setChosen({ text, read });
    });
  const choose = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > maxWordsFileBytes) {
      setChosen(undefined);
      setError("File không được quá 32 MB, bạn chia thành nhiều file rồi nhập nhé");
      return;
    }
    await read(textOfFile(new Uint8Array(await file.arrayBuffer())), language);
  };
  const take = () =>
    run(async () => {
      if (!chosen) return;
      let hasTaken = false;
      try {
        const parts = await sendInParts(chosen.text, async (part) => {
          const body = { ...part, language };
          const { data } = await call("POST /api/user/words/import", { as: "user", body, timeout: 60_000 });
          hasTaken = true;
          return data;
        });
        showToast(resultText(parts));
        onClose();
      } finally {
        if (hasTaken) onImported();
      }
    });

  return (
    <Modal
      open
      title="Nhập từ file"
      onClose={onClose}
      foot={
        <>
          <button type="button" className="btn" onClick={onClose}>
            Hủy
          </button>
          <button
            type="button"
            className="btn btn--primary"
            disabled={isBusy || !chosen || chosen.read.words === 0}
            onClick={() => void take()}
          >
            {chosen && chosen.read.words > 0 ? `Nhập ${groupedNumber(chosen.read.words)} từ` : "Nhập"}
          </button>
        </>
      }
    >
      <div className={styles.form}>
        <p className="muted">
          File CSV, hoặc file chữ của Anki. Mỗi dòng một từ: từ, cách đọc, nghĩa, ghi chú; chỉ hai cột thì là từ và
          nghĩa. Từ đã có trong sổ được điền thêm chỗ còn trống, không bị ghi đè.
        </p>
        <div className="field">
          <label htmlFor={`${id}-language`}>Ngôn ngữ của những dòng không ghi</label>
          <select
            id={`${id}-language`}
            className="select"
            value={language}
            onChange={(event) => {
              setLanguage(event.target.value);
              if (chosen) void read(chosen.text, event.target.value);
            }}
          >
            {[...commonLanguages, unknownLanguage].map((each) => (
              <option key={each} value={each}>
                {languageName(each)}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor={`${id}-file`}>File</label>
          <input
            id={`${id}-file`}
            className={`input ${styles.file}`}
            type="file"
            accept=".csv,.tsv,.txt,text/plain,text/csv"
            disabled={isBusy}
            onChange={(event) => void choose(event.target.files?.[0])}
          />
        </div>
        <div role="status">
          {isBusy ? <p className="muted">Đang đọc file...</p> : chosen && <Preview {...chosen.read} />}
        </div>
        {error !== undefined && <ErrorText isAnnounced>{error}</ErrorText>}
      </div>
    </Modal>
  );
}

function Preview({ words, first, skipped, problems }: FileRead) {
  return (
    <div className={styles.form}>
      <p>
        Đọc được <b>{groupedNumber(words)} từ</b>
        {skipped > 0 && <span>{`, bỏ qua ${groupedNumber(skipped)} dòng`}</span>}
        <span>.</span>
      </p>
      {first.length > 0 && (
        <ul className={styles.problems} aria-label="Những từ đầu tiên">
          {first.map(({ text, reading, meaning, language }) => (
            <li key={`${language} ${text}`}>
              <b lang={language}>{text}</b>
              {[reading, meaning].filter(Boolean).map((each) => ` · ${each}`)}
            </li>
          ))}
        </ul>
      )}
      {problems.length > 0 && (
        <>
          <p className="muted">Những dòng không đọc được:</p>
          <ul className={styles.problems} aria-label="Những dòng không đọc được">
            {problems.map(({ line, message }) => (
              <li key={line}>
                Dòng {line}: {message}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function resultText(replies: readonly WordsImportReply[]): string {
  const [added, changed] = [sum(replies, "added"), sum(replies, "changed")];
  const unchanged = sum(replies, "unchanged");
  const parts = [`Đã thêm ${groupedNumber(added)} từ`];
  if (changed > 0) parts.push(`điền thêm ${groupedNumber(changed)} từ`);
  if (unchanged > 0) parts.push(`${groupedNumber(unchanged)} từ đã có sẵn`);
  return parts.join(", ");
}
