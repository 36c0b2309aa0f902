/** HTTP of the talk about requests and of saved replies. */
import { keepPrivate } from "#server/platform/http/private-reply.ts";
import type { Router } from "#server/platform/http/router.ts";
import type { RequestTalkService } from "./request-talk.service.ts";
import type { SavedReplies } from "./saved-replies.service.ts";

export function requestTalkRoutes(router: Router, talk: RequestTalkService): void {
  router.on("GET /api/requests/{token}/messages", ({ params, query, reply }) => {
    keepPrivate(reply);
    return talk.ofCustomer(params.token, query.before);
  });
  router.on("POST /api/requests/{token}/messages", ({ params, body, files, request, reply }) => {
    keepPrivate(reply);
    return talk.sendAsCustomer(params.token, body, files, request?.ip ?? "");
  });
  router.on("POST /api/requests/{token}/messages/read", ({ params, body, reply }) => {
    keepPrivate(reply);
    return talk.readAsCustomer(params.token, body.up_to);
  });

  router.on("GET /api/song-requests/{id}/messages", ({ caller, params, query }) =>
    talk.ofDesk(caller, params.id, query.before),
  );
  router.on("POST /api/song-requests/{id}/messages", ({ caller, params, body, files }) =>
    talk.send(caller, params.id, body, files),
  );
  router.on("POST /api/song-requests/{id}/messages/read", ({ caller, params, body }) =>
    talk.read(caller, params.id, body.up_to),
  );

  router.on("GET /api/staff/requests/{id}/messages", ({ caller, params, query }) =>
    talk.ofDesk(caller, params.id, query.before),
  );
  router.on("POST /api/staff/requests/{id}/messages", ({ caller, params, body, files }) =>
    talk.send(caller, params.id, body, files),
  );
  router.on("POST /api/staff/requests/{id}/messages/read", ({ caller, params, body }) =>
    talk.read(caller, params.id, body.up_to),
  );
}

export function savedReplyRoutes(router: Router, replies: SavedReplies): void {
  router.on("GET /api/account/saved-replies", ({ caller }) => replies.list(caller));
  router.on("POST /api/account/saved-replies", ({ caller, body }) => replies.add(caller, body));
  router.on("PUT /api/account/saved-replies/{id}", ({ caller, params, body }) =>
    replies.change(caller, params.id, body),
  );
  router.on("DELETE /api/account/saved-replies/{id}", async ({ caller, params }) => {
    await replies.remove(caller, params.id);
    return { success: true as const };
  });
}
