import { CircleAlert, CircleCheck, Info, RotateCw, TriangleAlert } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";
import { errorMessage } from "../data/queries.ts";

const icons = { danger: CircleAlert, warning: TriangleAlert, success: CircleCheck, info: Info };

/** An inline message; screen readers announce an error at once. */
export function Banner({ kind, children }: { kind: keyof typeof icons; children: ReactNode }) {
  return (
    <div className={`note note--${kind} notice`} role={kind === "danger" ? "alert" : "status"}>
      <Icon icon={icons[kind]} />
      <div className="notice__text">{children}</div>
    </div>
  );
}

interface ErrorBannerProps {
  error: unknown;
  busy: boolean;
  onRetry: () => void;
}

export function ErrorBanner({ error, busy, onRetry }: ErrorBannerProps) {
  return (
    <Banner kind="danger">
      {errorMessage(error)}
      <button type="button" className="btn btn--line btn--sm" aria-disabled={busy} onClick={() => !busy && onRetry()}>
        <Icon icon={RotateCw} />
        Thử lại
      </button>
    </Banner>
  );
}
