import { LogOut } from "lucide";
import { useState } from "react";
import { useLocation } from "react-router";
import { useUserAuth } from "../lib/session.tsx";
import { Link } from "../ui/link.tsx";
import { NoticeBar } from "./notice-bar.tsx";
import { routes } from "./routes.ts";
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
    <NoticeBar
      icon={LogOut}
      tone="info"
      role="alert"
      isSticky
      text="Phiên đăng nhập của bạn đã hết, mời bạn đăng nhập lại."
      action={
        pathname !== routes.login.path && (
          <Link
            className="btn btn--primary btn--sm"
            to={routes.login.path}
            state={returnTo(`${pathname}${search}${hash}`)}
          >
            {routes.login.label}
          </Link>
        )
      }
      closeLabel="Ẩn thông báo"
      onClose={() => setClosed(true)}
    />
  );
}
