/** Gifts: a page `/g/{secret}` for the person that something was made or bought for. */
import { z } from "zod";
import { Binary, Done, type Endpoints, Time } from "./endpoint.ts";
import { optionalName, optionalText, yesNo } from "./fields.ts";
import { giftLengths, thanksLengths } from "./gift-rules.ts";
import { LinesDocument } from "./song-lines.ts";

const text = z.string().nullable();
const Day = z.iso.date("Ngày mở quà không hợp lệ");
const lines = (max: number) => optionalText(max).transform((given) => given?.replaceAll("\r\n", "\n") ?? given);

/** The words and choices of the giver. Fields that are left out keep their values. */
export const GiftChange = z
  .object({
    recipient_name: optionalName(giftLengths.recipient_name),
    /** As the receiver reads it. */
    giver_name: optionalName(giftLengths.giver_name),
    message: lines(giftLengths.message),
    /** The day in Vietnam, `YYYY-MM-DD`, before which it stays closed: from today on, for a year. Null for none. */
    opens_on: Day.nullable(),
    /** Whether it can be opened at all. */
    is_open: yesNo,
  })
  .partial();
export type GiftChange = z.output<typeof GiftChange>;

/** `waiting` for its day; `closed` by its giver, or because it is not paid for any more. */
export const giftStates = ["open", "waiting", "closed"] as const;

export const GiftThanks = z
  .object({
    /** Null for thanks without a name. */
    name: text,
    text: z.string(),
    created_at: Time,
  })
  .meta({ id: "GiftThanks" });
export type GiftThanks = z.output<typeof GiftThanks>;

/** A gift as its giver sees it. */
export const GiverGift = z
  .object({
    /** Of the page `/g/{secret}`. */
    secret: z.string(),
    recipient_name: text,
    giver_name: text,
    message: text,
    opens_on: text,
    is_open: z.boolean(),
    /** The state that the page shows now. */
    state: z.enum(giftStates),
    hearts: z.int(),
    /** When the receiver first opened it. */
    opened_at: Time.nullable(),
    /** The oldest first. */
    thanks: z.array(GiftThanks),
  })
  .meta({ id: "GiverGift" });
export type GiverGift = z.output<typeof GiverGift>;

/** A song that was made for somebody. */
export const SongGift = z
  .object({
    kind: z.literal("song"),
    /** The number that its cover is drawn of. */
    cover_id: z.int(),
    /** Signed link of a picture, valid for 12 hours; null for a cover that is drawn. */
    cover_url: z.string().nullable(),
    title: text,
    dedication: text,
    lyrics: text,
    /** The lyrics with their times; null for lyrics without any. */
    lines: LinesDocument.nullable(),
    /** Signed link that plays, valid for 12 hours. */
    stream_url: z.string(),
    /** Whether its occasion is one of grief or regret: nothing of the page is cheerful then. */
    is_quiet: z.boolean(),
    /** Seconds. */
    duration: z.number().nullable(),
    /** Loudness in equal slices, 0 to 100; null until it is measured. */
    waveform: z.array(z.int()).nullable(),
  })
  .meta({ id: "SongGift" });
export type SongGift = z.output<typeof SongGift>;

/** Premium that was bought for somebody. */
export const PremiumContent = z
  .object({
    kind: z.literal("premium"),
    package_name: z.string(),
    /** Null for a lifetime package. */
    package_duration_days: z.int().nullable(),
    package_is_lifetime: z.boolean(),
    /** Whether an account took it, which nobody can do again. */
    is_taken: z.boolean(),
  })
  .meta({ id: "PremiumContent" });
export type PremiumContent = z.output<typeof PremiumContent>;

/** The contents of gifts, by `kind`. */
export const GiftContent = z.discriminatedUnion("kind", [SongGift, PremiumContent]);
export type GiftContent = z.output<typeof GiftContent>;

