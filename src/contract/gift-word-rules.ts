/** The rules of the words of a gift: apart from the schemas, since public pages load them. */
import { giftLengths } from "./gift-rules.ts";
import { max, type Rule, required } from "./rules.ts";

/** A gift of Premium needs both names; that of a song may leave them out. */
export const giftWordRules = {
  recipient_name: [
    required("Vui lòng nhập tên người nhận"),
    max(giftLengths.recipient_name, "Tên người nhận không được dài quá 60 ký tự"),
  ],
  giver_name: [
    required("Vui lòng nhập tên người tặng"),
    max(giftLengths.giver_name, "Tên người tặng không được dài quá 60 ký tự"),
  ],
  message: [max(giftLengths.message, "Lời nhắn không được dài quá 1.000 ký tự")],
} as const satisfies Record<string, readonly Rule[]>;
