import { libraryHref, readLibraryQuery } from "./library/library-url.ts";
import { pages } from "./pages.ts";

/** Pages that read nothing of their query. Each other page's whole address counts. */
const plain: ReadonlySet<string> = new Set(
  [
    pages.home,
    pages.categories,
    pages.educational,
    pages.help,
    pages.contact,
    pages.terms,
    pages.privacy,
    pages.login,
    pages.register,
  ].map(({ path }) => path),
);
const song = /^(?:\/embed)?\/songs\/\d{1,15}$/;

/**
 * The shortest address that shows the same as a path with its query. Networks mark each link that they pass on (`fbclid`,
 * `utm_source`), so that a song that goes round has another address for each who opens it, and one page for all.
 */
export function shownAt(url: string): string {
  const mark = url.indexOf("?");
  if (mark < 0) return url;
  const path = url.slice(0, mark);
  if (path === pages.songs.path) return libraryHref(readLibraryQuery(new URLSearchParams(url.slice(mark))));
  return plain.has(path) || song.test(path) ? path : url;
}
