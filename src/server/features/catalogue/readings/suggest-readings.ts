/** Has a helper process suggest the readings of lines, for people to correct. See docs/rooms/lyrics.md#readings. */
import path from "node:path";
import { z } from "zod";
import { ApiError } from "#contract/errors.ts";
import { maxLineText, maxLineWords, maxShortText } from "#contract/lyrics/document.ts";
import { createHelperPool } from "#server/platform/helper-pool.ts";
import type { ReadingTask, ReadLine } from "./reading-task.ts";

/** Milliseconds; the dictionary of Japanese takes less than a second of them. */
export const maxReadingMs = 30_000;

const helper = createHelperPool({
  script: path.join(import.meta.dirname, "readings-helper.ts"),
  maxHelpers: 1,
  memoryMb: 512,
  maxReplyBytes: 8 * 1024 * 1024,
});

const ReadWord = z.object({ start_char: z.int(), end_char: z.int(), reading: z.string().nullable() });
const Answer = z.array(z.object({ reading: z.string().nullable(), words: z.array(ReadWord) }));

const failed = "Chưa gợi ý được phiên âm, bạn thử lại sau ít phút, hoặc chọn ít dòng hơn";
const withoutDictionary = "Máy chủ không có từ điển tiếng Nhật nên không gợi ý được phiên âm, bạn tự gõ phiên âm nhé";

/** Returns the readings of lines and of their words, null where there is none or it is too long. @throws ApiError `unavailable` */
export async function suggestReadings(task: ReadingTask, maxMs = maxReadingMs): Promise<ReadLine[]> {
  const lines = await helper
    .run(task, { maxMs })
    .then((answer) => Answer.parse(answer))
    .catch((error: NodeJS.ErrnoException) => {
      const message = error.code === "ERR_MODULE_NOT_FOUND" ? withoutDictionary : failed;
      throw Object.assign(new ApiError("unavailable", message), { cause: error });
    });
  return lines.map(({ reading, words }) => ({
    reading: within(reading, maxLineText),
    words: words.slice(0, maxLineWords).map((word) => ({ ...word, reading: within(word.reading, maxShortText) })),
  }));
}

const within = (reading: string | null, max: number) => (reading !== null && reading.length <= max ? reading : null);
