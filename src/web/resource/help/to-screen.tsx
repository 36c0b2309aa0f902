import type { ReactNode } from "react";
import { Link } from "../../ui/link.tsx";
import { useOpenScreens } from "../area/open-screens.ts";

interface ToScreenProps {
  /** Address of a screen, with or without a query. */
  to: string;
  children: ReactNode;
}

/** A link in a help to another screen; its words alone where the account may not open it. */
export function ToScreen({ to, children }: ToScreenProps) {
  const path = to.split("?")[0];
  const isOpen = useOpenScreens().some((screen) => screen.path === path);
  return isOpen ? (
    <Link className="link" to={to}>
      {children}
    </Link>
  ) : (
    children
  );
}
