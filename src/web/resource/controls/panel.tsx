/** The details of a row beside its list. */
import { ChevronDown, ChevronUp, X } from "lucide";
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useKeys } from "../../lib/keys.ts";
import { IconButton } from "./icon-button.tsx";
import { Drawer, firstField } from "./modal.tsx";
import styles from "./panel.module.css";

interface Walk {
  /** Opens the row above; undefined at the first one. */
  previous?: (() => void) | undefined;
  next?: (() => void) | undefined;
  /** The focus starts in the first field. */
  isEditing: boolean;
  /** Called before the panel goes while the focus is in it. */
  onLeave: () => void;
}

/** What a panel needs to know of its list. */
export const WalkContext = createContext<Walk>({ isEditing: false, onLeave: () => undefined });

interface PanelProps {
  title: string;
  /** Called on Esc and the close button. The panel stays open while rendered. */
  onClose: () => void;
  foot?: ReactNode;
  children: ReactNode;
}

/** Whether a list fits beside a panel, from 1024 px on; below, a panel is a sheet. */
export const isBeside = () => window.matchMedia("(min-width: 64rem)").matches;

/**
 * A panel at the right edge from 1024 px, which leaves the list usable and has buttons for the rows before and after it; below it a sheet as
 * large as the screen. Its body is the container `panel`.
 */
export function Panel(props: PanelProps) {
  // Kept while it is open: a turned tablet must not lose what was typed.
  const [Shown] = useState(() => (isBeside() ? Beside : Sheet));
  return <Shown {...props} />;
}

function Sheet({ children, ...props }: PanelProps) {
  const { isEditing } = useContext(WalkContext);
  return (
    <Drawer open side="right" isFull isReadFirst={!isEditing} tools={<WalkButtons />} {...props}>
      <div className={styles.content} data-sheet="">
        {children}
      </div>
    </Drawer>
  );
}

function Beside({ title, onClose, foot, children }: PanelProps) {
  const id = useId();
  const ref = useRef<HTMLElement>(null);
  const bodyRef = useRef<HTMLDivElement>(null);
  const { isEditing, onLeave } = useContext(WalkContext);
  const leave = useEffectEvent(onLeave);
  // Before the element is gone, and the focus with it.
  useLayoutEffect(() => {
    const panel = ref.current;
    return () => {
      if (panel?.contains(document.activeElement)) leave();
    };
  }, []);
  useEffect(() => {
    const field = isEditing ? firstField(bodyRef.current) : undefined;
    (field ?? ref.current)?.focus({ preventScroll: field === undefined });
  }, [isEditing]);
  useKeys({
    Escape({ target }) {
      // There it clears the search.
      if (target instanceof HTMLInputElement && target.type === "search" && target.value !== "") return false;
      onClose();
      return true;
    },
  });
  return (
    <section ref={ref} role="dialog" aria-labelledby={id} tabIndex={-1} className={styles.panel} data-panel="">
      <div className={`modal__head ${styles.head}`}>
        <h2 id={id}>{title}</h2>
        <WalkButtons />
        <IconButton label="Đóng" icon={X} onPress={onClose} />
      </div>
      <div ref={bodyRef} className={`modal__body ${styles.body}`}>
        <div className={styles.content}>{children}</div>
      </div>
      {foot && <div className="modal__foot">{foot}</div>}
    </section>
  );
}

function WalkButtons() {
  const { previous, next } = useContext(WalkContext);
  if (!previous && !next) return null;
  return (
    <div className={styles.walk}>
      <IconButton label="Dòng trước" icon={ChevronUp} isDisabled={!previous} onPress={() => previous?.()} />
      <IconButton label="Dòng sau" icon={ChevronDown} isDisabled={!next} onPress={() => next?.()} />
    </div>
  );
}
