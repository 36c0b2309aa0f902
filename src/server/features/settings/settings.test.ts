import { pino } from "pino";
import { expect, test } from "vitest";
import { forEachEngine, type TestApp, testApp } from "#test/app.ts";

const call = "GET /api/song-requests/public/pricing";

/** Stores a document of settings, as it stands. */
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
  features: ["Sáng tác nguyên bản", "Thu âm chuyên nghiệp", "File âm thanh chất lượng cao", "Chuyển giao bản quyền"],
};
const own = { base_price: 450_000, currency: "VND", description: "Giá mùa cưới", features: ["Hai bản phối"] };

forEachEngine((engine) => {
  test("a song made to order costs the standard price until another is saved", async () => {
    const app = await testApp(engine);
    const answer = await app.send(call);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual(standard);
    await store(app, JSON.stringify(own));
    await expect.poll(async () => (await app.send(`${call}/`)).json()).toEqual(own);
  });

  test("the price is kept with an ETag, and dropped as soon as it changes", async () => {
    const app = await testApp(engine);
    const etag = String((await app.send(call)).headers.etag);
    const ask = async () => (await app.send(call, { headers: { "if-none-match": etag } })).statusCode;
    expect(await ask()).toBe(304);
    await store(app, JSON.stringify(own));
    await expect.poll(ask).toBe(200);
    await app.db.deleteFrom("settings").execute();
    await expect.poll(ask).toBe(304);
  });

  test.each([
    ["no JSON", "{base_price:"],
    ["a price that is no number", JSON.stringify({ ...own, base_price: "450000" })],
    ["a document without features", JSON.stringify({ base_price: 1, currency: "VND", description: "" })],
    ["nothing", "null"],
  ])("%s in its place is told to the log, and the standard price holds", async (_name, value) => {
    const lines: string[] = [];
    const log = pino({ level: "error" }, { write: (line: string) => void lines.push(line) });
    const app = await testApp(engine, {}, { log });
    await store(app, value);
    const answer = await app.send(call);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual(standard);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 50, key: "song_pricing" }]);
  });
});
