/** HTTP of what tells how the site runs. */
import type { Logger } from "pino";
import { ApiError, type FieldError } from "#contract/errors.ts";
import type { Router } from "#server/platform/http/router.ts";
import type { FailedChecks } from "#server/platform/readiness.ts";
import type { System } from "./system.service.ts";

const failures: Record<keyof FailedChecks, FieldError> = {
  database: { field: "database", message: "Cơ sở dữ liệu không trả lời" },
  migrations: { field: "migrations", message: "Cơ sở dữ liệu chưa được nâng cấp" },
  newer: { field: "migrations", message: "Một phiên bản mới hơn đã nâng cấp cơ sở dữ liệu" },
  disk: { field: "disk", message: "Ổ đĩa đã đầy hoặc không ghi được" },
};

/**
 * @param isStopping true once the process is about to stop.
 * @param log is told when readiness changes, since a load balancer asks every few seconds.
 */
export function systemRoutes(
  router: Router,
  system: System,
  ready: () => Promise<FailedChecks>,
  isStopping: () => boolean,
  log: Pick<Logger, "info" | "error">,
): void {
  const tell = tellChanges(log);
  router.on("GET /api/health", () => ({ status: "ok" as const }));

  router.on("GET /api/ready", async ({ reply }) => {
    reply?.header("cache-control", "no-store");
    if (isStopping()) throw new ApiError("unavailable", "Máy chủ sắp dừng");
    const failed = await ready();
    tell(failed);
    const errors = Object.keys(failed).map((check) => failures[check as keyof FailedChecks]);
    if (errors.length > 0) throw new ApiError("unavailable", "Máy chủ chưa sẵn sàng", errors);
    const ok = "ok" as const;
    return { status: "ready" as const, checks: { database: ok, migrations: ok, disk: ok } };
  });

  router.on("GET /api/admin/system", () => system.info());
}

/** Logs which checks fail, with their causes, when these are others than before. */
function tellChanges(log: Pick<Logger, "info" | "error">): (failed: FailedChecks) => void {
  let before = "";
  return (failed) => {
    const now = Object.keys(failed).join(", ");
    if (now === before) return;
    before = now;
    if (now === "") log.info("ready again");
    else log.error({ failed: now, err: Object.values(failed)[0] }, "not ready");
  };
}
