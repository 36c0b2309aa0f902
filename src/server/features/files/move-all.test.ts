import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { Engine } from "#server/platform/db/dialect.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { fixture, wav } from "#test/audio.ts";
import { adminToken, makeCategory, makeSong } from "#test/factories.ts";
import { startS3 } from "#test/s3.ts";
import { type S3Server, settingsOf } from "#test/s3-server.ts";
import { type MoveOutcome, moveAll } from "./move-all.service.ts";

const contents = { free: wav(1), premium: wav(1, 2), shared: wav(1, 3), hidden: wav(1, 4) };

/** A site with audio on its disk, and a bucket configured since. */
async function siteOn(engine: Engine, values: (s3: S3Server) => Record<string, string> = () => ({})) {
  const env = { ALLOW_PRIVATE_STORAGE: "1" };
  const app = await testApp(engine, env, { storageTimes: { restMs: 0 } });
  const s3 = await startS3({ buckets: ["music", "vault"], open: ["music"] });
  const token = await adminToken(app);
  const keys = { free: "", premium: "", shared: "", hidden: "" };
  for (const name of Object.keys(contents) as (keyof typeof contents)[]) {
    keys[name] = (await app.files.save(one(contents[name]), "audio")).key;
  }
  const url = (name: keyof typeof keys) => `/uploads/${keys[name]}`;
  await makeSong(app, { title: "Tự do", audio_url: url("free") });
  await makeSong(app, { title: "Premium", audio_url: url("premium"), is_premium: true });
  await makeSong(app, { title: "Chung một", audio_url: url("shared") });
  await makeSong(app, { title: "Chung hai", audio_url: url("shared") });
  await makeSong(app, { title: "Đã ẩn", audio_url: url("hidden"), is_active: false });
  await makeSong(app, { title: "Nơi khác", audio_url: "https://files.example/a.mp3" });
  const json = settingsOf(s3, values(s3));
  expect((await app.send("PUT /api/admin/config/cloudflare-r2", { token, json })).statusCode).toBe(200);
  await app.outbox.flush();
  const outcomes: MoveOutcome[] = [];
  const move = (to: "bucket" | "disk", options: { dryRun?: boolean; signal?: AbortSignal } = {}) => {
    outcomes.length = 0;
    return moveAll({
      files: app.files,
      to,
      dryRun: false,
      onFile: (outcome) => void outcomes.push(outcome),
      ...options,
    });
  };
  const onDisk = () => Object.keys(keys).filter((name) => existsSync(fileOf(app, keys[name as keyof typeof keys])));
  const within = (bucket: string) =>
    Object.entries(keys)
      .filter(([, key]) => s3.keys(bucket).includes(key))
      .map(([name]) => name);
  const addresses = async () => {
    const songs = (await app.send("GET /api/songs", { token })).json<{ id: number; audio_url: string }[]>();
    return songs.toSorted((a, b) => a.id - b.id).map((song) => song.audio_url);
  };
  return { app, s3, token, keys, move, outcomes, onDisk, within, addresses };
}

async function* one(content: Buffer) {
  yield content;
}
const fileOf = (app: TestApp, key: string) => path.join(app.place.dataDir, "uploads", key);
const all = ["free", "premium", "shared", "hidden"];

