import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { onBothEngines, testApp } from "#test/app.ts";
import { createOutbox } from "./outbox.ts";

const log = pino({ level: "silent" });

onBothEngines((engine) => {
  test("handles a message once and never one of a rolled back transaction", async () => {
    const { db } = await testApp(engine);
    const outbox = createOutbox(db, log);
    const seen: number[] = [];
    outbox.on("n", async (n: number) => void seen.push(n));
    await db.transaction().execute((tx) => outbox.add(tx, "n", 1));
    await db
      .transaction()
      .execute(async (tx) => {
        await outbox.add(tx, "n", 2);
        throw new Error("changed my mind");
      })
      .catch(() => {});
    await outbox.flush();
    await outbox.flush();
    expect(seen).toEqual([1]);
    expect(await db.selectFrom("outbox").selectAll().execute()).toEqual([]);
  });

  test("retries a failed message later and handles the others", async () => {
    const { db } = await testApp(engine);
    const outbox = createOutbox(db, log);
    let broken = true;
    const seen: string[] = [];
    outbox.on("s", async (text: string) => {
      if (text === "bad" && broken) throw new Error("not yet");
      seen.push(text);
    });
    for (const text of ["bad", "good"]) await outbox.add(db, "s", text);
    await outbox.flush();
    expect(seen).toEqual(["good"]);
    broken = false;
    await outbox.flush();
    expect(seen).toEqual(["good"]);
    await db
      .updateTable("outbox")
      .set({ available_at: new Date(0).toISOString() })
      .execute();
    await outbox.flush();
    expect(seen).toEqual(["good", "bad"]);
  });

  test("handles a message for later when it is due", async () => {
    const { db } = await testApp(engine);
    const outbox = createOutbox(db, log);
    const seen: number[] = [];
    outbox.on("n", async (n: number) => void seen.push(n));
    await outbox.add(db, "n", 1, { after: 60_000 });
    await outbox.flush();
    expect(seen).toEqual([]);
    const { available_at, created_at } = await db.selectFrom("outbox").selectAll().executeTakeFirstOrThrow();
    expect(Date.parse(available_at) - Date.parse(created_at)).toBe(60_000);
    await db.updateTable("outbox").set({ available_at: new Date().toISOString() }).execute();
    await outbox.flush();
    expect(seen).toEqual([1]);
  });

  test("leases a message for five minutes, then pauses twice as long after each failure, an hour at most", async () => {
    const { db } = await testApp(engine);
    const outbox = createOutbox(db, log);
    const now = Date.parse("2026-01-02T03:04:05.678Z");
    vi.useFakeTimers({ toFake: ["Date"], now });
    onTestFinished(() => void vi.useRealTimers());
    const secondsUntilDue = async () => {
      const { available_at } = await db.selectFrom("outbox").select("available_at").executeTakeFirstOrThrow();
      return (Date.parse(available_at) - now) / 1000;
    };
    const leases: number[] = [];
    outbox.on("s", async () => {
      leases.push(await secondsUntilDue());
      throw new Error("not yet");
    });
    await outbox.add(db, "s", "bad");
    const pauses: number[] = [];
    for (const attempts of [0, 1, 2, 11, 12, 40]) {
      await db
        .updateTable("outbox")
        .set({ attempts, available_at: new Date(now).toISOString() })
        .execute();
      await outbox.flush();
      pauses.push(await secondsUntilDue());
    }
    expect(pauses).toEqual([1, 2, 4, 2048, 3600, 3600]);
    expect(new Set(leases)).toEqual(new Set([300]));
  });

  test("two workers handle each message once", async () => {
    const app = await testApp(engine);
    const beside = await testApp(engine, {}, { beside: app });
    const seen: number[] = [];
    const workers = [createOutbox(app.db, log), createOutbox(beside.db, log)];
    for (const worker of workers) worker.on("n", async (n: number) => void seen.push(n));
    for (let n = 0; n < 30; n++) await workers[0]?.add(app.db, "n", n);
    await Promise.all(workers.map((worker) => worker.flush()));
    expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n));
  });
});