/** A gift as whoever has its address sees it: nothing of one that is closed, and of one that waits only for whom, when and in which tone. */
export const PublicGift = z
  .discriminatedUnion("state", [
    z.object({ state: z.literal("closed") }),
    z.object({
      state: z.literal("waiting"),
      opens_on: z.string(),
      recipient_name: text,
      /** As of a song. */
      is_quiet: z.boolean(),
    }),
    z.object({
      state: z.literal("open"),
      recipient_name: text,
      giver_name: text,
      message: text,
      content: GiftContent,
    }),
  ])
  .meta({ id: "PublicGift" });
export type PublicGift = z.output<typeof PublicGift>;
export type OpenGift = Extract<PublicGift, { state: "open" }>;

const wrongId = "Mã lần gửi không hợp lệ";
/** Made by the sender, so that what is sent twice counts once. */
const SendingId = z.string(wrongId).regex(/^[0-9a-f]{32}$/, wrongId);

export const ThanksBody = z.object({
  id: SendingId,
  name: optionalName(thanksLengths.name).transform((name) => name ?? null),
  text: z
    .string("Vui lòng viết lời cảm ơn")
    .trim()
    .min(1, "Vui lòng viết lời cảm ơn")
    .max(thanksLengths.text, `Không được dài quá ${thanksLengths.text} ký tự`)
    .transform((given) => given.replaceAll("\r\n", "\n")),
});
export type ThanksBody = z.output<typeof ThanksBody>;

/** Of the card to print: 1 is paper with a cover, 2 is lacquer with gold. */
export const CardQuery = z.object({
  design: z
    .enum(["1", "2"], "Mẫu thiệp phải là 1 hoặc 2")
    .default("1")
    .transform((design) => (design === "1" ? 1 : 2)),
});
export type CardQuery = z.output<typeof CardQuery>;

const TokenParams = z.object({ token: z.string() });
const SecretParams = z.object({ secret: z.string() });
const tag = "Quà tặng";

export const gifts = {
  "GET /api/requests/{token}/gift": {
    access: "public",
    tag,
    summary: "Món quà mà khách tặng từ bài hát của mình; gift là null khi chưa có",
    params: TokenParams,
    reply: z.object({ gift: GiverGift.nullable() }),
  },
  "PUT /api/requests/{token}/gift": {
    access: "public",
    tag,
    summary: "Khách tặng bài hát đã nhận và thanh toán, hoặc sửa, đóng và mở lại món quà",
    params: TokenParams,
    body: GiftChange,
    reply: GiverGift,
    errors: ["conflict"],
    rateLimit: { name: "form" },
  },
  "GET /api/requests/{token}/gift/card.pdf": {
    access: "public",
    tag,
    summary: "Thiệp A6 có mã QR của món quà, để in",
    params: TokenParams,
    query: CardQuery,
    reply: Binary,
    replyType: "download",
    contentType: "application/pdf",
    rateLimit: { name: "download" },
  },
  "GET /api/gifts/{secret}": {
    access: "public",
    tag,
    summary: "Món quà theo địa chỉ riêng của nó",
    params: SecretParams,
    reply: PublicGift,
  },
  "POST /api/gifts/{secret}/opening": {
    access: "public",
    tag,
    summary: "Người nhận đã mở quà; chỉ lần đầu được ghi lại",
    params: SecretParams,
    reply: Done,
    errors: ["conflict"],
    rateLimit: { name: "form" },
  },
  "POST /api/gifts/{secret}/hearts": {
    access: "public",
    tag,
    summary: "Người nhận thả tim; mỗi máy một lần, gửi lại không đếm thêm",
    params: SecretParams,
    body: z.object({ id: SendingId }),
    reply: Done,
    errors: ["conflict"],
    rateLimit: { name: "form" },
  },
  "POST /api/gifts/{secret}/thanks": {
    access: "public",
    tag,
    summary: "Người nhận gửi lời cảm ơn tới người tặng; gửi lại với cùng id không gửi lần hai",
    params: SecretParams,
    body: ThanksBody,
    reply: Done,
    errors: ["conflict"],
    rateLimit: { name: "form" },
  },
} as const satisfies Endpoints;
