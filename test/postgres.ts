/** A throw-away PostgreSQL for one test run: fast, unsafe on purpose, gone afterwards. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import type { Guarded } from "./guard.ts";

export interface PostgresServer {
  /** Superuser's address of the database `postgres`. */
  url: string;
  stop(): Promise<void>;
}

const howToHelp =
  "The tests need PostgreSQL: set TEST_DATABASE_URL to a server whose databases they may create and drop, or install its " +
  "server programs (Debian, Ubuntu: apt-get install postgresql; macOS: brew install postgresql).";

/**
 * The server of TEST_DATABASE_URL, or one of our own started from the programs on this machine.
 * @param folder the test run's; with a server of our own it is removed even when the run is killed.
 */
export async function startPostgres(folder: string, given = process.env.TEST_DATABASE_URL): Promise<PostgresServer> {
  if (given) return { url: given, stop: async () => {} };
  const programs = findPrograms() ?? installPrograms();
  const owner = serverOwner();
  const dir = path.join(folder, "pg");
  mkdirSync(dir);
  if (owner) {
    chmodSync(folder, 0o755);
    chownSync(dir, owner.uid, owner.gid);
  }
  const data = path.join(dir, "data");
  const locale = process.platform === "linux" ? "C.UTF-8" : "C";
  const options = { cwd: dir, ...owner, env: { PATH: process.env.PATH, TZ: "UTC" } };

  const init = spawnSync(
    path.join(programs, "initdb"),
    ["-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", `--locale=${locale}`, "--no-sync"],
    { ...options, encoding: "utf8" },
  );
  if (init.status !== 0) throw new Error(`initdb failed: ${init.error?.message ?? init.stderr}\n${howToHelp}`);
  const settings = {
    listen_addresses: "",
    unix_socket_directories: dir,
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    autovacuum: "off",
    max_connections: "300",
    shared_buffers: "64MB",
  };
  const guarded: Guarded = {
    folder,
    program: path.join(programs, "postgres"),
    args: ["-D", data, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    options,
  };
  const guard = spawn(process.execPath, [path.join(import.meta.dirname, "guard.ts"), JSON.stringify(guarded)], {
    detached: true,
    stdio: ["pipe", "ignore", "pipe"],
  });
  let log = "";
  guard.stderr.on("data", (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-4000);
  });
  const ended = once(guard, "close");
  const stop = async () => {
    guard.stdin.end();
    await ended;
  };

  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(dir)}`;
  try {
    await ready(url, guard);
  } catch {
    await stop();
    throw new Error(`PostgreSQL did not start:\n${log}\n${howToHelp}`);
  }
  return { url, stop };
}

async function ready(url: string, guard: ChildProcess): Promise<void> {
  const until = Date.now() + 150_000;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (guard.exitCode !== null || Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
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
function installPrograms(): string {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) throw new Error(howToHelp);
  console.log("Installing PostgreSQL for the tests (apt-get install postgresql)");
  const run = (...args: string[]) =>
    execFileSync("apt-get", args, {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  const noCluster = "/etc/postgresql-common/createcluster.d/ngan-nga-tests.conf";
  mkdirSync(path.dirname(noCluster), { recursive: true });
  writeFileSync(noCluster, "create_main_cluster = false\n");
  try {
    run("update");
    run("install", "-y", "--no-install-recommends", "postgresql");
  } catch (error) {
    throw new Error(howToHelp, { cause: error });
  } finally {
    rmSync(noCluster, { force: true });
  }
  const programs = findPrograms();
  if (!programs) throw new Error(howToHelp);
  return programs;
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
