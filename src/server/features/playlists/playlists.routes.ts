/** HTTP of playlists. */
import { keepPrivate } from "#server/platform/http/private-reply.ts";
import type { ResponseCache } from "#server/platform/http/replies/response-cache.ts";
import type { Router } from "#server/platform/http/router.ts";
import type { Playlists } from "./playlists.service.ts";

const done = { success: true as const };

/** @param cache of what visitors find of the catalogue and the site */
export function playlistRoutes(router: Router, playlists: Playlists, cache: ResponseCache): void {
  router.on("GET /api/me/playlists", ({ caller, query }) => playlists.own(caller, query.song_id));
  router.on("POST /api/me/playlists", ({ caller, body }) => playlists.create(caller, body));
  router.on("PUT /api/me/playlists/{id}", ({ caller, params, body }) => playlists.change(caller, params.id, body));
  router.on("DELETE /api/me/playlists/{id}", async ({ caller, params }) => {
    await playlists.remove(caller, params.id);
    return done;
  });
  router.on("POST /api/me/playlists/{id}/songs", ({ caller, params, body }) =>
    playlists.addSongs(caller, params.id, body.song_ids),
  );
  router.on("DELETE /api/me/playlists/{id}/songs/{song_id}", ({ caller, params }) =>
    playlists.removeSong(caller, params.id, params.song_id),
  );
  router.on("PUT /api/me/playlists/{id}/songs", ({ caller, params, body }) => playlists.order(caller, params.id, body));
  router.on("GET /api/playlists", ({ query }) => playlists.listed(query.skip, query.limit), { cache });
  router.on("GET /api/playlists/{token}", ({ caller, params, reply }) => {
    // Not kept anywhere: a list that is closed is closed at once.
    keepPrivate(reply);
    return playlists.get(caller, params.token);
  });
  router.on("GET /api/admin/playlists", ({ query }) => playlists.forAdmin(query));
  router.on("GET /api/admin/playlists/tabs", () => playlists.tabs());
  router.on("PUT /api/admin/playlists/{id}", ({ caller, params, body }) => playlists.decide(caller, params.id, body));
}
