/** Exercises with the words of a song: gaps to fill, and lines to put in order. */
import { useMemo, useRef, useState } from "react";
import { gapsOf } from "#contract/learn/gaps.ts";
import { mixedLinesOf } from "#contract/learn/order.ts";
import { levels } from "#contract/learn/rounds.ts";
import { newSeed } from "#contract/learn/seeded.ts";
import type { LineDocument } from "#contract/lyrics/document.ts";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { useTellInView } from "../../dock/page-player.tsx";
import { useLearnSong } from "../../lines/use-learn-song.ts";
import { Chooser } from "./chooser.tsx";
import { useExerciseUrl } from "./exercise-url.ts";
import { useLearning } from "./use-learning.ts";

const Play = lazyPart(async () => (await import("./play.tsx")).Play);

export const Cloze = () => <Exercises mode="cloze" />;
export const Order = () => <Exercises mode="order" />;

function Exercises({ mode }: { mode: "cloze" | "order" }) {
  const { song, document, lines } = useLearnSong();
  const heard = useMemo<LineDocument>(() => ({ ...document, lines: lines.map(({ line }) => line) }), [document, lines]);
  const [choice, choose] = useExerciseUrl(mode);
  const box = useRef<HTMLDivElement>(null);
  useTellInView(box, song.id);
  const learning = useLearning(song.id);
  /** The round that runs, or has just ended. */
  const [round, setRound] = useState<{ number: number; seed: string }>();
  const counts = useMemo(
    () =>
      new Map(levels.map((each) => [each, (mode === "cloze" ? gapsOf : mixedLinesOf)(heard, each, "count").length])),
    [mode, heard],
  );

  async function start(seed: string) {
    await Play.preload();
    choose({ seed });
    setRound({ number: (round?.number ?? 0) + 1, seed });
  }

  return (
    <div ref={box} onPointerEnter={() => void Play.preload()}>
      {round ? (
        <Play
          key={round.number}
          exercise={choice.exercise}
          level={choice.level}
          seed={round.seed}
          heard={heard}
          learning={learning}
          onAgain={() => void start(round.seed)}
          onNew={() => void start(newSeed())}
          onChoose={() => setRound(undefined)}
        />
      ) : (
        <Chooser
          choice={choice}
          counts={counts}
          learning={learning}
          onChange={choose}
          onStart={() => void start(choice.seed ?? newSeed())}
        />
      )}
    </div>
  );
}
