import type { ComponentType } from "react";
import { lazyPart } from "../../lib/lazy-part.tsx";
import type { LearnMode } from "../learn-path.ts";

interface Mode {
  label: string;
  /** Finds the song by `useLearnSong`. */
  Part: ComponentType;
}

/** The ways of learning with a song; the code of each loads once it is chosen. */
export const modes: Readonly<Record<LearnMode, Mode>> = {
  lines: {
    label: "Luyện từng câu",
    Part: lazyPart(async () => (await import("./lines/line-trainer.tsx")).LineTrainer),
  },
  cloze: {
    label: "Điền từ",
    Part: lazyPart(async () => (await import("./cloze/exercises.tsx")).Cloze),
  },
  order: {
    label: "Xếp câu",
    Part: lazyPart(async () => (await import("./cloze/exercises.tsx")).Order),
  },
};
