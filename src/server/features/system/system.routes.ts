/** HTTP of what tells how the site runs. */
import { ApiError, type FieldError } from "#contract/errors.ts";
import { type ReadyCheck, readyChecks } from "#contract/system.ts";
import type { Router } from "#server/platform/http/router.ts";
import type { FailedChecks } from "#server/platform/readiness.ts";
import type { System } from "./system.service.ts";

const messages: Record<ReadyCheck, string> = {
  database: "Cơ sở dữ liệu không trả lời",
  migrations: "Cơ sở dữ liệu chưa được nâng cấp",
  disk: "Ổ đĩa đã đầy hoặc không ghi được",
};

/** @param isStopping true once the process is about to stop. */
export function systemRoutes(
  router: Router,
  system: System,
  ready: () => Promise<FailedChecks>,
  isStopping: () => boolean,
): void {
  router.on("GET /api/health", () => ({ status: "ok" as const }));

  router.on("GET /api/ready", async ({ reply }) => {
    reply?.header("cache-control", "no-store");
    if (isStopping()) throw new ApiError("unavailable", "Máy chủ sắp dừng");
    const failed = await ready();
    const errors = readyChecks.filter((field) => failed[field]).map((field) => ({ field, message: messages[field] }));
    if (errors.length > 0) throw notReady(errors, failed);
    const ok = "ok" as const;
    return { status: "ready" as const, checks: { database: ok, migrations: ok, disk: ok } };
  });

  router.on("GET /api/admin/system", () => system.info());
}

/** The log needs the causes, the answer must not have them. */
function notReady(errors: FieldError[], failed: FailedChecks): ApiError {
  const error = new ApiError("unavailable", "Máy chủ chưa sẵn sàng", errors);
  error.cause = Object.values(failed)[0];
  return error;
}
