import { pino } from "pino";
import { expect, test } from "vitest";
import { defaultSocialLinks, defaultSongPricing } from "#contract/settings.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { adminToken, userToken } from "#test/factories.ts";

const call = "GET /api/song-requests/public/pricing";

/** Stores a settings document without validation. */
async function store(app: TestApp, value: string): Promise<void> {
  const updated_at = new Date().toISOString();
  await app.db
    .insertInto("settings")
    .values({ key: "song_pricing", value, updated_at })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value, updated_at }))
    .execute();
}

const standard = {
  base_price: 299_000,
  currency: "VND",
  description: "Bài hát viết riêng theo câu chuyện của bạn",
  features: [
    "Người viết lời theo chuyện của bạn",
    "AI phổ nhạc và hát",
    "File âm thanh chất lượng cao",
    "Chuyển giao bản quyền",
  ],
  free_changes: 2,
};
const own = { base_price: 450_000, currency: "VND", description: "Giá mùa cưới", features: ["Hai bản phối"] };

const path = "/api/admin/config/song-pricing";
const price = {
  base_price: 450_000,
  currency: " VND ",
  description: " Một bài hát riêng ",
  features: [" Phòng thu ", "Bản quyền"],
  free_changes: 3,
};
const saved = {
  base_price: 450_000,
  currency: "VND",
  description: "Một bài hát riêng",
  features: ["Phòng thu", "Bản quyền"],
  free_changes: 3,
};

onOneEngine((engine) => {
  test.each([
    ["no JSON", "{base_price:"],
    ["a price that is no number", JSON.stringify({ ...own, base_price: "450000" })],
    ["a document without features", JSON.stringify({ base_price: 1, currency: "VND", description: "" })],
    ["nothing", "null"],
  ])("logs %s in place of the price and answers the standard price", async (_name, value) => {
    const lines: string[] = [];
    const log = pino({ level: "error" }, { write: (line: string) => void lines.push(line) });
    const app = await testApp(engine, {}, { log });
    await store(app, value);
    const answer = await app.send(call);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual(standard);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 50, key: "song_pricing" }]);
  });

  test("reading and saving the price settings needs an administrator", async () => {
    const app = await testApp(engine);
    for (const [token, status] of [
      [undefined, 401],
      [await userToken(app), 403],
    ] as const) {
      expect((await app.send(`GET ${path}`, { token })).statusCode).toBe(status);
      expect((await app.send(`PUT ${path}`, { token, json: {} })).statusCode).toBe(status);
    }
    const token = await adminToken(app);
    expect((await app.send(`GET ${path}`, { token })).json()).toMatchObject(defaultSongPricing);
  });

  test("refuses each wrong field with its message", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    for (const [field, value, message] of [
      ["base_price", -1, "Giá phải là số nguyên không âm"],
      ["base_price", 1.5, "Giá phải là số nguyên không âm"],
      ["base_price", "299000", "Giá phải là số nguyên không âm"],
      ["base_price", null, "Giá phải là số nguyên không âm"],
      ["base_price", 1e13, "Giá quá lớn"],
      ["free_changes", -1, "Số lần sửa miễn phí phải là số nguyên từ 0 đến 20"],
      ["free_changes", 21, "Số lần sửa miễn phí phải là số nguyên từ 0 đến 20"],
      ["currency", "  ", "Vui lòng nhập đơn vị tiền tệ"],
      ["description", 5, "Mô tả không hợp lệ"],
      ["description", "x".repeat(2001), "Mô tả không được dài quá 2000 ký tự"],
      ["features", "một", "Danh sách không hợp lệ"],
      ["features.0", ["  "], "Mục không được để trống"],
      ["features.1", ["một", "x".repeat(201)], "Mục không được dài quá 200 ký tự"],
      ["features", Array.from({ length: 51 }, (_, place) => `Mục ${place}`), "Không được có quá 50 mục"],
      ["features", ["Hai bản phối", " Hai bản phối "], "Mỗi mục chỉ ghi một lần"],
    ] as const) {
      const json = { ...price, [field.split(".")[0] ?? ""]: value };
      const answer = await app.send(`PUT ${path}`, { token, json });
      expect(answer.statusCode, field).toBe(422);
      expect(answer.json().errors).toEqual([{ field, message }]);
    }
    expect((await app.send(`GET ${path}`, { token })).json()).toMatchObject(defaultSongPricing);
  });
});

