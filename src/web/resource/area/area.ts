/** The back offices: each has a token, a login and a menu of its own; the screens of all are made of the same parts. */
import { createContext, useContext } from "react";
import type { StreamKey } from "../../lib/api.ts";

export interface Area {
  /** The kind of token that its requests carry. */
  kind: "admin" | "staff";
  /** The stream of changed data, if there is one. */
  changes?: StreamKey;
}

export const AreaContext = createContext<Area | undefined>(undefined);

/** Returns the back office around the component. @throws Error outside of one */
export function useArea(): Area {
  const area = useContext(AreaContext);
  if (!area) throw new Error("useArea must be used within an AreaContext");
  return area;
}
