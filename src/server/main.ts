/** The process of the server: settings, database, first administrator, start and stop. */
import { statfsSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import { isApiError } from "#contract/errors.ts";
import { type App, buildApp } from "./app.ts";
import { keptSums } from "./database/kept-sums.ts";
import { openCurrentDatabase } from "./database/open-current.ts";
import { createPasswords } from "./features/accounts/passwords.ts";
import { loadDemo } from "./features/catalogue/demo.ts";
import { type Config, loadConfig, privateUmask } from "./platform/config.ts";
import type { Database } from "./platform/db/database.ts";
import { classifyDbError, isDiskFailure, isDiskFull } from "./platform/db/dialect.ts";
import { startCompacting } from "./platform/db/kept-sums.ts";
import { slowQueryLog } from "./platform/db/query-watch.ts";
import { unusablePostgres } from "./platform/db/unusable.ts";
import { listenWhileStarting, type StartingServer } from "./platform/http/starting-server.ts";
import { createLog } from "./platform/log.ts";
import { OperatorError } from "./platform/operator-error.ts";
import { closeToOthers } from "./platform/private-data.ts";
import { appCommit, appVersion } from "./platform/version.ts";

const graceMs = 10_000;
/** Time for closing files and the database after the grace period. */
const closingMs = 5000;
/** A terminal and npm both forward the same Ctrl-C; a signal counts as the second only after this time. */
const sameSignalMs = 1000;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Ends the process with a message for the operator. */
function exitWith(message: string): never {
  process.stderr.write(`\n${message}\n`);
  process.exit(1);
}

async function start(): Promise<void> {
  process.umask(privateUmask);
  // A full disk or a closed pipe loses what is said here, and ends nothing.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  const config = tryOr(loadConfig, (error) =>
    isSystemError(error) ? unusableFolder(process.cwd(), error) : (error as Error).message,
  );
  const log = createLog(config.logLevel);
  const exitOnError = (err: unknown, message: string) => {
    log.fatal({ err }, message);
    process.exit(1);
  };
  process.on("uncaughtException", (err) => exitOnError(err, "uncaught exception"));
  process.on("unhandledRejection", (err) => exitOnError(err, "unhandled rejection"));

  log.info({ version: appVersion, commit: appCommit, node: process.versions.node }, "starting");
  closeToOthers(config.dataDir, log);
  const { host, port } = config.http;
  // Before any data is created or a password is shown.
  const starting = await listenWhileStarting(config.http, log).catch((error: unknown) =>
    exitWith(listenMessage(error, host, port)),
  );
  const database = await prepareDatabase(config, log, starting.migrating);
  const app = await prepareApp({ config, database, log, serverFactory: starting.serverFactory }).catch(
    (error: unknown) => {
      if (config.databaseUrl !== undefined && classifyDbError(error) === "unavailable") {
        return exitWith(unusableServer(config.databaseUrl, error as Error));
      }
      const message = diskMessage(config.dataDir, error);
      if (message === undefined) throw error;
      return exitWith(message);
    },
  );
  app.outbox.start();
  app.waveforms.start();
  app.samples.start();
  app.releases.start();
  app.audioCheck.start();
  app.files.start();
  app.notifications.start();
  app.daily.start();
  void app.orders.start();
  void app.poll.start();
  void app.retention.start();
  const stopCompacting = startCompacting(database, Object.values(keptSums), log);

  let stoppedAt: number | undefined;
  const stop = async (signal: string) => {
    if (stoppedAt !== undefined) {
      if (Date.now() - stoppedAt > sameSignalMs) process.exit(1);
      return;
    }
    stoppedAt = Date.now();
    log.info({ signal }, "stopping");
    app.drain.begin();
    // Ctrl-C is for a server without a load balancer.
    if (signal !== "SIGINT") await wait(config.http.drainMs);
    const graceTime = config.mode === "development" ? 500 : graceMs;
    // A database that hangs never confirms that its connections are closed.
    setTimeout(() => {
      log.error("could not close everything in time");
      process.exit(1);
    }, graceTime + closingMs).unref();
    const force = setTimeout(() => {
      log.warn("closing the connections of requests that run longer than the grace period");
      app.http.server.closeAllConnections();
    }, graceTime);
    const outboxStop = app.outbox.stop({ graceMs: graceTime });
    // Otherwise a connection with a running request stays open after its response.
    const idle = setInterval(() => app.http.server.closeIdleConnections(), 50);
    await app.http.close();
    clearInterval(idle);
    clearTimeout(force);
    await app.waveforms.stop();
    await app.samples.stop();
    await app.releases.stop();
    await app.audioCheck.stop();
    await outboxStop;
    await stopCompacting();
    await database.close();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => stop(signal).catch((err) => exitOnError(err, "could not stop cleanly")));
  }

  await starting.open(app.http);
  const address = app.http.server.address();
  sayHowToOpen(host, typeof address === "object" && address ? address.port : port);
}

