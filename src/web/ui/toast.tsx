import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";
import { createPortal } from "react-dom";

type Show = (text: string, kind?: "danger") => void;

/** Content outside an open modal dialog is inert, so the toast is rendered inside it. */
const topDialog = () => [...document.querySelectorAll("dialog[open]")].at(-1);

const ToastContext = createContext<Show>(() => undefined);

export function ToastProvider({ children }: { children: ReactNode }) {
  const [message, setMessage] = useState<{ text: string; kind?: "danger"; id: number }>({ text: "", id: 0 });
  const [dialog, setDialog] = useState<Element>();
  const show = useCallback<Show>((text, kind) => {
    setDialog(topDialog());
    // Screen readers announce changes of an existing region; by then a saved form's dialog has closed.
    setTimeout(() => {
      setDialog(topDialog());
      setMessage(({ id }) => ({ text, kind, id: id + 1 }));
    }, 100);
  }, []);
  useEffect(() => {
    const update = () => setDialog(topDialog());
    dialog?.addEventListener("close", update);
    return () => dialog?.removeEventListener("close", update);
  }, [dialog]);
  useEffect(() => {
    if (!message.text) return;
    const timer = setTimeout(() => setMessage(({ id }) => ({ text: "", id })), message.kind ? 8000 : 4000);
    return () => clearTimeout(timer);
  }, [message]);

  const { text, kind, id } = message;
  const region = (isVisible: boolean) => {
    const role = isVisible && kind ? "alert" : "status";
    return (
      <div key={role} className="toasts" role={role}>
        {isVisible && (
          <p key={id} className={kind ? "toast toast--danger" : "toast"}>
            {text}
          </p>
        )}
      </div>
    );
  };
  return (
    <ToastContext value={show}>
      {children}
      {region(!dialog && text !== "")}
      {dialog && createPortal(region(text !== ""), dialog)}
    </ToastContext>
  );
}

/** Returns a function that shows a message for four seconds, an error for eight. A new message replaces the previous one. */
export function useToast(): Show {
  return useContext(ToastContext);
}
