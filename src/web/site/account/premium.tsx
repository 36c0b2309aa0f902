import { Crown } from "lucide";
import type { User } from "#contract/accounts.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { routes } from "../routes.ts";
import { GiftCode } from "../sales/gift/gift-code.tsx";
import styles from "./premium.module.css";
import { premiumTime, premiumWords } from "./premium-time.ts";

/** The user's Premium: its state and end, with a link to buy more of it. */
export function Premium({ user }: { user: User }) {
  const time = premiumTime(user);
  const { badge, text, link } = premiumWords(time);
  const isActive = time.state === "active" || time.state === "lifetime";
  return (
    <div className={styles.premium}>
      <p>
        <span className={isActive ? "badge badge--gold" : "badge"}>
          {isActive && <Icon icon={Crown} />}
          {badge}
        </span>
      </p>
      <p>{text}</p>
      {link && (
        <Link className="btn btn--gold" to={routes.premium.path}>
          {link}
        </Link>
      )}
      {time.state !== "lifetime" && <GiftCode />}
    </div>
  );
}
