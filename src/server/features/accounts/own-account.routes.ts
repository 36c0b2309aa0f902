/** HTTP of the account of the calling user. */
import type { FastifyRequest } from "fastify";
import { bearer, type Router } from "#server/platform/http/router.ts";
import type { OwnAccount } from "./own-account.service.ts";

const done = { success: true } as const;

export function ownAccountRoutes(router: Router, account: OwnAccount): void {
  const tokenOf = (request: FastifyRequest | undefined) => bearer(request?.headers.authorization) ?? "";

  router.on("PATCH /api/user/me", ({ caller, body }) => account.update(caller.id, body));
  router.on("DELETE /api/user/me", async ({ caller, body }) => {
    await account.remove(caller.id, body.password);
    return done;
  });
  router.on("POST /api/user/change-password", async ({ caller, body, request }) => {
    await account.changePassword(caller.id, tokenOf(request), body);
    return done;
  });
  router.on("GET /api/user/sessions", async ({ caller, request }) => {
    const rows = await account.sessions(caller.id, tokenOf(request));
    return { rows, total: rows.length };
  });
  router.on("DELETE /api/user/sessions", async ({ caller, request }) => {
    await account.endOtherSessions(caller.id, tokenOf(request));
    return done;
  });
  router.on("DELETE /api/user/sessions/{id}", async ({ caller, params }) => {
    await account.endSession(caller.id, params.id);
    return done;
  });
  router.on("GET /api/user/export", ({ caller }) => account.export(caller.id));
}
