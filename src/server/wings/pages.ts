/** The pages, made for anonymous visitors by the endpoints of the router. Tests run without them. */
import { mountPages } from "#server/platform/http/pages/pages.ts";
import type { PageSender } from "#server/platform/http/router.ts";
import type { AccountsWing } from "./accounts.ts";
import type { Platform } from "./platform.ts";
import type { Ports } from "./ports.ts";

export type PagesWing = Awaited<ReturnType<typeof openPages>>;

/** Mounts the pages. It offers what sends one, and their paths for search engines; without pages a 404, and no paths. */
export async function openPages({
  platform: { config, caches, heavyReads, http },
  accounts: { router, rateLimiter },
  ports: { pageNotFound },
}: {
  platform: Platform;
  accounts: AccountsWing;
  ports: Pick<Ports, "pageNotFound">;
}) {
  const pages =
    config.mode === "test"
      ? undefined
      : await mountPages(http, {
          mode: config.mode,
          call: router.call,
          cache: caches.pages,
          publicUrl: config.http.publicUrl,
          rateLimiter,
          heavyReads,
        });
  pageNotFound.fill((reply) => {
    void pages?.sendNotFound(reply);
    return pages !== undefined;
  });
  const withoutPages: PageSender = (_request, reply) => reply.callNotFound();
  return {
    /** Sends the page at an address that an endpoint has too. */
    sendPage: pages?.send ?? withoutPages,
    indexablePaths: async () => (await pages?.indexablePaths()) ?? [],
  };
}
