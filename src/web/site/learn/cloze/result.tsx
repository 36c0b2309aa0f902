import { RotateCw, Share2, Shuffle, Volume2 } from "lucide";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import type { MixedLine } from "#contract/learn/order.ts";
import type { ExerciseWord } from "#contract/learn/words.ts";
import { useUserAuth } from "../../../lib/session.tsx";
import { share, useCanShare } from "../../../lib/use-share.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Link } from "../../../ui/link.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { lineSpan, useLearnSong } from "../../lines/use-learn-song.ts";
import { copyPageLink } from "../../music/share.ts";
import { routes } from "../../routes.ts";
import { returnTo } from "../../sign-in/return-path.ts";
import styles from "./exercises.module.css";
import { GapLine, outcomeNames } from "./gap-line.tsx";
import type { Outcome } from "./round.ts";
import { SaveWords } from "./save-words.tsx";
import { Streak } from "./streak.tsx";
import { useSpans } from "./use-spans.ts";

interface ResultProps {
  items: readonly (ExerciseWord | MixedLine)[];
  outcomes: readonly Outcome[];
  score: number;
  best: number | undefined;
  unit: "từ" | "câu";
  streak: number;
  /** The same exercise again. */
  onAgain: () => void;
  onNew: () => void;
  onChoose: () => void;
}

/** The result of a round: the score, and the lines with mistakes, to be heard again. */
export function Result({ items, outcomes, score, best, unit, streak, onAgain, onNew, onChoose }: ResultProps) {
  const { song } = useLearnSong();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const canShare = useCanShare();
  const showToast = useToast();

  async function challenge() {
    const text = `Mình được ${score}/100 điểm với bài “${song.title}”. Đố bạn nghe ra hết đấy.`;
    const isShared = canShare && (await share({ title: song.title, text, url: window.location.href }));
    if (!isShared && (await copyPageLink())) showToast("Đã sao chép liên kết, bạn gửi cho bạn bè nhé");
  }

  const missedWords = missedOf(items, outcomes).flatMap(({ item }) => ("text" in item ? [item] : []));
  return (
    <section className={styles.result} aria-labelledby="result-title">
      <div className={styles.score}>
        <h2 id="result-title" ref={heading} tabIndex={-1}>
          {score}/100 điểm
        </h2>
        <p>{summaryOf(outcomes, unit)}</p>
        {best !== undefined && score > best && <p className={styles.record}>Cao nhất từ trước đến nay ở mức này.</p>}
        <Streak streak={streak} hasToday />
        <KeepHint />
      </div>
      <div className={styles.actions}>
        <button type="button" className="btn btn--primary" onClick={onNew}>
          <Icon icon={Shuffle} />
          Chơi đề mới
        </button>
        <SaveWords words={missedWords} />
        <button type="button" className="btn btn--line" onClick={onAgain}>
          <Icon icon={RotateCw} />
          Chơi lại đề này
        </button>
        <button type="button" className="btn btn--line" onClick={() => void challenge()}>
          <Icon icon={Share2} />
          Đố bạn bè
        </button>
        <button type="button" className="btn btn--line" onClick={onChoose}>
          Đổi mức
        </button>
      </div>
      <Mistakes items={items} outcomes={outcomes} />
    </section>
  );
}

/** Tells a visitor quietly that points and days are kept on this device alone. */
function KeepHint() {
  const { isAuthenticated, isLoading } = useUserAuth();
  const { pathname, search } = useLocation();
  if (isAuthenticated || isLoading) return null;
  return (
    <p>
      <Link className={`link ${styles.keep}`} to={routes.login.path} state={returnTo(pathname + search)}>
        Đăng nhập để giữ chuỗi ngày
      </Link>
    </p>
  );
}

/** Returns what was not right at once, or was without its marks. */
function missedOf(items: ResultProps["items"], outcomes: readonly Outcome[]) {
  return outcomes.flatMap((outcome, place) => {
    const item = items[place];
    return item && (outcome.points < 2 || outcome.verdict === "marks") ? [{ item, outcome }] : [];
  });
}

function summaryOf(outcomes: readonly Outcome[], unit: string): string {
  const count = (points: number) => outcomes.filter((outcome) => outcome.points === points).length;
  const [right, half, none] = [count(2), count(1), count(0)];
  const parts = [`${right}/${outcomes.length} ${unit} đúng ngay`];
  if (half > 0) parts.push(`${half} ${unit} gần đúng hoặc phải thử lại`);
  if (none > 0) parts.push(`${none} ${unit} chưa được`);
  return `${parts.join(", ")}.`;
}

function Mistakes({ items, outcomes }: Pick<ResultProps, "items" | "outcomes">) {
  const { song, lines, document } = useLearnSong();
  const { play } = useSpans(song);
  const pairs = missedOf(items, outcomes);
  if (pairs.length === 0) return <p className={styles.keys}>Không sai chỗ nào. Bạn thử mức cao hơn nhé.</p>;
  const byLine = [...Map.groupBy(pairs, ({ item }) => item.line)];
  return (
    <div className={styles.mistakes}>
      <h3>Nghe lại những câu này</h3>
      <ul>
        {byLine.map(([number, ofLine]) => {
          const line = lines[number];
          if (!line) return null;
          const gaps = ofLine.flatMap(({ item, outcome }) =>
            "text" in item ? [{ word: item, outcome, isAsked: false }] : [],
          );
          return (
            <li key={number}>
              <button
                type="button"
                className="ibtn ibtn--line"
                aria-label={`Nghe câu ${number + 1}`}
                onClick={() => play(lineSpan(line))}
              >
                <Icon icon={Volume2} />
              </button>
              <div>
                <p className={styles.mistake}>
                  <GapLine text={line.line.text} language={document.language} gaps={gaps} />
                </p>
                {line.line.translation !== null && (
                  <p className={styles.hint} lang={document.translation_language ?? undefined}>
                    {line.line.translation}
                  </p>
                )}
                <ul className={styles.given}>
                  {ofLine.map(({ item, outcome }) => (
                    <li key={"text" in item ? item.place : 0}>
                      <GivenAnswer word={"text" in item ? item.text : undefined} outcome={outcome} />
                    </li>
                  ))}
                </ul>
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** @param word none for a whole line */
function GivenAnswer({ word, outcome: { verdict, points, given } }: { word: string | undefined; outcome: Outcome }) {
  const language = useLearnSong().document.language ?? undefined;
  const lead = word !== undefined && <b lang={language}>{word}: </b>;
  if (verdict === "skipped") return <span>{lead}bạn đã bỏ qua</span>;
  if (verdict === "right") return <span>{lead}đúng, sau khi thử lại</span>;
  return (
    <span>
      {lead}bạn trả lời <span lang={language}>“{given}”</span>, {outcomeNames[verdict]}
      {points === 1 && verdict === "marks" && <span>, sau khi thử lại</span>}
    </span>
  );
}
