import { Crown } from "lucide";
import { useUserAuth } from "../../../lib/session.tsx";
import { Icon } from "../../../ui/icon.tsx";
import styles from "./premium-status.module.css";
import { premiumStatusText } from "./premium-status-text.ts";

/** Tells a user with Premium until when; renders nothing for others. */
export function PremiumStatus() {
  const { user } = useUserAuth();
  if (!user?.is_premium) return null;
  return (
    <p className={`note note--gold ${styles.status}`}>
      <Icon icon={Crown} />
      {premiumStatusText(user)}
    </p>
  );
}
