import pg from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { freshPlace } from "#test/databases.ts";
import { postgresChanges } from "./changes.ts";
import { postgresInUse } from "./in-use.ts";

/** Timeout for a busy server. */
const patient = { timeout: 120_000 };

afterEach(() => vi.restoreAllMocks());

/** A connection that observes the others on the same database. */
async function watchman() {
  const { databaseUrl: url = "" } = await freshPlace("postgres", { reusable: false });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const others = "from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
  return {
    url,
    others: async () => (await client.query(`select 1 ${others}`)).rowCount ?? 0,
    cutOff: async () => (await client.query(`select pg_terminate_backend(pid) ${others}`)).rowCount ?? 0,
    close: () => client.end(),
  };
}

/** Stands between the product and `listen changes`. */
function atListening(answer: () => Promise<unknown> | undefined) {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    return (args[0] === "listen changes" ? answer() : undefined) ?? query.apply(this, args);
  } as never);
}

test("a server that refuses to listen holds one connection at most", async () => {
  const { url, others, cutOff, close } = await watchman();
  const errors: Error[] = [];
  const changes = await postgresChanges(url, (error) => errors.push(error));
  let refused = 0;
  let isWell = false;
  atListening(() => {
    if (isWell) return undefined;
    refused += 1;
    return Promise.reject(new Error("not now"));
  });
  expect(changes.version("catalogue")).toBeDefined();
  await cutOff();
  await vi.waitFor(() => expect(changes.version("catalogue")).toBeUndefined(), patient);
  await vi.waitFor(() => expect(refused).toBeGreaterThan(1), patient);
  // Between two tries, a second apart, there is none.
  await vi.waitFor(async () => expect(await others()).toBe(0), { ...patient, interval: 20 });
  expect(errors.at(-1)?.message).toBe("not now");
  isWell = true;
  await vi.waitFor(() => expect(changes.version("catalogue")).toBeDefined(), patient);
  await vi.waitFor(async () => expect(await others()).toBe(1), patient);
  await changes.close();
  await vi.waitFor(async () => expect(await others()).toBe(0), patient);
  await close();
});

test("closing ends a connection that is being made", async () => {
  const { url, others, cutOff, close } = await watchman();
  const changes = await postgresChanges(url, () => {});
  const listening = Promise.withResolvers<void>();
  atListening(() => {
    listening.resolve();
    return new Promise(() => {});
  });
  await cutOff();
  await listening.promise;
  await vi.waitFor(async () => expect(await others()).toBe(1), patient);
  await changes.close();
  await vi.waitFor(async () => expect(await others()).toBe(0), patient);
  await close();
});

test("a first connection that can't listen fails and is ended", async () => {
  const { url, others, close } = await watchman();
  atListening(() => Promise.reject(new Error("not now")));
  await expect(postgresChanges(url, () => {})).rejects.toThrow("not now");
  await vi.waitFor(async () => expect(await others()).toBe(0), patient);
  await close();
});

test("postgresInUse fails alone when its connection is lost", async () => {
  const { url, others, cutOff, close } = await watchman();
  const failed = postgresInUse(url).then(
    () => undefined,
    (error: Error) => error,
  );
  await vi.waitFor(async () => expect(await others()).toBe(1), { ...patient, interval: 5 });
  await cutOff();
  expect(await failed).toBeInstanceOf(Error);
  await close();
});
