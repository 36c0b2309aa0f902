import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { Readable } from "node:stream";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { describe, expect, test, vi } from "vitest";
import { maxAudioBytes } from "#contract/media.ts";
import { unclaimedLife } from "#server/features/files/files.service.ts";
import { createLinkSigner, linkLifeMs } from "#server/features/files/signing.ts";
import { dataHeaders } from "#server/platform/http/security.ts";
import { createLog } from "#server/platform/log.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { fixture, wav } from "#test/audio.ts";
import { descriptorsOf } from "#test/descriptors.ts";
import { adminToken, makeFile, makeSong, userToken } from "#test/factories.ts";

const uploadAudio = "POST /api/admin/upload-audio";
const uploadFile = "POST /api/upload/file";
const patient = { timeout: 120_000 };
const forbidden = { detail: "Bạn cần có quyền Premium để nghe bài hát này" };

function form(field: string, content: Buffer, name = "bài.mp3", type = "audio/mpeg"): FormData {
  const data = new FormData();
  data.append(field, new File([new Uint8Array(content)], name, { type }));
  return data;
}

/** All files under a directory of the data, by their paths in it. */
function files(app: TestApp, dir: string): string[] {
  return readdirSync(path.join(app.place.dataDir, dir), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => entry.name);
}

function expectNothingStored(app: TestApp): void {
  expect(files(app, "uploads")).toEqual([]);
  expect(files(app, "tmp")).toEqual([]);
}

function portOf(http: FastifyInstance): number {
  const address = http.server.address();
  return typeof address === "object" && address ? address.port : 0;
}

function auditOf(app: TestApp) {
  return app.db.selectFrom("audit_log").select(["action", "entity", "actor_kind", "summary"]).orderBy("id").execute();
}

async function stored(app: TestApp, content: Buffer = fixture("tagged.mp3"), kind: "audio" | "image" = "audio") {
  async function* once() {
    yield content;
  }
  return (await app.files.save(once(), kind)).url;
}

