import path from "node:path";
import { expect, test, vi } from "vitest";
import type * as HelperPool from "#server/platform/helper-pool.ts";
import { suggestReadings } from "./suggest-readings.ts";

vi.mock("#server/platform/helper-pool.ts", async (original) => {
  const { createHelperPool } = await original<typeof HelperPool>();
  const script = path.resolve("test/fixtures/helpers/readings-without-kuromoji.ts");
  return { createHelperPool: (options: HelperPool.HelperPoolOptions) => createHelperPool({ ...options, script }) };
});

test("without kuromoji Japanese says so, and other languages are read", async () => {
  const read = (language: "zh" | "ja" | "ko", text: string) =>
    suggestReadings({ language, lines: [{ text, words: [] }] }, 60_000);
  await expect(read("ja", "雨")).rejects.toMatchObject({
    code: "unavailable",
    message: "Máy chủ không có từ điển tiếng Nhật nên không gợi ý được phiên âm, bạn tự gõ phiên âm nhé",
  });
  expect(await read("zh", "你好")).toMatchObject([{ reading: "Nǐ hǎo" }]);
  expect(await read("ko", "눈")).toMatchObject([{ reading: "Nun" }]);
});
