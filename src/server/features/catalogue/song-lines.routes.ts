/** HTTP of the lines of songs. */
import type { ResponseCache } from "#server/platform/http/replies/response-cache.ts";
import type { Router } from "#server/platform/http/router.ts";
import type { SongLines } from "./song-lines.service.ts";

export function songLineRoutes(router: Router, lines: SongLines, cache: ResponseCache): void {
  router.on("GET /api/songs/{id}/lines", ({ caller, params }) => lines.published(caller, params.id), { cache });
  router.on("PUT /api/songs/{id}/lines", ({ caller, params, body }) => lines.publish(caller, params.id, body));
  router.on("DELETE /api/songs/{id}/lines", ({ caller, params, query }) =>
    lines.unpublish(caller, params.id, query.version),
  );
  router.on("GET /api/songs/{id}/lines/draft", ({ params }) => lines.edited(params.id));
  router.on("PUT /api/songs/{id}/lines/draft", ({ caller, params, body }) => lines.saveDraft(caller, params.id, body));
  router.on("DELETE /api/songs/{id}/lines/draft", ({ caller, params, query }) =>
    lines.discardDraft(caller, params.id, query.version),
  );
  router.on("GET /api/songs/{id}/lines/export", ({ params, query }) => lines.export(params.id, query.format));
  router.on("POST /api/songs/{id}/lines/read", ({ params, body }) => lines.read(params.id, body.text));
  router.on("POST /api/songs/{id}/lines/readings", ({ params, body }) => lines.suggestReadings(params.id, body));
}
