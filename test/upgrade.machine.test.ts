/**
 * `npm run update` on a running site: to the next version, over one that does not start, and back again, under 20 requests a second and
 * uploads. By default the former version is this working tree; `UPGRADE_FROM=<commit>` takes an earlier one, and the connections by a proxy
 * that waits for the port, since versions before 0.11.0 don't know a socket of systemd.
 */
import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { machineNode } from "../scripts/install.mjs";
import { serverArgs, serverEnv } from "../scripts/server-process.mjs";
import { freshPlace, onBothEngines, type Place } from "./databases.ts";

vi.setConfig({ testTimeout: 1_800_000, hookTimeout: 1_800_000 });

const root = path.dirname(import.meta.dirname);
const former = process.env.UPGRADE_FROM;
const everyMs = 50;
const admin = { email: "quan-tri@example.com", password: "mat-khau-dai-1" };
const node = machineNode() ?? process.execPath;

const folder = mkdtempSync(path.join(tmpdir(), "nn-upgrade-"));
const [origin = "", site = "", bin = ""] = ["origin", "site", "bin"].map((name) => path.join(folder, name));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

const git = (cwd: string, ...args: string[]) =>
  execFileSync("git", ["-c", "user.name=test", "-c", "user.email=test@example.com", ...args], {
    cwd,
    encoding: "utf8",
  }).trim();

/** Commits a version in the place that the site fetches from. @returns its hash. */
function commitVersion(version: string, change: () => void): string {
  change();
  for (const name of ["package.json", "package-lock.json"]) {
    const file = path.join(origin, name);
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace(/^( {2}"version": )"[^"]+"/m, `$1"${version}"`));
  }
  git(origin, "add", "--all");
  git(origin, "commit", "--quiet", "--message", version);
  return git(origin, "rev-parse", "HEAD");
}

function takeWorkingTree(): void {
  const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  for (const file of files.split("\0").filter((name) => name !== "" && existsSync(path.join(root, name)))) {
    mkdirSync(path.dirname(path.join(origin, file)), { recursive: true });
    copyFileSync(path.join(root, file), path.join(origin, file));
  }
}

const commits = { former: "", next: "", broken: "" };

beforeAll(() => {
  execFileSync("git", ["clone", "--quiet", root, origin]);
  git(origin, "checkout", "--quiet", "-B", "main", former ?? "HEAD");
  commits.former = former ? git(origin, "rev-parse", "HEAD") : commitVersion("98.0.0", takeWorkingTree);
  commits.next = commitVersion("99.0.0", () => {
    if (former) takeWorkingTree();
    const routes = path.join(origin, "src/web/site/routes.ts");
    writeFileSync(routes, readFileSync(routes, "utf8").replace("Thư viện bài hát", "Thư viện các bài hát"));
  });
  commits.broken = commitVersion("99.0.0", () => {
    const main = path.join(origin, "src/server/main.ts");
    writeFileSync(main, `process.exit(1);\n${readFileSync(main, "utf8")}`);
  });
  git(origin, "reset", "--hard", "--quiet", commits.former);
  execFileSync("git", ["clone", "--quiet", origin, site]);
  // An earlier version may know no update: the commands of this working tree work on its folder.
  if (former) cpSync(path.join(root, "scripts"), path.join(site, "scripts"), { recursive: true });
  const release = path.join(site, "releases", commits.former.slice(0, 12));
  git(site, "worktree", "add", "--quiet", "--detach", release, commits.former);
  execFileSync("cp", ["-al", path.join(root, "node_modules"), release]);
  execFileSync(node, ["scripts/run.mjs", "build"], { cwd: release, stdio: "pipe" });
  writeFileSync(path.join(release, "build", "release.ready"), "");
  symlinkSync(path.relative(site, release), path.join(site, "current"));
});

