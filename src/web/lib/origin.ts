import { useRouteLoaderData } from "react-router";

/** What the root route gives every page. */
export interface RootData {
  /** Without a slash at the end. */
  origin: string;
}

/** Where absolute links start: what the server was asked at, or its `PUBLIC_URL`. Undefined where no data came with the page. */
export function useOrigin(): string | undefined {
  return (useRouteLoaderData("root") as RootData | undefined)?.origin;
}
