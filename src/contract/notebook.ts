/**
 * The notebook of a learner (“Sổ từ”): words with the lines of songs they were met in, when each is due, and the answers given
 * (docs/rooms/learning.md#the-notebook).
 */
import { z } from "zod";
import {
  Binary,
  Done,
  type Endpoints,
  flag,
  Id,
  IdParams,
  largeBodyLimit,
  paging,
  searchText,
  Time,
} from "./endpoint.ts";
import { sorting } from "./list.ts";
import { maxLines, maxLineText } from "./lyrics/document.ts";
import {
  maxNewWords,
  maxReviewsSent,
  maxWordsFile,
  meaningLength,
  ratings,
  readingLength,
  unknownLanguage,
  wordLength,
  wordNoteLength,
  wordStates,
} from "./notebook-rules.ts";

const wrong = "Giá trị không hợp lệ";
const tooLong = (max: number) => `Không được dài quá ${max} ký tự`;

/** An id that the browser makes, so that what is sent twice counts once. */
const ClientId = z.uuid("Mã không hợp lệ").transform((id) => id.toLowerCase());

const wrongLanguage = "Ngôn ngữ không hợp lệ";
/** A language as BCP 47, `und` for an unknown one. The notebook keeps its first part: `zh` for `zh-Hans`. */
const Language = z
  .string(wrongLanguage)
  .max(35, wrongLanguage)
  .regex(/^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i, wrongLanguage)
  .transform((language) => language.split("-", 1)[0]?.toLowerCase() ?? unknownLanguage);

const oneLine = (text: string) => text.normalize("NFC").replace(/\s+/gu, " ").trim();
const noWord = "Vui lòng nhập từ";
const WordText = z
  .string(noWord)
  .max(wordLength, tooLong(wordLength))
  .transform(oneLine)
  .refine((text) => text !== "", noWord);
/** An optional text of one line: null when blank, undefined when left out. */
const optional = (max: number) =>
  z
    .string(wrong)
    .max(max, tooLong(max))
    .nullish()
    .transform((text) => (text === undefined ? undefined : text === null ? null : oneLine(text) || null));
const Note = z
  .string(wrong)
  .max(wordNoteLength, tooLong(wordNoteLength))
  .nullish()
  .transform((text) => (text === undefined ? undefined : text?.normalize("NFC").trim() || null));

const fields = { reading: optional(readingLength), meaning: optional(meaningLength), note: Note };

/** A word that is saved. The server takes the line's text, layers and times from what is published. */
export const WordBody = z.object({
  client_id: ClientId,
  language: Language,
  text: WordText,
  ...fields,
  line: z
    .object({
      song_id: Id,
      /** Place of the line in the published document, from 0. */
      place: z.int(wrong).min(0, wrong).max(maxLines, wrong),
      /** Text of the line as the learner saw it, which finds it where the lines were published anew. */
      text: z.string(wrong).max(maxLineText, tooLong(maxLineText)),
    })
    .nullish(),
});
export type WordBody = z.output<typeof WordBody>;

/** Fields that are left out keep their values. */
export const WordChange = z.object({ text: WordText.optional(), ...fields });
export type WordChange = z.output<typeof WordChange>;

const nullable = z.string().nullable();

/** A line that a word was met in. */
export const WordLine = z
  .object({
    id: z.int(),
    text: z.string(),
    reading: nullable,
    translation: nullable,
    /** Of the song; null where the song is not on the site, or not any more. */
    song_id: z.int().nullable(),
    song_title: nullable,
    /** Milliseconds of the song; null for a line without a time. */
    start_ms: z.int().nullable(),
    end_ms: z.int().nullable(),
    /** Whether the caller may hear the line: it has a time, its song is on the site, and not of Premium or the caller has Premium. */
    can_play: z.boolean(),
  })
  .meta({ id: "WordLine" });
export type WordLine = z.output<typeof WordLine>;

export const NotebookWord = z
  .object({
    id: z.int(),
    client_id: z.string(),
    language: z.string(),
    text: z.string(),
    reading: nullable,
    meaning: nullable,
    note: nullable,
    state: z.enum(wordStates),
    /** For a new word, when it was saved. */
    due: Time,
    last_review: Time.nullable(),
    /** Answers that count. */
    reps: z.int(),
    lapses: z.int(),
    /** Days after which nine in ten such words are still remembered; 0 for a new one. */
    stability: z.number(),
    /** It was forgotten so often that it should be learned in another way. */
    is_leech: z.boolean(),
    created_at: Time,
    lines: z.array(WordLine),
  })
  .meta({ id: "NotebookWord" });
export type NotebookWord = z.output<typeof NotebookWord>;

/** The reviews of today, in Vietnam. */
export const DueCounts = z
  .object({
    /** Words in the notebook. */
    words: z.int(),
    /** Words being learned that are due now. */
    learning: z.int(),
    /** Learned words that are due today. */
    review: z.int(),
    /** New words that today's number still lets in. */
    new: z.int(),
    /** Words being learned that are due later today. */
    later: z.int(),
    /** Words learned or being learned that are due tomorrow. */
    tomorrow: z.int(),
    /** The sum of `learning`, `review` and `new`: what can be answered now. */
    now: z.int(),
  })
  .meta({ id: "DueCounts" });
