import { QueryClientProvider } from "@tanstack/react-query";
import { ChevronDown, ExternalLink, LogOut, Menu } from "lucide";
import { useEffect, useState } from "react";
import { Outlet, useLocation } from "react-router";
import { useMainFocus } from "../lib/use-main-focus.ts";
import { ConfirmProvider } from "../resource/controls/confirm.tsx";
import { createQueryClient } from "../resource/data/query-client.ts";
import { Mark } from "../ui/mark.tsx";
import { CloseButton, Dialog } from "../ui/modal.tsx";
import { Skeleton } from "../ui/states.tsx";
import { ThemeButton } from "../ui/theme-button.tsx";
import type { Route } from "./+types/layout.ts";
import "../styles/back-office.css";
import { AreaContext } from "../resource/area/area.ts";
import { LiveProvider } from "../resource/area/live.tsx";
import { Icon } from "../ui/icon.tsx";
import { Link, NavLink } from "../ui/link.tsx";
import { adminArea } from "./area.ts";
import { AdminHead } from "./head.tsx";
import { type AdminRoute, dashboard, findRoute, routeGroups } from "./routes.ts";
import { requireAdmin, useAdminEmail, useExpireSession, useLogout, useLogoutSync } from "./session.tsx";

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return requireAdmin(request);
}
clientLoader.hydrate = true as const;

/** The server-rendered page: the server has no token. */
export function HydrateFallback() {
  return (
    <>
      <AdminHead title="Quản trị" />
      <main id="main" className="area" aria-busy="true">
        <Skeleton className="area__skeleton" />
      </main>
    </>
  );
}

export default function AdminLayout() {
  const expireSession = useExpireSession();
  const [client] = useState(() => createQueryClient(expireSession));
  return (
    <AreaContext value={adminArea}>
      <QueryClientProvider client={client}>
        <LiveProvider onSignedOut={expireSession}>
          <ConfirmProvider>
            <Frame />
          </ConfirmProvider>
        </LiveProvider>
      </QueryClientProvider>
    </AreaContext>
  );
}

function Frame() {
  const { pathname, key } = useLocation();
  const route = findRoute(pathname);
  const logout = useLogout();
  useLogoutSync();
  const email = useAdminEmail();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const main = useMainFocus(pathname);
  useEffect(() => setOpen(false), [key]);
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Đến nội dung chính
      </a>
      <AdminHead title={route?.title ?? route?.label ?? "Quản trị"} />
      <aside className="side" aria-label="Trình đơn quản trị">
        <Sidebar email={email} logout={logout} />
      </aside>
      <Dialog open={open} onClose={close} label="Trình đơn quản trị" className="drawer drawer--left">
        <div className="side side--drawer">
          <CloseButton label="Đóng trình đơn" onClose={close} />
          <Sidebar email={email} logout={logout} onNavigate={close} />
        </div>
      </Dialog>
      <div className="area__page">
        <header className="area__bar">
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
          <p className="area__breadcrumb">
            <span className="muted">Quản trị</span> / <b>{route?.label}</b>
          </p>
          <ThemeButton />
          <Link className="btn only-wide" to="/" target="_blank" rel="noopener">
            <Icon icon={ExternalLink} />
            Xem trang công khai
          </Link>
        </header>
        <main ref={main} id="main" className="area" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
    </div>
  );
}

interface SidebarProps {
  email: string | undefined;
  logout: () => void;
  onNavigate?: () => void;
}

function Sidebar({ email, logout, onNavigate }: SidebarProps) {
  return (
    <>
      <Link className="brand" to={dashboard.path} onClick={onNavigate}>
        <Mark />
        Ngân Nga
      </Link>
      <nav aria-label="Quản trị">
        <Item route={dashboard} onNavigate={onNavigate} />
        {routeGroups.map(({ label, routes }) => (
          <details key={label} open>
            <summary>
              {label}
              <Icon icon={ChevronDown} />
            </summary>
            {routes.map((route) => (
              <Item key={route.path} route={route} onNavigate={onNavigate} />
            ))}
          </details>
        ))}
        {onNavigate && (
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

function Item({ route: { path, label, icon }, onNavigate }: { route: AdminRoute; onNavigate?: () => void }) {
  return (
    <NavLink className="item" to={path} onClick={onNavigate}>
      <Icon icon={icon} />
      {label}
    </NavLink>
  );
}
