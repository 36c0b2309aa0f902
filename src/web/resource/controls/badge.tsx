import type { IconNode } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";

/** A state in a word and a colour. */
export interface StateLook {
  label: string;
  kind?: "success" | "warning" | "danger" | "info" | "gold" | "accent";
}

interface BadgeProps extends Pick<StateLook, "kind"> {
  /** A dot or an icon: colour alone says nothing. */
  icon?: IconNode;
  hasDot?: boolean;
  title?: string;
  children: ReactNode;
}

/** A state in one or two words. */
export function Badge({ kind, icon, hasDot, title, children }: BadgeProps) {
  const className = ["badge", kind && `badge--${kind}`, hasDot && "badge--dot"].filter(Boolean).join(" ");
  return (
    <span className={className} title={title}>
      {icon && <Icon icon={icon} />}
      {children}
    </span>
  );
}

/** The word of a state with its colour in a dot. */
export function WordBadge({ look: { label, kind } }: { look: StateLook }) {
  return (
    <Badge hasDot kind={kind}>
      {label}
    </Badge>
  );
}

interface MarkProps extends StateLook {
  icon: IconNode;
}

/** A further state of a row, beside its word: an icon with a label. */
export function Mark({ kind, icon, label }: MarkProps) {
  return (
    <Badge kind={kind} icon={icon} title={label}>
      <span className="sr">{label}</span>
    </Badge>
  );
}

/** The state of a flag. @param words its words, of `flagWords` unless the flag has its own */
export function ActiveBadge({ isActive, words }: { isActive: boolean; words: { on: string; off: string } }) {
  return <WordBadge look={isActive ? { label: words.on, kind: "success" } : { label: words.off }} />;
}
