import type { Page, Route } from "@playwright/test";
import { type IconNode, Link2, Mail, MessageCircleMore, MessagesSquare, NotebookPen, Phone, Send } from "lucide";
import type { SupportContact } from "../src/contract/support.ts";
import { pages } from "../src/web/site/pages.ts";
import { expect, open, test } from "./support/test.ts";

const address = "**/api/admin/support/public/active";
const button = (page: Page) => page.getByRole("button", { name: "Liên hệ hỗ trợ" });
const panel = (page: Page) => page.locator(".support__panel");
const option = (page: Page, name: string) => panel(page).getByRole("link", { name });

/** Lets the call answer with these contacts. */
async function offer(page: Page, contacts: Partial<SupportContact>[]): Promise<void> {
  const whole = contacts.map((contact, place) => ({
    id: place + 1,
    name: `Cách ${place + 1}`,
    icon_url: null,
    color: null,
    ...contact,
  }));
  await page.route(address, (route) => route.fulfill({ json: whole }));
}

/** Opens a page and its support panel. */
async function openPanel(page: Page, at = "/login"): Promise<void> {
  await open(page, at);
  await button(page).click();
  await expect(panel(page)).toBeVisible();
}

test("is on every page, also on a missing one, with the contacts of the site", async ({
  page,
  site,
  expectTrouble,
}) => {
  expectTrouble(/404/);
  const song = await site.songNamed("Buổi sáng ở hẻm nhỏ");
  const known = Object.values(pages)
    .filter(({ exists }) => exists)
    .map(({ path }) => path);
  for (const path of [...known, `/songs/${song.id}`, "/songs/999999", "/khong-co-trang-nay"]) {
    await open(page, path);
    await expect(button(page), path).toBeVisible();
    await expect(button(page), path).toHaveAttribute("aria-expanded", "false");
  }
  await button(page).click();
  await expect(button(page)).toHaveAttribute("aria-expanded", "true");
  await expect(panel(page).getByRole("link")).toHaveCount(2);
  await expect(option(page, "Viết thư (địa chỉ minh họa)")).toHaveAttribute("href", "mailto:xin-chao@example.com");
  await expect(option(page, "Tổng đài (số minh họa)")).toHaveAttribute("href", "tel:19000000");
});

