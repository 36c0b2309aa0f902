import { type MouseEvent, memo } from "react";
import type { LineDocument, SongLine } from "#contract/lyrics/document.ts";
import type { Piece, TimedLine } from "../lines/sung-place.ts";
import type { LookupWord } from "../word-card/line-words.ts";
import styles from "./karaoke.module.css";
import { isReadAbove, type Layer } from "./layers.ts";

/** Looking words up: a press on a line opens the word under it, or the first one, instead of playing. */
export interface Lookup {
  wordsOf: (line: SongLine) => readonly LookupWord[];
  isSaved: (text: string) => boolean;
  /** @param char place in the text of the line; undefined for a press beside the words or by keyboard */
  open: (line: SongLine, char: number | undefined) => void;
}

interface KaraokeLineProps {
  timed: TimedLine;
  languages: Omit<LineDocument, "lines">;
  shown: ReadonlySet<Layer>;
  isCurrent: boolean;
  /** 3 to 1 while the line is counted in. */
  countIn: number;
  lookup?: Lookup | undefined;
  onPlay: (timed: TimedLine) => void;
}

/** A line with its layers; a press plays from it, where it has a time, or looks a word up. */
export const KaraokeLine = memo(function KaraokeLine(props: KaraokeLineProps) {
  const { timed, languages, shown, isCurrent, countIn, lookup, onPlay } = props;
  const { line, start } = timed;
  const layers = <LineLayers timed={timed} languages={languages} shown={shown} lookup={lookup} />;
  const look = [styles.line, line.starts_verse && styles.verse, isCurrent && styles.current].filter(Boolean).join(" ");
  return (
    <li className={look} aria-current={isCurrent ? "true" : undefined}>
      {countIn > 0 && <span className={styles.countIn} data-left={countIn} aria-hidden="true" />}
      {lookup ? (
        <button
          type="button"
          className={`${styles.words} ${styles.lookup}`}
          onClick={(event) => lookup.open(line, charAt(event))}
        >
          <span className="sr">Tra từ trong câu: </span>
          {layers}
        </button>
      ) : start === null ? (
        <span className={styles.words}>{layers}</span>
      ) : (
        <button type="button" className={styles.words} onClick={() => onPlay(timed)}>
          {layers}
        </button>
      )}
    </li>
  );
});

type LineLayersProps = Pick<KaraokeLineProps, "timed" | "languages" | "shown" | "lookup">;

/**
 * The layers of a line, one below the other: its singer, its text with the readings of its words, its reading where it is another one, its
 * translation.
 */
export function LineLayers({ timed, languages, shown, lookup }: LineLayersProps) {
  const { line } = timed;
  const words = lookup?.wordsOf(line) ?? [];
  return (
    <>
      {line.singer !== null && <span className={styles.singer}>{line.singer}</span>}
      {shown.has("text") && (
        <span className={styles.text} lang={languages.language ?? undefined}>
          {placed(line.words.length === 0 && lookup ? piecesOf(line.text, words, timed.end) : timed.pieces).map(
            ({ piece, at }) => (
              <Word
                key={at}
                piece={piece}
                at={lookup && at}
                isSaved={
                  lookup?.isSaved(
                    words.find(({ start, end }) => start < at + piece.text.length && at < end)?.text ?? "",
                  ) ?? false
                }
                hasReading={shown.has("reading")}
              />
            ),
          )}
        </span>
      )}
      {shown.has("reading") && line.reading !== null && !(shown.has("text") && isReadAbove(line)) && (
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

/** Returns where each piece begins in the text of its line. */
function placed(pieces: readonly Piece[]): { piece: Piece; at: number }[] {
  let at = 0;
  return pieces.map((piece) => {
    const begin = at;
    at += piece.text.length;
    return { piece, at: begin };
  });
}

/** Cuts a line that has no words of its own. */
function piecesOf(text: string, words: readonly LookupWord[], end: number): Piece[] {
  return words.map(({ start }, place) => ({
    text: text.slice(place === 0 ? 0 : start, words[place + 1]?.start ?? text.length),
    reading: null,
    start: null,
    end,
  }));
}

/** Returns the place of the word under a press. */
function charAt({ target }: MouseEvent): number | undefined {
  const at = (target as Element).closest<HTMLElement>("[data-at]")?.dataset.at;
  return at === undefined ? undefined : Number(at);
}

interface WordProps {
  piece: Piece;
  /** Its place in the text of the line, where it can be looked up. */
  at: number | undefined;
  isSaved: boolean;
  hasReading: boolean;
}

/** A word; the part that is sung is a copy above it, cut off where the voice is. */
function Word({ piece, at, isSaved, hasReading }: WordProps) {
  const { text, reading, start } = piece;
  const word = text.trimEnd();
  const sung = (
    <span
      className={isSaved ? `${styles.word} ${styles.saved}` : styles.word}
      data-piece={start === null ? undefined : word}
      data-at={at}
    >
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
