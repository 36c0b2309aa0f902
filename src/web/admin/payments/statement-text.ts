/** Reads the text of a bank statement, whatever program wrote it. */

const excel = "Đây là file Excel: bạn mở ra, lưu lại thành CSV rồi chọn file ấy nhé";

/**
 * Returns the text of a CSV file: by its byte order mark; else as UTF-16 where every second byte is empty, as UTF-8 where it is valid, or
 * as Windows-1258, in which older programs write Vietnamese.
 * @returns the problem in the place of the text, for a file that is no text.
 */
export function statementTextOf(bytes: Uint8Array): { text: string } | { problem: string } {
  if (startsWith(bytes, [0x50, 0x4b]) || startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return { problem: excel };
  if (startsWith(bytes, [0x25, 0x50, 0x44, 0x46])) return { problem: "Đây là file PDF: bạn tải sao kê dạng CSV nhé" };
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  // Windows-1258 has the tones as marks of their own.
  return { text: text.replaceAll("\0", "").normalize("NFC") };
}

function encodingOf(bytes: Uint8Array): string {
  if (startsWith(bytes, [0xff, 0xfe])) return "utf-16le";
  if (startsWith(bytes, [0xfe, 0xff])) return "utf-16be";
  const start = bytes.subarray(0, 1000);
  const emptyAt = (rest: number) => start.filter((byte, place) => place % 2 === rest && byte === 0).length;
  if (emptyAt(1) > start.length / 4) return "utf-16le";
  if (emptyAt(0) > start.length / 4) return "utf-16be";
  return isUtf8(bytes) ? "utf-8" : "windows-1258";
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

const startsWith = (bytes: Uint8Array, sign: readonly number[]) => sign.every((byte, place) => bytes[place] === byte);
