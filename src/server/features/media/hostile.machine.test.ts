/** Uploads that cost much more to read than they weigh: refused with the limit that they exceed, while the server goes on. */
import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { importFolder } from "#server/features/catalogue/import.ts";
import { type TestApp, testApp } from "#test/app.ts";
import { fixture } from "#test/audio.ts";
import { adminToken } from "#test/factories.ts";
import { folderOf } from "#test/folders.ts";
import {
  flacOfOneTone,
  flacWithComments,
  mp3BehindEmptyTags,
  mp3WithLyrics,
  mp3WithPictures,
  mp3WithTitle,
  slowWav,
  wavBehindChunks,
  wavClaiming,
} from "#test/hostile-audio.ts";
import { measureSound, mediaTimes } from "./helpers.ts";
import { maxChunks, maxPictures, maxTags } from "./limits.ts";

const picture = { type: 3, data: fixture("cover.jpg") } as const;
const megabyte = 1024 * 1024;
/** Seconds. */
const hour = 3600;

async function upload(app: TestApp, content: Buffer) {
  const multipart = new FormData();
  multipart.append("audio_file", new File([new Uint8Array(content)], "bài.mp3"));
  return app.send("POST /api/admin/upload-audio", { token: await adminToken(app), multipart });
}

const filesIn = (app: TestApp, dir: string) =>
  readdirSync(path.join(app.place.dataDir, dir), { recursive: true, withFileTypes: true }).filter((it) => it.isFile());

const tooManyTags = "File có quá nhiều thẻ thông tin (tối đa 32)";
const tooLargeTags = "Thẻ thông tin của file quá lớn (tối đa 20 MB)";
const tooManyPictures = "File có quá nhiều ảnh đính kèm (tối đa 10)";
const tooManyChunks = "File WAV có quá nhiều khối dữ liệu (tối đa 64)";
const tooLong = "Bài hát dài quá 3 giờ";

const hostile: [name: string, file: () => Buffer, message: string][] = [
  ["a title of 80 MB", () => mp3WithTitle(80 * megabyte), tooLargeTags],
  ["lyrics of 60 MB", () => mp3WithLyrics(60 * megabyte), tooLargeTags],
  ["a million empty ID3 tags", () => mp3BehindEmptyTags(1_000_000), tooManyTags],
  ["one empty ID3 tag too many", () => mp3BehindEmptyTags(maxTags + 1), tooManyTags],
  ["3,000 pictures", () => mp3WithPictures(Array.from({ length: 3000 }, () => picture)), tooManyPictures],
  [
    "one picture too many",
    () => mp3WithPictures(Array.from({ length: maxPictures + 1 }, () => picture)),
    tooManyPictures,
  ],
  ["100,000 empty chunks of WAV", () => wavBehindChunks(100_000), tooManyChunks],
  ["one chunk of WAV too many", () => wavBehindChunks(maxChunks - 1), tooManyChunks],
  ["4 hours in 14 kB of WAV", () => slowWav(4 * hour), tooLong],
  ["a tone of 4 hours in 140 kB of FLAC", () => flacOfOneTone(4 * hour), tooLong],
  [
    "two million comments, for which a helper has not enough memory",
    () => flacWithComments(2_700_000),
    "Không kiểm tra được file này trong giới hạn 20 giây và 512 MB bộ nhớ",
  ],
];

test.each(hostile)("refuses %s with its limit and takes the next upload", async (_what, file, message) => {
  const app = await testApp("sqlite", {}, { mediaTimes });
  const answer = await upload(app, file());
  expect(answer.json()).toEqual({ detail: message });
  expect(answer.statusCode).toBe(422);
  expect(filesIn(app, "uploads")).toEqual([]);
  expect(filesIn(app, "tmp")).toEqual([]);
  expect((await upload(app, fixture("tagged.mp3"))).statusCode).toBe(200);
});

test.each([
  ["as many tags as allowed", () => mp3BehindEmptyTags(maxTags)],
  ["as many pictures as allowed", () => mp3WithPictures(Array.from({ length: maxPictures }, () => picture))],
  ["a tone of 3 hours", () => flacOfOneTone(3 * hour)],
])("takes %s", async (_what, file) => {
  const answer = await upload(await testApp("sqlite"), file());
  expect(answer.statusCode, answer.body).toBe(200);
});

test("takes the second that a file lasts for the 4 hours that its header claims", async () => {
  const answer = await upload(await testApp("sqlite"), wavClaiming(4 * hour));
  expect(answer.json()).toMatchObject({ duration: 1 });
});

test("cuts a title of 4 MB and keeps no file of its cover", async () => {
  const app = await testApp("sqlite");
  const answer = await upload(app, mp3WithTitle(4 * megabyte));
  expect(answer.json().tags.title).toBe("a".repeat(200));
  expect((await upload(app, mp3WithPictures([picture]))).json().cover_url).toMatch(/\.jpg$/);
  expect(filesIn(app, "tmp")).toEqual([]);
});

test("the importer names the limit of each file and goes on", async () => {
  const app = await testApp("sqlite");
  const files: [content: Buffer, message: string][] = [
    [mp3BehindEmptyTags(maxTags + 1), tooManyTags],
    [mp3WithPictures(Array.from({ length: maxPictures + 1 }, () => picture)), tooManyPictures],
    [slowWav(4 * hour), tooLong],
  ];
  const folder = folderOf({ "good.mp3": fixture("tagged.mp3") });
  for (const [i, [content]] of files.entries()) writeFileSync(path.join(folder, `${i}.mp3`), content);
  const reasons = new Map<string, string>();
  const counts = await importFolder({
    database: app.database,
    store: app.store,
    files: app.files,
    folder,
    onFile: (outcome) => outcome.kind === "bad" && reasons.set(path.basename(outcome.file), outcome.reason),
  });
  expect(counts).toMatchObject({ added: 1, bad: files.length });
  expect(Object.fromEntries(reasons)).toEqual(Object.fromEntries(files.map(([, message], i) => [`${i}.mp3`, message])));
});

test("measures a long tone, and none that lasts longer than 3 hours, whatever its header claims", async () => {
  const measure = (tone: Buffer) => measureSound(path.join(folderOf({ "tone.flac": tone }), "tone.flac"));
  const claimedSeconds = 60;
  // Decoded at once it takes a gigabyte.
  expect(await measure(flacOfOneTone(0.75 * hour, { claimedSeconds }))).toEqual(Array.from({ length: 96 }, () => 100));
  expect(await measure(flacOfOneTone(3.1 * hour, { sampleRate: 8000, claimedSeconds }))).toBeNull();
});
