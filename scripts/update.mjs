/**
 * `npm run update`: brings the site to a newer version while it runs, and back when that does not become ready. Each version stands in a
 * folder of its own, `releases/<commit>`; `current` points to the one that runs (docs/rooms/backup-and-upgrades.md#releases).
 *
 * Plain JavaScript for any Node from 20 on; nothing from node_modules is imported.
 */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { addAssets } from "./build-place.mjs";
import { machineNode } from "./install.mjs";
import { fail, root } from "./prepare.mjs";

const usage = `Cách dùng: npm run update [-- TÙY CHỌN]

Tải phiên bản mới, cài và dựng nó bên cạnh trang đang chạy, sao lưu, chuyển sang, khởi động lại và hỏi /api/ready.
Phiên bản mới không sẵn sàng thì trở lại phiên bản cũ.

  --to COMMIT      phiên bản muốn chạy, cũng là cách trở về bản cũ; mặc định là bản mới nhất của nhánh
  --service NAME   dịch vụ systemd, ghi nhiều lần để khởi động lại lần lượt; mặc định ngan-nga
  --backup NAME    dịch vụ sao lưu; mặc định ngan-nga-backup
  --port PORT      cổng của /api/ready; mặc định theo tên sau @ của dịch vụ, nếu không thì 3000
`;

/** Releases that stay, the running one among them. */
const keptReleases = 3;
const askEveryMs = 500;
/** Milliseconds without a sign of progress after which a release counts as failed. */
const patienceMs = 180_000;
/** Starts by systemd's own hand after which a release counts as failed. */
const maxStarts = 3;

const options = readOptions();
const current = path.join(root, "current");
const releases = path.join(root, "releases");

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        to: { type: "string" },
        service: { type: "string", multiple: true, default: ["ngan-nga"] },
        backup: { type: "string", default: "ngan-nga-backup" },
        port: { type: "string" },
      },
    });
    return values;
  } catch {
    process.stderr.write(usage);
    return process.exit(2);
  }
}

const say = (text) => process.stdout.write(`${text}\n`);

/** Runs a program quietly. @returns its output. Ends the command with its messages when it fails. */
function output(program, args, { cwd = root } = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: "utf8" });
  if (status !== 0) fail(`${program} ${args.join(" ")} không thành công: ${error?.message ?? stderr.trim()}`);
  return stdout.trim();
}

const git = (...args) => output("git", args);
const systemctl = (...args) => spawnSync("systemctl", args, { stdio: "inherit" }).status === 0;

/** Refuses a machine on which a switch would change nothing, or something else. */
function assertReady() {
  if (!existsSync(current) || !lstatSync(current).isSymbolicLink()) {
    fail(
      `Không có ${current}. Hãy tạo một lần: ln -s . ${current}\nrồi đặt đường dẫn của dịch vụ qua nó (docs/operations/set-up.md).`,
    );
  }
  for (const service of options.service) {
    const folder = output("systemctl", ["show", "--property=WorkingDirectory", "--value", service]);
    if (folder !== current) {
      fail(
        `Dịch vụ ${service} chạy trong ${folder || "(không rõ)"}, không phải ${current}: hãy sửa WorkingDirectory và ExecStart của nó.`,
      );
    }
  }
}

function targetCommit() {
  if (options.to === undefined) {
    git("fetch", "--quiet", "--tags");
    return git("rev-parse", "@{upstream}^{commit}");
  }
  const { status } = spawnSync("git", ["rev-parse", "--verify", "--quiet", `${options.to}^{commit}`], { cwd: root });
  if (status !== 0) git("fetch", "--quiet", "--tags");
  return git("rev-parse", `${options.to}^{commit}`);
}

const commitOf = (folder) => output("git", ["rev-parse", "HEAD"], { cwd: folder });
const versionOf = (folder) => JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")).version;
const nameOf = (folder) => `${versionOf(folder)} (${commitOf(folder).slice(0, 8)})`;
/** Stands in a release that was installed and built. */
const doneMark = (release) => path.join(release, "build", "release.ready");

/** Installs and builds a commit in a folder of its own. @returns the folder. */
function prepared(commit, former) {
  const release = path.join(releases, commit.slice(0, 12));
  if (existsSync(doneMark(release))) return release;
  if (existsSync(release)) spawnSync("git", ["worktree", "remove", "--force", release], { cwd: root });
  rmSync(release, { recursive: true, force: true });
  mkdirSync(releases, { recursive: true });
  git("worktree", "prune");
  git("worktree", "add", "--quiet", "--detach", release, commit);
  // The site's data stay where they are, also without DATA_DIR.
  const data = path.join(root, "data");
  if (existsSync(data)) symlinkSync(data, path.join(release, "data"));
  // The installation then brings only what differs, and the build leaves what browsers may still ask of the former one.
  say("Đang chép các gói và trang đã dựng của phiên bản đang chạy …");
  for (const name of ["node_modules", "build"]) {
    if (existsSync(path.join(former, name))) output("cp", ["-a", "--reflink=auto", path.join(former, name), release]);
  }
  rmSync(doneMark(release), { force: true });
  const { status } = spawnSync(machineNode() ?? process.execPath, ["scripts/run.mjs", "build"], {
    cwd: release,
    stdio: "inherit",
  });
  if (status !== 0) fail("Không dựng được phiên bản mới; trang vẫn chạy phiên bản cũ.");
  writeFileSync(doneMark(release), "");
  return release;
}

