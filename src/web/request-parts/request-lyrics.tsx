import { useQueryClient } from "@tanstack/react-query";
import { Clock3, PencilLine, Undo2 } from "lucide";
import { useState } from "react";
import { useLocation } from "react-router";
import type { z } from "zod";
import { isApiError } from "#contract/errors.ts";
import { linesOfLyrics } from "#contract/lyrics-rules.ts";
import { LyricsBody, type LyricsState, type RequestLyrics } from "#contract/request-lyrics.ts";
import type { SongRequestDetail } from "#contract/requests.ts";
import { shortDateTime } from "../lib/dates.ts";
import { DiffView } from "../lyrics/diff-view.tsx";
import { SentLyrics } from "../lyrics/sent-lyrics.tsx";
import { Banner } from "../resource/controls/banner.tsx";
import { useConfirm } from "../resource/controls/confirm.tsx";
import { useAreaToast } from "../resource/controls/toast.tsx";
import { errorMessage, refresh, useChange } from "../resource/data/queries.ts";
import { hasDraft } from "../resource/form/drafts.ts";
import { TextAreaField } from "../resource/form/fields.tsx";
import { ResourceForm } from "../resource/form/resource-form.tsx";
import { statesOf } from "../resource/states.tsx";
import { Icon } from "../ui/icon.tsx";
import styles from "./request-lyrics.module.css";
import requestPartsStyles from "./request-parts.module.css";
import { isOpen } from "./request-status.tsx";

interface RequestLyricsProps {
  request: Pick<SongRequestDetail, "id" | "status" | "waiting_since" | "lyrics">;
  /** Where lyrics are sent and taken back; without them they are only read. */
  endpoints:
    | {
        send: "POST /api/song-requests/{id}/lyrics" | "POST /api/staff/requests/{id}/lyrics";
        withdraw:
          | "POST /api/song-requests/{id}/lyrics/{lyrics_id}/withdraw"
          | "POST /api/staff/requests/{id}/lyrics/{lyrics_id}/withdraw";
      }
    | undefined;
  /** Path prefixes of the GET endpoints to read again afterwards. */
  refreshes: readonly string[];
}

/** Lyrics that the customer reads before they are sung, the answers, and what changed. */
export function RequestLyricsWork({ request, endpoints, refreshes }: RequestLyricsProps) {
  const { lyrics, waiting_since } = request;
  const [latest, ...earlier] = lyrics;
  return (
    <div className={styles.lyrics}>
      {waiting_since !== null && (
        <Banner kind="info">
          <p>Đang chờ khách duyệt lời, hạn dừng từ {shortDateTime(waiting_since)}. Khách trả lời thì hạn tính tiếp.</p>
        </Banner>
      )}
      {latest ? (
        <>
          <Version lyrics={latest} before={earlier[0]} />
          {earlier.length > 0 && (
            <details className={styles.earlier}>
              <summary>Các bản lời trước ({earlier.length})</summary>
              {earlier.map((each, index) => (
                <Version key={each.id} lyrics={each} before={earlier[index + 1]} />
              ))}
            </details>
          )}
        </>
      ) : (
        <p className="muted">Chưa gửi lời nào. Gửi lời trước khi hát thì khách sửa được từng dòng.</p>
      )}
      {endpoints && isOpen(request) && latest?.state === "waiting" && (
        <p className={styles.actions}>
          <Withdraw endpoint={endpoints.withdraw} id={request.id} lyrics={latest} refreshes={refreshes} />
        </p>
      )}
    </div>
  );
}

interface SendLyricsProps {
  request: RequestLyricsProps["request"];
  endpoint: NonNullable<RequestLyricsProps["endpoints"]>["send"];
  refreshes: readonly string[];
  /** It is what the request waits for. */
  isMain?: boolean;
}

/** Opens the form that sends lyrics to the customer; nothing for a request that is closed. */
export function SendLyrics({ request, endpoint, refreshes, isMain = false }: SendLyricsProps) {
  const { pathname } = useLocation();
  // Lyrics that were being written when the session ended are there again.
  const [isWriting, setIsWriting] = useState(() => hasDraft(pathname, formNameFor(request.id)));
  const [latest] = request.lyrics;
  return (
    <>
      {isOpen(request) && (
        <button
          type="button"
          className={isMain ? "btn btn--primary" : "btn btn--line btn--sm"}
          onClick={() => setIsWriting(true)}
        >
          <Icon icon={PencilLine} />
          {latest ? "Gửi bản lời mới" : "Gửi lời cho khách duyệt"}
        </button>
      )}
      {isWriting && (
        <SendForm
          endpoint={endpoint}
          id={request.id}
          latest={latest}
          refreshes={refreshes}
          onClose={() => setIsWriting(false)}
        />
      )}
    </>
  );
}

const formNameFor = (requestId: number) => `lyrics-${requestId}`;

const looks = statesOf<LyricsState>(
  {
    waiting: { label: "Chờ khách", kind: "info" },
    changes_wanted: { label: "Khách góp ý", kind: "warning" },
    agreed: { label: "Khách đồng ý", kind: "success" },
    superseded: { label: "Đã thay bằng bản mới" },
    withdrawn: { label: "Đã thu hồi" },
    closed: { label: "Không chờ nữa" },
  },
  "waiting",
);

