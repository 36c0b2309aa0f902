import type { Page } from "@playwright/test";
import { expect, open, openAs, test } from "./support/test.ts";

test.use({ catalogue: "own:info-pages" });

const infoPages = [
  { path: "/help", label: "Trung tâm trợ giúp" },
  { path: "/contact", label: "Liên hệ" },
  { path: "/terms", label: "Điều khoản sử dụng" },
  { path: "/privacy", label: "Chính sách riêng tư" },
];
const title = (page: Page) => page.getByRole("heading", { level: 1 });

test("the footer leads to each of them", async ({ page }) => {
  await open(page, "/login");
  for (const { path, label } of infoPages) {
    await page.getByRole("contentinfo").getByRole("link", { name: label }).click();
    await expect(title(page)).toHaveText(label);
    expect(new URL(page.url()).pathname).toBe(path);
    await expect(page).toHaveTitle(`${label} · Ngân Nga`);
  }
});

for (const { path } of infoPages) {
  test(`${path} is whole without scripts, and none of its links is dead`, async ({ browser, site }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.origin });
    const page = await context.newPage();
    await page.goto(path);
    await expect(title(page)).toBeVisible();
    const links = page.locator("main a[href^='/'], main a[href^='#']");
    const goals = await links.evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href));
    expect(goals.length).toBeGreaterThan(0);
    for (const goal of new Set(goals)) {
      const url = new URL(goal);
      expect(url.origin).toBe(site.origin);
      const response = await fetch(url);
      expect(response.status, goal).toBe(200);
      if (url.hash !== "") expect(await response.text(), goal).toContain(`id="${url.hash.slice(1)}"`);
    }
    await context.close();
  });
}

test("a table of contents leads to its section, below the header", async ({ page }) => {
  await open(page, "/privacy");
  const entry = page.getByRole("navigation", { name: "Mục lục" }).getByRole("link", { name: /^Xem, sửa và xóa/ });
  await entry.click();
  const heading = page.getByRole("heading", { name: /^Xem, sửa và xóa/ });
  await expect(heading).toBeInViewport();
  const header = (await page.getByRole("banner").boundingBox())?.height ?? 0;
  await expect.poll(async () => (await heading.boundingBox())?.y ?? 0).toBeGreaterThanOrEqual(header);
  expect(new URL(page.url()).hash).toBe("#xoa");
});

test("the help's questions open by mouse and keyboard", async ({ page }) => {
  await open(page, "/help");
  const answer = page.getByText("Gõ “mua” sẽ thấy “mưa”");
  await expect(answer).toBeHidden();
  await page.getByText("Tìm bài hát không gõ dấu được không?").click();
  await expect(answer).toBeVisible();
  const question = page.locator("summary").filter({ hasText: "Vì sao có bài bị khóa?" });
  await question.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("nhạc và lời chỉ mở cho tài khoản Premium còn hạn")).toBeVisible();
});

test("the privacy page says what backups hold, and that what was deleted lives on in them", async ({ page }) => {
  await open(page, "/privacy");
  const backups = page.getByRole("listitem").filter({ hasText: "sao lưu đều đặn" });
  await expect(backups).toContainText("có cả dữ liệu tài khoản");
  await expect(backups).toContainText("Điều đã xóa còn nằm trong các bản cũ");
});

test("what the privacy page says of the browser is so", async ({ page, context, site }) => {
  const strangers: string[] = [];
  context.on("request", (request) => {
    if (!request.url().startsWith(site.origin)) strangers.push(request.url());
  });
  await openAs(page, await site.makeUser(), "/songs");
  await page.getByRole("button", { name: "Đổi giao diện sáng hoặc tối" }).click();
  for (const path of ["/login", "/help", "/privacy"]) await open(page, path);
  await page.reload();
  const kept = await page.evaluate(async () => ({
    local: Object.keys(localStorage).sort(),
    session: Object.keys(sessionStorage),
    databases: await indexedDB.databases(),
  }));
  expect(kept.local).toEqual(["darkMode", "userToken"]);
  expect(kept.session).toEqual(["react-router-scroll-positions"]);
  expect(kept.databases).toEqual([]);
  expect(await context.cookies()).toEqual([]);
  expect(strangers).toEqual([]);
});

test.describe("contact", () => {
  const add = `INSERT INTO support_contacts (name, type, value, is_active, sort_order, is_demo, created_at)
    VALUES (?, ?, ?, 1, ?, 0, '2026-01-01T00:00:00.000Z')`;
  const ways = (page: Page) => page.locator(".contact-page .contacts");

  test.describe.configure({ mode: "serial" });

  test("says so when there is no way yet, and leads to the help", async ({ page, site }) => {
    site.changeDatabase((database) => database.prepare("DELETE FROM support_contacts").run());
    await page.goto("/contact");
    await expect(page.getByRole("heading", { name: "Chưa có cách liên hệ nào" })).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Trung tâm trợ giúp" }).click();
    await expect(title(page)).toHaveText("Trung tâm trợ giúp");
  });

  test("shows the ways of the site in order, in the page itself and after a navigation", async ({ page, site }) => {
    site.changeDatabase((database) => {
      database.prepare(add).run("Gọi tổng đài", "phone", "1900 0000", 2);
      database.prepare(add).run("Nhắn Telegram", "telegram", "@ngannga", 1);
      database.prepare(add).run("Bẫy", "other", "javascript:alert(1)", 0);
    });
    const html = await (await fetch(`${site.origin}/contact`)).text();
    expect(html).toContain('href="tel:19000000"');
    expect(html).toContain('href="https://t.me/ngannga"');
    expect(html).not.toContain('href="javascript:');
    for (const reach of [
      () => open(page, "/contact"),
      async () => {
        await open(page, "/help");
        await page.getByRole("contentinfo").getByRole("link", { name: "Liên hệ" }).click();
      },
    ]) {
      await reach();
      await expect(ways(page).getByRole("link")).toHaveText([
        "Nhắn TelegramNhắn tin qua Telegram (mở trong thẻ mới)",
        "Gọi tổng đài1900 0000",
      ]);
    }
  });

  test("shows places while they are on their way, and says when they could not be had", async ({
    page,
    expectTrouble,
  }) => {
    expectTrouble(/500/, /The support contacts could not be loaded/);
    let answer: (() => void) | undefined;
    const held = new Promise<void>((done) => {
      answer = done;
    });
    await page.route("**/api/admin/support/public/active", async (route) => {
      await held;
      await route.fulfill({ status: 500, json: { detail: "Hỏng" } });
    });
    await open(page, "/help");
    await page.getByRole("contentinfo").getByRole("link", { name: "Liên hệ" }).click();
    await expect(title(page)).toHaveText("Liên hệ");
    await expect(page.locator(".contact-page .skeleton")).toHaveCount(3);
    answer?.();
    await expect(page.getByRole("alert")).toContainText("Không thể tải dữ liệu. Vui lòng thử lại sau.");
    await page.unroute("**/api/admin/support/public/active");
    await page.getByRole("button", { name: "Thử lại" }).click();
    await expect(ways(page).getByRole("link")).toHaveCount(2);
  });
});
