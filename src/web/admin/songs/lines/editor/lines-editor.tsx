/**
 * The screen of a song's lines: what is edited, whether it is saved, and ways in and out (docs/rooms/lyrics.md#the-editor).
 */
import { useState } from "react";
import type { Song } from "#contract/catalogue.ts";
import { isApiError } from "#contract/errors.ts";
import { timingOf } from "#contract/lyrics/document.ts";
import type { EditedLines } from "#contract/song-lines.ts";
import { groupedNumber } from "../../../../lib/format.ts";
import { Banner } from "../../../../resource/controls/banner.tsx";
import { useConfirm } from "../../../../resource/controls/confirm.tsx";
import { useAreaToast } from "../../../../resource/controls/toast.tsx";
import { useChange } from "../../../../resource/data/queries.ts";
import { PageHeader } from "../../../../resource/list/page-header.tsx";
import { saveTimeout, songRefreshes } from "../../refreshes.ts";
import { LinesImport, type ReadReply } from "../lines-import.tsx";
import { linesProblem } from "../lines-problem.ts";
import { Oddities } from "../oddities.tsx";
import { timingTexts } from "../timing-texts.ts";
import { withoutBlank } from "./draft-saver.ts";
import styles from "./editor.module.css";
import { SaveProblem, SaveState } from "./save-state.tsx";
import { useLinesEditing } from "./use-lines-editing.ts";
import { Workbench } from "./workbench.tsx";

interface LinesEditorProps {
  song: Song;
  lines: EditedLines;
  /** Opens with the field for a pasted text. */
  isImport: boolean;
}

const formatNames: Readonly<Record<ReadReply["format"], string>> = {
  lrc: "LRC",
  srt: "phụ đề",
  ttml: "TTML",
  ass: "ASS",
  text: "chữ thường",
};

export function LinesEditor({ song, lines: opened, isImport }: LinesEditorProps) {
  const { id, title } = song;
  const lineEditing = useLinesEditing(id, opened);
  const { editing, draft, saver, change, takeTheirs, isRecovered } = lineEditing;
  const { document } = editing;
  const [isImportFirst] = useState(isImport || document.lines.length === 0);
  const [oddities, setOddities] = useState(opened.oddities);
  const [status, setStatus] = useState("");
  const [problem, setProblem] = useState<string>();
  const confirm = useConfirm();
  const toast = useAreaToast();
  const publishing = useChange("PUT /api/songs/{id}/lines", {
    refreshes: songRefreshes,
    timeout: saveTimeout,
    fallback: "Chưa phát hành được lời, bạn thử lại nhé",
    unreachable: "Lỗi khi kết nối đến server",
  });

  async function take({ format, document: read, oddities: odd }: ReadReply): Promise<boolean> {
    const question = { title: "Thay lời đang sửa?", text: "Bạn vẫn hoàn tác được sau khi thay.", action: "Thay lời" };
    if (document.lines.length > 0 && !(await confirm(question))) return false;
    // No format holds a glossary.
    change({ type: "replace", document: { ...read, glossary: document.glossary } });
    setOddities(odd);
    const count = `${groupedNumber(read.lines.length)} dòng`;
    setStatus(`Đã đọc ${count} ${formatNames[format]}, ${timingTexts[timingOf(read)]}.`);
    return true;
  }

  async function publish(): Promise<void> {
    if (publishing.isPending) return;
    setProblem(undefined);
    await saver.saveNow();
    if (saver.getState().status === "stale") return;
    try {
      const body = { document: withoutBlank(document), version: saver.version() };
      const { data } = await publishing.mutateAsync({ params: { id }, body });
      saver.acknowledge(data, document);
      toast("Đã phát hành lời theo dòng");
    } catch (error) {
      if (isApiError(error) && error.stale) saver.refuse(error);
      else setProblem(linesProblem(error));
    }
  }

  // With its last line removed, too: all can be undone.
  const isEditable = document.lines.length + editing.past.length + editing.future.length > 0;
  const importing = <LinesImport id={id} isOpen={isImportFirst} onRead={take} />;
  return (
    <div className={styles.editor}>
      <PageHeader title={`Lời theo dòng: ${title}`} summary={<SaveState draft={draft} />}>
        <button
          type="button"
          className="btn btn--primary"
          aria-disabled={publishing.isPending}
          onClick={() => void publish()}
        >
          {publishing.isPending ? "Đang phát hành..." : "Phát hành"}
        </button>
      </PageHeader>
      {isRecovered && draft.status !== "stale" && (
        <Banner kind="info">Trang đã lấy lại những gì bạn sửa lần trước mà chưa kịp lưu.</Banner>
      )}
      {opened.draft?.is_outdated && (
        <Banner kind="warning">Lời bài hát đã đổi sau khi lưu bản nháp này, hãy xem lại trước khi phát hành.</Banner>
      )}
      <SaveProblem
        draft={draft}
        onRetry={() => void saver.saveNow()}
        onTake={takeTheirs}
        onOverwrite={() => void saver.overwrite()}
      />
      {problem && <Banner kind="danger">{problem}</Banner>}
      {isImportFirst && importing}
      <p role="status" className={status ? undefined : "sr"}>
        {status}
      </p>
      {oddities.length > 0 && <Oddities oddities={oddities} />}
      {isEditable && <Workbench song={song} lineEditing={lineEditing} />}
      {!isImportFirst && importing}
    </div>
  );
}
