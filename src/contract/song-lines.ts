/**
 * The lines of songs: read by everyone who may read the lyrics; saved as a draft and published by administrators
 * (docs/rooms/lyrics.md#one-document-in-one-row). `lyrics/document.ts` says what each field means, for pages without zod.
 */
import { z } from "zod";
import { Binary, type Endpoints, IdParams, largeBodyLimit, Time } from "./endpoint.ts";
import {
  type LineDocument,
  maxDocument,
  maxGlossary,
  maxGlossaryText,
  maxLineMs,
  maxLines,
  maxLineText,
  maxLineWords,
  maxShortText,
} from "./lyrics/document.ts";
import { maxLyricsFile, writtenFormats } from "./lyrics/formats.ts";
import { glossaryKey } from "./lyrics/glossary.ts";
import { languageTag } from "./lyrics/language-tag.ts";
import { readingLanguages } from "./lyrics/reading-language.ts";
import { SeenVersion } from "./version.ts";

const time = z
  .int("Thời gian phải là số mili giây")
  .min(0, "Thời gian không được âm")
  .max(maxLineMs, "Thời gian không được quá 24 giờ")
  .nullable();
const text = (max: number) => z.string("Giá trị không hợp lệ").max(max, `Không được dài quá ${max} ký tự`);
/** A text of one line; null when blank. */
const optional = (max: number) =>
  text(max)
    .nullable()
    .transform((value) => value?.replace(/\s+/g, " ").trim() || null);
const language = z
  .string("Ngôn ngữ không hợp lệ")
  .max(35, "Ngôn ngữ không hợp lệ")
  .refine((tag) => languageTag(tag) !== null, "Ngôn ngữ không hợp lệ")
  .nullable();
const place = z.int("Vị trí của từ không hợp lệ").min(0).max(maxLineText);

const WordBody = z.object({
  start_char: place,
  end_char: place,
  start_ms: time,
  end_ms: time,
  reading: optional(maxShortText),
  meaning: optional(maxShortText),
});

const isInOrder = (from: number | null, to: number | null) => to === null || (from !== null && from <= to);

const LineBody = z
  .object({
    text: text(maxLineText).refine(
      (value) => value.trim() !== "" && !/[\r\n]/.test(value),
      "Mỗi dòng phải có chữ và không xuống dòng",
    ),
    starts_verse: z.boolean("Giá trị không hợp lệ"),
    singer: optional(maxShortText),
    start_ms: time,
    end_ms: time,
    reading: optional(maxLineText),
    translation: optional(maxLineText),
    words: z.array(WordBody).max(maxLineWords, `Mỗi dòng có tối đa ${maxLineWords} từ`),
  })
  .superRefine(({ text, start_ms, end_ms, words }, context) => {
    const add = (message: string, path: (string | number)[]) => context.addIssue({ code: "custom", message, path });
    if (!isInOrder(start_ms, end_ms)) add("Dòng kết thúc trước khi bắt đầu", ["end_ms"]);
    let lastChar = 0;
    let lastMs = 0;
    for (const [index, word] of words.entries()) {
      if (word.start_char < lastChar || word.end_char <= word.start_char || word.end_char > text.length) {
        add("Vị trí của từ không khớp với dòng", ["words", index]);
      }
      if (!isInOrder(word.start_ms, word.end_ms)) add("Từ kết thúc trước khi bắt đầu", ["words", index, "end_ms"]);
      if (word.start_ms !== null && word.start_ms < lastMs) add("Từ bắt đầu trước từ đứng trước", ["words", index]);
      lastChar = word.end_char;
      lastMs = word.start_ms ?? lastMs;
    }
  });

const GlossaryBody = z
  .array(
    z.object({
      word: text(maxShortText)
        .transform((value) => value.replace(/\s+/g, " ").trim())
        .refine((value) => value !== "", "Vui lòng nhập từ"),
      reading: optional(maxShortText),
      meaning: optional(maxGlossaryText),
      note: optional(maxGlossaryText),
    }),
  )
  .max(maxGlossary, `Từ vựng của bài có tối đa ${maxGlossary} từ`)
  .superRefine((entries, context) => {
    const keys = new Set<string>();
    for (const [index, { word }] of entries.entries()) {
      const key = glossaryKey(word);
      if (keys.has(key)) {
        const message = `Từ “${word}” có hai lần trong từ vựng của bài`;
        context.addIssue({ code: "custom", message, path: [index, "word"] });
      }
      keys.add(key);
    }
  });

/** The lines of a song as they are sent. */
export const LinesDocumentBody = z
  .object({
    language,
    reading_language: language,
    translation_language: language,
    lines: z.array(LineBody).max(maxLines, `Mỗi bài có tối đa ${maxLines} dòng`),
    glossary: GlossaryBody.default([]),
  })
  .refine((document) => JSON.stringify(document).length <= maxDocument, "Lời của bài này quá lớn");

const nullableText = z.string().nullable();
const nullableTime = z.int().nullable();
/** The lines of a song in replies. */
export const LinesDocument = z
  .object({
    language: nullableText,
    reading_language: nullableText,
    translation_language: nullableText,
    lines: z.array(
      z.object({
        text: z.string(),
        starts_verse: z.boolean(),
        singer: nullableText,
        start_ms: nullableTime,
        end_ms: nullableTime,
        reading: nullableText,
        translation: nullableText,
        words: z.array(
          z.object({
            start_char: z.int(),
            end_char: z.int(),
            start_ms: nullableTime,
            end_ms: nullableTime,
            reading: nullableText,
            meaning: nullableText,
          }),
        ),
      }),
    ),
    glossary: z.array(z.object({ word: z.string(), reading: nullableText, meaning: nullableText, note: nullableText })),
  })
  .meta({ id: "LinesDocument" }) satisfies z.ZodType<LineDocument>;

