import { existsSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { crc32, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { describe, expect, test } from "vitest";
import { pictureFormats, pictureSet, pictureSizes, type SharedSong, sharePicture } from "#contract/pictures.ts";
import { onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { adminToken, makeSong } from "#test/factories.ts";

const halves = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><path fill="#c00" d="M0 0h600v800H0z"/><path fill="#00c" d="M600 0h600v800H600z"/></svg>',
);
const photo = () => sharp(halves);

/** Stores an image as an upload does. Returns its name. */
async function stored(app: TestApp, image: Sharp | Buffer): Promise<string> {
  const bytes = Buffer.isBuffer(image) ? image : await image.toBuffer();
  async function* once() {
    yield bytes;
  }
  return path.basename((await app.files.save(once(), "image")).url);
}

function made(app: TestApp, kind: "pictures" | "share"): string[] {
  const dir = path.join(app.place.dataDir, "cache", kind);
  return existsSync(dir) ? readdirSync(dir) : [];
}

/** A PNG of one bit a pixel, made without holding its pixels. */
function blackPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const pixels = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height));
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}

/** The colour of a spot of a picture. @param x share of the width. @param y share of the height. */
async function colourAt(picture: Buffer, x: number, y: number): Promise<"red" | "blue" | "green" | "other"> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3);
  if (r > 150 && g < 90 && b < 90) return "red";
  if (b > 150 && r < 90 && g < 90) return "blue";
  if (g > 100 && r < 90 && b < 90) return "green";
  return "other";
}

/** Returns the number of bright pixels in the text area of a share picture. */
async function ink(jpeg: Buffer): Promise<number> {
  const { data } = await sharp(jpeg)
    .extract({ left: 620, top: 160, width: 516, height: 300 })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return data.filter((value) => value > 150).length;
}

const share = (app: TestApp, song: SharedSong) => app.send(`GET ${sharePicture(song)}`);