/** @param before the version before it */
function Version({ lyrics, before }: { lyrics: RequestLyrics; before: RequestLyrics | undefined }) {
  const [isCompared, setIsCompared] = useState(false);
  const { number, state, sent_at, sent_by, note, answered_at, answer } = lyrics;
  return (
    <section className={styles.version} aria-label={`Lời bản ${number}`}>
      <p className={requestPartsStyles.versionsHead}>
        <b>Lời bản {number}</b>
        <looks.Badge state={state} />
        <span className="muted num">
          {sent_by} gửi {shortDateTime(sent_at)}
        </span>
      </p>
      {note !== null && <p className={requestPartsStyles.text}>Lời nhắn: {note}</p>}
      {answered_at !== null && (
        <p className={styles.answer}>
          <b>Khách trả lời</b> <span className="muted num">{shortDateTime(answered_at)}</span>
          {answer !== null && <span className={`${styles.words} ${requestPartsStyles.text}`}>{answer}</span>}
        </p>
      )}
      {before && (
        <button
          type="button"
          className="btn btn--line btn--sm"
          aria-pressed={isCompared}
          onClick={() => setIsCompared(!isCompared)}
        >
          So với bản {before.number}
        </button>
      )}
      {before && isCompared ? <DiffView before={before.text} after={lyrics.text} /> : <SentLyrics lyrics={lyrics} />}
    </section>
  );
}

interface WithdrawProps {
  endpoint: NonNullable<RequestLyricsProps["endpoints"]>["withdraw"];
  id: number;
  lyrics: RequestLyrics;
  refreshes: readonly string[];
}

function Withdraw({ endpoint, id, lyrics, refreshes }: WithdrawProps) {
  const confirm = useConfirm();
  const toast = useAreaToast();
  const withdraw = useChange(endpoint, {
    refreshes,
    successMessage: `Đã thu hồi lời bản ${lyrics.number}`,
    fallback: "Không thể thu hồi lời, bạn thử lại nhé",
  });
  async function ask() {
    const text = <p>Khách không thấy bản lời này nữa, và hạn giao bài tính tiếp.</p>;
    if (!(await confirm({ title: `Thu hồi lời bản ${lyrics.number}?`, text, action: "Thu hồi" }))) return;
    try {
      await withdraw.mutateAsync({ params: { id, lyrics_id: lyrics.id } });
    } catch (error) {
      toast(errorMessage(error), "danger");
    }
  }
  return (
    <button type="button" className="btn btn--line btn--sm" disabled={withdraw.isPending} onClick={() => void ask()}>
      <Icon icon={Undo2} />
      Thu hồi
    </button>
  );
}

/** The customer's answer, beside the field in which its wishes are met. */
function Answer({ lyrics: { number, state, text, answer, notes } }: { lyrics: RequestLyrics }) {
  const lines = linesOfLyrics(text);
  return (
    <div className={styles.answer}>
      <b>
        {state === "agreed" ? "Khách đã đồng ý với bản" : "Khách góp ý bản"} {number}
      </b>
      {answer !== null && <p className={requestPartsStyles.text}>{answer}</p>}
      <ul>
        {notes.map(({ line, text: words }) => (
          <li key={line} className={requestPartsStyles.text}>
            “{lines[line]}”: {words ?? "đánh dấu, không viết gì"}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface SendFormProps {
  endpoint: NonNullable<RequestLyricsProps["endpoints"]>["send"];
  id: number;
  latest: RequestLyrics | undefined;
  refreshes: readonly string[];
  onClose: () => void;
}

const Words = LyricsBody.omit({ after: true });

function SendForm({ endpoint, id, latest, refreshes, onClose }: SendFormProps) {
  // As it was when the form was opened: what the customer answers meanwhile is read before another version goes out. A conflict shows it.
  const [seen, setSeen] = useState<{ lyrics: RequestLyrics | undefined } | undefined>({ lyrics: latest });
  const base = seen ? seen.lyrics : latest;
  const client = useQueryClient();
  const send = useChange(endpoint, {
    refreshes,
    successMessage: "Đã gửi lời, khách được báo tin",
    fallback: "Không thể gửi lời, bạn thử lại nhé",
  });
  async function submit(body: z.output<typeof Words>) {
    setSeen({ lyrics: base });
    const after = base ? { number: base.number, state: base.state } : null;
    try {
      await send.mutateAsync({ params: { id }, body: { ...body, after } });
    } catch (error) {
      if (isApiError(error) && error.code === "conflict") {
        await refresh(client, refreshes);
        setSeen(undefined);
      }
      throw error;
    }
  }
  return (
    <ResourceForm
      name={formNameFor(id)}
      title={base ? "Gửi bản lời mới" : "Gửi lời cho khách duyệt"}
      schema={Words}
      values={{ text: base?.text ?? "", note: "" }}
      needs={{ text: "lời bài hát" }}
      action="Gửi cho khách"
      width={50}
      submit={submit}
      onClose={onClose}
    >
      {base?.state === "waiting" ? (
        <Banner kind="warning">Bản {base.number} đang chờ khách. Bản mới thay bản đó, khách được báo lại.</Banner>
      ) : (
        <p className={styles.clock}>
          <Icon icon={Clock3} />
          Hạn giao bài dừng từ lúc gửi đến khi khách trả lời.
        </p>
      )}
      {(base?.state === "changes_wanted" || base?.state === "agreed") && <Answer lyrics={base} />}
      <TextAreaField
        name="text"
        label="Lời bài hát"
        rows={14}
        hint="Mỗi câu một dòng, giữa hai khổ để một dòng trống."
        required
      />
      <TextAreaField
        name="note"
        label="Lời nhắn cho khách"
        hint={base ? "Nên nói bản này đã đổi những gì." : "Nên nói bạn muốn khách để ý điều gì."}
      />
    </ResourceForm>
  );
}
