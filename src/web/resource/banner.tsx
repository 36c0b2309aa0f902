import { CircleAlert, CircleCheck, Info } from "lucide-react";
import type { ReactNode } from "react";

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
