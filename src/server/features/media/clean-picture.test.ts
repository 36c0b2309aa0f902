import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { RequestTalk } from "#contract/request-messages.ts";
import { onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { makeOrder, makeRequest } from "#test/factories.ts";

const formats = { jpeg: "jpg", png: "png", webp: "webp" } as const;
type Format = keyof typeof formats;

const colour = (background: string, width: number) => sharp({ create: { width, height: 40, channels: 3, background } });

/** A photo that lies on its side, red where its top is, with the data that a phone writes. */
async function photo(format: Format): Promise<Buffer> {
  const top = await colour("#cc0000", 30).png().toBuffer();
  return colour("#0000cc", 60)
    .composite([{ input: top, left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .withExif({
      IFD0: { Make: "Apple", Model: "iPhone 15" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "10/1 46/1 37/1" },
    })
    .toFormat(format)
    .toBuffer();
}

function form(field: "picture" | "receipt", content: Buffer): FormData {
  const data = new FormData();
  data.append(field, new File([new Uint8Array(content)], "nhà tôi.jpg"));
  return data;
}

function send(app: TestApp, pageToken: string, picture: Buffer, format: string) {
  const multipart = form("picture", picture);
  multipart.append("client_id", `anh-chup-o-nha-${format}`);
  return app.send(`POST /api/requests/${pageToken}/messages` as never, { multipart });
}

async function expectClean(picture: Buffer, format: Format): Promise<void> {
  const facts = await sharp(picture).metadata();
  expect(facts).toMatchObject({ format, width: 40, height: 60 });
  expect([facts.exif, facts.xmp, facts.iptc, facts.orientation]).toEqual([undefined, undefined, undefined, undefined]);
  expect(picture.toString("latin1")).not.toMatch(/iPhone|10\.7769/);
  const spot = await sharp(picture).extract({ left: 20, top: 5, width: 1, height: 1 }).raw().toBuffer();
  const [red = 0, green = 0, blue = 0] = spot;
  expect(red - Math.max(green, blue), "the top of the photo").toBeGreaterThan(120);
}

onOneEngine((engine) => {
  test.each([
    "jpeg",
    "png",
    "webp",
  ] as const)("a %s of the talk loses place and camera, and stands upright in its size", async (format) => {
    const app = await testApp(engine);
    const { page_token } = await makeRequest(app);
    const picture = Buffer.concat([await photo(format), Buffer.from("the phone's own block: 10.7769")]);
    expect((await sharp(picture).metadata()).exif?.toString("latin1")).toContain("iPhone 15");
    const answer = await send(app, page_token, picture, format);
    expect(answer.statusCode, answer.body).toBe(201);
    const file = answer.json<RequestTalk>().messages[0]?.file ?? expect.fail("no file");
    const { rawPayload } = await app.send(`GET ${file.url}` as never);
    await expectClean(rawPayload, format);
    const row = await app.db.selectFrom("files").select(["key", "size", "sha256"]).executeTakeFirstOrThrow();
    expect(row.key).toMatch(new RegExp(`\\.${formats[format]}$`));
    const sha256 = createHash("sha256").update(rawPayload).digest("hex");
    expect(row).toMatchObject({ size: rawPayload.length, sha256 });
  });

  test("the picture of a claim loses place and camera", async () => {
    const app = await testApp(engine);
    const { page_token } = await makeOrder(app);
    const multipart = form("receipt", await photo("jpeg"));
    const answer = await app.send(`POST /api/orders/${page_token}/claim` as never, { multipart });
    expect(answer.statusCode, answer.body).toBe(200);
    const { key } = await app.db.selectFrom("files").select("key").executeTakeFirstOrThrow();
    await expectClean(await sharp(path.join(app.place.dataDir, "uploads", key)).toBuffer(), "jpeg");
  });

  test("refuses with 422 what is no picture behind its first bytes, and a picture of more than 50 megapixels", async () => {
    const app = await testApp(engine);
    const { page_token } = await makeRequest(app);
    const huge = sharp({ create: { width: 8000, height: 6300, channels: 3, background: "#fff" } });
    const start = (await photo("jpeg")).subarray(0, 40);
    for (const [name, picture] of [
      ["broken", Buffer.concat([start, Buffer.alloc(400, 7)])],
      ["huge", await huge.png({ palette: true }).toBuffer()],
    ] as const) {
      const answer = await send(app, page_token, picture, name);
      expect([answer.statusCode, answer.json().detail], name).toEqual([
        422,
        "Không đọc được ảnh này, bạn thử chọn ảnh khác nhé",
      ]);
    }
    for (const folder of ["tmp", "uploads/attachments"]) {
      expect(readdirSync(path.join(app.place.dataDir, folder)), folder).toEqual([]);
    }
  });
});
