/** A PostgreSQL of an experiment's own. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { initialise, newPlace, serve, startGuard } from "#test/postgres.ts";
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
  const guard = startGuard(folder);
  run.onEnd(guard.stop);
  const place = newPlace(guard);
  await initialise(place);
  const url = await serve(guard, place);
  const main = Number.parseInt(readFileSync(path.join(place.data, "postmaster.pid"), "utf8"), 10);
  const signal = (name: "SIGSTOP" | "SIGCONT") => {
    for (const pid of [main, ...descendantsOf(main)]) {
      try {
        process.kill(pid, name);
      } catch {
        // A process that has ended since it was listed.
      }
    }
  };
  run.onEnd(() => signal("SIGCONT"));
  return { url, freeze: () => signal("SIGSTOP"), thaw: () => signal("SIGCONT") };
}
