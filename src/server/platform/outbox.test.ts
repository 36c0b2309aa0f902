import { setTimeout as pause } from "node:timers/promises";
import { pino } from "pino";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { buildSchema, migrate, migrationNames } from "#server/database/migrate.ts";
import { onBothEngines, type TestApp, testApp } from "#test/app.ts";
import { stopClock } from "#test/clock.ts";
import { freshPlace } from "#test/databases.ts";
import { plansOf } from "#test/explain.ts";
import { addQuietly } from "#test/outbox.ts";
import { openDatabase } from "./db/database.ts";
import { outboxRepository } from "./outbox.repository.ts";
import { type Attempt, createOutbox, GiveUpError, type Outbox, PostponeError, RetryError } from "./outbox.ts";

const log = pino({ level: "silent" });
const never = new Promise<void>(() => {});

function outboxOf(app: TestApp, options: Parameters<typeof createOutbox>[2] = {}): Outbox {
  const outbox = createOutbox(app.database, log, options);
  onTestFinished(() => outbox.stop({ graceMs: 0 }));
  return outbox;
}

const rowsOf = ({ db }: TestApp) => db.selectFrom("outbox").selectAll().orderBy("id").execute();

async function rowOf(app: TestApp) {
  const rows = await rowsOf(app);
  if (rows.length !== 1 || !rows[0]) throw new Error(`${rows.length} messages`);
  return rows[0];
}

/** Makes every message due, as if its time had come. */
async function makeDue({ db }: TestApp): Promise<void> {
  await db
    .updateTable("outbox")
    .set({ available_at: new Date(0).toISOString() })
    .execute();
}

