import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import type { Engine } from "#server/platform/db/dialect.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { fixture, wav } from "#test/audio.ts";
import { adminToken, makeCategory } from "#test/factories.ts";
import { startS3 } from "#test/s3.ts";
import { settingsOf } from "#test/s3-server.ts";
import type { Owner } from "./files.repository.ts";

const image = fixture("cover.png");

/** A site with an open bucket and a private one. */
async function siteOn(engine: Engine) {
  const env = { ALLOW_PRIVATE_STORAGE: "1" };
  const app = await testApp(engine, env, { storageTimes: { restMs: 0 } });
  const s3 = await startS3({ buckets: ["music", "vault"], open: ["music"] });
  const token = await adminToken(app);
  const json = settingsOf(s3, { public_url: `${s3.url}/music`, private_bucket_name: "vault" });
  expect((await app.send("PUT /api/admin/config/cloudflare-r2", { token, json })).statusCode).toBe(200);
  const upload = async () => {
    const multipart = new FormData();
    multipart.append("file", new File([new Uint8Array(image)], "ảnh.png"));
    const answer = await app.send("POST /api/upload/file", { token, multipart });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ url: string }>().url;
  };
  return { app, s3, token, upload };
}

const isOnDisk = (app: TestApp, key: string) => existsSync(path.join(app.place.dataDir, "uploads", key));
const keyOf = (url: string) => url.slice("/uploads/".length);

