import type { ReactNode } from "react";
import type { Payable } from "#contract/payments.ts";
import { useArea } from "../../resource/area/area.ts";
import { isOpenTo } from "../../resource/area/screens.ts";
import { Link } from "../../ui/link.tsx";
import { findAdminScreen } from "../routes.ts";

interface PayableLinkProps {
  payable: Pick<Payable, "kind" | "id">;
  className?: string;
  children: ReactNode;
}

/** The way to an order or a request; plain text for those who may not open its screen. */
export function PayableLink({ payable: { kind, id }, className, children }: PayableLinkProps) {
  const { role } = useArea();
  const path = kind === "order" ? "/admin/orders" : "/admin/requests";
  const screen = findAdminScreen(path);
  if (screen && !isOpenTo(screen, role?.())) return <span className={className}>{children}</span>;
  return (
    <Link to={`${path}?open=${id}`} className={className}>
      {children}
    </Link>
  );
}
