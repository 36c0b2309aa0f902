import type { ReactNode } from "react";

interface MissingProps {
  /** For the button that it describes. */
  id?: string;
  children: ReactNode;
}

/** Says beside a grey button of a dialog's foot what it waits for. */
export function Missing({ id, children }: MissingProps) {
  return (
    <span id={id} className="modal__missing">
      {children}
    </span>
  );
}
