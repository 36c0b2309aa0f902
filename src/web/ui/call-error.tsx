import { CircleAlert } from "lucide";
import { useEffect, useRef } from "react";
import { Icon } from "./icon.tsx";

/** The message of a change that failed; it takes the focus, since the pressed button was disabled meanwhile. */
export function CallError({ message }: { message: string | undefined }) {
  const alert = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (message !== undefined) alert.current?.focus();
  }, [message]);
  if (message === undefined) return null;
  return (
    <p className="note note--danger" role="alert" tabIndex={-1} ref={alert}>
      <Icon icon={CircleAlert} />
      {message}
    </p>
  );
}