/** A promise and the function that resolves it. */
function gate(): { opened: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

onBothEngines((engine) => {
  describe("a message", () => {
    test("is handled once and never when its transaction is rolled back", async () => {
      const app = await testApp(engine);
      const outbox = outboxOf(app);
      const seen: number[] = [];
      outbox.on("n", async (n: number) => void seen.push(n));
      await app.db.transaction().execute((tx) => outbox.add(tx, "n", 1));
      await app.db
        .transaction()
        .execute(async (tx) => {
          await outbox.add(tx, "n", 2);
          throw new Error("changed my mind");
        })
        .catch(() => {});
      await outbox.flush();
      await makeDue(app);
      await outbox.flush();
      expect(seen).toEqual([1]);
      expect(await rowOf(app)).toMatchObject({ state: "done", attempts: 1, lease: null, last_error: null });
    });

    test("is handled after its commit by itself, and one of a change that failed is not", async () => {
      const app = await testApp(engine);
      const outbox = outboxOf(app);
      const seen: string[] = [];
      outbox.on("n", async (n: string) => void seen.push(n));
      const failing = app.database.commit(async (tx) => {
        await outbox.add(tx, "n", "rolled back");
        throw new Error("changed my mind");
      });
      await expect(failing).rejects.toThrow("changed my mind");
      await app.database.commit(async (tx) => {
        await outbox.add(tx, "n", "one");
        await outbox.addAll(tx, "n", ["two", "three"]);
      });
      await expect.poll(() => seen).toEqual(["one", "two", "three"]);
      await outbox.add(app.db, "n", "without a transaction");
      await expect.poll(() => seen).toHaveLength(4);
      expect(seen).not.toContain("rolled back");
    });

    test("is retried later when it failed, and holds up no other", async () => {
      const app = await testApp(engine);
      stopClock();
      const outbox = outboxOf(app);
      let isBroken = true;
      const seen: string[] = [];
      outbox.on("s", async (text: string) => {
        if (text === "bad" && isBroken) throw new Error("not yet");
        seen.push(text);
      });
      for (const text of ["bad", "good"]) await addQuietly(app, outbox, "s", text);
      await outbox.flush();
      expect(seen).toEqual(["good"]);
      isBroken = false;
      await outbox.flush();
      expect(seen).toEqual(["good"]);
      await makeDue(app);
      await outbox.flush();
      expect(seen).toEqual(["good", "bad"]);
    });

    test("is handled at its time", async () => {
      const app = await testApp(engine);
      const outbox = outboxOf(app);
      const seen: number[] = [];
      outbox.on("n", async (n: number) => void seen.push(n));
      await addQuietly(app, outbox, "n", 1, { after: 60_000 });
      await outbox.flush();
      expect(seen).toEqual([]);
      const { available_at, created_at } = await rowOf(app);
      expect(Date.parse(available_at) - Date.parse(created_at)).toBe(60_000);
      await makeDue(app);
      await outbox.flush();
      expect(seen).toEqual([1]);
    });

    test("that a handler adds to another topic is handled by the same flush", async () => {
      const app = await testApp(engine);
      const outbox = outboxOf(app);
      const seen: number[] = [];
      outbox.on("late", async (n: number) => void seen.push(n));
      outbox.on("first", async (n: number) => outbox.add(app.db, "late", n));
      await addQuietly(app, outbox, "first", 1);
      await outbox.flush();
      expect(seen).toEqual([1]);
    });

    test("without a handler in this process stays for another process", async () => {
      const app = await testApp(engine);
      const outbox = outboxOf(app);
      await addQuietly(app, outbox, "elsewhere", {});
      await outbox.flush();
      expect(await rowOf(app)).toMatchObject({ state: "pending", attempts: 0 });
    });
  });

  describe("a failed attempt", () => {
    test("is followed by a pause of half to the whole of a second, doubled each time, an hour at most", async () => {
      const app = await testApp(engine);
      const outbox = outboxOf(app);
      const now = Date.parse("2026-01-02T03:04:05.678Z");
      stopClock(now);
      outbox.on("s", async () => {
        throw new Error("not yet");
      });
      await addQuietly(app, outbox, "s", "bad");
      const pauses: Record<number, number[]> = {};
      for (const random of [0, 0.5, 1]) {
        vi.spyOn(Math, "random").mockReturnValue(random);
        pauses[random] = [];
        for (const attempts of [0, 1, 2, 11, 12, 40]) {
          await app.db
            .updateTable("outbox")
            .set({ attempts, available_at: new Date(now).toISOString() })
            .execute();
          await outbox.flush();
          pauses[random].push((Date.parse((await rowOf(app)).available_at) - now) / 1000);
        }
      }
      expect(pauses).toEqual({
        0: [0.5, 1, 2, 1024, 1800, 1800],
        0.5: [0.75, 1.5, 3, 1536, 2700, 2700],
        1: [1, 2, 4, 2048, 3600, 3600],
      });
    });

    test("is the last one after maxAttempts: the message is kept as failed", async () => {
      const app = await testApp(engine);
      const outbox = outboxOf(app);
      let attempts = 0;
      outbox.on(
        "s",
        async () => {
          attempts += 1;
          throw new Error("no");
        },
        { maxAttempts: 3 },
      );
      await addQuietly(app, outbox, "s", {});
      for (let n = 0; n < 5; n++) {
        await makeDue(app);
        await outbox.flush();
      }
      expect(attempts).toBe(3);
      expect(await rowOf(app)).toMatchObject({ state: "failed", attempts: 3, last_error: "no" });
      expect((await rowOf(app)).finished_at).not.toBeNull();
    });

    test("leaves a short error without credentials", async () => {
      const app = await testApp(engine);
      const outbox = outboxOf(app);
      outbox.on("s", async () => {
        throw new Error(
          `smtp://lan:s3cret@mail.vn:25 and\nhttps://s3.vn/a?X-Amz-Signature=abc, Bearer t0ken ${"x".repeat(5000)}`,
        );
      });
      await addQuietly(app, outbox, "s", {});
      await outbox.flush();
      const error = (await rowOf(app)).last_error ?? "";
      expect(error).toMatch(/^smtp:\/\/mail\.vn:25 and https:\/\/s3\.vn\/a Bearer … x+$/);
      expect(error).toHaveLength(500);
    });

    test("is not counted when the handler postpones the message", async () => {
      const app = await testApp(engine);
      const outbox = outboxOf(app);
      const until = new Date(Date.now() + 3_600_000);
      outbox.on(
        "s",
        async () => {
          throw new PostponeError(until, "closed until then");
        },
        { maxAttempts: 1 },
      );
      await addQuietly(app, outbox, "s", {});
      await outbox.flush();
      expect(await rowOf(app)).toMatchObject({
        state: "pending",
        attempts: 0,
        available_at: until.toISOString(),
        last_error: "closed until then",
      });
    });

    test("is counted and repeated at the time that the handler names", async () => {
      const app = await testApp(engine);
      const outbox = outboxOf(app);
      const at = new Date(Date.now() + 3_600_000);
      outbox.on("s", async () => {
        throw new RetryError(at, "later");
      });
      await addQuietly(app, outbox, "s", {});
      await outbox.flush();
      expect(await rowOf(app)).toMatchObject({
        state: "pending",
        attempts: 1,
        last_error: "later",
        available_at: at.toISOString(),
      });
    });

    test("is the last one when the handler gives up", async () => {
      const app = await testApp(engine);
      const outbox = outboxOf(app);
      outbox.on("s", async () => {
        throw new GiveUpError("no such address");
      });
      await addQuietly(app, outbox, "s", {});
      await outbox.flush();
      expect(await rowOf(app)).toMatchObject({ state: "failed", attempts: 1, last_error: "no such address" });
    });
  });

  describe("topics", () => {
    test("one that hangs holds only its own slots", async () => {
      const app = await testApp(engine);
      const outbox = outboxOf(app, { pollMs: 20 });
      const [hung, seen]: [number[], number[]] = [[], []];
      outbox.on(
        "hung",
        async (n: number) => {
          hung.push(n);
          await never;
        },
        { concurrency: 2 },
      );
      outbox.on("quick", async (n: number) => void seen.push(n));
      for (const n of [1, 2, 3]) await addQuietly(app, outbox, "hung", n);
      outbox.start();
      await expect.poll(() => hung).toEqual([1, 2]);
      for (let n = 0; n < 10; n++) {
        await addQuietly(app, outbox, "quick", n);
        await expect.poll(() => seen).toContain(n);
      }
      expect(hung).toEqual([1, 2]);
      expect((await rowsOf(app)).filter(({ topic }) => topic === "hung")).toMatchObject([
        { state: "running" },
        { state: "running" },
        { state: "pending" },
      ]);
    });

    test("run as many messages at once as their concurrency allows, in order", async () => {
      const app = await testApp(engine);
      const outbox = outboxOf(app);
      const begun: number[] = [];
      const gates = Array.from({ length: 5 }, gate);
      outbox.on(
        "n",
        async (n: number) => {
          begun.push(n);
          await gates[n]?.opened;
        },
        { concurrency: 2 },
      );
      for (let n = 0; n < 5; n++) await addQuietly(app, outbox, "n", n);
      const flushed = outbox.flush();
      await expect.poll(() => begun).toEqual([0, 1]);
      gates[1]?.open();
      await expect.poll(() => begun).toEqual([0, 1, 2]);
      for (const { open } of gates) open();
      await flushed;
      expect(begun).toEqual([0, 1, 2, 3, 4]);
    });

    test("of two processes handle each message once", async () => {
      const app = await testApp(engine);
      const beside = await testApp(engine, {}, { beside: app });
      const seen: number[][] = [[], []];
      const outboxes = [outboxOf(app), outboxOf(beside)];
      for (const [index, outbox] of outboxes.entries()) {
        outbox.on("n", async (n: number) => void seen[index]?.push(n), { concurrency: 3 });
      }
      for (let n = 0; n < 30; n++) await outboxes[0]?.add(app.db, "n", n);
      await Promise.all(outboxes.map((outbox) => outbox.flush()));
      expect(seen.flat().toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n));
    });
  });

  describe("a lease", () => {
    test("is renewed while the handler runs, so that no other process takes the message", async () => {
      const app = await testApp(engine);
      const beside = await testApp(engine, {}, { beside: app });
      const outbox = outboxOf(app);
      const other = outboxOf(beside);
      const { opened, open } = gate();
      const handlers: string[] = [];
      const options = { leaseMs: 3000 };
      stopClock();
      outbox.on(
        "s",
        async () => {
          handlers.push("one");
          await opened;
        },
        options,
      );
      other.on("s", async () => void handlers.push("other"), options);
      await addQuietly(app, outbox, "s", {});
      const flushed = outbox.flush();
      await expect.poll(() => handlers).toEqual(["one"]);
      const leaseEnd = async () => Date.parse((await rowOf(app)).available_at);
      const firstEnd = await leaseEnd();
      vi.setSystemTime(firstEnd - 1);
      await expect.poll(leaseEnd).toBeGreaterThan(firstEnd + 1);
      vi.setSystemTime(firstEnd + 1);
      await other.flush();
      open();
      await flushed;
      await other.flush();
      expect(handlers).toEqual(["one"]);
      expect((await rowOf(app)).state).toBe("done");
    });

    test("that has ended lets another process take over, which learns that the result is not known", async () => {
      const app = await testApp(engine);
      const outbox = outboxOf(app);
      const attempts: Attempt[] = [];
      outbox.on("s", async (_: unknown, attempt) => {
        attempts.push(attempt);
        if (attempts.length === 1) throw new Error("can't look it up now");
      });
      await addQuietly(app, outbox, "s", {});
      await app.db.updateTable("outbox").set({ state: "running", lease: "of a dead process", attempts: 1 }).execute();
      await outbox.flush();
      await makeDue(app);
      await outbox.flush();
      const { id } = await rowOf(app);
      expect(attempts).toMatchObject([
        { id, attempts: 2, isResultUnknown: true },
        { id, attempts: 3, isResultUnknown: true },
      ]);
      expect(await rowOf(app)).toMatchObject({ state: "done", is_result_unknown: false });
    });

    test("that ended with the last attempt makes the message fail", async () => {
      const app = await testApp(engine);
      const outbox = outboxOf(app);
      let isRun = false;
      outbox.on("s", async () => void (isRun = true), { maxAttempts: 2 });
      await addQuietly(app, outbox, "s", {});
      await app.db.updateTable("outbox").set({ state: "running", lease: "of a dead process", attempts: 2 }).execute();
      await outbox.flush();
      expect(isRun).toBe(false);
      expect(await rowOf(app)).toMatchObject({
        state: "failed",
        last_error: "The process ended during the last attempt",
      });
    });

    test("that is lost aborts the handler, whose result does not count", async () => {
      const app = await testApp(engine);
      const outbox = outboxOf(app);
      const begun = gate();
      outbox.on(
        "s",
        async (_: unknown, { signal }) => {
          begun.open();
          await new Promise((resolve) => signal.addEventListener("abort", resolve));
        },
        { leaseMs: 300 },
      );
      await addQuietly(app, outbox, "s", {});
      const flushed = outbox.flush();
      await begun.opened;
      const later = new Date(Date.now() + 60_000).toISOString();
      await app.db.updateTable("outbox").set({ lease: "of another process", available_at: later }).execute();
      await flushed;
      expect(await rowOf(app)).toMatchObject({ state: "running", lease: "of another process", available_at: later });
    });

    test("is given back by a stop, after the grace time of its handler", async () => {
      const app = await testApp(engine);
      const outbox = outboxOf(app);
      const { opened, open } = gate();
      const reasons: string[] = [];
      outbox.on("quick", () => opened);
      outbox.on("deaf", () => never);
      outbox.on("polite", async (_: unknown, { signal }) => {
        await pause(600_000, undefined, { signal }).catch(() => reasons.push("aborted"));
        throw new Error("aborted");
      });
      for (const topic of ["quick", "deaf", "polite"]) await addQuietly(app, outbox, topic, {});
      outbox.flush().catch(() => {});
      await expect.poll(async () => (await rowsOf(app)).every(({ state }) => state === "running")).toBe(true);
      const stopped = outbox.stop({ graceMs: 300 });
      open();
      await stopped;
      const given = { state: "pending", attempts: 0, lease: null, is_result_unknown: true };
      expect(await rowsOf(app)).toMatchObject([{ state: "done", attempts: 1 }, given, given]);
      expect(reasons).toEqual(["aborted"]);
      await addQuietly(app, outbox, "quick", {});
      await outbox.flush();
      expect((await rowsOf(app)).at(-1)).toMatchObject({ state: "pending", attempts: 0 });
    });
  });

  describe("a key", () => {
    test("joins a message to one that waits: the last payload, the earlier time", async () => {
      const app = await testApp(engine);
      const outbox = outboxOf(app);
      const seen: unknown[] = [];
      for (const topic of ["s", "other"]) outbox.on(topic, async (payload) => void seen.push([topic, payload]));
      await addQuietly(app, outbox, "s", 1, { key: "a", after: 60_000 });
      await addQuietly(app, outbox, "s", 2, { key: "a" });
      await addQuietly(app, outbox, "s", 3, { key: "a", after: 60_000 });
      await addQuietly(app, outbox, "s", 4, { key: "b" });
      await addQuietly(app, outbox, "other", 5, { key: "a" });
      await outbox.flush();
      expect(seen.toSorted()).toEqual([
        ["other", 5],
        ["s", 3],
        ["s", 4],
      ]);
      // Finished messages do not count.
      await addQuietly(app, outbox, "s", 6, { key: "a" });
      await outbox.flush();
      expect(seen).toHaveLength(4);
    });

    test("leaves a message in its back-off", async () => {
      const app = await testApp(engine);
      stopClock();
      const outbox = outboxOf(app);
      let attempts = 0;
      outbox.on("s", async () => {
        attempts += 1;
        throw new Error("not yet");
      });
      await addQuietly(app, outbox, "s", 1, { key: "a" });
      await outbox.flush();
      await addQuietly(app, outbox, "s", 2, { key: "a" });
      await outbox.flush();
      expect(attempts).toBe(1);
      expect(await rowOf(app)).toMatchObject({ payload: "2", attempts: 1 });
    });

    test.each([
      "done",
      "failed",
    ])("lets a running message run once more, with the new payload, after it is %s", async (state) => {
      const app = await testApp(engine);
      const outbox = outboxOf(app);
      const begun = gate();
      const { opened, open } = gate();
      const seen: number[] = [];
      outbox.on("s", async (n: number) => {
        seen.push(n);
        begun.open();
        await opened;
        if (state === "failed" && n === 1) throw new GiveUpError("no");
      });
      await addQuietly(app, outbox, "s", 1, { key: "a" });
      const flushed = outbox.flush();
      await begun.opened;
      await addQuietly(app, outbox, "s", 2, { key: "a" });
      await addQuietly(app, outbox, "s", 3, { key: "a" });
      open();
      await flushed;
      await outbox.flush();
      expect(seen).toEqual([1, 3]);
      expect(await rowOf(app)).toMatchObject({ state: "done", attempts: 1 });
    });
  });

  describe("finished messages", () => {
    test("are kept for their time, failed ones for longer", async () => {
      const app = await testApp(engine);
      const outbox = outboxOf(app, { pollMs: 600_000 });
      outbox.on("s", async () => {}, { keepDoneMs: 60_000, keepFailedMs: 120_000 });
      const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
      const row = { topic: "s", payload: "{}", available_at: ago(0), created_at: ago(0) };
      await app.db
        .insertInto("outbox")
        .values([
          { ...row, state: "done", finished_at: ago(70_000) },
          { ...row, state: "done", finished_at: ago(50_000) },
          { ...row, state: "failed", finished_at: ago(130_000) },
          { ...row, state: "failed", finished_at: ago(70_000) },
          { ...row, topic: "other", state: "done", finished_at: ago(70_000) },
        ])
        .execute();
      outbox.start();
      await expect.poll(() => rowsOf(app)).toMatchObject([{ id: 2 }, { id: 4 }, { id: 5 }]);
    });

    test("that failed begin anew on retry, unless one of their key waits", async () => {
      const app = await testApp(engine);
      const outbox = outboxOf(app);
      const messages = outboxRepository(app.db, app.database.dialect);
      let isBroken = true;
      const seen: number[] = [];
      outbox.on("s", async (n: number) => {
        if (isBroken) throw new GiveUpError("no");
        seen.push(n);
      });
      await addQuietly(app, outbox, "s", 1, { key: "a" });
      await outbox.flush();
      await addQuietly(app, outbox, "s", 2, { key: "a" });
      await outbox.flush();
      await addQuietly(app, outbox, "s", 3);
      await outbox.flush();
      isBroken = false;
      for (const message of await messages.failed({ limit: 10 })) await messages.retry(message);
      expect(await rowsOf(app)).toMatchObject([
        { id: 2, state: "pending", attempts: 0, finished_at: null },
        { id: 3, state: "pending", attempts: 0 },
      ]);
      await outbox.flush();
      expect(seen.toSorted()).toEqual([2, 3]);
    });
  });

  test("tells how attempts ended, and what is still to be done", async () => {
    const app = await testApp(engine);
    stopClock();
    const outbox = outboxOf(app);
    outbox.on("s", async (what: string) => {
      if (what === "later") throw new PostponeError(new Date(Date.now() + 3_600_000), "at night");
      if (what === "never") throw new GiveUpError("no such mailbox");
      if (what === "bad") throw new Error("not yet");
    });
    outbox.on("idle", async () => {});
    for (const what of ["good", "good", "later", "never", "bad"]) await addQuietly(app, outbox, "s", what);
    await addQuietly(app, outbox, "s", "planned", { after: 3_600_000 });
    await addQuietly(app, outbox, "orphan", "planned", { after: 3_600_000 });
    await outbox.flush();
    expect(outbox.outcomes()).toEqual([
      { topic: "s", counts: { handled: 2, failed: 1, retried: 1, postponed: 1 } },
      { topic: "idle", counts: { handled: 0, failed: 0, retried: 0, postponed: 0 } },
    ]);
    const [, , , , bad] = await rowsOf(app);
    const backlog = () => outboxRepository(app.db, app.database.dialect).backlog();
    // A planned message is not late; a failed one is, though its next attempt is in the future.
    expect(await backlog()).toEqual([
      { topic: "orphan", waiting: 1, running: 0, failed: 0, oldestAt: null },
      { topic: "s", waiting: 3, running: 0, failed: 1, oldestAt: bad?.created_at },
    ]);
    await app.db.updateTable("outbox").set({ state: "running" }).where("topic", "=", "orphan").execute();
    expect(await backlog()).toMatchObject([{ waiting: 0, running: 1, oldestAt: expect.stringMatching(/Z$/) }, {}]);
  });

  test("queries use the indexes of the outbox", async () => {
    const app = await testApp(engine);
    const plans = await plansOf(app, async ({ db, dialect }) => {
      const messages = outboxRepository(db, dialect);
      await messages.claim("s", 3, 1000);
      await messages.deleteFinished("s", "done", 0, 500);
      await messages.failed({ limit: 10 });
      await messages.failed({ topic: "s", limit: 10 });
      await messages.add({ topic: "s", payload: "1", key: "a", after: 0 });
      await messages.retry({ id: 1, topic: "s", dedupe_key: "a" });
      await messages.backlog();
    });
    expect(plans[0]).toMatch(/index.* outbox_due/i);
    expect(plans[1]).toMatch(/index.* outbox_finished/i);
    expect(plans[2]).toMatch(/index.* outbox_failed/i);
    expect(plans[3]).toMatch(/index.* outbox_failed/i);
    expect(plans[5]).toMatch(/index.* outbox_(key|due)/i);
    expect(plans.at(-2)).toMatch(/index.* outbox_(key|due)/i);
    expect(plans.at(-1)).toMatch(/index.* outbox_failed/i);
  });

  test("the migration lets messages of before wait for their handlers", async () => {
    const database = await openDatabase(await freshPlace(engine, { migrated: false }));
    onTestFinished(() => database.close());
    const { db, dialect } = database;
    await db.transaction().execute((tx) => buildSchema(tx, dialect, migrationNames.indexOf("0010-outbox")));
    const time = new Date(0).toISOString();
    await db
      .insertInto("outbox")
      .values({ topic: "s", payload: '{"a":1}', attempts: 2, available_at: time, created_at: time })
      .execute();
    await migrate(database);
    const outbox = createOutbox(database, log);
    const seen: unknown[] = [];
    outbox.on("s", async (payload, { attempts }) => void seen.push(payload, attempts));
    await outbox.flush();
    expect(seen).toEqual([{ a: 1 }, 3]);
  });
});

