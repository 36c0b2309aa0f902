import { expect, it } from "vitest";
import { isWithheld } from "./use-song-access.ts";

it.each([
  ["a premium song without an address", { is_premium: true, audio_url: null }, true],
  ["a premium song with its address", { is_premium: true, audio_url: "/uploads/1.mp3" }, false],
  ["a free song whose file can't be had just now", { is_premium: false, audio_url: null }, false],
])("%s", (_, song, withheld) => expect(isWithheld({ ...song, stream_url: null })).toBe(withheld));

it("the team's own link opens a premium song", () => {
  expect(isWithheld({ is_premium: true, audio_url: null, stream_url: "/uploads/1.mp3?signature=a" })).toBe(false);
});
