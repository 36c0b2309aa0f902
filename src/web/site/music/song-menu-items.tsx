import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import type { Track } from "../../player/audio-service.ts";
import { QueueActs } from "./queue-acts.tsx";
import styles from "./song-menu-items.module.css";

interface SongMenuItemsProps {
  song: Track;
  /** The button that the menu stands at. */
  opener: HTMLElement;
  onClose: () => void;
  /** Further items, as `Act`s. */
  children?: ReactNode;
}

/** Pixels between the menu, its button and the edges of the window. */
const gap = 8;

/** The menu of a song of a list: at its button, on phones a sheet. Closes on a press beside it, on Esc and on a press on an item. */
export function SongMenuItems({ song, opener, onClose, children }: SongMenuItemsProps) {
  const ref = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    const menu = ref.current;
    if (!menu) return;
    menu.showPopover();
    const at = opener.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = menu;
    const isBelow = at.bottom + gap + height <= window.innerHeight;
    menu.style.setProperty("--x", `${Math.max(gap, Math.min(at.right - width, window.innerWidth - width - gap))}px`);
    menu.style.setProperty("--y", `${isBelow ? at.bottom + gap : Math.max(gap, at.top - gap - height)}px`);
    menu.querySelector("button")?.focus();
  }, [opener]);
  useEffect(() => {
    const menu = ref.current;
    if (!menu) return;
    const onToggle = (event: Event) => {
      if ((event as ToggleEvent).newState === "closed") close();
    };
    const onPress = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.closest("button:not([data-stays])")) return;
      // Before React's own listener: a dialog that the item opens gives the focus back to the menu's button.
      opener.focus({ preventScroll: true });
      menu.hidePopover();
    };
    const onScroll = () => menu.hidePopover();
    menu.addEventListener("toggle", onToggle);
    menu.addEventListener("click", onPress);
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      menu.removeEventListener("toggle", onToggle);
      menu.removeEventListener("click", onPress);
      window.removeEventListener("scroll", onScroll);
    };
  }, [opener]);
  return createPortal(
    <div ref={ref} popover="auto" className={styles.menu} role="group" aria-label={`Với bài ${song.title}`}>
      <p className={styles.title} aria-hidden="true">
        {song.title}
      </p>
      <QueueActs song={song} />
      {children}
    </div>,
    document.body,
  );
}
