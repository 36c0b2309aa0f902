import { routes, type SiteRoute } from "./routes.ts";

/** Returns the schema.org breadcrumbs of a page, from the home page on. */
export function breadcrumbs(origin: string, ...steps: readonly Pick<SiteRoute, "path" | "label">[]): object {
  return {
    "@type": "BreadcrumbList",
    itemListElement: [routes.home, ...steps].map(({ path, label }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: label,
      item: `${origin}${path}`,
    })),
  };
}
