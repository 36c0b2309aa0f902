/** Logs as JSON lines. A request is told by its id, method, path without query, status and time: nothing secret. */
import { type Logger, pino } from "pino";

export function createLog(level: string): Logger {
  return pino({
    level,
    redact: {
      paths: ["*.password", "*.token", "*.access_token", "*.secret_access_key", "*.authorization", "req.headers"],
      remove: true,
    },
    serializers: { err: pino.stdSerializers.err },
  });
}
