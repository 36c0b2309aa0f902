import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "#contract/errors.ts";
import { fakeElement, fakeSession, track } from "#test/media.ts";
import type { MediaElement, Track } from "./audio-service.ts";
import { createPlayer, type PlayerDeps, type SongList } from "./list-player.ts";
import { queueAt } from "./play-queue.ts";
import { withAdded, withMoved, withoutAhead } from "./queue-edits.ts";

let element: ReturnType<typeof fakeElement>;
let session: ReturnType<typeof fakeSession>;
/** Attempts that wait for the network. */
let attempts: (() => Promise<boolean>)[];
let fetchSong: ReturnType<typeof vi.fn<PlayerDeps["fetchSong"]>>;
let countPlay: ReturnType<typeof vi.fn<PlayerDeps["countPlay"]>>;
let player: ReturnType<typeof createPlayer>;

/** A Premium song whose URL was withheld. */
const locked = (id: number) => track(id, { is_premium: true, audio_url: null });
const listOf = (...ids: number[]): SongList => ({ tracks: ids.map((id) => track(id)) });
const heard = () => player.getState().track?.id;

/** The present song ends. */
function endSong(): void {
  element.advanceTo(60);
  element.fire("ended");
}

/** Lets what is fetched arrive. */
const arrived = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  element = fakeElement();
  session = fakeSession();
  attempts = [];
  fetchSong = vi.fn(async (id: number): Promise<Track> => track(id, { audio_url: `/uploads/${id}.mp3?fresh` }));
  countPlay = vi.fn(async () => undefined);
  player = createPlayer({
    createElement: () => element as unknown as MediaElement,
    fetchSong,
    retry: (attempt) => {
      attempts.push(attempt);
      return () => undefined;
    },
    countPlay,
    random: () => 0,
    mediaSession: session,
    createMetadata: (init) => init as MediaMetadata,
  });
  return () => player.close();
});

describe("a single song", () => {
  it("ends in silence, with the next one offered", () => {
    player.play(track(1), listOf(1, 2, 3));
    expect(player.getState()).toMatchObject({ isList: false, hasNext: true, place: 1, count: 3 });
    endSong();
    expect(player.getState()).toMatchObject({ track: undefined, playing: false, offered: { id: 2 } });
    expect(element.play).toHaveBeenCalledOnce();
    player.next();
    expect(player.getState()).toMatchObject({ track: { id: 2 }, playing: true, isList: true, offered: undefined });
  });

  it("offers nothing after the last one and without a list, and no song that may not be heard", () => {
    player.play(track(3), listOf(1, 2, 3));
    endSong();
    expect(player.getState().offered).toBeUndefined();
    player.play(track(4));
    endSong();
    expect(player.getState().offered).toBeUndefined();
    player.setAccess(({ is_premium }) => !is_premium);
    player.play(track(1), { tracks: [track(1), locked(2), track(3)] });
    endSong();
    expect(player.getState().offered?.id).toBe(3);
  });

  it("stops when a page is opened that is not its own", () => {
    player.play(track(1), listOf(1, 2));
    element.advanceTo(12);
    player.leaveFor("/songs/1");
    expect(player.getState()).toMatchObject({ track: { id: 1 }, playing: true, position: 12 });
    player.leaveFor("/songs/2");
    expect(heard()).toBeUndefined();
    player.play(track(1), listOf(1, 2));
    endSong();
    player.leaveFor("/");
    expect(player.getState().offered).toBeUndefined();
  });

  it("becomes a list with next, and with the one before", () => {
    player.play(track(2), listOf(1, 2, 3));
    player.next();
    expect(player.getState()).toMatchObject({ track: { id: 3 }, isList: true });
    player.play(track(9), listOf(8, 9));
    expect(player.getState()).toMatchObject({ track: { id: 9 }, isList: false, count: 2 });
    player.previous();
    expect(player.getState()).toMatchObject({ track: { id: 8 }, isList: true });
  });

  it("that fails clears silently", async () => {
    fetchSong.mockRejectedValue(new Error("no answer for this song"));
    player.play(track(1), listOf(1, 2));
    element.fire("error");
    await arrived();
    expect(player.getState()).toMatchObject({ track: undefined, notice: undefined, offered: undefined });
  });
});

