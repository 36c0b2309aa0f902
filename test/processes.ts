/** Processes of the product beside a test: its server and its commands. Those that still run are killed after the test. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { expect, onTestFinished, vi } from "vitest";

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

export interface Started {
  process: ChildProcess;
  /** Returns its output up to now, both streams in order. */
  output(): string;
  ended: Promise<Ended>;
}

const root = path.resolve(import.meta.dirname, "..");
/** Compiled modules, which each process after the first starts with. */
const compileCache = path.join(root, "node_modules/.cache/node");

/**
 * Starts `node SCRIPT ARGS` in the project's folder.
 * @param env added to `PATH`, `NODE_ENV` and Node's compile cache.
 * @param stdout descriptor of its standard output, which is then not in `output()`.
 */
export function startScript(
  script: string,
  args: readonly string[],
  env: Record<string, string>,
  stdout?: number,
): Started {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    stdio: ["ignore", stdout ?? "pipe", "pipe"],
    env: { PATH: process.env.PATH, NODE_ENV: "test", NODE_COMPILE_CACHE: compileCache, ...env },
  });
  let output = "";
  const written = { out: "", err: "" };
  for (const [name, stream] of [
    ["out", child.stdout],
    ["err", child.stderr],
  ] as const) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      written[name] += text;
    });
  }
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, ...written }));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return { process: child, output: () => output, ended };
}

/** Runs a script to its end. */
export function runScript(script: string, args: readonly string[], env: Record<string, string>): Promise<Ended> {
  return startScript(script, args, env).ended;
}

/** Starts the server on a free port, without the demo. */
export function startServer(env: Record<string, string>): Started & { origin(): Promise<string> } {
  const server = startScript("src/server/main.ts", [], {
    PORT: "0",
    DEMO: "0",
    RATE_LIMITS: "off",
    // A busy machine delays the server, which would refuse requests.
    MAX_EVENT_LOOP_DELAY_MS: "0",
    ...env,
  });
  return {
    ...server,
    /** Resolves when the server has printed it. */
    async origin() {
      const printedOrigin = () => server.output().match(/Ngân Nga: (http:\/\/\S+)/)?.[1];
      await vi.waitFor(
        () => expect(printedOrigin() !== undefined || server.process.exitCode !== null, server.output()).toBe(true),
        { timeout: 120_000, interval: 20 },
      );
      const origin = printedOrigin();
      if (origin === undefined) throw new Error(`The server did not start:\n${server.output()}`);
      return origin;
    },
  };
}
