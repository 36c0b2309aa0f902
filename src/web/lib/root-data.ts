import { useRouteLoaderData } from "react-router";
import type { SocialLinks } from "#contract/social-networks.ts";

/** Data of all pages. */
export interface RootData {
  /** Without a trailing slash. */
  origin: string;
  /** Origin of the page's own address; undefined where only the request names one (docs/operations/set-up.md, `PUBLIC_URL`). */
  canonicalOrigin?: string | undefined;
  /** Undefined where it could not be read. */
  socialLinks: SocialLinks | undefined;
}

/** Returns the data of all pages; undefined without the root's loader. */
function useRootData(): RootData | undefined {
  return useRouteLoaderData("root") as RootData | undefined;
}

/** Returns the origin of absolute links: `PUBLIC_URL`, else the request's. Undefined without root loader data. */
export function useOrigin(): string | undefined {
  return useRootData()?.origin;
}

/** Returns the origin that a page may call its own; undefined where it is not known. */
export function useCanonicalOrigin(): string | undefined {
  return useRootData()?.canonicalOrigin;
}

/** Returns the site's pages in social networks; undefined where they are unknown. */
export function useSocialLinks(): SocialLinks | undefined {
  return useRootData()?.socialLinks;
}
