/** HTTP of bank statements. */
import type { Router } from "#server/platform/http/router.ts";
import type { Statements } from "./statement.ts";

export function statementRoutes(router: Router, statements: Statements): void {
  router.on("POST /api/admin/payments/statement/preview", ({ body }) => statements.preview(body));
  router.on("POST /api/admin/payments/statement", ({ caller, body }) => statements.take(caller, body));
}
