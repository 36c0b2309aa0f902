import { BookOpen, Headphones, LogOut, UserRound } from "lucide";
import { useUserAuth } from "../lib/session.tsx";
import { Icon } from "../ui/icon.tsx";
import { Link, NavLink } from "../ui/link.tsx";
import { CloseButton, Dialog } from "../ui/modal.tsx";
import styles from "./header.module.css";
import { leftNav, listeningNav, type NavItem, rightNav } from "./header-nav.ts";
import { displayName, UserSummary, WaitingDot } from "./header-parts.tsx";
import { routes } from "./routes.ts";

/** The menu of phones, whose code comes with the first press. */
export function PhoneDrawer({ isWaiting, onClose }: { isWaiting: boolean; onClose(): void }) {
  const { user, isAuthenticated, logout } = useUserAuth();
  return (
    <Dialog open onClose={onClose} label="Trình đơn" className={styles.drawer}>
      <div className="modal__head">
        <h2>{isAuthenticated && user ? `Chào ${calledName(displayName(user))}` : "Chào bạn"}</h2>
        <CloseButton label="Đóng trình đơn" onClose={onClose} />
      </div>
      <nav aria-label="Trình đơn">
        <DrawerLinks items={leftNav} onFollow={onClose} />
        <p className={styles.drawerGroup}>
          <Icon icon={Headphones} />
          Nghe nhạc
        </p>
        {listeningNav.map(({ route, icon, description }) => (
          <NavLink key={route.path} className={styles.sub} to={route.path} onClick={onClose}>
            <Icon icon={icon} />
            <span>
              {route.label}
              {route === routes.own && <WaitingDot isShown={isWaiting} />}
              <small>{description}</small>
            </span>
          </NavLink>
        ))}
        <DrawerLinks items={rightNav} onFollow={onClose} />
      </nav>
      <div className={styles.drawerFoot}>
        {isAuthenticated && user ? (
          <>
            <UserSummary user={user} />
            <Link className="btn btn--line" to={routes.notebook.path} onClick={onClose}>
              <Icon icon={BookOpen} />
              {routes.notebook.label}
            </Link>
            <Link className="btn btn--line" to={routes.account.path} onClick={onClose}>
              <Icon icon={UserRound} />
              {routes.account.label}
            </Link>
            <button
              type="button"
              className="btn btn--line"
              onClick={() => {
                onClose();
                logout();
              }}
            >
              <Icon icon={LogOut} />
              Đăng xuất
            </button>
          </>
        ) : (
          <>
            <Link className="btn btn--primary guest-only" to={routes.register.path} onClick={onClose}>
              {routes.register.label}
            </Link>
            <Link className="btn btn--line guest-only" to={routes.login.path} onClick={onClose}>
              {routes.login.label}
            </Link>
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Returns how one is called: by the given name, which comes last in Vietnamese and has two words in a name of three or more. */
function calledName(name: string): string {
  const words = name.trim().split(/\s+/);
  return words.slice(words.length > 2 ? -2 : -1).join(" ");
}

function DrawerLinks({ items, onFollow }: { items: NavItem[]; onFollow(): void }) {
  return items.map(({ route, icon }) => (
    <NavLink key={route.path} to={route.path} onClick={onFollow}>
      <Icon icon={icon} />
      {route.label}
    </NavLink>
  ));
}
