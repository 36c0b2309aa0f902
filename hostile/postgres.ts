/** A PostgreSQL of an experiment's own. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startPostgres } from "#test/postgres.ts";
import { descendantsOf } from "../bench/processes.ts";
import type { Run } from "./experiment.ts";

export interface OwnPostgres {
  url: string;
  /** Stops all its processes where they are (SIGSTOP). */
  freeze(): void;
  thaw(): void;
}

/** Starts PostgreSQL in a folder of its own, without the network; it ends with the run. */
export async function startOwnPostgres(run: Run): Promise<OwnPostgres> {
  const folder = mkdtempSync(path.join(tmpdir(), "ngan-nga-hostile-pg-"));
  run.onEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  // Never the server that the environment may name.
  const server = await startPostgres(folder, "");
  const main = Number.parseInt(readFileSync(path.join(folder, "pg", "data", "postmaster.pid"), "utf8"), 10);
  const signal = (name: "SIGSTOP" | "SIGCONT") => {
    for (const pid of [main, ...descendantsOf(main)]) {
      try {
        process.kill(pid, name);
      } catch {
        // A process that has ended since it was listed.
      }
    }
  };
  run.onEnd(async () => {
    signal("SIGCONT");
    await server.stop();
  });
  return { url: server.url, freeze: () => signal("SIGSTOP"), thaw: () => signal("SIGCONT") };
}