onOneEngine((engine) => {
  describe("POST /api/admin/upload-audio", () => {
    test.each([
      ["tagged.mp3", "mp3", 1.071],
      ["tagged.m4a", "m4a", 1.046],
      ["tagged.flac", "flac", 0.3],
      ["tagged.ogg", "ogg", 1],
      ["tagged.opus", "opus", 1],
      ["tagged.wav", "wav", 1],
      ["plain.aac", "aac", 1.068],
    ])("stores %s under a random name with the extension of its content", async (name, extension, duration) => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const content = fixture(name);
      const answer = await app.send(uploadAudio, { token, multipart: form("audio_file", content, "tên lạ.exe") });
      expect(answer.statusCode, answer.body).toBe(200);
      const { file_url, object_key, size, duration: seconds } = answer.json();
      expect(object_key).toMatch(new RegExp(`^audio/[0-9a-f]{32}\\.${extension}$`));
      expect(file_url).toBe(`/uploads/${object_key}`);
      expect(size).toBe(content.length);
      expect(seconds).toBeCloseTo(duration, 1);
      const served = await app.send(`GET ${file_url}`);
      expect(served.rawPayload.equals(content)).toBe(true);
      expect(await auditOf(app)).toEqual([
        { action: "create", entity: "file", actor_kind: "admin", summary: "tên lạ.exe" },
      ]);
      expect(files(app, "tmp")).toEqual([]);
    });

    test("answers with the file's tags and cover", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const tagged = await app.send(uploadAudio, {
        token,
        multipart: form("audio_file", fixture("tagged.mp3"), "a.mp3"),
      });
      expect(tagged.json().tags).toEqual({
        title: expect.any(String),
        artist: expect.any(String),
        genres: expect.arrayContaining([expect.any(String)]),
        lyrics: expect.any(String),
        lines: null,
      });
      const plain = await app.send(uploadAudio, {
        token,
        multipart: form("audio_file", fixture("plain.aac"), "07. mưa_hạ.aac"),
      });
      expect(plain.json().tags).toEqual({ title: "mưa hạ", artist: null, genres: [], lyrics: null, lines: null });
      expect(plain.json().cover_url).toBeNull();
      const cover = await app.send(`GET ${tagged.json().cover_url}`);
      expect(cover.headers["content-type"]).toBe("image/jpeg");
      expect(cover.rawPayload.equals(fixture("cover.jpg"))).toBe(true);
    });

    test("needs an administrator, checked before the body", async () => {
      const app = await testApp(engine);
      for (const [token, status] of [
        [undefined, 401],
        ["wrong", 401],
        [await userToken(app, { premium: true }), 403],
      ] as const) {
        for (const call of [uploadAudio, uploadFile] as const) {
          const answer = await app.send(call, { token, headers: { "content-type": "image/png" } });
          expect(answer.statusCode).toBe(status);
        }
      }
      expectNothingStored(app);
    });

    test.each([
      ["a picture", () => fixture("cover.jpg")],
      ["a video that calls itself audio", () => fixture("video-named-audio.m4a")],
      ["text", () => Buffer.from("<html><script>alert(1)</script></html>")],
      [
        "an MPEG signature and nothing after it",
        () => Buffer.concat([Buffer.from([0xff, 0xfb]), Buffer.alloc(5000, 7)]),
      ],
      ["an ID3 tag and nothing after it", () => fixture("tagged.mp3").subarray(0, 400)],
      ["zeros", () => Buffer.alloc(10_000)],
      ["nothing at all", () => Buffer.alloc(0)],
    ])("refuses %s, whatever its name and declared type", async (_what, content) => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const answer = await app.send(uploadAudio, { token, multipart: form("audio_file", content()) });
      expect(answer.statusCode, answer.body).toBe(415);
      expect(answer.json()).toEqual({ detail: "Vui lòng chọn file âm thanh hợp lệ" });
      expectNothingStored(app);
      expect(await auditOf(app)).toEqual([]);
    });

    test("refuses requests that are not one file in the right field", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const invalid = async (answer: LightMyRequestResponse, field?: string) => {
        expect(answer.statusCode, answer.body).toBe(422);
        if (field) expect(answer.json().errors[0].field).toBe(field);
        expectNothingStored(app);
      };
      const empty = new FormData();
      empty.append("note", "không có file");
      await invalid(await app.send(uploadAudio, { token, multipart: empty }), "audio_file");
      await invalid(await app.send(uploadAudio, { token, multipart: form("file", wav(1)) }), "file");
      const two = form("audio_file", wav(1));
      two.append("audio_file", new File([new Uint8Array(wav(1))], "b.wav"));
      await invalid(await app.send(uploadAudio, { token, multipart: two }), "audio_file");
      const other = form("audio_file", wav(1));
      other.append("other", new File([new Uint8Array(wav(1))], "b.wav"));
      await invalid(await app.send(uploadAudio, { token, multipart: other }), "other");
      const raw = (type: string, payload: string) =>
        app.http.inject({
          method: "POST",
          url: "/api/admin/upload-audio",
          headers: { authorization: `Bearer ${token}`, "content-type": type },
          payload,
        });
      await invalid(await raw("multipart/form-data", "x"));
      await invalid(await raw("multipart/form-data; boundary=b", ""), "audio_file");
      await invalid(await raw("multipart/form-data; boundary=b", "--b\r\nrubbish"));
      await invalid(
        await raw(
          "multipart/form-data; boundary=b",
          '--b\r\nContent-Disposition: form-data; name="audio_file"; filename="a.wav"\r\n\r\nRIFF and no end',
        ),
      );
      await invalid(
        await raw(
          "multipart/form-data; boundary=b",
          '--b\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nx\r\n--b--\r\n',
        ),
      );
      for (const type of ["application/json", "text/plain", "audio/mpeg", "application/x-www-form-urlencoded"]) {
        expect((await raw(type, "{}")).statusCode).toBe(415);
      }
      expectNothingStored(app);
    });

    test("ignores other fields", async () => {
      const app = await testApp(engine);
      const data = new FormData();
      data.append("title", "x".repeat(1000));
      data.append("audio_file", new File([new Uint8Array(wav(1))], "../../../etc/passwd\u0000.mp3"));
      data.append("after", "y");
      const answer = await app.send(uploadAudio, { token: await adminToken(app), multipart: data });
      expect(answer.statusCode, answer.body).toBe(200);
      expect((await auditOf(app))[0]?.summary).not.toContain("\0");
    });

    test("stores nothing when the audit trail can't be written", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      await app.db.schema.alterTable("audit_log").renameTo("audit_gone").execute();
      const answer = await app.send(uploadAudio, { token, multipart: form("audio_file", wav(1)) });
      expect(answer.statusCode).toBe(500);
      expectNothingStored(app);
    });
  });

  describe("POST /api/upload/file", () => {
    test.each([
      ["cover.jpg", "jpg", "image/jpeg"],
      ["cover.png", "png", "image/png"],
      ["cover.webp", "webp", "image/webp"],
    ])("stores %s and serves it with its type", async (name, extension, type) => {
      const app = await testApp(engine);
      const multipart = form("file", fixture(name), "ảnh.bin", "application/octet-stream");
      const answer = await app.send(uploadFile, { token: await adminToken(app), multipart });
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.json().url).toMatch(new RegExp(`^/uploads/images/[0-9a-f]{32}\\.${extension}$`));
      const served = await app.send(`GET ${answer.json().url}`);
      expect(served.headers["content-type"]).toBe(type);
      expect(served.headers["x-content-type-options"]).toBe("nosniff");
      expect(served.rawPayload.equals(fixture(name))).toBe(true);
    });

    test("refuses audio, SVG and more than 5 MB", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
      for (const content of [wav(1), svg]) {
        const answer = await app.send(uploadFile, { token, multipart: form("file", content, "a.png", "image/png") });
        expect(answer.statusCode).toBe(415);
        expect(answer.json()).toEqual({ detail: "Chỉ hỗ trợ ảnh JPG, PNG hoặc WebP" });
      }
      const limit = 5 * 1024 * 1024;
      const padded = (bytes: number) =>
        Buffer.concat([fixture("cover.png"), Buffer.alloc(bytes - fixture("cover.png").length)]);
      const large = await app.send(uploadFile, { token, multipart: form("file", padded(limit + 1), "a.png") });
      expect(large.statusCode).toBe(413);
      expect(large.json()).toEqual({ detail: "File ảnh không được vượt quá 5MB" });
      expectNothingStored(app);
      expect((await app.send(uploadFile, { token, multipart: form("file", padded(limit), "a.png") })).statusCode).toBe(
        200,
      );
    });
  });

  describe("GET /uploads", () => {
    test("answers ranges with 206 or 416 and ignores unusable ones", async () => {
      const app = await testApp(engine);
      const content = Buffer.from(Array.from({ length: 700_000 }, (_, i) => (i * 7) % 251));
      const url = "/uploads/audio/0123456789abcdef0123456789abcdef.mp3";
      await makeFile(app, { key: url.slice("/uploads/".length) });
      writeFileSync(path.join(app.place.dataDir, url), content);
      const size = content.length;
      const etag = (await app.send(`HEAD ${url}`)).headers.etag as string;
      for (const [range, start, end] of [
        ["bytes=0-0", 0, 0],
        ["bytes=100-199", 100, 199],
        ["bytes=262143-262144", 262_143, 262_144],
        ["bytes=5-", 5, size - 1],
        ["bytes=-600000", size - 600_000, size - 1],
        ["bytes=0-99999999", 0, size - 1],
      ] as const) {
        const answer = await app.send(`GET ${url}`, { headers: { range, "if-range": etag } });
        expect(answer.statusCode).toBe(206);
        expect(answer.headers["content-range"]).toBe(`bytes ${start}-${end}/${size}`);
        expect(answer.headers["content-length"]).toBe(String(end - start + 1));
        expect(answer.rawPayload.equals(content.subarray(start, end + 1)), range).toBe(true);
      }
      for (const headers of [
        { range: "bytes=0-1,5-6" },
        { range: "bytes=9-1" },
        { range: "rubbish" },
        { range: "bytes=0-1", "if-range": '"other"' },
        { range: "bytes=0-1", "if-range": `W/${etag}` },
        { range: "bytes=0-1", "if-range": "Mon, 01 Jan 2001 00:00:00 GMT" },
      ] as Record<string, string>[]) {
        const answer = await app.send(`GET ${url}`, { headers });
        expect(answer.statusCode, JSON.stringify(headers)).toBe(200);
        expect(answer.headers["content-range"]).toBeUndefined();
        expect(answer.rawPayload.equals(content)).toBe(true);
      }
      for (const range of [`bytes=${size}-`, "bytes=-0"]) {
        const answer = await app.send(`GET ${url}`, { headers: { range } });
        expect(answer.statusCode).toBe(416);
        expect(answer.headers["content-range"]).toBe(`bytes */${size}`);
        expect(answer.json()).toHaveProperty("detail");
      }
    });

    test("answers validators with 304 or 412 and sends type and caching headers", async () => {
      const app = await testApp(engine);
      const url = await stored(app);
      const first = await app.send(`GET ${url}`);
      expect(first.headers).toMatchObject({
        "content-type": "audio/mpeg",
        "accept-ranges": "bytes",
        "cache-control": "public, max-age=3600",
        "x-content-type-options": "nosniff",
      });
      expect(first.headers["content-disposition"]).toBeUndefined();
      const etag = first.headers.etag as string;
      const modified = first.headers["last-modified"] as string;
      expect(etag).toMatch(/^"[^"]+"$/);
      for (const headers of [
        { "if-none-match": etag },
        { "if-none-match": `"x", W/${etag}` },
        { "if-none-match": "*" },
        { "if-modified-since": modified },
        { "if-none-match": etag, range: "bytes=0-1" },
      ] as Record<string, string>[]) {
        const answer = await app.send(`GET ${url}`, { headers });
        expect(answer.statusCode).toBe(304);
        expect(answer.body).toBe("");
        expect(answer.headers.etag).toBe(etag);
      }
      for (const headers of [
        { "if-none-match": '"x"' },
        { "if-none-match": '"x"', "if-modified-since": modified },
        { "if-modified-since": "Mon, 01 Jan 2001 00:00:00 GMT" },
        { "if-modified-since": "rubbish" },
      ] as Record<string, string>[]) {
        expect((await app.send(`GET ${url}`, { headers })).statusCode).toBe(200);
      }
      for (const headers of [
        { "if-match": '"x"' },
        { "if-match": `W/${etag}`, range: "bytes=0-1" },
        { "if-unmodified-since": "Mon, 01 Jan 2001 00:00:00 GMT" },
        { "if-unmodified-since": "Mon, 01 Jan 2001 00:00:00 GMT", "if-none-match": etag },
      ] as Record<string, string>[]) {
        const answer = await app.send(`GET ${url}`, { headers });
        expect(answer.statusCode).toBe(412);
        expect(answer.headers["cache-control"]).toBe("no-store");
        expect(answer.json()).toEqual({ detail: "Nội dung đã thay đổi so với bản bạn đang có" });
        expect((await app.send(`HEAD ${url}`, { headers })).statusCode).toBe(412);
      }
      for (const headers of [
        { "if-match": `"x", ${etag}`, range: "bytes=0-1" },
        { "if-unmodified-since": modified, range: "bytes=0-1" },
      ] as Record<string, string>[]) {
        expect((await app.send(`GET ${url}`, { headers })).statusCode).toBe(206);
      }
      const dated = await app.send(`GET ${url}`, { headers: { range: "bytes=0-1", "if-range": modified } });
      expect(dated.statusCode).toBe(206);
      const head = await app.send(`HEAD ${url}`, { headers: { range: "bytes=0-1" } });
      expect(head.statusCode).toBe(200);
      expect(head.headers["content-length"]).toBe(first.headers["content-length"]);
      expect(head.body).toBe("");
      const download = await app.send(`GET ${url}?download=1`);
      expect(download.headers["content-disposition"]).toBe("attachment");
    });

    test("allows other sites free audio alone", async () => {
      const app = await testApp(engine);
      const [open, premium] = [await stored(app), await stored(app, wav(1))];
      await makeSong(app, { audio_url: premium, is_premium: true });
      const picture = await stored(app, fixture("cover.png"), "image");
      for (const [url, policy] of [
        [open, "cross-origin"],
        [premium, "same-origin"],
        [app.files.signedUrl(premium.slice("/uploads/".length)), "same-origin"],
        [picture, "same-origin"],
      ] as const) {
        const whole = await app.send(`GET ${url}`);
        const etag = String(whole.headers.etag);
        const answers = [
          whole,
          await app.send(`GET ${url}`, { headers: { range: "bytes=0-1" } }),
          await app.send(`GET ${url}`, { headers: { "if-none-match": etag } }),
        ];
        for (const { headers } of answers) {
          expect(headers, url).toMatchObject({ ...dataHeaders, "cross-origin-resource-policy": policy });
        }
      }
    });

    test("answers anything but a stored file with 404", async () => {
      const app = await testApp(engine);
      const url = await stored(app);
      const name = path.basename(url);
      const { dataDir } = app.place;
      const linked = `${"a".repeat(32)}.mp3`;
      symlinkSync(path.join(dataDir, "uploads", "audio", name), path.join(dataDir, "uploads", "audio", linked));
      mkdirSync(path.join(dataDir, "uploads", "audio", `${"b".repeat(32)}.mp3`));
      writeFileSync(path.join(dataDir, "uploads", "secret.key"), "secret");
      for (const wrong of [
        "/uploads",
        "/uploads/",
        "/uploads/audio",
        "/uploads/audio/",
        "/uploads/secret.key",
        "/uploads/../secret.key",
        "/uploads/audio/../secret.key",
        "/uploads/audio/..%2fsecret.key",
        "/uploads/%2e%2e/secret.key",
        "/uploads/audio%2f%2e%2e%2fsecret.key",
        "/uploads/..%5csecret.key",
        "/uploads/audio\\..\\secret.key",
        "/uploads//etc/passwd",
        "/uploads/%2fetc/passwd",
        `/uploads/audio/${name}%00`,
        `/uploads/audio/${name}%00.mp3`,
        `/uploads/audio//${name}`,
        `/uploads/images/${name}`,
        `/uploads/audio/${name.toUpperCase()}`,
        `/uploads/audio/${name}/x`,
        `/uploads/audio/${linked}`,
        `/uploads/audio/${"b".repeat(32)}.mp3`,
        `/uploads/audio/${"c".repeat(32)}.mp3`,
        "/uploads/audio/%",
        "/uploads/audio/%zz",
        `/uploads/${"x".repeat(3000)}`,
      ]) {
        const answer = await app.send(`GET ${wrong}`);
        expect(answer.statusCode, wrong).toBe(404);
        expect(answer.headers["content-type"], wrong).toContain("application/json");
        expect(answer.headers["cache-control"], wrong).toBe("no-store");
      }
      expect((await app.send(`DELETE ${url}`)).statusCode).toBe(404);
      expect((await app.send(`GET ${url}`)).statusCode).toBe(200);
    });

    test("needs a signed link for a Premium song's file, also when it became Premium later", async () => {
      const app = await testApp(engine);
      const url = await stored(app);
      const song = await makeSong(app, { audio_url: url, title: "Sắp thành Premium" });
      expect((await app.send(`GET ${url}`)).statusCode).toBe(200);
      const token = await adminToken(app);
      const saved = await app.send(`PUT /api/songs/${song.id}`, { token, json: { is_premium: true } });
      expect(saved.statusCode, saved.body).toBe(200);
      for (const call of [
        `GET ${url}`,
        `HEAD ${url}`,
        `GET ${url.replace("audio", "%61udio")}`,
        `GET ${url}?download=1`,
      ] as const) {
        const refused = await app.send(call);
        expect(refused.statusCode, call).toBe(403);
        expect(refused.headers["cache-control"]).toBe("no-store");
        if (!call.startsWith("HEAD")) expect(refused.json()).toEqual(forbidden);
      }
      const premium = await userToken(app, { premium: true });
      const { audio_url } = (await app.send(`GET /api/songs/${song.id}`, { token: premium })).json();
      expect(audio_url).toMatch(/\?expires=\d+&signature=[\w-]+$/);
      const played = await app.send(`GET ${audio_url}`, { headers: { range: "bytes=0-9" } });
      expect(played.statusCode).toBe(206);
      expect(played.headers["cache-control"]).toBe("private, max-age=3600");
      const { stream_url } = (await app.send(`GET /api/songs/${song.id}`, { token })).json();
      expect((await app.send(`GET ${stream_url}`)).statusCode).toBe(200);
      await app.send(`PUT /api/songs/${song.id}`, { token, json: { is_premium: false } });
      expect((await app.send(`GET ${url}`)).statusCode).toBe(200);
    });

    test("needs a signed link for an inactive song's file", async () => {
      const app = await testApp(engine);
      const url = await stored(app);
      await makeSong(app, { audio_url: url, is_active: false });
      expect((await app.send(`GET ${url}`)).statusCode).toBe(403);
      expect((await app.send(`GET ${app.files.signedUrl(url.slice("/uploads/".length))}`)).statusCode).toBe(200);
    });

    test("refuses a link that is changed, expired or another file's with 403", async () => {
      const app = await testApp(engine);
      const url = await stored(app);
      const other = await stored(app, wav(1));
      await makeSong(app, { audio_url: url, is_premium: true });
      await makeSong(app, { audio_url: other, is_premium: true });
      const link = app.files.signedUrl(url.slice("/uploads/".length));
      const query = link.slice(link.indexOf("?"));
      const [, expires = "", signature = ""] = /expires=(\d+)&signature=(.+)/.exec(query) ?? [];
      expect((await app.send(`GET ${link}`)).statusCode).toBe(200);
      for (const wrong of [
        `${other}${query}`,
        `${url}?expires=${Number(expires) + 1}&signature=${signature}`,
        `${url}?expires=${expires}&signature=${signature.slice(0, -1)}`,
        `${url}?expires=${expires}&signature=${signature}x`,
        `${url}?expires=${expires}&signature=${"A".repeat(signature.length)}`,
        `${url}?expires=${expires}`,
        `${url}?signature=${signature}`,
        `${url}?expires=${expires}&expires=${expires}&signature=${signature}`,
        `${url}?expires[]=${expires}&signature=${signature}`,
        `${url}?expires=1e99&signature=${signature}`,
        `${url}?expires=-1&signature=${signature}`,
        app.files.signedUrl(url.slice("/uploads/".length), undefined, Date.now() - linkLifeMs - 2 * 60 * 60_000),
        createLinkSigner(Buffer.from("another key")).sign(url),
      ]) {
        const refused = await app.send(`GET ${wrong}`);
        expect(refused.statusCode, wrong).toBe(403);
        expect(refused.json()).toEqual(forbidden);
      }
    });
  });

  test("a file goes out of sight with the last song that uses it, and out of the storage with the bin", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const [audio, cover] = [await stored(app), await stored(app, fixture("cover.png"), "image")];
    const first = await makeSong(app, { audio_url: audio, thumbnail_url: cover });
    const second = await makeSong(app, { audio_url: audio });
    expect((await app.send(`DELETE /api/songs/${first.id}`, { token })).statusCode).toBe(200);
    await app.outbox.flush();
    expect((await app.send(`GET ${audio}`)).statusCode).toBe(200);
    expect((await app.send(`GET ${cover}`)).statusCode).toBe(401);
    expect((await app.send(`DELETE /api/songs/${second.id}`, { token })).statusCode).toBe(200);
    await app.outbox.flush();
    expect((await app.send(`GET ${audio}`)).statusCode).toBe(401);
    expect(files(app, "uploads")).toHaveLength(2);
    expect((await app.send("DELETE /api/admin/bin", { token })).json()).toEqual({ removed: 2 });
    await app.outbox.flush();
    for (const url of [audio, cover]) expect((await app.send(`GET ${url}`)).statusCode).toBe(404);
    expect(files(app, "uploads")).toEqual([]);
  });
});

