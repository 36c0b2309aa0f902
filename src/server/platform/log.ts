/** Logs as JSON lines. Requests are logged by id, method, path without query, status and time: nothing secret. */
import { type DestinationStream, type Logger, pino } from "pino";

/** @param destination the standard output by default. */
export function createLog(level: string, destination: DestinationStream = pino.destination(1)): Logger {
  const options = {
    level,
    redact: {
      paths: ["*.password", "*.token", "*.access_token", "*.secret_access_key", "*.authorization", "req.headers"],
      remove: true,
    },
    serializers: { err: pino.stdSerializers.err },
  };
  return pino(options, destination);
}
