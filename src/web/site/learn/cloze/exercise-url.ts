/** An exercise as its link names it: its level, how it is answered, and the seed that its gaps are made from. */
import { useState } from "react";
import { useSearchParams } from "react-router";
import { type Exercise, type Level, levels } from "#contract/learn/rounds.ts";
import { seedPattern } from "#contract/learn/seeded.ts";

export interface ExerciseChoice {
  level: Level;
  exercise: Exercise;
  /** Undefined for a link without one. */
  seed: string | undefined;
}

/** @param mode of the page: gaps are typed or chosen (chosen by default where a finger is all there is), an order has one way only */
export function useExerciseUrl(mode: "cloze" | "order"): [ExerciseChoice, (change: Partial<ExerciseChoice>) => void] {
  const [query, setQuery] = useSearchParams();
  // The address follows: a navigation takes its time, and the next press may come before.
  const [choice, setChoice] = useState(() => choiceOf(query, mode));
  return [
    choice,
    (change) => {
      const next = { ...choice, ...change };
      setChoice(next);
      setQuery(
        (before) => {
          before.set("level", String(next.level));
          if (next.exercise !== "order") before.set("by", next.exercise);
          if (next.seed !== undefined) before.set("seed", next.seed);
          return before;
        },
        { replace: true, preventScrollReset: true },
      );
    },
  ];
}

function choiceOf(query: URLSearchParams, mode: "cloze" | "order"): ExerciseChoice {
  const seed = query.get("seed") ?? "";
  const isTouch = window.matchMedia("(hover: none) and (pointer: coarse)").matches;
  const by = query.get("by") ?? (isTouch ? "choice" : "typed");
  const gaps = by === "choice" ? "choice" : "typed";
  return {
    level: levels.find((level) => String(level) === query.get("level")) ?? levels[0],
    exercise: mode === "order" ? "order" : gaps,
    seed: seedPattern.test(seed) ? seed : undefined,
  };
}
