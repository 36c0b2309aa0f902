/** Byte ranges of RFC 9110, section 14: a single range is served; several ranges get the whole file. */

/** Bytes from `start` to `end`, both inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Parses a `Range` header for a file of `size` bytes.
 * @returns the range; undefined for the whole file (no header, several ranges, invalid syntax); `unsatisfiable` for a 416.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | undefined | "unsatisfiable" {
  const parts = header?.match(/^bytes=\s*(\d*)-(\d*)\s*$/i);
  if (!parts) return undefined;
  const [, from = "", to = ""] = parts;
  if (from === "") {
    if (to === "") return undefined;
    const last = Number(to);
    return last === 0 || size === 0 ? "unsatisfiable" : { start: Math.max(0, size - last), end: size - 1 };
  }
  const start = Number(from);
  if (to !== "" && Number(to) < start) return undefined;
  if (start >= size) return "unsatisfiable";
  return { start, end: to === "" ? size - 1 : Math.min(Number(to), size - 1) };
}