describe("pictures of stored images", () => {
  test.each(pictureFormats)("answers %s in every size, square from the middle", async (format) => {
    const app = await testApp("sqlite");
    const name = await stored(app, photo().jpeg());
    for (const size of pictureSizes) {
      const answer = await app.send(`GET /pictures/${size}/${name}.${format}`);
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.headers).toMatchObject({
        "content-type": `image/${format}`,
        "cache-control": "public, max-age=31536000, immutable",
        "content-length": String(answer.rawPayload.length),
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "same-origin",
      });
      const edge = Math.min(size, 800);
      const found = await sharp(answer.rawPayload).metadata();
      expect(found).toMatchObject({ width: edge, height: edge, format: format === "avif" ? "heif" : "webp" });
      expect(await colourAt(answer.rawPayload, 0.2, 0.5)).toBe("red");
      expect(await colourAt(answer.rawPayload, 0.8, 0.5)).toBe("blue");
    }
    expect(made(app, "pictures")).toHaveLength(pictureSizes.length);
  });

  test("answers every address that pages write", async () => {
    const app = await testApp("sqlite");
    const name = await stored(app, photo().png());
    for (const format of pictureFormats) {
      for (const candidate of pictureSet(`/uploads/images/${name}`, format)?.split(", ") ?? []) {
        expect((await app.send(`HEAD ${candidate.split(" ")[0]}`)).statusCode).toBe(200);
      }
    }
  });

  test("turns images upright, drops their metadata, never enlarges and keeps transparency", async () => {
    const app = await testApp("sqlite");
    const turned = await stored(
      app,
      photo()
        .jpeg()
        .withExif({ IFD0: { Copyright: "a secret place" } })
        .withMetadata({ orientation: 6 }),
    );
    const upright = (await app.send(`GET /pictures/320/${turned}.webp`)).rawPayload;
    expect(await colourAt(upright, 0.5, 0.2)).toBe("red");
    expect(await colourAt(upright, 0.5, 0.8)).toBe("blue");
    const found = await sharp(upright).metadata();
    expect(found.exif).toBeUndefined();
    expect(found.orientation).toBeUndefined();

    const small = await stored(app, photo().resize(50, 30).webp());
    const unscaled = await app.send(`GET /pictures/320/${small}.avif`);
    expect(await sharp(unscaled.rawPayload).metadata()).toMatchObject({ width: 30, height: 30 });

    const clear = await stored(
      app,
      sharp({ create: { width: 20, height: 20, channels: 4, background: "#0000" } }).png(),
    );
    for (const format of pictureFormats) {
      const answer = await app.send(`GET /pictures/96/${clear}.${format}`);
      expect((await sharp(answer.rawPayload).stats()).isOpaque, format).toBe(false);
    }
  });

  test("answers 304 to a matching ETag, 412 to If-Match with another, and HEAD without a body", async () => {
    const app = await testApp("sqlite");
    const address = `/pictures/192/${await stored(app, photo().jpeg())}.webp`;
    const first = await app.send(`GET ${address}`);
    const { etag } = first.headers;
    const again = await app.send(`GET ${address}`, { headers: { "if-none-match": String(etag) } });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe("");
    expect(again.headers).toMatchObject({ etag, "cache-control": "public, max-age=31536000, immutable" });
    const other = await app.send(`GET ${address}`, { headers: { "if-match": '"other"' } });
    expect(other.statusCode).toBe(412);
    expect((await app.send(`GET ${address}`, { headers: { "if-match": String(etag) } })).statusCode).toBe(200);
    const head = await app.send(`HEAD ${address}`);
    expect(head.body).toBe("");
    expect(head.headers).toMatchObject({ etag, "content-length": String(first.rawPayload.length) });
  });

  test("makes a picture once for twenty requests at the same time", async () => {
    const app = await testApp("sqlite");
    const name = await stored(app, photo().jpeg());
    const answers = await Promise.all(Array.from({ length: 20 }, () => app.send(`GET /pictures/640/${name}.avif`)));
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.headers.etag)).size).toBe(1);
    expect(made(app, "pictures")).toEqual([`640-${name}.avif`]);
  });

  test.each([
    "/pictures/400/NAME.avif",
    "/pictures/0320/NAME.avif",
    "/pictures/96.0/NAME.avif",
    "/pictures/96/NAME.jpg",
    "/pictures/96/NAME.svg",
    "/pictures/96/NAME",
    "/pictures/96/..%2Fimages%2FNAME.avif",
    "/pictures/96/../../uploads/images/NAME.avif",
    "/pictures/96/%2e%2e%2f%2e%2e%2fsecret.key.avif",
    "/pictures/96/NAME.avif%00",
    `/pictures/96/${"0".repeat(32)}.jpg.avif`,
    "/pictures/96/",
    "/pictures/96",
    "/pictures",
  ])("answers %s with 404", async (address) => {
    const app = await testApp("sqlite");
    const name = await stored(app, photo().jpeg());
    const answer = await app.send(`GET ${address.replace("NAME", name)}`);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(made(app, "pictures")).toEqual([]);
  });

  test("answers broken, cut and huge images with 404, every time", async () => {
    const app = await testApp("sqlite");
    const whole = await photo().png().toBuffer();
    const signature = whole.subarray(0, 40);
    const cut = (await photo().jpeg().toBuffer()).subarray(0, 3000);
    // More than 50 million pixels in some kilobytes, all of them there.
    const bomb = blackPng(7500, 7500);
    expect(await sharp(bomb).stats()).toMatchObject({ channels: [{ max: 0 }] });
    for (const bytes of [signature, cut, bomb]) {
      const name = await stored(app, bytes);
      for (const format of [...pictureFormats, "webp"]) {
        expect((await app.send(`GET /pictures/96/${name}.${format}`)).statusCode).toBe(404);
      }
      const song = await makeSong(app, { thumbnail_url: `/uploads/images/${name}` });
      expect((await share(app, song)).statusCode).toBe(200);
    }
    expect(made(app, "pictures")).toEqual([]);
  });

  test("answers although the cache folder can't be written", async () => {
    const app = await testApp("sqlite");
    writeFileSync(path.join(app.place.dataDir, "cache"), "in the way");
    const name = await stored(app, photo().jpeg());
    expect((await app.send(`GET /pictures/96/${name}.webp`)).statusCode).toBe(200);
    expect((await app.send("GET /share.jpg")).statusCode).toBe(200);
  });
});