/** A stand-in for systemd: holds the socket, runs the server of `current`, and answers the calls of `systemctl`. */
async function startSupervisor(place: Place) {
  const env = {
    ...serverEnv,
    PATH: process.env.PATH,
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.databaseUrl ?? "",
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    // All requests come from one address.
    RATE_LIMITS: "off",
    DRAIN_SECONDS: "2",
  };
  const current = path.join(site, "current");
  const log = path.join(place.dataDir, "server.log");
  const socket = former ? undefined : boundSocket();
  const inner = socket?.port ?? (await freePort());
  const port = socket?.port ?? (await waitingProxy(inner));
  let server: ReturnType<typeof spawn> | undefined;

  function start(): void {
    const cwd = realpathSync(current);
    const program = path.join(cwd, "node_modules/node/bin/node");
    const inherits = 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" "$@"';
    const begin = socket ? ["-c", inherits] : ["-c", 'exec "$0" "$@"'];
    const child = spawn("/bin/sh", [...begin, program, ...serverArgs], {
      cwd,
      env: { ...env, PORT: String(inner) },
      stdio: ["ignore", "pipe", "pipe", ...(socket ? [socket.fd] : [])],
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text: Buffer) => appendFileSync(log, text));
    server = child;
  }
  async function stop(): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, "exit");
    server.kill("SIGTERM");
    await ended;
  }
  async function systemctl(args: string[]): Promise<{ status: number; output: string }> {
    const [verb = ""] = args;
    switch (verb) {
      case "show":
        return { status: 0, output: args.includes("--property=WorkingDirectory") ? `${current}\n` : "0\n" };
      case "start": {
        const file = path.join(place.dataDir, `${Date.now()}.backup`);
        const status = await new Promise<number>((resolve) => {
          execFile(process.execPath, ["scripts/backup.ts", file], { cwd: realpathSync(current), env }, (error) =>
            resolve(error ? Number(error.code) : 0),
          );
        });
        return { status, output: "" };
      }
      case "restart":
        await stop();
        start();
        return { status: 0, output: "" };
      default:
        return { status: server?.exitCode === null ? 1 : 0, output: "" };
    }
  }
  const control = createServer((request, response) => {
    const args = JSON.parse(decodeURIComponent(request.url?.slice(1) ?? "")) as string[];
    void systemctl(args).then((answer) => response.end(JSON.stringify(answer)));
  }).listen(0, "127.0.0.1");
  await once(control, "listening");
  const address = `http://127.0.0.1:${(control.address() as AddressInfo).port}`;
  mkdirSync(bin, { recursive: true });
  const program = path.join(bin, "systemctl");
  writeFileSync(
    program,
    `#!${node}
fetch("${address}/" + encodeURIComponent(JSON.stringify(process.argv.slice(2))))
  .then((answer) => answer.json())
  .then(({ status, output }) => { process.stdout.write(output); process.exitCode = status; });
`,
  );
  chmodSync(program, 0o755);
  onTestFinished(async () => {
    await stop();
    control.close();
    control.closeAllConnections();
  });
  start();
  return { origin: `http://127.0.0.1:${port}`, inner, log: () => readFileSync(log, "utf8") };
}

/** A socket that is bound and that nobody accepts from in this process; its connections wait for the servers that inherit it. */
function boundSocket(): { fd: number; port: number } {
  interface Handle {
    bind(host: string, port: number): number;
    getsockname(into: { port?: number }): number;
    fd: number;
    close(): void;
  }
  const { TCP, constants } = (
    process as unknown as {
      binding(name: "tcp_wrap"): { TCP: new (type: number) => Handle; constants: { SERVER: number } };
    }
  ).binding("tcp_wrap");
  const handle = new TCP(constants.SERVER);
  handle.bind("127.0.0.1", 0);
  const name: { port?: number } = {};
  handle.getsockname(name);
  onTestFinished(() => handle.close());
  return { fd: handle.fd, port: name.port ?? 0 };
}

async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Passes connections on, and waits for a port that refuses them, as Caddy does with `lb_try_duration`. @returns its port. */
async function waitingProxy(target: number): Promise<number> {
  const proxy = createTcpServer((client) => {
    client.on("error", () => {});
    const dial = () => {
      const upstream = connect(target, "127.0.0.1");
      upstream.once("error", () => {
        if (!upstream.remoteAddress && !client.destroyed) setTimeout(dial, 100);
      });
      upstream.once("connect", () => {
        upstream.on("error", () => client.destroy());
        client.on("close", () => upstream.destroy());
        client.pipe(upstream).pipe(client);
      });
    };
    dial();
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => void proxy.close());
  return (proxy.address() as AddressInfo).port;
}

const whole = { headers: { connection: "close" } };

async function loginOf(origin: string): Promise<string> {
  const body = new URLSearchParams({ username: admin.email, password: admin.password });
  const answer = await fetch(`${origin}/api/auth/login`, { ...whole, method: "POST", body });
  return ((await answer.json()) as { access_token: string }).access_token;
}

async function assetsOf(origin: string): Promise<string[]> {
  const html = await (await fetch(`${origin}/songs`, whole)).text();
  return [...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g))];
}

