/** Exercises with the words of a song: gaps to fill, and lines to put in order. */
import { useEffect, useMemo, useRef, useState } from "react";
import type { KanaReader } from "#contract/learn/answers.ts";
import { gapsOf } from "#contract/learn/gaps.ts";
import { mixedLinesOf } from "#contract/learn/order.ts";
import { levels } from "#contract/learn/rounds.ts";
import { newSeed } from "#contract/learn/seeded.ts";
import { exerciseWords } from "#contract/learn/words.ts";
import type { LineDocument } from "#contract/lyrics/document.ts";
import { useTellInView } from "../../dock/page-player.tsx";
import { useLearnSong } from "../use-learn-song.ts";
import { Chooser } from "./chooser.tsx";
import { ClozeRound } from "./cloze-round.tsx";
import { useExerciseUrl } from "./exercise-url.ts";
import { OrderRound } from "./order-round.tsx";
import { Result } from "./result.tsx";
import { type Outcome, scoreOf } from "./round.ts";
import { useLearning } from "./use-learning.ts";

export const Cloze = () => <Exercises mode="cloze" />;
export const Order = () => <Exercises mode="order" />;

interface Finished {
  outcomes: readonly Outcome[];
  score: number;
  /** The best score before; undefined for the first round. */
  best: number | undefined;
}

function Exercises({ mode }: { mode: "cloze" | "order" }) {
  const { song, document, lines } = useLearnSong();
  const heard = useMemo<LineDocument>(() => ({ ...document, lines: lines.map(({ line }) => line) }), [document, lines]);
  const words = useMemo(() => exerciseWords(heard).flat(), [heard]);
  const [{ level, exercise, seed }, choose] = useExerciseUrl(mode);
  const box = useRef<HTMLDivElement>(null);
  useTellInView(box, song.id);
  const learning = useLearning(song.id);
  const kana = useKana(document.language);
  /** The round that runs, or has just ended. */
  const [round, setRound] = useState<{ number: number; seed: string }>();
  const [finished, setFinished] = useState<Finished>();

  const gaps = useMemo(
    () => (mode === "cloze" && round ? gapsOf(heard, level, round.seed) : []),
    [mode, heard, level, round],
  );
  const mixed = useMemo(
    () => (mode === "order" && round ? mixedLinesOf(heard, level, round.seed) : []),
    [mode, heard, level, round],
  );
  const counts = useMemo(
    () =>
      new Map(levels.map((each) => [each, (mode === "cloze" ? gapsOf : mixedLinesOf)(heard, each, "count").length])),
    [mode, heard],
  );

  function start(from: string) {
    choose({ seed: from });
    setFinished(undefined);
    setRound({ number: (round?.number ?? 0) + 1, seed: from });
  }

  function finish(outcomes: readonly Outcome[]) {
    const score = scoreOf(outcomes);
    setFinished({ outcomes, score, best: learning.bestOf(exercise, level) });
    learning.addRound({ exercise, level, score });
  }

  return (
    <div ref={box}>
      {!round ? (
        <Chooser
          choice={{ level, exercise, seed }}
          counts={counts}
          learning={learning}
          onChange={choose}
          onStart={() => start(seed ?? newSeed())}
        />
      ) : finished ? (
        <Result
          {...finished}
          items={mode === "cloze" ? gaps : mixed}
          unit={mode === "cloze" ? "từ" : "câu"}
          streak={learning.streak}
          onAgain={() => start(round.seed)}
          onNew={() => start(newSeed())}
          onChoose={() => {
            setFinished(undefined);
            setRound(undefined);
          }}
        />
      ) : exercise === "order" ? (
        <OrderRound key={round.number} items={mixed} onFinish={finish} />
      ) : (
        <ClozeRound
          key={round.number}
          gaps={gaps}
          words={words}
          exercise={exercise}
          seed={round.seed}
          kana={kana}
          onFinish={finish}
        />
      )}
    </div>
  );
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
