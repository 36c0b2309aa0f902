import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { maskedSecret } from "#contract/storage.ts";
import { importFolder } from "#server/features/catalogue/import.ts";
import type { Engine } from "#server/platform/db/dialect.ts";
import { onBothEngines, onOneEngine, type TestApp, type TestAppOptions, testApp } from "#test/app.ts";
import { fixture, wav } from "#test/audio.ts";
import { stopClock } from "#test/clock.ts";
import { adminToken, claimSongFiles, makeCategory, userToken } from "#test/factories.ts";
import { startS3 } from "#test/s3.ts";
import { type S3Server, settingsOf } from "#test/s3-server.ts";

const config = "/api/admin/config/cloudflare-r2";
const premiumOnly = { detail: "Bạn cần có quyền Premium để nghe bài hát này" };

interface Site {
  app: TestApp;
  s3: S3Server;
  token: string;
  premium: string;
  /** Uploads audio. Returns its key. */
  upload(content: Buffer): Promise<string>;
  addSong(key: string, values?: Record<string, unknown>): Promise<number>;
  change(id: number, values: Record<string, unknown>): ReturnType<TestApp["send"]>;
  song(id: number, token?: string): Promise<Record<string, unknown>>;
  configure(values: Record<string, string>): ReturnType<TestApp["send"]>;
  onDisk(key: string): boolean;
  place(key: string): Promise<string | undefined>;
  /** Makes failed messages due now. */
  again(): Promise<void>;
  status(): Promise<Record<string, unknown>>;
}

type Mode = "closed bucket" | "open bucket" | "open and private bucket";

async function siteOn(engine: Engine, mode: Mode, times: TestAppOptions["storageTimes"] = {}): Promise<Site> {
  const app = await testApp(
    engine,
    { ALLOW_PRIVATE_STORAGE: "1" },
    { storageTimes: { idleMs: 1500, restMs: 0, ...times } },
  );
  const s3 = await startS3({ buckets: ["music", "vault", "other"], open: mode === "closed bucket" ? [] : ["music"] });
  const token = await adminToken(app);
  const base = settingsOf(s3, {
    ...(mode === "closed bucket" ? {} : { public_url: `${s3.url}/music` }),
    ...(mode === "open and private bucket" ? { private_bucket_name: "vault" } : {}),
  });
  const site: Site = {
    app,
    s3,
    token,
    premium: await userToken(app, { premium: true }),
    async upload(content) {
      const multipart = new FormData();
      multipart.append("audio_file", new File([new Uint8Array(content)], "bài.wav"));
      const answer = await app.send("POST /api/admin/upload-audio", { token, multipart });
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.json()).toMatchObject({ file_url: null, size: content.length, duration: expect.any(Number) });
      return answer.json().object_key;
    },
    async addSong(key, values = {}) {
      const category = await makeCategory(app);
      const json = {
        title: "Mưa",
        audio_url: `R2:${key}`,
        category_ids: [category.id],
        allow_same_file: true,
        ...values,
      };
      const answer = await app.send("POST /api/songs", { token, json });
      expect(answer.statusCode, answer.body).toBe(201);
      await app.outbox.flush();
      return answer.json().id;
    },
    change: (id, json) => app.send(`PUT /api/songs/${id}`, { token, json }),
    song: async (id, as) => (await app.send(`GET /api/songs/${id}`, { token: as })).json(),
    configure: (values) => app.send(`PUT ${config}`, { token, json: { ...base, ...values } }),
    onDisk: (key) => existsSync(path.join(app.place.dataDir, "uploads", key)),
    async place(key) {
      const row = await app.db.selectFrom("files").select("place").where("key", "=", key).executeTakeFirst();
      return row?.place;
    },
    async again() {
      await app.db
        .updateTable("outbox")
        .set({ available_at: new Date(0).toISOString() })
        .execute();
      await app.outbox.flush();
    },
    status: async () => (await app.send(`GET ${config}`, { token })).json().status,
  };
  const saved = await site.configure({});
  expect(saved.statusCode, saved.body).toBe(200);
  return site;
}

function filesUnder(app: TestApp, dir: string): string[] {
  return readdirSync(path.join(app.place.dataDir, dir), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => entry.name);
}

const body = async (url: string, init?: RequestInit) => Buffer.from(await (await fetch(url, init)).arrayBuffer());

