/** A short message at the bottom of the screen, read out by screen readers; in the topmost dialog while one is open. */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";
import { createPortal } from "react-dom";

type Show = (text: string, kind?: "danger") => void;

/** What is outside of an open dialog is neither seen nor heard. */
const topDialog = () => [...document.querySelectorAll("dialog[open]")].at(-1);

const ToastContext = createContext<Show>(() => undefined);

export function ToastProvider({ children }: { children: ReactNode }) {
  const [message, setMessage] = useState<{ text: string; kind?: "danger"; turn: number }>({ text: "", turn: 0 });
  const [dialog, setDialog] = useState<Element>();
  const show = useCallback<Show>((text, kind) => {
    setDialog(topDialog());
    // Screen readers hear what comes into a region that is there already; a form that was saved is gone by then.
    setTimeout(() => {
      setDialog(topDialog());
      setMessage(({ turn }) => ({ text, kind, turn: turn + 1 }));
    }, 100);
  }, []);
  useEffect(() => {
    const move = () => setDialog(topDialog());
    dialog?.addEventListener("close", move);
    return () => dialog?.removeEventListener("close", move);
  }, [dialog]);
  useEffect(() => {
    if (!message.text) return;
    const timer = setTimeout(() => setMessage(({ turn }) => ({ text: "", turn })), message.kind ? 8000 : 4000);
    return () => clearTimeout(timer);
  }, [message]);

  const { text, kind, turn } = message;
  const region = (shown: boolean) => {
    const role = shown && kind ? "alert" : "status";
    return (
      <div key={role} className="toasts" role={role}>
        {shown && (
          <p key={turn} className={kind ? "toast toast--danger" : "toast"}>
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

/** Gives the function that shows a message for four seconds, what was refused for eight; a new one takes the place of the old. */
export function useToast(): Show {
  return useContext(ToastContext);
}
