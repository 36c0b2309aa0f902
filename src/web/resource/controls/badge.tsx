import type { IconNode } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";

interface BadgeProps {
  kind?: "success" | "warning" | "danger" | "info" | "gold" | "accent";
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

interface MarkProps extends Pick<BadgeProps, "kind"> {
  icon: IconNode;
  name: string;
}

/** A further state of a row, beside its word: an icon with a name. */
export function Mark({ kind, icon, name }: MarkProps) {
  return (
    <Badge kind={kind} icon={icon} title={name}>
      <span className="sr">{name}</span>
    </Badge>
  );
}

/** The state of a flag. @param words its words, of `flagWords` unless the flag has its own */
export function ActiveBadge({ isActive, words }: { isActive: boolean; words: { on: string; off: string } }) {
  return (
    <Badge hasDot kind={isActive ? "success" : undefined}>
      {isActive ? words.on : words.off}
    </Badge>
  );
}
