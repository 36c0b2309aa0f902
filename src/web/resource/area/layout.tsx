import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { ChevronDown, CircleQuestionMark, ExternalLink, LogOut, Menu, X } from "lucide";
import { useEffect, useRef, useState } from "react";
import { Outlet, useLocation } from "react-router";
import { useMainFocus } from "../../lib/use-main-focus.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link, NavLink } from "../../ui/link.tsx";
import { Mark } from "../../ui/mark.tsx";
import { EmptyState, Skeleton } from "../../ui/states.tsx";
import { ThemeButton } from "../../ui/theme-button.tsx";
import { ConfirmProvider } from "../controls/confirm.tsx";
import { IconButton } from "../controls/icon-button.tsx";
import { KitLocale } from "../controls/kit-locale.tsx";
import { Drawer } from "../controls/modal.tsx";
import { scrollToTab } from "../controls/tabs.tsx";
import { ToastProvider } from "../controls/toast.tsx";
import { ConfirmationProvider } from "../data/confirmation.tsx";
import { createQueryClient } from "../data/query-client.ts";
import { focusMain } from "../focus.ts";
import { LeaveGuardProvider } from "../form/leave-guard.tsx";
import { ownHelpLabel, useHelp } from "../help/help.ts";
import { HelpProvider } from "../help/help-provider.tsx";
import { PaletteButton } from "../palette/palette-button.tsx";
import { ConfirmationDialog } from "../security/confirmation-dialog.tsx";
import { asScreen } from "../views/use-default-view.ts";
import { type Area, AreaContext, useArea } from "./area.ts";
import { AreaHead } from "./head.tsx";
import { LiveProvider } from "./live.tsx";
import { entryPath, findScreen, isOpenTo, partsOf, type Screen } from "./screens.ts";
import { useScreensAhead } from "./screens-ahead.ts";
import { accountIn, isLoggedIn, onSessionChange, useAccount, useLogout, useSessionEnd } from "./session.ts";
import "../../styles/back-office.css";
import styles from "./layout.module.css";

/** The server-rendered page of all screens: the server has no token. */
export function LayoutFallback({ area }: { area: Area }) {
  return (
    <>
      <AreaHead area={area} title={area.name} />
      <main id="main" className={styles.area} aria-busy="true">
        <Skeleton className={styles.areaSkeleton} />
      </main>
    </>
  );
}

/** The frame of a back office, with what its screens share. */
export function AreaLayout({ area }: { area: Area }) {
  const endSession = useSessionEnd(area);
  const [client] = useState(() => {
    const created: QueryClient = createQueryClient(() => endSession("expired", accountIn(created)));
    return created;
  });

  useEffect(
    () =>
      onSessionChange(area, () => {
        if (!isLoggedIn(area)) endSession("elsewhere", accountIn(client));
      }),
    [area, client, endSession],
  );

  return (
    <AreaContext value={area}>
      <QueryClientProvider client={client}>
        <LiveProvider onSignedOut={() => endSession("expired", accountIn(client))}>
          <KitLocale>
            <ToastProvider>
              <ConfirmProvider>
                <LeaveGuardProvider>
                  <ConfirmationProvider Dialog={ConfirmationDialog}>
                    <HelpProvider>
                      <Frame />
                    </HelpProvider>
                  </ConfirmationProvider>
                </LeaveGuardProvider>
              </ConfirmProvider>
            </ToastProvider>
          </KitLocale>
        </LiveProvider>
      </QueryClientProvider>
    </AreaContext>
  );
}

