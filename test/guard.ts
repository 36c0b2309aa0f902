/**
 * A process of its own beside a test run: it runs PostgreSQL when the run says so, and when the run is over, however it ended, it stops
 * PostgreSQL and removes the run's folder. It notices by the end of its channel.
 */
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { rmSync } from "node:fs";

export interface Program {
  file: string;
  args: string[];
  options: Pick<SpawnOptions, "cwd" | "uid" | "gid" | "env">;
}

/** What the guard is told; it answers `ended` when the program has. */
export type GuardMessage = { start: Program } | { signal: NodeJS.Signals };

const [, , folder = ""] = process.argv;
let postgres: ChildProcess | undefined;
let isOver = false;

process.on("message", (message: GuardMessage) => {
  if ("signal" in message) {
    postgres?.kill(message.signal);
    return;
  }
  const { file, args, options } = message.start;
  const started = spawn(file, args, { ...options, stdio: ["ignore", "ignore", "inherit"] });
  postgres = started;
  started.once("error", (error) => console.error(error.message));
  started.once("close", () => {
    postgres = undefined;
    if (isOver) removeFolder();
    else process.send?.("ended");
  });
});
process.once("disconnect", () => {
  isOver = true;
  if (postgres) postgres.kill("SIGQUIT");
  else removeFolder();
});

function removeFolder(): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
