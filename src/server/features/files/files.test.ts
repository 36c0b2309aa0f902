import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { isApiError } from "#contract/errors.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { fixture, wav } from "#test/audio.ts";
import { plansOf } from "#test/explain.ts";
import { adminToken, makeFile, userToken } from "#test/factories.ts";
import { filesRepository, type Owner } from "./files.repository.ts";
import { type Claim, unclaimedLife } from "./files.service.ts";

const keyOf = (letter: string, folder = "audio", extension = "mp3") => `${folder}/${letter.repeat(32)}.${extension}`;
const song = (id: number): Owner => ({ kind: "song", id });

/** Puts a file on the disk that the registry does not know. */
function put(app: TestApp, key: string): void {
  const file = path.join(app.place.dataDir, "uploads", key);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, "x");
}

const isOnDisk = (app: TestApp, key: string) => existsSync(path.join(app.place.dataDir, "uploads", key));
const rowOf = (app: TestApp, key: string) => filesRepository(app.db).find(key);
const claim = (app: TestApp, owner: Owner, ...claims: Claim[]) =>
  app.db.transaction().execute((tx) => app.files.setClaims(tx, owner, claims));
const audioClaim = (key: string, visibility: Claim["visibility"] = "public"): Claim => ({
  key,
  kind: "audio",
  visibility,
});
const save = async (app: TestApp, seed = 1) => (await app.files.save(Readable.from([wav(0.1, seed)]), "audio")).key;

