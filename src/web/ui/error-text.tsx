import { CircleAlert } from "lucide";
import { Icon } from "./icon.tsx";

interface ErrorTextProps {
  id?: string;
  /** Whether screen readers say it at once. */
  isAnnounced?: boolean;
  children: string;
}

/** The words of an error beside its sign. */
export function ErrorText({ id, isAnnounced = false, children }: ErrorTextProps) {
  return (
    <p className="error" id={id} role={isAnnounced ? "alert" : undefined}>
      <Icon icon={CircleAlert} />
      {children}
    </p>
  );
}