describe("a list", () => {
  it("goes on from song to song within the event of the end, counts each, and closes after the last", () => {
    player.playList(listOf(1, 2));
    element.fire("playing");
    expect(player.getState()).toMatchObject({ track: { id: 1 }, isList: true });
    endSong();
    expect(element.src).toBe("/uploads/2.mp3");
    expect(player.getState()).toMatchObject({ track: { id: 2 }, playing: true, position: 0, place: 2 });
    element.fire("playing");
    expect(countPlay.mock.calls).toEqual([[1], [2]]);
    expect(player.getState().hasNext).toBe(false);
    endSong();
    expect(player.getState()).toMatchObject({ track: undefined, isList: false, offered: undefined, count: 0 });
  });

  it("fetches the link of the next song once, before the end", async () => {
    player.playList(listOf(1, 2));
    element.advanceTo(39);
    expect(fetchSong).not.toHaveBeenCalled();
    element.advanceTo(41);
    element.advanceTo(42);
    await arrived();
    expect(fetchSong.mock.calls).toEqual([[2]]);
    endSong();
    expect(element.src).toBe("/uploads/2.mp3?fresh");
  });

  it("plays the link that it has when the fresh one has not come", () => {
    fetchSong.mockReturnValue(new Promise(() => undefined));
    player.playList(listOf(1, 2));
    element.advanceTo(55);
    endSong();
    expect(element.src).toBe("/uploads/2.mp3");
  });

  it("passes over songs that may not be heard, with a word, before the end", async () => {
    fetchSong.mockImplementation(async (id) => (id === 4 ? track(4) : locked(id)));
    player.playList({ tracks: [track(1), locked(2), locked(3), track(4)] });
    element.advanceTo(50);
    await arrived();
    endSong();
    expect(player.getState()).toMatchObject({
      track: { id: 4 },
      notice: { kind: "locked", titles: ["Bài 2", "Bài 3"] },
    });
  });

  it("passes over a withheld song on a press on next", async () => {
    fetchSong.mockImplementation(async (id) => locked(id));
    player.playList({ tracks: [track(1), locked(2), track(3)] });
    player.next();
    await arrived();
    expect(player.getState()).toMatchObject({ track: { id: 3 }, notice: { kind: "locked", titles: ["Bài 2"] } });
    player.previous();
    expect(heard()).toBe(1);
  });

  it("asks for no song that its listener may not hear", () => {
    player.setAccess(({ is_premium }) => !is_premium);
    player.playList({ tracks: [locked(1), track(2), locked(3), track(4), locked(5)] });
    expect(player.getState()).toMatchObject({ track: { id: 2 }, place: 2 });
    player.next();
    expect(player.getState()).toMatchObject({ track: { id: 4 }, hasNext: false, notice: { titles: ["Bài 3"] } });
    player.playList({ tracks: [locked(1)] });
    expect(heard()).toBe(4);
    expect(fetchSong).not.toHaveBeenCalled();
  });

  it("passes over a song that fails, and stops after three in a row", async () => {
    player.playList(listOf(1, 2, 3, 4, 5));
    fetchSong.mockRejectedValue(new Error("no answer for this song"));
    for (const next of [2, 3]) {
      element.fire("error");
      await arrived();
      expect(player.getState()).toMatchObject({
        track: { id: next },
        notice: { kind: "failed", titles: [`Bài ${next - 1}`] },
      });
    }
    element.fire("error");
    await arrived();
    expect(player.getState()).toMatchObject({ track: undefined, isList: false });
  });

  it("waits for the network at a song that can't be had, and blames none", async () => {
    player.playList(listOf(1, 2, 3));
    element.advanceTo(5);
    fetchSong.mockRejectedValue(new ApiError("unavailable"));
    player.next();
    element.fire("error");
    await arrived();
    expect(player.getState()).toMatchObject({
      track: { id: 2 },
      isList: true,
      playing: true,
      notice: { kind: "offline", titles: ["Bài 2"] },
    });
    fetchSong.mockResolvedValue(track(2, { audio_url: "/uploads/2.mp3?fresh" }));
    expect(await attempts[0]?.()).toBe(true);
    expect(heard()).toBe(2);
    element.fire("ended");
    expect(player.getState()).toMatchObject({ track: { id: 3 }, isList: true });
  });

  it("counts failures anew after a song that was heard", async () => {
    player.playList(listOf(1, 2, 3, 4, 5));
    fetchSong.mockRejectedValue(new Error("no answer for this song"));
    for (const next of [2, 3, 4, 5]) {
      element.advanceTo(5);
      element.fire("error");
      await arrived();
      expect(heard()).toBe(next);
    }
  });

  it("goes on across pages, and to a song of its own that is pressed", () => {
    player.playList(listOf(1, 2, 3));
    player.leaveFor("/songs/3");
    player.leaveFor("/premium");
    expect(player.getState()).toMatchObject({ track: { id: 1 }, playing: true });
    player.play(track(3), listOf(3));
    expect(player.getState()).toMatchObject({ track: { id: 3 }, isList: true, place: 3, count: 3 });
    player.play(track(7), listOf(7, 8));
    expect(player.getState(), "another song plays alone").toMatchObject({ track: { id: 7 }, isList: false });
  });

  it("goes back to the beginning of a song, and to the song before from there", () => {
    player.playList(listOf(1, 2));
    player.next();
    element.advanceTo(10);
    player.previous();
    expect(player.getState()).toMatchObject({ track: { id: 2 }, position: 0 });
    player.previous();
    expect(heard()).toBe(1);
    player.previous();
    expect(heard()).toBe(1);
  });

  it("of the song that is playing goes on at the same second", () => {
    player.play(track(1));
    element.advanceTo(20);
    player.playList(listOf(1, 2));
    expect(player.getState()).toMatchObject({ position: 20, isList: true });
    expect(element.currentTime).toBe(20);
  });

  it("without songs changes nothing", () => {
    player.play(track(1));
    player.playList({ tracks: [] });
    expect(player.getState()).toMatchObject({ track: { id: 1 }, isList: false });
  });
});

