import type { Page } from "@playwright/test";
import type { Song } from "../src/contract/catalogue.ts";
import type { PayableOrder } from "../src/contract/orders.ts";
import { uniqueName } from "./support/site.ts";
import { card, expect, open, openAs, test } from "./support/test.ts";

const title = "Gửi người ở lại";
const firstLine = "Em đi khi phố chưa lên đèn";
const dialog = (page: Page) => page.getByRole("dialog", { name: title });
const upgrade = (page: Page) => dialog(page).getByRole("link", { name: "Nâng cấp Premium" });
const player = (page: Page) => page.getByRole("region", { name: "Trình phát", exact: true });
const locked = (page: Page) => page.getByRole("button", { name: `Bài Premium, mở khóa: ${title}` });

async function expectNoSound(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.querySelector("audio")?.paused ?? true)).toBe(true);
  await expect(page.getByText("Đang phát...")).toHaveCount(0);
}

test("a visitor's play opens the premium dialog with the song's title", async ({ page }) => {
  await open(page, "/songs?q=gui%20nguoi");
  await expect(card(page, title)).toContainText("Đăng nhập và nâng cấp Premium để nghe và xem lời.");
  await expect(card(page, title)).not.toContainText(firstLine);
  await locked(page).click();
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page).getByRole("heading", { name: "Nội dung Premium" })).toBeVisible();
  await expect(dialog(page)).toContainText("đăng nhập và nâng cấp");
  await expect(upgrade(page)).toHaveAttribute("href", "/premium");
  await expectNoSound(page);
  await dialog(page).getByRole("link", { name: "Đăng nhập" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("whoever registers from the dialog is back at the song, and an order leads there too", async ({ page, site }) => {
  const { id } = await site.songNamed(title);
  await open(page, "/songs?q=gui%20nguoi");
  await locked(page).click();
  await expect(dialog(page).getByText(/^Từ 49.000 ₫ cho 1 tháng/)).toBeVisible();
  await dialog(page).getByRole("link", { name: "Đăng nhập" }).click();
  await page.getByRole("main").getByRole("link", { name: "Đăng ký" }).click();
  const username = uniqueName("nghe");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Đăng ký");
  await page.getByLabel("Tên đăng nhập", { exact: true }).fill(username);
  await page.getByLabel("Email", { exact: true }).fill(`${username}@example.com`);
  await page.getByLabel("Mật khẩu", { exact: true }).fill("mat-khau-1");
  await page.getByLabel("Xác nhận mật khẩu", { exact: true }).fill("mat-khau-1");
  await page.getByRole("button", { name: "Đăng ký", exact: true }).click();
  await expect(page).toHaveURL(`/songs/${id}`);
  await expect(page.getByText("Chào mừng bạn đến với Ngân Nga.")).toBeVisible();

  await locked(page).click();
  await upgrade(page).click();
  await page.getByRole("button", { name: "Chọn gói này: 1 tháng" }).click();
  const order = page.getByRole("dialog", { name: "Đặt mua gói 1 tháng" });
  await order.getByLabel("Họ và tên").fill("Trần Thu Hà");
  await order.getByLabel("Số điện thoại").fill("0901 234 567");
  await order.getByRole("button", { name: "Đặt mua" }).click();
  await page.getByRole("dialog", { name: "Thanh toán gói 1 tháng" }).getByRole("link", { name: "Theo dõi" }).click();
  await expect(page).toHaveURL(/\/orders\/[\w-]{22}$/);
  const token = new URL(page.url()).pathname.split("/").at(-1);
  const made = await site.api<PayableOrder>(`GET /api/orders/${token}`);
  const json = { payment_status: "paid", status: "confirmed" };
  await site.api(`PUT /api/premium-orders/${made.id}`, { token: await site.asAdmin(), json });
  await page.getByRole("link", { name: `Nghe ngay: ${title}` }).click();
  await expect(page).toHaveURL(`/songs/${id}`);
  await expect(page.getByText(firstLine)).toBeVisible();
});

test("no page contains a premium song's lyrics or audio for a visitor", async ({ page, site }) => {
  const song = await site.songNamed(title);
  expect(song).toMatchObject({ is_premium: true, audio_url: null, lyrics: null });
  const all = await site.api<Song[]>("GET /api/songs?limit=100", { token: await site.asAdmin() });
  const lines = all.flatMap(({ is_premium, lyrics }) => (is_premium && lyrics?.split("\n")[0]) || []);
  expect(lines).toContain(firstLine);
  for (const address of ["/", "/songs", "/educational"]) {
    const sent = await (await fetch(`${site.origin}${address}`)).text();
    for (const line of lines) expect(sent, address).not.toContain(line);
  }
  const response = await page.goto(`/songs/${song.id}`);
  const html = (await response?.text()) ?? "";
  expect(html).toContain(title);
  expect(html).not.toContain(firstLine);
  expect(html).not.toMatch(/\.mp3/);
  await open(page, `/songs/${song.id}`);
  await expect(page.getByText("Premium", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("slider", { name: "Vị trí phát" })).toBeDisabled();
  await player(page).getByRole("button").click();
  await expect(dialog(page)).toBeVisible();
  await expectNoSound(page);
});

test("a user without Premium has the same access and is offered the upgrade only", async ({ page, site }) => {
  const { id } = await site.songNamed(title);
  await openAs(page, await site.makeUser(), `/songs/${id}`);
  await expect(page.getByRole("button", { name: /hích/ })).toBeVisible();
  await locked(page).click();
  await expect(dialog(page)).toContainText("Bạn nâng cấp để nghe trọn bài");
  await expect(dialog(page).getByRole("link", { name: "Đăng nhập" })).toHaveCount(0);
  await expectNoSound(page);
  await upgrade(page).click();
  await expect(page).toHaveURL(/\/premium$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a premium user plays through a signed link until logging out", async ({ page, site }) => {
  const user = await site.makeUser({ premium: true });
  const { id } = await site.songNamed(title);
  const { audio_url } = await site.api<{ audio_url: string }>(`GET /api/songs/${id}`, { token: user.token });
  expect(audio_url).toMatch(/^\/uploads\/\S+\?expires=\d+&signature=[\w-]+$/);
  expect((await fetch(new URL(audio_url, site.origin))).status, "with its signature").toBe(200);
  expect([401, 403, 404]).toContain((await fetch(new URL(audio_url.split("?")[0] ?? "", site.origin))).status);

  // The page requests the file as soon as it may be played, and playing need not request it again.
  const media = page.waitForRequest(/\/uploads\/[^?]+\?.*signature=/);
  await openAs(page, user, `/songs/${id}`);
  await expect(page.getByText(firstLine)).toBeVisible();
  await player(page)
    .getByRole("button", { name: `Phát: ${title}` })
    .click();
  await media;
  await expect
    .poll(() => page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0), { message: "it sounds" })
    .toBeGreaterThan(0.3);

  await page.locator("summary", { hasText: user.full_name }).click();
  await page.getByRole("button", { name: "Đăng xuất" }).click();
  await expect(locked(page)).toBeVisible();
  await expect(page.getByText(firstLine)).toHaveCount(0);
  await expectNoSound(page);
});

test("an expired link is renewed once, and the song plays on", async ({ page, site, expectErrors }) => {
  expectErrors(/403/);
  const { id } = await site.songNamed(title);
  await openAs(page, await site.makeUser({ premium: true }), "/songs?q=gui%20nguoi");
  // The server's page has neither lyrics nor the file's link, which the first play would fetch.
  await expect(card(page, title).getByRole("button", { name: /^Thêm: / })).toBeVisible();
  let refused = 0;
  await page.route("**/uploads/**", (route) => {
    refused += 1;
    return refused === 1 ? route.fulfill({ status: 403 }) : route.fallback();
  });
  const again = page.waitForRequest((request) => request.url().endsWith(`/api/songs/${id}`));
  await card(page, title)
    .getByRole("button", { name: `Phát: ${title}` })
    .click();
  await again;
  await expect
    .poll(() => page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0), { message: "it sounds" })
    .toBeGreaterThan(0.3);
  await expect(card(page, title)).toContainText("Đang phát...");
});
