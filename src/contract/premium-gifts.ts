/** Premium as a gift: bought for somebody else, taken once by the account that opens it. */
import { z } from "zod";
import { type Endpoints, Time } from "./endpoint.ts";
import { trimmed, yesNo } from "./fields.ts";
import { giftCodeOf, giftCodeRules } from "./gift-code-rules.ts";
import { giftWordRules } from "./gift-word-rules.ts";
import { GiftChange, GiverGift } from "./gifts.ts";

/** The words of the giver of a Premium. */
export const PremiumGiftWords = GiftChange.omit({ is_open: true }).extend({
  recipient_name: trimmed(giftWordRules.recipient_name),
  /** As the receiver reads it. */
  giver_name: trimmed(giftWordRules.giver_name),
});
export type PremiumGiftWords = z.output<typeof PremiumGiftWords>;

/** Fields that are left out keep their values. */
export const PremiumGiftChange = PremiumGiftWords.partial().extend({ is_open: yesNo.optional() });
export type PremiumGiftChange = z.output<typeof PremiumGiftChange>;

/** A Premium gift as its giver sees it. */
export const PremiumGift = GiverGift.extend({
  /** Of the page `/g/{secret}`, and what can be typed in its place; null until it is paid for. */
  secret: z.string().nullable(),
  code: z.string().nullable(),
  /** When an account took it. */
  taken_at: Time.nullable(),
}).meta({ id: "PremiumGift" });
export type PremiumGift = z.output<typeof PremiumGift>;

/** The gifts that an account received. */
export const TakenGift = z
  .object({
    package_name: z.string(),
    taken_at: Time,
    /** The end of the account's Premium then; null for a permanent one. */
    premium_expires_at: Time.nullable(),
  })
  .meta({ id: "TakenGift" });
export type TakenGift = z.output<typeof TakenGift>;

const tag = "Quà tặng";

export const premiumGifts = {
  "POST /api/gift-codes": {
    access: "public",
    tag,
    summary: "Địa chỉ trang quà của một mã quà",
    body: z.object({ code: trimmed(giftCodeRules).transform(giftCodeOf) }),
    reply: z.object({ secret: z.string() }),
    errors: ["not_found"],
    rateLimit: { name: "form" },
  },
  "POST /api/gifts/{secret}/take": {
    access: ["user"],
    tag,
    summary: "Nhận Premium của món quà vào tài khoản đang đăng nhập, một lần; gửi lại không đổi gì thêm",
    params: z.object({ secret: z.string() }),
    reply: TakenGift,
    errors: ["not_found", "conflict"],
    rateLimit: { name: "form" },
  },
} as const satisfies Endpoints;
