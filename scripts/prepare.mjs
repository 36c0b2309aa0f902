/**
 * What the commands share, and the built pages. Plain JavaScript for any Node from 20 on, since it
 * runs before the pinned Node is there; nothing from node_modules is imported.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { putInPlace } from "./build-place.mjs";

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
export const windows = process.platform === "win32";
export const modules = path.join(root, "node_modules");

/** The pinned Node, installed by npm. */
export const node = path.join(modules, "node", "bin", windows ? "node.exe" : "node");

const parent = process.ppid;

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
 * Calls back once when the process that started this one is gone. npm hands its signal to the shell it runs a script in, and that dies of
 * it without passing it on.
 * @returns a timer to clear.
 */
export function onParentExit(callback) {
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, 100);
  return timer;
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

/** Builds the pages when something they are made from has changed since; a site that runs from this folder keeps its files meanwhile. */
export function buildWeb() {
  const now = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === now) return;
  process.stdout.write("Đang dựng các trang (khoảng nửa phút) …\n");
  const next = path.join(root, "build", "next");
  rmSync(next, { recursive: true, force: true });
  const env = { ...process.env, NODE_ENV: "production", BUILD_DIRECTORY: path.relative(root, next) };
  // Warnings and errors only: the build would name each of its some 230 files.
  const status = runBin("react-router", ["build", "--logLevel", "warn"], { env });
  if (status !== 0) fail("Không dựng được các trang: xem thông báo ở trên.");
  putInPlace(next, path.join(root, "build"));
  writeFileSync(stamp, now);
}

/**
 * Notes in `build/commit` which commit the files are of, with a `+` when some of them differ from it. Without git, or where the folder can't
 * be written, the note stays as it is.
 */
export function noteCommit() {
  const git = (...args) => spawnSync("git", args, { cwd: root, encoding: "utf8" });
  const head = git("rev-parse", "HEAD");
  if (head.status !== 0) return;
  const isChanged = git("status", "--porcelain", "--untracked-files=no").stdout !== "";
  const note = `${head.stdout.trim()}${isChanged ? "+" : ""}\n`;
  const file = path.join(root, "build", "commit");
  try {
    if (existsSync(file) && readFileSync(file, "utf8") === note) return;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, note);
  } catch (error) {
    if (!["EACCES", "EPERM", "EROFS"].includes(error.code)) throw error;
  }
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
