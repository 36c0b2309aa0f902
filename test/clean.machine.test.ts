/** Installs and runs the project as on a machine with Node, npm, git and a shell, and nothing else: no Python, no make, no compiler. */
import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { causeOf, machineNode } from "../scripts/install.mjs";

// Each test installs up to three times.
vi.setConfig({ testTimeout: 1_800_000 });

const root = path.dirname(import.meta.dirname);
const registry = execFileSync(onPath("npm"), ["config", "get", "registry"], { encoding: "utf8" }).trim();

interface Machine {
  clone: string;
  env: NodeJS.ProcessEnv;
}

/** A clone of the repository, and an environment with an empty home and a PATH of four programs. */
function cleanMachine(settings: Record<string, string> = { npm_config_registry: registry }): Machine {
  const folder = mkdtempSync(path.join(tmpdir(), "nn-clean-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const [bin = "", home = "", clone = ""] = ["bin", "home", "clone"].map((name) => path.join(folder, name));
  mkdirSync(bin);
  mkdirSync(home);
  const npm = process.env.npm_execpath?.endsWith(".js") ? process.env.npm_execpath : realpathSync(onPath("npm"));
  const programs = { node: machineNode() ?? "", npm, git: onPath("git"), sh: onPath("sh") };
  for (const [name, file] of Object.entries(programs)) symlinkSync(file, path.join(bin, name));
  execFileSync("git", ["clone", "--quiet", "--no-hardlinks", root, clone]);
  const env = { PATH: bin, HOME: home, DATA_DIR: path.join(folder, "data"), npm_config_globalconfig: "/dev/null" };
  // The certificates by which this machine reaches the registry.
  const { NODE_EXTRA_CA_CERTS } = process.env;
  return { clone, env: { ...env, ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS }), ...settings } };
}

function onPath(name: string): string {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const folder = folders.find((dir) => !dir.includes("node_modules") && existsSync(path.join(dir, name)));
  if (folder === undefined) throw new Error(`${name} is not on the PATH`);
  return path.join(folder, name);
}

function run({ clone, env }: Machine, ...args: string[]): Promise<{ code: number; out: string }> {
  return new Promise((resolve) => {
    execFile(path.join(env.PATH ?? "", "npm"), args, { cwd: clone, env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, out: stdout + stderr });
    });
  });
}

