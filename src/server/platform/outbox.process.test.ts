import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { environmentOf, onBothEngines, testApp } from "#test/app.ts";
import { startScript } from "#test/processes.ts";
import { createOutbox } from "./outbox.ts";

const patient = { timeout: 120_000 };

onBothEngines((engine) => {
  test("two processes handle each message once, also when one is killed in the middle of a message", async () => {
    const app = await testApp(engine);
    const outbox = createOutbox(app.database, pino({ level: "silent" }));
    const hanging = 0;
    const count = 40;
    await outbox.add(app.db, "test", hanging);
    const start = () => startScript("test/outbox-process.ts", [String(hanging)], environmentOf(app));
    const victim = start();
    await vi.waitFor(() => expect(victim.output()).toContain(`start ${hanging}\n`), patient);
    const survivor = start();
    await vi.waitFor(() => expect(survivor.output()).toContain("ready\n"), patient);
    // Both work; then one dies with the hanging message.
    await app.db.transaction().execute(async (tx) => {
      for (let n = 1; n < count; n++) await outbox.add(tx, "test", n);
    });
    const left = () => app.db.selectFrom("outbox").select("payload").where("state", "!=", "done").execute();
    await vi.waitFor(async () => expect(await left()).toEqual([{ payload: String(hanging) }]), patient);
    victim.process.kill("SIGKILL");
    await victim.ended;
    // The end of the lease, a minute later.
    await app.db
      .updateTable("outbox")
      .set({ available_at: new Date(0).toISOString() })
      .where("state", "=", "running")
      .execute();
    await vi.waitFor(async () => expect(await left()).toEqual([]), patient);

    const results = [victim, survivor].map((one) => one.output().match(/^done .*$/gm) ?? []);
    expect(results.flat().toSorted()).toEqual(
      Array.from({ length: count }, (_, n) => `done ${n} ${n === hanging}`).toSorted(),
    );
    for (const own of results) expect(own.length).toBeGreaterThan(1);
    expect(results[1]).toContain(`done ${hanging} true`);
    const rows = await app.db.selectFrom("outbox").select(["payload", "attempts"]).where("attempts", "!=", 1).execute();
    expect(rows).toEqual([{ payload: String(hanging), attempts: 2 }]);
  });
});
