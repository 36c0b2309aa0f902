/** Starts, measures and stops the servers under load, which are child processes. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const root = path.resolve(import.meta.dirname, "..");

export interface Running {
  origin: string;
  pid: number;
  /** Resolves when the process has ended, with its exit code; null after a signal. */
  ended: Promise<number | null>;
  kill(signal: NodeJS.Signals): void;
  /** Ends it by SIGTERM. */
  stop(): Promise<void>;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (typeof address !== "object" || !address) throw new Error("no free port");
  return address.port;
}

/**
 * Starts a script of this project and waits until it is ready.
 * @param probe a path that responds with 200 once it is ready.
 * @param options.stdout descriptor of its standard output, which is ignored by default.
 * @param options.signal kills it, also while it starts.
 */
export async function startServer(
  args: readonly string[],
  env: Record<string, string>,
  port: number,
  probe: string,
  { stdout, signal }: { stdout?: number; signal?: AbortSignal } = {},
): Promise<Running> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", stdout ?? "ignore", "inherit"],
    killSignal: "SIGKILL",
    ...(signal ? { signal } : {}),
  });
  // The abort, or a program that can't be started: both end the wait below.
  child.on("error", () => {});
  const origin = `http://127.0.0.1:${port}`;
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  for (let tries = 0; tries < 1200; tries += 1) {
    if (hasEnded(child)) break;
    const ready = await fetch(origin + probe).then(
      async (response) => {
        await response.arrayBuffer();
        return response.ok;
      },
      () => false,
    );
    if (ready) return { origin, pid: child.pid ?? 0, ended, kill: (name) => void child.kill(name), stop };
    await pause(25);
  }
  await stop();
  throw new Error(`${args.join(" ")} did not start`);
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Returns the CPU time of a process so far, in seconds. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  const ticksPerSecond = 100;
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Returns the memory of a process in bytes; 0 when it has ended. */
export function memoryOf(pid: number): number {
  const kilobytes = readProc(pid, "status").match(/^VmRSS:\s+(\d+) kB$/m)?.[1];
  return Number(kilobytes ?? 0) * 1024;
}

/** Returns the ids of the processes that a process started, and of those that they started. */
export function descendantsOf(pid: number): number[] {
  const parents = new Map(
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), Number(/^PPid:\s+(\d+)$/m.exec(readProc(Number(name), "status"))?.[1])]),
  );
  const found = [pid];
  for (const parent of found) for (const [id, its] of parents) if (its === parent) found.push(id);
  return found.slice(1);
}

function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
}

/**
 * Samples the memory of a process; `peak` ends the sampling and returns the highest value in bytes.
 * @param measure what is sampled.
 */
export function watchMemory(pid: number, measure: (pid: number) => number = memoryOf): { peak(): number } {
  let highest = 0;
  const sample = () => {
    highest = Math.max(highest, measure(pid));
  };
  sample();
  const timer = setInterval(sample, 50);
  return {
    peak() {
      sample();
      clearInterval(timer);
      return highest;
    },
  };
}
