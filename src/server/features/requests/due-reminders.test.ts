import { expect, test } from "vitest";
import type { Engine } from "#server/platform/db/dialect.ts";
import { vietnamDay } from "#server/platform/vietnam-time.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { plansOf } from "#test/explain.ts";
import { makeAdmin, makeRequest, makeStaff, staffToken } from "#test/factories.ts";
import { messagesOf, told } from "#test/messages.ts";
import { loadsRepository } from "./loads.repository.ts";

const at = (time: string) => new Date(`${time.replace(" ", "T")}:00+07:00`);
/** Asks for the daily work as the clock of a process does that has not done it yet. */
/** Its own: an app remembers the days whose work it has done. */
const newApp = (engine: Engine) => testApp(engine, {}, { fresh: true });
const look = (app: TestApp, time: string) => app.daily.look(at(time).getTime());
/** The end of a day in Vietnam. */
const endOf = (day: string) => new Date(at(`${day} 23:59`).getTime() + 59_999).toISOString();

onBothEngines((engine) => {
  test("members are told in the morning of the day on which their requests are due", async () => {
    const app = await newApp(engine);
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

  test("supervisors are told each working day of what is due or late and nobody has, until somebody takes it", async () => {
    const app = await newApp(engine);
    await makeAdmin(app);
    await makeStaff(app, { is_supervisor: true, is_active: false });
    const an = await makeStaff(app, {
      is_supervisor: true,
      full_name: "Trần An",
      email: "an@x.vn",
      phone: "0912345678",
    });
    const binh = await makeStaff(app, { is_supervisor: true });
    const member = await makeStaff(app);
    const due_at = endOf("2027-03-31");
    const { id, code } = await makeRequest(app, { due_at, customer_name: "Lan" });
    const late = await makeRequest(app, { due_at: endOf("2027-03-29"), status: "processing" });
    await makeRequest(app, { due_at: endOf("2027-04-30") });
    await makeRequest(app, { staff_id: member.id, due_at: endOf("2027-03-29") });
    for (const status of ["completed", "cancelled"] as const) {
      await makeRequest(app, { due_at, queue: "8973-01-01T00:00:00.000Z", status });
    }
    await look(app, "2027-03-31 07:00");
    await look(await testApp(engine, {}, { beside: app }), "2027-03-31 08:00");
    const data = { id, code, customer_name: "Lan", idea: "Một bài hát mừng sinh nhật", due_at };
    const first = await messagesOf(app);
    expect(first.map(({ to, about }) => [to, about])).toEqual([
      [`staff ${an.id}`, `request ${late.id}`],
      [`staff ${binh.id}`, `request ${late.id}`],
      [`staff ${an.id}`, `request ${id}`],
      [`staff ${binh.id}`, `request ${id}`],
    ]);
    expect(first[0]).toMatchObject({ data: { unclaimed: { told: "supervisor", is_late: true } } });
    expect(first[2]).toEqual({
      event: "staff_request_due_today",
      to: `staff ${an.id}`,
      name: "Trần An",
      email: "an@x.vn",
      phone: "84912345678",
      about: `request ${id}`,
      state: "kept",
      data: { ...data, unclaimed: { told: "supervisor", is_late: false } },
    });
    // One who takes it on the same day knows of it.
    await app.db.updateTable("song_requests").set({ staff_id: an.id }).where("id", "=", id).execute();
    await look(await testApp(engine, {}, { beside: app }), "2027-03-31 09:00");
    expect(await told(app)).toHaveLength(4);
    await look(app, "2027-04-01 07:00");
    expect((await messagesOf(app)).slice(4).map(({ to, about }) => [to, about])).toEqual([
      [`staff ${an.id}`, `request ${late.id}`],
      [`staff ${binh.id}`, `request ${late.id}`],
    ]);
  });

  test("administrators are told of what nobody has when there is no active supervisor", async () => {
    const app = await newApp(engine);
    const admin = await makeAdmin(app, { email: "a@x.vn" });
    await makeStaff(app);
    await makeStaff(app, { is_supervisor: true, is_active: false });
    const { id } = await makeRequest(app, { due_at: endOf("2027-03-31") });
    await look(app, "2027-03-31 07:00");
    await look(await testApp(engine, {}, { beside: app }), "2027-03-31 08:00");
    expect(await messagesOf(app)).toMatchObject([
      {
        event: "staff_request_due_today",
        to: `admin ${admin.id}`,
        email: "a@x.vn",
        about: `request ${id}`,
        data: { unclaimed: { told: "admin", is_late: false } },
      },
    ]);
  });

  test("what waits of a request that nobody has is not sent once somebody takes or closes it", async () => {
    const mail = { SMTP_URL: "smtp://127.0.0.1:9", PUBLIC_URL: "https://nghe.example.vn" };
    const app = await testApp(engine, mail);
    const supervisor = await makeStaff(app, { is_supervisor: true });
    const due_at = endOf(vietnamDay(Date.now()));
    const [claimed, closed, kept] = [
      await makeRequest(app, { due_at }),
      await makeRequest(app, { due_at }),
      await makeRequest(app, { due_at }),
    ];
    const notice = { event: "staff_request_due_today" as const, data: { ...claimed, idea: "" } };
    await app.db.transaction().execute(async (tx) => {
      for (const { id } of [claimed, closed, kept]) {
        const { full_name: name, email } = supervisor;
        const to = { kind: "staff" as const, id: supervisor.id, name, email, phone: null };
        await app.notifications.notify(tx, to, { ...notice, subject: { kind: "request", id } });
      }
    });
    const token = await staffToken(app, { member: supervisor });
    const desk = "/api/staff/requests";
    expect((await app.send(`PUT ${desk}/${claimed.id}/assign`, { token })).statusCode).toBe(200);
    const json = { status: "cancelled" };
    expect((await app.send(`PUT ${desk}/${closed.id}/update-status`, { token, json })).statusCode).toBe(200);
    const about = (await messagesOf(app)).filter(({ event }) => event === notice.event);
    expect(about.map(({ state }) => state)).toEqual(["skipped", "skipped", "waiting"]);
  });

  test("the requests that are due on a day are read along an index", async () => {
    const app = await newApp(engine);
    const plans = await plansOf(app, ({ db }) =>
      loadsRepository(db).assignedAndDue("2027-03-30T17:00:00.000Z", "2027-03-31T17:00:00.000Z"),
    );
    const unclaimed = await plansOf(app, ({ db }) => loadsRepository(db).availableAndDue("2027-03-31T17:00:00.000Z"));
    expect([plans.length, unclaimed.length]).toEqual([1, 1]);
    expect(plans[0]).toMatch(/song_requests_by_(queue|staff)/);
    expect(unclaimed[0]).toMatch(/song_requests_(available|by_staff)/);
    for (const plan of [...plans, ...unclaimed]) expect(plan).not.toMatch(/Seq Scan|SCAN|TEMP B-TREE/);
  });
});

onOneEngine((engine) => {
  test("nobody is told in the afternoon, nor on a day off", async () => {
    const app = await newApp(engine);
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
});

test("two processes at once tell of each request once", async () => {
  const app = await newApp("postgres");
  const other = await testApp("postgres", {}, { beside: app });
  const { id: staff_id } = await makeStaff(app);
  const due_at = endOf("2027-03-31");
  for (let count = 0; count < 20; count++) await makeRequest(app, { staff_id, due_at });
  await Promise.all([look(app, "2027-03-31 07:00"), look(other, "2027-03-31 07:00")]);
  expect(new Set((await messagesOf(app)).map(({ about }) => about)).size).toBe(20);
  expect(await told(app)).toHaveLength(20);
});
