import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { fixture } from "#test/audio.ts";
import { audioMetadata, inspect } from "./inspect.ts";
import { holdsMp3 } from "./mpeg.ts";

const folder = mkdtempSync(path.join(tmpdir(), "nn-mpeg-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(content: Buffer): string {
  const file = path.join(folder, "file");
  writeFileSync(file, content);
  return file;
}

const whole = fixture("tagged.mp3");
const tagBytes = 10 + whole.readUInt8(8) * 128 + whole.readUInt8(9);
const tag = whole.subarray(0, tagBytes);
const audio = whole.subarray(tagBytes);

describe("an MP3 with an unusual structure", () => {
  test.each([
    ["bare frames", audio],
    ["padding behind the tag", Buffer.concat([tag, Buffer.alloc(300), audio])],
    ["padding without a tag", Buffer.concat([Buffer.alloc(5000), audio])],
    ["the rest of a frame that was cut", audio.subarray(37)],
    ["two tags, and padding", Buffer.concat([tag, tag, Buffer.alloc(9), audio])],
    ["an old tag at the end", Buffer.concat([audio, Buffer.from("TAG"), Buffer.alloc(125)])],
  ])("is recognised: %s", async (_what, content) => {
    const file = fileOf(content);
    expect(await holdsMp3(file)).toBe(true);
    const duration: unknown = expect.closeTo(1.07, 1);
    expect(await inspect(file)).toMatchObject({ extension: "mp3", duration });
  });

  test("has readable tags", async () => {
    const { common } = await audioMetadata(fileOf(Buffer.concat([tag, Buffer.alloc(300), audio])), "mp3");
    expect(common).toMatchObject({ title: "Mưa hạ", artist: "Hạ Miên" });
  });
});

test.each([
  ["nothing", Buffer.alloc(0)],
  ["zeros", Buffer.alloc(200_000)],
  ["ones", Buffer.alloc(200_000, 0xff)],
  ["a signature that repeats", Buffer.alloc(200_000, Buffer.from([0xff, 0xfb, 0x90, 0x64]))],
  ["a tag only", tag],
  ["a tag that claims more than there is", Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0x7f, 0x7f, 0x7f, 0x7f, 1, 2, 3])],
  ["one frame", audio.subarray(0, 60)],
  ["frames behind too much else", Buffer.concat([Buffer.alloc(100_000), audio])],
  ["a picture", fixture("cover.jpg")],
])("%s is no MP3", async (_what, content) => {
  const file = fileOf(content);
  expect(await holdsMp3(file)).toBe(false);
  expect(await inspect(file)).toEqual({ refusal: "type" });
});
