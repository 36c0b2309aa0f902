/** Edits the lines of a song: read from a text or a file, corrected in place, saved as a draft or published. */
import { useCallback, useState } from "react";
import type { Song } from "#contract/catalogue.ts";
import { isApiError } from "#contract/errors.ts";
import { type LineDocument, timingOf } from "#contract/lyrics/document.ts";
import type { Oddity } from "#contract/lyrics/lyrics-text.ts";
import type { EditedLines } from "#contract/song-lines.ts";
import { groupedNumber } from "../../../lib/format.ts";
import { Banner } from "../../../resource/controls/banner.tsx";
import { useConfirm } from "../../../resource/controls/confirm.tsx";
import { Drawer } from "../../../resource/controls/modal.tsx";
import { useToast } from "../../../resource/controls/toast.tsx";
import { errorMessage, useChange } from "../../../resource/data/queries.ts";
import { useLeaveGuard } from "../../../resource/form/leave-guard.tsx";
import { saveTimeout, songRefreshes } from "../refreshes.ts";
import { Languages } from "./languages.tsx";
import styles from "./lines.module.css";
import { LinesImport, type ReadReply } from "./lines-import.tsx";
import { type LineRow, LinesTable } from "./lines-table.tsx";
import { timingTexts } from "./timing-texts.ts";

interface LinesDialogProps {
  song: Song;
  lines: EditedLines;
  /** Opens with the field for a pasted text. */
  isImport: boolean;
  onClose: () => void;
}

const texts = { fallback: "Chưa lưu được lời, bạn thử lại nhé", unreachable: "Lỗi khi kết nối đến server" };
const formatNames: Readonly<Record<ReadReply["format"], string>> = {
  lrc: "LRC",
  srt: "phụ đề",
  ttml: "TTML",
  ass: "ASS",
  text: "chữ thường",
};

let lastKey = 0;
const rowsOf = ({ lines }: LineDocument): LineRow[] => lines.map((line) => ({ key: ++lastKey, line }));
const countText = ({ lines }: Pick<LineDocument, "lines">) => `${groupedNumber(lines.length)} dòng`;

