import { Crown } from "lucide";
import { useUserAuth } from "../../../lib/session.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Link } from "../../../ui/link.tsx";
import { routes } from "../../routes.ts";
import styles from "./premium-line.module.css";

interface PremiumLineProps {
  /** The lowest price of Premium; undefined while it can't be bought. */
  price: string | undefined;
}

/** What Premium gives and costs, in one line, unless the user has it. */
export function PremiumLine({ price }: PremiumLineProps) {
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
