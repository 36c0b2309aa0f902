import { Crown } from "lucide";
import { useUserAuth } from "../../lib/session.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { routes } from "../routes.ts";
import { Gains } from "./gains.tsx";
import styles from "./premium-offer.module.css";

interface PremiumOfferProps {
  /** The lowest price of Premium; undefined while it can't be bought. */
  price: string | undefined;
}

/** A section that tells what Premium gives and costs, unless the user has it. */
export function PremiumOffer({ price }: PremiumOfferProps) {
  const { user, isLoading } = useUserAuth();
  if (price === undefined || user?.is_premium) return null;
  return (
    <section className={`section wrap ${isLoading ? "guest-only" : ""}`}>
      <div className={styles.offer}>
        <div>
          <h2>
            <Icon icon={Crown} />
            Nghe trọn với Premium
          </h2>
          <p className="muted">Bài nào không có vương miện thì ai cũng nghe được, miễn phí.</p>
        </div>
        <div className={styles.gains}>
          <Gains price={price} />
          <Link className="btn btn--line" to={routes.premium.path}>
            Xem các gói Premium
          </Link>
        </div>
      </div>
    </section>
  );
}

/** The same in one line. */
export function PremiumLine({ price }: PremiumOfferProps) {
  const { user, isLoading } = useUserAuth();
  if (price === undefined || user?.is_premium) return null;
  return (
    <p className={`note note--gold ${styles.line} ${isLoading ? "guest-only" : ""}`}>
      <Icon icon={Crown} />
      <span>
        Premium mở mọi bài có vương miện và tải bài hát về máy, {price}.{" "}
        <Link className="link" to={routes.premium.path}>
          Xem các gói Premium
        </Link>
      </span>
    </p>
  );
}