onBothEngines((engine) => {
  describe("claim and release", () => {
    test("a file belongs to the claims of its owners, and goes with the last one", async () => {
      const app = await testApp(engine);
      const key = await save(app);
      expect(await rowOf(app, key)).toMatchObject({ visibility: "public", unclaimed_since: expect.any(String) });
      await claim(app, song(1), audioClaim(key));
      await claim(app, song(2), audioClaim(key));
      expect(await rowOf(app, key)).toMatchObject({ visibility: "public", unclaimed_since: null });
      await claim(app, song(1));
      await app.outbox.flush();
      expect(isOnDisk(app, key)).toBe(true);
      await claim(app, song(2));
      expect((await app.send(`GET /uploads/${key}`)).statusCode).toBe(401);
      await app.outbox.flush();
      expect([isOnDisk(app, key), await rowOf(app, key)]).toEqual([false, undefined]);
    });

    test("both disappear with a transaction that is rolled back", async () => {
      const app = await testApp(engine);
      const [held, other] = [await save(app), await save(app, 2)];
      await claim(app, song(1), audioClaim(held));
      const failing = app.db.transaction().execute(async (tx) => {
        await app.files.setClaims(tx, song(1), [audioClaim(other, "signed")]);
        throw new Error("the owner could not be saved");
      });
      await expect(failing).rejects.toThrow("could not be saved");
      await app.outbox.flush();
      expect(await rowOf(app, held)).toMatchObject({ visibility: "public", unclaimed_since: null });
      expect(await rowOf(app, other)).toMatchObject({ unclaimed_since: expect.any(String) });
      expect([held, other].map((key) => isOnDisk(app, key))).toEqual([true, true]);
    });

    test.each([
      [["public", "public"], "public"],
      [["public", "signed"], "signed"],
      [["staff", "signed"], "staff"],
      [["public", "admin", "staff"], "admin"],
      [[null, "public"], "public"],
      [[null, null], "signed"],
    ] as const)("claims of %j make a file %s", async (given, visibility) => {
      const app = await testApp(engine);
      const key = await save(app);
      for (const [id, each] of given.entries()) await claim(app, song(id + 1), audioClaim(key, each));
      expect((await rowOf(app, key))?.visibility).toBe(visibility);
    });

    test("refuses a file that is missing, of another kind or being removed, and leaves one that was named before", async () => {
      const app = await testApp(engine);
      const missing = { field: "audio_url", message: "Không có" };
      const [gone, removed] = [await save(app), await save(app, 2)];
      await app.store.remove(gone);
      expect(await app.db.transaction().execute((tx) => app.files.discard(tx, removed))).toBe(true);
      const { key: picture } = await app.files.save(Readable.from([fixture("cover.png")]), "image");
      for (const key of [gone, removed, picture, keyOf("e")]) {
        const refused = await claim(app, song(1), { ...audioClaim(key), missing }).catch((error: unknown) => error);
        expect(isApiError(refused) && refused.errors, key).toEqual([missing]);
        await claim(app, song(1), audioClaim(key));
        expect(await filesRepository(app.db).claimsOf(song(1))).toEqual([]);
      }
    });

    test("a claimed file that its form gives up stays, and still opens", async () => {
      const app = await testApp(engine);
      const key = await save(app);
      await claim(app, song(1), audioClaim(key));
      expect(await app.db.transaction().execute((tx) => app.files.discard(tx, key))).toBe(false);
      await app.outbox.flush();
      expect((await app.send(`GET /uploads/${key}`)).statusCode).toBe(200);
      expect(await rowOf(app, key)).toMatchObject({ is_removed: false, visibility: "public" });
    });

    test("of a file that is claimed and discarded at once, one of the two holds", async () => {
      const app = await testApp(engine);
      for (let pair = 0; pair < 25; pair++) {
        const key = await save(app, pair + 1);
        const missing = { field: "audio_url", message: "Không có" };
        const taking = () =>
          claim(app, song(pair + 1), { ...audioClaim(key), missing }).then(
            () => true,
            () => false,
          );
        const discarding = () => app.db.transaction().execute((tx) => app.files.discard(tx, key));
        const sweeping = () => app.files.sweep(Date.now() + unclaimedLife + 1000).then((count) => count > 0);
        const other = pair % 2 === 0 ? discarding : sweeping;
        const [isTaken] =
          pair % 4 < 2 ? await Promise.all([taking(), other()]) : [(await Promise.all([other(), taking()]))[1]];
        await app.outbox.flush();
        await app.files.sweep(Date.now() + unclaimedLife + 1000);
        expect([isOnDisk(app, key), (await rowOf(app, key)) !== undefined]).toEqual([isTaken, isTaken]);
      }
    });
  });

  describe("the sweep", () => {
    test("ends what nothing has claimed for a day, and goes on behind what can't be removed", async () => {
      const app = await testApp(engine);
      const [stuck, old, young, claimed] = [
        await save(app),
        await save(app, 2),
        await save(app, 3),
        await save(app, 4),
      ];
      await claim(app, song(1), audioClaim(claimed));
      const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
      const since = async (key: string, unclaimed_since: string) =>
        app.db.updateTable("files").set({ unclaimed_since }).where("key", "=", key).execute();
      await since(stuck, ago(3 * unclaimedLife));
      await since(old, ago(2 * unclaimedLife));
      await since(young, ago(unclaimedLife - 60_000));
      const { remove } = app.store;
      app.store.remove = (key) => (key === stuck ? Promise.reject(new Error("read-only")) : remove(key));
      expect(await app.files.sweep()).toBe(1);
      expect([stuck, old, young, claimed].map((key) => isOnDisk(app, key))).toEqual([true, false, true, true]);
      app.store.remove = remove;
      expect(await app.files.sweep()).toBe(1);
      expect(isOnDisk(app, stuck)).toBe(false);
    });
  });

  test("serving, sweeping and measuring use their indexes", async () => {
    const app = await testApp(engine);
    const [served, places, unclaimed, unmeasured, claims] = await plansOf(app, async ({ db, dialect }) => {
      const files = filesRepository(db);
      await files.served(keyOf("a"), dialect);
      await files.placesOf([keyOf("a"), keyOf("b")], dialect);
      await files.unclaimedSince(new Date().toISOString(), 1);
      await files.unmeasured("", 1);
      await files.claimsOn([keyOf("a")]);
    });
    for (const plan of [served, places]) expect(plan).toMatch(/sqlite_autoindex_files_1|files_pkey/);
    expect(unclaimed).toMatch(/files_unclaimed/);
    expect(unmeasured).toMatch(/files_unmeasured/);
    expect(claims).toMatch(/file_claims_file/);
  });
});

