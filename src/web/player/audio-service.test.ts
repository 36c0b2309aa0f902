import { beforeEach, describe, expect, it, vi } from "vitest";
import { type AudioServiceDeps, createAudioService, type MediaElement, type Track } from "./audio-service.ts";

/** A media element without sound: it keeps what it is told and fires what a test asks for. */
function fakeElement() {
  const target = new EventTarget();
  const element = {
    src: "",
    preload: "",
    currentTime: 0,
    duration: Number.NaN,
    paused: true,
    volume: 1,
    play: vi.fn(async () => {
      element.paused = false;
    }),
    pause: vi.fn(() => {
      element.paused = true;
    }),
    load: vi.fn(),
    removeAttribute: vi.fn(() => {
      element.src = "";
    }),
    addEventListener: target.addEventListener.bind(target),
    fire: (name: string) => target.dispatchEvent(new Event(name)),
    /** The sound has moved on to a second. */
    reach(seconds: number) {
      element.currentTime = seconds;
      element.fire("timeupdate");
    },
  };
  return element;
}

function fakeSession() {
  const handlers = new Map<string, MediaSessionActionHandler>();
  return {
    handlers,
    metadata: null as MediaMetadata | null,
    playbackState: "none" as MediaSessionPlaybackState,
    setPositionState: vi.fn(),
    setActionHandler: vi.fn((action: MediaSessionAction, handler: MediaSessionActionHandler | null) => {
      if ((action as string) === "stop") throw new TypeError("unknown action");
      if (handler) handlers.set(action, handler);
    }),
  };
}

const track = (id: number, change: Partial<Track> = {}): Track => ({
  id,
  title: `Bài ${id}`,
  artist: null,
  audio_url: `/uploads/${id}.mp3`,
  thumbnail_url: null,
  is_premium: false,
  duration: 60,
  ...change,
});

let element: ReturnType<typeof fakeElement>;
let session: ReturnType<typeof fakeSession>;
let fetchSong: ReturnType<typeof vi.fn<AudioServiceDeps["fetchSong"]>>;
let countPlay: ReturnType<typeof vi.fn<AudioServiceDeps["countPlay"]>>;
let createElement: ReturnType<typeof vi.fn<() => MediaElement>>;

function service() {
  return createAudioService({
    createElement,
    fetchSong,
    countPlay,
    mediaSession: session,
    createMetadata: (init) => init as MediaMetadata,
  });
}

beforeEach(() => {
  element = fakeElement();
  session = fakeSession();
  fetchSong = vi.fn(async () => track(1));
  countPlay = vi.fn(async () => undefined);
  createElement = vi.fn(() => element as unknown as MediaElement);
});