onOneEngine((engine) => {
  test("a removed image gets 404 in all its sizes", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const name = await stored(app, photo().jpeg());
    const song = await makeSong(app, { thumbnail_url: `/uploads/images/${name}` });
    const address = `/pictures/96/${name}.webp`;
    expect((await app.send(`GET ${address}`)).statusCode).toBe(200);
    await app.send(`PUT /api/songs/${song.id}`, { token, json: { thumbnail_url: null } });
    await app.outbox.flush();
    const answer = await app.send(`GET ${address}`);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  describe("the picture of a song's link", () => {
    test("is a JPEG of 1200 × 630 with title and artist", async () => {
      const app = await testApp(engine);
      const song = await makeSong(app, { title: "Ẫm ờ giữa đêm hội ngộ", artist: "Đặng Thị Ngọc" });
      const answer = await share(app, song);
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.headers).toMatchObject({
        "content-type": "image/jpeg",
        "cache-control": "public, max-age=86400",
        "cross-origin-resource-policy": "cross-origin",
      });
      expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
      expect(answer.rawPayload.length).toBeLessThan(200_000);

      const wordless = await makeSong(app, { title: "🎵 字", artist: "字" });
      expect(await ink((await share(app, wordless)).rawPayload)).toBe(0);
      expect(await ink(answer.rawPayload)).toBeGreaterThan(5000);
      const unmarked = await makeSong(app, { title: "Am o giua dem hoi ngo", artist: "Dang Thi Ngoc" });
      expect(await ink((await share(app, unmarked)).rawPayload)).toBeLessThan(await ink(answer.rawPayload));
    });

    test("changes with title, artist, image or Premium alone", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const song = await makeSong(app, { title: "Mưa hạ", artist: "Lan" });
      const name = await stored(app, photo().jpeg());
      const tag = async () => (await app.send(`GET /share/songs/${song.id}.jpg`)).headers.etag;
      const seen = [await tag()];
      for (const json of [
        { title: "Mưa hạ xa" },
        { artist: null },
        { thumbnail_url: `/uploads/images/${name}` },
        { is_premium: true },
      ]) {
        const changed = await app.send(`PUT /api/songs/${song.id}`, { token, json });
        expect(changed.statusCode, changed.body).toBe(200);
        seen.push(await tag());
      }
      expect(new Set(seen).size).toBe(5);
      expect(made(app, "share")).toHaveLength(5);

      await app.send(`PUT /api/songs/${song.id}`, { token, json: { description: "Khác", lyrics: "Khác" } });
      expect(await tag()).toBe(seen.at(-1));
      const fresh = await app.send(`GET /share/songs/${song.id}.jpg`, {
        headers: { "if-none-match": `${seen.at(-1)}` },
      });
      expect(fresh.statusCode).toBe(304);
      expect(fresh.body).toBe("");
    });

    test("shows the song's own image, and the drawn cover for one elsewhere", async () => {
      const app = await testApp(engine);
      const green = sharp({ create: { width: 300, height: 500, channels: 3, background: "#080" } });
      const name = await stored(app, green.png());
      const own = await makeSong(app, { thumbnail_url: `/uploads/images/${name}` });
      const picture = (await share(app, own)).rawPayload;
      for (const [x, y] of [
        [0.07, 0.3],
        [0.25, 0.5],
        [0.4, 0.8],
      ] as const) {
        expect(await colourAt(picture, x, y)).toBe("green");
      }
      const elsewhere = await makeSong(app, { thumbnail_url: "http://127.0.0.1:1/a.jpg" });
      const drawn = await share(app, elsewhere);
      expect(drawn.statusCode).toBe(200);
      expect(await colourAt(drawn.rawPayload, 0.25, 0.5)).not.toBe("green");
    });

    test("is answered and not cached when the image can't be read", async () => {
      const app = await testApp(engine);
      const name = await stored(app, await photo().jpeg().toBuffer());
      const song = await makeSong(app, { thumbnail_url: `/uploads/images/${name}` });
      const file = app.store.pathOf(`images/${name}`);
      writeFileSync(file, "no image at all");
      expect((await share(app, song)).statusCode).toBe(200);
      expect(made(app, "share")).toEqual([]);
    });

    test("is answered for active songs only", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const song = await makeSong(app);
      const address = `/share/songs/${song.id}.jpg`;
      expect((await app.send(`GET ${address}`)).statusCode).toBe(200);
      await app.send(`PUT /api/songs/${song.id}`, { token, json: { is_active: false } });
      expect((await app.send(`GET ${address}`)).statusCode).toBe(404);
      expect((await app.send(`GET ${address}`, { token })).statusCode).toBe(404);
      await app.send(`DELETE /api/songs/${song.id}`, { token });
      expect((await app.send(`GET ${address}`)).statusCode).toBe(404);
    });

    test.each([
      "0.jpg",
      "-1.jpg",
      "1.png",
      "1",
      "1.jpg.jpg",
      "a.jpg",
      "9007199254740991.jpg",
      "99999999999999999.jpg",
      "1%00.jpg",
    ])("answers %s with 404", async (name) => {
      const app = await testApp(engine);
      await makeSong(app);
      const answer = await app.send(`GET /share/songs/${name}`);
      expect(answer.statusCode).toBe(404);
      expect(answer.headers["cache-control"]).toBe("no-store");
    });
  });

  test("GET /share.jpg answers a JPEG of 1200 × 630 with an ETag", async () => {
    const app = await testApp(engine);
    const answer = await app.send("GET /share.jpg");
    expect(answer.headers).toMatchObject({ "content-type": "image/jpeg", "cache-control": "public, max-age=86400" });
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
    expect(answer.rawPayload.length).toBeLessThan(200_000);
    const etag = String(answer.headers.etag);
    expect((await app.send("GET /share.jpg", { headers: { "if-none-match": etag } })).statusCode).toBe(304);
  });
});
