/** Dialogs over the native `<dialog>`: focus stays inside and returns, Esc and a press on the backdrop close. */
import { X } from "lucide";
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { Icon } from "./icon.tsx";

interface DialogProps {
  open: boolean;
  onClose(): void;
  /** The accessible name, where no heading gives one by `labelledBy`. */
  label?: string;
  labelledBy?: string;
  className?: string;
  /** Width from 576 px up, in rem: 27, 34, 50 or 52. */
  width?: 27 | 34 | 50 | 52;
  children: ReactNode;
}

/** A bare modal dialog. What it holds is only made while it is open. */
export function Dialog({ open, onClose, label, labelledBy, className, width, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  // Closed before the element goes: only then the browser gives the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return;
    dialog.showModal();
    return () => dialog.close();
  }, [open]);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return;
    let pressed: EventTarget | null = null;
    const onPress = (event: PointerEvent) => {
      pressed = event.target;
    };
    // Text dragged out of a field ends over the backdrop too; closing already on the press would click what lies below.
    const onClick = (event: MouseEvent) => {
      if (event.target === dialog && pressed === dialog) onClose();
    };
    dialog.addEventListener("pointerdown", onPress);
    dialog.addEventListener("click", onClick);
    return () => {
      dialog.removeEventListener("pointerdown", onPress);
      dialog.removeEventListener("click", onClick);
    };
  }, [open, onClose]);
  return (
    <dialog
      ref={ref}
      className={className}
      aria-label={label}
      aria-labelledby={labelledBy}
      style={width ? ({ "--w": `${width}rem` } as object) : undefined}
      onCancel={(event) => {
        // Chrome lets Esc be held back once, then closes by itself: `close` tells.
        if (!event.cancelable) return;
        event.preventDefault();
        onClose();
      }}
      onClose={({ currentTarget: dialog }) => {
        // Not the echo of a close of ours: it is open until its owner says otherwise.
        if (!open || dialog.open) return;
        dialog.showModal();
        onClose();
      }}
    >
      {open && children}
    </dialog>
  );
}

/** The round button with the cross that closes a dialog. */
export function CloseButton({ label, onClose }: { label: string; onClose(): void }) {
  return (
    <button type="button" className="ibtn" aria-label={label} onClick={onClose}>
      <Icon icon={X} />
    </button>
  );
}

interface ModalProps extends Omit<DialogProps, "label" | "labelledBy" | "className"> {
  title: string;
  /** Buttons that stay in view at the bottom. */
  foot?: ReactNode;
}

/** A titled dialog: a sheet on a phone, a centred card above. */
export function Modal({ title, foot, children, ...dialog }: ModalProps) {
  return (
    <Dialog {...dialog} label={title}>
      <div className="modal__head">
        <h2>{title}</h2>
        <CloseButton label="Đóng" onClose={dialog.onClose} />
      </div>
      <div className="modal__body">{children}</div>
      {foot && <div className="modal__foot">{foot}</div>}
    </Dialog>
  );
}
