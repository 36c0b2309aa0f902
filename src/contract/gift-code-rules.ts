/** The rules of the code of a gift of Premium: apart from the schemas, since public pages load them. */
import { max, type Rule, required } from "./rules.ts";
import { isTransferCode } from "./transfer-code.ts";

/** The beginning of the codes of gifts. */
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
