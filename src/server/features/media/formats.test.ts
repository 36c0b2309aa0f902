import { expect, test } from "vitest";
import { fixture, wav } from "#test/audio.ts";
import { imageExtension } from "./formats.ts";

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
