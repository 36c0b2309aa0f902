import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { fixture, wav } from "#test/audio.ts";
import { folderOf } from "#test/folders.ts";
import { mp3BehindEmptyTags } from "#test/hostile-audio.ts";
import { maxTagBytes, maxTags } from "./limits.ts";
import { exceededTagLimit } from "./tag-blocks.ts";

function limitOf(content: Buffer) {
  const file = path.join(folderOf(), "received");
  writeFileSync(file, content);
  return exceededTagLimit(file);
}

function uint(bytes: 3 | 4, value: number, order: "BE" | "LE" = "BE"): Buffer {
  const number = Buffer.alloc(bytes);
  if (order === "BE") number.writeUIntBE(value, 0, bytes);
  else number.writeUIntLE(value, 0, bytes);
  return number;
}

/** One block each, with its header. */
const blocks = {
  flac: (content: Buffer) => Buffer.concat([Buffer.from([4]), uint(3, content.length), content]),
  riff: (content: Buffer) => Buffer.concat([Buffer.from("LIST"), uint(4, content.length, "LE"), content]),
  mp4: (content: Buffer) => Buffer.concat([uint(4, content.length + 8), Buffer.from("moov"), content]),
};
/** Pages of 65,025 bytes. */
function oggPages(content: Buffer, granule: bigint): Buffer {
  const pages: Buffer[] = [];
  for (let at = 0; at < content.length; at += 255 * 255) {
    const head = Buffer.alloc(27 + 255, 255);
    head.write("OggS\0\0", 0, "latin1");
    head.writeBigInt64LE(granule, 6);
    pages.push(head, content.subarray(at, at + 255 * 255));
  }
  return Buffer.concat(pages);
}

const files: Record<string, (content: Buffer) => Buffer> = {
  "a FLAC file": (content) => {
    const half = content.length >> 1;
    const parts = [content.subarray(0, half), content.subarray(half)].map(blocks.flac);
    return Buffer.concat([Buffer.from("fLaC"), ...parts]);
  },
  "a WAV file": (content) => {
    const head = wav(1);
    return Buffer.concat([head, blocks.riff(content)]);
  },
  "an MP4 file": (content) => Buffer.concat([uint(4, 16), Buffer.from("ftypM4A \0\0\0\0"), blocks.mp4(content)]),
  "an Ogg file": (content) => oggPages(content, -1n),
  "a FLAC file behind an ID3 tag": (content) =>
    Buffer.concat([mp3BehindEmptyTags(1).subarray(0, 10), files["a FLAC file"]?.(content) ?? content]),
};

describe("exceededTagLimit", () => {
  test.each(Object.entries(files))("adds up the tags of %s", async (_name, fileWith) => {
    expect(await limitOf(fileWith(Buffer.alloc(maxTagBytes + 1)))).toBe("tagBytes");
    expect(await limitOf(fileWith(Buffer.alloc(maxTagBytes - 100_000)))).toBeUndefined();
  });

  test("counts neither sound nor padding", async () => {
    const much = Buffer.alloc(maxTagBytes + 1);
    expect(await limitOf(wav(much.length / 8000))).toBeUndefined();
    expect(await limitOf(oggPages(much, 1n))).toBeUndefined();
    const mp4 = Buffer.concat([uint(4, 16), Buffer.from("ftypM4A \0\0\0\0"), uint(4, 0), Buffer.from("mdat"), much]);
    expect(await limitOf(mp4)).toBeUndefined();
    const padding = Buffer.concat([Buffer.from([1]), uint(3, 0xffffff), Buffer.alloc(0xffffff)]);
    expect(await limitOf(Buffer.concat([Buffer.from("fLaC"), padding, padding]))).toBeUndefined();
  });

  test("counts ID3 tags and FLAC blocks", async () => {
    const flac = (count: number) => Buffer.concat([Buffer.from("fLaC"), Buffer.alloc(4 * count)]);
    for (const fileOf of [mp3BehindEmptyTags, flac]) {
      expect(await limitOf(fileOf(maxTags))).toBeUndefined();
      expect(await limitOf(fileOf(maxTags + 1))).toBe("tags");
    }
  });

  test.each([
    "tagged.mp3",
    "tagged.m4a",
    "tagged.flac",
    "tagged.ogg",
    "tagged.opus",
    "tagged.wav",
    "plain.aac",
  ])("lets %s pass", async (name) => {
    expect(await limitOf(fixture(name))).toBeUndefined();
    for (let end = 0; end < 200; end += 7) {
      expect(await limitOf(fixture(name).subarray(0, end)), String(end)).toBeUndefined();
    }
  });
});