test.describe("each type", () => {
  test("a phone number and an e-mail are handed to their programs", async ({ page }) => {
    await offer(page, [
      { name: "Gọi", type: "phone", value: "0901 234.567" },
      { name: "Thư", type: "email", value: "hoi@example.com" },
    ]);
    await openPanel(page);
    for (const [name, href] of [
      ["Gọi", "tel:0901234567"],
      ["Thư", "mailto:hoi@example.com"],
    ] as const) {
      const link = option(page, name);
      await expect(link).toHaveAttribute("href", href);
      await expect(link).not.toHaveAttribute("target");
      await expect(link).toContainText(name === "Gọi" ? "0901 234.567" : "hoi@example.com");
    }
  });

  for (const { type, value, goal } of [
    { type: "zalo", value: "0901 234 567", goal: "https://zalo.me/0901234567" },
    { type: "zalo", value: "https://zalo.me/g/nhom", goal: "https://zalo.me/g/nhom" },
    { type: "messenger", value: "m.me/ngannga", goal: "https://m.me/ngannga" },
    { type: "telegram", value: "@ngannga", goal: "https://t.me/ngannga" },
    { type: "other", value: "https://example.com/hoi", goal: "https://example.com/hoi" },
  ] as const) {
    test(`${type} opens ${goal} in a new tab`, async ({ page, context }) => {
      await context.route(goal, (route) => route.fulfill({ contentType: "text/html", body: "<title>x</title>" }));
      await offer(page, [{ name: "Nhắn", type, value }]);
      await openPanel(page);
      await expect(option(page, "Nhắn")).toHaveAttribute("rel", "noopener");
      await expect(option(page, "Nhắn")).toContainText("mở trong thẻ mới");
      const opened = context.waitForEvent("page");
      await option(page, "Nhắn").click();
      const tab = await opened;
      await tab.waitForURL(goal);
      expect(await tab.evaluate(() => window.opener)).toBeNull();
      expect(new URL(page.url()).pathname).toBe("/login");
      await expect(panel(page)).toBeHidden();
      await expect(button(page)).toBeFocused();
    });
  }

  test("request goes to /request without loading the site anew, when there is that page", async ({ page }) => {
    await offer(page, [
      { name: "Đặt bài hát", type: "request", value: "bất kỳ" },
      { name: "Gọi", type: "phone", value: "1900 0000" },
    ]);
    await openPanel(page);
    await expect(option(page, "Gọi")).toBeVisible();
    await expect(option(page, "Đặt bài hát")).toHaveCount(pages.request.exists ? 1 : 0);
    if (!pages.request.exists) return;
    await page.evaluate(() => Object.assign(window, { stayed: true }));
    await option(page, "Đặt bài hát").click();
    await page.waitForURL("**/request");
    await expect(panel(page)).toBeHidden();
    expect(await page.evaluate(() => "stayed" in window)).toBe(true);
    await expect(button(page)).toBeVisible();
  });

  test("what would run a script, or leads nowhere, is left out", async ({ page }) => {
    await offer(page, [
      { name: "Bẫy", type: "other", value: "javascript:alert(1)" },
      { name: "Dữ liệu", type: "messenger", value: "data:text/html,x" },
      { name: "Không số", type: "phone", value: "hỏi Lan" },
      { name: "Thật", type: "phone", value: "1900 0000" },
    ]);
    await openPanel(page);
    await expect(panel(page).getByRole("link")).toHaveCount(1);
    await expect(option(page, "Thật")).toBeVisible();
    expect(await page.content()).not.toContain("alert(1)");
  });

  test("without any contact that leads somewhere there is no button", async ({ page }) => {
    await offer(page, [{ name: "Bẫy", type: "other", value: "javascript:alert(1)" }]);
    const answered = page.waitForResponse(address);
    const loaded = page.waitForResponse(/assets\/support-.*\.js/);
    await open(page, "/login");
    await Promise.all([answered, loaded]);
    await page.waitForLoadState("networkidle");
    await expect(button(page)).toHaveCount(0);
  });
});

/** Finds an icon by all that it is drawn of. */
function drawn(icon: IconNode): string {
  const shapes = icon.map(([tag, attributes]) => {
    const written = Object.entries(attributes).map(([name, value]) => `[${name}="${value}"]`);
    return `:has(> ${tag}${written.join("")})`;
  });
  return `svg${shapes.join("")}`;
}

test("each type has its icon and colour, a colour given wins, a picture given is shown", async ({ page }) => {
  const looks = [
    { type: "phone", value: "19000000", icon: Phone, paint: "rgb(47, 107, 72)" },
    { type: "zalo", value: "0901234567", icon: MessageCircleMore, paint: "rgb(45, 97, 135)" },
    { type: "messenger", value: "m.me/a", icon: MessagesSquare, paint: "rgb(67, 79, 150)" },
    { type: "telegram", value: "@a", icon: Send, paint: "rgb(45, 97, 135)" },
    { type: "email", value: "a@example.com", icon: Mail, paint: "rgb(163, 25, 63)" },
    ...(pages.request.exists
      ? [{ type: "request", value: "", icon: NotebookPen, paint: "rgb(109, 65, 128)" } as const]
      : []),
    { type: "other", value: "https://example.com", icon: Link2, paint: "rgb(102, 83, 74)" },
    { type: "phone", value: "19000000", color: "yellow-500", icon: Phone, paint: "rgb(135, 89, 10)" },
  ] as const;
  const stored = `${"0123456789abcdef".repeat(2)}.png`;
  const small = `/pictures/96/${stored}.webp`;
  await page.route(`**${small}`, (route) => route.fulfill({ path: "public/favicon.svg" }));
  await offer(page, [
    ...looks.map(({ icon: _icon, paint: _paint, ...contact }) => contact),
    { name: "Hình", type: "other", value: "https://example.com", icon_url: "/favicon.svg" },
    { name: "Ảnh đã tải lên", type: "phone", value: "19000000", icon_url: `/uploads/images/${stored}` },
    { name: "Hình không mã hóa", type: "phone", value: "19000000", icon_url: "http://example.com/a.png" },
  ]);
  await openPanel(page);
  for (const [place, { icon, paint }] of looks.entries()) {
    const mark = panel(page).getByRole("link").nth(place).locator(".contact-icon");
    await expect(mark).toHaveCSS("background-color", paint);
    await expect(mark.locator(drawn(icon))).toBeVisible();
  }
  await expect(option(page, "Hình").first().locator("img")).toHaveAttribute("src", "/favicon.svg");
  await expect(option(page, "Ảnh đã tải lên").locator("img")).toHaveAttribute("src", small);
  await expect(option(page, "Hình không mã hóa").locator(drawn(Phone))).toBeVisible();
});

