import { Fragment } from "react";
import styles from "./memo.module.css";

interface MarkedMemoProps {
  memo: string;
  /** Places of codes in UTF-16 units, `to` exclusive, in their order. */
  marks: readonly { from: number; to: number }[];
}

/** The memo as the bank reported it, with the found code marked. */
export function MarkedMemo({ memo, marks }: MarkedMemoProps) {
  if (memo === "") return <span className="muted">Không có nội dung</span>;
  const ends = [0, ...marks.map(({ to }) => to)];
  return (
    <span className={styles.memo}>
      {marks.map(({ from, to }, index) => (
        <Fragment key={from}>
          {memo.slice(ends[index], from)}
          <mark>{memo.slice(from, to)}</mark>
        </Fragment>
      ))}
      {memo.slice(ends.at(-1))}
    </span>
  );
}

/** Returns where a code stands in a memo, whatever stands between its letters. */
export function marksOf(memo: string, code: string | null): { from: number; to: number }[] {
  if (!code) return [];
  const pattern = new RegExp([...code].join("[^\\p{L}\\p{N}]*"), "giu");
  return [...memo.matchAll(pattern)].map(({ index, 0: found }) => ({ from: index, to: index + found.length }));
}
