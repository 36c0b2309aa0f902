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

/** The state of a flag. */
export function ActiveBadge({
  isActive,
  on = "Hoạt động",
  off = "Tạm ẩn",
}: {
  isActive: boolean;
  on?: string;
  off?: string;
}) {
  return (
    <Badge hasDot kind={isActive ? "success" : undefined}>
      {isActive ? on : off}
    </Badge>
  );
}
