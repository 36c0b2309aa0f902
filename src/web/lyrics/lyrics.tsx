import { Fragment, useMemo } from "react";
import { lyricLines } from "#contract/lyrics/lyric-lines.ts";
import styles from "./lyrics.module.css";

const looks = { words: styles.words, reading: styles.reading, meaning: styles.meaning };

/** Whole lyrics, line by line. Reading and meaning of a song to learn a language by look different from what is sung. */
export function Lyrics({ lyrics }: { lyrics: string }) {
  const lines = useMemo(() => lyricLines(lyrics), [lyrics]);
  const isLayered = lines.some(({ layer }) => layer !== "words");
  return (
    <div className={isLayered ? `${styles.lyrics} ${styles.layered}` : styles.lyrics}>
      {lines.map(({ text, layer, lang }, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- a line has no other name
        <Fragment key={i}>
          {i > 0 && <span>{"\n"}</span>}
          {text && (
            <span className={looks[layer]} lang={lang}>
              {text}
            </span>
          )}
        </Fragment>
      ))}
    </div>
  );
}
