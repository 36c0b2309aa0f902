import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import type { Socket } from "node:net";
import path from "node:path";
import { Readable } from "node:stream";
import { describe, expect, test, vi } from "vitest";
import type { ReceivedFile } from "#server/features/media/media.service.ts";
import { onBothEngines, type TestApp, testApp } from "#test/app.ts";
import { fixture, wav } from "#test/audio.ts";
import { adminToken, makeCategory } from "#test/factories.ts";
import { unclaimedLife } from "./files.service.ts";

function upload(app: TestApp, token: string, content: Buffer) {
  const multipart = new FormData();
  multipart.append("audio_file", new File([new Uint8Array(content)], "bài.wav"));
  return app.send("POST /api/admin/upload-audio", { token, multipart });
}

const isOnDisk = (app: TestApp, url: string) => existsSync(path.join(app.place.dataDir, url));

function storedFiles(app: TestApp): string[] {
  return readdirSync(path.join(app.place.dataDir, "uploads"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}

/** Starts to listen. Returns a function that uploads audio with a cover over a connection of its own. */
async function listening(app: TestApp, token: string) {
  const url = `${await app.http.listen({ host: "127.0.0.1", port: 0 })}/api/admin/upload-audio`;
  return () => {
    const client = new AbortController();
    const body = new FormData();
    body.append("audio_file", new File([new Uint8Array(fixture("tagged.mp3"))], "bài.mp3"));
    const disconnected = once(app.http.server, "connection").then(([socket]) => once(socket as Socket, "close"));
    const headers = { authorization: `Bearer ${token}`, connection: "close" };
    const response = fetch(url, { method: "POST", headers, body, signal: client.signal });
    return {
      response,
      /** Resolves when the server knows that the connection is closed. */
      disconnected,
      async disconnect() {
        client.abort();
        await expect(response).rejects.toThrow("aborted");
        await disconnected;
      },
    };
  };
}

/** Lets the test continue uploads, which wait before or after their audio moves into place. */
function holdUploads({ store }: TestApp, moment: "before" | "after") {
  const { accept } = store;
  const reached = Promise.withResolvers<void>();
  const resumed = Promise.withResolvers<void>();
  const hold = () => {
    reached.resolve();
    return resumed.promise;
  };
  const keep = vi.fn<ReceivedFile["keep"]>();
  const discard = vi.fn<ReceivedFile["discard"]>();
  store.accept = async (...args) => {
    const received = await accept(...args);
    keep.mockImplementation(async () => {
      const stored = await received.keep();
      await hold();
      return stored;
    });
    discard.mockImplementation(received.discard);
    if (moment === "before") await hold();
    return { ...received, keep, discard };
  };
  return { reached: reached.promise, resume: resumed.resolve, keep, discard };
}

const auditedActions = async ({ db }: TestApp) =>
  (await db.selectFrom("audit_log").select("action").orderBy("id").execute()).map(({ action }) => action);

/** Lets the messages of the outbox fall due. */
async function runOutbox(app: TestApp): Promise<void> {
  await app.db
    .updateTable("outbox")
    .set({ available_at: new Date(0).toISOString() })
    .execute();
  await app.outbox.flush();
}

onBothEngines((engine) => {
  describe("an upload and the song that names it", () => {
    test("refuses a song whose file is not there", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const category_ids = [(await makeCategory(app)).id];
      const gone = "0".repeat(32);
      for (const [field, json] of [
        ["audio_url", { audio_url: `/uploads/audio/${gone}.mp3` }],
        ["audio_url", { audio_url: "/uploads/audio/other.mp3" }],
        ["thumbnail_url", { audio_url: "https://nhac.vn/a.mp3", thumbnail_url: `/uploads/images/${gone}.jpg` }],
      ] as const) {
        const answer = await app.send("POST /api/songs", { token, json: { title: "Mưa", category_ids, ...json } });
        expect(answer.statusCode, answer.body).toBe(422);
        expect(answer.json().errors).toEqual([{ field, message: expect.stringContaining("vui lòng tải lên lại") }]);
      }
      const icon_url = `/uploads/images/${gone}.png`;
      for (const [call, json] of [
        ["POST /api/categories", { name: "Ru con", icon_url }],
        [`PUT /api/categories/${category_ids[0]}`, { icon_url }],
        ["POST /api/admin/support", { name: "Gọi", type: "phone", value: "1900 0000", icon_url }],
      ] as const) {
        const answer = await app.send(call, { token, json });
        expect(answer.statusCode, answer.body).toBe(422);
        expect(answer.json().errors).toEqual([
          { field: "icon_url", message: "Không tìm thấy ảnh này, vui lòng tải lên lại" },
        ]);
      }
      const kept = { title: "Mưa", category_ids, audio_url: "https://nhac.vn/a.mp3" };
      const { id } = (await app.send("POST /api/songs", { token, json: kept })).json();
      const changed = await app.send(`PUT /api/songs/${id}`, {
        token,
        json: { audio_url: `/uploads/audio/${gone}.mp3` },
      });
      expect(changed.statusCode).toBe(422);
    });

    test("loses no file of a song when both are saved and discarded at once", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const category_ids = [(await makeCategory(app)).id];
      for (let pair = 0; pair < 25; pair++) {
        const { file_url } = (await upload(app, token, wav(0.1, pair + 1))).json();
        const save = () =>
          app.send("POST /api/songs", { token, json: { title: `Mưa ${pair}`, category_ids, audio_url: file_url } });
        const discard = () => app.send("DELETE /api/admin/uploads", { token, query: { url: file_url } });
        const [saved, discarded] =
          pair % 2 === 0
            ? await Promise.all([save(), discard()])
            : await Promise.all([discard(), save()]).then(([second, first]) => [first, second] as const);
        await runOutbox(app);
        const isSaved = saved.statusCode === 201;
        expect(isSaved || saved.statusCode === 422, saved.body).toBe(true);
        expect(discarded.json()).toEqual({ removed: !isSaved });
        expect(isOnDisk(app, file_url)).toBe(isSaved);
      }
      const songs = await app.db.selectFrom("songs").select("audio_url").execute();
      for (const { audio_url } of songs) expect((await app.send(`GET ${audio_url}`)).statusCode).toBe(200);
    });
  });

  describe("a client that disconnects after it has sent a whole upload", () => {
    test("leaves nothing when its file is not stored yet", async () => {
      const app = await testApp(engine);
      const send = await listening(app, await adminToken(app));
      const held = holdUploads(app, "before");
      const { disconnect } = send();
      await held.reached;
      await disconnect();
      held.resume();
      await expect.poll(() => held.discard.mock.settledResults.map(({ type }) => type)).toEqual(["fulfilled"]);
      await expect.poll(() => readdirSync(path.join(app.place.dataDir, "tmp"))).toEqual([]);
      expect(held.keep).not.toHaveBeenCalled();
      expect(storedFiles(app)).toEqual([]);
      expect(await app.db.selectFrom("files").select("key").execute()).toEqual([]);
      expect(await auditedActions(app)).toEqual([]);
    });

    test("loses the stored files", async () => {
      const app = await testApp(engine);
      const send = await listening(app, await adminToken(app));
      const held = holdUploads(app, "after");
      const { disconnect } = send();
      await held.reached;
      expect(await app.db.selectFrom("files").select("key").execute()).toHaveLength(2);
      await disconnect();
      held.resume();
      await expect.poll(() => auditedActions(app)).toEqual(["create", "delete", "delete"]);
      await expect.poll(() => app.db.selectFrom("files").select("key").execute()).toEqual([]);
      expect(storedFiles(app)).toEqual([]);
      expect(readdirSync(path.join(app.place.dataDir, "tmp"))).toEqual([]);
    });

    test("keeps them when it has its response", async () => {
      const app = await testApp(engine);
      const send = await listening(app, await adminToken(app));
      const { response, disconnected } = send();
      const { file_url, cover_url } = await (await response).json();
      await disconnected;
      await runOutbox(app);
      expect([isOnDisk(app, file_url), isOnDisk(app, cover_url)]).toEqual([true, true]);
      expect(await app.db.selectFrom("files").select("key").execute()).toHaveLength(2);
      expect(await auditedActions(app)).toEqual(["create"]);
    });
  });

  describe("a process that ends in the middle of an upload", () => {
    test("leaves no file that is never removed", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const { remove } = app.store;
      // Nothing after the renames happens: neither the entry in the audit trail nor the removal that follows its failure.
      app.store.remove = () => Promise.reject(new Error("the process has ended"));
      await app.db.schema.alterTable("audit_log").renameTo("audit_gone").execute();
      expect((await upload(app, token, fixture("tagged.mp3"))).statusCode).toBe(500);
      app.store.remove = remove;
      await app.db.schema.alterTable("audit_gone").renameTo("audit_log").execute();
      expect(storedFiles(app)).toHaveLength(2);
      expect(await app.files.sweep(Date.now() + unclaimedLife + 1000)).toBe(2);
      expect(storedFiles(app)).toEqual([]);
      expect(await app.db.selectFrom("files").select("key").execute()).toEqual([]);
    });

    test("leaves no row when the file never got its name", async () => {
      const app = await testApp(engine);
      const received = await app.store.receive(Readable.from([wav(1)]), "audio");
      received.keep = () => Promise.reject(new Error("the process has ended"));
      const { remove } = app.store;
      app.store.remove = () => Promise.reject(new Error("the process has ended"));
      await expect(app.files.keep([received], false)).rejects.toThrow("ended");
      app.store.remove = remove;
      expect(await app.db.selectFrom("files").select("key").execute()).toHaveLength(1);
      expect(await app.files.sweep(Date.now() + unclaimedLife + 1000)).toBe(1);
      expect(await app.db.selectFrom("files").select("key").execute()).toEqual([]);
    });
  });
});
