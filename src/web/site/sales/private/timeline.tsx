import { Check, CircleAlert } from "lucide";
import { shortDateTime } from "../../../lib/dates.ts";
import { Icon } from "../../../ui/icon.tsx";
import styles from "./timeline.module.css";

export interface Step {
  label: string;
  state: "done" | "current" | "upcoming" | "failed";
  /** ISO time at which the step was done, where it is known. */
  time?: string | null;
}

const stateClasses = {
  done: styles.done,
  current: styles.current,
  upcoming: "",
  failed: styles.failed,
} as const;
const stateTexts = { done: "xong", current: "đang chờ", upcoming: "chưa đến", failed: "dừng lại" } as const;

export function Timeline({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className={styles.timeline}>
      {steps.map(({ label, state, time }) => (
        <li key={label} className={`${styles.step} ${stateClasses[state]}`} aria-current={isCurrent(state)}>
          <span className={styles.mark}>
            {state === "done" && <Icon icon={Check} />}
            {state === "failed" && <Icon icon={CircleAlert} />}
          </span>
          <span>
            <b>{label}</b>
            <span className="sr">, {stateTexts[state]}</span>
            {time && <span className={`${styles.time} num`}>{shortDateTime(time)}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

function isCurrent(state: Step["state"]): "step" | undefined {
  return state === "current" ? "step" : undefined;
}