/** The published lines of a song. */
export const PublishedLines = z
  .object({
    /** Counts how often lines of the song were published; null without lines. */
    number: z.int().nullable(),
    /** Null for a song without lines, and for callers who may not read its lyrics. */
    document: LinesDocument.nullable(),
  })
  .meta({ id: "PublishedLines" });
export type PublishedLines = z.output<typeof PublishedLines>;

const Saved = z.object({
  /** Name of the administrator, or `Hệ thống`. */
  by: z.string(),
  at: Time,
});

const Oddities = z.array(
  z.object({
    /** Number of the line in the text that was read, from 1; null for the whole. */
    line: z.int().nullable(),
    message: z.string(),
  }),
);

/** The lines of a song as the back office edits them. */
export const EditedLines = z
  .object({
    /** Where the document is from: the draft, without one the published lines, without them the text of the lyrics, which is split. */
    source: z.enum(["draft", "published", "text"]),
    document: LinesDocument,
    /** The oddities of the text that was split. */
    oddities: Oddities,
    draft: Saved.extend({
      /** The published lines, or lyrics without such lines, were changed after the draft was saved. */
      is_outdated: z.boolean(),
    }).nullable(),
    published: Saved.extend({ number: z.int() }).nullable(),
    version: z.string(),
  })
  .meta({ id: "EditedLines" });
export type EditedLines = z.output<typeof EditedLines>;

const LinesBody = z.object({ document: LinesDocumentBody, version: SeenVersion });
const RemovalQuery = z.object({ version: SeenVersion });

const access = ["admin"] as const;
const tag = "Lời theo dòng";

export const songLines = {
  "GET /api/songs/{id}/lines": {
    access: "public",
    tag,
    summary: "Lời theo dòng đang phát hành của một bài hát",
    params: IdParams,
    reply: PublishedLines,
  },
  "GET /api/songs/{id}/lines/draft": {
    access,
    tag,
    summary: "Lời theo dòng để sửa: bản nháp, nếu không thì bản đang phát hành, nếu không thì tách từ lời bài hát",
    params: IdParams,
    reply: EditedLines,
  },
  "PUT /api/songs/{id}/lines/draft": {
    access,
    tag,
    summary: "Lưu bản nháp của lời theo dòng",
    params: IdParams,
    body: LinesBody,
    bodyLimit: 2 * largeBodyLimit,
    reply: EditedLines,
  },
  "DELETE /api/songs/{id}/lines/draft": {
    access,
    tag,
    summary: "Bỏ bản nháp của lời theo dòng",
    params: IdParams,
    query: RemovalQuery,
    reply: EditedLines,
  },
  "PUT /api/songs/{id}/lines": {
    access,
    tag,
    summary: "Phát hành lời theo dòng, lời bài hát được viết lại từ đó",
    params: IdParams,
    body: LinesBody,
    bodyLimit: 2 * largeBodyLimit,
    reply: EditedLines,
  },
  "DELETE /api/songs/{id}/lines": {
    access,
    tag,
    summary: "Thôi phát hành lời theo dòng, bản đang phát hành trở thành bản nháp nếu chưa có bản nháp",
    params: IdParams,
    query: RemovalQuery,
    reply: EditedLines,
  },
  "GET /api/songs/{id}/lines/export": {
    access,
    tag,
    summary:
      "Lời theo dòng thành file LRC, LRC theo từ (A2), SRT hoặc TTML: bản nháp nếu có, không thì bản đang phát hành",
    params: IdParams,
    query: z.object({ format: z.enum(writtenFormats, "Định dạng không hợp lệ") }),
    reply: Binary,
    replyType: "download",
    contentType: "text/plain; charset=utf-8",
  },
  "POST /api/songs/{id}/lines/read": {
    access,
    tag,
    summary: "Đọc lời từ LRC, SRT, WebVTT, TTML, ASS hoặc chữ thường mà không lưu gì",
    params: IdParams,
    body: z.object({
      text: z
        .string("Vui lòng dán lời hoặc chọn file")
        .min(1, "Vui lòng dán lời hoặc chọn file")
        .max(maxLyricsFile, "Lời không được quá 1 MB"),
    }),
    // A letter may take 6 bytes in JSON.
    bodyLimit: 6 * largeBodyLimit,
    reply: z.object({
      format: z.enum(["lrc", "srt", "ttml", "ass", "text"]),
      document: LinesDocument,
      oddities: Oddities,
    }),
  },
  "POST /api/songs/{id}/lines/readings": {
    access,
    tag,
    summary: "Gợi ý phiên âm của các dòng tiếng Trung, Nhật, Hàn và của từng từ, mà không lưu gì",
    params: IdParams,
    body: z.object({
      language: z.enum(readingLanguages, "Chưa gợi ý được phiên âm cho ngôn ngữ này"),
      lines: z
        .array(
          z.object({
            text: text(maxLineText),
            words: z
              .array(z.object({ start_char: place, end_char: place }))
              .max(maxLineWords, `Mỗi dòng có tối đa ${maxLineWords} từ`),
          }),
        )
        .min(1, "Chưa có dòng nào để gợi ý")
        .max(maxLines, `Mỗi bài có tối đa ${maxLines} dòng`),
    }),
    bodyLimit: 2 * largeBodyLimit,
    reply: z.object({
      /** In the order of the lines that were sent; those without words were cut. */
      lines: z.array(
        z.object({
          reading: nullableText,
          words: z.array(z.object({ start_char: z.int(), end_char: z.int(), reading: nullableText })),
        }),
      ),
    }),
  },
} as const satisfies Endpoints;
