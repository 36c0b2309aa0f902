/** Starts the product as a process of its own: production settings, a fresh folder, a free port. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { admin } from "./site.ts";

const root = path.resolve(import.meta.dirname, "../..");
const startTimeout = 150_000;
/** Log lines of this level and above say that something went wrong inside. */
const errorLevel = 50;

export interface RunningServer {
  /** `http://127.0.0.1:port` */
  origin: string;
  dataDir: string;
  /** Stops the process and removes its folder. @throws Error when it has logged errors */
  stop(): Promise<void>;
}

interface ServerOptions {
  /** With the demo catalogue, or with an empty one. */
  demo: boolean;
}

export async function startServer({ demo }: ServerOptions): Promise<RunningServer> {
  if (!existsSync(path.join(root, "build/server/index.js"))) {
    throw new Error("The pages are not built: npm test builds them, and so does npm start.");
  }
  const dataDir = mkdtempSync(path.join(tmpdir(), "ngan-nga-e2e-"));
  const complaints: string[] = [];
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
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      // The tests of the storage settings have an S3 server on this machine.
      ALLOW_PRIVATE_STORAGE: demo ? "0" : "1",
    },
  });
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      const ended = once(server, "exit");
      server.kill("SIGTERM");
      await ended;
    }
    rmSync(dataDir, { recursive: true, force: true });
    if (complaints.length > 0) throw new Error(`The server logged errors:\n${complaints.join("\n")}`);
  };
  try {
    return { origin: await listening(server, complaints), dataDir, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Waits until the server says where it listens; gives its origin. Keeps what it logs as an error. */
function listening(server: ChildProcess, complaints: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("The server did not start in time.")), startTimeout);
    server.once("error", reject);
    server.once("exit", (code) => reject(new Error(`The server ended with exit code ${code}.`)));
    if (!server.stdout) return;
    createInterface({ input: server.stdout }).on("line", (line) => {
      if (levelOf(line) >= errorLevel) complaints.push(line);
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
