import { UserRound } from "lucide";
import type { User } from "#contract/accounts.ts";
import { flagWords } from "#contract/flag-words.ts";
import { shortDateTime } from "../../lib/dates.ts";
import { ActiveBadge } from "../../resource/controls/badge.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { EmailBadge, ExpiryBadge, PlanBadge } from "./badges.tsx";
import styles from "./user-facts.module.css";

/** What is known of a user, above the fields of the panel, with the way to all of it. */
export function UserFacts({ row: user }: { row: User }) {
  return (
    <div className={styles.facts}>
      <p className="chips">
        <PlanBadge user={user} />
        <ExpiryBadge user={user} />
        <ActiveBadge isActive={user.is_active} words={flagWords.account} />
        <EmailBadge isVerified={user.is_email_verified} />
      </p>
      <p className="muted">
        Tạo lúc <time dateTime={user.created_at}>{shortDateTime(user.created_at)}</time>
      </p>
      <Link className="btn btn--line btn--sm" to={`/admin/users/${user.id}`}>
        <Icon icon={UserRound} />
        Đơn hàng, yêu cầu, thiết bị…
      </Link>
    </div>
  );
}