onOneEngine((engine) => {
  describe("a private bucket", () => {
    test("stores new audio and serves it by a redirect from a stable address", async () => {
      const { app, s3, token, upload, addSong, song, onDisk } = await siteOn(engine, "closed bucket");
      const content = fixture("tagged.mp3");
      const key = await upload(content);
      expect(key).toMatch(/^audio\/[0-9a-f]{32}\.mp3$/);
      const id = await addSong(key);
      expect(s3.buckets.get("music")?.get(key)).toEqual({
        body: content,
        contentType: "audio/mpeg",
        cacheControl: "public, max-age=3600",
      });
      expect(onDisk(key)).toBe(false);
      expect(await song(id, token)).toMatchObject({ audio_url: `R2:${key}`, duration: expect.closeTo(1.071, 1) });
      expect((await song(id)).audio_url).toBe(`/uploads/${key}`);
      expect((await app.send("GET /api/songs")).json()[0].audio_url).toBe(`/uploads/${key}`);

      const answer = await app.send(`GET /uploads/${key}`);
      expect(answer.statusCode).toBe(302);
      expect(answer.headers["cache-control"]).toBe("private, no-store");
      expect(answer.headers["cross-origin-resource-policy"]).toBe("cross-origin");
      const link = String(answer.headers.location);
      expect(link).toContain(`${s3.url}/music/${key}?`);
      expect((await body(link)).equals(content)).toBe(true);
      const part = await fetch(link, { headers: { range: "bytes=10-19" } });
      expect(part.status).toBe(206);
      expect(part.headers.get("content-type")).toBe("audio/mpeg");
      expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(10, 20))).toBe(true);
      expect((await fetch(link.replace(/Expires=\d+/, "Expires=36000"))).status).toBe(403);
      expect((await fetch(`${s3.url}/music/${key}`)).status).toBe(403);
      expect(Number(/X-Amz-Expires=(\d+)/.exec(link)?.[1])).toBeLessThanOrEqual(3600);

      const head = String((await app.send(`HEAD /uploads/${key}`)).headers.location);
      expect((await fetch(head, { method: "HEAD" })).headers.get("content-length")).toBe(String(content.length));
      const saving = String((await app.send(`GET /uploads/${key}?download=1`)).headers.location);
      expect((await fetch(saving)).headers.get("content-disposition")).toBe(
        "attachment; filename=\"M_a.mp3\"; filename*=UTF-8''M%C6%B0a.mp3",
      );
      const named = String((await app.send(`GET ${app.files.downloadUrl(key, "An - Mưa.mp3")}`)).headers.location);
      expect((await fetch(named)).headers.get("content-disposition")).toBe(
        "attachment; filename=\"An - M_a.mp3\"; filename*=UTF-8''An%20-%20M%C6%B0a.mp3",
      );
    });

    test("stores large files unchanged", async () => {
      const { app, s3, upload, addSong, onDisk } = await siteOn(engine, "closed bucket", { idleMs: 20_000 });
      const content = wav(1000);
      for (let at = 44; at < content.length; at += 4) content.writeUInt32LE((at * 2654435761) >>> 0, at);
      const key = await upload(content);
      await addSong(key);
      expect(s3.buckets.get("music")?.get(key)?.body.equals(content)).toBe(true);
      const { headers } = await app.send(`GET /uploads/${key}`);
      expect((await body(String(headers.location))).equals(content)).toBe(true);
      expect(onDisk(key)).toBe(false);
    });

    test("stores Premium audio and serves it behind a signed address", async () => {
      const { app, s3, token, premium, upload, addSong, song } = await siteOn(engine, "closed bucket");
      const content = wav(1);
      const key = await upload(content);
      const id = await addSong(key, { is_premium: true });
      expect(s3.keys("music")).toEqual([key]);
      expect((await song(id)).audio_url).toBeNull();
      for (const call of [`GET /uploads/${key}`, `HEAD /uploads/${key}`, `GET /uploads/${key}?download=1`] as const) {
        const refused = await app.send(call);
        expect(refused.statusCode).toBe(403);
        expect(refused.headers.location).toBeUndefined();
        if (!call.startsWith("HEAD")) expect(refused.json()).toEqual(premiumOnly);
      }
      const addresses = [(await song(id, premium)).audio_url, (await song(id, token)).stream_url].map(String);
      for (const address of addresses) {
        expect(address).toMatch(/^\/uploads\/audio\/\w+\.wav\?expires=\d+&signature=[\w-]+$/);
        const { headers } = await app.send(`GET ${address}`);
        expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
        expect((await body(String(headers.location))).equals(content)).toBe(true);
      }
    });
  });

  describe("a public bucket", () => {
    test("serves free audio directly once it has moved there", async () => {
      const { app, s3, token, upload, addSong, change, song, onDisk } = await siteOn(engine, "open bucket");
      const content = wav(1);
      const key = await upload(content);
      expect(s3.keys("music")).toEqual([]);
      s3.fault = { kind: "fail", status: 503, code: "SlowDown" };
      const id = await addSong(key);
      expect((await song(id)).audio_url).toBe(`/uploads/${key}`);
      expect((await app.send(`GET /uploads/${key}`)).rawPayload.equals(content)).toBe(true);
      s3.fault = undefined;
      await app.files.settle(key);
      const address = `${s3.url}/music/${key}`;
      expect((await song(id)).audio_url).toBe(address);
      expect((await app.send("GET /api/songs")).json()[0].audio_url).toBe(address);
      expect((await body(address)).equals(content)).toBe(true);
      expect(onDisk(key)).toBe(false);
      expect(await song(id, token)).toMatchObject({ audio_url: `R2:${key}` });
      const old = await app.send(`GET /uploads/${key}`);
      expect([old.statusCode, old.headers.location]).toEqual([302, address]);
      const { stream_url } = await song(id, token);
      expect((await app.send(`GET ${String(stream_url)}`)).headers.location).toBe(address);
      await change(id, { is_active: false });
      await app.outbox.flush();
      expect(s3.keys("music")).toEqual([]);
      expect((await app.send(`GET /uploads/${key}`)).statusCode).toBe(403);
      await change(id, { is_active: true });
      await app.outbox.flush();
      expect((await body(address)).equals(content)).toBe(true);
    });

    test("keeps a song free while its file can't be removed, and loses nothing", async () => {
      const { app, s3, premium, upload, addSong, change, song, place } = await siteOn(engine, "open bucket");
      const content = wav(1);
      const key = await upload(content);
      const id = await addSong(key);
      for (const [fault, reason] of [
        [{ kind: "keep" }, "Dịch vụ lưu trữ từ chối yêu cầu"],
        [{ kind: "fail", status: 500, code: "InternalError" }, "Dịch vụ lưu trữ đang gặp sự cố"],
        [{ kind: "fail", methods: ["DELETE"], status: 403, code: "AccessDenied" }, "Khóa không có quyền"],
        [{ kind: "lie", methods: ["GET"] }, "File đọc lại khác với file đã ghi"],
        [{ kind: "endless", methods: ["GET"] }, "File đọc lại khác với file đã ghi"],
        [{ kind: "cut", methods: ["GET"] }, "Không kết nối được với máy chủ lưu trữ"],
        [{ kind: "hang" }, "Máy chủ lưu trữ không trả lời kịp"],
      ] as const) {
        await app.files.settle(key);
        s3.fault = { ...fault, path: /\/audio\// } as NonNullable<S3Server["fault"]>;
        const answer = await change(id, { is_premium: true });
        expect(answer.statusCode, fault.kind).toBe(503);
        expect(answer.json().detail).toContain("Chưa thể đặt bài hát thành Premium");
        expect(answer.json().detail).toContain(reason);
        s3.fault = undefined;
        expect(await song(id)).toMatchObject({ is_premium: false });
        const address = String((await song(id)).audio_url);
        const audio = address.startsWith("http") ? await body(address) : (await app.send(`GET ${address}`)).rawPayload;
        expect(audio.equals(content), fault.kind).toBe(true);
      }
      await app.files.settle(key);
      expect(await place(key)).toBe("bucket");
      expect(s3.keys("music")).toEqual([key]);
      expect((await change(id, { is_premium: true })).statusCode).toBe(200);
      expect(s3.keys("music")).toEqual([]);
      const { audio_url } = await song(id, premium);
      expect((await app.send(`GET ${String(audio_url)}`)).rawPayload.equals(content)).toBe(true);
    });

    test("closes a public file that a Premium song names by any of its addresses", async () => {
      const { app, s3, token, upload, addSong, change } = await siteOn(engine, "open bucket");
      const [first, second] = [await upload(wav(1)), await upload(wav(1, 2))];
      const id = await addSong(first);
      const other = await addSong(second, { title: "Nắng" });
      for (const audio_url of [`R2:${first}`, `/uploads/${first}`, `${s3.url}/music/${first}`]) {
        const clash = await change(other, { audio_url, is_premium: true });
        expect(clash.statusCode, audio_url).toBe(422);
        expect(clash.json().errors[0].field).toBe("audio_url");
      }
      expect(s3.keys("music").toSorted()).toEqual([first, second].toSorted());
      await app.db.deleteFrom("songs").where("id", "=", id).execute();
      await app.db.deleteFrom("file_claims").where("owner_id", "=", id).execute();
      const taken = await change(other, { audio_url: `${s3.url}/music/${first}`, is_premium: true });
      expect(taken.statusCode, taken.body).toBe(200);
      expect(taken.json().audio_url).toBe(`R2:${first}`);
      expect(s3.keys("music")).not.toContain(first);
      const category = await makeCategory(app);
      const json = { title: "Mới", audio_url: `R2:${first}`, category_ids: [category.id] };
      expect((await app.send("POST /api/songs", { token, json })).statusCode).toBe(422);
      await app.outbox.flush();
      expect(s3.keys("music")).toEqual([]);
    });
  });

  describe("a private bucket beside a public one", () => {
    test("holds Premium audio, and files move with the flag", async () => {
      const site = await siteOn(engine, "open and private bucket");
      const { app, s3, premium, upload, addSong, change, song, onDisk } = site;
      const content = wav(1);
      const key = await upload(content);
      const id = await addSong(key, { is_premium: true });
      expect([s3.keys("music"), s3.keys("vault"), onDisk(key)]).toEqual([[], [key], false]);
      expect(s3.buckets.get("vault")?.get(key)?.cacheControl).toBe("private, max-age=3600");
      const { audio_url } = await song(id, premium);
      const { headers } = await app.send(`GET ${String(audio_url)}`);
      expect(headers.location).toContain(`${s3.url}/vault/${key}?`);
      expect((await body(String(headers.location))).equals(content)).toBe(true);
      await change(id, { is_premium: false });
      await app.outbox.flush();
      expect([s3.keys("music"), s3.keys("vault"), onDisk(key)]).toEqual([[key], [], false]);
      await change(id, { is_premium: true });
      expect([s3.keys("music"), s3.keys("vault"), onDisk(key)]).toEqual([[], [key], false]);
      expect(filesUnder(app, "tmp")).toEqual([]);
    });
  });

  describe("a bucket that fails", () => {
    test("refuses uploads with the reason and stores nothing", async () => {
      const { app, s3, token, configure } = await siteOn(engine, "closed bucket");
      const send = () => {
        const multipart = new FormData();
        multipart.append("audio_file", new File([new Uint8Array(wav(1))], "bài.wav"));
        return app.send("POST /api/admin/upload-audio", { token, multipart });
      };
      const trail = async () => (await app.db.selectFrom("audit_log").select("id").orderBy("id").execute()).length;
      const before = await trail();
      for (const [fault, reason] of [
        [{ kind: "fail", status: 500, code: "InternalError" }, "Dịch vụ lưu trữ đang gặp sự cố"],
        [{ kind: "fail", status: 403, code: "AccessDenied" }, "Khóa không có quyền với bucket này"],
        [{ kind: "hang" }, "Máy chủ lưu trữ không trả lời kịp"],
        [{ kind: "cut" }, "Không kết nối được với máy chủ lưu trữ"],
        [{ kind: "lie", methods: ["PUT"] }, "File đọc lại khác với file đã ghi"],
      ] as const) {
        s3.fault = { ...fault } as NonNullable<S3Server["fault"]>;
        const answer = await send();
        expect(answer.statusCode, fault.kind).toBe(503);
        expect(answer.json().detail).toBe(`Kho lưu trữ file không dùng được lúc này: ${reason}. Vui lòng thử lại sau.`);
      }
      s3.fault = undefined;
      await configure({ secret_access_key: "wrong" });
      expect((await send()).json().detail).toContain("Secret Access Key không đúng");
      for (const dir of ["uploads", "tmp"]) expect(filesUnder(app, dir)).toEqual([]);
      expect(await app.db.selectFrom("files").selectAll().execute()).toEqual([]);
      expect(await trail()).toBe(before + 1);
      await configure({ secret_access_key: s3.secretAccessKey });
      expect((await send()).statusCode).toBe(200);
    });

    test("gets a file that has to move there, however often that has failed", async () => {
      const { app, s3, upload, addSong, again, place } = await siteOn(engine, "closed bucket");
      const key = await upload(wav(1));
      s3.fault = { kind: "fail", status: 503, code: "SlowDown" };
      await addSong(key);
      await app.db.updateTable("outbox").set({ attempts: 1000 }).where("topic", "=", "files.place").execute();
      await again();
      expect(await place(key)).toBe("disk");
      s3.fault = undefined;
      await again();
      expect(await place(key)).toBe("bucket");
    });

    test("leaves files on the disk, reports why and takes them once it works", async () => {
      const { app, s3, upload, addSong, song, onDisk, place, again, status } = await siteOn(engine, "closed bucket");
      const content = wav(1);
      const key = await upload(content);
      s3.fault = { kind: "lie", methods: ["PUT"], path: /\/audio\// };
      const id = await addSong(key);
      const bad = [
        [{ kind: "lie", methods: ["PUT"] }, "File đọc lại khác với file đã ghi"],
        [{ kind: "cut", methods: ["PUT"] }, "Không kết nối được với máy chủ lưu trữ"],
        [{ kind: "cut", methods: ["GET"] }, "Không kết nối được với máy chủ lưu trữ"],
        [{ kind: "hang" }, "Máy chủ lưu trữ không trả lời kịp"],
        [{ kind: "fail", status: 507, code: "QuotaExceeded" }, "Dịch vụ lưu trữ đang gặp sự cố"],
      ] as const;
      for (const [fault, problem] of bad) {
        s3.fault = { ...fault } as NonNullable<S3Server["fault"]>;
        await again();
        expect(await status(), fault.kind).toEqual({ state: "ready", stored_files: 0, stuck_files: 1, problem });
        expect([await place(key), onDisk(key)]).toEqual(["disk", true]);
        const address = String((await song(id)).audio_url);
        expect((await app.send(`GET ${address}`)).rawPayload.equals(content)).toBe(true);
      }
      s3.fault = undefined;
      await again();
      expect(await status()).toEqual({ state: "ready", stored_files: 1, stuck_files: 0, problem: null });
      expect(s3.buckets.get("music")?.get(key)?.body.equals(content)).toBe(true);
      expect(onDisk(key)).toBe(false);
      expect(await app.db.selectFrom("outbox").selectAll().where("state", "!=", "done").execute()).toEqual([]);
    });

    test("does not take a file that was damaged on the disk", async () => {
      const { app, s3, upload, addSong, status, onDisk } = await siteOn(engine, "closed bucket");
      const key = await upload(wav(1));
      const file = path.join(app.place.dataDir, "uploads", key);
      const damaged = readFileSync(file);
      damaged[100] = 1;
      writeFileSync(file, damaged);
      await addSong(key);
      expect(s3.keys("music")).toEqual([]);
      expect(onDisk(key)).toBe(true);
      expect(await status()).toMatchObject({ stuck_files: 1, problem: "File đọc lại khác với file đã ghi" });
    });

    test("loses a deleted song's object as soon as it can be reached", async () => {
      const { app, s3, token, upload, addSong, again, place } = await siteOn(engine, "closed bucket");
      const key = await upload(wav(1));
      const id = await addSong(key);
      s3.fault = { kind: "fail", status: 500, code: "InternalError" };
      expect((await app.send(`DELETE /api/songs/${id}`, { token })).statusCode).toBe(200);
      await app.send("DELETE /api/admin/bin", { token });
      await again();
      await again();
      expect(s3.keys("music")).toEqual([key]);
      expect(await app.db.selectFrom("files").select("is_removed").execute()).toEqual([{ is_removed: true }]);
      expect((await app.send(`GET /uploads/${key}`)).statusCode).toBe(404);
      s3.fault = undefined;
      await again();
      expect(s3.keys("music")).toEqual([]);
      expect(await place(key)).toBeUndefined();
      expect((await app.send(`GET /uploads/${key}`)).statusCode).toBe(404);
    });

    test("refuses uploads and serves free audio when its keys can't be read", async () => {
      const { app, s3, token, upload, addSong } = await siteOn(engine, "open bucket");
      const key = await upload(wav(1));
      const id = await addSong(key);
      await app.close();
      const env = { ALLOW_PRIVATE_STORAGE: "1", SECRET_KEY: "another secret key" };
      const later = await testApp(engine, env, { beside: app });
      const { audio_url } = (await later.send(`GET /api/songs/${id}`)).json();
      expect(audio_url).toBe(`${s3.url}/music/${key}`);
      expect((await later.send(`GET /uploads/${key}`)).headers.location).toBe(audio_url);
      const multipart = new FormData();
      multipart.append("audio_file", new File([new Uint8Array(wav(1))], "a.wav"));
      const refused = await later.send("POST /api/admin/upload-audio", { token, multipart });
      expect(refused.statusCode).toBe(503);
      expect(refused.json().detail).toContain("SECRET_KEY");
      const change = await later.send(`PUT /api/songs/${id}`, { token, json: { is_premium: true } });
      expect(change.statusCode).toBe(503);
      expect(s3.keys("music")).toEqual([key]);
    });
  });

  test("closing breaks off a move in progress, and the next process finishes it", async () => {
    // Only breaking off ends the transfer before the test is given up.
    const idleMs = 60 * 60_000;
    const { app, s3, token, upload, onDisk } = await siteOn(engine, "closed bucket", { idleMs });
    const key = await upload(wav(1));
    s3.fault = { kind: "hang", methods: ["PUT"], path: /\/audio\// };
    const category = await makeCategory(app);
    const json = { title: "Mưa", audio_url: `R2:${key}`, category_ids: [category.id] };
    expect((await app.send("POST /api/songs", { token, json })).statusCode).toBe(201);
    await vi.waitFor(() => expect(s3.requests.at(-1)).toBe(`PUT /music/${key}`), { timeout: 120_000 });
    await app.close();
    expect(onDisk(key)).toBe(true);
    s3.fault = undefined;
    const env = { ALLOW_PRIVATE_STORAGE: "1" };
    const next = await testApp(engine, env, { beside: app });
    await next.db
      .updateTable("outbox")
      .set({ available_at: new Date(0).toISOString() })
      .execute();
    await next.outbox.flush();
    expect(s3.keys("music")).toEqual([key]);
    expect(onDisk(key)).toBe(false);
  });

  test("an unreachable bucket gets one request, not one for every waiting file", async () => {
    const site = await siteOn(engine, "closed bucket", { restMs: 60_000 });
    const { s3, upload, addSong, onDisk } = site;
    const keys = [await upload(wav(1)), await upload(wav(1, 2)), await upload(wav(1, 3))];
    s3.fault = { kind: "fail", status: 503, code: "SlowDown" };
    s3.requests.length = 0;
    for (const key of keys) await addSong(key, { title: key });
    expect(s3.requests).toHaveLength(1);
    s3.fault = undefined;
    await site.again();
    expect(s3.requests).toHaveLength(1);
    const waiting = site.app.db.selectFrom("outbox").select("attempts").where("state", "=", "pending");
    expect((await waiting.orderBy("attempts").execute()).map(({ attempts }) => attempts)).toEqual([0, 0, 1]);
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    await site.again();
    expect(keys.filter(onDisk)).toEqual([]);
  });

  test("saving back an address in any of its forms changes nothing", async () => {
    const { app, s3, token, upload, addSong, change, song } = await siteOn(engine, "open bucket");
    const key = await upload(wav(1));
    const id = await addSong(key);
    // Links change with the hour.
    stopClock();
    const { has_timed_lines: _timed, has_foreign_lines: _foreign, ...before } = await song(id, token);
    for (const audio_url of [
      before.audio_url,
      `/uploads/${key}`,
      `http://localhost/uploads/${key}`,
      `${s3.url}/music/${key}`,
      String(before.stream_url),
    ]) {
      expect((await change(id, { audio_url })).json()).toEqual(before);
    }
    await app.outbox.flush();
    expect(s3.keys("music")).toEqual([key]);
  });

  test("a song can't name a file that is not stored", async () => {
    const { upload, addSong, change } = await siteOn(engine, "closed bucket");
    const id = await addSong(await upload(wav(1)));
    for (const audio_url of [`R2:audio/${"0".repeat(32)}.mp3`, "R2:other/key.mp3", "R2:", "R2:../../secret.key"]) {
      const answer = await change(id, { audio_url });
      expect(answer.statusCode, audio_url).toBe(422);
      expect(answer.json().errors).toEqual([
        { field: "audio_url", message: "Không tìm thấy file âm thanh này trong kho lưu trữ" },
      ]);
    }
  });

  test("a song's old object is removed unless another song uses it", async () => {
    const { app, s3, token, upload, addSong, change } = await siteOn(engine, "closed bucket");
    const [first, second] = [await upload(wav(1)), await upload(wav(1, 2))];
    const one = await addSong(first);
    const two = await addSong(first, { title: "Nắng" });
    await change(one, { audio_url: `R2:${second}` });
    await app.outbox.flush();
    expect(s3.keys("music").toSorted()).toEqual([first, second].toSorted());
    await app.send(`DELETE /api/songs/${two}`, { token });
    await app.send("DELETE /api/admin/bin", { token });
    await app.outbox.flush();
    expect(s3.keys("music")).toEqual([second]);
  });

  test("loudness is measured from the bucket, and later when the bucket fails", async () => {
    const { app, s3, upload, addSong, song } = await siteOn(engine, "closed bucket");
    const id = await addSong(await upload(fixture("tagged.wav")));
    s3.fault = { kind: "fail", status: 500, code: "InternalError" };
    expect(await app.waveforms.run()).toBe(1);
    expect((await song(id)).waveform).toBeNull();
    s3.fault = undefined;
    await app.waveforms.run();
    expect((await song(id)).waveform).toHaveLength(96);
    expect(filesUnder(app, "tmp")).toEqual([]);
  });

  describe("changed settings", () => {
    test("are refused while a Premium copy is left in a bucket to be opened", async () => {
      const { app, s3, upload, addSong, configure, again, place } = await siteOn(engine, "closed bucket");
      const key = await upload(wav(1));
      await addSong(key, { is_premium: true });
      s3.fault = { kind: "fail", status: 403, code: "AccessDenied", methods: ["DELETE"], path: /^\/music\/audio/ };
      await configure({ private_bucket_name: "vault" });
      await app.outbox.flush();
      expect([s3.keys("music"), s3.keys("vault"), await place(key)]).toEqual([[key], [key], "private"]);
      const open = { private_bucket_name: "vault", public_url: `${s3.url}/music` };
      const refused = await configure(open);
      expect(refused.statusCode).toBe(409);
      expect(refused.json().detail).toContain("Còn 1 file không công khai (bài Premium, bài ẩn)");
      s3.fault = undefined;
      await again();
      expect(s3.keys("music")).toEqual([]);
      expect((await configure(open)).statusCode).toBe(200);
    });

    test("move Premium audio into a bucket that is private again", async () => {
      const { app, s3, upload, addSong, configure, onDisk } = await siteOn(engine, "open bucket");
      const key = await upload(wav(1));
      await addSong(key, { is_premium: true });
      expect([s3.keys("music"), onDisk(key)]).toEqual([[], true]);
      expect((await configure({ public_url: "" })).statusCode).toBe(200);
      await app.outbox.flush();
      expect([s3.keys("music"), onDisk(key)]).toEqual([[key], false]);
    });
  });

  test("an interrupted move is finished by the next try", async () => {
    const { app, s3, upload, addSong, place, onDisk } = await siteOn(engine, "open bucket");
    const content = wav(1);
    const key = await upload(content);
    const id = await addSong(key, { is_premium: true });
    // A process ended between the copy into the bucket and the row.
    s3.buckets.get("music")?.set(key, { body: content, contentType: "audio/wav", cacheControl: undefined });
    await app.db.updateTable("files").set({ is_in_transit: true }).execute();
    await app.files.settle(key);
    expect([s3.keys("music"), onDisk(key), await place(key)]).toEqual([[], true, "disk"]);
    // A process ended between the row and the removal of the old copy.
    await app.db.updateTable("songs").set({ is_premium: false }).execute();
    await claimSongFiles(app, id);
    await app.files.settle(key);
    writeFileSync(path.join(app.place.dataDir, "uploads", key), content);
    await app.db.updateTable("files").set({ is_in_transit: true }).execute();
    await app.files.settle(key);
    expect([s3.keys("music"), onDisk(key), await place(key)]).toEqual([[key], false, "bucket"]);
  });

  test("imported songs move their audio to the bucket", async () => {
    const { app, s3, premium, song } = await siteOn(engine, "open bucket");
    const folder = mkdtempSync(path.join(app.place.dataDir, "import-"));
    writeFileSync(path.join(folder, "Mưa.wav"), wav(1));
    const run = (isPremium: boolean) =>
      importFolder({
        database: app.database,
        store: app.store,
        files: app.files,
        folder,
        premium: isPremium,
      });
    expect(await run(false)).toMatchObject({ added: 1 });
    await app.outbox.flush();
    expect((await song(1)).audio_url).toBe(`${s3.url}/music/${s3.keys("music")[0]}`);
    writeFileSync(path.join(folder, "Nắng.wav"), wav(1, 2));
    expect(await run(true)).toMatchObject({ added: 1, known: 1 });
    await app.outbox.flush();
    expect(s3.keys("music")).toHaveLength(1);
    const { audio_url } = await song(2, premium);
    expect((await app.send(`GET ${String(audio_url)}`)).rawPayload.equals(wav(1, 2))).toBe(true);
  });

  test("without object storage audio stays on the disk", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const multipart = new FormData();
    multipart.append("audio_file", new File([new Uint8Array(wav(1))], "a.wav"));
    const { file_url, object_key } = (await app.send("POST /api/admin/upload-audio", { token, multipart })).json();
    expect(file_url).toBe(`/uploads/${object_key}`);
    const rows = await app.db.selectFrom("files").select(["place", "is_managed"]).execute();
    expect(rows).toEqual([{ place: "disk", is_managed: false }]);
  });
});