test("on PostgreSQL a message wakes the workers of other processes when it is committed", async () => {
  const app = await testApp("postgres");
  const beside = await testApp("postgres", {}, { beside: app });
  const outbox = outboxOf(beside, { pollMs: 3_600_000 });
  const seen: number[] = [];
  outbox.on("n", async (n: number) => void seen.push(n));
  outbox.start();
  // The first look is over.
  await outboxOf(app).add(app.db, "n", 1);
  await expect.poll(() => seen).toEqual([1]);
  await app.db.transaction().execute(async (tx) => {
    await outboxOf(app).add(tx, "n", 2);
    await beside.outbox.flush();
    expect(seen).toEqual([1]);
  });
  await expect.poll(() => seen).toEqual([1, 2]);
});

test("on PostgreSQL a worker begins no message whose key an open transaction joins", async () => {
  const app = await testApp("postgres");
  const outbox = outboxOf(app);
  const seen: number[] = [];
  outbox.on("n", async (n: number) => void seen.push(n));
  await addQuietly(app, outbox, "n", 1, { key: "a" });
  await app.db.transaction().execute(async (tx) => {
    await outbox.add(tx, "n", 2, { key: "a" });
    await outbox.flush();
    expect(seen).toEqual([]);
  });
  await outbox.flush();
  expect(seen).toEqual([2]);
});

