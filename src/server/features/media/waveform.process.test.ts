import path from "node:path";
import { describe, expect, test } from "vitest";
import { measureWaveform as measureWithin } from "./helpers.ts";

/** Milliseconds, longer than a busy machine takes. */
const maxMs = 10 * 60_000;
const measureWaveform = (file: string) => measureWithin(file, undefined, maxMs);
const fixture = (name: string) => path.join("test/fixtures/audio", name);

describe("measureWaveform", () => {
  test.each(["tagged.mp3", "tagged.flac", "tagged.ogg", "tagged.opus", "tagged.wav"])("measures %s", async (name) => {
    const slices = await measureWaveform(fixture(name));
    expect(slices).toHaveLength(96);
    expect(Math.max(...(slices ?? []))).toBe(100);
  });

  test.each([
    ["a format without a decoder", "tagged.m4a"],
    ["a missing file", "not-there.mp3"],
  ])("returns null for %s", async (_what, name) => {
    expect(await measureWaveform(fixture(name))).toBeNull();
  });
});
