/** Logs as JSON lines, and on a terminal as plain ones. Requests are logged by id, method, path without query, status and time: nothing secret. */
import { writeSync } from "node:fs";
import { type DestinationStream, type Logger, pino } from "pino";

/** Where objects that the server and its libraries log may hold the headers of a request. */
const requestHeaders = ["headers", "*.headers", "*.*.headers", "authorization", "*.authorization", "*.*.authorization"];

/** @param destination the standard output by default. */
export function createLog(level: string, destination: DestinationStream = standardOutput()): Logger {
  const options = {
    level,
    redact: {
      // PostgreSQL tells the values of a row that it refuses in `detail`.
      paths: ["err.detail", "*.password", "*.token", "*.access_token", "*.secret_access_key", ...requestHeaders],
      remove: true,
    },
    serializers: { err: pino.stdSerializers.err },
  };
  return pino(options, destination);
}

const pinoInfo = 30;
const pinoWarn = 40;

function standardOutput(): DestinationStream {
  const output = createLogDestination(1);
  return process.stdout.isTTY ? { write: (line) => output.write(plainLine(line)) } : output;
}

/** Returns a JSON line as people read it: time, level unless it is a mere note, message and fields; below it the stack of an error. */
export function plainLine(line: string): string {
  const { level, time, msg, err, pid: _pid, hostname: _host, ...fields } = JSON.parse(line) as LogEntry;
  const note = level <= pinoInfo ? "" : `${pino.levels.labels[level]}: `;
  const told = Object.entries(fields).map(([name, value]) => ` ${name}=${JSON.stringify(value).slice(0, maxField)}`);
  const text = `${new Date(time).toLocaleTimeString("sv")} ${note}${msg ?? ""}${told.join("")}\n${err ? `${err.stack ?? err.message}\n` : ""}`;
  // A terminal obeys what a stranger's text may hold.
  return text.replaceAll(/[^\P{Cc}\n]/gu, "");
}

interface LogEntry {
  level: number;
  time: number;
  msg?: string;
  err?: { message: string; stack?: string };
  [field: string]: unknown;
}

/** Characters of a field on a terminal. */
const maxField = 200;

/** Characters that wait for an output that accepts none. */
const maxWaiting = 1024 * 1024;
const retryMs = 200;

/**
 * Returns a destination that never fails, blocks or sleeps, unlike pino's own, which throws at a full disk and empties itself
 * at the exit in an endless loop. Lines that can't be written wait, up to a megabyte; later ones are lost and counted, and a line
 * with their number follows as soon as the output accepts lines again.
 * @param write for tests.
 */
export function createLogDestination(
  fd: number,
  write: (fd: number, bytes: Buffer) => number = writeSync,
): DestinationStream & { flushSync(): void } {
  let waiting: string[] = [];
  let waitingLength = 0;
  /** The part of earlier lines that the output has not accepted yet. */
  let rest = Buffer.alloc(0);
  let lost = 0;
  let timer: NodeJS.Timeout | undefined;

  function flushSync(): void {
    try {
      while (rest.length > 0 || waiting.length > 0 || lost > 0) {
        if (rest.length === 0) {
          if (waiting.length === 0) {
            waiting.push(lostLine(lost));
            lost = 0;
          }
          rest = Buffer.from(waiting.join(""));
          waiting = [];
          waitingLength = 0;
        }
        rest = rest.subarray(write(fd, rest));
      }
    } catch {
      timer ??= setTimeout(() => {
        timer = undefined;
        flushSync();
      }, retryMs).unref();
    }
  }

  return {
    write(line) {
      if (rest.length + waitingLength + line.length > maxWaiting) lost += 1;
      else {
        waiting.push(line);
        waitingLength += line.length;
      }
      if (!timer) flushSync();
    },
    flushSync,
  };
}

function lostLine(lost: number): string {
  const line = { level: pinoWarn, time: Date.now(), pid: process.pid, lost, msg: "log lines could not be written" };
  return `${JSON.stringify(line)}\n`;
}