describe("further pages of a list", () => {
  it("are fetched before its end, with its number of songs", async () => {
    const more = vi.fn(async (count: number) => (count === 4 ? [track(5), track(6)] : []));
    player.playList({ ...listOf(1, 2, 3, 4), total: 6, more });
    expect(player.getState().count).toBe(6);
    expect(more).not.toHaveBeenCalled();
    player.next();
    await arrived();
    expect(more.mock.calls).toEqual([[4]]);
    for (const next of [3, 4, 5, 6]) {
      endSong();
      expect(heard()).toBe(next);
    }
    expect(player.getState().hasNext).toBe(false);
  });

  it("are waited for at the end", async () => {
    let arrive: (tracks: Track[]) => void = () => undefined;
    const more = () => new Promise<Track[]>((resolve) => (arrive = resolve));
    player.playList({ ...listOf(1), total: 2, more });
    expect(player.getState().hasNext).toBe(true);
    endSong();
    expect(player.getState()).toMatchObject({ track: { id: 1 }, loading: true });
    arrive([track(2)]);
    await arrived();
    expect(player.getState()).toMatchObject({ track: { id: 2 }, playing: true });
  });

  it("that hold no further song end the list", async () => {
    player.playList({ ...listOf(1), total: 2, more: async () => [track(1)] });
    await arrived();
    endSong();
    await arrived();
    expect(player.getState()).toMatchObject({ track: undefined, isList: false });
  });

  it("are waited for without network, until it is back or somebody pauses", async () => {
    const lost = new ApiError("unavailable");
    const more = vi.fn(async (): Promise<Track[]> => [track(2), track(3)]).mockRejectedValueOnce(lost);
    more.mockRejectedValueOnce(lost).mockRejectedValueOnce(lost);
    player.playList({ ...listOf(1), total: 3, more });
    await arrived();
    endSong();
    await arrived();
    const waiting = { track: { id: 1 }, isList: true, playing: true, loading: true, notice: { kind: "offline" } };
    expect(player.getState()).toMatchObject(waiting);
    expect(await attempts.at(-1)?.()).toBe(false);
    player.pause();
    expect(await attempts.at(-1)?.()).toBe(true);
    expect(player.getState()).toMatchObject({ track: { id: 1 }, isList: true, playing: false });
    player.next();
    await arrived();
    expect(heard()).toBe(2);
  });

  it("that never come end the list", async () => {
    player.playList({ ...listOf(1), total: 2, more: () => Promise.reject(new Error("no answer for this song")) });
    await arrived();
    endSong();
    await arrived();
    expect(player.getState()).toMatchObject({ track: undefined, isList: false });
  });
});

