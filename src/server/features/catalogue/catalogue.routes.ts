/** HTTP of categories and songs. */
import type { SongFilter } from "#contract/catalogue.ts";
import { keepPrivate } from "#server/platform/http/private-reply.ts";
import type { ResponseCache } from "#server/platform/http/replies/response-cache.ts";
import type { Router } from "#server/platform/http/router.ts";
import type { Catalogue } from "./catalogue.service.ts";
import type { Listening } from "./listening.service.ts";

const done = { success: true } as const;
/** Rows before a page that cost more to pass over than the page costs itself. */
const deepSkip = 1000;

/** True for a filter of songs that no index answers. */
const isSlow = ({ search, lacks, premium }: Pick<SongFilter, "search" | "lacks" | "premium">): boolean =>
  search !== undefined || lacks !== undefined || premium !== undefined;

export function categoryRoutes(router: Router, catalogue: Catalogue, cache: ResponseCache): void {
  router.on(
    "GET /api/categories",
    async ({ caller, query }) => {
      const rows = await catalogue.listCategories(caller, query.featured);
      return { rows, total: rows.length };
    },
    { cache },
  );
  router.on(
    "GET /api/categories/with-song-count",
    async ({ caller }) => {
      const rows = await catalogue.listCategoriesWithSongCount(caller);
      return { rows, total: rows.length };
    },
    { cache },
  );
  router.on("GET /api/categories/{id}", ({ caller, params }) => catalogue.getCategory(caller, params.id), { cache });
  router.on("POST /api/categories", ({ caller, body }) => catalogue.createCategory(caller, body));
  router.on("PUT /api/categories/{id}", ({ caller, params, body }) =>
    catalogue.updateCategory(caller, params.id, body),
  );
  router.on("DELETE /api/categories/{id}", async ({ caller, params }) => {
    await catalogue.deleteCategory(caller, params.id);
    return done;
  });
}

export function songRoutes(router: Router, catalogue: Catalogue, cache: ResponseCache): void {
  router.on("GET /api/songs", ({ caller, query }) => catalogue.listSongs(caller, query), {
    cache,
    isHeavy: (query) => isSlow(query) || query.skip >= deepSkip,
  });
  router.on("GET /api/songs/count", ({ caller, query }) => catalogue.countSongs(caller, query), {
    cache,
    isHeavy: isSlow,
  });
  router.on("GET /api/songs/{id}/preview", ({ params, query, reply }) => {
    keepPrivate(reply);
    return catalogue.previewSong(params.id, query);
  });
  router.on("GET /api/songs/{id}/preview/lines", ({ params, query, reply }) => {
    keepPrivate(reply);
    return catalogue.previewLines(params.id, query);
  });
  router.on("GET /api/songs/{id}", ({ caller, params }) => catalogue.getSong(caller, params.id), { cache });
  router.on("GET /api/songs/{id}/download", ({ caller, params }) => catalogue.downloadSong(caller, params.id));
  router.on("POST /api/songs", ({ caller, body }) => catalogue.createSong(caller, body));
  router.on("PUT /api/songs/{id}", ({ caller, params, body }) => catalogue.updateSong(caller, params.id, body));
  router.on("DELETE /api/songs/{id}", async ({ caller, params }) => {
    await catalogue.deleteSong(caller, params.id);
    return done;
  });
}

export function listeningRoutes(router: Router, listening: Listening): void {
  router.on("POST /api/songs/{id}/play", ({ caller, params, request }) =>
    listening.play(params.id, {
      caller,
      address: request?.ip ?? "",
      userAgent: request?.headers["user-agent"] ?? "",
    }),
  );
  router.on("POST /api/songs/{id}/like", ({ caller, params }) => listening.like(caller, params.id, true));
  router.on("DELETE /api/songs/{id}/like", ({ caller, params }) => listening.like(caller, params.id, false));
}