onOneEngine((engine) => {
  test("keeps Premium audio out of a public bucket", async () => {
    const { app, s3, keys, move, outcomes, onDisk, within } = await siteOn(engine, ({ url }) => ({
      public_url: `${url}/music`,
    }));
    expect(await move("bucket")).toMatchObject({ moved: 2, kept: 2, failed: 0 });
    expect([onDisk(), within("music")]).toEqual([
      ["premium", "hidden"],
      ["free", "shared"],
    ]);
    expect(s3.requests.some((request) => request.startsWith("PUT") && request.includes(keys.premium))).toBe(false);
    expect(outcomes.find(({ key }) => key === keys.premium)).toEqual({ kind: "kept", key: keys.premium, at: "disk" });
    const [song] = (await app.send("GET /api/songs?search=tu do")).json();
    expect(song.audio_url).toBe(`${s3.url}/music/${keys.free}`);
  });

  test("moves images that something uses, and leaves the others", async () => {
    const { app, s3, move } = await siteOn(engine);
    const [used, unused] = [
      await app.files.save(one(fixture("cover.png")), "image"),
      await app.files.save(one(fixture("cover.jpg")), "image"),
    ];
    await makeCategory(app, { icon_url: used.url });
    const images = () => s3.keys("music").filter((key) => key.startsWith("images/"));
    expect(await move("bucket")).toMatchObject({ moved: 5, failed: 0 });
    expect(images()).toEqual([used.key]);
    expect(existsSync(fileOf(app, unused.key))).toBe(true);
    expect((await app.send(`GET ${used.url}`)).statusCode).toBe(302);
    expect(await move("disk")).toMatchObject({ moved: 5, failed: 0 });
    expect(images()).toEqual([]);
    expect((await app.send(`GET ${used.url}`)).rawPayload.equals(fixture("cover.png"))).toBe(true);
  });

  test("moves Premium audio to the private bucket", async () => {
    const { move, onDisk, within } = await siteOn(engine, ({ url }) => ({
      public_url: `${url}/music`,
      private_bucket_name: "vault",
    }));
    expect(await move("bucket")).toMatchObject({ moved: 4, failed: 0 });
    expect([onDisk(), within("music"), within("vault")]).toEqual([[], ["free", "shared"], ["premium", "hidden"]]);
    expect(await move("disk")).toMatchObject({ moved: 4, failed: 0 });
    expect([onDisk(), within("music"), within("vault")]).toEqual([all, [], []]);
  });

  test("continues after a stop, a failed file and a missing file", async () => {
    const { app, s3, keys, move, outcomes, onDisk, within } = await siteOn(engine);
    const inOrder = (Object.keys(keys) as (keyof typeof keys)[]).sort((a, b) => (keys[a] < keys[b] ? -1 : 1));
    const [first = "free", second = "free", gone = "free", broken = "free"] = inOrder;
    const stop = new AbortController();
    s3.onRequest = (request) => {
      if (request.startsWith("PUT /music/audio/")) stop.abort();
    };
    expect(await move("bucket", { signal: stop.signal })).toMatchObject({ moved: 1, failed: 0 });
    expect([within("music"), onDisk()]).toEqual([[first], all.filter((name) => name !== first)]);
    s3.onRequest = undefined;
    s3.fault = { kind: "lie", methods: ["PUT"], path: new RegExp(keys[broken]) };
    rmSync(fileOf(app, keys[gone]));
    expect(await move("bucket")).toMatchObject({ moved: 1, kept: 1, missing: 1, failed: 1 });
    expect(outcomes).toContainEqual({
      kind: "failed",
      key: keys[broken],
      reason: "File đọc lại khác với file đã ghi",
    });
    expect(onDisk()).toEqual([broken]);
    const link = await app.send(`GET ${app.files.signedUrl(keys[broken])}`);
    expect(link.rawPayload.equals(contents[broken])).toBe(true);
    s3.fault = undefined;
    expect(await move("bucket")).toMatchObject({ moved: 1, kept: 2, missing: 1, failed: 0 });
    expect(within("music").toSorted()).toEqual([first, second, broken].toSorted());
    s3.fault = { kind: "lie", methods: ["GET"], path: new RegExp(keys[first]) };
    expect(await move("disk")).toMatchObject({ moved: 2, failed: 1 });
    expect(within("music")).toEqual([first]);
    s3.fault = undefined;
    expect(await move("disk")).toMatchObject({ moved: 1, failed: 0 });
    expect(onDisk().toSorted()).toEqual([first, second, broken].toSorted());
  });
});

onBothEngines((engine) => {
  test("moves everything to a bucket and back unchanged", async () => {
    const { app, s3, keys, move, onDisk, within, addresses } = await siteOn(engine);
    const before = await addresses();
    const bytes = Object.values(contents).reduce((sum, content) => sum + content.length, 0);
    expect(await move("bucket", { dryRun: true })).toEqual({ moved: 4, kept: 0, missing: 0, failed: 0, bytes });
    expect([await addresses(), onDisk(), within("music")]).toEqual([before, all, []]);

    expect(await move("bucket")).toEqual({ moved: 4, kept: 0, missing: 0, failed: 0, bytes });
    expect([onDisk(), within("music")]).toEqual([[], all]);
    expect(await addresses()).toEqual(before.map((url) => url.replace("/uploads/", "R2:")));
    for (const name of all as (keyof typeof keys)[]) {
      expect(s3.buckets.get("music")?.get(keys[name])?.body.equals(contents[name])).toBe(true);
    }
    const [song] = (await app.send("GET /api/songs?search=tu do")).json();
    expect(song.audio_url).toBe(`/uploads/${keys.free}`);
    expect((await app.send(`GET ${song.audio_url}`)).statusCode).toBe(302);
    expect(await move("bucket")).toEqual({ moved: 0, kept: 4, missing: 0, failed: 0, bytes: 0 });

    expect(await move("disk", { dryRun: true })).toMatchObject({ moved: 4 });
    expect(onDisk()).toEqual([]);
    expect(await move("disk")).toEqual({ moved: 4, kept: 0, missing: 0, failed: 0, bytes });
    expect([onDisk(), within("music"), await addresses()]).toEqual([all, [], before]);
    expect((await app.send(`GET ${song.audio_url}`)).rawPayload.equals(contents.free)).toBe(true);
    expect(await app.db.selectFrom("files").select("key").where("is_managed", "=", true).execute()).toEqual([]);
  });
});
