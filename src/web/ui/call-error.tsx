import { CircleAlert } from "lucide";
import { type RefObject, useEffect, useRef } from "react";
import { Icon } from "./icon.tsx";

interface ErrorNoteProps {
  message: string | undefined;
  /** Of the note, which can take the focus. */
  ref?: RefObject<HTMLParagraphElement | null>;
}

/** The message of what failed, announced as it appears; nothing without one. */
export function ErrorNote({ message, ref }: ErrorNoteProps) {
  if (message === undefined) return null;
  return (
    <p className="note note--danger" role="alert" tabIndex={-1} ref={ref}>
      <Icon icon={CircleAlert} />
      {message}
    </p>
  );
}

/** The message of a change that failed; it takes the focus, since the pressed button was disabled meanwhile. */
export function CallError({ message }: { message: string | undefined }) {
  const alert = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (message !== undefined) alert.current?.focus();
  }, [message]);
  return <ErrorNote message={message} ref={alert} />;
}
