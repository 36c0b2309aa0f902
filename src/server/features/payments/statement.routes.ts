/** HTTP of bank statements. */
import { disconnectSignal } from "#server/platform/http/disconnect-signal.ts";
import type { Router } from "#server/platform/http/router.ts";
import type { Statements } from "./statement.ts";

export function statementRoutes(router: Router, statements: Statements): void {
  router.on("POST /api/admin/payments/statement/preview", ({ body, reply }) =>
    statements.preview(body, reply && disconnectSignal(reply.raw)),
  );
  router.on("POST /api/admin/payments/statement", ({ caller, body, reply }) =>
    statements.take(caller, body, reply && disconnectSignal(reply.raw)),
  );
}
