/** The site's header: brand, navigation, theme, session; on a phone a drawer mirrors it. */
import {
  ChevronDown,
  Crown,
  Disc3,
  Feather,
  Headphones,
  House,
  type IconNode,
  Languages,
  Library,
  LogOut,
  Menu,
} from "lucide";
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { User } from "#contract/accounts.ts";
import { useUserAuth } from "../lib/session.tsx";
import { Dropdown } from "../ui/dropdown.tsx";
import { Icon } from "../ui/icon.tsx";
import { Link, NavLink } from "../ui/link.tsx";
import { Mark } from "../ui/mark.tsx";
import { CloseButton, Dialog } from "../ui/modal.tsx";
import { ThemeButton } from "../ui/theme-button.tsx";
import { brand, type Page, pages } from "./pages.ts";

interface Way {
  page: Page;
  icon: IconNode;
  /** A line below the label in the dropdown. */
  about?: string;
}

const listening: Way[] = [
  { page: pages.songs, icon: Library, about: "Tất cả bài hát, mới nhất trước" },
  { page: pages.categories, icon: Disc3, about: "Từ dân ca đến rock" },
  { page: pages.educational, icon: Languages, about: "Nhớ từ mới nhờ giai điệu" },
].filter(exists);
const before: Way[] = [{ page: pages.home, icon: House }].filter(exists);
const after: Way[] = [
  { page: pages.premium, icon: Crown },
  { page: pages.request, icon: Feather },
].filter(exists);

function exists({ page }: Way): boolean {
  return page.exists;
}

export function Header() {
  const { pathname } = useLocation();
  const here = listening.some(({ page }) => pathname === page.path || pathname.startsWith(`${page.path}/`));
  return (
    <header className="site-header">
      <div className="wrap">
        <Link className="brand" to={pages.home.path}>
          <Mark />
          {brand}
        </Link>
        <nav className="nav" aria-label="Chính">
          <TopLinks ways={before} />
          <Dropdown
            current={here}
            summary={
              <>
                Nghe nhạc <Icon icon={ChevronDown} />
              </>
            }
          >
            {listening.map(({ page, icon, about }) => (
              <Link key={page.path} to={page.path}>
                <Icon icon={icon} />
                {page.label}
                <span>{about}</span>
              </Link>
            ))}
          </Dropdown>
          <TopLinks ways={after} />
        </nav>
        <div className="site-header__end">
          <ThemeButton />
          <Account />
          <PhoneMenu />
        </div>
      </div>
    </header>
  );
}

function TopLinks({ ways }: { ways: Way[] }) {
  return ways.map(({ page }) => (
    <NavLink key={page.path} to={page.path}>
      {page.label}
    </NavLink>
  ));
}

/** Full name, else the user name. */
function nameOf(user: User): string {
  return user.full_name || user.username;
}

function Account() {
  const { user, isAuthenticated, logout } = useUserAuth();
  if (!isAuthenticated || !user) {
    return (
      <>
        <Link className="btn only-wide guest-only" to={pages.login.path}>
          {pages.login.label}
        </Link>
        <Link className="btn btn--primary only-wide guest-only" to={pages.register.path}>
          {pages.register.label}
        </Link>
      </>
    );
  }
  const name = nameOf(user);
  return (
    <Dropdown
      className="only-wide"
      panelClass="pop pop--end"
      summaryClass="btn account"
      summary={
        <>
          <span className="avatar" aria-hidden="true">
            {initialOf(name)}
          </span>
          <span className="account__name">{name}</span>
          <Icon icon={ChevronDown} />
        </>
      }
    >
      <Whoami user={user} />
      <button type="button" className="pop__act" onClick={logout}>
        <Icon icon={LogOut} />
        Đăng xuất
      </button>
    </Dropdown>
  );
}

/** The first letter of the given name, which in Vietnamese comes last. */
function initialOf(name: string): string {
  const [letter = ""] = name.trim().split(/\s+/).at(-1) ?? "";
  return letter.toLocaleUpperCase("vi");
}

function Whoami({ user }: { user: User }) {
  return (
    <div className="whoami">
      <b>{nameOf(user)}</b>
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

function PhoneMenu() {
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
        aria-label="Mở trình đơn"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Icon icon={Menu} />
      </button>
      <Dialog open={open} onClose={close} label="Trình đơn" className="drawer">
        <div className="modal__head">
          <h2>{isAuthenticated && user ? `Chào ${nameOf(user)}` : "Chào bạn"}</h2>
          <CloseButton label="Đóng trình đơn" onClose={close} />
        </div>
        <nav aria-label="Trình đơn">
          <DrawerLinks ways={before} onFollow={close} />
          <p className="drawer__group">
            <Icon icon={Headphones} />
            Nghe nhạc
          </p>
          {listening.map(({ page }) => (
            <NavLink key={page.path} className="sub" to={page.path} onClick={close}>
              {page.label}
            </NavLink>
          ))}
          <DrawerLinks ways={after} onFollow={close} />
        </nav>
        <div className="drawer__foot">
          {isAuthenticated && user ? (
            <>
              <Whoami user={user} />
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
              <Link className="btn btn--primary guest-only" to={pages.register.path} onClick={close}>
                {pages.register.label}
              </Link>
              <Link className="btn btn--line guest-only" to={pages.login.path} onClick={close}>
                {pages.login.label}
              </Link>
            </>
          )}
        </div>
      </Dialog>
    </>
  );
}

function DrawerLinks({ ways, onFollow }: { ways: Way[]; onFollow(): void }) {
  return ways.map(({ page, icon }) => (
    <NavLink key={page.path} to={page.path} onClick={onFollow}>
      <Icon icon={icon} />
      {page.label}
    </NavLink>
  ));
}
