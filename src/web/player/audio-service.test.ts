import { beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "#contract/errors.ts";
import { fakeElement, fakeSession, track } from "#test/media.ts";
import {
  type AudioService,
  type AudioServiceDeps,
  createAudioService,
  isWithheld,
  type MediaElement,
  type Track,
} from "./audio-service.ts";

let element: ReturnType<typeof fakeElement>;
let session: ReturnType<typeof fakeSession>;
let fetchSong: ReturnType<typeof vi.fn<AudioServiceDeps["fetchSong"]>>;
let countPlay: ReturnType<typeof vi.fn<AudioServiceDeps["countPlay"]>>;
let createElement: ReturnType<typeof vi.fn<() => MediaElement>>;
/** Attempts that wait for the network. */
let attempts: (() => Promise<boolean>)[];

const unreachable = new ApiError("unavailable");

function service(deps: Partial<AudioServiceDeps> = {}) {
  return createAudioService({
    ...deps,
    createElement,
    fetchSong,
    countPlay,
    mediaSession: session,
    createMetadata: (init) => init as MediaMetadata,
    retry: (attempt) => {
      attempts.push(attempt);
      return () => {
        attempts = attempts.filter((each) => each !== attempt);
      };
    },
  });
}

beforeEach(() => {
  element = fakeElement();
  session = fakeSession();
  fetchSong = vi.fn(async () => track(1));
  countPlay = vi.fn(async () => undefined);
  attempts = [];
  createElement = vi.fn(() => element as unknown as MediaElement);
});

describe("playing", () => {
  it("creates the one media element on the first play", () => {
    const player = service();
    player.pause();
    player.seek(3);
    player.close();
    expect(createElement).not.toHaveBeenCalled();
    player.play(track(1));
    player.play(track(2));
    expect(createElement).toHaveBeenCalledOnce();
  });

  it("resumes a paused song without loading it again", () => {
    const player = service();
    player.toggle(track(1));
    expect(element.src).toBe("/uploads/1.mp3");
    expect(player.getState()).toMatchObject({ playing: true, started: true, duration: 60 });
    element.advanceTo(12);
    player.toggle(track(1));
    expect(player.getState()).toMatchObject({ playing: false, position: 12 });
    expect(element.pause).toHaveBeenCalled();
    element.src = "unchanged";
    player.toggle(track(1));
    expect(element.src).toBe("unchanged");
    expect(player.getState().playing).toBe(true);
  });

  it("stops the first song when another one is played", () => {
    const player = service();
    player.play(track(1));
    element.advanceTo(12);
    player.toggle(track(2));
    expect(element.pause).toHaveBeenCalled();
    expect(element.src).toBe("/uploads/2.mp3");
    expect(player.getState()).toMatchObject({ playing: true, position: 0 });
    expect(player.getState().track?.id).toBe(2);
    element.fire("pause");
    expect(player.getState().playing, "a late event of the first song").toBe(true);
  });

  it("fetches a song without a URL, then plays it", async () => {
    const player = service();
    player.play(track(2));
    player.play(track(1, { audio_url: null }));
    expect(element.src, "the other song is gone").toBe("");
    expect(player.getState()).toMatchObject({ track: { id: 1 }, playing: true, position: 0 });
    await expect.poll(() => element.src).toBe("/uploads/1.mp3");
    expect(fetchSong.mock.calls).toEqual([[1]]);
    expect(element.paused).toBe(false);
    expect(player.getState()).toMatchObject({ playing: true, deniedId: undefined });
  });

  it("does not play a song that was paused while its URL was fetched", async () => {
    const player = service();
    player.toggle(track(1, { audio_url: null }));
    player.toggle(track(1, { audio_url: null }));
    await expect.poll(() => element.src).toBe("/uploads/1.mp3");
    expect(element.play).not.toHaveBeenCalled();
    player.toggle(track(1, { audio_url: null }));
    expect(element.paused).toBe(false);
  });

  it("sets deniedId if the API returns no URL, but not if the request fails", async () => {
    const player = service();
    fetchSong.mockRejectedValueOnce(new Error("no answer for this song"));
    player.play(track(1, { audio_url: null }));
    await expect.poll(() => player.getState().track).toBeUndefined();
    expect(player.getState().deniedId).toBeUndefined();
    fetchSong.mockResolvedValueOnce(track(1, { audio_url: null }));
    player.play(track(1, { audio_url: null }));
    await expect.poll(() => player.getState()).toMatchObject({ track: undefined, deniedId: 1 });
    player.play(track(2));
    player.close();
    expect(player.getState().deniedId).toBe(1);
  });

  it("follows pause and play events of the system", () => {
    const player = service();
    player.play(track(1));
    element.paused = true;
    element.fire("pause");
    expect(player.getState().playing).toBe(false);
    element.fire("play");
    expect(player.getState().playing).toBe(true);
  });

  it("returns to paused if the browser blocks autoplay", async () => {
    const player = service();
    element.play.mockRejectedValueOnce(new DOMException("no gesture", "NotAllowedError"));
    player.play(track(1));
    await expect.poll(() => player.getState().playing).toBe(false);
    expect(player.getState().track?.id).toBe(1);
  });

  it("ignores the AbortError of a play that another song replaced", async () => {
    const player = service();
    element.play.mockRejectedValueOnce(new DOMException("cut off", "AbortError"));
    player.play(track(1));
    player.play(track(2));
    await Promise.resolve();
    expect(player.getState()).toMatchObject({ playing: true, track: { id: 2 } });
  });

  it("resets the state at the end of the song", () => {
    const player = service();
    player.play(track(1));
    element.advanceTo(60);
    element.fire("ended");
    expect(player.getState()).toEqual({
      track: undefined,
      playing: false,
      jumps: 1,
      loading: false,
      offline: false,
      started: false,
      position: 0,
      duration: 0,
      volume: 1,
      rate: 1,
      failedFile: undefined,
      failedCode: undefined,
      deniedId: undefined,
    });
    expect(session.metadata).toBeNull();
  });

  it("is loading until the media plays, and again while it waits for more", () => {
    const player = service();
    const loading = () => player.getState().loading;
    player.play(track(1));
    expect(loading()).toBe(true);
    element.fire("playing");
    expect(loading()).toBe(false);
    element.fire("waiting");
    expect(loading()).toBe(true);
    player.pause();
    expect(loading()).toBe(false);
    element.fire("waiting");
    expect(loading()).toBe(false);
  });

  it.each(["ended", "error"])("is not loading after %s", (event) => {
    const player = service();
    player.play(track(0, { file: "a" }));
    element.fire(event);
    expect(player.getState()).toMatchObject({ loading: false, track: undefined });
  });

  it("notifies listeners until they unsubscribe", () => {
    const player = service();
    const listener = vi.fn();
    const unsubscribe = player.subscribe(listener);
    player.play(track(1));
    const callCount = listener.mock.calls.length;
    expect(callCount).toBeGreaterThan(0);
    unsubscribe();
    player.close();
    expect(listener).toHaveBeenCalledTimes(callCount);
  });
});

describe("counting plays", () => {
  it("counts once per playback, on the playing event", () => {
    const player = service();
    player.play(track(1));
    expect(countPlay).not.toHaveBeenCalled();
    element.fire("playing");
    element.fire("playing");
    player.pause();
    player.play(track(1));
    element.fire("playing");
    expect(countPlay).toHaveBeenCalledExactlyOnceWith(1);
    element.fire("ended");
    player.play(track(1));
    element.fire("playing");
    expect(countPlay).toHaveBeenCalledTimes(2);
  });

  it("plays on when counting fails", async () => {
    countPlay.mockRejectedValue(new Error("no answer for this song"));
    const player = service();
    player.play(track(1));
    element.fire("playing");
    await Promise.resolve();
    expect(player.getState().playing).toBe(true);
  });
});

describe("preparing and seeking", () => {
  it("loads only the metadata of a prepared song", () => {
    const player = service();
    player.prepare(track(1, { duration: null }));
    expect(element).toMatchObject({ src: "/uploads/1.mp3", preload: "metadata" });
    expect(element.play).not.toHaveBeenCalled();
    element.duration = 83.5;
    element.fire("loadedmetadata");
    expect(player.getState()).toMatchObject({ started: false, playing: false, duration: 83.5 });
  });

  it("does not replace a loaded song with a prepared one", () => {
    const player = service();
    player.play(track(1));
    player.prepare(track(2));
    expect(player.getState().track?.id).toBe(1);
  });

  it("unloads a prepared song that fails, and loads it again on play", () => {
    const player = service();
    player.prepare(track(1, { is_premium: true }));
    element.fire("error");
    expect(player.getState().track).toBeUndefined();
    expect(fetchSong).not.toHaveBeenCalled();
    player.play(track(1));
    expect(player.getState().playing).toBe(true);
  });

  it("limits a seek to the length of the song", () => {
    const player = service();
    player.play(track(1));
    player.seek(30);
    expect(element.currentTime).toBe(30);
    player.seek(-5);
    expect(element.currentTime).toBe(0);
    player.seek(99);
    expect(element.currentTime).toBe(60);
    expect(player.getState().position).toBe(60);
  });
});

describe("media errors", () => {
  const premium = track(1, { is_premium: true, audio_url: "/media/1?sig=old" });

  it("unloads the song after a second error", async () => {
    fetchSong.mockResolvedValue(track(1));
    const player = service();
    player.play(track(1));
    element.fire("error");
    await expect.poll(() => element.play).toHaveBeenCalledTimes(2);
    element.fire("error");
    await expect.poll(() => player.getState().track).toBeUndefined();
    expect(fetchSong).toHaveBeenCalledTimes(2);
  });

  it("renews the URL of a free song too", async () => {
    fetchSong.mockResolvedValue(track(1, { audio_url: "https://bucket.example/1.mp3?signed=2" }));
    const player = service();
    player.play(track(1, { audio_url: "https://bucket.example/1.mp3?signed=1" }));
    element.fire("error");
    await expect.poll(() => element.src).toBe("https://bucket.example/1.mp3?signed=2");
    expect(player.getState().playing).toBe(true);
  });

  it("renews a signed URL once, resumes the position and counts no second play", async () => {
    fetchSong.mockResolvedValue({ ...premium, audio_url: "/media/1?sig=new" });
    const player = service();
    player.play(premium);
    element.fire("playing");
    element.advanceTo(21);
    element.fire("error");
    element.paused = true;
    element.fire("pause");
    await expect.poll(() => element.src).toBe("/media/1?sig=new");
    element.currentTime = 0;
    element.duration = 60;
    element.fire("loadedmetadata");
    expect(element.currentTime).toBe(21);
    expect(player.getState()).toMatchObject({ playing: true, position: 21 });
    element.fire("playing");
    expect(countPlay).toHaveBeenCalledOnce();
    element.fire("error");
    await expect.poll(() => player.getState().track, { message: "a second error at the same place" }).toBeUndefined();
    expect(fetchSong).toHaveBeenCalledTimes(2);
  });

  it.each([
    ["the song can't be fetched", () => fetchSong.mockRejectedValue(new Error("no answer for this song"))],
    ["the listener has lost access", () => fetchSong.mockResolvedValue({ ...premium, audio_url: null })],
  ])("unloads the song when %s", async (_, arrange) => {
    arrange();
    const player = service();
    player.play(premium);
    element.fire("error");
    await expect.poll(() => player.getState().track).toBeUndefined();
  });

  it("keeps another song that was played during the renewal", async () => {
    let resolveSong: (song: Track) => void = () => undefined;
    fetchSong.mockReturnValue(new Promise((resolve) => (resolveSong = resolve)));
    const player = service();
    player.play(premium);
    element.fire("error");
    player.play(track(2));
    resolveSong({ ...premium, audio_url: "/media/1?sig=new" });
    await Promise.resolve();
    await Promise.resolve();
    expect(element.src).toBe("/uploads/2.mp3");
    expect(player.getState().track?.id).toBe(2);
  });

  it("stays paused if the listener pauses during the renewal", async () => {
    fetchSong.mockResolvedValue({ ...premium, audio_url: "/media/1?sig=new" });
    const player = service();
    player.play(premium);
    element.fire("error");
    player.pause();
    await expect.poll(() => element.src).toBe("/media/1?sig=new");
    expect(player.getState().playing).toBe(false);
    expect(element.play).toHaveBeenCalledOnce();
  });
});

describe("preview files", () => {
  const file = (name: string) => track(0, { file: name, audio_url: `/uploads/${name}.mp3` });

  it("identifies files by name and does not count them", () => {
    const player = service();
    player.play(file("a"));
    element.fire("playing");
    player.play(file("b"));
    element.fire("playing");
    expect(element.src).toBe("/uploads/b.mp3");
    player.toggle(file("b"));
    expect(player.getState()).toMatchObject({ playing: false, track: { file: "b" } });
    expect(countPlay).not.toHaveBeenCalled();
  });

  it("resumes a file at its position although its URL has changed", () => {
    const player = service();
    player.play(file("a"));
    element.advanceTo(7);
    player.pause();
    player.play({ ...file("a"), audio_url: "/uploads/a.mp3?expires=2" });
    expect(element.src).toBe("/uploads/a.mp3");
    expect(player.getState()).toMatchObject({ playing: true, position: 7 });
  });

  it("sets failedFile and failedCode on an error until the file is played again", () => {
    const player = service();
    player.play(file("a"));
    element.error = { code: 3 };
    element.load.mockImplementation(() => {
      element.error = null;
    });
    element.fire("error");
    expect(player.getState()).toMatchObject({ track: undefined, failedFile: "a", failedCode: 3 });
    player.play(file("b"));
    expect(player.getState().failedFile).toBe("a");
    player.play(file("a"));
    expect(player.getState()).toMatchObject({ failedFile: undefined, playing: true });
    expect(fetchSong).not.toHaveBeenCalled();
  });
});

describe("volume", () => {
  it("is kept for later songs", () => {
    const player = service();
    player.setVolume(0.4);
    player.play(track(1));
    expect(element.volume).toBe(0.4);
    player.setVolume(0);
    expect(element.volume).toBe(0);
    player.close();
    expect(player.getState().volume).toBe(0);
  });
});

describe("speed", () => {
  it("sets the media, also for a link that is fetched anew, until another song is loaded", async () => {
    const player = service();
    player.setRate(0.5);
    expect(createElement).not.toHaveBeenCalled();
    player.play(track(1));
    player.setRate(0.6);
    const rates = () => [element.playbackRate, element.defaultPlaybackRate, player.getState().rate];
    expect(rates()).toEqual([0.6, 0.6, 0.6]);
    element.fire("error");
    await expect.poll(() => element.play.mock.calls.length).toBe(2);
    expect(rates()).toEqual([0.6, 0.6, 0.6]);
    player.play(track(2));
    expect(rates()).toEqual([1, 1, 1]);
  });
});

describe("the position at a moment", () => {
  let ms = 0;
  const at = (service: AudioService, time: number) => {
    ms = time;
    return service.positionNow();
  };
  const playing = () => {
    ms = 1000;
    const player = service({ now: () => ms });
    player.play(track(1));
    return player;
  };

  it("goes on between two events while the song sounds", () => {
    const player = playing();
    expect(at(player, 5000), "nothing sounds before the media plays").toBe(0);
    element.fire("playing");
    expect(at(player, 5200)).toBeCloseTo(0.2);
    element.advanceTo(0.25);
    expect(at(player, 5300)).toBeCloseTo(0.35);
    element.currentTime = 0.4;
    element.fire("waiting");
    expect(at(player, 9000)).toBeCloseTo(0.4);
  });

  it("stands at the place of a pause or a seek, and never beyond the end", () => {
    const player = playing();
    element.fire("playing");
    element.advanceTo(10);
    player.seek(30);
    expect(at(player, 1100)).toBeCloseTo(30.1);
    element.currentTime = 30.1;
    player.pause();
    element.fire("pause");
    expect(at(player, 4000)).toBeCloseTo(30.1);
    player.play(track(1));
    element.fire("playing");
    expect(at(player, 90_000)).toBe(60);
  });

  it("follows a change of speed from its moment on", () => {
    const player = playing();
    element.fire("playing");
    element.advanceTo(10);
    ms += 100;
    player.setRate(0.5);
    expect(at(player, ms + 200)).toBeCloseTo(10.2);
  });
});

describe("media session", () => {
  it("shows title, artist and cover, and the brand without an artist", () => {
    const player = service();
    player.play(track(1));
    expect(session.metadata).toMatchObject({ title: "Bài 1", artist: "Ngân Nga", artwork: [] });
    player.play(track(2, { artist: "Hoài An", thumbnail_url: "/uploads/2.webp" }));
    expect(session.metadata).toMatchObject({ artist: "Hoài An", artwork: [{ src: "/uploads/2.webp" }] });
    const name = `${"2b".repeat(16)}.png`;
    player.play(track(3, { thumbnail_url: `/uploads/images/${name}` }));
    expect(session.metadata).toMatchObject({ artwork: [{ src: `/pictures/320/${name}.webp` }] });
    expect(session.playbackState).toBe("playing");
    player.pause();
    expect(session.playbackState).toBe("paused");
  });

  it("handles play, pause and seek actions", () => {
    const player = service();
    player.play(track(1));
    element.advanceTo(30);
    const press = (action: MediaSessionAction, details: Partial<MediaSessionActionDetails> = {}) =>
      session.handlers.get(action)?.({ action, ...details });
    press("pause");
    expect(player.getState().playing).toBe(false);
    press("play");
    expect(player.getState().playing).toBe(true);
    press("seekforward");
    expect(player.getState().position).toBe(40);
    press("seekbackward", { seekOffset: 15 });
    expect(player.getState().position).toBe(25);
    press("seekto", { seekTime: 50 });
    expect(player.getState().position).toBe(50);
    expect(session.setPositionState).toHaveBeenLastCalledWith({ duration: 60, position: 50, playbackRate: 1 });
  });
});

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

describe("without network", () => {
  it("waits at the same second and plays on once the network is back", async () => {
    const player = service();
    player.play(track(1));
    element.advanceTo(12);
    fetchSong.mockRejectedValue(unreachable);
    element.fire("error");
    await expect.poll(() => player.getState()).toMatchObject({ offline: true, loading: true, playing: true });
    expect(player.getState()).toMatchObject({ track: { id: 1 }, position: 12 });
    expect(await attempts[0]?.()).toBe(false);
    fetchSong.mockResolvedValue(track(1, { audio_url: "/uploads/1.mp3?fresh" }));
    element.paused = true;
    expect(await attempts[0]?.()).toBe(true);
    expect(element.src).toBe("/uploads/1.mp3?fresh");
    element.fire("loadedmetadata");
    expect(element.currentTime).toBe(12);
    expect(element.paused).toBe(false);
    expect(player.getState()).toMatchObject({ offline: false, playing: true });
  });

  it("takes no song for a bad one that failed before the network was lost", async () => {
    const player = service();
    player.play(track(1));
    element.advanceTo(12);
    element.fire("error");
    await expect.poll(() => fetchSong.mock.calls.length).toBe(1);
    fetchSong.mockRejectedValue(unreachable);
    element.fire("error");
    await expect.poll(() => player.getState().offline).toBe(true);
    fetchSong.mockResolvedValue(track(1));
    await attempts[0]?.();
    expect(player.getState()).toMatchObject({ track: { id: 1 }, offline: false });
  });

  it("stays paused where the listener has paused, and waits no more after another song", async () => {
    const player = service();
    fetchSong.mockRejectedValue(unreachable);
    player.play(track(1, { audio_url: null }));
    await expect.poll(() => player.getState().offline).toBe(true);
    player.pause();
    fetchSong.mockResolvedValue(track(1));
    await attempts[0]?.();
    expect(player.getState()).toMatchObject({ track: { id: 1 }, playing: false, offline: false });
    expect(element.play).not.toHaveBeenCalled();
    fetchSong.mockRejectedValue(unreachable);
    player.play(track(1));
    element.fire("error");
    await expect.poll(() => player.getState().offline).toBe(true);
    player.play(track(2));
    expect(attempts).toHaveLength(1);
    expect(player.getState()).toMatchObject({ track: { id: 2 }, offline: false });
  });
});

describe("the system's controls", () => {
  const skip = () => () => undefined;

  it("show the drawn cover of a song without an image, once it is drawn", () => {
    const player = service();
    const src = "data:image/png;base64,AA";
    player.play(track(1));
    expect(session.metadata?.artwork).toEqual([]);
    player.setCover(2, src);
    expect(session.metadata?.artwork, "of another song").toEqual([]);
    player.setCover(1, src);
    expect(session.metadata?.artwork).toEqual([{ src, sizes: "512x512", type: "image/png" }]);
    element.fire("playing");
    expect(session.metadata?.artwork).toHaveLength(1);
    player.play(track(2, { thumbnail_url: "https://example.com/2.jpg" }));
    expect(session.metadata?.artwork).toEqual([{ src: "https://example.com/2.jpg" }]);
  });

  it("are set again when the song sounds, since systems forget those of the source before", () => {
    const player = service({ skip });
    player.play(track(1));
    session.handlers.clear();
    element.fire("playing");
    expect([...session.handlers.keys()]).toEqual(expect.arrayContaining(["play", "pause", "nexttrack"]));
  });

  it.each([
    ["two buttons and a list", true, skip, ["nexttrack", "previoustrack"]],
    ["two buttons and a single song", true, () => undefined, ["seekbackward", "seekforward"]],
    ["more buttons", false, skip, ["nexttrack", "previoustrack", "seekbackward", "seekforward"]],
  ])("have what fits %s", (_, hasTwoButtons, skips, expected) => {
    service({ hasTwoButtons, skip: skips }).play(track(1));
    expect([...session.handlers.keys()].filter((name) => /track|seek(back|for)/.test(name)).toSorted()).toEqual(
      expected,
    );
  });
});
