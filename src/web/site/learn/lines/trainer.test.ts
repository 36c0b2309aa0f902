import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { plainLine } from "#contract/lyrics/document.ts";
import { fakeElement, track } from "#test/media.ts";
import type { MediaElement } from "../../../player/audio-service.ts";
import { createPlayer } from "../../../player/list-player.ts";
import type { HeardLine } from "../../lines/use-learn-song.ts";
import { defaultSettings, type TrainerSettings } from "./settings.ts";
import { createTrainer, type Trainer } from "./trainer.ts";

const song = track(1);
/** Lines of two seconds, from second 10 on. */
const lines: HeardLine[] = [0, 1, 2].map((place) => {
  const start = 10_000 + 2000 * place;
  return { line: { ...plainLine(`Câu ${place}`), start_ms: start }, start, end: start + 2000, pieces: [] };
});

let element: ReturnType<typeof fakeElement>;
let player: ReturnType<typeof createPlayer>;
let trainer: Trainer;
let close: () => void;

/** Begins with a loaded song; nothing is heard around a line unless the settings say so. */
function start(settings: Partial<TrainerSettings> = {}): void {
  trainer = createTrainer(player, song, lines, { ...defaultSettings, leadIn: 0, tail: 0, ...settings });
  close = trainer.open();
}
const change = (settings: Partial<TrainerSettings>) =>
  trainer.setSettings({ ...defaultSettings, leadIn: 0, tail: 0, ...settings });
/** Lets time pass, in which whatever is played sounds. */
const pass = (ms: number) => vi.advanceTimersByTime(ms);
const where = () => {
  const { line, phase, round } = trainer.getState();
  return [line, phase, round];
};
/** Where each stretch began, in seconds, and how fast it was heard. */
const heard = () => {
  const rates = vi.mocked(player.setRate).mock.calls.flat();
  return vi.mocked(player.seek).mock.calls.map(([second], place) => [second, rates[place]]);
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { visibilityState: "hidden" });
  element = fakeElement();
  element.play.mockImplementation(async () => {
    element.paused = false;
    element.fire("playing");
  });
  player = createPlayer({
    createElement: () => element as unknown as MediaElement,
    now: Date.now,
    fetchSong: async (id) => track(id),
    countPlay: async () => undefined,
    random: () => 0,
    retry: () => () => undefined,
  });
  player.prepare(song);
  vi.spyOn(player, "seek");
  vi.spyOn(player, "setRate");
});

