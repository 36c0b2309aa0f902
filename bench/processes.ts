/** Starts, measures and stops the servers under load, which are child processes. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const root = path.resolve(import.meta.dirname, "..");

export interface Running {
  origin: string;
  pid: number;
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
 */
export async function startServer(
  args: readonly string[],
  env: Record<string, string>,
  port: number,
  probe: string,
): Promise<Running> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const origin = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 300; tries += 1) {
    if (child.exitCode !== null) break;
    const ready = await fetch(origin + probe).then(
      async (response) => {
        await response.arrayBuffer();
        return response.ok;
      },
      () => false,
    );
    if (ready) return { origin, pid: child.pid ?? 0, stop: () => stop(child) };
    await pause(100);
  }
  await stop(child);
  throw new Error(`${args.join(" ")} did not start`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
}

/** Returns the CPU time of a process so far, in seconds. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  const ticksPerSecond = 100;
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Samples the memory of a process; `peak` ends the sampling and returns the highest value in bytes. */
export function watchMemory(pid: number): { peak(): number } {
  let highest = 0;
  const sample = () => {
    const kilobytes = readFileSync(`/proc/${pid}/status`, "utf8").match(/^VmRSS:\s+(\d+) kB$/m)?.[1];
    highest = Math.max(highest, Number(kilobytes ?? 0) * 1024);
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