onBothEngines((engine) => {
  describe("POST /api/admin/upload-audio", () => {
    test("removes an unused file by either of its addresses", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const [unused, used, moved] = [await stored(app), await stored(app), await stored(app)];
      const cover = await stored(app, fixture("cover.png"), "image");
      const inBucket = (url: string) => url.replace("/uploads/", "R2:");
      await makeSong(app, { audio_url: used, thumbnail_url: cover });
      await makeSong(app, { audio_url: inBucket(moved) });
      for (const [url, removed] of [
        [unused, true],
        [used, false],
        [cover, false],
        [inBucket(used), false],
        [moved, false],
        [inBucket(moved), false],
      ] as const) {
        const answer = await app.send("DELETE /api/admin/uploads", { token, query: { url } });
        expect(answer.json(), url).toEqual({ removed });
      }
      await app.outbox.flush();
      expect((await app.send(`GET ${unused}`)).statusCode).toBe(404);
      expect((await app.send(`GET ${used}`)).statusCode).toBe(200);
      expect((await app.send(`GET ${cover}`)).statusCode).toBe(200);
      expect(await auditOf(app)).toEqual([
        { action: "delete", entity: "file", actor_kind: "admin", summary: unused.replace("/uploads/", "") },
      ]);
      for (const url of ["", "/uploads/../ngan-nga.db", "https://nhac.example.com/a.mp3", `${unused}?x`]) {
        expect((await app.send("DELETE /api/admin/uploads", { token, query: { url } })).statusCode, url).toBe(422);
      }
      for (const [other, status] of [
        [undefined, 401],
        [await userToken(app), 403],
      ] as const) {
        const answer = await app.send("DELETE /api/admin/uploads", { token: other, query: { url: used } });
        expect(answer.statusCode).toBe(status);
      }
    });

    test("removes an unused file after a day", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const send = async (call: typeof uploadAudio | typeof uploadFile, field: string, content: Buffer) =>
        (await app.send(call, { token, multipart: form(field, content) })).json();
      const { file_url: left, cover_url: leftCover } = await send(uploadAudio, "audio_file", fixture("tagged.mp3"));
      const { file_url: used, cover_url: usedCover } = await send(uploadAudio, "audio_file", fixture("tagged.mp3"));
      const { url: cover } = await send(uploadFile, "file", fixture("cover.png"));
      await makeSong(app, { audio_url: used, thumbnail_url: usedCover });
      const sent = [left, leftCover, used, usedCover, cover];
      const statuses = () => Promise.all(sent.map(async (url) => (await app.send(`GET ${url}`)).statusCode));
      await app.outbox.flush();
      expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
      await app.files.sweep(Date.now() + unclaimedLife - 60_000);
      expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
      await app.files.sweep(Date.now() + unclaimedLife + 60_000);
      expect(await statuses()).toEqual([404, 404, 200, 200, 404]);
    });
  });
});

