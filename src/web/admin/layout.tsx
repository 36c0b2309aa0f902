/** The frame of every admin screen: sidebar (a drawer on a phone), bar, and the providers screens lean on. */
import { QueryClientProvider } from "@tanstack/react-query";
import { ChevronDown, ExternalLink, LogOut, Menu } from "lucide";
import { useEffect, useState } from "react";
import { Outlet, useLocation } from "react-router";
import { useMainFocus } from "../lib/use-main-focus.ts";
import { ConfirmProvider } from "../resource/confirm.tsx";
import { createQueryClient } from "../resource/query-client.ts";
import { Mark } from "../ui/mark.tsx";
import { CloseButton, Dialog } from "../ui/modal.tsx";
import { Skeleton } from "../ui/states.tsx";
import { ThemeButton } from "../ui/theme-button.tsx";
import type { Route } from "./+types/layout.ts";
import "../styles/back-office.css";
import { Icon } from "../ui/icon.tsx";
import { Link, NavLink } from "../ui/link.tsx";
import { AdminHead } from "./head.tsx";
import { dashboard, groups, type Screen, screenAt } from "./screens.ts";
import { requireAdmin, useAdmin, useFollowLogout, useLogout, useSessionEnd } from "./session.tsx";

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return requireAdmin(request);
}
clientLoader.hydrate = true as const;

/** What the server sends, since it knows no one. */
export function HydrateFallback() {
  return (
    <>
      <AdminHead title="Quản trị" />
      <main id="main" className="desk" aria-busy="true">
        <Skeleton className="desk__waiting" />
      </main>
    </>
  );
}

export default function AdminLayout() {
  const endSession = useSessionEnd();
  const [client] = useState(() => createQueryClient(endSession));
  return (
    <QueryClientProvider client={client}>
      <ConfirmProvider>
        <Frame />
      </ConfirmProvider>
    </QueryClientProvider>
  );
}

function Frame() {
  const { pathname, key } = useLocation();
  const screen = screenAt(pathname);
  const logout = useLogout();
  useFollowLogout();
  const email = useAdmin();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const main = useMainFocus(pathname);
  useEffect(() => setOpen(false), [key]);
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Đến nội dung chính
      </a>
      <AdminHead title={screen?.title ?? screen?.label ?? "Quản trị"} />
      <aside className="side" aria-label="Trình đơn quản trị">
        <Sidebar email={email} logout={logout} />
      </aside>
      <Dialog open={open} onClose={close} label="Trình đơn quản trị" className="drawer drawer--left">
        <div className="side side--drawer">
          <CloseButton label="Đóng trình đơn" onClose={close} />
          <Sidebar email={email} logout={logout} onFollow={close} />
        </div>
      </Dialog>
      <div className="desk__page">
        <header className="desk__bar">
          <button
            type="button"
            className="ibtn only-narrow"
            aria-label="Mở trình đơn"
            aria-haspopup="dialog"
            aria-expanded={open}
            onClick={() => setOpen(true)}
          >
            <Icon icon={Menu} />
          </button>
          <p className="desk__where">
            <span className="muted">Quản trị</span> / <b>{screen?.label}</b>
          </p>
          <ThemeButton />
          <Link className="btn only-wide" to="/" target="_blank" rel="noopener">
            <Icon icon={ExternalLink} />
            Xem trang công khai
          </Link>
        </header>
        <main ref={main} id="main" className="desk" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
    </div>
  );
}

interface SidebarProps {
  email: string | undefined;
  logout: () => void;
  onFollow?: () => void;
}

function Sidebar({ email, logout, onFollow }: SidebarProps) {
  return (
    <>
      <Link className="brand" to={dashboard.path} onClick={onFollow}>
        <Mark />
        Ngân Nga
      </Link>
      <nav aria-label="Quản trị">
        <Item screen={dashboard} onFollow={onFollow} />
        {groups.map(({ label, screens }) => (
          <details key={label} open>
            <summary>
              {label}
              <Icon icon={ChevronDown} />
            </summary>
            {screens.map((screen) => (
              <Item key={screen.path} screen={screen} onFollow={onFollow} />
            ))}
          </details>
        ))}
        {onFollow && (
          <Link className="item" to="/" target="_blank" rel="noopener">
            <Icon icon={ExternalLink} />
            Xem trang công khai
          </Link>
        )}
      </nav>
      <div className="side__me">
        <span className="avatar" aria-hidden="true">
          AD
        </span>
        <span title={email}>
          <b>Admin</b>
          <span className="muted">Quản trị viên</span>
        </span>
        <button type="button" className="ibtn" aria-label="Đăng xuất" title="Đăng xuất" onClick={logout}>
          <Icon icon={LogOut} />
        </button>
      </div>
    </>
  );
}

function Item({ screen: { path, label, icon }, onFollow }: { screen: Screen; onFollow?: () => void }) {
  return (
    <NavLink className="item" to={path} onClick={onFollow}>
      <Icon icon={icon} />
      {label}
    </NavLink>
  );
}
