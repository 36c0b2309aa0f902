import { CircleAlert, CircleCheck, Info, RotateCw } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "../ui/icon.tsx";
import { sentenceOf } from "./queries.ts";

const icons = { danger: CircleAlert, success: CircleCheck, info: Info };

/** A message in the page: what failed (read out at once), what was done, or what to know. */
export function Banner({ kind, children }: { kind: keyof typeof icons; children: ReactNode }) {
  return (
    <div className={`note note--${kind} notice`} role={kind === "danger" ? "alert" : "status"}>
      <Icon icon={icons[kind]} />
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
        <Icon icon={RotateCw} />
        Thử lại
      </button>
    </Banner>
  );
}
