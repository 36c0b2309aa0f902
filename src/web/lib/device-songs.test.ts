import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stubServer, stubStorage } from "#test/web.ts";
import {
  forgetPlays,
  isLikedOnDevice,
  likeOnDevice,
  playOnDevice,
  readDeviceSongs,
  takeAlong,
} from "./device-songs.ts";

let stored: Map<string, string>;
beforeEach(() => {
  stored = stubStorage();
  vi.stubGlobal("window", Object.assign(new EventTarget(), { localStorage: window.localStorage }));
});
afterEach(() => void vi.unstubAllGlobals());

test("likes are kept once each, the last first, up to a thousand", () => {
  for (let id = 1; id <= 1002; id++) likeOnDevice(id, true);
  likeOnDevice(500, true);
  const { likes } = readDeviceSongs();
  expect([likes.length, likes[0], likes.includes(3), likes.includes(2)]).toEqual([1000, 500, true, false]);
  expect(likeOnDevice(500, false)).toBe(true);
  expect(isLikedOnDevice(500)).toBe(false);
});

test("a song's last play is kept, and plays are forgotten", () => {
  for (let id = 1; id <= 201; id++) playOnDevice(id, id * 1000);
  playOnDevice(5, 1_000_000);
  const { plays } = readDeviceSongs();
  expect([plays.length, plays[0]]).toEqual([200, { song_id: 5, played_at: "1970-01-01T00:16:40.000Z" }]);
  forgetPlays(5);
  expect(readDeviceSongs().plays[0]?.song_id).toBe(201);
  likeOnDevice(1, true);
  forgetPlays();
  expect(readDeviceSongs()).toEqual({ likes: [1], plays: [] });
  likeOnDevice(1, false);
  expect(stored.has("ownSongs")).toBe(false);
});

test("what is no list of songs counts as none", () => {
  for (const text of ["", "{", "null", "[]", '{"likes":7,"plays":[{}]}', '{"likes":["a",-1],"plays":[null]}']) {
    stored.set("ownSongs", text);
    expect(readDeviceSongs(), text).toEqual({ likes: [], plays: [] });
  }
});

test("an account takes all of it along, once; what can't be sent waits", async () => {
  stored.set("userToken", "token");
  likeOnDevice(7, true);
  stubServer(() => new Response("", { status: 503 }));
  await takeAlong();
  expect(isLikedOnDevice(7)).toBe(true);
  const requests = stubServer(() => Response.json({ success: true }));
  await takeAlong();
  await takeAlong();
  expect(requests.map(({ body }) => body)).toEqual([{ likes: [7], plays: [] }]);
  expect(stored.has("ownSongs")).toBe(false);
});

test("what the server never takes is not sent for ever", async () => {
  stored.set("userToken", "token");
  likeOnDevice(7, true);
  stubServer(() => Response.json({ detail: "Danh sách quá dài" }, { status: 422 }));
  await takeAlong();
  expect(stored.has("ownSongs")).toBe(false);
});