describe("what comes", () => {
  const add = (id: number) => player.edit((queue) => withAdded(queue, track(id), "last"));

  it("takes a song that is added, before the rest of the list", () => {
    player.playList(listOf(1, 2, 3));
    add(9);
    expect(player.getState()).toMatchObject({ track: { id: 1 }, count: 4, place: 1 });
    endSong();
    expect(heard()).toBe(9);
    endSong();
    expect(heard()).toBe(2);
  });

  it("makes a list of a single song and what is added to it", () => {
    player.play(track(1), listOf(1, 2, 3));
    element.advanceTo(20);
    add(9);
    expect(player.getState()).toMatchObject({ track: { id: 1 }, position: 20, playing: true, isList: true, count: 2 });
    expect(session.handlers.has("nexttrack")).toBe(true);
    endSong();
    expect(player.getState()).toMatchObject({ track: { id: 9 }, isList: true, hasNext: false });
  });

  it("takes nothing while nothing plays", () => {
    add(9);
    expect(player.getState()).toMatchObject({ isList: false, count: 0 });
  });

  it("plays in its new order, with a fresh link of the song that is next now", async () => {
    player.playList(listOf(1, 2, 3));
    element.advanceTo(45);
    await arrived();
    player.edit((queue) => withMoved(queue, 1, 0));
    element.advanceTo(46);
    await arrived();
    expect(fetchSong.mock.calls).toEqual([[2], [3]]);
    endSong();
    expect(element.src).toBe("/uploads/3.mp3?fresh");
  });

  it("is cleared with the pages that were not fetched, and opened again", async () => {
    const more = vi.fn(async () => [track(3)]);
    player.playList({ ...listOf(1, 2), total: 9, more: vi.fn(async () => []) });
    player.playList({ ...listOf(1, 2), total: 3, more });
    await arrived();
    player.edit((queue) => withoutAhead(queue).queue, true);
    expect(player.getState()).toMatchObject({ count: 1, hasNext: false });
    endSong();
    expect(heard()).toBeUndefined();
  });

  it("keeps the network from being blamed on a song that was added", async () => {
    player.playList(listOf(1));
    add(9);
    fetchSong.mockRejectedValue(new ApiError("unavailable"));
    player.next();
    element.fire("error");
    await arrived();
    expect(player.getState()).toMatchObject({ track: { id: 9 }, playing: true, notice: { kind: "offline" } });
  });
});

