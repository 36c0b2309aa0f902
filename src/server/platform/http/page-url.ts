/** Tells addresses of pages from those of data. */

const notPages = /^\/(?:(?:api|uploads)(?:\/|$|\?)|(?:pictures|share)\/|share\.jpg(?:$|\?))/;

/** Returns whether a URL belongs to the pages or their files: all but the API, uploads and pictures. */
export function isPageUrl(url: string): boolean {
  return !notPages.test(url);
}