onBothEngines((engine) => {
  test("what nothing claims stays on the disk, though object storage manages it", async () => {
    const site = await siteOn(engine, "closed bucket");
    await site.configure({});
    const key = await site.upload(wav(0.1));
    await site.app.files.settle(key);
    await site.app.outbox.flush();
    expect([site.onDisk(key), await site.place(key)]).toEqual([true, "disk"]);
    await site.addSong(key);
    expect([site.onDisk(key), await site.place(key)]).toEqual([false, "bucket"]);
  });

  describe("the guards of moving and removing", () => {
    test("remove leaves a file that a song has taken meanwhile", async () => {
      const { app, s3, upload, addSong, place } = await siteOn(engine, "closed bucket");
      const key = await upload(wav(1));
      await addSong(key);
      await app.files.remove(key);
      expect([s3.keys("music"), await place(key)]).toEqual([[key], "bucket"]);
    });

    test("settle takes a file out of the public bucket again when its song became Premium during the copy", async () => {
      const { app, s3, upload, addSong, onDisk, place } = await siteOn(engine, "open bucket");
      const key = await upload(wav(1));
      s3.onRequest = async (request) => {
        if (request !== `PUT /music/${key}`) return;
        await app.db.updateTable("songs").set({ is_premium: true }).execute();
        const { id } = await app.db.selectFrom("songs").select("id").executeTakeFirstOrThrow();
        await claimSongFiles(app, id);
      };
      await addSong(key);
      expect(s3.requests).toContain(`PUT /music/${key}`);
      expect([s3.keys("music"), onDisk(key), await place(key)]).toEqual([[], true, "disk"]);
    });

    test("a song does not become Premium while a copy left by an interrupted move stays public", async () => {
      const { s3, upload, addSong, change, song, place } = await siteOn(engine, "open bucket");
      const content = wav(1);
      const key = await upload(content);
      s3.fault = { kind: "fail", status: 503, code: "SlowDown", methods: ["PUT"] };
      const id = await addSong(key);
      s3.buckets.get("music")?.set(key, { body: content, contentType: "audio/wav", cacheControl: undefined });
      expect(await place(key)).toBe("disk");
      s3.fault = { kind: "fail", status: 403, code: "AccessDenied", methods: ["DELETE"] };
      expect((await change(id, { is_premium: true })).statusCode).toBe(503);
      expect(await song(id)).toMatchObject({ is_premium: false });
      s3.fault = undefined;
      expect((await change(id, { is_premium: true })).statusCode).toBe(200);
      expect([s3.keys("music"), await place(key)]).toEqual([[], "disk"]);
    });
  });

  describe("a public bucket", () => {
    test("never holds Premium audio, at any moment of a song's life", async () => {
      const { app, s3, token, premium, upload, addSong, change, song, onDisk } = await siteOn(engine, "open bucket");
      const leaks: string[] = [];
      const watch = async (request: string) => {
        const songs = await app.db.selectFrom("songs").select("audio_url").where("is_premium", "=", true).execute();
        for (const { audio_url } of songs) {
          if (s3.buckets.get("music")?.has(audio_url.slice(3))) leaks.push(`${request}: ${audio_url}`);
        }
      };
      s3.onRequest = engine === "postgres" ? watch : undefined;
      const content = wav(1);
      const key = await upload(content);
      const id = await addSong(key, { is_premium: true });
      expect(s3.requests.filter((request) => request.startsWith(`PUT /music/${key}`))).toEqual([]);
      expect(onDisk(key)).toBe(true);
      const isPlayable = async () => {
        const { audio_url } = await song(id, premium);
        return (await app.send(`GET ${String(audio_url)}`)).rawPayload.equals(content);
      };
      expect(await isPlayable()).toBe(true);
      expect((await app.send(`GET /uploads/${key}`)).statusCode).toBe(403);

      expect((await change(id, { is_premium: false })).statusCode).toBe(200);
      await app.outbox.flush();
      expect(s3.keys("music")).toEqual([key]);
      expect((await song(id)).audio_url).toBe(`${s3.url}/music/${key}`);

      const closed = await change(id, { is_premium: true });
      expect(closed.statusCode, closed.body).toBe(200);
      expect(closed.json()).toMatchObject({ audio_url: `R2:${key}`, is_premium: true });
      expect(s3.keys("music")).toEqual([]);
      expect((await fetch(`${s3.url}/music/${key}`)).status).toBe(404);
      expect((await song(id)).audio_url).toBeNull();
      expect(await isPlayable()).toBe(true);
      await app.outbox.flush();
      expect(s3.keys("music")).toEqual([]);
      expect(await song(id, token)).toMatchObject({ audio_url: `R2:${key}` });
      expect(leaks).toEqual([]);
    });

    test("making a song Premium waits a while for another move of its file", async () => {
      const { app, upload, addSong, change, s3 } = await siteOn(engine, "open bucket", { waitMs: 1000 });
      const key = await upload(wav(1));
      const id = await addSong(key);
      const lease = (lease_until: number) =>
        app.db
          .updateTable("files")
          .set({ lease: "another", lease_until: new Date(Date.now() + lease_until).toISOString() })
          .execute();
      await lease(60_000);
      const refused = await change(id, { is_premium: true });
      expect(refused.statusCode).toBe(503);
      expect(refused.json().detail).toContain("File đang được chuyển");
      expect(s3.keys("music")).toEqual([key]);
      await lease(300);
      expect((await change(id, { is_premium: true })).statusCode).toBe(200);
      expect(s3.keys("music")).toEqual([]);
    });
  });

  describe("changed settings", () => {
    test("are refused while files would be left out of reach", async () => {
      const { app, s3, token, upload, addSong, configure } = await siteOn(engine, "open and private bucket");
      const key = await upload(wav(1));
      const id = await addSong(key);
      const advice = "npm run storage -- migrate --to disk";
      for (const values of [
        { bucket_name: "other" },
        { endpoint_url: "https://elsewhere.example.com" },
        { endpoint_url: "" },
      ] as Record<string, string>[]) {
        const refused = await configure(values);
        expect(refused.statusCode, JSON.stringify(values)).toBe(409);
        expect(refused.json().detail).toBe(`Còn 1 file trong bucket đang dùng. Hãy chạy ${advice} rồi thử lại.`);
      }
      expect((await app.send(`PUT ${config}`, { token, json: {} })).statusCode).toBe(409);
      expect((await configure({ secret_access_key: maskedSecret, region: "us-east-1" })).statusCode).toBe(200);
      await app.send(`PUT /api/songs/${id}`, { token, json: { is_premium: true } });
      await app.outbox.flush();
      for (const values of [{ private_bucket_name: "" }, { private_bucket_name: "other" }] as Record<
        string,
        string
      >[]) {
        const refused = await configure(values);
        expect(refused.statusCode).toBe(409);
        expect(refused.json().detail).toContain("trong bucket riêng đang dùng");
      }
      expect((await configure({ bucket_name: "other" })).statusCode).toBe(200);
      await app.send(`DELETE /api/songs/${id}`, { token });
      await app.send("DELETE /api/admin/bin", { token });
      await app.outbox.flush();
      expect(s3.keys("vault")).toEqual([]);
      expect((await app.send(`PUT ${config}`, { token, json: {} })).statusCode).toBe(200);
    });

    test("are refused while Premium audio would become public", async () => {
      const { app, s3, upload, addSong, song, configure } = await siteOn(engine, "closed bucket");
      const [open, closed] = [await upload(wav(1)), await upload(wav(1, 2))];
      const id = await addSong(open);
      await addSong(closed, { is_premium: true });
      expect(s3.keys("music").toSorted()).toEqual([open, closed].toSorted());
      const public_url = `${s3.url}/music`;
      const refused = await configure({ public_url });
      expect(refused.statusCode).toBe(409);
      expect(refused.json().detail).toContain("Còn 1 file không công khai (bài Premium, bài ẩn) trong bucket này");
      expect((await song(id)).audio_url).toBe(`/uploads/${open}`);
      await configure({ private_bucket_name: "vault" });
      await app.outbox.flush();
      expect([s3.keys("music"), s3.keys("vault")]).toEqual([[open], [closed]]);
      expect((await configure({ private_bucket_name: "vault", public_url })).statusCode).toBe(200);
      expect((await song(id)).audio_url).toBe(`${public_url}/${open}`);
    });

    test("are refused while a file is in transit", async () => {
      const site = await siteOn(engine, "closed bucket");
      const { app, s3, token, upload, addSong, song, configure, onDisk } = site;
      const content = wav(1);
      const key = await upload(content);
      const answers: [string, number, string][] = [];
      s3.onRequest = async (request) => {
        if (!["PUT", "DELETE"].includes(request.split(" ")[0] ?? "") || !request.endsWith(key)) return;
        for (const [what, answer] of [
          ["off", await app.send(`PUT ${config}`, { token, json: {} })],
          ["another bucket", await configure({ bucket_name: "other" })],
          ["another service", await configure({ endpoint_url: "https://elsewhere.example.com" })],
          ["open to all", await configure({ public_url: `${s3.url}/music` })],
        ] as const) {
          answers.push([what, answer.statusCode, answer.json().detail]);
        }
      };
      const id = await addSong(key);
      expect(answers.map(([what, status]) => [what, status])).toEqual([
        ["off", 409],
        ["another bucket", 409],
        ["another service", 409],
        ["open to all", 409],
      ]);
      for (const [, , detail] of answers) expect(detail).toContain("Còn 1 file đang được chuyển");
      expect([s3.keys("music"), onDisk(key)]).toEqual([[key], false]);
      const { headers } = await app.send(`GET ${String((await song(id)).audio_url)}`);
      expect((await body(String(headers.location))).equals(content)).toBe(true);

      answers.length = 0;
      await app.send(`DELETE /api/songs/${id}`, { token });
      await app.send("DELETE /api/admin/bin", { token });
      await app.outbox.flush();
      expect(answers.map(([, status]) => status)).toEqual([409, 409, 409, 409]);
      s3.onRequest = undefined;
      expect((await app.send(`PUT ${config}`, { token, json: {} })).statusCode).toBe(200);
    });

    test("saved while a move waits apply to that move", async () => {
      const { app, s3, token, upload, addSong, onDisk, place } = await siteOn(engine, "closed bucket");
      const key = await upload(wav(1));
      s3.fault = { kind: "fail", status: 403, code: "AccessDenied", methods: ["PUT"] };
      await addSong(key);
      s3.fault = undefined;
      const late = app.database.db.transaction().execute(async (tx) => {
        await app.database.dialect.lock(tx, "storage");
        const settled = app.files.settle(key);
        await tx.deleteFrom("settings").where("key", "=", "cloudflare_r2").execute();
        return { settled };
      });
      await (await late).settled;
      expect([s3.keys("music"), onDisk(key), await place(key)]).toEqual([[], true, "disk"]);
      expect((await app.send(`PUT ${config}`, { token, json: {} })).statusCode).toBe(200);
    });
  });
});

test("keys and signatures are never logged", async () => {
  const { pino } = await import("pino");
  const lines: string[] = [];
  const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
  const app = await testApp("sqlite", { ALLOW_PRIVATE_STORAGE: "1" }, { log, storageTimes: { idleMs: 500 } });
  const s3 = await startS3();
  const token = await adminToken(app);
  await app.send(`PUT ${config}`, {
    token,
    json: settingsOf(s3, { secret_access_key: "a wrong secret".replace(/ /g, "-") }),
  });
  const multipart = new FormData();
  multipart.append("audio_file", new File([new Uint8Array(wav(1))], "a.wav"));
  expect((await app.send("POST /api/admin/upload-audio", { token, multipart })).statusCode).toBe(503);
  await vi.waitFor(() => expect(lines.join("")).toContain("object storage does not take files"), { timeout: 120_000 });
  for (const secret of [s3.accessKeyId, s3.secretAccessKey, "a-wrong-secret", "Signature="]) {
    expect(lines.join(""), secret).not.toContain(secret);
  }
});
