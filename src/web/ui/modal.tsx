/** Dialogs over the native `<dialog>`, which traps the focus and returns it. Esc and a press on the backdrop close. */
import { X } from "lucide";
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { Icon } from "./icon.tsx";

interface DialogProps {
  open: boolean;
  onClose(): void;
  label?: string;
  labelledBy?: string;
  className?: string;
  /** Width from 576 px up, in rem: 27, 34, 50 or 52. */
  width?: 27 | 34 | 50 | 52;
  children: ReactNode;
}

export function Dialog({ open, onClose, label, labelledBy, className, width, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  // Browsers return the focus only when the dialog closes before its element is removed.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return;
    dialog.showModal();
    return () => dialog.close();
  }, [open]);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return;
    let pressTarget: EventTarget | null = null;
    const onPress = (event: PointerEvent) => {
      pressTarget = event.target;
    };
    // A text selection may end over the backdrop, so the press must start there too. Closing on the press would click through.
    const onClick = (event: MouseEvent) => {
      if (event.target === dialog && pressTarget === dialog) onClose();
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
        // Chrome lets only the first Esc be prevented; `onClose` handles the next.
        if (!event.cancelable) return;
        event.preventDefault();
        onClose();
      }}
      onClose={({ currentTarget: dialog }) => {
        // Ignores our own close; reopens if the browser closed it.
        if (!open || dialog.open) return;
        dialog.showModal();
        onClose();
      }}
    >
      {open && children}
    </dialog>
  );
}

export function CloseButton({ label, onClose }: { label: string; onClose(): void }) {
  return (
    <button type="button" className="ibtn" aria-label={label} onClick={onClose}>
      <Icon icon={X} />
    </button>
  );
}

interface ModalProps extends Omit<DialogProps, "label" | "labelledBy" | "className"> {
  title: string;
  foot?: ReactNode;
}

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
