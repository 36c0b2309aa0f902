import { learnPath, modeOf } from "./learn-path.ts";
import { libraryHref, readLibraryQuery } from "./library-url.ts";
import { routes } from "./routes.ts";

/** Paths of pages that ignore their query. */
const withoutQuery: ReadonlySet<string> = new Set(
  [
    routes.home,
    routes.categories,
    routes.educational,
    routes.premium,
    routes.help,
    routes.contact,
    routes.terms,
    routes.privacy,
    routes.login,
    routes.register,
    routes.account,
    routes.notebook,
  ].map(({ path }) => path),
);
const songPath = /^(?:\/embed)?\/songs\/\d{1,15}$/;
const learnSongPath = /^\/songs\/(\d{1,15})\/learn$/;

/**
 * Returns the shortest path and query of the same page, the key of the page cache: parameters that networks add to shared links
 * (`fbclid`, `utm_source`) would otherwise render the page again for each visitor.
 */
export function canonicalUrl(url: string): string {
  const queryStart = url.indexOf("?");
  if (queryStart < 0) return url;
  const path = url.slice(0, queryStart);
  const query = new URLSearchParams(url.slice(queryStart));
  if (path === routes.songs.path) return libraryHref(readLibraryQuery(query));
  const learned = learnSongPath.exec(path)?.[1];
  if (learned !== undefined) return learnPath(learned, modeOf(query));
  return withoutQuery.has(path) || songPath.test(path) ? path : url;
}
