/** A file of words is sent in parts that the server takes in at once; it tells where each ends. */
import type { WordsImport, WordsRead } from "#contract/notebook.ts";
import { maxWordsFile } from "#contract/notebook-rules.ts";

/**
 * Sends a file part by part. @returns the replies in their order, with problems at the lines of the file
 * @throws as `send`; the parts before it are sent
 */
export async function sendInParts<T extends Pick<WordsRead, "problems" | "rest">>(
  text: string,
  send: (part: Pick<WordsImport, "text" | "is_part">) => Promise<T>,
): Promise<T[]> {
  const replies: T[] = [];
  let line = 0;
  for (let at = 0, head = ""; ; ) {
    const end = endOf(text, at + maxWordsFile - head.length);
    const reply = await send({ text: head + text.slice(at, end), is_part: end < text.length });
    const before = line - lineBreaks(head);
    replies.push({ ...reply, problems: reply.problems.map((each) => ({ ...each, line: each.line + before })) });
    if (!reply.rest) return replies;
    const next = at + reply.rest.at - head.length;
    line += lineBreaks(text.slice(at, next));
    if (next >= text.length || text.slice(next).trim() === "") return replies;
    [at, head] = [next, reply.rest.head];
  }
}

/** Keeps the two units of a sign together. */
function endOf(text: string, end: number): number {
  if (end >= text.length) return text.length;
  return /[\uD800-\uDBFF]/.test(text[end - 1] ?? "") ? end - 1 : end;
}

const lineBreaks = (text: string) => text.match(/\r\n|\r|\n/g)?.length ?? 0;
