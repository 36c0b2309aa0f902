import type { Page } from "@playwright/test";
import { expect, open, test } from "./support/test.ts";

const title = "Buổi sáng ở hẻm nhỏ";
const message = 'Nghe bài hát "Buổi sáng ở hẻm nhỏ" trên Ngân Nga';

/** Presses a share button; gives what was opened. */
async function opened(page: Page, name: string): Promise<{ url: URL; features: string }> {
  await page.evaluate(() => {
    window.open = (url, _target, features) => {
      document.documentElement.dataset.opened = JSON.stringify({ url: String(url), features });
      return null;
    };
  });
  await page.getByRole("button", { name }).click();
  const { url, features } = JSON.parse((await page.locator("html").getAttribute("data-opened")) ?? "{}") as {
    url: string;
    features: string;
  };
  return { url: new URL(url), features };
}

test.beforeEach(async ({ page, site }) => {
  const { id } = await site.songNamed(title);
  await open(page, `/songs/${id}`);
});

test("Facebook opens in a window of 600 by 400, with the page and the message", async ({ page }) => {
  const { url, features } = await opened(page, "Facebook");
  expect(features).toContain("width=600,height=400");
  expect(`${url.origin}${url.pathname}`).toBe("https://www.facebook.com/sharer/sharer.php");
  expect(url.searchParams.get("u")).toBe(page.url());
  expect(url.searchParams.get("quote")).toBe(message);
});

test("Zalo opens in a window of 600 by 400, with the page and the message", async ({ page }) => {
  const { url, features } = await opened(page, "Zalo");
  expect(features).toContain("width=600,height=400");
  expect(url.hostname).toMatch(/(^|\.)zalo\.me$/);
  const sent = Buffer.from(decodeURIComponent(url.searchParams.get("d") ?? ""), "base64").toString("utf8");
  expect(sent).toContain(page.url());
  expect(JSON.parse(sent)).toMatchObject({ title: message });
});

test("TikTok copies the link and says so", async ({ page, context, site }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: site.origin });
  const said = page.waitForEvent("dialog");
  const pressed = page.getByRole("button", { name: "TikTok" }).click();
  const dialog = await said;
  expect(dialog.type()).toBe("alert");
  expect(dialog.message()).toBe("Đã sao chép link vào clipboard!");
  await dialog.accept();
  await pressed;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
});

test("TikTok copies also where the browser offers no clipboard, as over plain http", async ({ page }) => {
  await page.evaluate(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
    document.addEventListener("copy", () => {
      document.documentElement.dataset.copied = String(document.getSelection());
    });
  });
  page.once("dialog", (dialog) => {
    expect(dialog.message()).toBe("Đã sao chép link vào clipboard!");
    void dialog.accept();
  });
  const button = page.getByRole("button", { name: "TikTok" });
  await button.click();
  await expect(page.locator("html")).toHaveAttribute("data-copied", page.url());
  await expect(button).toBeFocused();
});
