/** Everything around a request goes with it: lyrics, messages, songs with their covers, gift, thanks and review. */
import { expect, test } from "vitest";
import type { GiverGift } from "#contract/gifts.ts";
import type { CustomerRequest } from "#contract/requests.ts";
import { retentionTopic } from "#server/features/retention/retention.service.ts";
import { onBothEngines, type TestApp, testApp } from "#test/app.ts";
import { fixture, wav } from "#test/audio.ts";
import { adminToken } from "#test/factories.ts";

const picture = () => new File([new Uint8Array(fixture("cover.png"))], "mẹ.png");
const around = [
  "request_songs",
  "request_lyrics",
  "request_messages",
  "request_reviews",
  "gifts",
  "gift_thanks",
  "gift_hearts",
  "file_claims",
  "files",
] as const;

/** A request through its whole life. @returns its id, and the addresses of its pages */
async function lived(app: TestApp, token: string) {
  const must = async (key: string, sent: Parameters<TestApp["send"]>[1] = {}) => {
    const answer = await app.send(key as "GET /", sent);
    expect(answer.statusCode, `${key} ${answer.body}`).toBeLessThan(300);
    return answer;
  };
  const form = (fields: Record<string, string | File>) => {
    const multipart = new FormData();
    for (const [name, value] of Object.entries(fields)) multipart.append(name, value);
    return { multipart };
  };
  const customer = { customer_name: "Nguyễn Thị Lan", customer_email: "lan@example.com", request_content: "Tặng mẹ" };
  const made = (await must("POST /api/song-requests", form(customer))).json<CustomerRequest>();
  const [desk, own] = [`/api/song-requests/${made.id}`, `/api/requests/${made.page_token}`];
  await must(`POST ${desk}/lyrics`, { token, json: { text: "Mẹ ngồi bên hiên", note: null, after: null } });
  const { lyrics } = (await must(`GET ${own}`)).json<CustomerRequest>();
  await must(`POST ${own}/lyrics/answer`, { json: { lyrics_id: lyrics[0]?.id, agrees: true } });
  await must(`POST ${own}/messages`, form({ client_id: "tin-nhan-thu-nhat-1", text: "Ảnh mẹ", picture: picture() }));
  const files = { audio_file: new File([new Uint8Array(wav(0.1))], "bài.wav"), cover_file: picture() };
  await must(`POST ${desk}/delivery`, { token, ...form({ title: "Ru", ...files }) });
  const { songs, agreed_price } = (await must(`GET ${own}`)).json<CustomerRequest>();
  await must(`POST ${own}/accept`, { json: { version_id: songs[0]?.id, agreed_price } });
  await must(`PUT ${desk}`, { token, json: { is_paid: true } });
  const review = { stars: 5, text: "Mẹ khóc", is_shown: true, shown_name: "Lan", quotes_story: true };
  await must(`PUT ${own}/review`, { json: review });
  const { secret } = (await must(`PUT ${own}/gift`, { json: { recipient_name: "Mẹ" } })).json<GiverGift>();
  const gift = `/api/gifts/${secret}`;
  await must(`POST ${gift}/thanks`, { json: { id: "a".repeat(32), name: "Mẹ", text: "Cảm ơn con" } });
  await must(`POST ${gift}/hearts`, { json: { id: "b".repeat(32) } });
  return { id: made.id, desk, own, gift };
}

/** The tables around requests that have rows. */
async function full({ db }: TestApp): Promise<string[]> {
  const rows = await Promise.all(around.map((table) => db.selectFrom(table).selectAll().execute()));
  return around.filter((_, place) => rows[place]?.length);
}

onBothEngines((engine) => {
  test("nothing around a request is left once it is deleted", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id, own, gift } = await lived(app, token);
    expect(await full(app)).toEqual([...around]);
    await app.db.updateTable("song_requests").set({ paid_at: null, received_amount: 0 }).where("id", "=", id).execute();
    const removed = await app.send(`DELETE /api/song-requests/${id}`, { token });
    expect(removed.statusCode, removed.body).toBe(200);
    await app.outbox.flush();
    expect(await full(app)).toEqual([]);
    for (const address of [own, gift]) expect((await app.send(`GET ${address}`)).statusCode).toBe(404);
  });

  test("nothing around a request is left once it is erased for its age", async () => {
    const app = await testApp(engine);
    const { id, gift } = await lived(app, await adminToken(app));
    const updated_at = "2020-01-01T00:00:00.000Z";
    await app.db.updateTable("song_requests").set({ updated_at }).where("id", "=", id).execute();
    await app.outbox.add(app.db, retentionTopic, { day: "2028-02-29" }, { key: "2028-02-29" });
    await app.outbox.flush();
    const { erased_at } = await app.db.selectFrom("song_requests").select("erased_at").executeTakeFirstOrThrow();
    expect(erased_at).not.toBeNull();
    await app.outbox.flush();
    expect(await full(app)).toEqual([]);
    expect((await app.send(`GET ${gift}`)).statusCode).toBe(404);
  });
});
