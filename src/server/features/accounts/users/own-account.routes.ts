/** HTTP of the account of the calling user, and of password and sessions of whoever calls. */
import type { FastifyRequest } from "fastify";
import { bearer, type Router } from "#server/platform/http/router.ts";
import type { OwnAccess } from "../sessions/own-access.service.ts";
import type { OwnAccount } from "./own-account.service.ts";

const done = { success: true } as const;

export function ownAccountRoutes(router: Router, account: OwnAccount, access: OwnAccess): void {
  const tokenOf = (request: FastifyRequest | undefined) => bearer(request?.headers.authorization) ?? "";

  router.on("PATCH /api/user/me", ({ caller, body }) => account.update(caller.id, body));
  router.on("DELETE /api/user/me", async ({ caller, body }) => {
    await account.remove(caller.id, body.password);
    return done;
  });
  for (const key of ["POST /api/user/change-password", "POST /api/account/password"] as const) {
    router.on(key, async ({ caller, body, request }) => {
      await access.changePassword(caller, tokenOf(request), body);
      return done;
    });
  }
  for (const key of ["GET /api/user/sessions", "GET /api/account/sessions"] as const) {
    router.on(key, async ({ caller, request }) => {
      const rows = await access.sessions(caller, tokenOf(request));
      return { rows, total: rows.length };
    });
  }
  for (const key of ["DELETE /api/user/sessions", "DELETE /api/account/sessions"] as const) {
    router.on(key, async ({ caller, request }) => {
      await access.endOtherSessions(caller, tokenOf(request));
      return done;
    });
  }
  for (const key of ["DELETE /api/user/sessions/{id}", "DELETE /api/account/sessions/{id}"] as const) {
    router.on(key, async ({ caller, params }) => {
      await access.endSession(caller, params.id);
      return done;
    });
  }
  router.on("GET /api/user/export", ({ caller }) => account.export(caller.id));
}
