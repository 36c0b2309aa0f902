/**
 * What becomes of lyrics that the customer reads before they are sung, without a database; `request-life.ts` says who may, and makes saves of
 * it (docs/rooms/requests.md#lyrics-before-singing).
 */
import { ApiError, invalidField } from "#contract/errors.ts";
import { linesOfLyrics } from "#contract/lyrics-rules.ts";
import type { LyricsAnswer, LyricsBody } from "#contract/request-lyrics.ts";
import type { Change, RequestMessage, Step } from "./request-life.ts";
import type { LyricsRow } from "./request-lyrics.repository.ts";
import type { RequestRow } from "./requests.repository.ts";
import { dueAfterWait } from "./working-days.ts";

/** The latest first. Of these the first one waits, or none. */
export type SentLyrics = readonly Pick<LyricsRow, "id" | "number" | "state" | "text" | "answer" | "notes">[];

export type LyricsChange =
  | ({ kind: "send"; number: number; sent_at: string } & Pick<LyricsBody, "text" | "note">)
  | ({ kind: "answer"; id: number; answered_at: string; state: "agreed" | "changes_wanted" } & Pick<
      LyricsRow,
      "answer" | "notes"
    >)
  | { kind: "end"; id: number; state: "superseded" | "withdrawn" | "closed" };

/** The outcome of a command for the lyrics and their request. */
export interface LyricsPart {
  change: Change;
  steps: readonly Step[];
  lyrics: readonly LyricsChange[];
  messages: readonly RequestMessage[];
}

/** Versions of one request. */
const maxLyrics = 30;
/** Characters of the customer's words in a message. */
const wordsLength = 3000;

const noLyrics = "Không tìm thấy bản lời này, bạn hãy tải lại trang";

/** Sends the next version. While another one waits, the waiting goes on. @throws ApiError `conflict` */
export function sendLyrics(
  { row, lyrics }: { row: RequestRow; lyrics: SentLyrics },
  { text, note, after }: LyricsBody,
  now: number,
): LyricsPart {
  const [latest] = lyrics;
  if (row.status === "completed" || row.status === "cancelled") {
    throw new ApiError("conflict", "Yêu cầu này đã đóng. Bạn mở lại yêu cầu rồi hãy gửi lời");
  }
  if (latest?.number !== after?.number || latest?.state !== after?.state) {
    throw new ApiError("conflict", "Lời vừa có thay đổi, có thể khách vừa trả lời. Bạn xem lại rồi hãy gửi bản mới");
  }
  if (lyrics.length >= maxLyrics) throw new ApiError("conflict", `Mỗi yêu cầu có nhiều nhất ${maxLyrics} bản lời`);
  const number = (latest?.number ?? 0) + 1;
  return {
    change: { status: "processing", waiting_since: row.waiting_since ?? iso(now) },
    steps: [
      ...(row.status === "new" ? [{ kind: "status_changed", text: "processing" } as const] : []),
      { kind: "lyrics_sent", version: number },
    ],
    lyrics: [
      ...(latest?.state === "waiting" ? [{ kind: "end", id: latest.id, state: "superseded" } as const] : []),
      { kind: "send", number, text, note, sent_at: iso(now) },
    ],
    messages: [
      {
        kind: "withdraw",
        events: ["request_lyrics_ready", "staff_lyrics_answered", "staff_request_due_today", "request_taken_up"],
      },
      { kind: "lyrics_ready", number, note, isReminder: false },
    ],
  };
}

/** Takes a version back that waits. @throws ApiError `not_found`; `conflict` for one that does not wait. */
export function withdrawLyrics(
  { row, lyrics }: { row: RequestRow; lyrics: SentLyrics },
  id: number,
  now: number,
): LyricsPart {
  const found = lyrics.find((each) => each.id === id);
  if (!found) throw new ApiError("not_found", "Không tìm thấy bản lời này");
  if (found.state !== "waiting") {
    throw new ApiError("conflict", "Bản lời này không còn chờ khách, nên không thu hồi được nữa");
  }
  return {
    change: clockGoesOn(row, now),
    steps: [{ kind: "lyrics_withdrawn", version: found.number }],
    lyrics: [{ kind: "end", id, state: "withdrawn" }],
    messages: [{ kind: "withdraw", events: ["request_lyrics_ready"] }],
  };
}

