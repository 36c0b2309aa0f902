import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react";
import { Modal } from "./modal.tsx";

interface Confirmation {
  title: string;
  text: ReactNode;
  action: string;
  /** The label of the safe button; "Hủy" by default. */
  cancel?: string;
  danger?: boolean;
}

/** Opens the dialog; resolves to whether it was confirmed. */
export type Confirm = (confirmation: Confirmation) => Promise<boolean>;

const ConfirmContext = createContext<Confirm>(() => Promise.resolve(false));

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [confirmation, setConfirmation] = useState<Confirmation>();
  const resolveRef = useRef<(isConfirmed: boolean) => void>(undefined);
  const confirm = useCallback((next: Confirmation) => {
    resolveRef.current?.(false);
    setConfirmation(next);
    return new Promise<boolean>((resolve) => {
      resolveRef.current = resolve;
    });
  }, []);
  const settle = useCallback((isConfirmed: boolean) => {
    resolveRef.current?.(isConfirmed);
    resolveRef.current = undefined;
    setConfirmation(undefined);
  }, []);
  const cancel = useCallback(() => settle(false), [settle]);
  return (
    <ConfirmContext value={confirm}>
      {children}
      <Modal
        open={confirmation !== undefined}
        onClose={cancel}
        title={confirmation?.title ?? ""}
        width={27}
        role="alertdialog"
        foot={
          <>
            <button type="button" className="btn btn--line" onClick={cancel}>
              {confirmation?.cancel ?? "Hủy"}
            </button>
            <button
              type="button"
              className={confirmation?.danger ? "btn btn--danger" : "btn btn--primary"}
              onClick={() => settle(true)}
            >
              {confirmation?.action}
            </button>
          </>
        }
      >
        <div className="confirm">{confirmation?.text}</div>
      </Modal>
    </ConfirmContext>
  );
}

/** Returns the function that opens the dialog: `await confirm({...})` is true after a confirmation. */
export function useConfirm(): Confirm {
  return useContext(ConfirmContext);
}