/** Open while rendered. What was opened stays, whatever others save meanwhile, until it is saved. */
export function LinesDialog({ song, lines, isImport, onClose }: LinesDialogProps) {
  const [opened, setOpened] = useState(lines);
  const [{ lines: _lines, glossary, ...languages }, setHead] = useState<LineDocument>(lines.document);
  const [rows, setRows] = useState(() => rowsOf(lines.document));
  const [isChanged, setChanged] = useState(false);
  const [wrongTimes, setWrongTimes] = useState<ReadonlySet<string>>(new Set());
  const [oddities, setOddities] = useState<readonly Oddity[]>(lines.oddities);
  const [status, setStatus] = useState("");
  const [problem, setProblem] = useState<string>();
  const [other, setOther] = useState<EditedLines>();
  const toast = useToast();
  const confirm = useConfirm();
  const confirmLeaving = useLeaveGuard(isChanged);
  const { id, title } = song;
  const options = { refreshes: songRefreshes, timeout: saveTimeout, ...texts };
  const draft = useChange("PUT /api/songs/{id}/lines/draft", options);
  const publish = useChange("PUT /api/songs/{id}/lines", options);
  const isBusy = draft.isPending || publish.isPending;
  const document: LineDocument = { ...languages, lines: rows.map(({ line }) => line), glossary };

  const changeRows = useCallback((change: (before: LineRow[]) => LineRow[]) => {
    setRows(change);
    setChanged(true);
  }, []);
  const noteTime = useCallback((key: string, isWrong: boolean) => {
    setWrongTimes((before) => {
      if (before.has(key) === isWrong) return before;
      const next = new Set(before);
      if (isWrong) next.add(key);
      else next.delete(key);
      return next;
    });
  }, []);

  function show(next: LineDocument): void {
    setHead(next);
    setRows(rowsOf(next));
    setWrongTimes(new Set());
    setProblem(undefined);
  }

  async function take({ format, document: read, oddities: odd }: ReadReply): Promise<boolean> {
    const question = { title: "Thay lời đang sửa?", text: "Những gì bạn vừa sửa chưa được lưu.", action: "Thay lời" };
    if (isChanged && !(await confirm(question))) return false;
    // No format holds a glossary.
    show({ ...read, glossary });
    setOddities(odd);
    setChanged(true);
    setStatus(`Đã đọc ${countText(read)} ${formatNames[format]}, ${timingTexts[timingOf(read)]}. Chưa lưu gì.`);
    return true;
  }

  async function save(isPublished: boolean, version = opened.version): Promise<void> {
    if (isBusy) return;
    if (wrongTimes.size > 0) return setProblem("Có thời gian chưa đúng, bạn sửa các ô được đánh dấu trước nhé");
    setProblem(undefined);
    try {
      const input = { params: { id }, body: { document, version } };
      const { data } = await (isPublished ? publish : draft).mutateAsync(input);
      setOther(undefined);
      setOpened(data);
      setChanged(false);
      toast(isPublished ? "Đã phát hành lời theo dòng" : "Đã lưu bản nháp");
      if (isPublished) onClose();
    } catch (error) {
      const stale = isApiError(error) ? error.stale : undefined;
      if (stale) setOther(stale.current as EditedLines);
      setProblem(problemText(error));
    }
  }

  function showOther(theirs: EditedLines): void {
    show(theirs.document);
    setOpened(theirs);
    setOddities(theirs.oddities);
    setOther(undefined);
    setChanged(false);
  }

  const close = async () => {
    if (!isBusy && (await confirmLeaving())) onClose();
  };
  return (
    <Drawer
      open
      side="right"
      width={76}
      title={`Lời theo dòng: ${title}`}
      isReadFirst={!isImport}
      onClose={() => void close()}
      foot={
        <>
          <button type="button" className="btn btn--line" aria-disabled={isBusy} onClick={() => void save(false)}>
            {draft.isPending ? "Đang lưu..." : "Lưu nháp"}
          </button>
          <button type="button" className="btn btn--primary" aria-disabled={isBusy} onClick={() => void save(true)}>
            {publish.isPending ? "Đang phát hành..." : "Phát hành"}
          </button>
        </>
      }
    >
      <div className={styles.dialog}>
        <LinesImport id={id} isOpen={isImport || rows.length === 0} onRead={take} />
        <p role="status" className={status ? undefined : "sr"}>
          {status}
        </p>
        {oddities.length > 0 && <Oddities oddities={oddities} />}
        {problem && <Banner kind="danger">{problem}</Banner>}
        {other && (
          <div className={styles.tools}>
            <button type="button" className="btn btn--line btn--sm" onClick={() => showOther(other)}>
              Xem bản đã lưu, bỏ bản của tôi
            </button>
            <button type="button" className="btn btn--line btn--sm" onClick={() => void save(false, other.version)}>
              Lưu nháp bản của tôi đè lên
            </button>
          </div>
        )}
        {rows.length > 0 && (
          <>
            <Languages
              languages={languages}
              onChange={(changed) => {
                setHead((before) => ({ ...before, ...changed }));
                setChanged(true);
              }}
            />
            {timingOf(document) === "word" && (
              <p className="hint">Sửa chữ của một dòng thì giờ từng từ của dòng ấy mất, giờ của dòng vẫn còn.</p>
            )}
            <LinesTable rows={rows} onChange={changeRows} onTimeChecked={noteTime} />
          </>
        )}
      </div>
    </Drawer>
  );
}

/** Returns what is wrong, with the number of the line where an error names its place. */
function problemText(error: unknown): string {
  const field = isApiError(error) ? error.errors?.[0] : undefined;
  const place = /^document\.lines\.(\d+)\./.exec(field?.field ?? "")?.[1];
  return field && place !== undefined && !field.message.startsWith("Dòng ")
    ? `Dòng ${Number(place) + 1}: ${field.message}`
    : errorMessage(error, texts.fallback);
}

const shownOddities = 20;

function Oddities({ oddities }: { oddities: readonly Oddity[] }) {
  const rest = oddities.length - shownOddities;
  return (
    <Banner kind="warning">
      <div>
        <p>Có {groupedNumber(oddities.length)} chỗ không đọc được như trong lời gốc:</p>
        <ul className={styles.oddities}>
          {oddities.slice(0, shownOddities).map(({ line, message }) => (
            <li key={`${line} ${message}`}>{line === null ? message : `Dòng ${line}: ${message}`}</li>
          ))}
          {rest > 0 && <li>và {groupedNumber(rest)} chỗ khác</li>}
        </ul>
      </div>
    </Banner>
  );
}