async function versionOf(origin: string, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, connection: "close" };
  return ((await (await fetch(`${origin}/api/admin/system`, { headers })).json()) as { version: string }).version;
}

/**
 * Sends a request on a connection of its own. A process that starts may refuse it, by 503 with `Retry-After`; it has then done nothing with it,
 * and the request is sent again after that time. Where no socket outlives the process, a GET whose connection ends without an answer is sent
 * again too, as proxies do.
 * @param ofFormer the answers may be of a former release, which refuses by any 503 what has waited for its start.
 * @param onAgain called before each repetition.
 * @throws Error for a connection that is refused, cut or times out, and for any other answer than a success.
 */
async function served(url: string, init: RequestInit, ofFormer: boolean, onAgain: () => void): Promise<string> {
  for (;;) {
    const { answer, text } = await exchange(url, init);
    if (answer?.ok) return text;
    const retryAfter = answer ? Number(answer.headers.get("retry-after")) : 1;
    const isStarting = answer?.status === 503 && retryAfter > 0 && (ofFormer || text.includes("đang được nâng cấp"));
    const isCut = answer === undefined && former !== undefined && init.method === undefined;
    if (!isStarting && !isCut) throw new Error(`${answer?.status ?? "no answer:"} ${text.slice(0, 100)}`);
    onAgain();
    await pause(retryAfter * 1000);
  }
}

/** @returns the answer with its text, or why there is none. */
async function exchange(url: string, init: RequestInit): Promise<{ answer?: Response; text: string }> {
  try {
    const answer = await fetch(url, { ...init, headers: { ...init.headers, connection: "close" } });
    return { answer, text: await answer.text() };
  } catch (error) {
    return { text: String(error instanceof Error ? (error.cause ?? error) : error) };
  }
}

let loads = 0;

/**
 * Sends 20 requests a second until it is stopped: pages, searches and files of the site, and every two seconds an upload and a new genre. All
 * count: what is not served in the end has failed.
 */
function load(origin: string, token: string, assets: string[], { ofFormer = false } = {}) {
  const failures: string[] = [];
  const waits: number[] = [];
  const counts = { requests: 0, uploads: 0, writes: 0, again: 0 };
  /** The writes and uploads that the site has acknowledged. */
  const kept = { files: [] as { file_url: string; size: number }[], genres: [] as string[] };
  const running = new Set<Promise<void>>();
  const song = readFileSync(path.join(root, "test/fixtures/audio/tagged.mp3"));
  const authorization = `Bearer ${token}`;
  function send(what: string, init: RequestInit = {}, onServed: (text: string) => void = () => {}): void {
    const began = performance.now();
    counts.requests += 1;
    const done = served(origin + what, init, ofFormer, () => void (counts.again += 1))
      .then(onServed)
      .catch((error: Error) => void failures.push(`${init.method ?? "GET"} ${what}: ${error.message}`))
      .finally(() => {
        waits.push(performance.now() - began);
        running.delete(done);
      });
    running.add(done);
  }
  let sent = 0;
  loads += 1;
  const run = loads;
  /** A third each: files of the pages, pages, and what no cache holds yet. */
  function target(): string {
    const pages = ["/", "/songs", "/premium", "/contact", "/api/songs?limit=5", "/api/categories"];
    const turn = Math.floor(sent / 3);
    if (sent % 3 === 0) return assets[turn % assets.length] ?? "/";
    return sent % 3 === 1 ? (pages[turn % pages.length] ?? "/") : `/songs?search=bài+${run}+${sent}`;
  }
  const timer = setInterval(() => {
    sent += 1;
    if (sent % 40 === 0) {
      counts.uploads += 1;
      const body = new FormData();
      body.append("audio_file", new Blob([song]), `${sent}.mp3`);
      send("/api/admin/upload-audio", { method: "POST", body, headers: { authorization } }, (text) =>
        kept.files.push(JSON.parse(text) as { file_url: string; size: number }),
      );
    } else if (sent % 40 === 20) {
      counts.writes += 1;
      const name = `Thể loại ${run}-${sent}`;
      const headers = { authorization, "content-type": "application/json" };
      send("/api/categories", { method: "POST", body: JSON.stringify({ name }), headers }, () =>
        kept.genres.push(name),
      );
    } else send(target());
  }, everyMs);
  return {
    /** Resolves when as many requests were sent as one round of all kinds takes. */
    async goesOn() {
      const until = counts.requests + 40;
      await vi.waitFor(() => expect(counts.requests).toBeGreaterThan(until), { timeout: 60_000 });
    },
    addAssets: (more: string[]) => assets.push(...more.filter((name) => !assets.includes(name))),
    async stop() {
      clearInterval(timer);
      await Promise.all(running);
      const longestWaitMs = Math.round(Math.max(...waits));
      return { figures: { ...counts, failed: failures.length, longestWaitMs }, failures: failures.slice(0, 10), kept };
    },
  };
}

