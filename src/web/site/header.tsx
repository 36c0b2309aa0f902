import {
  BookOpen,
  ChevronDown,
  Crown,
  Disc3,
  Feather,
  Headphones,
  Heart,
  House,
  type IconNode,
  Languages,
  Library,
  LogOut,
  Menu,
  UserRound,
} from "lucide";
import { Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { User } from "#contract/accounts.ts";
import { lazyPart, nothing } from "../lib/lazy-part.tsx";
import { useUserAuth } from "../lib/session.tsx";
import dropdownStyles from "../ui/dropdown.module.css";
import { Dropdown } from "../ui/dropdown.tsx";
import { Icon } from "../ui/icon.tsx";
import { Link, NavLink } from "../ui/link.tsx";
import { Mark } from "../ui/mark.tsx";
import { CloseButton, Dialog } from "../ui/modal.tsx";
import { ThemeButton } from "../ui/theme-button.tsx";
import styles from "./header.module.css";
import { brand, routes, type SiteRoute } from "./routes.ts";

interface NavItem {
  route: SiteRoute;
  icon: IconNode;
  description?: string;
}

const listeningNav: NavItem[] = [
  { route: routes.songs, icon: Library, description: "Tất cả bài hát, mới nhất trước" },
  { route: routes.categories, icon: Disc3, description: "Từ dân ca đến rock" },
  { route: routes.educational, icon: Languages, description: "Nhớ từ mới nhờ giai điệu" },
  { route: routes.own, icon: Heart, description: "Bài đã thích và nghe gần đây" },
];
const leftNav: NavItem[] = [{ route: routes.home, icon: House }];
const rightNav: NavItem[] = [
  { route: routes.premium, icon: Crown },
  { route: routes.request, icon: Feather },
];

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

/** Marks what leads to something that waits for its owner. */
function WaitingDot({ isShown }: { isShown: boolean }) {
  return isShown && <i className={styles.dot} role="img" aria-label="Có việc chờ bạn" />;
}

function displayName(user: User): string {
  return user.full_name || user.username;
}

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

/** Returns how one is called: by the given name, which comes last in Vietnamese and has two words in a name of three or more. */
function calledName(name: string): string {
  const words = name.trim().split(/\s+/);
  return words.slice(words.length > 2 ? -2 : -1).join(" ");
}

function UserSummary({ user }: { user: User }) {
  return (
    <div className={styles.whoami}>
      <b>{displayName(user)}</b>
      <span>{user.email}</span>
      {user.is_premium && (
        <span className="badge badge--gold">
          <Icon icon={Crown} />
          Premium
        </span>
      )}
    </div>
  );
}

function PhoneMenu({ isWaiting }: { isWaiting: boolean }) {
  const [open, setOpen] = useState(false);
  const { key } = useLocation();
  const { user, isAuthenticated, logout } = useUserAuth();
  useEffect(() => setOpen(false), [key]);
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        className="ibtn only-narrow"
        aria-label={isWaiting ? "Mở trình đơn, có việc chờ bạn" : "Mở trình đơn"}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Icon icon={Menu} />
        <WaitingDot isShown={isWaiting} />
      </button>
      <Dialog open={open} onClose={close} label="Trình đơn" className={styles.drawer}>
        <div className="modal__head">
          <h2>{isAuthenticated && user ? `Chào ${calledName(displayName(user))}` : "Chào bạn"}</h2>
          <CloseButton label="Đóng trình đơn" onClose={close} />
        </div>
        <nav aria-label="Trình đơn">
          <DrawerLinks items={leftNav} onFollow={close} />
          <p className={styles.drawerGroup}>
            <Icon icon={Headphones} />
            Nghe nhạc
          </p>
          {listeningNav.map(({ route, icon, description }) => (
            <NavLink key={route.path} className={styles.sub} to={route.path} onClick={close}>
              <Icon icon={icon} />
              <span>
                {route.label}
                {route === routes.own && <WaitingDot isShown={isWaiting} />}
                <small>{description}</small>
              </span>
            </NavLink>
          ))}
          <DrawerLinks items={rightNav} onFollow={close} />
        </nav>
        <div className={styles.drawerFoot}>
          {isAuthenticated && user ? (
            <>
              <UserSummary user={user} />
              <Link className="btn btn--line" to={routes.notebook.path} onClick={close}>
                <Icon icon={BookOpen} />
                {routes.notebook.label}
              </Link>
              <Link className="btn btn--line" to={routes.account.path} onClick={close}>
                <Icon icon={UserRound} />
                {routes.account.label}
              </Link>
              <button
                type="button"
                className="btn btn--line"
                onClick={() => {
                  close();
                  logout();
                }}
              >
                <Icon icon={LogOut} />
                Đăng xuất
              </button>
            </>
          ) : (
            <>
              <Link className="btn btn--primary guest-only" to={routes.register.path} onClick={close}>
                {routes.register.label}
              </Link>
              <Link className="btn btn--line guest-only" to={routes.login.path} onClick={close}>
                {routes.login.label}
              </Link>
            </>
          )}
        </div>
      </Dialog>
    </>
  );
}

function DrawerLinks({ items, onFollow }: { items: NavItem[]; onFollow(): void }) {
  return items.map(({ route, icon }) => (
    <NavLink key={route.path} to={route.path} onClick={onFollow}>
      <Icon icon={icon} />
      {route.label}
    </NavLink>
  ));
}
