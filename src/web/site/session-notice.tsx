import { LogOut } from "lucide";
import { useState } from "react";
import { useLocation } from "react-router";
import { useUserAuth } from "../lib/session.tsx";
import { Icon } from "../ui/icon.tsx";
import { Link } from "../ui/link.tsx";
import { CloseButton } from "../ui/modal.tsx";
import { routes } from "./routes.ts";
import styles from "./session-notice.module.css";
import { returnTo } from "./sign-in/return-path.ts";

/** Tells a user whose session the server has ended, with the way to log in and come back. */
export function SessionNotice() {
  return useUserAuth().hasEnded && <Notice />;
}

function Notice() {
  const { pathname, search, hash } = useLocation();
  const [isClosed, setClosed] = useState(false);
  if (isClosed) return null;
  return (
    <div className={styles.notice} role="alert">
      <div className="wrap">
        <Icon icon={LogOut} />
        <p>Phiên đăng nhập của bạn đã hết, mời bạn đăng nhập lại.</p>
        {pathname !== routes.login.path && (
          <Link
            className="btn btn--primary btn--sm"
            to={routes.login.path}
            state={returnTo(`${pathname}${search}${hash}`)}
          >
            {routes.login.label}
          </Link>
        )}
        <CloseButton label="Ẩn thông báo" onClose={() => setClosed(true)} />
      </div>
    </div>
  );
}