/** Opens the database, or ends the process with a message. */
async function prepareDatabase(
  config: Config,
  log: Logger,
  onMigration: StartingServer["migrating"],
): Promise<Database> {
  try {
    return await openCurrentDatabase(config, log, {
      isForRequests: true,
      onMigration,
      slowQueries: slowQueryLog(log, config.slowQueryMs),
    });
  } catch (error) {
    if (error instanceof OperatorError) return exitWith(error.message);
    if (config.databaseUrl !== undefined) return exitWith(unusableServer(config.databaseUrl, error as Error));
    return exitWith(unusableFolder(config.dataDir, error as Error));
  }
}

/** Builds the server, with the first administrator and the demo in an empty database. */
async function prepareApp(deps: Parameters<typeof buildApp>[0]): Promise<App> {
  const { config, database } = deps;
  const app = await buildApp(deps);
  await makeFirstAdmin(app, config);
  if (config.demo) await fillWithDemo(app, database);
  return app;
}

/** Creates the first administrator. A generated password is shown once and never logged. */
async function makeFirstAdmin(app: App, config: Config): Promise<void> {
  const admin = await app.accounts.ensureFirstAdmin(config.admin).catch((error: unknown) => {
    if (!isApiError(error)) throw error;
    return exitWith(`ADMIN_PASSWORD: ${error.message}`);
  });
  if (!admin) return;
  say(`\nQuản trị viên đầu tiên: ${admin.email}`);
  say(admin.password ? `Mật khẩu (chỉ hiện lần này): ${admin.password}` : "Mật khẩu: như trong ADMIN_PASSWORD");
}

async function fillWithDemo({ files }: App, database: Database): Promise<void> {
  const { hash: hashPassword } = createPasswords();
  const demo = await loadDemo({ database, files, hashPassword });
  if (!demo) return;
  say(`\nNhạc mẫu: ${demo.songs} bài hát (gỡ bằng npm run demo -- remove; DEMO=0 để bắt đầu với thư viện trống)`);
  if (demo.user) {
    say(`Người dùng Premium để dùng thử: ${demo.user.username}`);
    say(`Mật khẩu (chỉ hiện lần này): ${demo.user.password}`);
  }
}

function tryOr<T>(make: () => T, messageOf: (error: unknown) => string): T {
  try {
    return make();
  } catch (error) {
    return exitWith(messageOf(error));
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}

function unusableFolder(folder: string, error: Error): string {
  const where = isSystemError(error) && error.path ? error.path : folder;
  const message = diskMessage(where, error);
  if (message !== undefined) return message;
  return `Không dùng được thư mục dữ liệu: ${where}\n${error.message}\nHãy đặt DATA_DIR là một thư mục mà người dùng này ghi được.`;
}

/** Below this a disk is full: SQLite's error does not always tell. Bytes. */
const noRoomBytes = 1024 * 1024;

/** Returns a message for a full or failing disk; undefined for any other error. */
function diskMessage(folder: string, error: unknown): string | undefined {
  const reason = (error as Error).message;
  if (isDiskFull(error) || (isDiskFailure(error) && freeBytes(folder) < noRoomBytes)) {
    return `Ổ đĩa đã đầy, chưa khởi động được: ${folder}\n${reason}\nHãy giải phóng dung lượng rồi chạy lại.`;
  }
  if (!isDiskFailure(error)) return undefined;
  return `Ổ đĩa không đọc hoặc ghi được: ${folder}\n${reason}\nHãy kiểm tra ổ đĩa rồi chạy lại.`;
}

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

function unusableServer(url: string, error: Error): string {
  const message = unusablePostgres(url, error);
  if (isDiskFull(error)) return `${message}\nỔ đĩa của nó đã đầy. Hãy giải phóng dung lượng rồi chạy lại.`;
  return `${message}\nHãy kiểm tra DATABASE_URL, hoặc bỏ trống để dùng cơ sở dữ liệu nhúng.`;
}

function listenMessage(error: unknown, host: string, port: number): string {
  const code = isSystemError(error) ? error.code : undefined;
  if (code === "EADDRINUSE") {
    return `Cổng ${port} đang được chương trình khác dùng. Hãy dừng chương trình đó, hoặc chọn cổng khác: PORT=${port + 1} npm start`;
  }
  if (code === "EACCES")
    return `Người dùng này không được phép mở cổng ${port}. Hãy chọn cổng từ 1024 trở lên: PORT=3000 npm start`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return `Máy này không có địa chỉ ${host}. Hãy đặt HOST là một địa chỉ của máy.`;
  return `Không mở được ${host}:${port}: ${(error as Error).message}`;
}

function sayHowToOpen(host: string, port: number): void {
  const everywhere = host === "0.0.0.0" || host === "::";
  const address = `http://${everywhere ? "localhost" : host.includes(":") ? `[${host}]` : host}:${port}`;
  say(`\nNgân Nga: ${address}\nTrang quản trị: ${address}/admin`);
  if (everywhere) {
    for (const address of lanAddresses()) say(`Mở trên điện thoại trong cùng mạng: http://${address}:${port}`);
  } else if (host === "127.0.0.1" || host === "localhost" || host === "::1") {
    say("Để mở trên điện thoại trong cùng mạng: HOST=0.0.0.0 npm start");
  }
  say("");
}

function lanAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter((address) => address.family === "IPv4" && !address.internal)
    .map((address) => address.address);
}

await start();
