/** The back offices: each has a token, a login and a menu of its own; the screens of all are made of the same parts. */
import { createContext, useContext } from "react";

export interface Area {
  /** The kind of token that its requests carry. */
  kind: "admin" | "staff";
}

export const AreaContext = createContext<Area | undefined>(undefined);

/** Returns the back office around the component. @throws Error outside of one */
export function useArea(): Area {
  const area = useContext(AreaContext);
  if (!area) throw new Error("useArea must be used within an AreaContext");
  return area;
}
