import type { TestOutcome as Outcome } from "#contract/notifications.ts";
import { Banner } from "../../resource/controls/banner.tsx";
import pageFormStyles from "../../resource/form/page-form.module.css";
import styles from "./config.module.css";

/** The outcome of a test message. The region stands before it is filled, so that its text is announced. */
export function TestOutcome({ outcome }: { outcome: Outcome | undefined }) {
  return (
    <div className={pageFormStyles.notice} aria-live="polite">
      {outcome && (
        <Banner kind={outcome.success ? "success" : "danger"}>
          <div className={styles.result}>
            <p>
              <b>{outcome.message}</b>
            </p>
            {outcome.details !== null && <p className={styles.resultDetails}>{outcome.details}</p>}
          </div>
        </Banner>
      )}
    </div>
  );
}
