import { memo } from "react";
import type { LineDocument } from "#contract/lyrics/document.ts";
import styles from "./karaoke.module.css";
import type { Layer } from "./layers.ts";
import type { Piece, TimedLine } from "./sung-place.ts";

interface KaraokeLineProps {
  timed: TimedLine;
  languages: Omit<LineDocument, "lines">;
  shown: ReadonlySet<Layer>;
  isCurrent: boolean;
  /** 3 to 1 while the line is counted in. */
  countIn: number;
  onPlay: (timed: TimedLine) => void;
}

/** A line with its layers; a press plays from it, where it has a time. */
export const KaraokeLine = memo(function KaraokeLine(props: KaraokeLineProps) {
  const { timed, languages, shown, isCurrent, countIn, onPlay } = props;
  const { line, start } = timed;
  const layers = <LineLayers timed={timed} languages={languages} shown={shown} />;
  const look = [styles.line, line.starts_verse && styles.verse, isCurrent && styles.current].filter(Boolean).join(" ");
  return (
    <li className={look} aria-current={isCurrent ? "true" : undefined}>
      {countIn > 0 && <span className={styles.countIn} data-left={countIn} aria-hidden="true" />}
      {start === null ? (
        <span className={styles.words}>{layers}</span>
      ) : (
        <button type="button" className={styles.words} onClick={() => onPlay(timed)}>
          {layers}
        </button>
      )}
    </li>
  );
});

/** What is shown of a line, one below the other: its singer, its text with the readings of its words, its reading, its translation. */
export function LineLayers({ timed, languages, shown }: Pick<KaraokeLineProps, "timed" | "languages" | "shown">) {
  const { line, pieces } = timed;
  return (
    <>
      {line.singer !== null && <span className={styles.singer}>{line.singer}</span>}
      {shown.has("text") && (
        <span className={styles.text} lang={languages.language ?? undefined}>
          {pieces.map((piece, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- a word has no other name
            <Word key={place} piece={piece} hasReading={shown.has("reading")} />
          ))}
        </span>
      )}
      {shown.has("reading") && line.reading !== null && (
        <span className={styles.reading} lang={languages.reading_language ?? undefined}>
          {line.reading}
        </span>
      )}
      {shown.has("translation") && line.translation !== null && (
        <span className={styles.translation} lang={languages.translation_language ?? undefined}>
          {line.translation}
        </span>
      )}
    </>
  );
}

/** A word; the part that is sung is a copy above it, cut off where the voice is. */
function Word({ piece, hasReading }: { piece: Piece; hasReading: boolean }) {
  const { text, reading, start } = piece;
  const word = text.trimEnd();
  const sung = (
    <span className={styles.word} data-piece={start === null ? undefined : word}>
      {word}
    </span>
  );
  return (
    <>
      {hasReading && reading !== null ? (
        <ruby>
          {sung}
          <rp>(</rp>
          <rt>{reading}</rt>
          <rp>)</rp>
        </ruby>
      ) : (
        sung
      )}
      {text.slice(word.length)}
    </>
  );
}
