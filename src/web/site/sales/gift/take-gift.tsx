import { Check, CircleAlert, Crown } from "lucide";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { PremiumContent } from "#contract/gifts.ts";
import type { TakenGift } from "#contract/premium-gifts.ts";
import { call } from "../../../lib/api.ts";
import { shortDateTime } from "../../../lib/dates.ts";
import { useUserAuth } from "../../../lib/session.tsx";
import { useAction } from "../../../lib/use-action.ts";
import { CallError } from "../../../ui/call-error.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Link } from "../../../ui/link.tsx";
import { premiumSongsPath } from "../../library-url.ts";
import { giftPath, routes } from "../../routes.ts";
import { intentOf, returnTo } from "../../sign-in/return-path.ts";
import { isOwnGift } from "../giving/stored-gift.ts";
import styles from "./take-gift.module.css";

const failedMessage = "Chưa nhận được món quà. Bạn thử lại nhé.";

interface TakeGiftProps {
  content: PremiumContent;
  secret: string;
}

/**
 * Takes the Premium of a gift into the account that is logged in. A visitor registers or logs in, and it is taken on the way back. Its giver
 * is asked first.
 */
export function TakeGift({ content, secret }: TakeGiftProps) {
  const { user, isAuthenticated, isLoading, refresh } = useUserAuth();
  const navigate = useNavigate();
  const { state } = useLocation();
  const [taken, setTaken] = useState<TakenGift>();
  const { isBusy, error, run } = useAction(failedMessage);
  const isOwn = isOwnGift(secret);
  const [isSure, setSure] = useState(!isOwn || intentOf(state) === "take");
  const news = useRef<HTMLParagraphElement>(null);
  const warning = useRef<HTMLParagraphElement>(null);
  const path = giftPath(secret);
  // The pressed button is gone.
  useEffect(() => {
    if (taken) news.current?.focus();
  }, [taken]);
  useEffect(() => {
    if (isSure) warning.current?.focus();
  }, [isSure]);

  const take = () =>
    run(async () => {
      const options = { params: { secret }, as: "user", fallback: failedMessage } as const;
      setTaken((await call("POST /api/gifts/{secret}/take", options)).data);
      void refresh();
    });
  const isIntended = isAuthenticated && intentOf(state) === "take";
  const takeOnce = useEffectEvent(async () => {
    // Without its intent the page takes nothing when it is reloaded or returned to.
    await navigate(path, { replace: true, state: null, preventScrollReset: true });
    await take();
  });
  useEffect(() => {
    if (isIntended) void takeOnce();
  }, [isIntended]);

  if (taken) {
    return (
      <div className={styles.take}>
        <p className="note note--success" role="status" tabIndex={-1} ref={news}>
          <Icon icon={Check} />
          <span>
            {taken.premium_expires_at === null
              ? "Premium đã vào tài khoản của bạn, vĩnh viễn."
              : `Premium đã vào tài khoản của bạn, đến ${shortDateTime(taken.premium_expires_at)}.`}
          </span>
        </p>
        <Link className="btn btn--primary btn--lg" to={premiumSongsPath}>
          Nghe nhạc
        </Link>
      </div>
    );
  }
  if (content.is_taken) {
    return (
      <p className="note">
        Nếu bạn là người đã nhận, Premium đang ở trong tài khoản của bạn. Nếu chưa nhận mà thấy dòng này, bạn hỏi lại
        người tặng nhé.
      </p>
    );
  }
  if (!isSure) {
    return (
      <div className={styles.take}>
        <p className="note">Đây là quà bạn tặng. Người nhận mở trang này và nhận Premium vào tài khoản của người ấy.</p>
        <button type="button" className="btn btn--sm" onClick={() => setSure(true)}>
          Tôi muốn tự nhận
        </button>
      </div>
    );
  }
  return (
    <div className={styles.take}>
      {isOwn && (
        <p className="note" tabIndex={-1} ref={warning}>
          <Icon icon={CircleAlert} />
          Bạn nhận thì món quà thành của bạn, người khác không nhận được nữa và không hoàn lại được.
        </p>
      )}
      <CallError message={error} />
      {isAuthenticated || isLoading ? (
        <>
          <button
            type="button"
            className="btn btn--gold btn--lg"
            disabled={isBusy || isLoading}
            onClick={() => void take()}
          >
            <Icon icon={Crown} />
            <span>{isBusy ? "Đang nhận quà..." : "Nhận Premium"}</span>
          </button>
          {user && <p className="muted">Vào tài khoản {user.full_name || user.username}.</p>}
        </>
      ) : (
        <>
          <Link className="btn btn--gold btn--lg" to={routes.register.path} state={returnTo(path, "take")}>
            <Icon icon={Crown} />
            Tạo tài khoản và nhận Premium
          </Link>
          <p className="muted">
            Đã có tài khoản?{" "}
            <Link className="link" to={routes.login.path} state={returnTo(path, "take")}>
              Đăng nhập và nhận
            </Link>
          </p>
        </>
      )}
    </div>
  );
}
