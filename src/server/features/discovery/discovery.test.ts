import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { sharePicture } from "#contract/pictures.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { freshPlace } from "#test/databases.ts";
import { plansOf } from "#test/explain.ts";
import { adminToken, makeCategory, makeSong } from "#test/factories.ts";
import { songRepository } from "../catalogue/songs.repository.ts";
import { createDiscovery } from "./discovery.service.ts";

const site = "http://nghe.example";
const at = { host: "nghe.example" };

/** The addresses in a sitemap or in an index of them. */
async function addresses(app: TestApp, file = "/sitemap.xml"): Promise<string[]> {
  const answer = await app.send(`GET ${file}`, { headers: at });
  expect(answer.statusCode, file).toBe(200);
  return [...answer.body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address ?? "");
}

onOneEngine((engine) => {
  describe("the sitemap", () => {
    test("is compressed where the client accepts it", async () => {
      const app = await testApp(engine);
      await makeSong(app);
      const plain = await app.send("GET /sitemap.xml", { headers: at });
      expect(plain.headers).not.toHaveProperty("content-encoding");
      const small = await app.send("GET /sitemap.xml", { headers: { ...at, "accept-encoding": "br, gzip" } });
      expect(small.headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept-Encoding" });
      expect(gunzipSync(small.rawPayload).toString()).toBe(plain.body);
      const refused = await app.send("GET /sitemap.xml", { headers: { ...at, "accept-encoding": "gzip;q=0" } });
      expect(refused.headers).not.toHaveProperty("content-encoding");
      expect(refused.body).toBe(plain.body);
      const head = await app.send("HEAD /sitemap.xml", { headers: at });
      expect([head.statusCode, head.body]).toEqual([200, ""]);
    });

    test("lists pages escaped, also over several files", async () => {
      const app = await testApp(engine);
      const songs = [1, 2, 3].map((id) => ({ id, updated_at: "2026-01-02T03:04:05.000Z" }));
      const discovery = createDiscovery({
        songs: {
          activeBetween: async (after, upTo, limit) =>
            songs.filter(({ id }) => id > after && id <= upTo).slice(0, limit),
          count: async () => ({ total: songs.length }),
          get: () => Promise.reject(new Error("nobody asks")),
        },
        categories: { listWithSongCount: async () => [] },
        playlists: { listedTokens: async () => [] },
        changes: app.database.changes,
        pages: async () => ["/", "/songs", "/a?b=1&c=<2>"],
        sitemapLimit: 2,
      });
      const read = async (part?: number) => {
        const file = await discovery.sitemap(site, part);
        return (
          file &&
          [
            ...gunzipSync(file.gzip)
              .toString()
              .matchAll(/<loc>(.*?)<\/loc>/g),
          ].map((found) => found[1])
        );
      };
      expect(await read()).toEqual([1, 2, 3, 4].map((part) => `${site}/sitemap-${part}.xml`));
      expect(await read(1)).toEqual([`${site}/`, `${site}/songs`]);
      expect(await read(2)).toEqual([`${site}/a?b=1&amp;c=&lt;2&gt;`]);
      expect(await read(3)).toEqual([`${site}/songs/1`, `${site}/songs/2`]);
      expect(await read(4)).toEqual([`${site}/songs/3`]);
      expect(await read(5)).toBeUndefined();
    });

    test("holds 50,000 addresses in one file at most", async () => {
      const app = await testApp(engine);
      const kindOf = async (total: number) => {
        const discovery = createDiscovery({
          songs: {
            activeBetween: async () => [],
            count: async () => ({ total }),
            get: () => Promise.reject(new Error("nobody asks")),
          },
          categories: { listWithSongCount: async () => [] },
          playlists: { listedTokens: async () => [] },
          changes: app.database.changes,
          pages: async () => ["/"],
        });
        const file = await discovery.sitemap(site);
        return file && /<(urlset|sitemapindex) /.exec(gunzipSync(file.gzip).toString())?.[1];
      };
      expect(await kindOf(49_999)).toBe("urlset");
      expect(await kindOf(50_000)).toBe("sitemapindex");
    });

    test("lists all songs of several batches", async () => {
      const app = await testApp(engine);
      const { id } = await makeSong(app);
      const song = await app.db.selectFrom("songs").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
      const { id: _id, ...values } = song;
      for (let made = 1; made < 2500; made += 100) {
        await app.db
          .insertInto("songs")
          .values(Array.from({ length: Math.min(100, 2500 - made) }, () => values))
          .execute();
      }
      const named = await addresses(app);
      expect(named.filter((address) => address.includes("/songs/"))).toHaveLength(2500);
      expect(new Set(named).size).toBe(named.length);
    });
  });

  test("absolute links have the host of Host alone, and the protocol that a trusted proxy names", async () => {
    const app = await testApp(engine, { TRUST_PROXY: "127.0.0.1" });
    await makeSong(app);
    const headers = { ...at, "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" };
    for (const file of ["/robots.txt", "/sitemap.xml"]) {
      const { body } = await app.send(`GET ${file}`, { headers });
      expect(body, file).toContain("https://nghe.example/");
      expect(body, file).not.toContain("evil");
    }
  });

  describe("robots.txt", () => {
    test("disallows all but public pages and names the sitemap", async () => {
      const app = await testApp(engine, { PUBLIC_URL: "https://nghe.example/" });
      const answer = await app.send("GET /robots.txt", { headers: { host: "evil.example" } });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers["content-type"]).toBe("text/plain; charset=utf-8");
      expect(answer.body).toBe(
        "User-agent: *\nDisallow: /api/\nDisallow: /admin\nDisallow: /staff\n\nSitemap: https://nghe.example/sitemap.xml\n",
      );
    });
  });

  test.each(["/sitemap.xml", "/robots.txt"])("%s is refused with 412 to If-Match with another tag", async (file) => {
    const app = await testApp(engine);
    const answer = await app.send(`GET ${file}`, { headers: { ...at, "if-match": '"other"' } });
    expect(answer.statusCode).toBe(412);
    expect(answer.json()).toEqual({ detail: "Nội dung đã thay đổi so với bản bạn đang có" });
  });

  describe("oEmbed", () => {
    const ask = (app: TestApp, query: Record<string, string>) => app.send("GET /oembed", { query, headers: at });

    test("describes a song's player and its picture", async () => {
      const app = await testApp(engine);
      const song = await makeSong(app, { title: `Mưa "hạ" & <nắng> 'đầu'`, artist: "Hiên Nhà" });
      const answer = await ask(app, { url: `${site}/songs/${song.id}` });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({
        "content-type": "application/json; charset=utf-8",
        "access-control-allow-origin": "*",
        "cache-control": "public, max-age=86400",
      });
      expect(answer.json()).toEqual({
        version: "1.0",
        type: "rich",
        provider_name: "Ngân Nga",
        provider_url: site,
        title: song.title,
        author_name: "Hiên Nhà",
        cache_age: 86400,
        html: `<iframe src="${site}/embed/songs/${song.id}" width="640" height="180" title="Mưa &#34;hạ&#34; &#38; &#60;nắng&#62; &#39;đầu&#39;" style="border:0;border-radius:18px;max-width:100%" loading="lazy" allow="autoplay"></iframe>`,
        width: 640,
        height: 180,
        thumbnail_url: site + sharePicture(song),
        thumbnail_width: 1200,
        thumbnail_height: 630,
      });
    });

    test("keeps to the requested size, names the brand as artist and hides a Premium song's files", async () => {
      const app = await testApp(engine);
      const song = await makeSong(app, { is_premium: true });
      const url = `${site}/songs/${song.id}/?utm_source=x#lyrics`;
      const small = await ask(app, { url, maxwidth: "300", maxheight: "120", format: "json" });
      expect(small.json()).toMatchObject({ width: 300, height: 120, author_name: "Ngân Nga" });
      expect(small.json().html).toContain('width="300" height="120"');
      expect(small.json()).not.toHaveProperty("thumbnail_url");
      expect(small.body).not.toContain("uploads");
      const large = await ask(app, { url, maxwidth: "5000", maxheight: "5000" });
      expect(large.json()).toMatchObject({ width: 640, height: 180, thumbnail_width: 1200 });
    });

    test("refuses anything but active songs of its own origin with 404", async () => {
      const app = await testApp(engine);
      const { id } = await makeSong(app);
      const gone = await makeSong(app, { is_active: false });
      for (const url of [
        `http://khac.example/songs/${id}`,
        `https://nghe.example/songs/${id}`,
        `http://nghe.example:81/songs/${id}`,
        `${site}/songs/${gone.id}`,
        `${site}/songs/999999`,
        `${site}/songs/0${id}`,
        `${site}/songs`,
        `${site}/embed/songs/${id}`,
        `/songs/${id}`,
        "không phải địa chỉ",
      ]) {
        const answer = await ask(app, { url });
        expect(answer.statusCode, url).toBe(404);
        expect(answer.json()).toEqual({ detail: "Không tìm thấy bài hát" });
        expect(answer.headers["access-control-allow-origin"]).toBe("*");
      }
    });

    test("refuses other formats with 501 and wrong parameters with 422", async () => {
      const app = await testApp(engine);
      const url = `${site}/songs/${(await makeSong(app)).id}`;
      const xml = await ask(app, { url, format: "xml" });
      expect(xml.statusCode).toBe(501);
      expect(xml.json()).toEqual({ detail: "Máy chủ chưa hỗ trợ định dạng này" });
      expect((await ask(app, {})).json()).toEqual({
        detail: "Thiếu địa chỉ của bài hát",
        errors: [{ field: "url", message: "Thiếu địa chỉ của bài hát" }],
      });
      for (const [field, value] of [
        ["maxwidth", "0"],
        ["maxwidth", "-1"],
        ["maxheight", "abc"],
        ["maxheight", "1.5"],
        ["url", "x".repeat(2001)],
      ] as const) {
        const refused = await ask(app, { url, [field]: value });
        expect(refused.statusCode, `${field}=${value}`).toBe(422);
        expect(refused.json().errors, field).toMatchObject([{ field }]);
      }
      expect((await app.send(`GET /oembed?url=${url}&url=${url}`)).statusCode).toBe(422);
    });
  });
});

