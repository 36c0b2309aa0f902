import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fakeElement, track } from "#test/media.ts";
import type { MediaElement } from "./audio-service.ts";
import { createPlayer } from "./list-player.ts";
import { playSpan, type Span } from "./play-span.ts";

/** Milliseconds between two frames. */
const frame = 16;

let element: ReturnType<typeof fakeElement>;
let player: ReturnType<typeof createPlayer>;
let page: { visibilityState: DocumentVisibilityState };
const onEnd = vi.fn();

/** Starts a stretch, whose sound begins at once. */
function play(span: Span, song = track(1)): () => void {
  const cancel = playSpan(player, song, span, onEnd);
  element.fire("playing");
  return cancel;
}

/** Lets time pass, in which the song sounds. */
function pass(ms: number): void {
  vi.advanceTimersByTime(ms);
}

beforeEach(() => {
  vi.useFakeTimers();
  page = { visibilityState: "visible" };
  vi.stubGlobal("document", page);
  vi.stubGlobal("requestAnimationFrame", (step: () => void) =>
    page.visibilityState === "visible" ? setTimeout(step, frame) : undefined,
  );
  vi.stubGlobal("cancelAnimationFrame", clearTimeout);
  element = fakeElement();
  player = createPlayer({
    createElement: () => element as unknown as MediaElement,
    now: Date.now,
    fetchSong: async (id) => track(id),
    countPlay: async () => undefined,
    random: () => 0,
    retry: () => () => undefined,
  });
});

afterEach(() => {
  player.close();
  onEnd.mockReset();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("playSpan", () => {
  it.each(["visible", "hidden"] as const)("pauses at the end of a stretch in a %s page", (visibility) => {
    page.visibilityState = visibility;
    play({ from: 10_000, to: 12_000 });
    expect(element.currentTime).toBe(10);
    pass(1990);
    expect(player.getState().playing).toBe(true);
    pass(10);
    expect(player.getState()).toMatchObject({ playing: false, track: { id: 1 } });
    expect(element.pause).toHaveBeenCalled();
    expect(onEnd).toHaveBeenCalledOnce();
    pass(5000);
    expect(onEnd).toHaveBeenCalledOnce();
  });

  it("ends a stretch in a page that is hidden meanwhile", () => {
    play({ from: 0, to: 2000 });
    pass(500);
    page.visibilityState = "hidden";
    pass(1500);
    expect(onEnd).toHaveBeenCalledOnce();
  });

  it("counts with the speed, also a new one, and with where the media really is", () => {
    player.prepare(track(1));
    player.setRate(0.5);
    play({ from: 1000, to: 3000 });
    pass(2000);
    expect(player.positionNow()).toBeCloseTo(2);
    player.setRate(1);
    pass(500);
    // The media was slower than the clock.
    element.advanceTo(2.2);
    pass(700);
    expect(player.getState().playing).toBe(true);
    pass(100);
    expect(onEnd).toHaveBeenCalledOnce();
  });

  it("waits while the media loads, stalls or seeks", () => {
    playSpan(player, track(1), { from: 5000, to: 6000 }, onEnd);
    element.seeking = true;
    pass(9000);
    element.fire("playing");
    pass(9000);
    expect(player.getState().playing).toBe(true);
    element.seeking = false;
    element.fire("seeked");
    pass(500);
    element.currentTime = 5.5;
    element.fire("waiting");
    pass(9000);
    expect(player.getState().playing).toBe(true);
    element.fire("playing");
    pass(500);
    expect(onEnd).toHaveBeenCalledOnce();
  });

  it("plays on a song that is loaded and another one from its stretch", () => {
    play({ from: 1000, to: 2000 });
    pass(1000);
    play({ from: 1000, to: 2000 });
    expect(element.currentTime).toBe(1);
    pass(1000);
    play({ from: 30_000, to: 31_000 }, track(2));
    expect(player.getState().track?.id).toBe(2);
    expect(element.currentTime).toBe(30);
    pass(1000);
    expect(onEnd).toHaveBeenCalledTimes(3);
    expect(element.play).toHaveBeenCalledTimes(3);
  });

  it("ends before the song does, so that the song stays loaded", () => {
    play({ from: 58_000, to: 90_000 });
    pass(1900);
    expect(player.getState()).toMatchObject({ playing: false, track: { id: 1 } });
    expect(onEnd).toHaveBeenCalledOnce();
  });

  it.each([
    ["paused", () => player.pause(), false],
    ["moved", () => player.seek(1.2), true],
    ["closed", () => player.close(), false],
    ["given up for another song", () => player.play(track(2)), true],
  ])("lets go of a song that is %s by somebody else", (_what, act, goesOn) => {
    play({ from: 1000, to: 3000 });
    pass(300);
    act();
    element.fire("playing");
    pass(10_000);
    expect(onEnd).not.toHaveBeenCalled();
    expect(player.getState().playing).toBe(goesOn);
  });

  it("lets the song go on once it is cancelled", () => {
    const cancel = play({ from: 1000, to: 3000 });
    cancel();
    pass(10_000);
    expect(onEnd).not.toHaveBeenCalled();
    expect(player.getState().playing).toBe(true);
  });
});
