/** Starts the product in its own process, with production settings, an empty data folder and a free port. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { admin } from "./site.ts";

const root = path.resolve(import.meta.dirname, "../..");
/** Milliseconds. */
const startTimeout = 150_000;
/** Log level of errors. */
const errorLevel = 50;

export interface RunningServer {
  /** `http://127.0.0.1:port` */
  origin: string;
  dataDir: string;
  /** Stops the process and deletes its data folder. @throws Error when it has logged errors */
  stop(): Promise<void>;
}

interface ServerOptions {
  /** Starts with the demo catalogue instead of an empty one. */
  demo: boolean;
  /** Variables over those of all tests. */
  env?: Record<string, string>;
}

/** Starts a server of the build. @throws Error when the build is missing or the start fails */
export async function startServer({ demo, env }: ServerOptions): Promise<RunningServer> {
  if (!existsSync(path.join(root, "build/server/index.js"))) {
    throw new Error("The pages are not built: npm test builds them, and so does npm start.");
  }
  const dataDir = mkdtempSync(path.join(tmpdir(), "ngan-nga-e2e-"));
  const errors: string[] = [];
  const server = spawn(process.execPath, ["src/server/main.ts"], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: "0",
      DATA_DIR: dataDir,
      DEMO: demo ? "1" : "0",
      RATE_LIMITS: "off",
      // A busy machine delays the server, which would refuse requests.
      MAX_EVENT_LOOP_DELAY_MS: "0",
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      // Tests of the storage settings use an S3 server on localhost.
      ALLOW_PRIVATE_STORAGE: demo ? "0" : "1",
      ...env,
    },
  });
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      const exit = once(server, "exit");
      server.kill("SIGTERM");
      await exit;
    }
    rmSync(dataDir, { recursive: true, force: true });
    if (errors.length > 0) throw new Error(`The server logged errors:\n${errors.join("\n")}`);
  };
  try {
    return { origin: await waitForOrigin(server, errors), dataDir, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Resolves to the origin that the server logs at its start. Adds logged errors to `errors`. */
function waitForOrigin(server: ChildProcess, errors: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("The server did not start in time.")), startTimeout);
    server.once("error", reject);
    server.once("exit", (code) => reject(new Error(`The server ended with exit code ${code}.`)));
    if (!server.stdout) return;
    createInterface({ input: server.stdout }).on("line", (line) => {
      if (levelOf(line) >= errorLevel) errors.push(line);
      const origin = /^Ngân Nga: (http:\/\/\S+)$/.exec(line)?.[1];
      if (!origin) return;
      clearTimeout(timer);
      resolve(origin);
    });
  });
}

function levelOf(line: string): number {
  return Number(/^\{"level":(\d+)/.exec(line)?.[1] ?? 0);
}
