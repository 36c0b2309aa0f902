import { X } from "lucide";
import { createContext, type ReactNode, useCallback, useContext, useState, useSyncExternalStore } from "react";
import {
  Button,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from "react-aria-components";
import { Icon } from "../../ui/icon.tsx";
import styles from "./toast.module.css";

export interface ToastAction {
  label: string;
  onPress: () => void;
}

interface Message {
  text: string;
  kind?: "danger";
  action?: ToastAction;
}

type Show = (text: string, kind?: "danger", action?: ToastAction) => void;

/** Milliseconds that a message stays. */
const timeouts = { plain: 4000, danger: 8000, withAction: 10_000 };

const ToastContext = createContext<Show>(() => undefined);

/** Shows the messages of the back office at the top, above open dialogs. F6 moves the focus to them. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [queue] = useState(() => new ToastQueue<Message>({ maxVisibleToasts: 1 }));
  const show = useCallback<Show>(
    (text, kind, action) => {
      const previous = queue.visibleToasts[0]?.key;
      queue.add({ text, kind, action }, { timeout: timeouts[action ? "withAction" : (kind ?? "plain")] });
      if (previous) queue.close(previous);
    },
    [queue],
  );
  return (
    <ToastContext value={show}>
      {children}
      <Toasts queue={queue} />
    </ToastContext>
  );
}

function Toasts({ queue }: { queue: ToastQueue<Message> }) {
  const subscribe = useCallback((onChange: () => void) => queue.subscribe(onChange), [queue]);
  const isEmpty = useSyncExternalStore(subscribe, () => queue.visibleToasts.length === 0);
  // F6 finds only a region that is not empty when it mounts.
  if (isEmpty) return null;
  return (
    <ToastRegion queue={queue} className={styles.region} aria-label="Thông báo">
      {({ toast }) => {
        const { text, kind, action } = toast.content;
        return (
          <Toast toast={toast} className={kind ? "toast toast--danger" : "toast"}>
            <ToastContent role={kind ? "alert" : "status"}>
              <Text slot="title">{text}</Text>
            </ToastContent>
            {action && (
              <button
                type="button"
                className={styles.action}
                onClick={() => {
                  queue.close(toast.key);
                  action.onPress();
                }}
              >
                {action.label}
              </button>
            )}
            <Button slot="close" className="ibtn ibtn--sm" aria-label="Ẩn thông báo">
              <Icon icon={X} />
            </Button>
          </Toast>
        );
      }}
    </ToastRegion>
  );
}

/**
 * Returns a function that shows a message for four seconds, an error for eight, one with an action for ten; the time stands still
 * while the pointer or the focus is on it. A new message replaces the previous one.
 */
export function useAreaToast(): Show {
  return useContext(ToastContext);
}
