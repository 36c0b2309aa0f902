import { expect, test } from "vitest";
import { onBothEngines, type TestApp, testApp } from "#test/app.ts";
import { plansOf } from "#test/explain.ts";
import { makeRequest, makeStaff } from "#test/factories.ts";
import { messagesOf, told } from "#test/messages.ts";
import { loadsRepository } from "./loads.repository.ts";

const at = (time: string) => new Date(`${time.replace(" ", "T")}:00+07:00`);
/** Asks for the daily work as the clock of a process does that has not done it yet. */
const look = (app: TestApp, time: string) => app.daily.look(at(time).getTime());
/** The end of a day in Vietnam. */
const endOf = (day: string) => new Date(at(`${day} 23:59`).getTime() + 59_999).toISOString();

onBothEngines((engine) => {
  test("members are told in the morning of the day on which their requests are due", async () => {
    const app = await testApp(engine);
    const an = await makeStaff(app, { full_name: "Trần An", email: "an@x.vn", phone: "0912345678" });
    const due_at = endOf("2027-03-31");
    const { id, code } = await makeRequest(app, { staff_id: an.id, due_at, customer_name: "Lan" });
    const begun = await makeRequest(app, { staff_id: an.id, due_at, status: "processing" });
    await makeRequest(app, { staff_id: an.id, due_at: endOf("2027-04-01") });
    await makeRequest(app, { staff_id: an.id, due_at: endOf("2027-03-30") });
    await makeRequest(app, { due_at });
    for (const status of ["completed", "cancelled"] as const) {
      await makeRequest(app, { staff_id: an.id, due_at, queue: "8973-01-01T00:00:00.000Z", status });
    }
    await look(app, "2027-03-31 06:59");
    expect(await told(app)).toEqual([]);
    await look(app, "2027-03-31 07:00");
    const data = { id, code, customer_name: "Lan", idea: "Một bài hát mừng sinh nhật", due_at };
    expect(await messagesOf(app)).toEqual([
      {
        event: "staff_request_due_today",
        to: `staff ${an.id}`,
        name: "Trần An",
        email: "an@x.vn",
        phone: "84912345678",
        about: `request ${id}`,
        state: "kept",
        data,
      },
      expect.objectContaining({ about: `request ${begun.id}` }),
    ]);
    // Other processes, and the same one once more.
    await look(await testApp(engine, {}, { beside: app }), "2027-03-31 08:00");
    await look(app, "2027-03-31 08:05");
    expect(await told(app)).toHaveLength(2);
    await look(app, "2027-04-01 07:00");
    expect(await told(app)).toHaveLength(3);
    await app.db
      .updateTable("song_requests")
      .set({ due_at: endOf("2027-04-02"), queue: endOf("2027-04-02") })
      .where("id", "=", id)
      .execute();
    await look(app, "2027-04-02 07:00");
    expect((await messagesOf(app)).at(-1)).toMatchObject({
      about: `request ${id}`,
      data: { due_at: endOf("2027-04-02") },
    });
  });

  test("nobody is told in the afternoon, nor on a day off", async () => {
    const app = await testApp(engine);
    const { id: staff_id } = await makeStaff(app);
    const days = ["2027-04-03", "2027-04-30", "2027-05-06"];
    for (const day of days) await makeRequest(app, { staff_id, due_at: endOf(day) });
    await look(app, "2027-04-03 08:00");
    await look(app, "2027-04-30 08:00");
    await look(app, "2027-05-06 12:00");
    expect(await told(app)).toEqual([]);
    await look(await testApp(engine, {}, { beside: app }), "2027-05-06 11:59");
    expect(await told(app)).toHaveLength(1);
  });

  test("the requests that are due on a day are read along an index", async () => {
    const app = await testApp(engine);
    const plans = await plansOf(app, ({ db }) =>
      loadsRepository(db).assignedAndDue("2027-03-30T17:00:00.000Z", "2027-03-31T17:00:00.000Z"),
    );
    expect(plans).toHaveLength(1);
    expect(plans[0]).toMatch(/song_requests_by_(queue|staff)/);
    expect(plans[0]).not.toMatch(/Seq Scan|SCAN|TEMP B-TREE/);
  });
});

test("two processes at once tell of each request once", async () => {
  const app = await testApp("postgres");
  const other = await testApp("postgres", {}, { beside: app });
  const { id: staff_id } = await makeStaff(app);
  const due_at = endOf("2027-03-31");
  for (let count = 0; count < 20; count++) await makeRequest(app, { staff_id, due_at });
  await Promise.all([look(app, "2027-03-31 07:00"), look(other, "2027-03-31 07:00")]);
  expect(new Set((await messagesOf(app)).map(({ about }) => about)).size).toBe(20);
  expect(await told(app)).toHaveLength(20);
});