test("a result that the database refuses is written down as soon as it takes it, without a second attempt", async () => {
  const app = await testApp("sqlite");
  const outbox = outboxOf(app);
  let attempts = 0;
  outbox.on("s", async () => {
    attempts += 1;
    await app.db.schema.alterTable("outbox").renameTo("elsewhere").execute();
  });
  await addQuietly(app, outbox, "s", {});
  const flushed = outbox.flush();
  const restore = () => app.db.schema.alterTable("elsewhere").renameTo("outbox").execute();
  await vi.waitFor(restore, { timeout: 120_000 });
  await flushed;
  expect(await rowOf(app)).toMatchObject({ state: "done", attempts: 1 });
  expect(attempts).toBe(1);
});

test("on SQLite many messages leave time for requests", async () => {
  const app = await testApp("sqlite");
  const outbox = outboxOf(app);
  outbox.on("n", async () => {});
  const count = 100;
  await app.db.transaction().execute(async (tx) => {
    for (let n = 0; n < count; n++) await outbox.add(tx, "n", n);
  });
  let turns = 0;
  const counting = setInterval(() => turns++, 0);
  await outbox.flush();
  clearInterval(counting);
  expect((await rowsOf(app)).map(({ state }) => state)).toEqual(Array(count).fill("done"));
  expect(turns).toBeGreaterThan(count / 4);
});

test("on SQLite a message of another process is found by looking", async () => {
  const app = await testApp("sqlite");
  const beside = await testApp("sqlite", {}, { beside: app });
  const outbox = outboxOf(beside, { pollMs: 20 });
  const seen: number[] = [];
  outbox.on("n", async (n: number) => void seen.push(n));
  outbox.start();
  await outboxOf(app).add(app.db, "n", 1);
  await expect.poll(() => seen).toEqual([1]);
  await outboxOf(app).add(app.db, "n", 2);
  await expect.poll(() => seen).toEqual([1, 2]);
});
