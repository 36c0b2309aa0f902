/** HTTP of songs. */
import type { SongFilter } from "#contract/catalogue.ts";
import { keepPrivate } from "#server/platform/http/private-reply.ts";
import type { ResponseCache } from "#server/platform/http/replies/response-cache.ts";
import type { Router } from "#server/platform/http/router.ts";
import type { SongEditing } from "./song-editing.service.ts";
import type { SongReading } from "./song-reading.service.ts";

const done = { success: true } as const;
/** Rows before a page that cost more to pass over than the page costs itself. */
const deepSkip = 1000;

/** True for a filter of songs that no index answers. */
const isSlow = ({ search, lacks, premium }: Pick<SongFilter, "search" | "lacks" | "premium">): boolean =>
  search !== undefined || lacks !== undefined || premium !== undefined;

export function songRoutes(router: Router, songs: SongReading, editing: SongEditing, cache: ResponseCache): void {
  router.on("GET /api/songs", ({ caller, query }) => songs.list(caller, query), {
    cache,
    isHeavy: (query) => isSlow(query) || query.skip >= deepSkip,
  });
  router.on("GET /api/songs/count", ({ caller, query }) => songs.count(caller, query), {
    cache,
    isHeavy: isSlow,
  });
  router.on("GET /api/songs/{id}/preview", ({ params, query, reply }) => {
    keepPrivate(reply);
    return songs.preview(params.id, query);
  });
  router.on("GET /api/songs/{id}/preview/lines", ({ params, query, reply }) => {
    keepPrivate(reply);
    return songs.previewLines(params.id, query);
  });
  router.on("GET /api/songs/{id}", ({ caller, params }) => songs.get(caller, params.id), { cache });
  router.on(
    "GET /api/songs/{id}/similar",
    ({ caller, params, query }) => songs.similar(caller, params.id, query.limit),
    {
      cache,
      isHeavy: () => true,
    },
  );
  router.on("GET /api/songs/{id}/download", ({ caller, params }) => songs.download(caller, params.id));
  router.on("POST /api/songs", ({ caller, body }) => editing.create(caller, body));
  router.on("PUT /api/songs/{id}", ({ caller, params, body }) => editing.update(caller, params.id, body));
  router.on("DELETE /api/songs/{id}", async ({ caller, params }) => {
    await editing.remove(caller, params.id);
    return done;
  });
}
