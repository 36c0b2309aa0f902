import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { createRateLimiter } from "#server/platform/http/limits/rate-limits.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { wav } from "#test/audio.ts";
import { plansOf } from "#test/explain.ts";
import { adminToken, makeAdmin, makeFile, makeOrder, makeRequest, makeStaff } from "#test/factories.ts";
import { deadMailServer, messagesOf } from "#test/messages.ts";
import { requestsRepository } from "./requests.repository.ts";

const megabyte = 1024 ** 2;
const gigabyte = 1024 ** 3;
const customer = { customer_name: "Lan", customer_email: "lan@example.com", request_content: "Một bài mừng sinh nhật" };

function post(app: TestApp, file: Buffer | undefined, { remoteAddress = "203.0.113.7", key = "" } = {}) {
  const multipart = new FormData();
  for (const [name, value] of Object.entries(customer)) multipart.append(name, value);
  if (file) multipart.append("reference_file", new File([new Uint8Array(file)], "mẫu.wav"));
  const headers: Record<string, string> = key === "" ? {} : { "idempotency-key": key };
  return app.send("POST /api/song-requests", { multipart, remoteAddress, headers });
}

/** A disk whose free bytes a test sets. */
function disk(total: number, free = total) {
  const space = { total, free };
  return { space, readiness: { readDisk: async () => ({ ...space }) } };
}

/** A request whose recording has this many bytes. */
async function recorded(app: TestApp, size: number, values: Parameters<typeof makeRequest>[1] = {}) {
  const { key } = await makeFile(app, { key: `references/${randomBytes(16).toString("hex")}.wav`, size });
  return makeRequest(app, { reference_file: key, ...values });
}

const leftOver = ({ place }: TestApp) => readdirSync(path.join(place.dataDir, "tmp"));

onBothEngines((engine) => {
  test("below the reserve a recording is refused with 503, while a request without one and an order go on", async () => {
    const { space, readiness } = disk(100 * gigabyte, 5 * gigabyte);
    const app = await testApp(engine, { DISK_RESERVE_MB: "" }, { readiness });
    const refused = await post(app, wav(0.1));
    expect(refused.statusCode).toBe(503);
    expect(refused.json().detail).toBe(
      "Máy chủ sắp hết chỗ nên chưa nhận được file tham khảo. Bạn vẫn gửi được yêu cầu không kèm file",
    );
    expect(leftOver(app)).toEqual([]);
    expect((await post(app, undefined)).statusCode).toBe(201);
    const { page_token } = await makeOrder(app);
    expect((await app.send(`GET /api/orders/${page_token}`)).statusCode).toBe(200);
    await adminToken(app);
    space.free = 5 * gigabyte + 1;
    expect((await post(app, wav(0.1))).statusCode).toBe(201);
  });

  test("recordings of new requests without a member take a tenth of the disk at most", async () => {
    const { readiness } = disk(gigabyte);
    const app = await testApp(engine, {}, { readiness });
    const member = await makeStaff(app);
    const first = await recorded(app, Math.floor(gigabyte / 10) - 50_000);
    await recorded(app, 500 * megabyte, { staff_id: member.id });
    await recorded(app, 500 * megabyte, { status: "cancelled" });
    const tooMany = await post(app, wav(10));
    expect(tooMany.statusCode).toBe(503);
    expect(tooMany.json().errors).toEqual([{ field: "reference_file", message: tooMany.json().detail }]);
    expect(tooMany.json().detail).toContain("Bạn vẫn gửi được yêu cầu không kèm file");
    expect((await post(app, wav(0.1))).statusCode).toBe(201);
    await app.db.updateTable("song_requests").set({ staff_id: member.id }).where("id", "=", first.id).execute();
    expect((await post(app, wav(10))).statusCode).toBe(201);
    const shown = await app.send("GET /api/admin/system", { token: await adminToken(app) });
    expect(shown.json().recordings).toEqual({
      bytes: wav(10).length + wav(0.1).length,
      max: Math.floor(gigabyte / 10),
    });
  });

  test("the sum of waiting recordings reads the index of those alone", async () => {
    const app = await testApp(engine);
    await recorded(app, megabyte);
    const plans = await plansOf(app, ({ db }) => requestsRepository(db).untakenRecordingBytes());
    // PostgreSQL may as well take the index of the pool, which has no other requests either.
    expect(plans.join("\n")).toMatch(/song_requests_(untaken|available)/);
  });

  test("administrators are told once a day when 80 % of the room is used", async () => {
    const { space, readiness } = disk(gigabyte);
    const app = await testApp(engine, deadMailServer, { readiness });
    await makeAdmin(app);
    const told = async () => (await messagesOf(app)).filter(({ event }) => event === "disk_filling");
    await recorded(app, 70 * megabyte);
    await post(app, wav(0.1));
    expect(await told()).toEqual([]);
    await recorded(app, 12 * megabyte);
    await post(app, wav(0.1));
    await post(app, wav(0.1, 2));
    expect(await told()).toMatchObject([
      { to: expect.stringMatching(/^admin /), data: { max: Math.floor(gigabyte / 10) } },
    ]);
    space.free = 0;
    expect((await post(app, wav(0.1))).statusCode).toBe(503);
    expect(await told()).toHaveLength(1);
  });
});

onOneEngine((engine) => {
  test("the reserve is at least 1 GB, or what the operator says", async () => {
    const { readiness } = disk(10 * gigabyte, gigabyte);
    expect((await post(await testApp(engine, { DISK_RESERVE_MB: "" }, { readiness }), wav(0.1))).statusCode).toBe(503);
    expect((await post(await testApp(engine, { DISK_RESERVE_MB: "1023" }, { readiness }), wav(0.1))).statusCode).toBe(
      201,
    );
  });
});

test("one network may leave 300 MB a day, and what was not kept does not count", async () => {
  const app = await testApp("postgres", { RATE_LIMITS: "on" });
  const { countBytes } = createRateLimiter(app.database, app.http.log, app.accounts, app.config.secrets.key);
  const recording = wav(1);
  expect(await countBytes("203.0.113.7", 300 * megabyte - recording.length)).toBe(0);
  expect((await post(app, Buffer.from("no audio at all"))).statusCode).toBe(415);
  expect((await post(app, wav(2))).json().detail).toMatch(/^Hôm nay đã nhận nhiều file tham khảo từ mạng của bạn/);
  expect((await post(app, recording)).statusCode).toBe(201);
  expect((await post(app, recording)).statusCode).toBe(429);
  expect((await post(app, recording, { remoteAddress: "198.51.100.9" })).statusCode).toBe(201);
  expect((await post(app, undefined)).statusCode).toBe(201);
});

test("a request that is sent again with its key counts its recording once", async () => {
  const app = await testApp("postgres", { RATE_LIMITS: "on" });
  for (let time = 0; time < 3; time++) expect((await post(app, wav(1), { key: "k" })).statusCode).toBe(201);
  const { hits } = await app.db
    .selectFrom("rate_limits")
    .select("hits")
    .where("hits", ">", 1000)
    .executeTakeFirstOrThrow();
  expect(hits).toBe(wav(1).length);
});

test("a network has four recordings examined at the same time at most", async () => {
  const app = await testApp("sqlite");
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((seed) => post(app, wav(0.1, seed))));
  const states = answers.map(({ statusCode }) => statusCode);
  expect(states.filter((status) => status === 201)).toHaveLength(4);
  expect(states.filter((status) => status === 429)).toHaveLength(2);
  expect((await post(app, wav(0.1, 7))).statusCode).toBe(201);
});
