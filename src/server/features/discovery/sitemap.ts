/** The XML of sitemaps (sitemaps.org, protocol 0.9). */

/** An indexed address. */
export interface SitemapEntry {
  /** Path on the site: `/songs/7`. */
  path: string;
  /** ISO 8601; undefined when unknown. */
  changed?: string | undefined;
}

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const space = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Yields a list of addresses, one chunk per batch. @param origin without a trailing slash. */
export async function* addressList(
  origin: string,
  batches: AsyncIterable<readonly SitemapEntry[]>,
): AsyncGenerator<string> {
  yield `${head}<urlset ${space}>\n`;
  for await (const batch of batches) yield batch.map((entry) => addressOf(origin, entry)).join("");
  yield "</urlset>\n";
}

/** Yields a list of address lists by their numbers. */
export async function* listOfLists(origin: string, parts: readonly number[]): AsyncGenerator<string> {
  yield `${head}<sitemapindex ${space}>\n`;
  yield parts.map((part) => `<sitemap><loc>${escapeXml(`${origin}/sitemap-${part}.xml`)}</loc></sitemap>\n`).join("");
  yield "</sitemapindex>\n";
}

function addressOf(origin: string, { path, changed }: SitemapEntry): string {
  const lastmod = changed === undefined ? "" : `<lastmod>${escapeXml(changed)}</lastmod>`;
  return `<url><loc>${escapeXml(origin + path)}</loc>${lastmod}</url>\n`;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Escapes text for elements and attributes of XML. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => entities[letter] ?? letter);
}
