/** Reads the text of a bank statement, whatever program wrote it. */
import { statementLimit } from "#contract/payments.ts";
import { startsWith, textOfFile } from "#contract/text-file.ts";

const excel = "Đây là file Excel: bạn mở ra, lưu lại thành CSV rồi chọn file ấy nhé";

/** Returns the text of a CSV file; the problem in its place, for a file that is no text, empty or too large. */
export function statementTextOf(bytes: Uint8Array): { text: string } | { problem: string } {
  if (startsWith(bytes, [0x50, 0x4b]) || startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return { problem: excel };
  if (startsWith(bytes, [0x25, 0x50, 0x44, 0x46])) return { problem: "Đây là file PDF: bạn tải sao kê dạng CSV nhé" };
  const text = textOfFile(bytes);
  if (text.trim() === "") return { problem: "File sao kê trống" };
  if (text.length > statementLimit) return { problem: "File sao kê quá lớn, bạn tải sao kê của ít ngày hơn nhé" };
  return { text };
}