onBothEngines((engine) => {
  describe("the sitemap", () => {
    test("lists public pages with their last change", async () => {
      const app = await testApp(engine);
      const shown = await makeCategory(app);
      const empty = await makeCategory(app);
      const off = await makeCategory(app, { is_active: false });
      const song = await makeSong(app, { categories: [shown.id, off.id], updated_at: "2026-05-06T07:08:09.123Z" });
      await makeSong(app, { categories: [empty.id], is_active: false });
      const premium = await makeSong(app, { categories: [shown.id], is_premium: true });

      const answer = await app.send("GET /sitemap.xml", { headers: at });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers["content-type"]).toBe("application/xml; charset=utf-8");
      expect(answer.body).toBe(
        [
          '<?xml version="1.0" encoding="UTF-8"?>',
          '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
          `<url><loc>${site}/songs?category=${shown.id}</loc></url>`,
          `<url><loc>${site}/songs/${song.id}</loc><lastmod>2026-05-06T07:08:09.123Z</lastmod></url>`,
          `<url><loc>${site}/songs/${premium.id}</loc><lastmod>${premium.updated_at}</lastmod></url>`,
          "</urlset>",
          "",
        ].join("\n"),
      );
      expect((await app.send("GET /sitemap-1.xml")).statusCode).toBe(404);
    });

    test("is cached for each origin until the catalogue changes", async () => {
      const app = await testApp(engine);
      const category = await makeCategory(app);
      const token = await adminToken(app);
      const json = { title: "Mưa", audio_url: "https://files.example/mua.mp3", category_ids: [category.id] };
      const { id } = (await app.send("POST /api/songs", { token, json })).json();
      const first = await app.send("GET /sitemap.xml", { headers: at });
      expect(first.headers["cache-control"]).toBe("no-cache");
      expect(first.body).toContain(`${site}/songs/${id}<`);
      const seen = { ...at, "if-none-match": String(first.headers.etag) };
      const again = await app.send("GET /sitemap.xml", { headers: seen });
      expect([again.statusCode, again.body]).toEqual([304, ""]);
      const zipped = await app.send("GET /sitemap.xml", { headers: { ...at, "accept-encoding": "gzip" } });
      expect(zipped.headers.etag).toBe(String(first.headers.etag).replace(/"$/, '-gzip"'));
      expect((await app.send("GET /sitemap.xml", { headers: { host: "khac.example" } })).body).not.toContain(site);

      await app.send(`PUT /api/songs/${id}`, { token, json: { is_active: false } });
      const changed = await app.send("GET /sitemap.xml", { headers: seen });
      expect(changed.statusCode).toBe(200);
      expect(changed.body).not.toContain("/songs/");
    });

    test("becomes an index of files past its limit, each address in one of them", async () => {
      const app = await testApp(engine, {}, { sitemapLimit: 4 });
      const categories = [await makeCategory(app), await makeCategory(app)];
      const ids: number[] = [];
      for (let i = 0; i < 15; i++) {
        const hidden = i === 3 || (i >= 8 && i < 12);
        const { id } = await makeSong(app, { is_active: !hidden, categories: categories.map((each) => each.id) });
        if (!hidden) ids.push(id);
      }
      const files = await addresses(app);
      expect((await app.send("GET /sitemap.xml")).body).toContain("<sitemapindex xmlns=");
      const named: string[] = [];
      for (const file of files) {
        const inside = await addresses(app, file.replace(site, ""));
        expect(inside.length, file).toBeGreaterThan(0);
        expect(inside.length, file).toBeLessThanOrEqual(4);
        named.push(...inside);
      }
      expect(named.toSorted()).toEqual(
        [
          ...categories.map(({ id }) => `${site}/songs?category=${id}`),
          ...ids.map((id) => `${site}/songs/${id}`),
        ].toSorted(),
      );
      for (const other of ["0", "00", "1x", "999", "99999999999"]) {
        expect((await app.send(`GET /sitemap-${other}.xml`)).statusCode, other).toBe(404);
      }
      expect(files).not.toContain(`${site}/sitemap-4.xml`);
      expect((await app.send("GET /sitemap-4.xml")).statusCode).toBe(404);
    });

    test("reads songs in batches by an index", async () => {
      const app = await testApp(engine, {}, { place: await freshPlace(engine, { reusable: false }) });
      for (let i = 0; i < 20; i++) await makeSong(app, { is_active: i % 2 === 0 });
      const plans = await plansOf(app, ({ db, dialect }) => songRepository(db, dialect).activeBetween(3, 1000, 5));
      expect(plans).toHaveLength(1);
      expect(plans[0]).toMatch(
        engine === "sqlite" ? /SEARCH songs USING COVERING INDEX songs_active/ : /Index Scan using songs_(active|pkey)/,
      );
      expect(plans[0]).not.toMatch(/TEMP B-TREE|Sort|Seq Scan/);
    });
  });
});
