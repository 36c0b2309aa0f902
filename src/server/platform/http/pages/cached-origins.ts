/**
 * Chooses the origins whose pages are cached. Without `PUBLIC_URL` each request names the origin of its page, and a client may invent
 * any number of them: they must neither fill the cache nor drop the pages of the site's own.
 */
import { maxAgeMs } from "#server/platform/db/change-cache.ts";

/** A site has one origin or a few: with and without `www`, http and https, the address in the local network. */
const maxOrigins = 4;

/**
 * Returns a function that tells whether the pages of an origin are cached. The first origins are, each for as long as it is requested
 * at least once a minute: after that its pages have expired, and another origin may take its place.
 */
export function createCachedOrigins(): (origin: string) => boolean {
  const requestedAt = new Map<string, number>();
  return (origin) => {
    const now = performance.now();
    if (!requestedAt.has(origin) && requestedAt.size >= maxOrigins) {
      for (const [other, at] of requestedAt) if (now - at > maxAgeMs) requestedAt.delete(other);
      if (requestedAt.size >= maxOrigins) return false;
    }
    requestedAt.set(origin, now);
    return true;
  };
}