export type DueCounts = z.output<typeof DueCounts>;

const NextDate = z.object({
  due: Time,
  state: z.enum(wordStates),
  /** Whole days until then; 0 for a step of minutes. */
  days: z.int(),
});

/** A word with what each answer would lead to. */
export const ReviewCard = z
  .object({
    word: NotebookWord,
    next: z.object({ again: NextDate, hard: NextDate, good: NextDate, easy: NextDate }),
  })
  .meta({ id: "ReviewCard" });
export type ReviewCard = z.output<typeof ReviewCard>;

/** Due words in the order to answer them: being learned, learned, new. */
export const ReviewQueue = z
  .object({
    /** Time of the server, which the dates of the cards count from. */
    now: Time,
    cards: z.array(ReviewCard),
    counts: DueCounts,
  })
  .meta({ id: "ReviewQueue" });
export type ReviewQueue = z.output<typeof ReviewQueue>;

const Review = z.object({
  id: ClientId,
  word_id: Id,
  rating: z.enum(ratings, "Câu trả lời không hợp lệ"),
  /** A time in the future counts as now, one before the word was saved as that moment. */
  reviewed_at: z.iso.datetime({ offset: true, error: "Thời điểm trả lời không hợp lệ" }).max(40, wrong),
});
export const ReviewsBody = z.object({
  reviews: z
    .array(Review)
    .min(1, "Chưa có câu trả lời nào")
    .max(maxReviewsSent, `Mỗi lần gửi tối đa ${maxReviewsSent} câu trả lời`),
});
export type ReviewsBody = z.output<typeof ReviewsBody>;

export const ReviewsReply = z
  .object({
    /**
     * In the order sent. `known`: it came before, or was undone. `gone`: its word is not in the notebook. `full`: its word, or
     * the account, has as many answers as are kept. None of them needs to be sent again.
     */
    results: z.array(z.object({ id: z.string(), outcome: z.enum(["accepted", "known", "gone", "full"]) })),
    /** The words that were named, as they are now. */
    cards: z.array(ReviewCard),
    counts: DueCounts,
  })
  .meta({ id: "ReviewsReply" });
export type ReviewsReply = z.output<typeof ReviewsReply>;

export const wordSorts = {
  orders: { created_at: "desc", text: "asc", due: "asc" },
  default: "created_at",
} as const;
/** `due`: learned or being learned, and due today. `leech`: forgotten eight times and more. */
export const wordTabs = ["due", "new", "learning", "leech"] as const;
export type WordTab = (typeof wordTabs)[number];

export const WordListQuery = z.object({
  search: searchText,
  language: Language.optional(),
  tab: z.enum(wordTabs, "Bộ lọc không hợp lệ").optional(),
  /** The word itself, in any case: to know whether it is saved. */
  text: WordText.optional(),
  /** Words met in a song. */
  song_id: IdParams.shape.id.optional(),
  ...sorting(wordSorts),
  ...paging,
});
export type WordListQuery = z.output<typeof WordListQuery>;

export const WordCounts = z
  .object({
    all: z.int(),
    due: z.int(),
    new: z.int(),
    learning: z.int(),
    leech: z.int(),
    /** Languages with their words, most words first. */
    languages: z.array(z.object({ language: z.string(), words: z.int() })),
  })
  .meta({ id: "WordCounts" });
export type WordCounts = z.output<typeof WordCounts>;

export const NotebookSettings = z
  .object({
    new_words_per_day: z
      .int("Số từ mới phải là số nguyên")
      .min(0, "Số từ mới không được âm")
      .max(maxNewWords, `Mỗi ngày tối đa ${maxNewWords} từ mới`),
  })
  .meta({ id: "NotebookSettings" });
export type NotebookSettings = z.output<typeof NotebookSettings>;

/** A word of a file. */
export const FileWord = z.object({ language: Language, text: WordText, ...fields });
export type FileWord = z.output<typeof FileWord>;

export const wordFileFormats = ["csv", "anki"] as const;
export type WordFileFormat = (typeof wordFileFormats)[number];

export const WordsImport = z.object({
  text: z
    .string("Vui lòng chọn file")
    .min(1, "File không có gì để nhập")
    .max(maxWordsFile, "Mỗi lần gửi tối đa 1 triệu ký tự"),
  /** Whether more of the file follows. An unfinished last row is then left to the rest. */
  is_part: z.boolean(wrong).default(false),
  /** Of rows that name none. */
  language: Language.default(unknownLanguage),
});
export type WordsImport = z.output<typeof WordsImport>;

/** The parts of a file that are left out, or left for the next one. */
const Unread = {
  skipped: z.int(),
  /** The first of them. */
  problems: z.array(z.object({ /** Line of what was sent, from 1. */ line: z.int(), message: z.string() })),
  /**
   * What is left of the file: all of it from this place of the text, in UTF-16 units, is sent with the head before it. Null when all was read.
   */
  rest: z.object({ at: z.int(), head: z.string() }).nullable(),
};

