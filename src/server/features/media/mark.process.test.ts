import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import NodeID3 from "node-id3";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { testApp } from "#test/app.ts";
import { fixture } from "#test/audio.ts";
import { adminToken } from "#test/factories.ts";
import { mark } from "./ai-mark.ts";
import { inspectAudio as inspectWithin } from "./helpers.ts";
import { audioMetadata } from "./inspect.ts";
import { createMarkAudio } from "./mark.ts";

const log = { warn: vi.fn() };
/** Milliseconds, longer than a busy machine takes. */
const maxMs = 10 * 60_000;
const inspectAudio = (file: string) => inspectWithin(file, { maxMs });
const markAudio = createMarkAudio(log, { inspectMs: maxMs, markMs: maxMs });
const markFile = async (file: string) => markAudio(file, await inspectAudio(file));
let folder: string;
beforeEach(() => {
  log.warn.mockClear();
  folder = mkdtempSync(path.join(tmpdir(), "nn-mark-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Files in `tmp` have no extension. */
function received(content: Buffer): string {
  const file = path.join(folder, "part");
  writeFileSync(file, content);
  return file;
}

const decoders = {
  mp3: () => import("@audio/decode-mp3"),
  flac: () => import("@audio/decode-flac"),
  ogg: () => import("@audio/decode-vorbis"),
  opus: () => import("@audio/decode-opus"),
  wav: () => import("@audio/decode-wav"),
};

/** Hash of the decoded samples, or of the encoded frames for formats without a decoder here. */
async function sound(content: Buffer, format: string): Promise<string> {
  const hash = createHash("sha256");
  if (format === "aac") {
    const end = content.subarray(-128).toString("latin1", 0, 3) === "TAG" ? -128 : undefined;
    return hash.update(content.subarray(content.indexOf(Buffer.from([0xff, 0xf1])), end)).digest("hex");
  }
  if (format === "m4a") {
    const first = content.readUInt32BE(content.indexOf("stco") + 12);
    return hash.update(content.subarray(first, first + 2000)).digest("hex");
  }
  const decoder = await (await decoders[format as keyof typeof decoders]()).decoder();
  const pieces = [decoder.decode(content), ...("flush" in decoder ? [decoder.flush()] : [])];
  for (const channel of pieces.flatMap((piece) => piece.channelData))
    hash.update(new Uint8Array(channel.slice().buffer));
  decoder.free();
  return hash.digest("hex");
}

it.each([
  "tagged.mp3",
  "tagged.m4a",
  "tagged.flac",
  "tagged.ogg",
  "tagged.opus",
  "tagged.wav",
  "plain.aac",
])("marks %s as made by AI and changes neither sound nor other tags", async (name) => {
  const format = path.extname(name).slice(1);
  const before = fixture(name);
  const file = received(before);
  const facts = await inspectAudio(file);
  expect(await markFile(file)).toBe(true);
  expect(log.warn).not.toHaveBeenCalled();
  expect(readdirSync(folder)).toEqual(["part"]);
  const after = readFileSync(file);
  const duration: unknown = expect.closeTo(facts.duration ?? 0, 1);
  expect(await inspectAudio(file)).toEqual({ ...facts, duration, isMarked: true });
  expect(await sound(after, format)).toBe(await sound(before, format));
  expect(await markFile(file)).toBe(false);
  expect(readFileSync(file).equals(after)).toBe(true);
});

it("keeps the comment that is there", async () => {
  const comment = { language: "vie", text: "Thu ở Huế" };
  const file = received(Buffer.from(NodeID3.write({ comment }, fixture("synced.mp3"))));
  expect(await markFile(file)).toBe(true);
  expect((await audioMetadata(file, "mp3")).common.comment?.map(({ text }) => text)).toEqual([`Thu ở Huế\n${mark}`]);
});

it("leaves a file unchanged and logs it when its tags can't be written", async () => {
  const content = Buffer.from("no audio at all".repeat(100));
  const file = received(content);
  const facts = await inspectAudio(received(fixture("plain.aac")));
  writeFileSync(file, content);
  expect(await markAudio(file, facts)).toBe(false);
  expect(log.warn).toHaveBeenCalledOnce();
  expect(readFileSync(file).equals(content)).toBe(true);
  expect(readdirSync(folder)).toEqual(["part"]);
});

it("marks an upload and answers size, ranges and duration of the marked file", async () => {
  const app = await testApp("sqlite", {}, { markAudio });
  const body = new FormData();
  body.append("audio_file", new File([new Uint8Array(fixture("tagged.mp3"))], "a.mp3"));
  const answer = await app.send("POST /api/admin/upload-audio", { token: await adminToken(app), multipart: body });
  const { file_url, size, duration, tags } = answer.json();
  const served = (await app.send(`GET ${file_url}`)).rawPayload;
  expect((await inspectAudio(received(served))).isMarked).toBe(true);
  expect(served).toHaveLength(size);
  expect(duration).toBeCloseTo(1.071, 1);
  expect(tags.title).not.toBe("a");
  const end = await app.send(`GET ${file_url}`, { headers: { range: "bytes=-100" } });
  expect(end.headers["content-range"]).toBe(`bytes ${size - 100}-${size - 1}/${size}`);
  expect(end.rawPayload.equals(served.subarray(-100))).toBe(true);
});
