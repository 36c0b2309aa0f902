/** Asking before something is done that can't be undone. */
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react";
import { Modal } from "../ui/modal.tsx";

interface Question {
  title: string;
  /** What will happen, naming the thing. */
  text: ReactNode;
  /** What the button says. */
  action: string;
  /** The button's look: destructive ones are outlined in carmine. */
  danger?: boolean;
}

const ConfirmContext = createContext<(question: Question) => Promise<boolean>>(() => Promise.resolve(false));

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question>();
  const answer = useRef<(yes: boolean) => void>(undefined);
  const ask = useCallback((asked: Question) => {
    answer.current?.(false);
    setQuestion(asked);
    return new Promise<boolean>((resolve) => {
      answer.current = resolve;
    });
  }, []);
  const settle = useCallback((yes: boolean) => {
    answer.current?.(yes);
    answer.current = undefined;
    setQuestion(undefined);
  }, []);
  const refuse = useCallback(() => settle(false), [settle]);
  return (
    <ConfirmContext value={ask}>
      {children}
      <Modal
        open={question !== undefined}
        onClose={refuse}
        title={question?.title ?? ""}
        width={27}
        foot={
          <>
            <button type="button" className="btn btn--line" onClick={refuse}>
              Hủy
            </button>
            <button
              type="button"
              className={question?.danger ? "btn btn--danger" : "btn btn--primary"}
              onClick={() => settle(true)}
            >
              {question?.action}
            </button>
          </>
        }
      >
        <div className="confirm">{question?.text}</div>
      </Modal>
    </ConfirmContext>
  );
}

/** Gives the function that asks: `await confirm({...})` is true when the person agreed. */
export function useConfirm(): (question: Question) => Promise<boolean> {
  return useContext(ConfirmContext);
}
