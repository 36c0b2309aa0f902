import { Crown } from "lucide";
import type { User } from "#contract/accounts.ts";
import { shortDate, shortDateTime } from "../../lib/dates.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { GiftCode } from "../orders/gift-code.tsx";
import { routes } from "../routes.ts";
import styles from "./premium.module.css";
import { type PremiumTime, premiumTime, timeLeft } from "./premium-time.ts";

/** The user's Premium: its state and end, with a link to buy more of it. */
export function Premium({ user }: { user: User }) {
  const time = premiumTime(user);
  const { badge, text, link } = wordsOf(time);
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

function wordsOf(time: PremiumTime): { badge: string; text: string; link?: string } {
  switch (time.state) {
    case "lifetime":
      return { badge: "Premium vĩnh viễn", text: "Premium của bạn không có ngày hết hạn." };
    case "active":
      return {
        badge: "Premium",
        text: `Đến ${shortDateTime(time.expiresAt)}, ${timeLeft(time.msLeft)}. Gia hạn sớm thì thời gian được cộng dồn.`,
        link: "Gia hạn",
      };
    case "ended":
      return {
        badge: "Đã hết hạn",
        text: `Premium của bạn đã hết hạn ngày ${shortDate(time.expiresAt)}.`,
        link: "Gia hạn",
      };
    case "free":
      return {
        badge: "Miễn phí",
        text: "Có Premium, bạn nghe được mọi bài hát và tải về máy.",
        link: "Xem các gói Premium",
      };
  }
}
