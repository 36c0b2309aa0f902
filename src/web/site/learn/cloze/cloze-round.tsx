import { useId, useRef, useState } from "react";
import { judge, type KanaReader, type Verdict } from "#contract/learn/answers.ts";
import { choiceOf, choicesOf } from "#contract/learn/choices.ts";
import type { ExerciseWord } from "#contract/learn/words.ts";
import { useLearnSong } from "../../lines/use-learn-song.ts";
import { ChoiceAnswer } from "./choice-answer.tsx";
import styles from "./exercises.module.css";
import { GapLine, type LineGap } from "./gap-line.tsx";
import type { Outcome } from "./round.ts";
import { RoundStage } from "./round-stage.tsx";
import { TypedAnswer } from "./typed-answer.tsx";
import { useRound } from "./use-round.ts";

interface ClozeRoundProps {
  gaps: readonly ExerciseWord[];
  /** All words of the song, among which wrong choices are found. */
  words: readonly ExerciseWord[];
  exercise: "typed" | "choice";
  seed: string;
  kana: KanaReader | undefined;
  onFinish: (outcomes: readonly Outcome[]) => void;
}

/** Lines that are shown before the one that is asked. */
const shownBefore = 2;
const keyTexts = {
  typed: "Enter: trả lời · Xóa lùi khi ô trống: nghe lại câu · Tab: chịu từ này · Esc: rời ô chữ",
  choice: "Phím 1 đến 4: chọn · Xóa lùi: nghe lại câu",
} as const;

/** The song with gaps: it waits at the end of each line that has an open one. */
export function ClozeRound({ gaps, words, exercise, seed, kana, onFinish }: ClozeRoundProps) {
  const { lines, document } = useLearnSong();
  const { language } = document;
  const round = useRound(gaps, onFinish);
  const [typed, setTyped] = useState("");
  const [said, setSaid] = useState<{ verdict: Outcome["verdict"]; word: ExerciseWord; given: string }>();
  const repeatButton = useRef<HTMLButtonElement>(null);
  const keysId = useId();
  const { state, asked } = round;
  const gap = gaps[asked];

  function answer(given: string) {
    if (!gap || given.trim() === "") return;
    const verdict: Verdict =
      exercise === "choice" ? (given === choiceOf(gap.text) ? "right" : "wrong") : judge(given, gap, language, kana);
    const mayRetry = exercise === "typed";
    round.answer(verdict, given, mayRetry);
    setSaid({ verdict, word: gap, given });
    setTyped(verdict === "wrong" && mayRetry ? given : "");
  }

  function giveUp() {
    if (!gap) return;
    round.giveUp();
    setSaid({ verdict: "skipped", word: gap, given: "" });
    setTyped("");
  }

  const gapsOf = (line: number): LineGap[] =>
    gaps.flatMap((word, place) =>
      word.line === line ? [{ word, outcome: state.outcomes[place], isAsked: place === asked }] : [],
    );
  const choices = gap && exercise === "choice" ? choicesOf(gap, words, seed) : [];
  const first = Math.max(0, state.line - shownBefore);
  const label = asked < 0 ? "Nghe tiếp nhé" : `Từ còn thiếu ${asked + 1} trên ${gaps.length}`;
  return (
    <RoundStage
      round={round}
      count={gaps.length}
      unit="từ"
      feedback={said && <Feedback {...said} language={language} mayRetry={exercise === "typed"} />}
      question={
        <>
          {label}: <GapLine text={lines[state.line]?.line.text ?? ""} language={language} gaps={gapsOf(state.line)} />
        </>
      }
      keys={keyTexts[exercise]}
      keysId={keysId}
      hasRepeat={exercise === "typed"}
      onGiveUp={giveUp}
      answer={
        exercise === "typed" ? (
          <TypedAnswer
            label={label}
            language={language}
            gap={gap}
            value={typed}
            isWrong={said?.verdict === "wrong" && said.word === gap && said.given === typed}
            keysId={keysId}
            onChange={setTyped}
            onAnswer={answer}
            onGiveUp={giveUp}
            onRepeat={round.repeat}
            repeatButton={repeatButton}
            onLeave={() => repeatButton.current?.focus()}
          />
        ) : (
          <ChoiceAnswer
            label={label}
            language={language}
            choices={choices}
            keysId={keysId}
            onAnswer={answer}
            onRepeat={round.repeat}
          />
        )
      }
    >
      <div className={styles.lines}>
        {lines.slice(first, state.line).map(({ line }, place) => (
          <p key={first + place} className={styles.before}>
            <GapLine text={line.text} language={language} gaps={gapsOf(first + place)} />
          </p>
        ))}
        <p className={styles.line}>
          <GapLine
            text={lines[state.line]?.line.text ?? ""}
            language={language}
            gaps={gapsOf(state.line)}
            typed={typed}
          />
        </p>
      </div>
    </RoundStage>
  );
}

interface FeedbackProps {
  verdict: Outcome["verdict"];
  word: ExerciseWord;
  given: string;
  language: string | null;
  mayRetry: boolean;
}

function Feedback({ verdict, word, given, language, mayRetry }: FeedbackProps) {
  if (verdict === "right") return <span>Đúng rồi.</span>;
  if (verdict === "wrong" && mayRetry) return <span>{`“${given}” chưa đúng, bạn thử lại nhé.`}</span>;
  const isBare = given === given.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("đ", "d");
  const lead = {
    marks: isBare ? "Đúng, thiếu dấu:" : "Đúng, sai dấu:",
    near: "Gần đúng:",
    wrong: "Chưa đúng, từ này là",
    skipped: "Từ này là",
  }[verdict];
  return (
    <span>
      {lead} <b lang={language ?? undefined}>{word.text}</b>
      {word.reading !== null && <span>{` (${word.reading})`}</span>}
    </span>
  );
}
