import { BookOpen, ChevronDown, Heart, LogOut, Menu, UserRound } from "lucide";
import { Suspense, useCallback, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { lazyPart, nothing } from "../lib/lazy-part.tsx";
import { useUserAuth } from "../lib/session.tsx";
import dropdownStyles from "../ui/dropdown.module.css";
import { Dropdown } from "../ui/dropdown.tsx";
import { Icon } from "../ui/icon.tsx";
import { LateDialog } from "../ui/late-dialog.tsx";
import { Link, NavLink } from "../ui/link.tsx";
import { Mark } from "../ui/mark.tsx";
import { ThemeButton } from "../ui/theme-button.tsx";
import styles from "./header.module.css";
import { leftNav, listeningNav, type NavItem, rightNav } from "./header-nav.ts";
import { displayName, UserSummary, WaitingDot } from "./header-parts.tsx";
import { brand, routes } from "./routes.ts";

export function Header() {
  const { pathname } = useLocation();
  const { user } = useUserAuth();
  const [isWaiting, setWaiting] = useState(false);
  const isListening = listeningNav.some(({ route: { path } }) => pathname === path || pathname.startsWith(`${path}/`));
  return (
    <header className={styles.header}>
      <div className="wrap">
        <Link className="brand" to={routes.home.path}>
          <Mark />
          {brand}
        </Link>
        <nav className={styles.nav} aria-label="Chính">
          <TopLinks items={leftNav} />
          <Dropdown
            current={isListening}
            summary={
              <>
                Nghe nhạc <Icon icon={ChevronDown} />
              </>
            }
          >
            {listeningNav.map(({ route, icon, description }) => (
              <Link key={route.path} to={route.path}>
                <Icon icon={icon} />
                {route.label}
                <span>{description}</span>
              </Link>
            ))}
          </Dropdown>
          <TopLinks items={rightNav} />
        </nav>
        <div className={styles.end}>
          {user && (
            <Suspense>
              <HeaderMarks key={user.id} userId={user.id} onWaiting={setWaiting} />
            </Suspense>
          )}
          <ThemeButton />
          <Account isWaiting={isWaiting} />
          <PhoneMenu isWaiting={isWaiting} />
        </div>
      </div>
    </header>
  );
}

function TopLinks({ items }: { items: NavItem[] }) {
  return items.map(({ route }) => (
    <NavLink key={route.path} to={route.path}>
      {route.label}
    </NavLink>
  ));
}

const HeaderMarks = lazyPart(async () => (await import("./own/header-marks.tsx")).HeaderMarks, nothing);

function Account({ isWaiting }: { isWaiting: boolean }) {
  const { user, isAuthenticated, logout } = useUserAuth();
  if (!isAuthenticated || !user) {
    return (
      <>
        <Link className="btn only-wide guest-only" to={routes.login.path}>
          {routes.login.label}
        </Link>
        <Link className="btn btn--line only-wide guest-only" to={routes.register.path}>
          {routes.register.label}
        </Link>
      </>
    );
  }
  const name = displayName(user);
  return (
    <Dropdown
      className="only-wide"
      panelClass={`${dropdownStyles.pop} ${dropdownStyles.end}`}
      summaryClass={`btn ${styles.account}`}
      summary={
        <>
          <span className="avatar" aria-hidden="true">
            {initialOf(name)}
          </span>
          <span className={styles.accountName}>{name}</span>
          <WaitingDot isShown={isWaiting} />
          <Icon icon={ChevronDown} />
        </>
      }
    >
      <UserSummary user={user} />
      <Link to={routes.own.path}>
        <Icon icon={Heart} />
        {routes.own.label}
        <WaitingDot isShown={isWaiting} />
      </Link>
      <Link to={routes.notebook.path}>
        <Icon icon={BookOpen} />
        {routes.notebook.label}
      </Link>
      <Link to={routes.account.path}>
        <Icon icon={UserRound} />
        {routes.account.label}
      </Link>
      <button type="button" className={dropdownStyles.act} onClick={logout}>
        <Icon icon={LogOut} />
        Đăng xuất
      </button>
    </Dropdown>
  );
}

/** Returns the first letter of the given name, which comes last in Vietnamese. */
function initialOf(name: string): string {
  const [letter = ""] = name.trim().split(/\s+/).at(-1) ?? "";
  return letter.toLocaleUpperCase("vi");
}

const PhoneDrawer = lazyPart(async () => (await import("./phone-drawer.tsx")).PhoneDrawer, LateDialog);

function PhoneMenu({ isWaiting }: { isWaiting: boolean }) {
  const [open, setOpen] = useState(false);
  const { key } = useLocation();
  useEffect(() => setOpen(false), [key]);
  const close = useCallback(() => setOpen(false), []);
  const preload = () => void PhoneDrawer.preload();
  return (
    <>
      <button
        type="button"
        className="ibtn only-narrow"
        aria-label={isWaiting ? "Mở trình đơn, có việc chờ bạn" : "Mở trình đơn"}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(true)}
      >
        <Icon icon={Menu} />
        <WaitingDot isShown={isWaiting} />
      </button>
      {open && (
        <Suspense>
          <PhoneDrawer isWaiting={isWaiting} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
