/** HTTP of the administrators' accounts. */
import { keepPrivate } from "#server/platform/http/private-reply.ts";
import type { Router } from "#server/platform/http/router.ts";
import type { Administrators, Invited } from "./administrators.service.ts";

export function administratorRoutes(router: Router, administrators: Administrators): void {
  const invitation = ({ administrator, path }: Invited) => ({
    administrator,
    link: path ?? null,
  });

  router.on("GET /api/admin/administrators", async ({ caller }) => {
    const rows = await administrators.list(caller);
    return { rows, total: rows.length };
  });
  router.on("POST /api/admin/administrators", async ({ caller, body, reply }) => {
    keepPrivate(reply);
    return invitation(await administrators.invite(caller, body));
  });
  router.on("POST /api/admin/administrators/{id}/invitation", async ({ caller, params, reply }) => {
    keepPrivate(reply);
    return invitation(await administrators.inviteAgain(caller, params.id));
  });
  router.on("PUT /api/admin/administrators/{id}", ({ caller, params, body }) =>
    administrators.change(caller, params.id, body),
  );
  router.on("DELETE /api/admin/administrators/{id}/sessions", ({ caller, params }) =>
    administrators.endSessions(caller, params.id),
  );
}