/** The frame of a screen. A back office with a single screen has no menu, so its bar names the account. */
function Frame() {
  const area = useArea();
  const hasMenu = area.menu.screens.filter(({ isOfAccount }) => !isOfAccount).length > 1;
  const { pathname, key } = useLocation();
  const screen = findScreen(area.menu, pathname);
  const logout = useLogout(area);
  const account = useAccount(area);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const main = useMainFocus(pathname);
  useScreensAhead();
  useEffect(() => setOpen(false), [key]);
  const menuLabel = `Trình đơn ${area.name.toLowerCase()}`;
  return (
    <div className={hasMenu ? `${styles.shell} ${styles.shellMenu}` : styles.shell}>
      {/* By the browser it would be a navigation that the router's leave guards can't hold. */}
      <a
        className="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          focusMain();
        }}
      >
        Đến nội dung chính
      </a>
      <a
        className={`skip ${styles.skipToList}`}
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          document.querySelector<HTMLElement>("main [data-row]")?.focus();
        }}
      >
        Đến dòng đầu danh sách
      </a>
      <AreaHead area={area} title={screen?.title ?? screen?.label ?? area.name} />
      {hasMenu && (
        <>
          <aside className={styles.side} aria-label={menuLabel}>
            <Sidebar account={account} logout={logout} />
          </aside>
          <Drawer open={open} onClose={close} side="left" label={menuLabel}>
            <div className={`${styles.side} ${styles.sideDrawer}`}>
              <IconButton label="Đóng trình đơn" icon={X} onPress={close} />
              <Sidebar account={account} logout={logout} onNavigate={close} />
            </div>
          </Drawer>
        </>
      )}
      <div className={styles.areaPage}>
        {hasMenu ? (
          <header className={styles.areaBar}>
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
            {screen && partsOf(area.menu, screen).length > 0 ? (
              <Parts current={screen} />
            ) : (
              <p className={styles.areaBreadcrumb}>
                <span className="muted">{area.name}</span> / <b>{screen?.label}</b>
              </p>
            )}
            <PaletteButton logout={logout} />
            <ThemeButton />
            <Link className="btn only-wide" to="/" target="_blank" rel="noopener">
              <Icon icon={ExternalLink} />
              Xem trang công khai
            </Link>
          </header>
        ) : (
          <header className={styles.areaBar}>
            <Link className="brand" to={area.homePath}>
              <Mark />
              Ngân Nga
            </Link>
            <p className={`${styles.areaBreadcrumb} muted only-wide`}>Dành cho {area.name.toLowerCase()}</p>
            <PaletteButton logout={logout} />
            <ThemeButton />
            <Account account={account} logout={logout} />
          </header>
        )}
        <main ref={main} id="main" className={styles.area} tabIndex={-1}>
          {screen && !isOpenTo(screen, area.role?.()) ? <ClosedScreen /> : <Outlet />}
        </main>
      </div>
    </div>
  );
}

/** The screens that share an entry of the menu, in the place of the one's name. */
function Parts({ current }: { current: Screen }) {
  const { menu, role } = useArea();
  const ref = useRef<HTMLElement>(null);
  const parts = partsOf(menu, current);
  const entry = parts.find(({ path }) => path === entryPath(current));
  useEffect(
    () => scrollToTab(ref.current?.querySelector<HTMLElement>(`[href="${current.path}"]`) ?? null),
    [current.path],
  );
  return (
    <nav ref={ref} className={styles.parts} aria-label={`Các phần của ${entry?.label}`}>
      {parts
        .filter((part) => isOpenTo(part, role?.()))
        .map(({ path, label, partLabel }) => (
          <NavLink key={path} to={path} state={asScreen}>
            {partLabel ?? label}
          </NavLink>
        ))}
    </nav>
  );
}

/** In the place of a screen that the role of the account may not open. */
function ClosedScreen() {
  const { homePath } = useArea();
  return (
    <EmptyState level="h1" title="Tài khoản của bạn không mở được màn hình này">
      <Link className="btn btn--line" to={homePath}>
        Về trang tổng quan
      </Link>
    </EmptyState>
  );
}

interface AccountProps {
  /** E-mail or user name. */
  account: string | undefined;
  logout: () => void;
  onNavigate?: () => void;
}

