import path from "node:path";
import { describe, expect, test } from "vitest";
import { measureSound as measureWithin } from "./helpers.ts";

/** Milliseconds, longer than a busy machine takes. */
const maxMs = 10 * 60_000;
const measureSound = (file: string) => measureWithin(file, undefined, maxMs);
const fixture = (name: string) => path.join("test/fixtures/audio", name);

describe("measureSound", () => {
  test.each(["tagged.mp3", "tagged.flac", "tagged.ogg", "tagged.opus", "tagged.wav"])("measures %s", async (name) => {
    const { curve = [], tempo } = (await measureSound(fixture(name))) ?? {};
    expect(curve).toHaveLength(96);
    expect(Math.max(...curve)).toBe(100);
    expect(tempo).toBeNull();
  });

  test.each([
    ["a format without a decoder", "tagged.m4a"],
    ["a missing file", "not-there.mp3"],
  ])("returns null for %s", async (_what, name) => {
    expect(await measureSound(fixture(name))).toBeNull();
  });
});
