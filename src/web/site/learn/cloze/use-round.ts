import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Verdict } from "#contract/learn/answers.ts";
import { defaultTail, type HeardLine, lineSpan, useLearnSong } from "../../lines/use-learn-song.ts";
import { answered, givenUp, isLineClosed, nextLine, type Outcome, type RoundState, startOf } from "./round.ts";
import { useSpans } from "./use-spans.ts";

/** A longer silence of the singer is passed over up to so many milliseconds before the next line. */
const longestPause = 2000;

export interface RunningRound {
  state: RoundState;
  /** The song sounds by itself, up to the end of the line. */
  isSounding: boolean;
  /** The item that is asked; -1 while the song goes on. */
  asked: number;
  /** Takes an answer to the item that is asked. */
  answer: (verdict: Verdict, given: string, mayRetry: boolean) => void;
  giveUp: () => void;
  /** Plays the line again. */
  repeat: () => void;
}

/**
 * Runs a round: the song sounds up to the end of the line that is asked, waits there while an item is open, and goes on.
 * @param items in the order of their lines; at least one
 */
export function useRound(
  items: readonly { line: number }[],
  onFinish: (outcomes: readonly Outcome[]) => void,
): RunningRound {
  const { song, lines } = useLearnSong();
  const { isSounding, play } = useSpans(song);
  const [state, setState] = useState(() => startOf(items));
  const isClosed = isLineClosed(items, state);
  const heardUpTo = useRef(0);

  const goOn = useEffectEvent(() => {
    const line = lines[state.line];
    if (!line) return;
    play(stretchTo(lines, line, heardUpTo.current));
    heardUpTo.current = line.end + defaultTail;
  });
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- each line once
  useEffect(() => goOn(), [state.line]);

  const proceed = useEffectEvent(() => {
    const next = nextLine(items, state);
    if (next === state) onFinish(state.outcomes);
    else setState(next);
  });
  useEffect(() => {
    if (isClosed && !isSounding) proceed();
  }, [isClosed, isSounding]);

  return {
    state,
    isSounding,
    asked: isClosed ? -1 : state.outcomes.length,
    answer: (verdict, given, mayRetry) => setState(answered(state, verdict, given, mayRetry)),
    giveUp: () => setState(givenUp(state)),
    repeat() {
      const line = lines[state.line];
      if (line) play(lineSpan(line));
    },
  };
}

/** Returns the stretch from where the song was heard up to the end of a line. */
function stretchTo(lines: readonly HeardLine[], line: HeardLine, heardUpTo: number) {
  const alone = lineSpan(line);
  const next = lines.find(({ end }) => end > heardUpTo) ?? line;
  const from = Math.max(heardUpTo, next.start - longestPause);
  // Where two sing at once, a line may be over with the one before.
  return from < alone.from + (line.end - line.start) / 2 ? { from, to: alone.to } : alone;
}
