/** Limits of a message, and the fields of a saved reply. Free of zod, since the private page loads them. */
import { referenceFileRules } from "./rules.ts";

/** Characters. */
export const messageTextLength = 3000;
/** Bytes. */
export const maxPictureBytes = 5 * 1024 * 1024;
export const maxRecordingBytes = referenceFileRules.maxBytes;

/** The placeholders of a saved reply, each for a fact of the request. */
export const replyFields = { ten: "tên khách", ma: "mã yêu cầu", ngay_giao: "ngày giao bài" } as const;
export type ReplyField = keyof typeof replyFields;

/** Returns the text of a saved reply with its fields filled in. */
export function filledReply(text: string, values: Readonly<Record<ReplyField, string>>): string {
  return text.replace(/\{(ten|ma|ngay_giao)\}/g, (_, field: ReplyField) => values[field]);
}
