/** HTTP of the songs that listeners find again. */
import { keepPrivate } from "#server/platform/http/private-reply.ts";
import type { Router } from "#server/platform/http/router.ts";
import type { OwnSongs } from "./own-songs.service.ts";

const done = { success: true } as const;

export function ownSongRoutes(router: Router, own: OwnSongs): void {
  router.on("GET /api/songs/by-ids", ({ caller, query, reply }) => {
    keepPrivate(reply);
    return own.byIds(caller, query.ids);
  });
  router.on("GET /api/me/likes", ({ caller, query }) => own.likes(caller, query));
  router.on("GET /api/me/history", ({ caller, query }) => own.history(caller, query));
  router.on("DELETE /api/me/history", async ({ caller }) => {
    await own.forget(caller);
    return done;
  });
  router.on("DELETE /api/me/history/{id}", async ({ caller, params }) => {
    await own.forget(caller, params.id);
    return done;
  });
  router.on("GET /api/me/history/settings", ({ caller }) => own.settings(caller));
  router.on("PUT /api/me/history/settings", ({ caller, body }) => own.saveSettings(caller, body));
  router.on("POST /api/me/take-along", async ({ caller, body }) => {
    await own.takeAlong(caller, body);
    return done;
  });
}
