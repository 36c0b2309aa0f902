import { describe, expect, it } from "vitest";
import { isWithheld } from "./use-song-access.ts";

describe("isWithheld", () => {
  it.each([
    ["is true for a Premium song without a URL", { is_premium: true, audio_url: null }, true],
    ["is false for a Premium song with a URL", { is_premium: true, audio_url: "/uploads/1.mp3" }, false],
    ["is false for a free song without a URL", { is_premium: false, audio_url: null }, false],
  ])("%s", (_, song, expected) => expect(isWithheld({ ...song, stream_url: null })).toBe(expected));

  it("is false for a Premium song with a stream_url", () => {
    expect(isWithheld({ is_premium: true, audio_url: null, stream_url: "/uploads/1.mp3?signature=a" })).toBe(false);
  });
});
