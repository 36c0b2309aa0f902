/**
 * Installs the packages that package-lock.json names. Plain JavaScript for any Node from 20 on, since it runs before the pinned
 * Node is there; nothing from node_modules is imported.
 */
import { spawn } from "node:child_process";
import { existsSync, readFileSync, realpathSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fail, modules, node, onParentExit, root, windows } from "./prepare.mjs";

/**
 * Installs the packages when node_modules does not hold what package-lock.json names. Without `dev` these are the packages
 * that building and running need; development packages that are there already stay, at the versions of package-lock.json.
 *
 * `npm ci` fills an empty node_modules. To a whole one `npm install --no-save` brings what differs and leaves the rest, so that a
 * server that runs from this folder keeps its packages and its Node. It keeps to package-lock.json; where it did not, `npm ci` decides.
 *
 * Install scripts of packages do not run: npm would build better-sqlite3 with Python, make and the headers of Node, although the
 * package brings what it builds. The package `node` alone has one that is needed; it puts the pinned Node in place.
 */
export async function install({ dev = true } = {}) {
  const lock = path.join(root, "package-lock.json");
  if (!existsSync(lock)) fail("Không có package-lock.json. Hãy lấy lại file này từ kho mã nguồn.");
  const wanted = JSON.parse(readFileSync(lock, "utf8")).packages;
  await otherInstallation();
  if (existsSync(marker)) removeHalfMade();
  const withDev = dev || Object.entries(wanted).some(([where, entry]) => entry.dev && versionIn(where) !== undefined);
  if (existsSync(node) && hasPackages(wanted, withDev)) return;

  writeFileSync(marker, `${process.pid}\n`);
  const isWhole = existsSync(path.join(modules, ".package-lock.json"));
  if (existsSync(modules) && !isWhole) removeHalfMade();
  const title = "Đang cài đặt các gói";
  const progress = () => progressOf(wanted, withDev);
  const flags = [
    withDev ? "--include=dev" : "--omit=dev",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--no-update-notifier",
    // Warnings about the Node that npm runs on would mislead: what is installed runs on the pinned one.
    "--loglevel=error",
  ];
  if (isWhole) await npm(title, ["install", "--no-save", "--package-lock", ...flags], progress);
  if (!hasPackages(wanted, withDev)) await npm(title, ["ci", ...flags], progress);
  if (!existsSync(node)) await npm("Đang cài Node đi kèm", ["rebuild", "node", "--ignore-scripts=false"]);
  if (!existsSync(node)) failed(`Không cài được Node đi kèm: npm rebuild node không tạo ra ${node}`);
  rmSync(marker);
}

/** Stands beside node_modules while it is made, with the process that makes it; left behind, it says that node_modules is half-made. */
const marker = path.join(root, ".installing");
const heartbeatMs = 1000;
const progressMs = 10_000;

/** Waits while another command installs into this folder. */
async function otherInstallation() {
  for (let isTold = false; isBeating(); isTold = true) {
    if (!isTold) process.stdout.write("Một lệnh khác đang cài đặt trong thư mục này, chờ nó xong …\n");
    await sleep(heartbeatMs);
  }
}

/** Whether the process that the marker names is at work. Its number may since be another process's, which does not touch the marker. */
function isBeating() {
  try {
    const isFresh = Date.now() - statSync(marker).mtimeMs < 10 * heartbeatMs;
    return isFresh && process.kill(Number(readFileSync(marker, "utf8")), 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

function removeHalfMade() {
  process.stdout.write("Lần cài trước chưa xong, cài lại từ đầu …\n");
  rmSync(modules, { recursive: true, force: true, maxRetries: 5 });
}

/** Ends the command after a failed installation, of which nothing is left to remove. */
function failed(message) {
  rmSync(marker, { force: true });
  fail(message);
}

/**
 * Runs npm and tells every few seconds how far it is. npm ends with this process, however that ends. Ends the command with npm's own
 * messages and their cause when npm fails.
 * @param progress returns how far npm is, as people read it.
 */
async function npm(title, args, progress = () => "") {
  const since = Date.now();
  const tell = () => {
    const seconds = Math.round((Date.now() - since) / 1000);
    process.stdout.write(`${title} … ${[progress(), `${seconds} giây`].filter(Boolean).join(", ")}\n`);
  };
  process.stdout.write(`${title} …\n`);
  const { program, before, ...options } = npmCommand();
  const child = spawn(program, [...before, ...args], {
    cwd: root,
    // A group of its own, so that what npm has started ends with it.
    detached: !windows,
    ...options,
  });
  const timers = [
    setInterval(tell, progressMs),
    setInterval(() => utimesSync(marker, new Date(), new Date()), heartbeatMs),
    onParentExit(() => process.exit(1)),
  ];
  let messages = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    messages += text;
  });
  const problem = await new Promise((resolve) => {
    child.on("error", (error) => resolve(program === "npm" && error.code === "ENOENT" ? "npm_missing" : error.message));
    child.on("close", (status) => resolve(status === 0 ? "" : messages || `exit code ${status}`));
  });
  timers.forEach(clearInterval);
  if (problem)
    failed(`${problem === "npm_missing" ? "" : problem}\nnpm ${args[0]} không thành công: ${causeOf(problem)}`);
}

/**
 * How npm is started: by its JavaScript file on a Node outside node_modules, since npm replaces what is in there. Where the file can't
 * be found, as behind the starters of some version managers, by its name.
 */
function npmCommand() {
  const script = [process.env.npm_execpath, ...onPath("npm")].map(realPath).find((file) => file?.endsWith(".js"));
  const program = machineNode();
  if (program && script) {
    const before = ["--require", path.join(root, "scripts", "end-with-parent.cjs"), script];
    return { program, before, stdio: ["ignore", "ignore", "pipe", "ipc"] };
  }
  return { program: windows ? "npm.cmd" : "npm", before: [], stdio: ["ignore", "ignore", "pipe"], shell: windows };
}

/** The machine's own Node, which stays when node_modules is replaced; undefined where only the pinned one is to be found. */
export function machineNode() {
  return [process.env.npm_node_execpath, process.execPath, ...onPath(path.basename(node))]
    .map(realPath)
    .find((file) => file && !file.startsWith(realPath(root) + path.sep));
}

/** The files of that name in the folders of the PATH. */
function onPath(name) {
  return (process.env.PATH ?? "").split(path.delimiter).map((folder) => path.join(folder, name));
}

function realPath(file) {
  try {
    return realpathSync(file);
  } catch {
    return undefined;
  }
}

/** How many of the packages are in place, as people read it. */
export function progressOf(wanted, withDev) {
  const packages = required(wanted, withDev);
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
  [/ENOTEMPTY|EBUSY/, "một chương trình khác đang ghi vào node_modules. Hãy dừng nó rồi thử lại."],
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

/** The packages without which the installation is not whole. Optional ones are left to npm: which it installs depends on the platform. */
function required(wanted, withDev) {
  return Object.entries(wanted).filter(([where, { optional, dev }]) => where !== "" && !optional && (withDev || !dev));
}

function hasPackages(wanted, withDev) {
  return required(wanted, withDev).every(([where, { version }]) => versionIn(where) === version);
}

/** The version of the package in a folder: npm's own list of them names some that it has not brought, after `--package-lock-only`. */
function versionIn(where) {
  try {
    return JSON.parse(readFileSync(path.join(root, where, "package.json"), "utf8")).version;
  } catch {
    return undefined;
  }
}
