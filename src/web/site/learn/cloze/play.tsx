/** A round of an exercise, and what came of it. Its code loads once somebody is about to begin. */
import { useEffect, useMemo, useState } from "react";
import type { KanaReader } from "#contract/learn/answers.ts";
import { gapsOf } from "#contract/learn/gaps.ts";
import { mixedLinesOf } from "#contract/learn/order.ts";
import type { Exercise, Level } from "#contract/learn/rounds.ts";
import { exerciseWords } from "#contract/learn/words.ts";
import type { LineDocument } from "#contract/lyrics/document.ts";
import { ClozeRound } from "./cloze-round.tsx";
import { OrderRound } from "./order-round.tsx";
import { Result } from "./result.tsx";
import { type Outcome, scoreOf } from "./round.ts";
import type { OwnLearning } from "./use-learning.ts";

export interface PlayProps {
  exercise: Exercise;
  level: Level;
  seed: string;
  /** With the lines that can be heard, and no others. */
  heard: LineDocument;
  learning: OwnLearning;
  /** The same exercise again. */
  onAgain: () => void;
  onNew: () => void;
  onChoose: () => void;
}

interface Finished {
  outcomes: readonly Outcome[];
  score: number;
  /** The best score before; undefined for the first round. */
  best: number | undefined;
}

export function Play({ exercise, level, seed, heard, learning, onAgain, onNew, onChoose }: PlayProps) {
  const [finished, setFinished] = useState<Finished>();
  const kana = useKana(heard.language);
  const gaps = useMemo(() => (exercise === "order" ? [] : gapsOf(heard, level, seed)), [exercise, heard, level, seed]);
  const mixed = useMemo(
    () => (exercise === "order" ? mixedLinesOf(heard, level, seed) : []),
    [exercise, heard, level, seed],
  );
  const words = useMemo(() => exerciseWords(heard).flat(), [heard]);

  function finish(outcomes: readonly Outcome[]) {
    const score = scoreOf(outcomes);
    setFinished({ outcomes, score, best: learning.bestOf(exercise, level) });
    learning.addRound({ exercise, level, score });
  }

  if (finished) {
    return (
      <Result
        {...finished}
        items={exercise === "order" ? mixed : gaps}
        unit={exercise === "order" ? "câu" : "từ"}
        streak={learning.streak}
        onAgain={onAgain}
        onNew={onNew}
        onChoose={onChoose}
      />
    );
  }
  if (exercise === "order") return <OrderRound items={mixed} onFinish={finish} />;
  return <ClozeRound gaps={gaps} words={words} exercise={exercise} seed={seed} kana={kana} onFinish={finish} />;
}

/** Returns what reads Latin letters as kana, once its code is there; undefined for other languages. */
function useKana(language: string | null): KanaReader | undefined {
  const [kana, setKana] = useState<KanaReader>();
  const isJapanese = /^ja\b/.test(language ?? "");
  useEffect(() => {
    if (!isJapanese) return;
    import("wanakana").then(
      ({ toHiragana, toRomaji }) => setKana({ toHiragana, toRomaji }),
      // Without it kana and characters are right all the same.
      () => undefined,
    );
  }, [isJapanese]);
  return kana;
}
