import { Check, CircleAlert, CornerDownRight, PencilLine, Send } from "lucide";
import { type FormEvent, useId, useState } from "react";
import { answerLength, linesOfLyrics, mostNotes, noAnswer, noteLength } from "#contract/lyrics-rules.ts";
import type { RequestLyrics } from "#contract/request-lyrics.ts";
import { call } from "../../../lib/api.ts";
import { lengthError } from "../../../lib/length-error.ts";
import { DiffView } from "../../../lyrics/diff-view.tsx";
import { CallError } from "../../../ui/call-error.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { ScriptedForm } from "../../../ui/scripted-form.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { useRequestCall } from "../use-request-call.ts";
import { Note } from "./earlier-versions.tsx";
import styles from "./lyrics-approval.module.css";
import type { LyricsApprovalProps } from "./lyrics-approval.tsx";
import { type LyricsDraft, notesOf, noteText, useLyricsDraft } from "./use-lyrics-draft.ts";

interface ReadLyricsProps extends LyricsApprovalProps {
  lyrics: RequestLyrics;
  /** The version before. */
  before: RequestLyrics | undefined;
}

/** Lyrics that wait: their lines to mark and write at, the differences to the version before, and both answers. */
export function ReadLyrics({ request, lyrics, before, onAnswered, onConflict }: ReadLyricsProps) {
  const { page_token: token } = request;
  const { id, number, text } = lyrics;
  const { draft, save, toggle, forget } = useLyricsDraft(request.id, lyrics);
  const [isCompared, setIsCompared] = useState(false);
  /** The version that is to be agreed with. */
  const [asked, setAsked] = useState<number>();
  const [textError, setTextError] = useState<string>();
  const { isBusy, error, run } = useRequestCall({
    onReply(changed) {
      forget();
      onAnswered(changed);
    },
    onConflict,
  });
  const notes = notesOf(draft);
  const hasNotes = notes.length > 0;
  const send = (agrees: boolean) => {
    const body = { lyrics_id: id, agrees, notes: agrees ? [] : notes, text: draft.text.trim() || null };
    return run(() => call("POST /api/requests/{token}/lyrics/answer", { params: { token }, body }));
  };
  /** Leads to a text that is too long; returns whether there is one. */
  const refuseLength = (form: HTMLFormElement | null) => {
    const isTooLong =
      lengthError(draft.text, answerLength) ?? notes.find(({ text: words }) => lengthError(words ?? "", noteLength));
    if (isTooLong) form?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    return isTooLong !== undefined;
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (refuseLength(event.currentTarget)) return;
    const field = event.currentTarget.elements.namedItem("text") as HTMLTextAreaElement;
    const message = !hasNotes && draft.text.trim() === "" ? noAnswer : undefined;
    setTextError(message);
    if (message !== undefined) return field.focus();
    await send(false);
  };
  return (
    <>
      <p>
        Chưa ưng dòng nào, bạn chạm vào dòng đó để đánh dấu rồi viết ngay bên dưới. Hạn giao bài tạm dừng trong lúc chờ
        bạn duyệt lời.
      </p>
      <Note note={lyrics.note} />
      {before && (
        <button
          type="button"
          className="btn btn--line btn--sm"
          aria-pressed={isCompared}
          onClick={() => setIsCompared(!isCompared)}
        >
          Xem chỗ đã đổi so với bản {before.number}
        </button>
      )}
      {before && isCompared && (
        <div className={`${styles.read} ${styles.compared}`}>
          <DiffView before={before.text} after={text} />
        </div>
      )}
      <ScriptedForm
        className={styles.form}
        aria-label={`Góp ý lời bản ${number}`}
        onSubmit={(event) => void submit(event)}
      >
        <ol className={styles.lines}>
          {linesOfLyrics(text).map((line, index) => (
            <Line
              // oxlint-disable-next-line react/no-array-index-key -- a line has no other name
              key={index}
              line={line}
              isMarked={draft.marked.includes(index)}
              isFull={notes.length >= mostNotes}
              text={draft.texts[index] ?? ""}
              onToggle={() => toggle(index)}
              onText={(words) => save({ ...draft, texts: { ...draft.texts, [index]: words } })}
            />
          ))}
        </ol>
        {draft.lost.length > 0 && <LostNotes draft={draft} onChange={save} />}
        <TextArea
          name="text"
          label="Điều bạn muốn nói thêm"
          hint="Không bắt buộc. Ví dụ: điệp khúc nhắc đến con sông quê mẹ nhé."
          error={lengthError(draft.text, answerLength) ?? textError}
          rows={3}
          value={draft.text}
          onText={(words) => {
            save({ ...draft, text: words });
            setTextError(undefined);
          }}
        />
        <CallError message={error} />
        <div className={styles.answers}>
          {!hasNotes && (
            <button
              key="agree"
              type="button"
              className="btn btn--primary btn--lg"
              disabled={isBusy}
              onClick={({ currentTarget: { form } }) => {
                if (!refuseLength(form)) setAsked(id);
              }}
            >
              <Icon icon={Check} />
              <span>{isBusy ? "Đang gửi..." : "Đồng ý với lời này"}</span>
            </button>
          )}
          <button
            key="send"
            type="submit"
            className={`btn btn--lg ${hasNotes ? "btn--primary" : "btn--line"}`}
            disabled={isBusy}
          >
            <Icon icon={Send} />
            <span>{!hasNotes ? "Gửi góp ý" : isBusy ? "Đang gửi..." : `Gửi góp ý (${notes.length} dòng)`}</span>
          </button>
          {hasNotes && (
            <button
              key="clear"
              type="button"
              className="btn btn--lg"
              disabled={isBusy}
              onClick={({ currentTarget: { form } }) => {
                save({ ...draft, marked: [] });
                (form?.elements.namedItem("text") as HTMLElement | null)?.focus();
              }}
            >
              Bỏ hết đánh dấu
            </button>
          )}
        </div>
      </ScriptedForm>
      <Modal
        open={asked === id}
        title="Đồng ý với lời này?"
        width={27}
        onClose={() => setAsked(undefined)}
        foot={
          <>
            <button type="button" className="btn" onClick={() => setAsked(undefined)}>
              Đọc lại đã
            </button>
            <button
              type="button"
              className="btn btn--primary"
              onClick={() => {
                setAsked(undefined);
                void send(true);
              }}
            >
              Đồng ý
            </button>
          </>
        }
      >
        <p>Chúng tôi bắt đầu hát theo bản lời này, và hạn giao bài tính tiếp.</p>
      </Modal>
    </>
  );
}

