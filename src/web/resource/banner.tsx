import { CircleAlert, CircleCheck, Info, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { sentenceOf } from "./queries.ts";

const icons = { danger: CircleAlert, success: CircleCheck, info: Info };

/** A message in the page: what failed (read out at once), what was done, or what to know. */
export function Banner({ kind, children }: { kind: keyof typeof icons; children: ReactNode }) {
  const Icon = icons[kind];
  return (
    <div className={`note note--${kind} notice`} role={kind === "danger" ? "alert" : "status"}>
      <Icon className="i" aria-hidden="true" />
      <div className="notice__text">{children}</div>
    </div>
  );
}

interface FailureBannerProps {
  error: unknown;
  /** It is being tried again. */
  busy: boolean;
  onRetry: () => void;
}

/** What could not be loaded, and the way to try again. */
export function FailureBanner({ error, busy, onRetry }: FailureBannerProps) {
  return (
    <Banner kind="danger">
      {sentenceOf(error)}
      <button type="button" className="btn btn--line btn--sm" aria-disabled={busy} onClick={() => !busy && onRetry()}>
        <RotateCw className="i" aria-hidden="true" />
        Thử lại
      </button>
    </Banner>
  );
}
