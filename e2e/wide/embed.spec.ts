/** A song's player in a frame on another site. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { FrameLocator, Page } from "@playwright/test";
import { expect, open, test } from "../support/test.ts";

const title = "Buổi sáng ở hẻm nhỏ";
let other: Server;
let body = "";

/** Another host, so that the frame is cross-site. */
test.beforeAll(async () => {
  other = createServer((request, response) => {
    response.statusCode = request.url === "/" ? 200 : 204;
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(request.url === "/" ? `<!doctype html><title>Blog</title>${body}` : "");
  });
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
});
test.afterAll(() => other.close());

/** Opens HTML as a page of the other site. Returns its frame. */
async function elsewhere(page: Page, html: string): Promise<FrameLocator> {
  body = html;
  await page.goto(`http://localhost:${(other.address() as AddressInfo).port}/`);
  return page.frameLocator("iframe");
}

const sounding = (page: Page) =>
  page.frames()[1]?.evaluate(() => document.querySelector("audio")?.currentTime ?? 0) ?? Promise.resolve(0);

test.describe.configure({ mode: "serial" });

test("plays the song in a frame of another site and links to its page", async ({ page, context, site }) => {
  const { id } = await site.songNamed(title);
  const oembed = await site.api<{ html: string }>(`GET /oembed?url=${site.origin}/songs/${id}`);
  const frame = await elsewhere(page, oembed.html);
  await expect(frame.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(frame.getByText("Hiên Nhà")).toBeVisible();
  await expect(frame.getByText("Nhạc do AI tạo")).toBeVisible();
  await expect(frame.locator("[aria-label='Trình phát nhạc'], header, footer, [popover]")).toHaveCount(0);
  await expect(frame.locator("html"), "it responds to input").toHaveAttribute("data-hydrated", "");
  await frame.getByRole("button", { name: `Phát: ${title}` }).click();
  await expect(frame.getByRole("button", { name: `Tạm dừng: ${title}` })).toBeVisible();
  await expect.poll(() => sounding(page)).toBeGreaterThan(0.3);
  await frame.getByRole("button", { name: `Tạm dừng: ${title}` }).click();
  await expect(frame.getByRole("button", { name: `Phát: ${title}` })).toBeVisible();

  const opened = context.waitForEvent("page");
  await frame.getByRole("link", { name: "Nghe trên Ngân Nga" }).click();
  const tab = await opened;
  await expect(tab).toHaveURL(`${site.origin}/songs/${id}`);
  await expect(tab.getByRole("heading", { level: 1 })).toHaveText(title);
});

test("other sites may frame the player only", async ({ page, site, expectErrors }) => {
  const { id } = await site.songNamed(title);
  for (const path of [`/embed/songs/${id}`, "/embed/songs/999999"]) {
    for (const time of ["made", "kept"]) {
      const { headers } = await fetch(site.origin + path);
      expect(headers.get("content-security-policy"), `${path} ${time}`).toMatch(/; frame-ancestors \*$/);
      expect(headers.has("x-frame-options"), `${path} ${time}`).toBe(false);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
    }
  }
  for (const path of [`/songs/${id}`, "/songs", "/login", "/embed", "/embed/songs", "/khong-co"]) {
    const { headers } = await fetch(site.origin + path);
    expect(headers.get("content-security-policy"), path).toMatch(/; frame-ancestors 'self'$/);
    expect(headers.get("x-frame-options"), path).toBe("SAMEORIGIN");
  }
  expectErrors(/frame-ancestors|Framing|ERR_BLOCKED_BY_RESPONSE/);
  const frame = await elsewhere(page, `<iframe src="${site.origin}/songs/${id}"></iframe>`);
  await expect(frame.getByText(title)).toHaveCount(0);
});

test("a premium song is locked and links to its page", async ({ page, site }) => {
  const song = await site.songNamed("Gửi người ở lại");
  const frame = await elsewhere(
    page,
    `<iframe src="${site.origin}/embed/songs/${song.id}" width="400" height="180"></iframe>`,
  );
  await expect(frame.getByRole("heading", { level: 1 })).toHaveText(song.title);
  await expect(frame.getByText("Bài hát Premium. Bạn mở trên Ngân Nga để nghe nhé.")).toBeVisible();
  await expect(frame.getByRole("button")).toHaveCount(0);
  await expect(frame.getByRole("link", { name: "Nghe trên Ngân Nga" })).toHaveAttribute("href", `/songs/${song.id}`);
  await expect(frame.getByRole("link", { name: "Nghe trên Ngân Nga" })).toHaveAttribute("target", "_blank");
});

test("a missing song shows its message in the smallest frame", async ({ page, site, expectErrors }) => {
  expectErrors(/404/);
  for (const id of ["999999", "abc"]) {
    expect((await fetch(`${site.origin}/embed/songs/${id}`)).status).toBe(404);
    const frame = await elsewhere(
      page,
      `<iframe src="${site.origin}/embed/songs/${id}" width="280" height="180"></iframe>`,
    );
    await expect(frame.getByRole("heading", { level: 1 })).toHaveText("Không tìm thấy bài hát");
    await expect(frame.getByRole("link", { name: "Nghe trên Ngân Nga" })).toHaveAttribute("href", "/songs");
  }
});

test("fits without scrolling from a width of 280 pixels", async ({ page, site }) => {
  for (const name of [title, "你好，朋友 (Nǐ hǎo, péngyou)", "Gửi người ở lại"]) {
    const { id } = await site.songNamed(name);
    const frame = await elsewhere(
      page,
      `<iframe src="${site.origin}/embed/songs/${id}" height="180" style="border:0"></iframe>`,
    );
    await expect(frame.getByRole("heading", { level: 1 })).toBeVisible();
    for (const width of [280, 320, 400, 480, 640]) {
      await page.locator("iframe").evaluate((element, px) => element.setAttribute("width", String(px)), width);
      await expect.poll(() => frame.locator("html").evaluate(() => innerWidth)).toBe(width);
      const over = await frame.locator("html").evaluate(async (root) => {
        await document.fonts.ready;
        return { right: root.scrollWidth - root.clientWidth, below: root.scrollHeight - root.clientHeight };
      });
      expect(over, `${name}, ${width} px`).toEqual({ right: 0, below: 0 });
      const way = frame.getByRole("link", { name: "Nghe trên Ngân Nga" });
      const label = frame.getByText("Nhạc do AI tạo");
      for (const whole of [way, label]) {
        expect(await whole.evaluate((element) => element.scrollWidth - element.clientWidth), `${name}, ${width}`).toBe(
          0,
        );
      }
    }
  }
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the browser's controls play the song", async ({ page, site, expectErrors }) => {
    expectErrors(/^failed: GET \S+\.js csp$/);
    const { id } = await site.songNamed(title);
    await page.setViewportSize({ width: 360, height: 180 });
    await page.goto(`/embed/songs/${id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page.locator("audio[controls]")).toBeVisible();
    await expect(page.getByRole("button")).toHaveCount(0);
  });
});

test("a song's page copies the embed code", async ({ page, context, site }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: site.origin });
  const { id } = await site.songNamed(title);
  await open(page, `/songs/${id}`);
  const field = page.getByRole("textbox", { name: "Mã nhúng" });
  await expect(field).toBeHidden();
  await page.getByLabel("Thêm với bài này").click();
  await page.getByText("Nhúng bài hát này").click();
  await expect(field).toBeVisible();
  await page.getByRole("button", { name: "Sao chép mã" }).click();
  await expect(page.getByText("Đã sao chép mã nhúng")).toBeVisible();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  await expect(field).toHaveValue(code);
  const frame = await elsewhere(page, code);
  await expect(frame.getByRole("heading", { level: 1 })).toHaveText(title);

  const premium = await site.songNamed("Gửi người ở lại");
  await open(page, `/songs/${premium.id}`);
  await expect(page.getByText("Nhúng bài hát này")).toHaveCount(0);
});
