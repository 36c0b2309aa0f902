import { type Page, pages } from "./pages.ts";

/** The way from the home page on, in the vocabulary of schema.org. Needs the origin: its addresses are absolute. */
export function breadcrumbs(origin: string, ...steps: readonly Pick<Page, "path" | "label">[]): object {
  return {
    "@type": "BreadcrumbList",
    itemListElement: [pages.home, ...steps].map(({ path, label }, place) => ({
      "@type": "ListItem",
      position: place + 1,
      name: label,
      item: `${origin}${path}`,
    })),
  };
}
