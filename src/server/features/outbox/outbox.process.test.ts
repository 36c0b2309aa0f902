import { describe, expect, it } from "vitest";
import { environmentOf, onBothEngines, type TestApp, testApp } from "#test/app.ts";
import { addQuietly } from "#test/outbox.ts";
import { runScript } from "#test/processes.ts";

const run = (app: TestApp, ...args: string[]) => runScript("scripts/admin.ts", args, environmentOf(app));
const time = "2026-05-01T08:00:00.000Z";

/** Adds a message that has failed. @returns its id. */
async function addFailed({ db }: TestApp, topic: string): Promise<number> {
  const { id } = await db
    .insertInto("outbox")
    .values({
      topic,
      payload: '{"secret":"of a customer"}',
      state: "failed",
      attempts: 100,
      last_error: "no such mailbox",
      available_at: time,
      created_at: time,
      finished_at: time,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const states = async ({ db }: TestApp) =>
  (await db.selectFrom("outbox").select("state").orderBy("id").execute()).map(({ state }) => state);

onBothEngines((engine) => {
  describe("npm run admin", () => {
    it("outbox counts messages by topic and lists failed ones without their payload", async () => {
      const app = await testApp(engine);
      expect(await run(app, "outbox")).toEqual({ code: 0, out: "Không có việc nền nào.\n", err: "" });
      await addQuietly(app, app.outbox, "mail.send", {});
      const id = await addFailed(app, "mail.send");
      await addQuietly(app, app.outbox, "files.move", {});
      expect(await run(app, "outbox")).toEqual({
        code: 0,
        err: "",
        out: [
          "files.move: 1 đang chờ, 0 đang chạy, 0 đã xong, 0 thất bại",
          "mail.send: 1 đang chờ, 0 đang chạy, 0 đã xong, 1 thất bại",
          "",
          "Đã thất bại (SỐ LOẠI, lần thử, lúc, lỗi):",
          `${id} mail.send, 100 lần, 15:00 1/5/26, no such mailbox`,
          "",
        ].join("\n"),
      });
    });

    it("outbox-retry lets a failed message, or those of a topic, begin anew, with an entry in the trail", async () => {
      const app = await testApp(engine);
      const [first] = [await addFailed(app, "mail.send"), await addFailed(app, "mail.send")];
      await addFailed(app, "mail.send");
      await addFailed(app, "files.move");
      const done = (count: number) => ({ code: 0, out: `Đã cho chạy lại ${count} việc.\n`, err: "" });
      expect(await run(app, "outbox-retry", String(first))).toEqual(done(1));
      expect(await states(app)).toEqual(["pending", "failed", "failed", "failed"]);
      expect(await run(app, "outbox-retry", "mail.send")).toEqual(done(2));
      expect(await states(app)).toEqual(["pending", "pending", "pending", "failed"]);
      for (const target of ["mail.send", "1000", "nothing"]) {
        const err = `Không có việc nào đã thất bại: ${target}.\n`;
        expect(await run(app, "outbox-retry", target)).toEqual({ code: 1, out: "", err });
      }
      const trail = await app.db.selectFrom("audit_log").selectAll().orderBy("id").execute();
      expect(trail).toMatchObject([
        { actor_kind: "system", action: "update", entity: "outbox", entity_id: first, summary: "mail.send (1 việc)" },
        { entity_id: null, summary: "mail.send (2 việc)" },
      ]);
    });
  });
});
