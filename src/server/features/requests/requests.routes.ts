/** HTTP of song requests: the customers' calls, the administrator's and the desk of staff. */
import { keepPrivate } from "#server/platform/http/private-reply.ts";
import type { Router } from "#server/platform/http/router.ts";
import { idempotencyKeyOf } from "#server/platform/idempotency.ts";
import type { CustomerRequests } from "./customer-requests.service.ts";
import type { Requests } from "./requests.service.ts";

export function customerRequestRoutes(router: Router, requests: CustomerRequests): void {
  router.on("POST /api/song-requests", ({ caller, body, files, request, reply }) => {
    keepPrivate(reply);
    return requests.create(caller, body, files.reference_file, {
      key: idempotencyKeyOf(request?.headers),
      address: request?.ip ?? "",
    });
  });
  router.on("GET /api/requests/{token}", ({ params, reply }) => {
    keepPrivate(reply);
    return requests.byPageToken(params.token);
  });
  router.on("POST /api/requests/{token}/accept", ({ params, body, reply }) => {
    keepPrivate(reply);
    return requests.accept(params.token, body);
  });
  router.on("POST /api/requests/{token}/changes", ({ params, body, reply }) => {
    keepPrivate(reply);
    return requests.requestChanges(params.token, body);
  });
  router.on("PUT /api/requests/{token}/consent", ({ params, body, reply }) => {
    keepPrivate(reply);
    return requests.setConsent(params.token, body.consent);
  });
  router.on("GET /api/requests/{token}/events", ({ params, signal }) => requests.watchPayment(params.token, signal));
  router.on("GET /api/requests/{token}/qr.png", ({ params, reply }) => {
    keepPrivate(reply);
    return requests.qrPicture(params.token);
  });
  router.on("GET /api/user/song-requests", ({ caller, query }) => requests.ofUser(caller, query));
  router.on("GET /api/me/waiting", ({ caller }) => requests.waiting(caller));
}

export function requestRoutes(router: Router, requests: Requests): void {
  router.on("GET /api/song-requests", ({ query }) => requests.page(query));
  router.on("GET /api/song-requests/stats/count", ({ query }) => requests.count(query));
  router.on("GET /api/song-requests/tabs", ({ query }) => requests.tabs(query));
  router.on("GET /api/song-requests/{id}", ({ caller, params }) => requests.request(caller, params.id));
  router.on("PUT /api/song-requests/{id}", ({ caller, params, body }) => requests.change(caller, params.id, body));
  router.on("DELETE /api/song-requests/{id}", async ({ caller, params }) => {
    await requests.remove(caller, params.id);
    return { success: true as const };
  });
  router.on("POST /api/song-requests/{id}/library-song", ({ caller, params, body }) =>
    requests.publish(caller, params.id, body),
  );
  router.on("POST /api/song-requests/{id}/song", ({ caller, params, files }) =>
    requests.attachSong(caller, params.id, files.audio_file),
  );
  router.on("POST /api/song-requests/{id}/delivery", ({ caller, params, body, files }) =>
    requests.deliver(caller, params.id, files, body),
  );
  router.on("POST /api/song-requests/{id}/songs/{version_id}/withdraw", ({ caller, params, body }) =>
    requests.withdrawSong(caller, params.id, params.version_id, body),
  );
  router.on("POST /api/song-requests/{id}/songs/{version_id}/words", ({ caller, params, body }) =>
    requests.correctWords(caller, params.id, params.version_id, body),
  );

  router.on("GET /api/staff/requests", ({ caller, query }) => requests.deskPage(caller, query));
  router.on("GET /api/staff/requests/stats", ({ caller }) => requests.deskStats(caller));
  router.on("GET /api/staff/requests/{id}", ({ caller, params }) => requests.request(caller, params.id));
  router.on("PUT /api/staff/requests/{id}/assign", ({ caller, params, body }) =>
    requests.assign(caller, params.id, body),
  );
  router.on("PUT /api/staff/requests/{id}/update-status", ({ caller, params, body }) =>
    requests.changeStatus(caller, params.id, body),
  );
  router.on("PUT /api/staff/requests/{id}", ({ caller, params, body }) => requests.change(caller, params.id, body));
  router.on("POST /api/staff/requests/{id}/song", ({ caller, params, files }) =>
    requests.attachSong(caller, params.id, files.audio_file),
  );
  router.on("POST /api/staff/requests/{id}/delivery", ({ caller, params, body, files }) =>
    requests.deliver(caller, params.id, files, body),
  );
  router.on("POST /api/staff/requests/{id}/songs/{version_id}/withdraw", ({ caller, params, body }) =>
    requests.withdrawSong(caller, params.id, params.version_id, body),
  );
  router.on("POST /api/staff/requests/{id}/songs/{version_id}/words", ({ caller, params, body }) =>
    requests.correctWords(caller, params.id, params.version_id, body),
  );
}
