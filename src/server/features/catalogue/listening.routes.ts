/** HTTP of plays and likes. */
import type { Router } from "#server/platform/http/router.ts";
import type { Listening } from "./listening.service.ts";

export function listeningRoutes(router: Router, listening: Listening): void {
  router.on("POST /api/songs/{id}/play", ({ caller, params, request }) =>
    listening.play(params.id, {
      caller,
      address: request?.ip ?? "",
      userAgent: request?.headers["user-agent"] ?? "",
    }),
  );
  router.on("POST /api/songs/{id}/like", ({ caller, params }) => listening.like(caller, params.id, true));
  router.on("DELETE /api/songs/{id}/like", ({ caller, params }) => listening.like(caller, params.id, false));
}
