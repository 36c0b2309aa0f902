import { Check } from "lucide";
import type { ReactNode } from "react";
import type { PayableOrder } from "#contract/orders.ts";
import { shortDateTime } from "../../../lib/dates.ts";
import { dong } from "../../../lib/format.ts";
import { packageTitle } from "../../../lib/package-text.ts";
import { useUserAuth } from "../../../lib/session.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Link } from "../../../ui/link.tsx";
import { premiumSongsPath } from "../../library-url.ts";
import { orderPath, routes } from "../../routes.ts";
import { returnTo } from "../../sign-in/return-path.ts";
import type { WantedSong } from "../../wanted-song.ts";
import { ExcessNote } from "../payment/excess-note.tsx";
import { ListenNow } from "./listen-now.tsx";
import styles from "./paid.module.css";

interface PaidProps {
  /** A paid order. */
  order: PayableOrder;
  /** The song that the customer wanted to hear. */
  song: WantedSong | undefined;
  /** The form that gives the order its account, where it has none. */
  children?: ReactNode;
}

/** What a payment gave, below the words "Đã nhận được tiền". */
export function Paid({ order, song, children }: PaidProps) {
  const { payment_amount, package_name, has_account, premium_granted_at, premium_expires_at, excess_amount } = order;
  const isGranted = premium_granted_at !== null;
  const { user, isLoading } = useUserAuth();
  // Another device than that of the account.
  const isStranger = user === null && !isLoading;
  return (
    <div className={styles.paid}>
      <div className={styles.head}>
        <span className={styles.tick}>
          <Icon icon={Check} />
        </span>
        <p>
          <b className={styles.amount}>{dong(payment_amount)}</b>
          <span className="muted">cho {packageTitle(package_name)}</span>
        </p>
      </div>
      <p>
        {isGranted
          ? premium_expires_at === null
            ? "Premium đã mở trong tài khoản của bạn, vĩnh viễn."
            : `Premium đã mở trong tài khoản của bạn, đến ${shortDateTime(premium_expires_at)}.`
          : has_account
            ? "Chúng tôi đang kích hoạt Premium cho tài khoản của bạn, trang này tự đổi khi xong."
            : "Chỉ còn chọn tài khoản nhận Premium là nghe được ngay."}
      </p>
      {isGranted && (
        <p className={styles.actions}>
          {isStranger ? (
            <Link
              className="btn btn--primary btn--lg"
              to={routes.login.path}
              state={returnTo(orderPath(order.page_token))}
            >
              Đăng nhập để nghe
            </Link>
          ) : song ? (
            <ListenNow song={song} />
          ) : (
            <Link className="btn btn--primary btn--lg" to={premiumSongsPath}>
              Nghe nhạc
            </Link>
          )}
        </p>
      )}
      <ExcessNote amount={excess_amount} what="đơn hàng" />
      {!has_account && children}
    </div>
  );
}