test("a picture that does not load makes room for the type's icon", async ({ page, expectTrouble }) => {
  expectTrouble(/404/);
  await offer(page, [{ name: "Gọi", type: "phone", value: "19000000", icon_url: "/uploads/images/khong-co.png" }]);
  await openPanel(page);
  await expect(option(page, "Gọi").locator(drawn(Phone))).toBeVisible();
  await expect(option(page, "Gọi").locator("img")).toHaveCount(0);
});

test("closes by its button, Esc, a press outside, and when the focus leaves it", async ({ page }) => {
  await openPanel(page);
  await button(page).click();
  await expect(panel(page)).toBeHidden();

  await button(page).click();
  await option(page, "Tổng đài").focus();
  await page.keyboard.press("Escape");
  await expect(panel(page)).toBeHidden();
  await expect(button(page)).toBeFocused();

  await button(page).click();
  await panel(page).getByText("Bạn cần hỗ trợ?").click();
  await expect(panel(page), "a press inside").toBeVisible();
  await page.getByRole("heading", { level: 1 }).click();
  await expect(panel(page)).toBeHidden();

  await button(page).focus();
  await page.keyboard.press("Enter");
  await expect(panel(page)).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(option(page, "Viết thư")).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await expect(panel(page)).toBeHidden();
});

