import type { IconNode } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "../ui/icon.tsx";
import { CloseButton } from "../ui/modal.tsx";
import styles from "./notice-bar.module.css";

interface NoticeBarProps {
  icon: IconNode;
  tone: "gold" | "info";
  text: ReactNode;
  /** A link or button. */
  action?: ReactNode;
  closeLabel: string;
  onClose(): void;
  role?: "alert" | "status";
  /** Stays in view wherever the page stands. */
  isSticky?: boolean;
}

const tones = { gold: styles.gold, info: styles.info };

/** A bar below the header that tells one thing until it is closed. */
export function NoticeBar({ icon, tone, text, action, closeLabel, onClose, role, isSticky }: NoticeBarProps) {
  return (
    <div className={`${styles.bar} ${tones[tone]} ${isSticky ? styles.sticky : ""}`} role={role}>
      <div className="wrap">
        <Icon icon={icon} />
        <p>{text}</p>
        {action}
        <CloseButton label={closeLabel} onClose={onClose} />
      </div>
    </div>
  );
}
