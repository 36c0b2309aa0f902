/** Parts that the header and the menu of phones share. */
import { Crown } from "lucide";
import type { User } from "#contract/accounts.ts";
import { Icon } from "../ui/icon.tsx";
import styles from "./header.module.css";

/** Marks what leads to something that waits for its owner. */
export function WaitingDot({ isShown }: { isShown: boolean }) {
  return isShown && <i className={styles.dot} role="img" aria-label="Có việc chờ bạn" />;
}

export function displayName(user: User): string {
  return user.full_name || user.username;
}

export function UserSummary({ user }: { user: User }) {
  return (
    <div className={styles.whoami}>
      <b>{displayName(user)}</b>
      <span>{user.email}</span>
      {user.is_premium && (
        <span className="badge badge--gold">
          <Icon icon={Crown} />
          Premium
        </span>
      )}
    </div>
  );
}
