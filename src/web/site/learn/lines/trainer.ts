/**
 * Takes a listener through a song line by line: hears each as often as wanted, waits before or after it, goes on to the next one. A timed
 * wait stands at each time that a line is heard, one for a key once a line.
 */
import type { Track } from "../../../player/audio-service.ts";
import type { Player } from "../../../player/list-player.ts";
import { playSpan } from "../../../player/play-span.ts";
import { type HeardLine, lineSpan } from "../../lines/use-learn-song.ts";
import type { TrainerSettings } from "./settings.ts";

/** `before`, `after`: the song waits at that side of the line. */
export type Phase = "idle" | "before" | "playing" | "after";

export interface TrainerState {
  /** Place of the line. */
  line: number;
  phase: Phase;
  /** Which time the line is heard, from 1. */
  round: number;
  /** Whether it is heard at the slow speed, of slow and normal in turn. */
  isSlow: boolean;
  /** Whether the wait ends by itself. */
  isTimed: boolean;
}

export interface Trainer {
  getState: () => TrainerState;
  subscribe: (listener: () => void) => () => void;
  /** Goes to a line, which is heard at once, or after the wait before it. A place beyond the lines leads to the nearest one. */
  goTo: (line: number) => void;
  /** Hears the line from its first time on, without a wait before it. */
  repeat: () => void;
  /** Starts the line, stops it, or ends the wait. */
  toggle: () => void;
  /** Stops what is heard, and the wait. */
  stop: () => void;
  /** Stops what is heard. A wait stays, until the listener ends it. */
  hold: () => void;
  /** Takes new settings: the speed at once, everything else from the next line or time on. */
  setSettings: (settings: TrainerSettings) => void;
  /** Watches the player. Returns a function that stops what is heard, and leaves the song at its own speed. */
  open: () => () => void;
}

type UsedPlayer = Pick<Player, "getState" | "subscribe" | "play" | "pause" | "seek" | "setRate" | "positionNow">;

export function createTrainer(
  player: UsedPlayer,
  track: Track,
  lines: readonly HeardLine[],
  initialSettings: TrainerSettings,
): Trainer {
  const listeners = new Set<() => void>();
  let settings = initialSettings;
  let state: TrainerState = { line: 0, phase: "idle", round: 1, isSlow: false, isTimed: false };
  let cancel: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The `jumps` of the player since the line began. */
  let jumps = 0;

  function set(change: Partial<TrainerState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  function isHeard(): boolean {
    const present = player.getState();
    return present.playing && present.jumps === jumps;
  }

  function leave(): void {
    cancel?.();
    cancel = undefined;
    clearTimeout(timer);
  }

  function halt(): void {
    leave();
    set({ phase: "idle", isTimed: false });
  }

  const rate = () => (settings.isSlowFirst && !state.isSlow ? 1 : settings.rate);

  /** Begins a line, or its next time. */
  function begin(line: number, round: number, isSlow: boolean): void {
    const { pause, pauseSeconds } = settings;
    leave();
    if (pause === "before" && (pauseSeconds !== null || (round === 1 && line !== state.line))) {
      player.pause();
      set({ line, round, isSlow, phase: "before" });
      return wait(sound);
    }
    set({ line, round, isSlow });
    sound();
  }

  function sound(): void {
    const line = lines[state.line];
    if (!line) return;
    leave();
    const { leadIn, tail } = settings;
    let isOver = false;
    cancel = playSpan(player, track, lineSpan(line, leadIn, tail), () => {
      isOver = true;
      afterLine();
    });
    if (isOver) return;
    jumps = player.getState().jumps;
    player.setRate(rate());
    set({ phase: "playing", isTimed: false });
  }

  function afterLine(): void {
    const { pause, pauseSeconds } = settings;
    cancel = undefined;
    if (pause !== "after" || (pauseSeconds === null && !isLastTime())) return goOn();
    set({ phase: "after" });
    wait(goOn);
  }

  /** Runs a task after the seconds of the settings; without them, the listener does. */
  function wait(task: () => void): void {
    const { pauseSeconds } = settings;
    set({ isTimed: pauseSeconds !== null });
    if (pauseSeconds !== null) timer = setTimeout(task, pauseSeconds * 1000);
  }

  function isLastTime(): boolean {
    const { repeats, isSlowFirst } = settings;
    return repeats !== null && state.round >= repeats && !(isSlowFirst && state.isSlow);
  }

  /** Goes on to the next time, or to the next line, until the last one. */
  function goOn(): void {
    const { isSlowFirst } = settings;
    if (isSlowFirst && state.isSlow) return begin(state.line, state.round, false);
    if (!isLastTime()) return begin(state.line, state.round + 1, isSlowFirst);
    if (state.line + 1 < lines.length) return begin(state.line + 1, 1, isSlowFirst);
    halt();
  }

  const trainer: Trainer = {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    goTo(line) {
      begin(Math.max(0, Math.min(line, lines.length - 1)), 1, settings.isSlowFirst);
    },
    repeat() {
      set({ round: 1, isSlow: settings.isSlowFirst });
      sound();
    },
    toggle() {
      if (state.phase === "playing") return trainer.stop();
      if (state.phase === "before") return sound();
      if (state.phase === "after") {
        clearTimeout(timer);
        return goOn();
      }
      trainer.repeat();
    },
    stop() {
      const wasPlaying = state.phase === "playing";
      halt();
      if (wasPlaying) player.pause();
    },
    hold() {
      if (state.phase === "playing") return trainer.stop();
      leave();
      set({ isTimed: false });
    },
    setSettings(next) {
      settings = next;
      if (state.phase === "playing") player.setRate(rate());
    },
    open() {
      // Headphones, the system or another song may take the line away.
      const unsubscribe = player.subscribe(() => {
        if (state.phase === "playing" && !isHeard()) halt();
      });
      return () => {
        unsubscribe();
        halt();
        if (player.getState().track?.id !== track.id) return;
        player.pause();
        player.setRate(1);
      };
    },
  };
  return trainer;
}
