import { statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { fixture, toneWav } from "#test/audio.ts";
import { folderOf } from "#test/folders.ts";
import { decodedAudio } from "./decoder.ts";
import { cutSample } from "./helpers.ts";

/** Milliseconds, longer than a busy machine takes. */
const maxMs = 10 * 60_000;
const cut = (file: string, target: string) => cutSample(file, target, undefined, maxMs);

async function samplesOf(file: string): Promise<{ samples: number[]; rate: number }> {
  const samples: number[] = [];
  let rate = 0;
  for await (const { channelData, sampleRate } of decodedAudio(file, "wav")) {
    samples.push(...(channelData[0] ?? []));
    rate = sampleRate;
  }
  return { samples, rate };
}

const crossings = (samples: readonly number[]) =>
  samples.filter((sample, i) => sample >= 0 !== (samples[i - 1] ?? 0) >= 0).length;

describe("cutSample", () => {
  test("writes the loudest 20 seconds and nothing else", async () => {
    const folder = folderOf({ "song.wav": toneWav(70, [30, 50]) });
    const target = path.join(folder, "sample.wav");
    expect(await cut(path.join(folder, "song.wav"), target)).toBe(true);
    const { samples, rate } = await samplesOf(target);
    expect(rate).toBe(22_050);
    expect(samples.length / rate).toBeCloseTo(20, 2);
    expect(statSync(target).size).toBe(44 + 2 * samples.length);
    // A tone crosses zero twice in each wave.
    expect(crossings(samples) / 20).toBeGreaterThan(2 * 590);
    expect(crossings(samples) / 20).toBeLessThan(2 * 605);
    const loudness = (from: number, to: number) => Math.max(...samples.slice(from * rate, to * rate).map(Math.abs));
    expect(loudness(9, 11)).toBeCloseTo(20_000 / 32_768, 1);
    expect([loudness(0, 0.01) < 0.05, loudness(19.99, 20) < 0.05]).toEqual([true, true]);
  });

  test("takes half of a song of 30 seconds", async () => {
    const folder = folderOf({ "song.wav": toneWav(30, [10, 30]) });
    const target = path.join(folder, "sample.wav");
    expect(await cut(path.join(folder, "song.wav"), target)).toBe(true);
    const { samples, rate } = await samplesOf(target);
    expect(samples.length / rate).toBeCloseTo(15, 2);
  });

  test.each([
    "tagged.m4a",
    "tagged.wav",
    "cover.png",
  ])("cuts nothing out of %s, without a decoder, too short or no audio", async (name) => {
    const folder = folderOf({});
    writeFileSync(path.join(folder, name), fixture(name));
    expect(await cut(path.join(folder, name), path.join(folder, "sample.wav"))).toBe(false);
  });
});
