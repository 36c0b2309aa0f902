/** HTTP of the Zalo channel: its settings, and what Zalo reports. */
import type { FastifyInstance } from "fastify";
import { defaultBodyLimit } from "#contract/endpoint.ts";
import { ApiError } from "#contract/errors.ts";
import { zaloWebhookPath } from "#contract/zalo.ts";
import type { Router } from "#server/platform/http/router.ts";
import type { Zalo } from "./zalo.service.ts";

export async function zaloRoutes(app: FastifyInstance, router: Router, zalo: Zalo): Promise<void> {
  router.on("GET /api/admin/config/zalo", () => zalo.read());
  router.on("PUT /api/admin/config/zalo", ({ caller, body }) => zalo.save(caller, body));
  router.on("POST /api/admin/config/zalo/test", ({ body }) => zalo.test(body));
  // In a scope of its own: the signature is that of the bytes of the body.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: defaultBodyLimit }, (_request, body, done) =>
      done(null, body),
    );
    scope.route({
      method: "POST",
      url: zaloWebhookPath,
      schema: { hide: true },
      handler: async (request, reply) => {
        const signature = request.headers["x-zevent-signature"];
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const isZalos = await zalo.report(body, typeof signature === "string" ? signature : undefined);
        if (!isZalos) throw new ApiError("forbidden", "Chữ ký không hợp lệ");
        return reply.header("cache-control", "no-store").send({ success: true });
      },
    });
  });
}
