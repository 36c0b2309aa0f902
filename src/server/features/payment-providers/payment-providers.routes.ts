/** HTTP of the services that tell of transfers: their settings, and their own calls. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { defaultBodyLimit } from "#contract/endpoint.ts";
import { ApiError } from "#contract/errors.ts";
import { type PaymentProvider, paymentProviders } from "#contract/payments.ts";
import type { RateLimiter, Router } from "#server/platform/http/router.ts";
import type { PaymentProviders } from "./payment-providers.service.ts";

const providerOf = (request: FastifyRequest): PaymentProvider | undefined =>
  paymentProviders.find((provider) => provider === (request.params as { provider: string }).provider);

export async function paymentProviderRoutes(
  app: FastifyInstance,
  router: Router,
  providers: PaymentProviders,
  rateLimiter: RateLimiter | undefined,
): Promise<void> {
  router.on("GET /api/admin/config/payments", () => providers.read());
  router.on("PUT /api/admin/config/payments", ({ caller, body }) => providers.save(caller, body));
  router.on("GET /api/admin/payments/providers", () => providers.statuses());

  const calls = rateLimiter?.({ name: "webhook" });
  const wrongCalls = rateLimiter?.({ name: "wrong_signature" });
  // In a scope of its own: a signature is that of the bytes of the body.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const parse = { parseAs: "buffer", bodyLimit: defaultBodyLimit } as const;
    scope.addContentTypeParser("application/json", parse, (_request, body, done) => done(null, body));
    scope.route({
      method: "POST",
      url: "/api/payments/:provider",
      schema: { hide: true },
      async onRequest(request, reply) {
        const provider = providerOf(request);
        if (provider === undefined) throw new ApiError("not_found");
        await calls?.onRequest.call(scope, request, reply);
        await providers.assertTaking(provider);
      },
      async handler(request, reply) {
        const provider = providerOf(request) as PaymentProvider;
        const { body, headers } = request;
        if (!Buffer.isBuffer(body)) throw new ApiError("unsupported_type", "Nội dung phải là application/json");
        if (!(await providers.receive(provider, { body, headers }))) {
          await wrongCalls?.onRequest.call(scope, request, reply);
          throw new ApiError("unauthenticated", "Chữ ký không hợp lệ");
        }
        return reply.header("cache-control", "no-store").send({ success: true });
      },
    });
  });
}