test("closes when the visitor goes to another page, and stays", async ({ page }) => {
  await open(page, "/login");
  await page.getByRole("banner").getByRole("link", { name: "Đăng ký" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Đăng ký");
  await button(page).click();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Đăng nhập");
  await expect(panel(page)).toBeHidden();
  await expect(button(page)).toBeVisible();
});

test("asks once, after the page has loaded, and costs the page nothing before", async ({ page, site }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (/support\/public|assets\/support|contact-list/.test(request.url())) asked.push(request.url());
  });
  expect(await (await fetch(`${site.origin}/login`)).text()).not.toMatch(/assets\/support|contact-list|support__/);
  await open(page, "/login");
  await expect(button(page)).toBeVisible();
  const order = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const call = performance.getEntriesByType("resource").find(({ name }) => name.includes("support/public/active"));
    return { loaded: navigation?.loadEventStart ?? 0, asked: call?.startTime ?? 0 };
  });
  expect(order.loaded).toBeGreaterThan(0);
  expect(order.asked).toBeGreaterThanOrEqual(order.loaded);
  await page.getByRole("banner").getByRole("link", { name: "Đăng ký" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Đăng ký");
  await page.getByRole("contentinfo").getByRole("link", { name: "Điều khoản sử dụng" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Điều khoản sử dụng");
  await expect(button(page)).toBeVisible();
  expect(asked.filter((url) => url.includes("/api/"))).toHaveLength(1);
});

test("nothing is there while the contacts are on their way", async ({ page }) => {
  let answer: ((route: Route) => void) | undefined;
  const held = new Promise<Route>((done) => {
    answer = done;
  });
  await page.route(address, (route) => answer?.(route));
  await open(page, "/login");
  const route = await held;
  await expect(page.locator(".support")).toHaveCount(0);
  await route.fallback();
  await expect(button(page)).toBeVisible();
});

test("a page that was left before the contacts came, and comes back as it was, asks again", async ({ page }) => {
  const leave = (event: "pagehide" | "pageshow") =>
    page.evaluate((name) => dispatchEvent(new PageTransitionEvent(name, { persisted: true })), event);
  let calls = 0;
  await page.route(address, async (route) => {
    calls += 1;
    if (calls > 1) await route.fallback();
  });
  const asked = page.waitForRequest(address);
  await open(page, "/login");
  const dropped = page.waitForEvent("requestfailed");
  await asked;
  await leave("pagehide");
  await dropped;
  await leave("pageshow");
  await expect(button(page)).toBeVisible();
  await leave("pageshow");
  await expect(button(page)).toBeVisible();
  expect(calls).toBe(2);
});

test("nothing is there when the call fails; only the console says so", async ({ page, expectTrouble }) => {
  expectTrouble(/500/, /The support contacts could not be loaded/);
  await page.route(address, (route) => route.fulfill({ status: 500, json: { detail: "Hỏng" } }));
  const told = page.waitForEvent("console", (message) => message.text().includes("could not be loaded"));
  await open(page, "/login");
  await told;
  await expect(page.locator(".support")).toHaveCount(0);
  await expect(page.getByText("Hỏng")).toHaveCount(0);
});

test("nothing is there, and nothing more is loaded, when there are no contacts", async ({ page }) => {
  await offer(page, []);
  const more: string[] = [];
  page.on("request", (request) => more.push(request.url()));
  const answered = page.waitForResponse(address);
  await open(page, "/login");
  await answered;
  await page.waitForLoadState("networkidle");
  await expect(page.locator(".support")).toHaveCount(0);
  expect(more.filter((url) => url.includes("assets/support"))).toEqual([]);
});

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]) {
  test(`stands above the dock at ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await open(page, "/songs");
    await expect(button(page)).toBeVisible();
    const before = (await button(page).boundingBox())?.y ?? 0;
    await page.getByRole("button", { name: "Phát: Ghé về bến cũ" }).click();
    const dock = page.getByRole("region", { name: "Trình phát nhạc" });
    await expect(dock).toBeVisible();
    const clearance = async () => {
      const [above, below] = [await button(page).boundingBox(), await dock.boundingBox()];
      return above && below ? below.y - above.y - above.height : Number.NEGATIVE_INFINITY;
    };
    await expect.poll(clearance).toBeGreaterThanOrEqual(0);
    expect((await button(page).boundingBox())?.y).toBeLessThan(before);
    await button(page).click();
    await expect(option(page, "Tổng đài")).toBeInViewport({ ratio: 1 });
    await page.getByRole("button", { name: "Đóng trình phát" }).click();
    await expect.poll(async () => (await button(page).boundingBox())?.y).toBe(before);
  });
}

for (const address of ["/register", "/songs", "/songs/1"]) {
  test(`stands clear of the controls of ${address} on a phone`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 664 });
    await open(page, address);
    await expect(button(page)).toBeVisible();
    const covered = await page.evaluate(() => {
      const tab = document.querySelector("[aria-label='Liên hệ hỗ trợ']")?.getBoundingClientRect();
      const controls = [...document.querySelectorAll("#main :is(button, input, select)")];
      // Each is scrolled past the tab sooner or later: the height does not matter.
      return controls
        .map((control) => control.getBoundingClientRect())
        .filter((box) => box.width > 0 && tab && box.right > tab.right - 16).length;
    });
    expect(covered).toBe(0);
  });
}
