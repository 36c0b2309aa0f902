import { expect, test } from "vitest";
import { createLinkSigner, linkLifeMs } from "#server/features/files/signing.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { wav } from "#test/audio.ts";
import { adminToken, makeSession, makeSong, makeUser, userToken } from "#test/factories.ts";

/** Stores a file of its own for a song. Returns its address. */
async function stored(app: TestApp, seconds = 1): Promise<string> {
  async function* content() {
    yield wav(seconds);
  }
  return (await app.files.save(content(), "audio")).url;
}

const ask = (app: TestApp, id: number, token?: string) =>
  app.send(`GET /api/songs/${id}/download`, token === undefined ? {} : { token });

/** Returns the decoded file name of a response. */
function nameOf({ headers }: { headers: Record<string, unknown> }): string | undefined {
  const encoded = /^attachment;.*filename\*=UTF-8''([^;]+)$/.exec(String(headers["content-disposition"]))?.[1];
  return encoded && decodeURIComponent(encoded);
}

onBothEngines((engine) => {
  test("gives users with Premium any active song under its artist and title", async () => {
    const app = await testApp(engine);
    const token = await userToken(app, { premium: true });
    for (const [values, name] of [
      [{ title: "Mưa hạ", artist: "Hoài An", is_premium: true }, "Hoài An - Mưa hạ.wav"],
      [{ title: "Mưa hạ", artist: null }, "Ngân Nga - Mưa hạ.wav"],
      [{ title: 'Đi/về: "xa" & gần?', artist: "A\\B|C" }, "A-B-C - Đi-về- -xa- & gần-.wav"],
    ] as const) {
      const song = await makeSong(app, { ...values, audio_url: await stored(app) });
      const answer = await ask(app, song.id, token);
      expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([200, "private, no-store"]);
      const { url } = answer.json();
      const file = await app.send(`GET ${url}`);
      expect([file.statusCode, nameOf(file)]).toEqual([200, name]);
      expect(file.rawPayload.equals(wav(1))).toBe(true);
      const part = await app.send(`GET ${url}`, { headers: { range: "bytes=0-9" } });
      expect([part.statusCode, nameOf(part)]).toEqual([206, name]);
    }
  });

  test("ends with Premium, also for a session that goes on", async () => {
    const app = await testApp(engine);
    const song = await makeSong(app, { audio_url: await stored(app), is_premium: true });
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    const user = await makeUser(app, { subscription_type: "premium", premium_expires_at: inAnHour });
    const token = await makeSession(app, "user", user.id);
    expect((await ask(app, song.id, token)).statusCode).toBe(200);
    const past = new Date(Date.now() - 1000).toISOString();
    await app.db.updateTable("users").set({ premium_expires_at: past }).where("id", "=", user.id).execute();
    const refused = await ask(app, song.id, token);
    expect([refused.statusCode, refused.json()]).toEqual([403, { detail: "Bạn cần có Premium để tải bài hát về máy" }]);
  });
});

onOneEngine((engine) => {
  test("is refused without Premium, for a missing or inactive song, and for a missing file", async () => {
    const app = await testApp(engine);
    const song = await makeSong(app, { audio_url: await stored(app) });
    const hidden = await makeSong(app, { audio_url: await stored(app, 2), is_active: false });
    const lost = await makeSong(app, { audio_url: await stored(app, 3) });
    await app.db.deleteFrom("file_claims").where("owner_id", "=", lost.id).execute();
    await app.db.deleteFrom("files").where("key", "=", lost.audio_url.slice("/uploads/".length)).execute();
    const premium = await userToken(app, { premium: true });
    for (const [id, token, status] of [
      [song.id, undefined, 401],
      [song.id, await adminToken(app), 403],
      [song.id, await userToken(app), 403],
      [hidden.id, premium, 404],
      [lost.id, premium, 404],
      [4242, premium, 404],
      [song.id, premium, 200],
    ] as const) {
      expect((await ask(app, id, token)).statusCode, `${id} ${status}`).toBe(status);
    }
  });

  test("returns the address of a file of another site as it is", async () => {
    const app = await testApp(engine);
    const audio_url = "https://example.com/bai.mp3";
    const song = await makeSong(app, { audio_url });
    expect((await ask(app, song.id, await userToken(app, { premium: true }))).json()).toEqual({ url: audio_url });
  });

  test("makes links that open one file under one name until they expire", async () => {
    const app = await testApp(engine);
    const audio_url = await stored(app);
    const other = await stored(app, 2);
    const song = await makeSong(app, { audio_url, title: "Mưa", artist: "An", is_premium: true });
    await makeSong(app, { audio_url: other, is_premium: true });
    const { url } = (await ask(app, song.id, await userToken(app, { premium: true }))).json();
    expect(new URL(url, "http://x").pathname).toBe(audio_url);
    const query = new URL(url, "http://x").searchParams;
    const changed = (name: string, value: string) => {
      const next = new URLSearchParams(query);
      next.set(name, value);
      return `${audio_url}?${next}`;
    };
    const old = createLinkSigner(Buffer.from("another key"));
    for (const wrong of [
      `${other}?${query}`,
      changed("name", "Khác.mp3"),
      changed("expires", String(Number(query.get("expires")) + 3600)),
      changed("signature", "A".repeat(43)),
      old.signDownload(audio_url, "An - Mưa.wav"),
      url.replace(/name=[^&]*&/, ""),
    ]) {
      expect((await app.send(`GET ${wrong}`)).statusCode, wrong).toBe(403);
    }
    const signer = createLinkSigner(Buffer.from("key"));
    const link = Object.fromEntries(new URL(signer.signDownload("/a", "b", 0), "http://x").searchParams);
    expect(signer.downloadName("/a", link, linkLifeMs - 1)).toBe("b");
    expect(signer.downloadName("/a", link, linkLifeMs + 3_600_000)).toBeUndefined();
    // A link for playing names no file, and one for saving does not play as a role's.
    expect(signer.verify("/a", link, undefined, 0)).toBe(false);
    expect(signer.verify("/a", link, "staff", 0)).toBe(false);
  });

  test("counts downloads by address", async () => {
    const app = await testApp(engine, { RATE_LIMITS: "on" });
    const song = await makeSong(app, { audio_url: await stored(app) });
    const token = await userToken(app, { premium: true });
    for (let n = 0; n < 120; n++) expect((await ask(app, song.id, token)).statusCode).toBe(200);
    const refused = await ask(app, song.id, token);
    expect([refused.statusCode, Number(refused.headers["retry-after"]) > 0]).toEqual([429, true]);
  });
});
