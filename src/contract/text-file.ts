/**
 * Returns the text of a file, whatever program wrote it: by its byte order mark; else as UTF-16 where every second byte is empty, as UTF-8
 * where it is valid, or as Windows-1258, in which older programs write Vietnamese.
 */
export function textOfFile(bytes: Uint8Array): string {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  // Windows-1258 has the tones as marks of their own.
  return text.replaceAll("\0", "").normalize("NFC");
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

/** True for a file that begins with these bytes. */
export const startsWith = (bytes: Uint8Array, sign: readonly number[]) =>
  sign.every((byte, place) => bytes[place] === byte);
