/** Parts that the private pages of orders and of requests share. */
import { isApiError } from "#contract/errors.ts";

/** The address is all that protects the page: no cache, no search engine and no other site may learn it. */
export const privateHeaders: Record<string, string> = {
  "Cache-Control": "private, no-store",
  "X-Robots-Tag": "noindex, nofollow",
  "Referrer-Policy": "no-referrer",
};

/** For a page that was opened from another one, whose headers still hold. */
export function NoReferrer() {
  return <meta name="referrer" content="no-referrer" />;
}

export interface PrivateFailure {
  /** True for an unknown address. */
  missing: boolean;
}

export function failureOf(error: unknown): PrivateFailure {
  return { missing: isApiError(error) && error.status === 404 };
}