/** Starts npm in a process group of its own, as a terminal does. */
function start({ clone, env }: Machine, ...args: string[]) {
  const child = spawn(path.join(env.PATH ?? "", "npm"), args, {
    cwd: clone,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const ended = once(child, "close");
  const { pid = 0 } = child;
  const signal = (name: NodeJS.Signals) => process.kill(-pid, name);
  onTestFinished(() => {
    if (child.exitCode === null && child.signalCode === null) signal("SIGKILL");
  });
  return { child, ended, signal, output: () => output };
}

async function printed({ output, child }: ReturnType<typeof start>, pattern: RegExp): Promise<string> {
  const found = () => pattern.exec(output())?.[0];
  await vi.waitUntil(() => found() !== undefined || child.exitCode !== null, { timeout: 600_000, interval: 20 });
  expect(output()).toMatch(pattern);
  return found() ?? "";
}

/** Command lines of the processes that work in the folder. */
function processesIn(folder: string): string[] {
  return execFileSync("ps", ["-eo", "pid=,args="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => {
      const pid = line.trim().split(" ")[0] ?? "";
      try {
        return realpathSync(`/proc/${pid}/cwd`).startsWith(folder);
      } catch {
        return false;
      }
    });
}

/** Changes the lock file as an upgrade does: a package at another version. */
function changeLock({ clone, env }: Machine): void {
  // In a folder of its own: npm would note in node_modules that it has the other version.
  const cwd = path.join(path.dirname(clone), "lock");
  mkdirSync(cwd);
  const files = ["package.json", "package-lock.json", ".npmrc"];
  for (const file of files) copyFileSync(path.join(clone, file), path.join(cwd, file));
  execFileSync(path.join(env.PATH ?? "", "npm"), ["install", "--package-lock-only", "--ignore-scripts", "uqr@0.1.2"], {
    cwd,
    env,
  });
  for (const file of files) copyFileSync(path.join(cwd, file), path.join(clone, file));
}

const versionOf = ({ clone }: Machine, name: string): unknown =>
  JSON.parse(readFileSync(path.join(clone, "node_modules", name, "package.json"), "utf8")).version;

test("npm start, npm test, and a build of other packages beside the running site, one after the other", async () => {
  const machine = cleanMachine();
  execFileSync(machineNode() ?? "", [".ci/first-start.mjs"], { cwd: machine.clone, env: machine.env, stdio: "pipe" });
  const modules = path.join(machine.clone, "node_modules");
  expect(existsSync(path.join(modules, "better-sqlite3", "build"))).toBe(false);
  expect(existsSync(path.join(modules, "vitest"))).toBe(false);

  const tested = await run(machine, "test", "--", "src/contract/list.test.ts");
  expect(tested.out).toContain("Đang cài đặt các gói …");
  expect(tested.out).not.toMatch(/gyp|python|không thành công/i);
  expect(tested.out).toMatch(/\n[1-9]\d* passed, 0 failed\n$/);
  expect(existsSync(path.join(modules, "vitest"))).toBe(true);

  changeLock(machine);
  const site = start({ ...machine, env: { ...machine.env, PORT: "0" } }, "start");
  const origin = (await printed(site, /http:\/\/127\.0\.0\.1:\d+/)).trim();
  expect(versionOf(machine, "uqr")).toBe("0.1.2");
  execFileSync("git", ["checkout", "--quiet", "."], { cwd: machine.clone });
  const failures: string[] = [];
  const isBuilt = new AbortController();
  const node = path.join(modules, ".bin", "node");
  const watch = (async () => {
    for (; !isBuilt.signal.aborted; await new Promise((resolve) => setTimeout(resolve, 100))) {
      const response = await fetch(`${origin}/api/songs`).catch((error: unknown) => ({ ok: false, status: error }));
      if (!response.ok) failures.push(String(response.status));
      if (!existsSync(node)) failures.push("The site's Node is gone");
    }
  })();
  const built = await run(machine, "run", "build");
  isBuilt.abort();
  await watch;
  expect(built).toMatchObject({ code: 0, out: expect.not.stringContaining("không thành công") as string });
  expect(failures).toEqual([]);
  expect(versionOf(machine, "uqr")).toBe("0.1.3");
  site.signal("SIGINT");
  await site.ended;
});

describe("an interrupted installation", () => {
  test.each([
    ["Ctrl-C", ({ signal }: ReturnType<typeof start>) => signal("SIGINT")],
    ["the end of npm alone", ({ child }: ReturnType<typeof start>) => child.kill("SIGTERM")],
    ["a kill", ({ signal }: ReturnType<typeof start>) => signal("SIGKILL")],
  ])("ends npm with it by %s, and the next one begins anew", async (_, interrupt) => {
    const machine = cleanMachine();
    const half = start(machine, "run", "admin", "--", "list");
    await printed(half, /\d+\/\d+ gói/);
    interrupt(half);
    await half.ended;
    await vi.waitUntil(() => processesIn(machine.clone).length === 0, { timeout: 10_000 });

    const { code, out } = await run(machine, "run", "admin", "--", "list");
    expect(out).toContain("Lần cài trước chưa xong, cài lại từ đầu …");
    expect(out).toMatch(/Chưa có quản trị viên nào/);
    expect(code).toBe(0);
  });

  test("of another process is waited for", async () => {
    const machine = cleanMachine();
    const first = start(machine, "run", "admin", "--", "list");
    await printed(first, /Đang cài đặt các gói/);
    const { code, out } = await run(machine, "run", "admin", "--", "list");
    expect(out).toContain("Một lệnh khác đang cài đặt trong thư mục này, chờ nó xong …");
    expect(out).not.toContain("Đang cài đặt các gói");
    expect(out).toMatch(/Chưa có quản trị viên nào/);
    expect(code).toBe(0);
    await first.ended;
    expect(first.output()).toMatch(/Chưa có quản trị viên nào/);
  });
});

test("a failed installation names its cause", async () => {
  const machine = cleanMachine({ npm_config_registry: "http://127.0.0.1:1/", npm_config_fetch_retries: "0" });
  const { code, out } = await run(machine, "run", "admin", "--", "list");
  expect(code).toBe(1);
  expect(out).toContain("npm ci không thành công: không kết nối được với máy chủ gói. Lần cài đầu tiên cần có mạng.");
});

test("packages that differ from a changed lock file are named", async () => {
  const machine = cleanMachine();
  const file = path.join(machine.clone, "package.json");
  writeFileSync(file, readFileSync(file, "utf8").replace('"uqr": "0.1.3"', '"uqr": "0.1.2"'));
  const { code, out } = await run(machine, "run", "admin", "--", "list");
  expect(code).toBe(1);
  expect(out).toContain("npm ci không thành công: package.json và package-lock.json không khớp nhau.");
});

describe("causeOf", () => {
  test.each([
    ["npm error code ENOSPC\nnpm error nospc ENOSPC: no space left on device, write", "ổ đĩa đã đầy"],
    ["npm error code EACCES\nnpm error syscall mkdir", "không được ghi vào thư mục này"],
    ["npm error code ENOTEMPTY\nnpm error syscall rmdir", "chương trình khác đang ghi vào node_modules"],
    ["npm error code EUSAGE\nnpm error `npm ci` can only install packages when", "không khớp nhau"],
    ["npm error code EINTEGRITY\nnpm error sha512-… integrity checksum failed", "không đúng với package-lock.json"],
    ["npm error code ENOTFOUND\nnpm error network request to … failed", "cần có mạng"],
    ["npm error code E403\nnpm error 403 Forbidden - GET", "máy chủ gói từ chối"],
    ["npm error code UNABLE_TO_VERIFY_LEAF_SIGNATURE\nnpm error SSL", "chứng chỉ"],
    ["npm_missing", "không tìm thấy npm"],
    ["npm error code 1\nnpm error something else", "xem thông báo ở trên"],
  ])("%j: %s", (messages, cause) => expect(causeOf(messages)).toContain(cause));
});