onBothEngines((engine) => {
  test("covers and the pictures of categories and contacts move to the bucket with their first claim", async () => {
    const { app, s3, token, upload } = await siteOn(engine);
    const [cover, icon, photo, unused] = [await upload(), await upload(), await upload(), await upload()];
    for (const url of [cover, unused]) expect((await app.send(`GET ${url}`)).rawPayload.equals(image)).toBe(true);
    const { id } = (await app.send("POST /api/categories", { token, json: { name: "Ru con", icon_url: icon } })).json<{
      id: number;
    }>();
    const song = { title: "Mưa", audio_url: "https://nhac.vn/a.mp3", thumbnail_url: cover, category_ids: [id] };
    expect((await app.send("POST /api/songs", { token, json: song })).statusCode).toBe(201);
    const contact = { name: "Gọi", type: "phone", value: "1900 0000", icon_url: photo };
    expect((await app.send("POST /api/admin/support", { token, json: contact })).statusCode).toBe(201);
    await app.outbox.flush();
    expect(s3.keys("music").toSorted()).toEqual([cover, icon, photo].map(keyOf).toSorted());
    expect([cover, icon, photo, unused].map((url) => isOnDisk(app, keyOf(url)))).toEqual([false, false, false, true]);
    const moved = await app.send(`GET ${cover}`);
    expect([moved.statusCode, moved.headers.location]).toEqual([302, `${s3.url}/music/${keyOf(cover)}`]);
    const response = await fetch(String(moved.headers.location));
    expect(response.headers.get("content-type")).toBe("image/png");
    expect(Buffer.from(await response.arrayBuffer()).equals(image)).toBe(true);

    const name = keyOf(cover).slice("images/".length);
    s3.fault = { kind: "fail", status: 503, code: "SlowDown" };
    expect((await app.send(`GET /pictures/96/${name}.webp`)).statusCode).toBe(503);
    s3.fault = undefined;
    const picture = await app.send(`GET /pictures/96/${name}.webp`);
    expect([picture.statusCode, picture.headers["content-type"]]).toEqual([200, "image/webp"]);
    // The pictures made from it are a cache of this machine.
    s3.fault = { kind: "fail", status: 503, code: "SlowDown" };
    expect((await app.send(`GET /pictures/96/${name}.webp`)).rawPayload.equals(picture.rawPayload)).toBe(true);
    s3.fault = undefined;

    const made = (await app.send("GET /api/songs")).json<{ id: number; thumbnail_url: string }[]>();
    expect(made[0]?.thumbnail_url).toBe(cover);
    expect((await app.send(`GET /share/songs/${made[0]?.id}.jpg`)).statusCode).toBe(200);
    await app.send(`DELETE /api/songs/${made[0]?.id}`, { token });
    await app.outbox.flush();
    expect(s3.keys("music")).not.toContain(keyOf(cover));
    expect((await app.send(`GET /pictures/96/${name}.webp`)).statusCode).toBe(404);
  });

  test("a file that moves while it is read is read again from where it is", async () => {
    const { app, s3 } = await siteOn(engine);
    const [read, served] = [
      await app.files.save(Readable.from([image]), "image", true),
      await app.files.save(Readable.from([wav(0.1)]), "audio", true),
    ];
    const owner: Owner = { kind: "song", id: 1 };
    await app.db.transaction().execute((tx) =>
      app.files.setClaims(tx, owner, [
        { key: read.key, kind: "image", visibility: "public" },
        { key: served.key, kind: "audio", visibility: "public" },
      ]),
    );
    const paths: string[] = [];
    const content = await app.files.withContent(read.key, async (file) => {
      paths.push(file);
      if (paths.length === 1) await app.files.settle(read.key);
      return readFileSync(file);
    });
    expect(content?.equals(image)).toBe(true);
    expect(paths).toHaveLength(2);

    const { redirectUrl } = app.files;
    app.files.redirectUrl = async (file, options) => {
      const link = await redirectUrl(file, options);
      if (file.place === "disk") await app.files.settle(served.key);
      return link;
    };
    const answer = await app.send(`GET ${served.url}`);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, `${s3.url}/music/${served.key}`]);
  });

  test("files of a role and finished songs lie in the private bucket, and links lead to them", async () => {
    const { app, s3, token } = await siteOn(engine);
    const recording = await app.files.save(Readable.from([wav(0.1)]), "reference", true);
    const finished = await app.files.save(Readable.from([wav(0.1, 2)]), "finished_song", true);
    const owner: Owner = { kind: "song_request", id: 1 };
    await app.db.transaction().execute((tx) =>
      app.files.setClaims(tx, owner, [
        { key: recording.key, kind: "reference", visibility: "staff" },
        { key: finished.key, kind: "finished_song", visibility: "signed", name: "Bài của Lan" },
      ]),
    );
    await app.outbox.flush();
    expect([s3.keys("music"), s3.keys("vault").toSorted()]).toEqual([[], [recording.key, finished.key].toSorted()]);
    expect((await app.send(`GET ${recording.url}`)).statusCode).toBe(401);
    const byToken = await app.send(`GET ${recording.url}`, { token });
    const byLink = await app.send(`GET ${app.files.signedUrl(finished.key)}&download=1`);
    const byStaffLink = await app.send(`GET ${app.files.signedUrl(finished.key, "staff")}&download=1`);
    for (const answer of [byToken, byLink, byStaffLink]) {
      expect(answer.statusCode).toBe(302);
      expect(answer.headers["cache-control"]).toBe("private, no-store");
      expect((await fetch(String(answer.headers.location))).status).toBe(200);
    }
    const disposition = async (answer: typeof byLink) =>
      (await fetch(String(answer.headers.location))).headers.get("content-disposition");
    expect(await disposition(byLink)).toBeNull();
    expect(await disposition(byStaffLink)).toContain(encodeURIComponent("Bài của Lan.wav"));
    expect((await app.send(`GET ${finished.url}`)).statusCode).toBe(403);
  });
});

onOneEngine((engine) => {
  test("a picture whose file is gone from the disk is not found, and the site goes on", async () => {
    const app = await testApp(engine);
    const { key, url } = await app.files.save(Readable.from([image]), "image");
    await makeCategory(app, { icon_url: url });
    rmSync(app.store.pathOf(key));
    const name = key.slice("images/".length);
    expect((await app.send(`GET /pictures/96/${name}.webp`)).statusCode).toBe(404);
    expect((await app.send(`GET ${url}`)).statusCode).toBe(404);
  });
});