describe("over a real connection", () => {
  async function listening(env: Record<string, string> = {}) {
    const app = await testApp("sqlite", env);
    await app.http.listen({ host: "127.0.0.1", port: 0 });
    return { app, port: portOf(app.http), token: await adminToken(app) };
  }
  const head = (token: string, length: number) =>
    `POST /api/admin/upload-audio HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
    `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\n\r\n`;
  const partHead = '--b\r\nContent-Disposition: form-data; name="audio_file"; filename="a.wav"\r\n\r\n';

  test("an upload at the level trace leaves the token out of the log", async () => {
    const lines: string[] = [];
    const log = createLog("trace", { write: (line) => lines.push(line) });
    const app = await testApp("sqlite", {}, { log });
    const token = await adminToken(app);
    const reply = await app.send(uploadAudio, { token, multipart: form("audio_file", wav(1)) });
    expect(reply.statusCode).toBe(200);
    expect(lines.join("")).toContain("busboyOptions");
    expect(lines.join("")).not.toContain(token);
  });

  test("an upload that breaks off leaves no file", async () => {
    const { app, port, token } = await listening();
    for (const sent of [partHead, partHead + "RIFF".repeat(100_000), partHead + wav(1).toString("latin1")]) {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => {});
      socket.write(head(token, 10_000_000));
      socket.write(sent, "latin1");
      if (sent.length > 1000) await vi.waitFor(() => expect(files(app, "tmp")).toHaveLength(1), patient);
      socket.destroy();
      await vi.waitFor(() => expectNothingStored(app), patient);
    }
    expect(await auditOf(app)).toEqual([]);
  });

  test("an upload that stalls is ended and leaves no file", async () => {
    const { app, port, token } = await listening({ IDLE_TIMEOUT_SECONDS: "0.3" });
    const socket = connect(port, "127.0.0.1");
    // The server closes with unread bytes, which may reset the connection.
    socket.on("error", () => {});
    socket.write(head(token, 999_999) + partHead + "RIFF".repeat(10_000));
    await vi.waitFor(() => expect(files(app, "tmp")).toHaveLength(1), patient);
    await new Promise((resolve) => socket.once("close", resolve));
    await vi.waitFor(() => expectNothingStored(app), patient);
  });

  test("a path that climbs out of its folder gets 404", async () => {
    const { app, port } = await listening();
    writeFileSync(path.join(app.place.dataDir, "uploads", "x.mp3"), "secret");
    for (const target of [
      "/uploads/../secret.key",
      "/uploads/audio/../x.mp3",
      "/uploads/./x.mp3",
      "/uploads/audio/\\..\\x.mp3",
    ]) {
      const answer = await new Promise<string>((resolve) => {
        const socket = connect(port, "127.0.0.1");
        let text = "";
        socket.on("data", (chunk) => {
          text += chunk;
        });
        socket.on("close", () => resolve(text));
        socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      });
      expect(answer, target).toMatch(/^HTTP\/1\.1 404 /);
    }
  });

  test("more than 100 MB of audio get 413 while they stream in", async () => {
    const { app, port, token } = await listening();
    const chunk = new Uint8Array(1024 * 1024);
    async function* body(megabytes: number) {
      yield Buffer.from(partHead);
      yield wav(1);
      for (let i = 0; i < megabytes; i++) yield chunk;
      yield Buffer.from("\r\n--b--\r\n");
    }
    const answer = await fetch(`http://127.0.0.1:${port}/api/admin/upload-audio`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "multipart/form-data; boundary=b" },
      body: Readable.toWeb(Readable.from(body(maxAudioBytes / chunk.length))) as unknown as ReadableStream,
      duplex: "half",
    } as RequestInit);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toEqual({ detail: "File âm thanh không được vượt quá 100 MB" });
    expectNothingStored(app);
  });

  test("a client that leaves during a download leaves no open file", async () => {
    const { app, port } = await listening();
    const url = "/uploads/audio/0123456789abcdef0123456789abcdef.mp3";
    await makeFile(app, { key: url.slice("/uploads/".length) });
    writeFileSync(path.join(app.place.dataDir, url), Buffer.alloc(20_000_000, 1));
    for (let i = 0; i < 5; i++) {
      const socket = connect(port, "127.0.0.1");
      socket.write(`GET ${url} HTTP/1.1\r\nHost: x\r\n\r\n`);
      await new Promise((resolve) => socket.once("data", resolve));
      socket.destroy();
    }
    const whole = await fetch(`http://127.0.0.1:${port}${url}`);
    expect((await whole.arrayBuffer()).byteLength).toBe(20_000_000);
    await vi.waitFor(() => expect(descriptorsOf(path.basename(url))).toEqual([]), patient);
  });
});
