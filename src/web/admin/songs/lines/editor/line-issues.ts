/** Oddities in the times of lines, for whoever edits them. */
import type { LineDocument } from "#contract/lyrics/document.ts";
import { clockTime } from "../../../../lib/format.ts";

export interface LineIssue {
  /** Number of the line, from 0. */
  line: number;
  text: string;
  /** Lines with it can't be published. */
  isBlocking: boolean;
}

/** @param durationMs of the song; 0 while it is not known */
export function lineIssues({ lines }: LineDocument, durationMs: number): LineIssue[] {
  const issues: LineIssue[] = [];
  const add = (line: number, text: string, isBlocking = false) => issues.push({ line, text, isBlocking });
  let last: { place: number; start: number; end: number | null } | undefined;
  for (const [place, { text, start_ms, end_ms, words }] of lines.entries()) {
    if (text.trim() === "") add(place, "chưa có chữ nên chưa được lưu");
    if (start_ms === null) continue;
    if (last && start_ms < last.start) add(place, `bắt đầu trước dòng ${last.place + 1}`, true);
    else if (last?.end != null && last.end > start_ms) add(last.place, `kết thúc sau khi dòng ${place + 1} bắt đầu`);
    const length = clockTime(Math.floor(durationMs / 1000));
    if (durationMs > 0 && Math.max(start_ms, end_ms ?? 0) > durationMs)
      add(place, `nằm sau khi bài kết thúc (${length})`);
    const isOutside = words.some(
      (word) => word.start_ms !== null && (word.start_ms < start_ms || word.start_ms > (end_ms ?? Infinity)),
    );
    if (isOutside) add(place, "có từ nằm ngoài giờ của dòng");
    last = { place, start: start_ms, end: end_ms };
  }
  return issues.sort((one, other) => one.line - other.line);
}