/** Lets `current` point to a release, at once. */
function switchTo(release) {
  const next = `${current}.next`;
  rmSync(next, { force: true });
  symlinkSync(path.relative(root, release) || ".", next);
  renameSync(next, current);
}

/** Restarts the services one after the other. @returns whether each became ready. */
async function restart() {
  for (const service of options.service) {
    say(`Đang khởi động lại ${service} …`);
    if (!systemctl("restart", service) || !(await becomesReady(service))) return false;
  }
  return true;
}

async function becomesReady(service) {
  const port = options.port ?? (/@(\d+)$/.exec(service)?.[1] || process.env.PORT || "3000");
  let last = "";
  for (let since = Date.now(); Date.now() - since < patienceMs; await pause(askEveryMs)) {
    const { ok, message } = await ask(port);
    if (ok) return true;
    if (message !== last) {
      last = message;
      since = Date.now();
      if (message !== "") say(`  ${message}`);
    }
    if (hasGivenUp(service)) return false;
  }
  return false;
}

/** Whether a service ends again and again, or was given up by systemd. */
function hasGivenUp(service) {
  if (spawnSync("systemctl", ["is-failed", "--quiet", service]).status === 0) return true;
  return Number(output("systemctl", ["show", "--property=NRestarts", "--value", service])) >= maxStarts;
}

/** Asks a process whether it is ready. @returns what keeps it from that. */
async function ask(port) {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/api/ready`, { signal: AbortSignal.timeout(5000) });
    if (answer.ok) return { ok: true, message: "" };
    const { errors = [] } = await answer.json();
    return { ok: false, message: errors.map(({ message }) => message).join("; ") };
  } catch {
    return { ok: false, message: "" };
  }
}

/** Removes the releases that were switched to longest ago. */
function removeOld(running) {
  const others = readdirSync(releases)
    .map((name) => path.join(releases, name))
    .filter((folder) => realpathSync(folder) !== running && folder !== current)
    .toSorted((one, other) => timeOf(other) - timeOf(one));
  for (const folder of others.slice(keptReleases - 1)) {
    spawnSync("git", ["worktree", "remove", "--force", folder], { cwd: root });
    rmSync(folder, { recursive: true, force: true });
  }
}

const timeOf = (release) => (existsSync(doneMark(release)) ? statSync(doneMark(release)).mtimeMs : 0);

/** Brings the folder of the commands to the version that runs, where that is newer. */
function follow(commit) {
  const { status } = spawnSync("git", ["merge", "--quiet", "--ff-only", commit], { cwd: root, stdio: "ignore" });
  if (status !== 0)
    say(`Thư mục ${root} giữ nguyên phiên bản của nó, vì không đi thẳng đến ${commit.slice(0, 8)} được.`);
}

assertReady();
const former = realpathSync(current);
const commit = targetCommit();
if (commitOf(former) === commit) {
  say(`Trang đang chạy phiên bản này: ${nameOf(former)}.`);
  process.exit(0);
}
say(`Đang chuẩn bị ${commit.slice(0, 8)} …`);
const release = prepared(commit, former);
addAssets(path.join(release, "build"), path.join(former, "build"));
say("Đang sao lưu …");
if (!systemctl("start", options.backup)) {
  fail(`Không sao lưu được (journalctl -u ${options.backup}); trang vẫn chạy ${nameOf(former)}.`);
}
say(`Đang chuyển từ ${nameOf(former)} sang ${nameOf(release)} …`);
switchTo(release);
if (await restart()) {
  utimesSync(doneMark(release), new Date(), new Date());
  removeOld(release);
  follow(commit);
  say(`\nTrang đang chạy ${nameOf(release)}. Trở lại: npm run update -- --to ${commitOf(former).slice(0, 8)}`);
} else {
  say(`${nameOf(release)} không sẵn sàng, đang trở lại ${nameOf(former)} …`);
  switchTo(former);
  const isBack = await restart();
  fail(
    isBack
      ? `Không nâng cấp được: trang lại chạy ${nameOf(former)}. Xem journalctl -u ${options.service.at(0)}.`
      : `Không nâng cấp được, và ${nameOf(former)} cũng không sẵn sàng. Xem journalctl -u ${options.service.at(0)}; khôi phục bản sao lưu ` +
          "nếu phiên bản mới đã nâng cấp dữ liệu (docs/operations/run.md).",
  );
}
