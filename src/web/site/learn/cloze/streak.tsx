import { Flame } from "lucide";
import { Icon } from "../../../ui/icon.tsx";
import styles from "./exercises.module.css";
import type { OwnLearning } from "./use-learning.ts";

/** Days in a row, where there are some. */
export function Streak({ streak, hasToday }: Pick<OwnLearning, "streak" | "hasToday">) {
  if (streak === 0) return null;
  return (
    <p className={styles.streak}>
      <Icon icon={Flame} />
      <span>{hasToday ? `${streak} ngày liền` : `${streak} ngày liền, chơi một lượt hôm nay để nối tiếp`}</span>
    </p>
  );
}
