import { routes } from "../routes.ts";

/** The action to continue on the page that is returned to. */
type Intent = "take";

/**
 * Returns the state of a link to login or registration that leads back to a page afterwards.
 * @param intent what was begun there without a session; it ends with the way to login, so that nothing happens after a change of mind
 */
export function returnTo(path: string, intent?: Intent): { returnTo: string; intent?: Intent } {
  return { returnTo: path, ...(intent && { intent }) };
}

/** Returns whether the page with this state was opened after registration. */
export function isWelcome(state: unknown): boolean {
  return ((state ?? {}) as { isNewUser?: unknown }).isNewUser === true;
}

/** Returns the path in the state of a link; the home page's without one. */
export function returnPathOf(state: unknown): string {
  const { returnTo: path } = (state ?? {}) as { returnTo?: unknown };
  return typeof path === "string" && /^\/(?!\/)/.test(path) ? path : routes.home.path;
}

/** Returns the intent in the state of a link to login, or of the page that was returned to. */
export function intentOf(state: unknown): Intent | undefined {
  return ((state ?? {}) as { intent?: Intent }).intent;
}
