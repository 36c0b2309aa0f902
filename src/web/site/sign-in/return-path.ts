import { routes } from "../routes.ts";

/** Returns the state of a link to login or registration that leads back to a page afterwards. */
export function returnTo(path: string): { returnTo: string } {
  return { returnTo: path };
}

/** Returns the path in the state of a link; the home page's without one. */
export function returnPathOf(state: unknown): string {
  const { returnTo: path } = (state ?? {}) as { returnTo?: unknown };
  return typeof path === "string" && /^\/(?!\/)/.test(path) ? path : routes.home.path;
}
