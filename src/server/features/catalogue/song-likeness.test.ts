import { describe, expect, test } from "vitest";
import { type Candidate, mostAlike } from "./song-likeness.ts";

const song = { artist: "An", tempo: 80, duration: 200 };
const like = (id: number, values: Partial<Candidate> = {}): Candidate => ({
  id,
  sharedGenres: 1,
  artist: null,
  tempo: null,
  duration: null,
  ...values,
});

describe("mostAlike", () => {
  test.each([
    ["more shared genres before the same artist", [like(1, { artist: "An" }), like(2, { sharedGenres: 2 })], [2, 1]],
    ["the same artist before a near tempo", [like(2, { tempo: 80 }), like(1, { artist: "An" })], [1, 2]],
    ["a near tempo before a far one", [like(2, { tempo: 110 }), like(1, { tempo: 84 })], [1, 2]],
    ["the double tempo as the same", [like(2, { tempo: 90 }), like(1, { tempo: 160 })], [1, 2]],
    ["an unknown tempo like a far one", [like(2, { tempo: 0 }), like(3), like(1, { tempo: 82 })], [1, 3, 2]],
    ["a near length before a far one", [like(2, { duration: 600 }), like(1, { duration: 190 })], [1, 2]],
    ["the newest of equals first", [like(1), like(3), like(2)], [3, 2, 1]],
  ])("puts %s", (_what, candidates, ids) => {
    expect(mostAlike(song, candidates, 10)).toEqual(ids);
  });

  test("knows no artist where the song names none, and gives no more than asked for", () => {
    const candidates = [like(1, { artist: null }), like(2, { artist: "An" })];
    expect(mostAlike({ ...song, artist: null }, candidates, 1)).toEqual([2]);
  });
});
