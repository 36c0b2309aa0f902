/**
 * Prepares the commands: packages and the built pages. Plain JavaScript for any Node from 20 on, since it
 * runs before the pinned Node is there; nothing from node_modules is imported.
 */
import { spawn, spawnSync } from "node:child_process";
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
 *
 * Install scripts of packages do not run: npm would build better-sqlite3 with Python, make and the headers of Node, although the
 * package brings what it builds. The package `node` alone has one that is needed; it puts the pinned Node in place.
 */
export async function install({ dev = true } = {}) {
  const wanted = readLock(path.join(root, "package-lock.json"));
  const found = readLock(path.join(modules, ".package-lock.json"));
  const withDev = dev || Object.values(found ?? {}).some((entry) => entry.dev);
  if (isInstalled(wanted, found, withDev)) return;
  // Warnings about the Node that npm runs on would mislead: what is installed runs on the pinned one.
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"];
  await npm("Đang cài đặt các gói", ["ci", withDev ? "--include=dev" : "--omit=dev", ...flags], () =>
    progressOf(wanted, withDev),
  );
  if (!existsSync(node)) await npm("Đang cài Node đi kèm", ["rebuild", "node", "--ignore-scripts=false"]);
  if (!existsSync(node)) fail(`Không cài được Node đi kèm: npm rebuild node không tạo ra ${node}`);
}

/**
 * Runs npm and tells every few seconds how far it is. Ends the command with npm's own messages and their cause when it fails.
 * @param progress returns how far npm is, as people read it.
 */
async function npm(title, args, progress = () => "") {
  const script = process.env.npm_execpath;
  const [program, options] = script?.endsWith(".js")
    ? [process.execPath, {}]
    : [windows ? "npm.cmd" : "npm", { shell: windows }];
  const since = Date.now();
  const tell = () => {
    const seconds = Math.round((Date.now() - since) / 1000);
    process.stdout.write(`${title} … ${[progress(), `${seconds} giây`].filter(Boolean).join(", ")}\n`);
  };
  process.stdout.write(`${title} …\n`);
  const timer = setInterval(tell, progressMs);
  const child = spawn(program, script?.endsWith(".js") ? [script, ...args] : args, {
    cwd: root,
    stdio: ["inherit", "ignore", "pipe"],
    ...options,
  });
  let messages = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    messages += text;
  });
  const problem = await new Promise((resolve) => {
    child.on("error", (error) => resolve(error.code === "ENOENT" ? "npm_missing" : error.message));
    child.on("close", (status) => resolve(status === 0 ? "" : messages));
  });
  clearInterval(timer);
  if (problem) fail(`${messages}\nnpm ${args[0]} không thành công: ${causeOf(problem)}`);
}

const progressMs = 10_000;

/** How many of the packages are in place. */
function progressOf(wanted, withDev) {
  const packages = Object.entries(wanted).filter(([where, { dev }]) => where !== "" && (withDev || !dev));
  const present = packages.filter(([where]) => existsSync(path.join(root, where, "package.json")));
  return `${present.length}/${packages.length} gói`;
}

/** Says in a sentence why npm failed, by the error codes in its messages. */
export function causeOf(messages) {
  return causes.find(([pattern]) => pattern.test(messages))?.[1] ?? "xem thông báo ở trên.";
}

const causes = [
  [/npm_missing/, "không tìm thấy npm. Hãy cài Node kèm npm, từ bản 20."],
  [/ENOSPC/, "ổ đĩa đã đầy. Cần khoảng 1 GB trống."],
  [/EACCES|EPERM|EROFS/, "không được ghi vào thư mục này. Hãy chạy bằng chủ của thư mục, hoặc đổi quyền của nó."],
  [/EUSAGE/, "package.json và package-lock.json không khớp nhau. Hãy lấy lại hai file này từ kho mã nguồn."],
  [/EINTEGRITY/, "một gói tải về không đúng với package-lock.json. Hãy chạy npm cache clean --force rồi thử lại."],
  [
    /CERT|SSL|self.signed/i,
    "không kiểm tra được chứng chỉ của máy chủ gói. Hãy xem giờ của máy và cài đặt cafile của npm.",
  ],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|TIMEDOUT|TIMEOUT|EIDLETIMEOUT/,
    "không kết nối được với máy chủ gói. Lần cài đầu tiên cần có mạng.",
  ],
  [/\bE40[0-9]\b/, "máy chủ gói từ chối một gói. Hãy xem cài đặt registry của npm."],
];

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
  process.stdout.write("Đang dựng các trang (khoảng nửa phút) …\n");
  const env = { ...process.env, NODE_ENV: "production" };
  // Warnings and errors only: the build would name each of its some 230 files.
  const status = runBin("react-router", ["build", "--logLevel", "warn"], { env });
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