afterEach(() => {
  close();
  player.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a trainer", () => {
  it("waits after each line until it is told to go on, by default", () => {
    start();
    trainer.toggle();
    expect(where()).toEqual([0, "playing", 1]);
    pass(2000);
    expect(where()).toEqual([0, "after", 1]);
    expect(player.getState().playing).toBe(false);
    pass(60_000);
    trainer.toggle();
    expect(where()).toEqual([1, "playing", 1]);
    expect(heard()).toEqual([
      [10, 1],
      [12, 1],
    ]);
  });

  it("hears a line as often as wanted before it waits for a key", () => {
    start({ repeats: 3 });
    trainer.toggle();
    pass(5999);
    expect(where()).toEqual([0, "playing", 3]);
    pass(1);
    expect(where()).toEqual([0, "after", 3]);
    expect(heard().map(([second]) => second)).toEqual([10, 10, 10]);
  });

  it("waits some seconds after each time, and then goes on by itself", () => {
    start({ repeats: 2, pauseSeconds: 3 });
    trainer.toggle();
    pass(2000);
    expect([...where(), trainer.getState().isTimed]).toEqual([0, "after", 1, true]);
    pass(3000);
    expect(where()).toEqual([0, "playing", 2]);
    pass(5000);
    expect(where()).toEqual([1, "playing", 1]);
    pass(2000);
    trainer.toggle();
    expect(where()).toEqual([1, "playing", 2]);
    pass(4000);
    expect(where()).toEqual([1, "after", 2]);
  });

  it("waits before each line that follows, until a key or for some seconds", () => {
    start({ pause: "before" });
    trainer.toggle();
    expect(where()).toEqual([0, "playing", 1]);
    pass(2000);
    expect(where()).toEqual([1, "before", 1]);
    pass(60_000);
    trainer.toggle();
    expect(where()).toEqual([1, "playing", 1]);
    trainer.goTo(2);
    expect([...where(), player.getState().playing]).toEqual([2, "before", 1, false]);
    trainer.repeat();
    expect(where()).toEqual([2, "playing", 1]);
    change({ pause: "before", pauseSeconds: 2 });
    trainer.goTo(0);
    pass(1999);
    expect(where()).toEqual([0, "before", 1]);
    pass(1);
    expect(where()).toEqual([0, "playing", 1]);
  });

  it("goes through the song without a wait, and ends after its last line", () => {
    start({ pause: "none" });
    trainer.toggle();
    pass(4000);
    expect(where()).toEqual([2, "playing", 1]);
    pass(2000);
    expect(where()).toEqual([2, "idle", 1]);
    trainer.toggle();
    expect(where()).toEqual([2, "playing", 1]);
  });

  it("repeats a line without end, until that is turned off", () => {
    start({ repeats: null });
    trainer.toggle();
    pass(15_000);
    expect(where()).toEqual([0, "playing", 8]);
    change({ repeats: 1 });
    pass(1000);
    expect(where()).toEqual([0, "after", 8]);
  });

  it("hears each time slowly and then as the song was made", () => {
    start({ repeats: 2, rate: 0.5, isSlowFirst: true });
    trainer.toggle();
    pass(4000 + 2000 + 4000 + 2000);
    expect(where()).toEqual([0, "after", 2]);
    expect(heard()).toEqual([
      [10, 0.5],
      [10, 1],
      [10, 0.5],
      [10, 1],
    ]);
  });

  it("takes a new speed at once", () => {
    start();
    trainer.toggle();
    pass(1000);
    change({ rate: 0.5 });
    pass(1999);
    expect(where()).toEqual([0, "playing", 1]);
    pass(1);
    expect(where()).toEqual([0, "after", 1]);
  });

  it("hears something before and after a line", () => {
    start({ leadIn: 150, tail: 200 });
    trainer.toggle();
    expect(heard()).toEqual([[9.85, 1]]);
    pass(2349);
    expect(where()).toEqual([0, "playing", 1]);
    pass(1);
    expect(where()).toEqual([0, "after", 1]);
  });

  it("goes to any line, and not beyond the first and the last one", () => {
    start();
    trainer.goTo(7);
    expect(where()).toEqual([2, "playing", 1]);
    trainer.goTo(-1);
    expect(where()).toEqual([0, "playing", 1]);
    pass(1000);
    trainer.goTo(0);
    pass(1500);
    expect(where()).toEqual([0, "playing", 1]);
  });

  it("stops where it is, also in a wait", () => {
    start({ pauseSeconds: 3 });
    trainer.toggle();
    pass(1000);
    trainer.toggle();
    expect([...where(), player.getState().playing]).toEqual([0, "idle", 1, false]);
    trainer.toggle();
    pass(2000);
    trainer.stop();
    pass(60_000);
    expect(where()).toEqual([0, "idle", 1]);
  });

  it("keeps its place beside the line while it is held, without a time", () => {
    start({ pauseSeconds: 3 });
    trainer.toggle();
    pass(2000);
    trainer.hold();
    pass(60_000);
    expect([...where(), trainer.getState().isTimed]).toEqual([0, "after", 1, false]);
    trainer.toggle();
    expect(where()).toEqual([1, "playing", 1]);
    trainer.hold();
    expect([...where(), player.getState().playing]).toEqual([1, "idle", 1, false]);
  });

  it.each([
    ["pauses", () => player.pause()],
    ["moves the song", () => player.seek(40)],
    ["plays another song", () => player.play(track(2))],
    ["closes the player", () => player.close()],
  ])("lets go of the line when somebody else %s", (_what, act) => {
    start();
    trainer.toggle();
    pass(500);
    act();
    pass(60_000);
    expect(where()).toEqual([0, "idle", 1]);
  });

  it("leaves the song paused and at its own speed", () => {
    start({ rate: 0.6 });
    trainer.toggle();
    close();
    expect(player.getState()).toMatchObject({ playing: false, rate: 1, track: { id: 1 } });
  });
});