describe("playing", () => {
  it("makes the one element only when a song is first played", () => {
    const player = service();
    player.pause();
    player.seek(3);
    player.close();
    expect(createElement).not.toHaveBeenCalled();
    player.play(track(1));
    player.play(track(2));
    expect(createElement).toHaveBeenCalledOnce();
  });

  it("plays, pauses and goes on without loading again", () => {
    const player = service();
    player.toggle(track(1));
    expect(element.src).toBe("/uploads/1.mp3");
    expect(player.getState()).toMatchObject({ playing: true, started: true, duration: 60 });
    element.reach(12);
    player.toggle(track(1));
    expect(player.getState()).toMatchObject({ playing: false, position: 12 });
    expect(element.pause).toHaveBeenCalled();
    element.src = "kept";
    player.toggle(track(1));
    expect(element.src).toBe("kept");
    expect(player.getState().playing).toBe(true);
  });

  it("stops the first song when another one is played", () => {
    const player = service();
    player.play(track(1));
    element.reach(12);
    player.toggle(track(2));
    expect(element.pause).toHaveBeenCalled();
    expect(element.src).toBe("/uploads/2.mp3");
    expect(player.getState()).toMatchObject({ playing: true, position: 0 });
    expect(player.getState().track?.id).toBe(2);
    element.fire("pause");
    expect(player.getState().playing, "a late event of the first song").toBe(true);
  });

  it("fetches a song without an address, and plays it", async () => {
    const player = service();
    player.play(track(2));
    player.play(track(1, { audio_url: null }));
    expect(element.src, "the other song is gone").toBe("");
    expect(player.getState()).toMatchObject({ track: { id: 1 }, playing: true, position: 0 });
    await vi.waitFor(() => expect(element.src).toBe("/uploads/1.mp3"));
    expect(fetchSong.mock.calls).toEqual([[1]]);
    expect(element.paused).toBe(false);
    expect(player.getState()).toMatchObject({ playing: true, refused: undefined });
  });

  it("does not play a song that was paused while its address was fetched", async () => {
    const player = service();
    player.toggle(track(1, { audio_url: null }));
    player.toggle(track(1, { audio_url: null }));
    await vi.waitFor(() => expect(element.src).toBe("/uploads/1.mp3"));
    expect(element.play).not.toHaveBeenCalled();
    player.toggle(track(1, { audio_url: null }));
    expect(element.paused).toBe(false);
  });

  it("says which song it was given no address for, and nothing when no answer came", async () => {
    const player = service();
    fetchSong.mockRejectedValueOnce(new Error("offline"));
    player.play(track(1, { audio_url: null }));
    await vi.waitFor(() => expect(player.getState().track).toBeUndefined());
    expect(player.getState().refused).toBeUndefined();
    fetchSong.mockResolvedValueOnce(track(1, { audio_url: null }));
    player.play(track(1, { audio_url: null }));
    await vi.waitFor(() => expect(player.getState()).toMatchObject({ track: undefined, refused: 1 }));
    player.play(track(2));
    player.close();
    expect(player.getState().refused).toBe(1);
  });

  it("follows the system when it pauses and goes on", () => {
    const player = service();
    player.play(track(1));
    element.paused = true;
    element.fire("pause");
    expect(player.getState().playing).toBe(false);
    element.fire("play");
    expect(player.getState().playing).toBe(true);
  });

  it("shows play again when the browser refuses to begin", async () => {
    const player = service();
    element.play.mockRejectedValueOnce(new DOMException("no gesture", "NotAllowedError"));
    player.play(track(1));
    await vi.waitFor(() => expect(player.getState().playing).toBe(false));
    expect(player.getState().track?.id).toBe(1);
  });

  it("takes no notice of a start that another song cut off", async () => {
    const player = service();
    element.play.mockRejectedValueOnce(new DOMException("cut off", "AbortError"));
    player.play(track(1));
    player.play(track(2));
    await Promise.resolve();
    expect(player.getState()).toMatchObject({ playing: true, track: { id: 2 } });
  });

  it("clears silently at the end", () => {
    const player = service();
    player.play(track(1));
    element.reach(60);
    element.fire("ended");
    expect(player.getState()).toEqual({
      track: undefined,
      playing: false,
      started: false,
      position: 0,
      duration: 0,
      volume: 1,
      failed: undefined,
      refused: undefined,
    });
    expect(session.metadata).toBeNull();
  });

  it("tells its listeners until they leave", () => {
    const player = service();
    const listener = vi.fn();
    const leave = player.subscribe(listener);
    player.play(track(1));
    const heard = listener.mock.calls.length;
    expect(heard).toBeGreaterThan(0);
    leave();
    player.close();
    expect(listener).toHaveBeenCalledTimes(heard);
  });
});

describe("counting plays", () => {
  it("counts once per start, when the sound really begins", () => {
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
    countPlay.mockRejectedValue(new Error("offline"));
    const player = service();
    player.play(track(1));
    element.fire("playing");
    await Promise.resolve();
    expect(player.getState().playing).toBe(true);
  });
});

