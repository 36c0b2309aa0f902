/** HTTP of settings. */
import type { ResponseCache } from "#server/platform/http/replies/response-cache.ts";
import type { Router } from "#server/platform/http/router.ts";
import type { Settings } from "./settings.service.ts";

export function settingsRoutes(router: Router, settings: Settings, cache: ResponseCache): void {
  router.on("GET /api/song-requests/public/pricing", () => settings.songPricing(), { cache });
  router.on("GET /api/admin/config/song-pricing", () => settings.adminSongPricing());
  router.on("PUT /api/admin/config/song-pricing", ({ caller, body }) => settings.saveSongPricing(caller, body));
  router.on("GET /api/social-links", () => settings.socialLinks(), { cache });
  router.on("GET /api/admin/config/social-links", () => settings.adminSocialLinks());
  router.on("PUT /api/admin/config/social-links", ({ caller, body }) => settings.saveSocialLinks(caller, body));
}