describe("a player that is restored", () => {
  const kept = (ids: number[], at: number, change = {}) => ({
    queue: queueAt(
      ids.map((id) => track(id, { audio_url: null })),
      track(at),
    ),
    position: 33,
    isList: true,
    isShuffled: false,
    repeat: "all" as const,
    ...change,
  });

  it("stands paused at its second, silent and uncounted, and goes on with a fresh link", async () => {
    player.restore(kept([1, 2, 3], 2));
    expect(player.getState()).toMatchObject({
      track: { id: 2 },
      started: true,
      playing: false,
      position: 33,
      isList: true,
      place: 2,
      count: 3,
      repeat: "all",
    });
    expect([element.play.mock.calls.length, fetchSong.mock.calls.length]).toEqual([0, 0]);
    expect(session.metadata?.title).toBe("Bài 2");
    player.toggle(track(2));
    await arrived();
    expect(element.src).toBe("/uploads/2.mp3?fresh");
    element.fire("loadedmetadata");
    expect(element.currentTime).toBe(33);
    element.fire("playing");
    expect(countPlay).not.toHaveBeenCalled();
    endSong();
    element.fire("playing");
    await arrived();
    expect(heard()).toBe(3);
  });

  it("plays within the press where it has an open link", () => {
    const queue = queueAt([track(1)], track(1));
    player.restore({ ...kept([1], 1), queue });
    expect(element.preload).toBe("none");
    player.seek(12);
    player.play(track(1));
    expect(element.play).toHaveBeenCalledOnce();
    element.fire("loadedmetadata");
    expect(element.currentTime).toBe(12);
  });

  it("stays a single song, which stops with its page", () => {
    player.restore(kept([1, 2], 1, { isList: false, repeat: "none" }));
    expect(player.getState()).toMatchObject({ isList: false, hasNext: true });
    player.leaveFor("/songs");
    expect(heard()).toBeUndefined();
  });

  it("leaves a song alone that was started meanwhile", () => {
    player.play(track(5));
    player.restore(kept([1, 2], 1));
    expect(heard()).toBe(5);
  });
});

describe("order and repeat", () => {
  it("covers the whole list, and draws what comes anew as pages arrive", async () => {
    const more = vi.fn(async (count: number) =>
      Array.from({ length: Math.min(100, 250 - count) }, (_, place) => track(count + place + 1)),
    );
    player.playList({ ...listOf(1, 2, 3), total: 250, more });
    player.setShuffled(true);
    await arrived();
    expect(more.mock.calls).toEqual([[3], [103], [203]]);
    expect(player.getState()).toMatchObject({ track: { id: 1 }, playing: true, place: 1, count: 250 });
    expect(new Set(player.getState().queue?.order.map(({ id }) => id)).size).toBe(250);
  });

  it("covers 500 songs at most", async () => {
    const more = vi.fn(async (count: number) => Array.from({ length: 100 }, (_, place) => track(count + place + 1)));
    player.playList({ ...listOf(1), total: 5000, more });
    player.setShuffled(true);
    await arrived();
    expect(more).toHaveBeenCalledTimes(5);
  });

  it("plays in random order, and as listed again from the same song", () => {
    player.playList(listOf(1, 2, 3, 4), "shuffled");
    expect(player.getState()).toMatchObject({ track: { id: 1 }, isShuffled: true });
    const order = [1];
    for (let count = 1; count < 4; count++) {
      player.next();
      order.push(heard() ?? 0);
    }
    expect(order).toEqual([1, 3, 4, 2]);
    player.setShuffled(false);
    player.next();
    expect(heard()).toBe(3);
  });

  it("shuffling a single song begins a list", () => {
    player.play(track(2), listOf(1, 2, 3));
    player.setShuffled(true);
    expect(player.getState()).toMatchObject({ track: { id: 2 }, playing: true, isList: true, place: 1 });
  });

  it("repeats all, also backwards", () => {
    player.playList(listOf(1, 2));
    player.setRepeat("all");
    player.previous();
    expect(heard()).toBe(2);
    endSong();
    expect(heard()).toBe(1);
  });

  it("repeats one, which counts again", () => {
    player.playList(listOf(1, 2));
    player.setRepeat("one");
    element.fire("playing");
    endSong();
    element.fire("playing");
    expect(player.getState()).toMatchObject({ track: { id: 1 }, playing: true, position: 0 });
    expect(countPlay).toHaveBeenCalledTimes(2);
    player.next();
    expect(heard()).toBe(2);
  });

  it("repeats a list whose other songs may not be heard", async () => {
    fetchSong.mockImplementation(async (id) => (id === 1 ? track(1) : locked(id)));
    player.playList({ tracks: [track(1), locked(2)] });
    player.setRepeat("all");
    element.advanceTo(50);
    await arrived();
    endSong();
    expect(player.getState()).toMatchObject({ track: { id: 1 }, playing: true });
  });
});

