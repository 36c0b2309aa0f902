/** What the command palette offers, as a back office declares it. */
import type { IconNode } from "lucide";
import type { Role } from "#contract/endpoint.ts";

/** Something to do from anywhere. */
export interface Command {
  label: string;
  icon: IconNode;
  /** Further words that find it. */
  words?: string | undefined;
  /** The roles that may do it; all of the back office by default. */
  roles?: readonly Role[] | undefined;
  /** URL that it opens, or else what it does. */
  to?: string;
  run?: () => void;
}

/** A record that a text finds. */
export interface FoundLink {
  /** Heading of its kind: `Đơn hàng`. */
  group: string;
  label: string;
  detail: string;
  icon: IconNode;
  to: string;
}
