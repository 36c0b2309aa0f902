import type { ComponentType } from "react";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { ErrorState } from "../../ui/states.tsx";
import type { LearnMode } from "./learn-path.ts";

interface Mode {
  label: string;
  /** Finds the song by `useLearnSong`. */
  Part: ComponentType;
}

const LoadFailure = () => <ErrorState title="Chưa tải được phần luyện tập" text="Bạn kiểm tra mạng rồi thử lại nhé." />;

/** The ways of learning with a song; the code of each loads once it is chosen. */
export const modes: Readonly<Record<LearnMode, Mode>> = {
  lines: {
    label: "Luyện từng câu",
    Part: lazyPart(async () => (await import("./lines/line-trainer.tsx")).LineTrainer, LoadFailure),
  },
  cloze: {
    label: "Điền từ",
    Part: lazyPart(async () => (await import("./cloze/exercises.tsx")).Cloze, LoadFailure),
  },
  order: {
    label: "Xếp câu",
    Part: lazyPart(async () => (await import("./cloze/exercises.tsx")).Order, LoadFailure),
  },
};
