/** HTTP of what customers say of their transfers. */
import { keepPrivate } from "#server/platform/http/private-reply.ts";
import type { Router } from "#server/platform/http/router.ts";
import type { Claims } from "./claims.service.ts";

export function claimRoutes(router: Router, claims: Pick<Claims, "claim">): void {
  router.on("POST /api/orders/{token}/claim", ({ params, files, request, reply }) => {
    keepPrivate(reply);
    return claims.claim({ kind: "order", ...params, receipt: files.receipt, address: request?.ip ?? "" });
  });
  router.on("POST /api/requests/{token}/claim", ({ params, files, request, reply }) => {
    keepPrivate(reply);
    return claims.claim({ kind: "request", ...params, receipt: files.receipt, address: request?.ip ?? "" });
  });
}