/** Names the account that is logged in, with the screens of the account and the button that logs out. */
function Account({ account, logout, onNavigate }: AccountProps) {
  const { accountLabel, menu } = useArea();
  const label = accountLabel();
  return (
    <>
      <span className="avatar" aria-hidden="true">
        {label.avatar}
      </span>
      <span className={styles.sideAccount} title={account}>
        <b>{label.name}</b>
        <span className="muted">{label.role}</span>
      </span>
      {menu.screens
        .filter(({ isOfAccount }) => isOfAccount)
        .map((screen) => (
          <NavLink
            key={screen.path}
            className="ibtn"
            to={screen.path}
            aria-label={screen.label}
            title={screen.label}
            onClick={onNavigate}
          >
            <Icon icon={screen.icon} />
          </NavLink>
        ))}
      <button type="button" className="ibtn" aria-label="Đăng xuất" title="Đăng xuất" onClick={logout}>
        <Icon icon={LogOut} />
      </button>
    </>
  );
}

function Sidebar({ account, logout, onNavigate }: AccountProps) {
  const { name, homePath, menu, role } = useArea();
  const { pathname } = useLocation();
  const showHelp = useHelp();
  const screen = findScreen(menu, pathname);
  const entry = screen && entryPath(screen);
  const ref = useRef<HTMLElement>(null);
  // By `scrollIntoView`, the next press of Tab would begin at the entry.
  useEffect(() => {
    const nav = ref.current;
    const item = nav?.querySelector<HTMLElement>(`[href="${entry}"]`);
    if (!nav || !item) return;
    const hidden = item.offsetTop + item.offsetHeight - nav.clientHeight;
    nav.scrollTop = Math.min(Math.max(nav.scrollTop, hidden), item.offsetTop);
  }, [entry]);
  const isShown = (each: Screen) => isOpenTo(each, role?.());
  const groups = menu.groups
    .map(({ label, screens }) => ({ label, screens: screens.filter(isShown) }))
    .filter(({ screens }) => screens.length > 0);
  return (
    <>
      <Link className="brand" to={homePath} onClick={onNavigate}>
        <Mark />
        Ngân Nga
      </Link>
      <nav ref={ref} aria-label={name}>
        {menu.screens
          .filter(({ group, isOfAccount, partOf }) => group === undefined && !isOfAccount && partOf === undefined)
          .filter(isShown)
          .map((each) => (
            <Item key={each.path} screen={each} entry={entry} onNavigate={onNavigate} />
          ))}
        {groups.map((group) => (
          <details key={group.label} open>
            <summary>
              {group.label}
              <Icon icon={ChevronDown} />
            </summary>
            {group.screens.map((each) => (
              <Item key={each.path} screen={each} entry={entry} onNavigate={onNavigate} />
            ))}
          </details>
        ))}
        {showHelp && (
          <button
            type="button"
            className={styles.item}
            aria-haspopup="dialog"
            onClick={() => {
              onNavigate?.();
              showHelp();
            }}
          >
            <Icon icon={CircleQuestionMark} />
            {ownHelpLabel}
          </button>
        )}
        {onNavigate && (
          <Link className={styles.item} to="/" target="_blank" rel="noopener">
            <Icon icon={ExternalLink} />
            Xem trang công khai
          </Link>
        )}
      </nav>
      <div className={styles.sideMe}>
        <Account account={account} logout={logout} onNavigate={onNavigate} />
      </div>
    </>
  );
}

interface ItemProps {
  screen: Screen;
  /** Path of the entry that the open screen belongs to. */
  entry: string | undefined;
  onNavigate?: () => void;
}

function Item({ screen: { path, label, icon }, entry, onNavigate }: ItemProps) {
  return (
    <Link
      className={styles.item}
      to={path}
      state={asScreen}
      aria-current={path === entry ? "page" : undefined}
      onClick={onNavigate}
    >
      <Icon icon={icon} />
      {label}
    </Link>
  );
}
