/** HTTP of messages: settings, the delivery log, unsubscribing. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Router } from "#server/platform/http/router.ts";
import type { NotificationsService } from "./notifications.service.ts";
import { unsubscribePath } from "./unsubscribe.ts";
import { sendUnsubscribePage } from "./unsubscribe-page.ts";

export function notificationRoutes(app: FastifyInstance, router: Router, notifications: NotificationsService): void {
  router.on("GET /api/admin/config/notifications", () => notifications.settings());
  router.on("PUT /api/admin/config/notifications", ({ caller, body }) => notifications.saveSettings(caller, body));
  router.on("POST /api/admin/config/notifications/test-email", ({ body }) => notifications.test(body.email));
  router.on("GET /api/admin/deliveries", ({ query }) => notifications.page(query));
  router.on("GET /api/admin/deliveries/{id}", ({ params }) => notifications.delivery(params.id));
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
