/** HTTP of the second factor and of confirmations. */
import type { FastifyRequest } from "fastify";
import { keepPrivate } from "#server/platform/http/private-reply.ts";
import { bearer, type Router } from "#server/platform/http/router.ts";
import type { AccountSecurity } from "./account-security.service.ts";

const done = { success: true } as const;

export function accountSecurityRoutes(router: Router, security: AccountSecurity): void {
  const tokenOf = (request: FastifyRequest | undefined) => bearer(request?.headers.authorization) ?? "";

  router.on("POST /api/account/confirmation", ({ caller, body, request, reply }) => {
    keepPrivate(reply);
    return security.confirm(caller, tokenOf(request), body);
  });
  router.on("GET /api/account/second-factor", ({ caller }) => security.state(caller));
  router.on("POST /api/account/second-factor/setup", ({ caller, body }) => security.setUp(caller, body.password));
  router.on("POST /api/account/second-factor/enable", async ({ caller, body, request }) => ({
    recovery_codes: await security.enable(caller, tokenOf(request), body.code),
  }));
  router.on("POST /api/account/second-factor/recovery-codes", async ({ caller, body }) => ({
    recovery_codes: await security.renewRecoveryCodes(caller, body),
  }));
  router.on("POST /api/account/second-factor/disable", async ({ caller, body, request }) => {
    await security.disable(caller, tokenOf(request), body);
    return done;
  });
  router.on("DELETE /api/admin/staff/{id}/second-factor", async ({ caller, params }) => {
    await security.disableForMember(caller, params.id);
    return done;
  });
}
