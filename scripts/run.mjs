/**
 * `npm start`, `npm run build`, `npm run dev` and the commands beside the server: prepares what is missing, then hands over to the pinned
 * Node. Passes signals on and ends with the exit code of what it started.
 */
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { install } from "./install.mjs";
import { buildWeb, fail, node, noteCommit, onParentExit, root } from "./prepare.mjs";
import { serverArgs, serverEnv } from "./server-process.mjs";

/** `dev`: needs the development packages; `pages`: needs the built pages. */
const commands = {
  build: { pages: true },
  start: { args: serverArgs, env: serverEnv, pages: true },
  dev: {
    dev: true,
    args: [
      ...["src/server", "src/art", "src/contract"].map((folder) => `--watch-path=${folder}`),
      "--watch-preserve-output",
      "src/server/main.ts",
    ],
    env: { NODE_ENV: "development" },
  },
  import: { args: ["scripts/import.ts"] },
  demo: { args: ["scripts/demo.ts"] },
  pay: { args: ["scripts/pay.ts"] },
  storage: { args: ["scripts/storage.ts"] },
  admin: { args: ["scripts/admin.ts"] },
  backup: { args: ["scripts/backup.ts"] },
  restore: { args: ["scripts/restore.ts"] },
  "third-party": { args: ["scripts/third-party.ts"] },
  bench: { dev: true, args: ["bench/run.ts"], pages: true },
  hostile: { args: ["hostile/run.ts"], pages: true },
  lighthouse: { dev: true, args: ["bench/lighthouse.ts"], pages: true },
};

const [name, ...rest] = process.argv.slice(2);
const command = commands[name];
if (!command) fail(`Unknown command. There are: ${Object.keys(commands).join(", ")}`);

await install({ dev: command.dev === true });
if (command.pages) buildWeb();
noteCommit();
if (!command.args) process.exit(0);

const child = spawn(node, [...command.args, ...rest], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, ...command.env },
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
onParentExit(() => child.kill("SIGTERM"));
child.on("error", (error) => fail(`${node}: ${error.message}`));
child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
