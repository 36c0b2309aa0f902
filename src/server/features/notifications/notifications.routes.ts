/** HTTP of messages: settings, the delivery log, unsubscribing. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { originOf } from "#server/platform/http/origin.ts";
import type { Router } from "#server/platform/http/router.ts";
import type { NotificationsService } from "./notifications.service.ts";
import { unsubscribePath } from "./unsubscribe.ts";
import { sendUnsubscribePage } from "./unsubscribe-page.ts";

/** @param publicUrl origin of the links in an e-mail that is shown; undefined takes it from the request. */
export function notificationRoutes(
  app: FastifyInstance,
  router: Router,
  notifications: NotificationsService,
  publicUrl: string | undefined,
): void {
  router.on("GET /api/admin/config/notifications", () => notifications.settings());
  router.on("PUT /api/admin/config/notifications", ({ caller, body }) => notifications.saveSettings(caller, body));
  router.on("POST /api/admin/config/notifications/test-email", ({ body }) => notifications.test(body.email));
  router.on("GET /api/admin/deliveries", ({ query }) => notifications.page(query));
  router.on("GET /api/admin/deliveries/tabs", ({ query }) => notifications.tabs(query));
  router.on("GET /api/admin/deliveries/{id}", ({ params, request }) =>
    notifications.delivery(params.id, request && originOf(request, publicUrl)),
  );
  router.on("POST /api/admin/deliveries/{id}/resend", ({ caller, params }) => notifications.resend(caller, params.id));
  router.on(
    "POST /api/notifications/unsubscribe",
    async ({ query }) => {
      await notifications.unsubscribe(query.token);
      return { success: true };
    },
    {
      // The form of the page.
      page(request, reply) {
        const token = tokenOf(request);
        if (!notifications.isUnsubscribeToken(token)) return void sendUnsubscribePage(reply, "unknown");
        notifications.unsubscribe(token).then(
          () => sendUnsubscribePage(reply, "done"),
          (error: unknown) => reply.send(error),
        );
      },
    },
  );
  app.get(unsubscribePath, { schema: { hide: true } }, async (request, reply) =>
    sendUnsubscribePage(reply, notifications.isUnsubscribeToken(tokenOf(request)) ? "question" : "unknown"),
  );
}

function tokenOf({ query }: FastifyRequest): string {
  const { token } = query as { token?: unknown };
  return typeof token === "string" ? token : "";
}
