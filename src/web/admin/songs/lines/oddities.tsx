/** Oddities of lyrics that could not be read as they stand. */
import type { Oddity } from "#contract/lyrics/lyrics-text.ts";
import { groupedNumber } from "../../../lib/format.ts";
import { Banner } from "../../../resource/controls/banner.tsx";
import styles from "./lines.module.css";

const shownOddities = 20;

export function Oddities({ oddities }: { oddities: readonly Oddity[] }) {
  const rest = oddities.length - shownOddities;
  return (
    <Banner kind="warning">
      <div>
        <p>Có {groupedNumber(oddities.length)} chỗ không đọc được như trong lời gốc:</p>
        <ul className={styles.oddities}>
          {oddities.slice(0, shownOddities).map(({ line, message }) => (
            <li key={`${line} ${message}`}>{line === null ? message : `Dòng ${line}: ${message}`}</li>
          ))}
          {rest > 0 && <li>và {groupedNumber(rest)} chỗ khác</li>}
        </ul>
      </div>
    </Banner>
  );
}
