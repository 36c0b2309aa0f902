import type { Page } from "@playwright/test";
import { expect, open, openAs, test } from "../support/test.ts";

const infoPages = [
  { path: "/help", label: "Trung tâm trợ giúp" },
  { path: "/contact", label: "Liên hệ" },
  { path: "/terms", label: "Điều khoản sử dụng" },
  { path: "/privacy", label: "Chính sách riêng tư" },
];
const title = (page: Page) => page.getByRole("heading", { level: 1 });

test("the footer links to each page", async ({ page }) => {
  await open(page, "/login");
  for (const { path, label } of infoPages) {
    await page.getByRole("contentinfo").getByRole("link", { name: label }).click();
    await expect(title(page)).toHaveText(label);
    expect(new URL(page.url()).pathname).toBe(path);
    await expect(page).toHaveTitle(`${label} · Ngân Nga`);
  }
});

test("each page is complete without scripts and has no dead link", async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.origin });
  const page = await context.newPage();
  const seen = new Set<string>();
  for (const { path } of infoPages) {
    await page.goto(path);
    await expect(title(page)).toBeVisible();
    const links = page.locator("main a[href^='/'], main a[href^='#']");
    const goals = await links.evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href));
    expect(goals.length).toBeGreaterThan(0);
    for (const goal of goals) seen.add(goal);
  }
  for (const goal of seen) {
    const url = new URL(goal);
    expect(url.origin).toBe(site.origin);
    const response = await fetch(url);
    expect(response.status, goal).toBe(200);
    if (url.hash !== "") expect(await response.text(), goal).toContain(`id="${url.hash.slice(1)}"`);
  }
  await context.close();
});

test("a table of contents scrolls its section below the header", async ({ page }) => {
  await open(page, "/privacy");
  const entry = page.getByRole("navigation", { name: "Mục lục" }).getByRole("link", { name: /^Xem, sửa và xóa/ });
  await entry.click();
  const heading = page.getByRole("heading", { name: /^Xem, sửa và xóa/ });
  await expect(heading).toBeInViewport();
  const header = (await page.getByRole("banner").boundingBox())?.height ?? 0;
  await expect.poll(async () => (await heading.boundingBox())?.y ?? 0).toBeGreaterThanOrEqual(header);
  expect(new URL(page.url()).hash).toBe("#xoa");
});

test("the help's questions open by mouse and by keyboard", async ({ page }) => {
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

test("the privacy page describes backups, and the browser stores only the data it names", async ({
  page,
  context,
  site,
}) => {
  const strangers: string[] = [];
  context.on("request", (request) => {
    if (!request.url().startsWith(site.origin)) strangers.push(request.url());
  });
  await openAs(page, await site.makeUser(), "/songs");
  await page.getByRole("button", { name: "Đổi giao diện sáng hoặc tối" }).click();
  for (const path of ["/login", "/help", "/privacy"]) await open(page, path);
  const backups = page.getByRole("listitem").filter({ hasText: "sao lưu đều đặn" });
  await expect(backups).toContainText("có cả dữ liệu tài khoản");
  await expect(backups).toContainText("Điều đã xóa còn nằm trong các bản cũ");
  await page.reload();
  const stored = await page.evaluate(async () => ({
    local: Object.keys(localStorage).sort(),
    session: Object.keys(sessionStorage),
    databases: await indexedDB.databases(),
  }));
  expect(stored.local).toEqual(["darkMode", "userToken"]);
  expect(stored.session).toEqual(["react-router-scroll-positions"]);
  expect(stored.databases).toEqual([]);
  expect(await context.cookies()).toEqual([]);
  expect(strangers).toEqual([]);
});

test("the privacy page tells what is kept of a song request, and for how long", async ({ page }) => {
  await open(page, "/privacy#khi-dat-bai-hat");
  const section = page.getByRole("region", { name: /^Khi bạn đặt bài hát riêng/ });
  for (const kept of [
    "họ tên, email, số điện thoại",
    "file bạn gửi kèm",
    "các bản nhạc đã làm",
    "Bạn thôi cho phép thì bài bị ẩn ngay",
    "sau 24 tháng không có thay đổi nào",
  ]) {
    await expect(section).toContainText(kept);
  }
});

test("the privacy page tells what is kept of messages and of addresses, and what ends with the account", async ({
  page,
}) => {
  await open(page, "/privacy");
  await page
    .getByRole("navigation", { name: "Mục lục" })
    .getByRole("link", { name: /^Khi chúng tôi báo tin/ })
    .click();
  const section = page.getByRole("region", { name: /^Khi chúng tôi báo tin cho bạn/ });
  await expect(section).toBeInViewport();
  for (const kept of [
    "có đường dẫn để thôi nhận",
    "Zalo nhận số điện thoại, tên, mã đơn",
    "giữ mỗi tin trong 90 ngày",
    "mật khẩu và xác minh email không được lưu ở đâu",
    "Xóa tài khoản là xóa luôn điều đã ghi về email của tài khoản ấy",
  ]) {
    await expect(section).toContainText(kept);
  }
});

test("the contact page lists the site's contacts, in its HTML and after a navigation", async ({ page, site }) => {
  const html = await (await fetch(`${site.origin}/contact`)).text();
  expect(html).toContain('href="tel:19000000"');
  expect(html).toContain('href="mailto:xin-chao@example.com"');
  for (const openContact of [
    () => open(page, "/contact"),
    async () => {
      await open(page, "/help");
      await page.getByRole("contentinfo").getByRole("link", { name: "Liên hệ" }).click();
    },
  ]) {
    await openContact();
    await expect(page.getByRole("main").getByRole("listitem").getByRole("link")).toHaveText([
      /^Viết thư \(địa chỉ minh họa\)/,
      /^Tổng đài \(số minh họa\)/,
    ]);
  }
});