/**
 * Returns what the customer's answer makes; undefined for the same answer once more.
 * @throws ApiError `conflict` for lyrics that do not wait; `invalid` for a line that is not there.
 */
export function answerLyrics(
  { row, lyrics }: { row: RequestRow; lyrics: SentLyrics },
  { lyrics_id, agrees, notes: given, text: answer }: LyricsAnswer,
  now: number,
): LyricsPart | undefined {
  const found = lyrics.find(({ id, state }) => id === lyrics_id && state !== "withdrawn");
  if (!found) throw new ApiError("conflict", noLyrics);
  const state = agrees ? "agreed" : "changes_wanted";
  const notes = given.toSorted((a, b) => a.line - b.line);
  if (found !== lyrics[0] && found.state !== state) {
    throw new ApiError("conflict", "Đã có bản lời mới hơn, bạn hãy đọc bản mới rồi trả lời");
  }
  if (found.state !== "waiting") {
    if (found.state === state && (agrees || isSame(found, { answer, notes }))) return undefined;
    throw new ApiError("conflict", refusals[found.state]);
  }
  const lines = linesOfLyrics(found.text);
  if (notes.some(({ line }) => !lines[line]?.trim())) {
    throw invalidField("notes", "Dòng được đánh dấu không có trong lời, bạn hãy tải lại trang");
  }
  const words = [answer ?? "", ...notes.map(({ line, text }) => `“${lines[line]}”${text === null ? "" : `: ${text}`}`)]
    .filter((each) => each !== "")
    .join("\n");
  const { number } = found;
  return {
    change: clockGoesOn(row, now),
    steps: [{ kind: agrees ? "lyrics_agreed" : "lyrics_changes_wanted", version: number, text: answer }],
    lyrics: [{ kind: "answer", id: found.id, state, answered_at: iso(now), answer, notes }],
    messages: [
      { kind: "withdraw", events: ["request_lyrics_ready"] },
      { kind: "lyrics_answered", number, agrees, words: words.slice(0, wordsLength) },
    ],
  };
}

/** Returns what the song, or the end of the request, makes of lyrics that wait. */
export function closeLyrics(
  { row, lyrics: [latest] }: { row: RequestRow; lyrics: SentLyrics },
  now: number,
): Omit<LyricsPart, "steps"> {
  if (latest?.state !== "waiting") return { change: {}, lyrics: [], messages: [] };
  return {
    change: clockGoesOn(row, now),
    lyrics: [{ kind: "end", id: latest.id, state: "closed" }],
    messages: [{ kind: "withdraw", events: ["request_lyrics_ready"] }],
  };
}

/** Returns when a request is due; while lyrics wait, as if the customer answered now. @param now milliseconds */
export function dueNow({ due_at, waiting_since }: Pick<RequestRow, "due_at" | "waiting_since">, now: number): string {
  return waiting_since === null ? due_at : dueAfterWait(due_at, Date.parse(waiting_since), now);
}

function clockGoesOn(row: RequestRow, now: number): Change {
  return { waiting_since: null, due_at: dueNow(row, now) };
}

function isSame(found: SentLyrics[number], given: Pick<LyricsRow, "answer" | "notes">): boolean {
  const textOf = ({ answer, notes }: typeof given) =>
    JSON.stringify([answer, notes.map(({ line, text }) => [line, text])]);
  return textOf(found) === textOf(given);
}

const refusals = {
  agreed: "Bạn đã đồng ý với bản lời này",
  changes_wanted: "Bạn đã gửi góp ý cho bản lời này, chúng tôi đang viết bản mới",
  superseded: "Đã có bản lời mới hơn, bạn hãy đọc bản mới rồi trả lời",
  withdrawn: noLyrics,
  closed: "Bản lời này không còn chờ bạn trả lời nữa",
} as const;

const iso = (ms: number) => new Date(ms).toISOString();