/** A file as it was read, before its words are taken in. */
export const WordsRead = z
  .object({
    words: z.int(),
    /** The first words. */
    first: z.array(z.object({ language: z.string(), text: z.string(), reading: nullable, meaning: nullable })),
    ...Unread,
  })
  .meta({ id: "WordsRead" });
export type WordsRead = z.output<typeof WordsRead>;

export const WordsImportReply = z
  .object({
    added: z.int(),
    /** Words that were there and got something that they lacked. */
    changed: z.int(),
    unchanged: z.int(),
    ...Unread,
  })
  .meta({ id: "WordsImportReply" });
export type WordsImportReply = z.output<typeof WordsImportReply>;

const common = { access: ["user"], tag: "Sổ từ" } as const;
const own = { ...common, params: IdParams };

export const notebook = {
  "GET /api/user/words": {
    ...common,
    summary: "Các từ trong sổ của mình, mới lưu nhất trước",
    query: WordListQuery,
    reply: z.array(NotebookWord),
    counted: true,
  },
  "POST /api/user/words": {
    ...common,
    summary: "Lưu một từ cùng câu hát; từ đã có thì thêm câu và điền chỗ còn trống",
    body: WordBody,
    reply: NotebookWord,
    status: 201,
    rateLimit: { name: "play" },
    errors: ["forbidden", "not_found", "conflict"],
  },
  "GET /api/user/words/counts": {
    ...common,
    summary: "Số từ trong sổ của mình theo bộ lọc và theo ngôn ngữ",
    reply: WordCounts,
  },
  "GET /api/user/words/export": {
    ...common,
    summary: "Sổ từ của mình thành file CSV, hoặc file chữ cho Anki",
    query: z.object({ format: z.enum(wordFileFormats, "Định dạng không hợp lệ") }),
    reply: Binary,
    replyType: "download",
    contentType: "text/plain; charset=utf-8",
    rateLimit: { name: "download" },
  },
  "POST /api/user/words/read": {
    ...common,
    summary: "Đọc thử một file từ mà không lưu gì",
    body: WordsImport,
    bodyLimit: 6 * largeBodyLimit,
    reply: WordsRead,
    rateLimit: { name: "download" },
  },
  "POST /api/user/words/import": {
    ...common,
    summary:
      "Nhập từ từ file CSV hoặc file chữ của Anki, file lớn thì từng phần; từ đã có được điền thêm, không bị ghi đè",
    body: WordsImport,
    // A letter may take 6 bytes in JSON.
    bodyLimit: 6 * largeBodyLimit,
    reply: WordsImportReply,
    rateLimit: { name: "form" },
    errors: ["conflict"],
  },
  "GET /api/user/words/{id}": { ...own, summary: "Một từ trong sổ của mình", reply: NotebookWord },
  "PATCH /api/user/words/{id}": {
    ...own,
    summary: "Sửa một từ trong sổ của mình",
    body: WordChange,
    reply: NotebookWord,
    errors: ["conflict"],
  },
  "DELETE /api/user/words/{id}": {
    ...own,
    summary: "Xóa một từ khỏi sổ của mình; hoàn tác được trong một ngày",
    reply: Done,
  },
  "POST /api/user/words/{id}/restore": {
    ...own,
    summary: "Hoàn tác việc xóa một từ",
    reply: NotebookWord,
    errors: ["conflict"],
  },
  "DELETE /api/user/words/{id}/lines/{line_id}": {
    ...common,
    summary: "Bỏ một câu hát khỏi một từ",
    params: z.object({ id: IdParams.shape.id, line_id: IdParams.shape.id }),
    reply: NotebookWord,
  },
  "GET /api/user/word-reviews": {
    ...common,
    summary: "Các từ cần ôn hôm nay theo thứ tự, kèm lần ôn kế tiếp của từng câu trả lời",
    query: z.object({
      limit: paging.limit,
      /** Whether new words come too. */
      with_new: flag.default(true),
    }),
    reply: ReviewQueue,
  },
  "POST /api/user/word-reviews": {
    ...common,
    summary: "Gửi các câu trả lời; mỗi câu chỉ tính một lần, gửi muộn hay không theo thứ tự đều được",
    body: ReviewsBody,
    reply: ReviewsReply,
    rateLimit: { name: "play" },
  },
  "GET /api/user/word-reviews/due": { ...common, summary: "Số từ cần ôn hôm nay", reply: DueCounts },
  "DELETE /api/user/word-reviews/{id}": {
    ...common,
    summary: "Hoàn tác một câu trả lời; gửi lại vẫn như vậy",
    params: z.object({ id: ClientId }),
    reply: z.object({ card: ReviewCard, counts: DueCounts }),
  },
  "GET /api/user/notebook": { ...common, summary: "Cài đặt sổ từ của mình", reply: NotebookSettings },
  "PUT /api/user/notebook": {
    ...common,
    summary: "Lưu cài đặt sổ từ của mình",
    body: NotebookSettings,
    reply: NotebookSettings,
  },
} as const satisfies Endpoints;