onOneEngine((engine) => {
  describe("GET /uploads", () => {
    /** The callers, by the kind of their token or link. */
    async function callersOf(app: TestApp, key: string) {
      const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
      const plain = `/uploads/${key}`;
      return {
        nobody: [plain, {}],
        "a wrong token": [plain, bearer("x".repeat(43))],
        user: [plain, bearer(await userToken(app, { premium: true }))],
        admin: [plain, bearer(await adminToken(app))],
        "a listener's link": [app.files.signedUrl(key), {}],
        "a staff link": [app.files.signedUrl(key, "staff"), {}],
        "an admin link": [app.files.signedUrl(key, "admin"), {}],
        "another file's link": [plain + app.files.signedUrl(keyOf("9")).replace(/^[^?]*/, ""), {}],
      } as const;
    }

    test.each([
      ["public", { nobody: 200, "a wrong token": 200, user: 200, admin: 200, "a listener's link": 200 }],
      [
        "signed",
        { nobody: 403, "a wrong token": 403, user: 403, admin: 403, "a listener's link": 200, "a staff link": 403 },
      ],
      [
        "staff",
        {
          nobody: 401,
          "a wrong token": 401,
          user: 403,
          admin: 200,
          "a listener's link": 401,
          "a staff link": 200,
          "an admin link": 401,
          "another file's link": 401,
        },
      ],
      [
        "admin",
        { nobody: 401, user: 403, admin: 200, "a listener's link": 401, "a staff link": 401, "an admin link": 200 },
      ],
    ] as const)("answers a %s file to those who may read it", async (visibility, expected) => {
      const app = await testApp(engine);
      for (const [letter, folder, extension] of [
        ["a", "audio", "mp3"],
        ["b", "images", "png"],
        ["c", "references", "mp4"],
        ["d", "finished", "mp3"],
      ] as const) {
        const key = keyOf(letter, folder, extension);
        put(app, key);
        await makeFile(app, { key, visibility });
        const callers = await callersOf(app, key);
        for (const [name, status] of Object.entries(expected)) {
          const [url, options] = callers[name as keyof typeof callers];
          const isStaffSong = visibility === "signed" && folder === "finished" && name === "a staff link";
          for (const method of ["GET", "HEAD"] as const) {
            const spellings = [
              url,
              url.replace("/uploads/", "/%75ploads/"),
              url.replace(folder, `%${folder.charCodeAt(0).toString(16)}${folder.slice(1)}`),
            ];
            for (const spelling of spellings) {
              const answer = await app.send(`${method} ${spelling}`, options);
              expect(answer.statusCode, `${name}: ${method} ${spelling}`).toBe(isStaffSong ? 200 : status);
            }
          }
        }
        const { headers } = await app.send(`GET /uploads/${key}`, { token: await adminToken(app) });
        const caching = {
          public: /^public/,
          signed: /^no-store$/,
          staff: /^private, no-store$/,
          admin: /^private, no-store$/,
        };
        expect(headers["cache-control"]).toMatch(caching[visibility]);
      }
    });

    test("closes what has no row, whatever lies on the disk", async () => {
      const app = await testApp(engine);
      const removed = keyOf("b");
      for (const key of [keyOf("a"), removed]) put(app, key);
      await makeFile(app, { key: removed, is_removed: true });
      const token = await adminToken(app);
      for (const url of [
        `/uploads/${keyOf("a")}`,
        app.files.signedUrl(keyOf("a")),
        app.files.signedUrl(keyOf("a"), "admin"),
        `/uploads/${removed}`,
      ]) {
        expect((await app.send(`GET ${url}`, { token })).statusCode, url).toBe(404);
      }
    });
  });

  test("a recording may be audio or video, and is for staff until something claims it", async () => {
    const app = await testApp(engine);
    const video = Buffer.concat([
      Buffer.from([0, 0, 0, 24]),
      Buffer.from("ftypisom\0\0\0\0isommp42"),
      Buffer.alloc(64),
    ]);
    await expect(app.files.save(Readable.from([video]), "audio")).rejects.toThrow("âm thanh hợp lệ");
    const { key } = await app.files.save(Readable.from([video]), "reference");
    expect(key).toMatch(/^references\/\w{32}\.mp4$/);
    const shown = await app.send(`GET /uploads/${key}`, { token: await adminToken(app) });
    expect(shown.headers["content-type"]).toBe("video/mp4");
    const audio = await app.files.save(Readable.from([fixture("tagged.mp3")]), "reference");
    expect(audio.key).toMatch(/^references\/\w{32}\.mp3$/);
    expect((await app.send(`GET ${audio.url}`)).statusCode).toBe(401);
    expect((await app.send(`GET ${audio.url}`, { token: await adminToken(app) })).statusCode).toBe(200);
    await expect(app.files.save(Readable.from([fixture("cover.png")]), "reference")).rejects.toThrow("video hợp lệ");
  });
});
