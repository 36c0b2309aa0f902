/**
 * Prepares the commands: packages and the built pages. Plain JavaScript for any Node from 20 on, since it
 * runs before the pinned Node is there; nothing from node_modules is imported.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const windows = process.platform === "win32";
const modules = path.join(root, "node_modules");

/** The pinned Node, installed by npm. */
export const node = path.join(modules, "node", "bin", windows ? "node.exe" : "node");

/** Ends the command with a message. */
export function fail(message) {
  process.stderr.write(`\n${message}\n`);
  process.exit(1);
}

/** Runs a program with this terminal's input and output. @returns its exit code. */
export function run(program, args, options = {}) {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: "inherit", ...options });
  if (error) process.stderr.write(`${program}: ${error.message}\n`);
  return status ?? 1;
}

/** Runs a command of an installed package on the pinned Node. */
export function runBin(name, args, options) {
  return run(node, [binScript(name), ...args], options);
}

/** The JavaScript file behind a command of an installed package. */
export function binScript(name) {
  const [packageName, command] = bins[name] ?? [name, name];
  const folder = path.join(modules, ...packageName.split("/"));
  const { bin } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  return path.join(folder, typeof bin === "string" ? bin : bin[command]);
}

const bins = {
  tsc: ["typescript-compiler", "tsc"],
  biome: ["@biomejs/biome", "biome"],
  playwright: ["@playwright/test", "playwright"],
  "react-router": ["@react-router/dev", "react-router"],
};

/**
 * Installs the packages when node_modules does not hold what package-lock.json names. Without `dev` these are the packages
 * that building and running need; development packages that are there already stay, at the versions of package-lock.json.
 */
export function install({ dev = true } = {}) {
  const wanted = readLock(path.join(root, "package-lock.json"));
  const found = readLock(path.join(modules, ".package-lock.json"));
  const withDev = dev || Object.values(found ?? {}).some((entry) => entry.dev);
  if (isInstalled(wanted, found, withDev)) return;
  process.stdout.write("Đang cài đặt các gói (npm ci) …\n");
  const npm = process.env.npm_execpath;
  // Warnings about the Node that npm runs on would mislead: what is installed runs on the pinned one.
  const args = ["ci", withDev ? "--include=dev" : "--omit=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  const status = npm?.endsWith(".js")
    ? run(process.execPath, [npm, ...args])
    : run(windows ? "npm.cmd" : "npm", args, { shell: windows });
  if (status !== 0) fail("npm ci không thành công: xem thông báo ở trên. Lần cài đầu tiên cần có mạng.");
  if (!existsSync(node)) {
    // npm was told not to run install scripts; the pinned Node is put in place by one.
    run(process.execPath, ["installArchSpecificPackage"], { cwd: path.join(modules, "node") });
  }
  if (!existsSync(node)) {
    fail(
      "Không cài được Node đi kèm. Hãy cho phép gói `node` chạy lệnh cài đặt: npm rebuild node --ignore-scripts=false",
    );
  }
}

/** Optional packages are left to npm: which of them it installs depends on the platform. */
function isInstalled(wanted, found, withDev) {
  if (!wanted || !found || !existsSync(node)) return false;
  return Object.entries(wanted).every(
    ([where, { version, optional, dev }]) =>
      where === "" || optional || (dev && !withDev) || found[where]?.version === version,
  );
}

function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages;
  } catch {
    return undefined;
  }
}

const sources = [
  "src/web",
  "src/art",
  "src/contract",
  "public",
  "react-router.config.ts",
  "vite.config.ts",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
];
const stamp = path.join(root, "build", "sources.sha256");

/** Builds the pages when something they are made from has changed since. */
export function buildWeb() {
  const now = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === now) return;
  process.stdout.write("Đang dựng các trang …\n");
  const status = runBin("react-router", ["build"], { env: { ...process.env, NODE_ENV: "production" } });
  if (status !== 0) fail("Không dựng được các trang: xem thông báo ở trên.");
  writeFileSync(stamp, now);
}

function fingerprint() {
  const hash = createHash("sha256");
  const add = (file) =>
    hash
      .update(`${path.relative(root, file)}\0`)
      .update(readFileSync(file))
      .update("\0");
  for (const source of sources) {
    const from = path.join(root, source);
    if (!existsSync(from)) continue;
    let files = [from];
    try {
      files = readdirSync(from, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
        .sort();
    } catch (error) {
      if (error.code !== "ENOTDIR") throw error;
    }
    files.forEach(add);
  }
  return hash.digest("hex");
}
