import { Crown } from "lucide";
import { shortDate } from "../../lib/dates.ts";
import { useUserAuth } from "../../lib/session.tsx";
import { Icon } from "../../ui/icon.tsx";
import styles from "./premium-status.module.css";

/** Tells a user with Premium until when; renders nothing for others. */
export function PremiumStatus() {
  const { user } = useUserAuth();
  if (!user?.is_premium) return null;
  return (
    <p className={`note note--gold ${styles.status}`}>
      <Icon icon={Crown} />
      {user.premium_expires_at === null
        ? "Tài khoản của bạn có Premium vĩnh viễn."
        : `Tài khoản của bạn có Premium đến ngày ${shortDate(user.premium_expires_at)}. Mua thêm thì thời gian được cộng dồn.`}
    </p>
  );
}
