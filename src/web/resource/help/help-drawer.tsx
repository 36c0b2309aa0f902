import { type ComponentType, useEffect, useId, useRef } from "react";
import { useLocation } from "react-router";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { useArea } from "../area/area.ts";
import { useOpenScreens } from "../area/open-screens.ts";
import { findScreen } from "../area/screens.ts";
import { Drawer } from "../controls/modal.tsx";
import { asScreen } from "../views/use-default-view.ts";
import type { HelpProps } from "./help.ts";
import styles from "./help-drawer.module.css";

interface HelpDrawerProps extends HelpProps {
  topics: Readonly<Record<string, ComponentType>>;
}

/** The help of one screen at the side, with the way to that screen and to the help of the others that the account may open. */
export function HelpDrawer({ topics, path, onShow, onClose }: HelpDrawerProps) {
  const id = useId();
  const { menu } = useArea();
  const { pathname } = useLocation();
  const screens = useOpenScreens();
  const screen = findScreen(menu, path);
  const isOpen = findScreen(menu, pathname)?.path === path;
  const contentRef = useRef<HTMLDivElement>(null);
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    contentRef.current?.scrollIntoView();
    contentRef.current?.focus({ preventScroll: true });
  }, [path]);
  const Topic = topics[path];
  return (
    <Drawer open side="right" isReadFirst title={`Hướng dẫn: ${screen?.label ?? ""}`} onClose={onClose}>
      <div ref={contentRef} className={styles.topic} tabIndex={-1}>
        {Topic && <Topic />}
        {screen && !screen.isOfRecord && !isOpen && (
          <p>
            <Link className="btn btn--line" to={path} state={asScreen}>
              Mở {screen.label}
            </Link>
          </p>
        )}
      </div>
      <nav className={styles.others} aria-labelledby={id}>
        <h3 id={id}>Hướng dẫn các trang khác</h3>
        <ul>
          {screens
            .filter((other) => other.path !== path)
            .map((other) => (
              <li key={other.path}>
                <button type="button" onClick={() => onShow(other.path)}>
                  <Icon icon={other.icon} />
                  {other.label}
                </button>
              </li>
            ))}
        </ul>
      </nav>
    </Drawer>
  );
}
