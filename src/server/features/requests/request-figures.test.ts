import { expect, test } from "vitest";
import type { MemberFigures, StaffFigures } from "#contract/staff-figures.ts";
import { onBothEngines, type TestApp, testApp } from "#test/app.ts";
import { wav } from "#test/audio.ts";
import { stopClock } from "#test/clock.ts";
import { plansOf } from "#test/explain.ts";
import { adminToken, makeRequest, makeStaff, staffToken } from "#test/factories.ts";
import { deliveriesByMember } from "./request-figures.repository.ts";

const path = "/api/staff/requests/figures";
const none = { open: 0, late: 0, delivered_this_month: 0, delivered: 0, changes_per_song: null, days_needed: null };

async function member(app: TestApp, values: Parameters<typeof makeStaff>[1] = {}) {
  const row = await makeStaff(app, values);
  return { id: row.id, full_name: row.full_name, token: await staffToken(app, { member: row }) };
}

async function figures(app: TestApp, token: string) {
  const answer = await app.send(`GET ${path}`, { token });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ own: StaffFigures; members: MemberFigures[] }>();
}

function deliver(app: TestApp, token: string, id: number) {
  const multipart = new FormData();
  multipart.append("title", "Ru cả nhà");
  multipart.append("audio_file", new File([new Uint8Array(wav(0.1))], "bài.wav"));
  return app.send(`POST /api/staff/requests/${id}/delivery`, { token, multipart });
}

onBothEngines((engine) => {
  test("members see what they have and delivered, supervisors that of each", async () => {
    const app = await testApp(engine);
    // A Monday; the request came on the Thursday before.
    stopClock(Date.parse("2026-06-08T03:00:00.000Z"));
    const [an, binh] = [await member(app, { full_name: "An" }), await member(app, { full_name: "Bình" })];
    const chi = await member(app, { full_name: "Chi", is_supervisor: true });
    expect(await figures(app, an.token)).toEqual({ own: none, members: [] });

    const created_at = "2026-06-04T03:00:00.000Z";
    const due_at = "2026-06-09T16:59:59.999Z";
    const given = { staff_id: an.id, status: "processing", created_at, due_at, queue: due_at } as const;
    const { id, page_token } = await makeRequest(app, given);
    await makeRequest(app, { ...given, due_at: created_at, queue: created_at });
    expect((await figures(app, an.token)).own).toEqual({ ...none, open: 2, late: 1 });

    const delivered = await deliver(app, an.token, id);
    expect(delivered.statusCode, delivered.body).toBe(201);
    const wish = { version_id: delivered.json().songs[0].id, text: "Chậm hơn" };
    expect((await app.send(`POST /api/requests/${page_token}/changes`, { json: wish })).statusCode).toBe(200);
    // One of last month, which needed one day and three changes.
    await makeRequest(app, {
      ...given,
      status: "completed",
      queue: "8999-01-01T00:00:00.000Z",
      first_delivered_at: "2026-05-31T16:59:00.000Z",
      changes_done: 4,
      days_needed: 1,
    });
    const own = { open: 2, late: 1, delivered_this_month: 1, delivered: 2, changes_per_song: 2.5, days_needed: 1.5 };
    expect(await figures(app, an.token)).toEqual({ own, members: [] });
    expect(await figures(app, binh.token)).toEqual({ own: none, members: [] });
    expect(await figures(app, chi.token)).toEqual({
      own: none,
      members: [
        { id: an.id, full_name: "An", ...own },
        { id: binh.id, full_name: "Bình", ...none },
        { id: chi.id, full_name: "Chi", ...none },
      ],
    });
    // The second version delivers nothing for the first time.
    await deliver(app, an.token, id);
    expect((await figures(app, an.token)).own).toEqual({ ...own, open: 1 });
  });

  test("a song that is withdrawn was not delivered", async () => {
    const app = await testApp(engine);
    const an = await member(app);
    const { id } = await makeRequest(app, { staff_id: an.id, status: "processing" });
    const [song] = (await deliver(app, an.token, id)).json().songs;
    expect((await figures(app, an.token)).own.delivered).toBe(1);
    const withdrawal = { token: an.token, json: { reason: "Nhầm bài" } };
    await app.send(`POST /api/staff/requests/${id}/songs/${song.id}/withdraw`, withdrawal);
    expect((await figures(app, an.token)).own).toEqual({ ...none, open: 1 });
  });

  test("figures need a member's token", async () => {
    const app = await testApp(engine);
    expect((await app.send(`GET ${path}`)).statusCode).toBe(401);
    expect((await app.send(`GET ${path}`, { token: await adminToken(app) })).statusCode).toBe(403);
  });

  test("what members delivered is read from one index", async () => {
    const app = await testApp(engine);
    const plans = await plansOf(app, ({ db }) => deliveriesByMember(db, [1, 2, 3], "2026-06-01T00:00:00.000Z"));
    expect(plans).toHaveLength(1);
    expect(plans[0]).toContain("song_requests_figures");
    expect(plans[0]).not.toMatch(/SCAN|Seq Scan/);
  });
});
