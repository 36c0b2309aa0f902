/** Stamps by key or finger: pressed at a start, held until an end. */
import { useRef } from "react";
import type { LinesEditing } from "./use-lines-editing.ts";
import type { SongSound } from "./use-song-sound.ts";

/** A shorter press leaves the end open. */
const holdMs = 300;

/** @param latency milliseconds by which a press comes late */
export function useTaps({ editing, change }: LinesEditing, sound: SongSound, latency: number) {
  const held = useRef<{ line: number; word: number | null; at: number }>(undefined);
  /** What stands still is stamped where it stands. */
  const moment = () => Math.max(0, Math.round(sound.now() - (sound.isPlaying ? latency * sound.rate : 0)));
  const isAtStart = () => !sound.isPlaying && sound.now() === 0;
  return {
    /** Whether the next press lets the song begin, and stamps nothing. */
    isAtStart,
    press(): void {
      if (isAtStart()) return sound.toggle();
      const { line, word } = editing.place;
      held.current = { line, word, at: performance.now() };
      change({ type: "stamp", ms: moment() });
    },
    release(): void {
      const press = held.current;
      held.current = undefined;
      if (!press || !sound.isPlaying || performance.now() - press.at < holdMs) return;
      change({ type: "release", line: press.line, word: press.word, ms: moment() });
    },
  };
}