function update(port: number, ...args: string[]): Promise<{ code: number; out: string }> {
  const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` };
  return new Promise((resolve) => {
    execFile(node, ["scripts/update.mjs", "--port", String(port), ...args], { cwd: site, env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out: out + err }),
    );
  });
}

onBothEngines((engine) => {
  test("a site goes to the next version, over one that does not start, and back, without a failed request", async () => {
    git(origin, "reset", "--hard", "--quiet", commits.next);
    const place = await freshPlace(engine, { migrated: false, reusable: false });
    const { origin: address, inner, log } = await startSupervisor(place);
    await vi.waitFor(async () => expect((await fetch(`${address}/api/ready`, whole)).status).toBe(200), {
      timeout: 300_000,
      interval: 500,
    });
    const token = await loginOf(address);
    const oldAssets = await assetsOf(address);
    expect(oldAssets.length).toBeGreaterThan(10);

    const traffic = load(address, token, [...oldAssets]);
    const forward = await update(inner);
    expect(forward, log().slice(-3000)).toMatchObject({
      code: 0,
      out: expect.stringContaining("Trang đang chạy 99.0.0") as string,
    });
    expect(await versionOf(address, token)).toContain(`99.0.0 (${commits.next.slice(0, 8)})`);
    const newAssets = await assetsOf(address);
    expect(newAssets.some((name) => !oldAssets.includes(name))).toBe(true);
    traffic.addAssets(newAssets);
    await traffic.goesOn();

    git(origin, "reset", "--hard", "--quiet", commits.broken);
    const broken = await update(inner);
    expect(broken).toMatchObject({ code: 1, out: expect.stringContaining("không sẵn sàng, đang trở lại") as string });
    expect(broken.out).toContain("Không nâng cấp được: trang lại chạy 99.0.0");
    expect(await assetsOf(address)).toEqual(newAssets);
    const there = await traffic.stop();
    const goingBack = load(address, token, [...oldAssets, ...newAssets], { ofFormer: former !== undefined });
    const back = await update(inner, "--to", commits.former);
    expect(back, log().slice(-3000)).toMatchObject({ code: 0 });
    expect(await assetsOf(address)).toEqual(oldAssets);
    await goingBack.goesOn();
    const andBack = await goingBack.stop();

    process.stdout.write(
      `${engine}, there: ${JSON.stringify(there.figures)}, back: ${JSON.stringify(andBack.figures)}\n`,
    );
    expect([...there.failures, ...andBack.failures]).toEqual([]);
    const genres = (await (await fetch(`${address}/api/categories`, whole)).json()) as { name: string }[];
    const names = genres.map(({ name }) => name);
    const kept = {
      genres: [...there.kept.genres, ...andBack.kept.genres],
      files: [...there.kept.files, ...andBack.kept.files],
    };
    expect(names.filter((name) => name.startsWith("Thể loại ")).toSorted()).toEqual(kept.genres.toSorted());
    for (const { file_url, size } of kept.files) {
      const file = await fetch(address + file_url, whole);
      expect([file.status, (await file.arrayBuffer()).byteLength]).toEqual([200, size]);
    }
  });
});