describe("preparing and seeking", () => {
  it("loads only the length of a prepared song", () => {
    const player = service();
    player.prepare(track(1, { duration: null }));
    expect(element).toMatchObject({ src: "/uploads/1.mp3", preload: "metadata" });
    expect(element.play).not.toHaveBeenCalled();
    element.duration = 83.5;
    element.fire("loadedmetadata");
    expect(player.getState()).toMatchObject({ started: false, playing: false, duration: 83.5 });
  });

  it("never takes the place of a song that is there", () => {
    const player = service();
    player.play(track(1));
    player.prepare(track(2));
    expect(player.getState().track?.id).toBe(1);
  });

  it("empties silently when a prepared song can't be read, and tries again on play", () => {
    const player = service();
    player.prepare(track(1, { is_premium: true }));
    element.fire("error");
    expect(player.getState().track).toBeUndefined();
    expect(fetchSong).not.toHaveBeenCalled();
    player.play(track(1));
    expect(player.getState().playing).toBe(true);
  });

  it("moves within the song and no further", () => {
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

  it("clears silently when the song fails again", async () => {
    fetchSong.mockResolvedValue(track(1));
    const player = service();
    player.play(track(1));
    element.fire("error");
    await vi.waitFor(() => expect(element.play).toHaveBeenCalledTimes(2));
    element.fire("error");
    expect(player.getState().track).toBeUndefined();
    expect(fetchSong).toHaveBeenCalledOnce();
  });

  it("goes on with a new link of an open song too", async () => {
    fetchSong.mockResolvedValue(track(1, { audio_url: "https://bucket.example/1.mp3?signed=2" }));
    const player = service();
    player.play(track(1, { audio_url: "https://bucket.example/1.mp3?signed=1" }));
    element.fire("error");
    await vi.waitFor(() => expect(element.src).toBe("https://bucket.example/1.mp3?signed=2"));
    expect(player.getState().playing).toBe(true);
  });

  it("fetches a signed link once more, goes on where it was, and counts nothing twice", async () => {
    fetchSong.mockResolvedValue({ ...premium, audio_url: "/media/1?sig=new" });
    const player = service();
    player.play(premium);
    element.fire("playing");
    element.reach(21);
    element.fire("error");
    element.paused = true;
    element.fire("pause");
    await vi.waitFor(() => expect(element.src).toBe("/media/1?sig=new"));
    element.currentTime = 0;
    element.duration = 60;
    element.fire("loadedmetadata");
    expect(element.currentTime).toBe(21);
    expect(player.getState()).toMatchObject({ playing: true, position: 21 });
    element.fire("playing");
    expect(countPlay).toHaveBeenCalledOnce();
    element.fire("error");
    expect(player.getState().track, "a second error").toBeUndefined();
    expect(fetchSong).toHaveBeenCalledOnce();
  });

  it.each([
    ["the song can't be fetched", () => fetchSong.mockRejectedValue(new Error("offline"))],
    ["there is no access any more", () => fetchSong.mockResolvedValue({ ...premium, audio_url: null })],
  ])("clears silently when %s", async (_, arrange) => {
    arrange();
    const player = service();
    player.play(premium);
    element.fire("error");
    await vi.waitFor(() => expect(player.getState().track).toBeUndefined());
  });

  it("leaves another song alone that was played while the link was fetched", async () => {
    let answer: (fresh: Track) => void = () => undefined;
    fetchSong.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    const player = service();
    player.play(premium);
    element.fire("error");
    player.play(track(2));
    answer({ ...premium, audio_url: "/media/1?sig=new" });
    await Promise.resolve();
    await Promise.resolve();
    expect(element.src).toBe("/uploads/2.mp3");
    expect(player.getState().track?.id).toBe(2);
  });

  it("stays paused when the listener paused while the link was fetched", async () => {
    fetchSong.mockResolvedValue({ ...premium, audio_url: "/media/1?sig=new" });
    const player = service();
    player.play(premium);
    element.fire("error");
    player.pause();
    await vi.waitFor(() => expect(element.src).toBe("/media/1?sig=new"));
    expect(player.getState().playing).toBe(false);
    expect(element.play).toHaveBeenCalledOnce();
  });
});

describe("files", () => {
  const file = (name: string) => track(0, { file: name, audio_url: `/uploads/${name}.mp3` });

  it("are told apart by their names, and not counted", () => {
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

  it("go on where they are while their address is renewed", () => {
    const player = service();
    player.play(file("a"));
    element.reach(7);
    player.pause();
    player.play({ ...file("a"), audio_url: "/uploads/a.mp3?expires=2" });
    expect(element.src).toBe("/uploads/a.mp3");
    expect(player.getState()).toMatchObject({ playing: true, position: 7 });
  });

  it("say when they can't be played, until they are tried again", () => {
    const player = service();
    player.play(file("a"));
    element.fire("error");
    expect(player.getState()).toMatchObject({ track: undefined, failed: "a" });
    player.play(file("b"));
    expect(player.getState().failed).toBe("a");
    player.play(file("a"));
    expect(player.getState()).toMatchObject({ failed: undefined, playing: true });
    expect(fetchSong).not.toHaveBeenCalled();
  });
});

describe("volume", () => {
  it("holds for what is played later", () => {
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

describe("the system's media controls", () => {
  it("shows title, artist and picture, the brand where there is no artist", () => {
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

  it("plays, pauses and seeks", () => {
    const player = service();
    player.play(track(1));
    element.reach(30);
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
