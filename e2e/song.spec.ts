import type { Page } from "@playwright/test";
import type { Song } from "../src/contract/catalogue.ts";
import { card, expect, open, openAs, test } from "./support/test.ts";

const title = "Buổi sáng ở hẻm nhỏ";
const position = (page: Page) => page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0);
const wave = (page: Page) => page.getByRole("slider", { name: "Vị trí phát" });
const player = (page: Page) => page.getByRole("region", { name: "Trình phát", exact: true });

test("shows at most three related songs of the first genre, without the song itself", async ({ page, site }) => {
  const song = await site.songNamed("Tết gõ cửa");
  expect(song.categories.map(({ name }) => name)).toEqual(["Indie Acoustic", "Dân ca"]);
  await open(page, `/songs/${song.id}`);
  const related = page
    .locator("aside")
    .filter({ has: page.getByRole("heading", { name: "Bài hát liên quan" }) })
    .getByRole("link");
  await expect(related).toHaveText([
    /Buổi sáng ở hẻm nhỏ\s*Hiên Nhà/,
    /Chạy qua cơn mưa\s*Ngã Tư Gió/,
    /Phố biển tháng Sáu\s*Muối Trắng/,
  ]);
  await related.first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(page).toHaveTitle(`${title} · Ngân Nga`);
});

test("a press on the wave plays from there, and leaving the page stops the song", async ({ page, site }) => {
  const { id } = await site.songNamed(title);
  await open(page, `/songs/${id}`);
  await expect(wave(page)).toBeEnabled();
  await wave(page).click();
  await expect(wave(page)).toHaveAttribute("aria-valuetext", /^2[123] giây trên 4[45] giây$/);
  await player(page)
    .getByRole("button", { name: `Phát: ${title}` })
    .click();
  await expect(player(page).getByRole("button", { name: `Tạm dừng: ${title}` })).toBeVisible();
  await expect.poll(() => position(page), { message: "it sounds from there" }).toBeGreaterThan(21.3);
  await page.getByRole("main").getByRole("link", { name: "Indie Acoustic" }).click();
  await expect(page.getByLabel("Thể loại").locator("option:checked")).toHaveText("Indie Acoustic");
  await expect(card(page, title)).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.querySelector("audio")?.paused ?? true)).toBe(true);
});

test("an address of no song is a 404 page with a link to the library", async ({ site }) => {
  for (const id of ["0", "abc", "1e3"]) {
    const response = await fetch(`${site.origin}/songs/${id}`);
    expect(response.status, `status of /songs/${id}`).toBe(404);
    const html = await response.text();
    expect(html).toMatch(/<h1[^>]*>Không tìm thấy bài hát<\/h1>/);
    expect(html.split("<main")[1]).toContain('href="/songs"');
  }
});

test("a user likes a song and removes the like", async ({ page, site }) => {
  const user = await site.makeUser();
  const { id, likes_count } = await site.songNamed("Ghé về bến cũ");
  await openAs(page, user, `/songs/${id}`);
  const like = page.getByRole("button", { name: /^Thích/ });
  const liked = page.getByRole("button", { name: /^Đã thích/ });
  await like.click();
  await expect(liked).toHaveText(`Đã thích · ${likes_count + 1}`);
  await expect(liked).toHaveAttribute("aria-pressed", "true");
  await page.reload();
  await expect(liked).toHaveText(`Đã thích · ${likes_count + 1}`);
  await liked.click();
  await expect(like).toHaveText(likes_count > 0 ? `Thích · ${likes_count}` : "Thích");
});

test("a phone shares a song by its own sheet, from the menu in the first view", async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 664 });
  await page.addInitScript(() => {
    Object.assign(navigator, {
      share: (data: ShareData) => {
        document.documentElement.dataset.shared = JSON.stringify(data);
        return Promise.resolve();
      },
    });
  });
  const { id } = await site.songNamed(title);
  await open(page, `/songs/${id}`);
  await expect(player(page).getByRole("button", { name: `Phát: ${title}` })).toBeInViewport({ ratio: 1 });
  const menu = page.getByLabel("Thêm với bài này");
  await expect(menu).toBeInViewport();
  await menu.click();
  await page.getByRole("button", { name: "Chia sẻ qua ứng dụng khác…" }).click();
  const shared = async () => JSON.parse((await page.locator("html").getAttribute("data-shared")) ?? "null");
  await expect.poll(shared).toEqual({
    title,
    text: `Nghe bài hát "${title}" trên Ngân Nga`,
    url: `${site.origin}/songs/${id}`,
  });
});

test("the Pinyin of a Chinese song uses the site's font, one file per weight", async ({ page, site }) => {
  const files: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "font") files.push(request.url());
  });
  const { id } = await site.songNamed("你好，朋友 (Nǐ hǎo, péngyou)");
  await open(page, `/songs/${id}`);
  await page.evaluate(async () => {
    await document.fonts.ready;
    const line = document.createElement("p");
    line.id = "reading";
    line.textContent = "Nǐ hǎo, xīn péngyou; hajimeyō; lǜ; Łódź";
    document.querySelector("#main")?.append(line);
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("DOM.enable");
  await devtools.send("CSS.enable");
  const { root } = await devtools.send("DOM.getDocument");
  const { nodeId } = await devtools.send("DOM.querySelector", { nodeId: root.nodeId, selector: "#reading" });
  const { fonts } = await devtools.send("CSS.getPlatformFontsForNode", { nodeId });
  expect(fonts.map(({ familyName, isCustomFont }) => [familyName, isCustomFont])).toEqual([["Be Vietnam Pro", true]]);
  const weights = files.flatMap((file) => /be-vietnam-pro-.*?(\d00)/.exec(file)?.[1] ?? []);
  expect(new Set(weights).size).toBe(weights.length);
});