onBothEngines((engine) => {
  test("the standard price holds until another is saved", async () => {
    const app = await testApp(engine);
    const answer = await app.send(call);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual(standard);
    await store(app, JSON.stringify(own));
    await expect.poll(async () => (await app.send(`${call}/`)).json()).toEqual({ ...own, free_changes: 2 });
  });

  test("the price has an ETag that changes with it", async () => {
    const app = await testApp(engine);
    const etag = String((await app.send(call)).headers.etag);
    const ask = async () => (await app.send(call, { headers: { "if-none-match": etag } })).statusCode;
    expect(await ask()).toBe(304);
    await store(app, JSON.stringify(own));
    await expect.poll(ask).toBe(200);
    await app.db.deleteFrom("settings").execute();
    await expect.poll(ask).toBe(304);
  });

  test("a saved price is public at once and in the audit trail", async () => {
    const app = await testApp(engine);
    const shown = async () => (await app.send("GET /api/song-requests/public/pricing")).json();
    expect(await shown()).toEqual(defaultSongPricing);
    const token = await adminToken(app);
    const answer = await app.send(`PUT ${path}`, { token, json: price });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toEqual({ ...saved, version: expect.any(String) });
    expect(await shown()).toEqual(saved);
    const free = { ...price, base_price: 0, features: [] };
    expect((await app.send(`PUT ${path}`, { token, json: free })).statusCode).toBe(200);
    expect(await shown()).toMatchObject({ base_price: 0, features: [] });
    expect((await app.send(`PUT ${path}`, { token, json: { description: "Khác" } })).statusCode).toBe(200);
    expect(await shown()).toEqual({ ...saved, base_price: 0, features: [], description: "Khác" });
    const trail = await app.db.selectFrom("audit_log").select(["action", "entity", "summary"]).orderBy("id").execute();
    const entry = { action: "update", entity: "settings", summary: "Giá bài hát viết riêng" };
    expect(trail).toEqual([entry, entry, entry]);
  });
});

const socialPath = "/api/admin/config/social-links";
const facebook = "https://facebook.com/ngannga";

onOneEngine((engine) => {
  test("reading and saving the pages in social networks needs an administrator", async () => {
    const app = await testApp(engine);
    for (const [token, status] of [
      [undefined, 401],
      [await userToken(app), 403],
    ] as const) {
      expect((await app.send(`GET ${socialPath}`, { token })).statusCode).toBe(status);
      expect((await app.send(`PUT ${socialPath}`, { token, json: {} })).statusCode).toBe(status);
    }
  });

  test.each([
    ["javascript:alert(1)", "Địa chỉ phải bắt đầu bằng https:// hoặc http://"],
    ["facebook.com/ngannga", "Địa chỉ phải bắt đầu bằng https:// hoặc http://"],
    ["https://", "Địa chỉ phải bắt đầu bằng https:// hoặc http://"],
    ["/songs", "Địa chỉ phải bắt đầu bằng https:// hoặc http://"],
    [`https://${"x".repeat(300)}`, "Không được dài quá 300 ký tự"],
    [null, "Địa chỉ không hợp lệ"],
  ])("refuses the address %s of a page", async (value, message) => {
    const app = await testApp(engine);
    const answer = await app.send(`PUT ${socialPath}`, { token: await adminToken(app), json: { youtube: value } });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors).toEqual([{ field: "youtube", message }]);
  });
});

onBothEngines((engine) => {
  test("saved pages in social networks are public at once and in the audit trail", async () => {
    const app = await testApp(engine);
    const shown = async () => (await app.send("GET /api/social-links")).json();
    expect(await shown()).toEqual(defaultSocialLinks);
    const token = await adminToken(app);
    const answer = await app.send(`PUT ${socialPath}`, { token, json: { facebook: ` ${facebook} ` } });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toEqual({ ...defaultSocialLinks, facebook, version: expect.any(String) });
    expect(await shown()).toEqual({ ...defaultSocialLinks, facebook });
    const trail = await app.db.selectFrom("audit_log").select(["action", "entity", "summary"]).orderBy("id").execute();
    expect(trail).toEqual([{ action: "update", entity: "settings", summary: "Trang mạng xã hội" }]);
  });
});
