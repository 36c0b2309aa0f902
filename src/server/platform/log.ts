/** Logs as JSON lines. A request is told by its id, method, path without query, status and time: nothing secret. */
import { type DestinationStream, type Logger, pino } from "pino";

/** @param destination where the lines go; the standard output when not given. */
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
