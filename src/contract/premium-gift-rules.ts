/** The rules of a Premium gift's words and of its code: apart from the schemas, since public pages load them. */
import { giftLengths } from "./gift-rules.ts";
import { max, type Rule, required } from "./rules.ts";
import { isTransferCode } from "./transfer-code.ts";

/** The words of a Premium gift, which its giver writes. */
export const premiumGiftRules = {
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

/** How the codes of gifts begin. */
export const giftCodePrefix = "HG";

/** Returns a code as it is stored: people write blanks, dashes and small letters. */
export function giftCodeOf(text: string): string {
  return text.replace(/[\s.\-_]/g, "").toUpperCase();
}

const wrongCode = "Mã quà chưa đúng, bạn xem lại từng chữ nhé";
/** The rules of a gift's code, whose check sign finds what is mistyped. */
export const giftCodeRules: readonly Rule[] = [
  required("Vui lòng nhập mã quà"),
  max(40, wrongCode),
  (value) => (isTransferCode(giftCodePrefix, giftCodeOf(value)) ? undefined : wrongCode),
];
