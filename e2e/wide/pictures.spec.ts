/** Songs with an uploaded image: the requested size and the fallback. */
import type { Locator } from "@playwright/test";
import sharp from "sharp";
import { card, expect, open, test } from "../support/test.ts";

test.use({ catalogue: "own:pictures" });

const photo = (background: string) =>
  sharp({ create: { width: 1500, height: 1000, channels: 3, background } })
    .jpeg()
    .toBuffer();

const imageState = (image: Locator) =>
  image.evaluate((element: HTMLImageElement) => ({
    source: new URL(element.currentSrc, location.href).pathname,
    width: element.naturalWidth,
    loading: element.loading,
  }));

test("a card loads a small picture, the song's page a large one eagerly", async ({ page, site }) => {
  const { id: category } = await site.addCategory({ name: "Ảnh" });
  const audio_url = await site.uploadAudio("quan-vang-nua-dem.mp3");
  const thumbnail_url = await site.uploadImage(await photo("#2c6243"));
  const name = thumbnail_url.split("/").at(-1);
  const song = await site.addSong({ title: "Có ảnh", category_ids: [category], audio_url, thumbnail_url });

  const requested: string[] = [];
  page.on("request", (each) => {
    const { pathname } = new URL(each.url());
    if (/^\/(pictures|uploads\/images)\//.test(pathname)) requested.push(pathname);
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "/songs");
  const small = card(page, "Có ảnh").locator("img");
  await expect.poll(() => imageState(small)).toMatchObject({ source: `/pictures/96/${name}.avif`, loading: "lazy" });
  const box = await small.boundingBox();
  expect(box?.width).toBe(box?.height);

  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, `/songs/${song.id}`);
  const large = page.getByRole("main").locator("img").first();
  await expect.poll(() => imageState(large)).toMatchObject({ source: `/pictures/320/${name}.avif`, loading: "eager" });
  expect((await large.boundingBox())?.width).toBeGreaterThan(200);
  expect([...new Set(requested)]).toEqual([`/pictures/96/${name}.avif`, `/pictures/320/${name}.avif`]);
});

test("a picture that fails to load is replaced by the drawn cover", async ({ page, site, expectErrors }) => {
  expectErrors(/404/);
  const { id: category } = await site.addCategory({ name: "Ảnh hỏng" });
  const audio_url = await site.uploadAudio("quan-vang-nua-dem.mp3");
  const broken = (await photo("#b02d18")).subarray(0, 700);
  const thumbnail_url = await site.uploadImage(broken);
  await site.addSong({ title: "Ảnh hỏng", category_ids: [category], audio_url, thumbnail_url });
  await open(page, "/songs");
  await expect(card(page, "Ảnh hỏng").locator(".cover svg")).toBeVisible();
});

test("the share picture exists", async ({ page, site, request }) => {
  const { id: category } = await site.addCategory({ name: "Chia sẻ" });
  const audio_url = await site.uploadAudio("quan-vang-nua-dem.mp3");
  const song = await site.addSong({ title: "Gửi người ở lại", category_ids: [category], audio_url });
  for (const address of [`/songs/${song.id}`, "/login"]) {
    await open(page, address);
    const image = await page.locator('meta[property="og:image"]').getAttribute("content");
    const answer = await request.get(image ?? "");
    expect(answer.headers()["content-type"]).toBe("image/jpeg");
    expect(await sharp(await answer.body()).metadata()).toMatchObject({ width: 1200, height: 630 });
  }
});
