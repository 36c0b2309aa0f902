/** Installs the project as on a machine with Node, npm, git and a shell, and nothing else: no Python, no make, no compiler. */
import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { causeOf } from "../scripts/prepare.mjs";

const root = path.dirname(import.meta.dirname);

/** A clone of the repository, and an environment with an empty home and a PATH of four programs. */
function cleanMachine(settings: Record<string, string>): { clone: string; env: NodeJS.ProcessEnv } {
  const folder = mkdtempSync(path.join(tmpdir(), "nn-clean-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const [bin = "", home = "", clone = ""] = ["bin", "home", "clone"].map((name) => path.join(folder, name));
  mkdirSync(bin);
  mkdirSync(home);
  const npm = process.env.npm_execpath?.endsWith(".js") ? process.env.npm_execpath : realpathSync(onPath("npm"));
  const programs = { node: process.execPath, npm, git: onPath("git"), sh: onPath("sh") };
  for (const [name, file] of Object.entries(programs)) symlinkSync(file, path.join(bin, name));
  execFileSync("git", ["clone", "--quiet", "--no-hardlinks", root, clone]);
  const env = { PATH: bin, HOME: home, DATA_DIR: path.join(folder, "data"), npm_config_globalconfig: "/dev/null" };
  // The certificates by which this machine reaches the registry.
  const { NODE_EXTRA_CA_CERTS } = process.env;
  return { clone, env: { ...env, ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS }), ...settings } };
}

function onPath(name: string): string {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const folder = folders.find((dir) => existsSync(path.join(dir, name)));
  if (folder === undefined) throw new Error(`${name} is not on the PATH`);
  return path.join(folder, name);
}

function run({ clone, env }: ReturnType<typeof cleanMachine>, ...args: string[]) {
  return new Promise<{ code: number; out: string }>((resolve) => {
    execFile(path.join(env.PATH ?? "", "npm"), args, { cwd: clone, env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, out: stdout + stderr });
    });
  });
}

test("a command installs itself without Python, make and headers, tells its progress, and runs on the pinned Node", async () => {
  const registry = execFileSync(onPath("npm"), ["config", "get", "registry"], { encoding: "utf8" }).trim();
  const machine = cleanMachine({ npm_config_registry: registry });
  const { code, out } = await run(machine, "run", "admin", "--", "list");
  expect(out).toContain("Đang cài đặt các gói …");
  expect(out).not.toMatch(/gyp|python/i);
  expect(out).toMatch(/Chưa có quản trị viên nào/);
  expect(code).toBe(0);
  const modules = path.join(machine.clone, "node_modules");
  expect(existsSync(path.join(modules, ".bin", "node"))).toBe(true);
  expect(existsSync(path.join(modules, "better-sqlite3", "build"))).toBe(false);
});

test("a failed installation names its cause", async () => {
  const machine = cleanMachine({ npm_config_registry: "http://127.0.0.1:1/", npm_config_fetch_retries: "0" });
  const { code, out } = await run(machine, "run", "admin", "--", "list");
  expect(code).toBe(1);
  expect(out).toContain("npm ci không thành công: không kết nối được với máy chủ gói. Lần cài đầu tiên cần có mạng.");
});

describe("causeOf", () => {
  test.each([
    ["npm error code ENOSPC\nnpm error nospc ENOSPC: no space left on device, write", "ổ đĩa đã đầy"],
    ["npm error code EACCES\nnpm error syscall mkdir", "không được ghi vào thư mục này"],
    ["npm error code EUSAGE\nnpm error `npm ci` can only install packages when", "không khớp nhau"],
    ["npm error code EINTEGRITY\nnpm error sha512-… integrity checksum failed", "không đúng với package-lock.json"],
    ["npm error code ENOTFOUND\nnpm error network request to … failed", "cần có mạng"],
    ["npm error code E403\nnpm error 403 Forbidden - GET", "máy chủ gói từ chối"],
    ["npm error code UNABLE_TO_VERIFY_LEAF_SIGNATURE\nnpm error SSL", "chứng chỉ"],
    ["npm_missing", "không tìm thấy npm"],
    ["npm error code 1\nnpm error something else", "xem thông báo ở trên"],
  ])("%j: %s", (messages, cause) => expect(causeOf(messages)).toContain(cause));
});
