/** How a listener wants to hear lines, remembered on this device. */
import { useState } from "react";
import { readStored, writeStored } from "../../../lib/storage.ts";
import { type Layer, layers } from "../../karaoke/layers.ts";
import { defaultLeadIn, defaultTail } from "../../lines/use-learn-song.ts";

export const pausePlaces = ["none", "before", "after"] as const;

export interface TrainerSettings {
  /** How often a line is heard, 1 to 10; null without end. */
  repeats: number | null;
  /** Where the song waits by itself. */
  pause: (typeof pausePlaces)[number];
  /** Seconds of that, 0 to 20; null until a key or a button is pressed. */
  pauseSeconds: number | null;
  /** 0.5 to 1. */
  rate: number;
  /** Whether each time is two: first at `rate`, then as the song was made. */
  isSlowFirst: boolean;
  /** Milliseconds that are heard before and after a line. */
  leadIn: number;
  tail: number;
  /** Layers of a line that are hidden until they are asked for. */
  hidden: readonly Layer[];
  /** Whether a screen reader is told each line. */
  isSpoken: boolean;
}

export const defaultSettings: TrainerSettings = {
  repeats: 1,
  pause: "after",
  pauseSeconds: null,
  rate: 1,
  isSlowFirst: false,
  leadIn: defaultLeadIn,
  tail: defaultTail,
  hidden: [],
  isSpoken: false,
};

export const rates = [0.5, 0.6, 0.7, 0.8, 0.9, 1] as const;
/** The slow speed of whom asks for "slow, then normal" at the normal one. */
const slowRate = 0.7;
export const maxRepeats = 10;
export const maxPauseSeconds = 20;
export const maxMargin = 1000;

export type ChangeSettings = (change: Partial<TrainerSettings>) => void;

export function useTrainerSettings(): [TrainerSettings, ChangeSettings] {
  const [settings, setSettings] = useState(readSettings);
  return [
    settings,
    (change) => {
      const next = { ...settings, ...change };
      if (change.isSlowFirst && next.rate === 1) next.rate = slowRate;
      setSettings(next);
      writeStored("lineTrainer", JSON.stringify(next));
    },
  ];
}

/** Returns the stored settings; what is missing or impossible is as by default. */
export function readSettings(): TrainerSettings {
  const stored = parsed(readStored("lineTrainer"));
  const valueOf = <K extends keyof TrainerSettings>(key: K, isPossible: (value: TrainerSettings[K]) => boolean) => {
    const value = stored[key] as TrainerSettings[K];
    return key in stored && isPossible(value) ? value : defaultSettings[key];
  };
  const isFlag = (value: unknown) => typeof value === "boolean";
  const isMargin = (value: unknown) => isWithin(value, 0, maxMargin);
  return {
    repeats: valueOf("repeats", (value) => value === null || isWithin(value, 1, maxRepeats)),
    pause: valueOf("pause", (value) => pausePlaces.includes(value)),
    pauseSeconds: valueOf("pauseSeconds", (value) => value === null || isWithin(value, 0, maxPauseSeconds)),
    rate: valueOf("rate", (value) => rates.some((rate) => rate === value)),
    isSlowFirst: valueOf("isSlowFirst", isFlag),
    leadIn: valueOf("leadIn", isMargin),
    tail: valueOf("tail", isMargin),
    hidden: valueOf("hidden", (value) => Array.isArray(value) && value.every((each) => layers.includes(each))),
    isSpoken: valueOf("isSpoken", isFlag),
  };
}

function isWithin(value: unknown, min: number, max: number): boolean {
  return Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
}

function parsed(text: string | null): Partial<Record<keyof TrainerSettings, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
