/** Files as other programs write them: what plays is taken. */
import { createReadStream, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { wav } from "#test/audio.ts";
import { folderOf } from "#test/folders.ts";
import * as odd from "#test/odd-audio.ts";
import { decodedAudio } from "./decoder.ts";
import { inspect } from "./inspect.ts";
import { createMediaStore } from "./media.service.ts";

function fileOf(content: Buffer): string {
  const file = path.join(folderOf(), "received");
  writeFileSync(file, content);
  return file;
}

/** Letters of Windows-1258 as bytes. */
const vietnamese = Buffer.from("M\xfda \xf0\xeam Ha\xcc N\xf4\xf2i", "latin1");
const duet = "Hà Anh Tuấn, Mỹ Tâm";
const [first, second] = ["ARTIST=Hà Anh Tuấn", "ARTIST=Mỹ Tâm"];

interface OddFile {
  file: () => Buffer;
  seconds: number;
  /** With a reader that stumbles over its tags. */
  hasBrokenTags?: true;
  tags?: { title?: string; artist?: string; lyrics?: string };
}

const files: Record<string, OddFile> = {
  "M4A without a sample rate": { file: odd.m4aWithoutRate, seconds: 1.046, tags: { title: "Mưa hạ" } },
  "M4A with a tag that leaves its box": { file: odd.m4aWithBrokenTag, seconds: 1.046, hasBrokenTags: true },
  "M4A with two artists": {
    file: () => odd.m4aWithArtists("Hà Anh Tuấn", "Mỹ Tâm"),
    seconds: 1.046,
    tags: { artist: duet },
  },
  "OGG with comments longer than they are": { file: odd.oggWithBrokenComments, seconds: 1, hasBrokenTags: true },
  "OGG with two artists": { file: () => odd.oggWith(first, second), seconds: 1, tags: { artist: duet } },
  "OGG of many pages": { file: odd.oggOfManyPages, seconds: 1 },
  "OGG cut out of a stream": { file: () => odd.oggOfStream("tagged.ogg", 22_050), seconds: 0 },
  "Opus cut out of a stream": { file: () => odd.oggOfStream("tagged.opus", 48_000), seconds: 0 },
  "OGG with FLAC": {
    file: () => odd.oggFlacWith("TITLE=Mưa hạ", first, second),
    seconds: 0.3,
    tags: { title: "Mưa hạ", artist: duet },
  },
  "FLAC with two artists": { file: () => odd.flacWith(first, second), seconds: 0.3, tags: { artist: duet } },
  "FLAC behind an ID3 tag": {
    file: () => odd.flacBehindId3("TITLE=Mưa hạ", first),
    seconds: 0.3,
    tags: { title: "Mưa hạ", artist: "Hà Anh Tuấn" },
  },
  "FLAC without its length": { file: odd.flacWithoutLength, seconds: 0.3 },
  "WAV with tags of an odd length": { file: odd.wavWithOddList, seconds: 1, hasBrokenTags: true },
  "WAV with a broken ID3 tag": { file: odd.wavWithBrokenId3, seconds: 1, hasBrokenTags: true },
  "WAV that claims fewer samples": { file: odd.wavWithWrongFact, seconds: 1 },
  "WAV for more than 4 GB": { file: odd.rf64, seconds: 1 },
  "AAC of 144 bytes": { file: () => odd.adtsOf(9), seconds: 1.152 },
  "MP3 of two bitrates without a head": {
    file: () => odd.mp3OfBitrates([8, 10], [64, 400]),
    seconds: 410 * (576 / 22_050),
  },
  "MP3 before a broken APE tag": { file: odd.mp3WithBrokenApe, seconds: 1.071, hasBrokenTags: true },
  "MP3 with two artists in ID3v2.3": {
    file: () => odd.mp3With(3, { TPE1: "Hà Anh Tuấn/Mỹ Tâm" }),
    seconds: 1.071,
    tags: { artist: duet },
  },
  "MP3 with two artists in ID3v2.4": {
    file: () => odd.mp3With(4, { TPE1: "Hà Anh Tuấn\0Mỹ Tâm" }),
    seconds: 1.071,
    tags: { artist: duet },
  },
  "MP3 with a slash in a name": {
    file: () => odd.mp3With(3, { TPE1: "AC/DC" }),
    seconds: 1.071,
    tags: { artist: "AC/DC" },
  },
  "MP3 with lyrics in ID3v2.2": {
    file: () => odd.mp3WithOldLyrics("Foo\rbar"),
    seconds: 1.071,
    tags: { lyrics: "Foo\nbar" },
  },
  "MP3 with frames of ID3v2.2 in ID3v2.3": {
    file: () => odd.mp3With(3, { "TT2\0": "Mưa hạ", "TP1\0": "Hạ Miên" }),
    seconds: 1.071,
    tags: { title: "Mưa hạ", artist: "Hạ Miên" },
  },
  "MP3 with Windows-1258 in its tags": {
    file: () => odd.mp3With(3, { TIT2: vietnamese, TPE1: Buffer.from("Tr\xe2\xccn Ti\xea\xecn", "latin1") }),
    seconds: 1.071,
    tags: { title: "Mưa đêm Hà Nội", artist: "Trần Tiến" },
  },
};

describe("inspect", () => {
  test.each(Object.entries(files))("takes %s", async (_name, { file, seconds, hasBrokenTags = false, tags = {} }) => {
    const facts = await inspect(fileOf(file()));
    expect(facts).toMatchObject({ hasBrokenTags, tags, duration: expect.closeTo(seconds, 1) });
  });

  test.each([
    ["a quarter of a millisecond", odd.shortestWav()],
    ["no samples", wav(0)],
  ])("refuses a sound of %s as too short", async (_name, content) => {
    expect(await inspect(fileOf(content))).toEqual({ refusal: "short" });
  });

  test.each([
    ["OGG", odd.oggWithBrokenComments().subarray(0, 3600)],
    ["M4A", odd.m4aWithBrokenTag().subarray(3341)],
    ["WAV", odd.wavWithOddList().subarray(0, 60)],
  ])("refuses broken tags of %s without sound", async (_name, content) => {
    expect(await inspect(fileOf(content))).toEqual({ refusal: "type" });
  });
});

describe("createMediaStore", () => {
  test("says that tags can't be read, and takes the title from the name", async () => {
    const store = createMediaStore({ dataDir: folderOf() });
    const received = await store.receive(createReadStream(fileOf(odd.wavWithOddList())), "audio");
    expect(received.tags("01. mưa_hạ.wav")).toMatchObject({ title: "mưa hạ", areBroken: true });
    await received.discard();
  });

  test("says in a sentence of its own that a sound is too short", async () => {
    const store = createMediaStore({ dataDir: folderOf() });
    const content = createReadStream(fileOf(odd.shortestWav()));
    await expect(store.receive(content, "audio")).rejects.toThrow("Âm thanh quá ngắn (tối thiểu 1 phần nghìn giây)");
  });
});

describe("decodedAudio", () => {
  test.each([
    ["WAV behind a chunk of an odd length", "wav", odd.wavWithOddList()],
    ["WAV for more than 4 GB", "wav", odd.rf64()],
    ["FLAC in OGG", "ogg", odd.oggFlacWith()],
  ])("decodes %s", async (_name, extension, content) => {
    let samples = 0;
    for await (const { channelData } of decodedAudio(fileOf(content), extension))
      samples += channelData[0]?.length ?? 0;
    expect(samples).toBeGreaterThan(1000);
  });
});