describe("the sleep timer", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("pauses after its time, with a word", () => {
    player.playList(listOf(1, 2));
    player.sleepAfter(15);
    expect(player.getState().sleep).toBe(Date.now() + 15 * 60_000);
    vi.advanceTimersByTime(15 * 60_000 - 1);
    expect(player.getState().playing).toBe(true);
    vi.advanceTimersByTime(1);
    expect(player.getState()).toMatchObject({ playing: false, sleep: undefined, notice: { kind: "slept" } });
    expect(heard(), "the song can go on").toBe(1);
  });

  it("pauses by the song's clock where timers wait", () => {
    player.play(track(1));
    player.sleepAfter(15);
    vi.setSystemTime(Date.now() + 16 * 60_000);
    element.advanceTo(30);
    expect(player.getState()).toMatchObject({ playing: false, sleep: undefined });
  });

  it("waits for the end of the song, and offers the next", () => {
    player.playList(listOf(1, 2));
    player.sleepAfter("song");
    endSong();
    expect(player.getState()).toMatchObject({ track: undefined, offered: { id: 2 }, sleep: undefined });
    expect(element.play).toHaveBeenCalledOnce();
  });

  it("ends without a word when nothing sounds any more", () => {
    player.play(track(1), listOf(1, 2));
    player.sleepAfter(15);
    endSong();
    vi.advanceTimersByTime(15 * 60_000);
    expect(player.getState()).toMatchObject({ sleep: undefined, notice: undefined, offered: { id: 2 } });
  });

  it("is taken back, and ends with the player", () => {
    player.play(track(1));
    player.sleepAfter(15);
    player.sleepAfter(undefined);
    vi.advanceTimersByTime(20 * 60_000);
    expect(player.getState().playing).toBe(true);
    player.sleepAfter(15);
    player.close();
    player.play(track(1));
    vi.advanceTimersByTime(20 * 60_000);
    expect(player.getState()).toMatchObject({ playing: true, sleep: undefined });
  });
});

describe("the system's controls", () => {
  it("have next and previous where there is another song", () => {
    player.play(track(1));
    expect(session.handlers.has("nexttrack")).toBe(false);
    player.play(track(1), listOf(1, 2));
    session.handlers.get("nexttrack")?.({ action: "nexttrack" });
    expect(player.getState()).toMatchObject({ track: { id: 2 }, isList: true });
    session.handlers.get("previoustrack")?.({ action: "previoustrack" });
    expect(heard()).toBe(1);
    player.play(track(9));
    expect(session.handlers.has("previoustrack")).toBe(false);
  });
});

it("previews files as single tracks", () => {
  player.playList(listOf(1, 2));
  const preview = track(0, { file: "a", audio_url: "/uploads/a.mp3" });
  player.play(preview);
  expect(player.getState()).toMatchObject({ track: { file: "a" }, isList: false, hasNext: false });
  element.fire("ended");
  expect(player.getState()).toMatchObject({ track: undefined, offered: undefined });
});
