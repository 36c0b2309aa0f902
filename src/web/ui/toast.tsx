/** A short message at the bottom of the screen, read out by screen readers. */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";

const shownFor = 4000;

const ToastContext = createContext<(text: string) => void>(() => undefined);

export function ToastProvider({ children }: { children: ReactNode }) {
  const [message, setMessage] = useState({ text: "", turn: 0 });
  const show = useCallback((text: string) => setMessage(({ turn }) => ({ text, turn: turn + 1 })), []);
  useEffect(() => {
    if (!message.text) return;
    const timer = setTimeout(() => setMessage(({ turn }) => ({ text: "", turn })), shownFor);
    return () => clearTimeout(timer);
  }, [message]);
  return (
    <ToastContext value={show}>
      {children}
      <div className="toasts" role="status">
        {message.text && (
          <p key={message.turn} className="toast">
            {message.text}
          </p>
        )}
      </div>
    </ToastContext>
  );
}

/** Gives the function that shows a message for four seconds; a new one takes the place of the old. */
export function useToast(): (text: string) => void {
  return useContext(ToastContext);
}
