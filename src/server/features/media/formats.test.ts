import { expect, test } from "vitest";
import { fixture, wav } from "#test/audio.ts";
import { imageExtension, videoExtension } from "./formats.ts";

test.each(["jpg", "png", "webp"])("knows a %s by its signature", (extension) => {
  expect(imageExtension(fixture(`cover.${extension}`))).toBe(extension);
});

test.each([
  ["nothing", Buffer.alloc(0)],
  ["another RIFF", wav(1)],
  ["a PNG without a header", fixture("cover.png").subarray(0, 12)],
  ["a GIF", Buffer.from("GIF89a\x01\0\x01\0\0\0\0;", "latin1")],
  ["text", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
])("takes %s for no image", (_what, head) => {
  expect(imageExtension(head)).toBeUndefined();
});

const box = (brand: string) => Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0`, "latin1");

test.each([
  ["mp4", box("isom")],
  ["mp4", box("mp42")],
  ["mov", box("qt  ")],
  ["3gp", box("3gp4")],
  ["webm", Buffer.from("\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm", "latin1")],
  ["mkv", Buffer.from("\x1a\x45\xdf\xa3\xa3\x42\x82\x88matroska", "latin1")],
  ["avi", Buffer.from("RIFF\0\0\0\0AVI LIST", "latin1")],
])("knows a %s by its signature", (extension, head) => {
  expect(videoExtension(head)).toBe(extension);
});

test.each([
  ["nothing", Buffer.alloc(0)],
  ["audio in an MP4", box("M4A ")],
  ["a picture in an MP4", box("heic")],
  ["another RIFF", wav(1)],
  ["a JPEG", fixture("cover.jpg")],
])("takes %s for no video", (_what, head) => {
  expect(videoExtension(head)).toBeUndefined();
});
