/** The process: settings, database, first administrator, listen, stop. */
import { networkInterfaces } from "node:os";
import path from "node:path";
import type { Logger } from "pino";
import { type App, buildApp } from "./app.ts";
import { createPasswords } from "./features/accounts/passwords.ts";
import { loadDemo } from "./features/catalogue/demo.ts";
import { type Config, loadConfig } from "./platform/config.ts";
import { backupDatabase } from "./platform/db/backup.ts";
import { type Database, openDatabase } from "./platform/db/database.ts";
import { migrate } from "./platform/db/migrate.ts";
import { createLog } from "./platform/log.ts";

const graceMs = 10_000;
/** A terminal and npm both pass on one Ctrl-C; only a later one counts as the second. */
const sameSignalMs = 1000;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function giveUp(sentence: string): never {
  process.stderr.write(`\n${sentence}\n`);
  process.exit(1);
}

async function start(): Promise<void> {
  const config = tryOr(loadConfig, (error) =>
    isSystemError(error) ? unusableFolder(process.cwd(), error) : (error as Error).message,
  );
  const log = createLog(config.logLevel);
  const die = (err: unknown, message: string) => {
    log.fatal({ err }, message);
    process.exit(1);
  };
  process.on("uncaughtException", (err) => die(err, "uncaught exception"));
  process.on("unhandledRejection", (err) => die(err, "unhandled rejection"));

  const database = await prepareDatabase(config, log);
  const app = await buildApp({ config, database, log });
  await makeFirstAdmin(app, config);
  if (config.demo) await fillWithDemo(app, database);
  app.outbox.start();
  app.waveforms.start();

  let stoppedAt: number | undefined;
  const stop = async (signal: string) => {
    if (stoppedAt !== undefined) {
      if (Date.now() - stoppedAt > sameSignalMs) process.exit(1);
      return;
    }
    stoppedAt = Date.now();
    log.info({ signal }, "stopping");
    const force = setTimeout(
      () => {
        log.warn("requests still running after the grace time are cut off");
        app.http.server.closeAllConnections();
      },
      config.mode === "development" ? 500 : graceMs,
    );
    await app.http.close();
    clearTimeout(force);
    await app.waveforms.stop();
    await app.outbox.stop();
    await database.close();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => stop(signal).catch((err) => die(err, "could not stop cleanly")));
  }

  const { host, port } = config.http;
  await app.http.listen({ host, port }).catch((error: unknown) => giveUp(listenSentence(error, host, port)));
  const address = app.http.server.address();
  sayHowToOpen(host, typeof address === "object" && address ? address.port : port);
}

/** Opens the database and brings it to the newest schema, with a backup of the embedded one before. */
async function prepareDatabase(config: Config, log: Logger): Promise<Database> {
  try {
    const database = await openDatabase({
      dataDir: config.dataDir,
      databaseUrl: config.databaseUrl,
      onError: (err) => log.error({ err }, "database connection lost"),
    });
    const { file } = database;
    const ran = await migrate(
      database,
      file === undefined
        ? undefined
        : async () => {
            const copy = await backupDatabase(file, path.join(config.dataDir, "backups"));
            log.info({ copy }, "database backed up before its migration");
          },
    );
    if (ran.length > 0) log.info({ migrations: ran }, "database migrated");
    return database;
  } catch (error) {
    if (config.databaseUrl !== undefined) return giveUp(unusableServer(config.databaseUrl, error as Error));
    return giveUp(unusableFolder(config.dataDir, error as Error));
  }
}

/** Its password is shown here once and never logged. */
async function makeFirstAdmin(app: App, config: Config): Promise<void> {
  const admin = await app.accounts.ensureFirstAdmin(config.admin);
  if (!admin) return;
  say(`\nThe first administrator: ${admin.email}`);
  say(admin.password ? `Password, shown only now: ${admin.password}` : "Password: as given in ADMIN_PASSWORD");
}

async function fillWithDemo({ store }: App, database: Database): Promise<void> {
  const { hash: hashPassword } = createPasswords();
  const demo = await loadDemo({ database, store, hashPassword });
  if (!demo) return;
  say(`\nThe demo catalogue: ${demo.songs} songs (npm run demo -- remove takes them out; DEMO=0 starts without)`);
  if (demo.user) {
    say(`A Premium user to try it with: ${demo.user.username}`);
    say(`Password, shown only now: ${demo.user.password}`);
  }
}

function tryOr<T>(make: () => T, sentence: (error: unknown) => string): T {
  try {
    return make();
  } catch (error) {
    return giveUp(sentence(error));
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}

function unusableFolder(folder: string, error: Error): string {
  const where = isSystemError(error) && error.path ? error.path : folder;
  return `The data folder can't be used: ${where}\n${error.message}\nSet DATA_DIR to a folder this user may write to.`;
}

/** Names server and database, never the password. */
function unusableServer(url: string, error: Error): string {
  const where = URL.canParse(url) ? `${new URL(url).host}${new URL(url).pathname}` : "given in DATABASE_URL";
  const reason = error.message || (error as NodeJS.ErrnoException).code || "no answer";
  return `The PostgreSQL database ${where} can't be used: ${reason}\nCheck DATABASE_URL, or leave it unset for the embedded database.`;
}

function listenSentence(error: unknown, host: string, port: number): string {
  const code = isSystemError(error) ? error.code : undefined;
  if (code === "EADDRINUSE") {
    return `Port ${port} is in use by another program. Stop that one, or choose another port: PORT=${port + 1} npm start`;
  }
  if (code === "EACCES")
    return `This user may not listen on port ${port}. Choose one from 1024 on: PORT=3000 npm start`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return `This machine has no address ${host}. Set HOST to one of its own.`;
  return `Could not listen on ${host}:${port}: ${(error as Error).message}`;
}

function sayHowToOpen(host: string, port: number): void {
  const everywhere = host === "0.0.0.0" || host === "::";
  say(`\nNgân Nga: http://${everywhere ? "localhost" : host.includes(":") ? `[${host}]` : host}:${port}`);
  if (everywhere) {
    for (const address of lanAddresses()) say(`On a phone in the same network: http://${address}:${port}`);
  } else if (host === "127.0.0.1" || host === "localhost" || host === "::1") {
    say("To open it on a phone in the same network: HOST=0.0.0.0 npm start");
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
