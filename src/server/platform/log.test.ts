import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLog, createLogDestination, plainLine } from "./log.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An output that accepts a number of bytes, then fails with a code. */
function output(code: string) {
  let text = "";
  let attempts = 0;
  const state = { room: Number.POSITIVE_INFINITY };
  const destination = createLogDestination(1, (_fd, bytes) => {
    attempts += 1;
    if (state.room === 0) throw Object.assign(new Error(`${code}: write`), { code });
    const part = bytes.subarray(0, state.room);
    state.room -= part.length;
    text += part.toString();
    return part.length;
  });
  return { destination, state, text: () => text, attempts: () => attempts };
}

const parsed = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { msg: string; lost?: number });

test.each(["ENOSPC", "EPIPE", "EIO", "EAGAIN"])("an output that fails with %s loses lines and counts them", (code) => {
  const { destination, state, text, attempts } = output(code);
  const log = createLog("info", destination);
  log.info("first");
  // The second line breaks off in its middle.
  state.room = 20;
  const long = "x".repeat(1000);
  for (let i = 0; i < 2000; i += 1) log.info({ long }, `line ${i}`);
  log.fatal("the end");
  expect(attempts(), "not one for each line").toBeLessThan(10);
  vi.advanceTimersByTime(10_000);
  state.room = Number.POSITIVE_INFINITY;
  vi.advanceTimersByTime(1000);
  log.info("again");
  const lines = parsed(text());
  expect(lines.at(-1)?.msg).toBe("again");
  const report = lines.at(-2);
  expect(report?.msg).toBe("log lines could not be written");
  expect(report?.lost).toBeGreaterThan(500);
  expect(lines.length - 1 + (report?.lost ?? 0)).toBe(2003);
  expect(lines.map(({ msg }) => msg).slice(0, 3)).toEqual(["first", "line 0", "line 1"]);
});

const headers = { authorization: "Bearer bi-mat" };
test.each([
  { headers },
  { req: { headers } },
  { busboyOptions: { headers, limits: {} } },
  { request: { options: { headers } } },
  { authorization: headers.authorization },
  { options: headers },
  { request: { options: headers } },
  { err: Object.assign(new Error("x"), { headers }) },
  { err: Object.assign(new Error("x"), { request: { headers } }) },
])("no level writes the header Authorization, as in %j", (object) => {
  const lines: string[] = [];
  const log = createLog("trace", { write: (line) => lines.push(line) });
  for (const level of ["fatal", "error", "warn", "info", "debug", "trace"] as const) log[level](object, "a line");
  expect(lines).toHaveLength(6);
  expect(lines.join("")).not.toContain("bi-mat");
});

test("a terminal shows time, what is more than a note, message, fields and the stack of an error, and no control signs", () => {
  vi.setSystemTime(new Date("2026-11-28T12:00:00"));
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => lines.push(plainLine(line)) });
  log.info({ signal: "SIGINT", names: ["a\u001b[2J"] }, "stopping");
  const err = new Error("b\u001b[2J");
  err.stack = "Error: b\u001b[2J\n    at c";
  log.error({ err, long: "x".repeat(1000) }, "failed");
  expect(lines).toEqual([
    '12:00:00 stopping signal="SIGINT" names=["a\\u001b[2J"]\n',
    `12:00:00 error: failed long="${"x".repeat(199)}\nError: b[2J\n    at c\n`,
  ]);
});
