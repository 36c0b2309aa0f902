import type { TestOutcome as Outcome } from "#contract/notifications.ts";
import { Banner } from "../../resource/controls/banner.tsx";

/** What came of a test message. The region stands before it is filled, so that its text is announced. */
export function TestOutcome({ outcome }: { outcome: Outcome | undefined }) {
  return (
    <div className="page-form__notice" aria-live="polite">
      {outcome && (
        <Banner kind={outcome.success ? "success" : "danger"}>
          <div className="test-result">
            <p>
              <b>{outcome.message}</b>
            </p>
            {outcome.details !== null && <p className="test-result__details">{outcome.details}</p>}
          </div>
        </Banner>
      )}
    </div>
  );
}
