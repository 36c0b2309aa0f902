/**
 * A process of its own beside a test run: it runs PostgreSQL, and when the run is over, however it ended, it stops
 * PostgreSQL and removes the run's folder. It notices by the end of its input.
 */
import { type SpawnOptions, spawn } from "node:child_process";
import { rmSync } from "node:fs";

export interface Guarded {
  folder: string;
  program: string;
  args: string[];
  options: Pick<SpawnOptions, "cwd" | "uid" | "gid" | "env">;
}

const { folder, program, args, options } = JSON.parse(process.argv[2] ?? "") as Guarded;
const postgres = spawn(program, args, { ...options, stdio: ["ignore", "ignore", "inherit"] });
postgres.once("error", (error) => {
  console.error(error.message);
  process.exitCode = 1;
});
postgres.once("close", () => {
  process.stdin.destroy();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});
process.stdin.once("close", () => postgres.kill("SIGQUIT")).resume();
