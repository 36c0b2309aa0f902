/** Lyrics of a request that its customer reads before they are sung, a version each, and what the customer answers. */
import { z } from "zod";
import { Id, Time } from "./endpoint.ts";
import { optionalText, yesNo } from "./fields.ts";
import {
  answerLength,
  linesOfLyrics,
  lyricsLength,
  lyricsLines,
  mostNotes,
  noAnswer,
  noteLength,
} from "./lyrics-rules.ts";

/** `superseded` by a later version, `withdrawn` by the desk, `closed` by the song or by the end of the request, all before an answer. */
export const lyricsStates = ["waiting", "changes_wanted", "agreed", "superseded", "withdrawn", "closed"] as const;
export const LyricsState = z.enum(lyricsStates, `state phải là ${lyricsStates.join(", ")}`);
export type LyricsState = z.output<typeof LyricsState>;

/** A line that the customer marked. */
export const LyricsNote = z
  .object({
    /** From 0. */
    line: z.int(),
    /** The customer's words at it; null for a mark alone. */
    text: z.string().nullable(),
  })
  .meta({ id: "LyricsNote" });
export type LyricsNote = z.output<typeof LyricsNote>;

export const RequestLyrics = z
  .object({
    id: z.int(),
    /** From 1. */
    number: z.int(),
    text: z.string(),
    /** From its writers to the customer. */
    note: z.string().nullable(),
    state: LyricsState,
    sent_at: Time,
    /** Null on the customer's page. */
    sent_by: z.string().nullable(),
    answered_at: Time.nullable(),
    /** The customer's words beside the lines. */
    answer: z.string().nullable(),
    /** By their lines. */
    notes: z.array(LyricsNote),
  })
  .meta({ id: "RequestLyrics" });
export type RequestLyrics = z.output<typeof RequestLyrics>;

const missing = "Vui lòng nhập lời bài hát";
const tooLong = `Lời bài hát không được dài quá ${lyricsLength} ký tự`;
/** Lines end by LF and without blanks, so that versions can be compared. */
const tidy = (text: string) =>
  text
    .replaceAll("\r\n", "\n")
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/^\n+/, "")
    .trimEnd();

export const LyricsBody = z.object({
  text: z
    .string(missing)
    .max(2 * lyricsLength, tooLong)
    .transform(tidy)
    .pipe(
      z
        .string()
        .min(1, missing)
        .max(lyricsLength, tooLong)
        .refine(
          (text) => linesOfLyrics(text).length <= lyricsLines,
          `Lời bài hát không được dài quá ${lyricsLines} dòng`,
        ),
    ),
  note: optionalText(1000).transform((note) => note?.replaceAll("\r\n", "\n") ?? null),
  /** The version before, as the caller knows it: lyrics that follow one which was answered meanwhile are a 409. Null for the first. */
  after: z.object({ number: z.int("Giá trị không hợp lệ"), state: LyricsState }).nullable(),
});
export type LyricsBody = z.output<typeof LyricsBody>;

const wrongNote = "Dòng được đánh dấu không hợp lệ";
const AnswerNote = z.object({
  line: z.int(wrongNote).min(0, wrongNote).max(lyricsLines, wrongNote),
  text: optionalText(noteLength).transform((text) => text ?? null),
});

export const LyricsAnswer = z
  .object({
    lyrics_id: Id,
    agrees: yesNo,
    /** None with an agreement. */
    notes: z
      .array(AnswerNote, wrongNote)
      .max(mostNotes, `Không được đánh dấu quá ${mostNotes} dòng`)
      .refine((notes) => new Set(notes.map(({ line }) => line)).size === notes.length, wrongNote)
      .default([]),
    text: optionalText(answerLength).transform((text) => text ?? null),
  })
  .refine(({ agrees, notes, text }) => agrees || notes.length > 0 || text !== null, { path: ["text"], error: noAnswer })
  .refine(({ agrees, notes }) => !agrees || notes.length === 0, {
    path: ["notes"],
    error: "Bạn bỏ các đánh dấu rồi hãy đồng ý, hoặc gửi góp ý nhé",
  });
export type LyricsAnswer = z.output<typeof LyricsAnswer>;
