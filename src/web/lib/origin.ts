import { useRouteLoaderData } from "react-router";

export interface RootData {
  /** Without a trailing slash. */
  origin: string;
}

/** Returns the origin of absolute links: `PUBLIC_URL`, else the request's. Undefined without root loader data. */
export function useOrigin(): string | undefined {
  return (useRouteLoaderData("root") as RootData | undefined)?.origin;
}