/** Words at lines that this version does not have, to be used or dropped. */
function LostNotes({ draft, onChange }: { draft: LyricsDraft; onChange(draft: LyricsDraft): void }) {
  const { lost, text } = draft;
  return (
    <div className={styles.lost} role="group" aria-label="Góp ý cho các dòng không còn trong bản này">
      <p>Lời vừa có bản mới, và bản này không còn các dòng sau. Góp ý của bạn chưa được gửi:</p>
      <ul>
        {lost.map((note) => (
          <li key={noteText(note)}>{noteText(note)}</li>
        ))}
      </ul>
      <div className={styles.answers}>
        <button
          type="button"
          className="btn btn--line btn--sm"
          onClick={({ currentTarget: { form } }) => {
            onChange({ ...draft, text: [text.trim(), ...lost.map(noteText)].filter(Boolean).join("\n"), lost: [] });
            (form?.elements.namedItem("text") as HTMLElement | null)?.focus();
          }}
        >
          <Icon icon={CornerDownRight} />
          Chuyển xuống ô bên dưới
        </button>
        <button
          type="button"
          className="btn btn--sm"
          onClick={({ currentTarget: { form } }) => {
            onChange({ ...draft, lost: [] });
            (form?.elements.namedItem("text") as HTMLElement | null)?.focus();
          }}
        >
          Bỏ các góp ý này
        </button>
      </div>
    </div>
  );
}

interface LineProps {
  line: string;
  isMarked: boolean;
  /** No further line can be marked. */
  isFull: boolean;
  text: string;
  onToggle(): void;
  onText(text: string): void;
}

/** A line that is pressed to mark it, and then has a field below. */
function Line({ line, isMarked, isFull, text, onToggle, onText }: LineProps) {
  const errorId = useId();
  const error = lengthError(text, noteLength);
  if (line.trim() === "") return <li className={styles.gap} />;
  return (
    <li className={isMarked ? styles.marked : undefined}>
      <button
        type="button"
        className={styles.line}
        aria-pressed={isMarked}
        disabled={isFull && !isMarked}
        onClick={onToggle}
      >
        <span>{line}</span>
        <span className={styles.pen}>
          <Icon icon={isMarked ? Check : PencilLine} />
        </span>
      </button>
      {isMarked && (
        <>
          <textarea
            className={`input ${styles.note}`}
            aria-label={`Góp ý cho dòng “${line}”`}
            aria-invalid={error !== undefined}
            aria-describedby={error && errorId}
            placeholder="Bạn muốn đổi thế nào? Để trống cũng được"
            rows={2}
            value={text}
            onChange={({ target }) => onText(target.value)}
          />
          {error && (
            <p className={`error ${styles.noteError}`} id={errorId}>
              <Icon icon={CircleAlert} />
              {error}
            </p>
          )}
        </>
      )}
    </li>
  );
}
