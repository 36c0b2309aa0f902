import { Ellipsis, type IconNode } from "lucide";
import type { ReactNode } from "react";
import styles from "./dropdown.module.css";
import { Dropdown } from "./dropdown.tsx";
import { Icon } from "./icon.tsx";

interface MoreProps {
  /** Names the button for a screen reader. */
  label: string;
  className?: string;
  /** Called when it opens or closes. */
  onToggle?: () => void;
  /** `Act`s, and what is chosen beside them. */
  children: ReactNode;
}

/** Rarely needed actions behind one "⋯"; a press on one of them closes it. */
export function More({ label, className, onToggle, children }: MoreProps) {
  return (
    <Dropdown
      className={className}
      onToggle={onToggle}
      panelClass={`${styles.pop} ${styles.end} ${styles.more}`}
      summaryClass="ibtn"
      label={label}
      summary={<Icon icon={Ellipsis} />}
    >
      {children}
    </Dropdown>
  );
}

interface ActProps {
  icon: IconNode;
  className?: string;
  disabled?: boolean;
  /** Leaves the menu open after a press: what it does is told there. */
  stays?: boolean;
  onPress: () => void;
  children: ReactNode;
}

/** A button in a `More`. */
export function Act({ icon, className, disabled, stays, onPress, children }: ActProps) {
  return (
    <button
      type="button"
      className={className ? `${styles.act} ${className}` : styles.act}
      data-stays={stays ? "" : undefined}
      disabled={disabled}
      onClick={onPress}
    >
      <Icon icon={icon} />
      {children}
    </button>
  );
}
