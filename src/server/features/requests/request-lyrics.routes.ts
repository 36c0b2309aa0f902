/** HTTP of lyrics before singing. */
import { keepPrivate } from "#server/platform/http/private-reply.ts";
import type { Router } from "#server/platform/http/router.ts";
import type { CustomerRequests } from "./customer-requests.service.ts";
import type { Requests } from "./requests.service.ts";

export function requestLyricsRoutes(router: Router, requests: Requests, customers: CustomerRequests): void {
  router.on("POST /api/requests/{token}/lyrics/answer", ({ params, body, reply }) => {
    keepPrivate(reply);
    return customers.answerLyrics(params.token, body);
  });
  router.on("POST /api/song-requests/{id}/lyrics", ({ caller, params, body }) =>
    requests.sendLyrics(caller, params.id, body),
  );
  router.on("POST /api/song-requests/{id}/lyrics/{lyrics_id}/withdraw", ({ caller, params }) =>
    requests.withdrawLyrics(caller, params.id, params.lyrics_id),
  );
  router.on("POST /api/staff/requests/{id}/lyrics", ({ caller, params, body }) =>
    requests.sendLyrics(caller, params.id, body),
  );
  router.on("POST /api/staff/requests/{id}/lyrics/{lyrics_id}/withdraw", ({ caller, params }) =>
    requests.withdrawLyrics(caller, params.id, params.lyrics_id),
  );
}
