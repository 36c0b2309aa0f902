/** A throw-away PostgreSQL: fast, unsafe on purpose, gone afterwards. */
import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import type { GuardMessage, Program } from "./guard.ts";

const execute = promisify(execFile);

const howToHelp =
  "The tests need PostgreSQL: set TEST_DATABASE_URL to a server whose databases they may create and drop, or install its " +
  "server programs (Debian, Ubuntu: apt-get install postgresql; macOS: brew install postgresql).";

/** The process that ends PostgreSQL and removes the folder after this one, however this one ends. */
export interface Guard {
  /** Removed at the end. */
  folder: string;
  /** Runs a program until it is told otherwise. @returns whether it has ended by itself, and what it wrote */
  start(program: Program): { hasEnded(): boolean; log(): string };
  /** Ends the program as it ends by itself: with everything written. */
  shutDown(): Promise<void>;
  /** Ends it at once, and removes the folder. */
  stop(): Promise<void>;
}

/** Starts the guard of a folder. */
export function startGuard(folder: string): Guard {
  const guard = spawn(process.execPath, [path.join(import.meta.dirname, "guard.ts"), folder], {
    detached: true,
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let log = "";
  guard.stderr?.on("data", (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-4000);
  });
  const exited = once(guard, "exit");
  const tell = (message: GuardMessage) => guard.send(message);
  return {
    folder,
    start(program) {
      let isOver = false;
      guard.once("message", () => {
        isOver = true;
      });
      tell({ start: program });
      return { hasEnded: () => isOver || guard.exitCode !== null, log: () => log };
    },
    async shutDown() {
      const ended = Promise.race([once(guard, "message"), exited]);
      // A fast shutdown: it closes connections.
      tell({ signal: "SIGINT" });
      await ended;
    },
    async stop() {
      if (guard.connected) guard.disconnect();
      await exited;
    },
  };
}

/** The folder of a server: its data, and its socket. */
export interface ServerPlace {
  folder: string;
  data: string;
  /** The user that it runs as, and to whom its data belong; undefined for the one of this process. */
  owner: { uid: number; gid: number } | undefined;
}

/** Makes the folder of a server in that of a guard. */
export function newPlace({ folder: parent }: Pick<Guard, "folder">, name = "pg"): ServerPlace {
  const owner = serverOwner();
  const folder = path.join(parent, name);
  mkdirSync(folder);
  if (owner) {
    chmodSync(parent, 0o755);
    chownSync(folder, owner.uid, owner.gid);
  }
  return { folder, data: path.join(folder, "data"), owner };
}

const optionsOf = ({ folder, owner }: ServerPlace) => ({
  cwd: folder,
  ...owner,
  env: { PATH: process.env.PATH, TZ: "UTC" },
});

/** Makes the data of an empty server. */
export async function initialise(place: ServerPlace): Promise<void> {
  const locale = process.platform === "linux" ? "C.UTF-8" : "C";
  const args = ["-U", "postgres", "--auth=trust", "--encoding=UTF8", `--locale=${locale}`, "--no-sync"];
  try {
    await execute(path.join(await programs(), "initdb"), ["-D", place.data, ...args], optionsOf(place));
  } catch (error) {
    throw new Error(`initdb failed: ${error instanceof Error ? error.message : error}\n${howToHelp}`, { cause: error });
  }
}

/** Returns what the server calls its version: `postgres (PostgreSQL) 17.6`. */
export async function serverVersion(): Promise<string> {
  return (await execute(path.join(await programs(), "postgres"), ["--version"])).stdout.trim();
}

/** Runs a server on its data, without the network. @returns the superuser's address of its database `postgres` */
export async function serve(guard: Guard, place: ServerPlace): Promise<string> {
  const settings = {
    listen_addresses: "",
    unix_socket_directories: place.folder,
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    autovacuum: "off",
    max_connections: "300",
    shared_buffers: "64MB",
  };
  const { hasEnded, log } = guard.start({
    file: path.join(await programs(), "postgres"),
    args: ["-D", place.data, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    options: optionsOf(place),
  });
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(place.folder)}`;
  try {
    await ready(url, hasEnded);
  } catch {
    throw new Error(`PostgreSQL did not start:\n${log()}\n${howToHelp}`);
  }
  return url;
}

async function ready(url: string, hasEnded: () => boolean): Promise<void> {
  const until = Date.now() + 150_000;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (hasEnded() || Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** Returns the folder that holds `initdb` and `postgres`, which are installed unless they are there. */
async function programs(): Promise<string> {
  return findPrograms() ?? (await installPrograms());
}

/** The folder that holds `initdb` and `postgres`, the newest first. */
function findPrograms(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env.PATH ?? "").split(path.delimiter),
    ...versions.map((version) => path.join(debian, version, "bin")),
  ];
  return folders.find((dir) => ["initdb", "postgres"].every((name) => existsSync(path.join(dir, name))));
}

/** Installs PostgreSQL from the system's packages, without the cluster that Debian would start. */
async function installPrograms(): Promise<string> {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) throw new Error(howToHelp);
  console.log("Installing PostgreSQL for the tests (apt-get install postgresql)");
  const run = async (...args: string[]) => {
    const child: ChildProcess = spawn("apt-get", args, {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    const [code] = await once(child, "close");
    if (code !== 0) throw new Error(`apt-get ${args[0]} ended with ${code}`);
  };
  const noCluster = "/etc/postgresql-common/createcluster.d/ngan-nga-tests.conf";
  mkdirSync(path.dirname(noCluster), { recursive: true });
  writeFileSync(noCluster, "create_main_cluster = false\n");
  try {
    await run("update");
    await run("install", "-y", "--no-install-recommends", "postgresql");
  } catch (error) {
    throw new Error(howToHelp, { cause: error });
  } finally {
    rmSync(noCluster, { force: true });
  }
  const found = findPrograms();
  if (!found) throw new Error(howToHelp);
  return found;
}

/** PostgreSQL refuses to run as root; then it runs as `postgres`, or as `nobody`. */
function serverOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ["postgres", "nobody"]) {
    const [uid, gid] = ["-u", "-g"].map((flag) => spawnSync("id", [flag, name], { encoding: "utf8" }).stdout?.trim());
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error("PostgreSQL does not run as root, and there is no user postgres or nobody to run it as.");
}

/** The address of another database on the same server. */
export function onServer(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** One statement as superuser. */
export async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
