/** All lines to choose from, with their times and what is odd about them. */
import { CircleAlert } from "lucide";
import { type MouseEvent, memo, type RefObject, useEffect } from "react";
import type { SongLine } from "#contract/lyrics/document.ts";
import { Icon } from "../../../../ui/icon.tsx";
import { shortTime } from "../line-time.ts";
import type { LineIssue } from "./line-issues.ts";
import styles from "./line-list.module.css";

interface LineListProps {
  ref: RefObject<HTMLDivElement | null>;
  lines: readonly SongLine[];
  issues: readonly LineIssue[];
  /** Number of the selected line. */
  selected: number;
  /** Number of the line that sounds. */
  sounding: number;
  language: string | null;
  onSelect: (line: number) => void;
  /** A second press plays from the line. */
  onPlay: (line: number) => void;
}

const rowId = (line: number) => `line-${line}`;

export function LineList({ ref, lines, issues, selected, sounding, language, onSelect, onPlay }: LineListProps) {
  const byLine = Map.groupBy(issues, ({ line }) => line);
  useEffect(() => {
    const row = ref.current?.children[selected];
    if (row instanceof HTMLElement && ref.current) bringIntoView(ref.current, row);
  }, [ref, selected]);
  const press = (then: (line: number) => void) => (event: MouseEvent) => {
    const row = event.target instanceof Element ? event.target.closest("[data-line]") : null;
    if (row) then(Number(row.getAttribute("data-line")));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the screen takes the keys
    <div
      ref={ref}
      className={styles.list}
      role="listbox"
      tabIndex={0}
      aria-label="Các dòng"
      aria-activedescendant={lines[selected] ? rowId(selected) : undefined}
      onClick={press(onSelect)}
      onDoubleClick={press(onPlay)}
    >
      {lines.map((line, number) => (
        <Row
          key={number}
          number={number}
          line={line}
          language={language}
          isSelected={number === selected}
          isSounding={number === sounding}
          issues={byLine
            .get(number)
            ?.map(({ text }) => text)
            .join("; ")}
          isBlocking={byLine.get(number)?.some(({ isBlocking }) => isBlocking) ?? false}
        />
      ))}
    </div>
  );
}

/** Scrolls the list alone: the page stays where it is. */
function bringIntoView(list: HTMLElement, row: HTMLElement): void {
  const above = row.offsetTop - list.clientHeight / 4;
  const below = row.offsetTop + row.offsetHeight * 2.5 - list.clientHeight;
  if (list.scrollTop > above || list.scrollTop < below) list.scrollTop = above;
}

interface RowProps {
  number: number;
  line: SongLine;
  language: string | null;
  isSelected: boolean;
  isSounding: boolean;
  issues: string | undefined;
  isBlocking: boolean;
}

const Row = memo(function Row(props: RowProps) {
  const { number, line, language, isSelected, isSounding, issues, isBlocking } = props;
  const { text, start_ms, end_ms, words, starts_verse, singer, reading, translation } = line;
  const timed = words.filter((word) => word.start_ms !== null).length;
  const facts = [
    singer && `${singer} hát`,
    timed > 0 && `${timed} từ có giờ`,
    end_ms !== null && `hết ở ${shortTime(end_ms)}`,
  ].filter(Boolean);
  const className = [styles.row, starts_verse && number > 0 && styles.verse, isSounding && styles.sounding];
  return (
    <div
      id={rowId(number)}
      role="option"
      data-line={number}
      aria-selected={isSelected}
      className={className.filter(Boolean).join(" ")}
    >
      <span className={`muted num ${styles.number}`}>{number + 1}</span>
      <span className={`num ${styles.time} ${start_ms === null ? styles.untimed : ""}`}>
        {start_ms === null ? "chưa có giờ" : shortTime(start_ms)}
      </span>
      <span className={styles.texts}>
        <span className={styles.text} lang={language ?? undefined}>
          {text || "Dòng chưa có chữ"}
        </span>
        {(reading || translation) && (
          <span className="muted">{[reading, translation].filter(Boolean).join(" · ")}</span>
        )}
        {facts.length > 0 && <span className={`muted ${styles.facts}`}>{facts.join(" · ")}</span>}
        {issues && (
          <span className={isBlocking ? styles.wrong : styles.odd}>
            <Icon icon={CircleAlert} />
            Dòng này {issues}
          </span>
        )}
      </span>
    </div>
  );
});
