/** Dialogs of the back office: a card in the middle, or a drawer at one side. */
import { X } from "lucide";
import {
  type CSSProperties,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from "react";
import { Dialog, Heading, ModalOverlay, Modal as Panel, Text } from "react-aria-components";
import { IconButton } from "./icon-button.tsx";
import styles from "./modal.module.css";

interface DialogProps {
  open: boolean;
  /** Called on Esc, the close button and a press on the scrim. The dialog stays open until `open` is false. */
  onClose: () => void;
  foot?: ReactNode;
  children: ReactNode;
}

interface ModalProps extends DialogProps {
  title: string;
  /** Width from 576 px up, in rem; 34 by default. */
  width?: 27 | 34 | 38 | 50 | 52;
  /** `alertdialog` for a question, whose first button in the foot is the safe one and gets the focus. */
  role?: "dialog" | "alertdialog";
  /** The focus starts at the dialog instead, for one that is read from its top before a field is used. */
  isReadFirst?: boolean;
}

/** A card; below 576 px a sheet at the bottom edge. The focus starts in the first field of the body. */
export function Modal({ title, width, role, isReadFirst, foot, children, ...overlay }: ModalProps) {
  return (
    <Overlay {...overlay} className={styles.modal} width={width}>
      <Dialog role={role} className={styles.dialog}>
        <Content title={title} role={role} isReadFirst={isReadFirst} foot={foot} onClose={overlay.onClose}>
          {children}
        </Content>
      </Dialog>
    </Overlay>
  );
}

interface DrawerProps extends DialogProps {
  /** From the right the details of a row, as wide as the screen on a phone; from the left the menu of a phone. */
  side: "left" | "right";
  /** Its heading, beside a close button. */
  title?: string;
  /** Its name, for a drawer that has no heading and whose content closes it. */
  label?: string;
  /** Width in rem; 30 by default, 22 on the left. */
  width?: number;
  /** As wide as the screen. */
  isFull?: boolean;
  /** Beside the close button of the heading. */
  tools?: ReactNode;
  /** The focus starts at the drawer, not in its first field. */
  isReadFirst?: boolean;
}

const sideClasses = { left: styles.left, right: styles.right };

/** A panel of full height at one side. */
export function Drawer(props: DrawerProps) {
  const { side, title, label, width, isFull = false, tools, isReadFirst, foot, children, ...overlay } = props;
  const className = `${styles.modal} ${sideClasses[side]} ${isFull ? styles.full : ""}`;
  return (
    <Overlay {...overlay} className={className} width={width}>
      <Dialog aria-label={label} className={styles.dialog}>
        <Content title={title} tools={tools} isReadFirst={isReadFirst} foot={foot} onClose={overlay.onClose}>
          {children}
        </Content>
      </Dialog>
    </Overlay>
  );
}

interface OverlayProps {
  open: boolean;
  onClose: () => void;
  className?: string;
  width?: number;
  children: ReactNode;
}

/**
 * Gives the focus back to what had it before a dialog opened, where it is nowhere after. React Aria does so in the frame after the dialog is gone:
 * when an answer closed it, not a press, the page may still be inert in that frame, and the focus is lost.
 */
function useFocusBack(open: boolean): void {
  const opener = useRef<Element>(null);
  useLayoutEffect(() => {
    if (open) opener.current = document.activeElement;
  }, [open]);
  useEffect(() => {
    if (!open) return;
    return () => {
      // Once the effects of the dialog are undone too.
      queueMicrotask(() => {
        if (document.activeElement === document.body && opener.current instanceof HTMLElement) opener.current.focus();
      });
    };
  }, [open]);
}

function Overlay({ open, onClose, className, width, children }: OverlayProps) {
  useFocusBack(open);
  // React Aria's `isDismissable` also closes when a press begins on the scrim and ends in the dialog.
  const isPressOnScrim = useRef(false);
  const scrimRef = useRef<HTMLDivElement>(null);
  // React Aria handles Esc only in the dialog; the focus is lost to the body when the focused button is disabled or removed.
  const closeOnEscape = useEffectEvent(({ key, target }: KeyboardEvent) => {
    const isOnTop = [...document.querySelectorAll(".scrim")].at(-1) === scrimRef.current;
    if (key === "Escape" && target === document.body && isOnTop) onClose();
  });
  useEffect(() => {
    if (!open) return;
    const onKeyDown = (event: KeyboardEvent) => closeOnEscape(event);
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [open]);
  const isScrim = ({ target, currentTarget }: PointerEvent) => target === currentTarget;
  return (
    <ModalOverlay
      ref={scrimRef}
      className="scrim"
      isOpen={open}
      onOpenChange={onClose}
      onPointerDown={(event) => {
        isPressOnScrim.current = event.button === 0 && isScrim(event);
      }}
      onPointerUp={(event) => {
        isPressOnScrim.current &&= isScrim(event);
      }}
      // Closing before the click would let it reach the page below.
      onClick={() => {
        if (isPressOnScrim.current) onClose();
        isPressOnScrim.current = false;
      }}
    >
      <Panel className={className} style={width ? ({ "--w": `${width}rem` } as CSSProperties) : undefined}>
        {children}
      </Panel>
    </ModalOverlay>
  );
}

interface ContentProps extends Pick<ModalProps, "role" | "isReadFirst" | "foot" | "onClose" | "children"> {
  title?: string;
  tools?: ReactNode;
}

function Content({ title, tools, role, isReadFirst = false, foot, onClose, children }: ContentProps) {
  const bodyRef = useRef<HTMLDivElement>(null);
  const footRef = useRef<HTMLDivElement>(null);
  // Without a field React Aria focuses the dialog, in an effect after this one.
  useEffect(() => {
    const safeButton = role === "alertdialog" ? footRef.current?.querySelector<HTMLElement>("button") : undefined;
    const field = isReadFirst ? undefined : firstField(bodyRef.current);
    (field ?? safeButton)?.focus();
  }, [role, isReadFirst]);
  return (
    <>
      {title && (
        <div className="modal__head">
          <Heading slot="title">{title}</Heading>
          {tools}
          <IconButton label="Đóng" icon={X} onPress={onClose} />
        </div>
      )}
      <div ref={bodyRef} className={title ? "modal__body" : `modal__body ${styles.bare}`}>
        {role === "alertdialog" ? (
          <Text slot="description" elementType="div">
            {children}
          </Text>
        ) : (
          children
        )}
      </div>
      {foot && (
        <div ref={footRef} className="modal__foot">
          {foot}
        </div>
      )}
    </>
  );
}

const fields = "input, select, textarea, [role=combobox], [role=spinbutton], button[aria-haspopup=listbox]";

/** Returns the first field of an element that takes the focus. */
export function firstField(body: HTMLElement | null): HTMLElement | undefined {
  return [...(body?.querySelectorAll<HTMLElement>(fields) ?? [])].find(
    (field) => field.checkVisibility() && !field.matches(":disabled, [aria-hidden=true] *") && field.tabIndex >= 0,
  );
}
