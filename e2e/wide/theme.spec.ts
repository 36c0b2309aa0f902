import type { Page } from "@playwright/test";
import { expect, open, ready, test } from "../support/test.ts";

const toggle = (page: Page) => page.getByRole("button", { name: "Đổi giao diện sáng hoặc tối" });
const isDark = (page: Page) => page.evaluate(() => document.documentElement.classList.contains("dark"));
const stored = (page: Page) => page.evaluate(() => localStorage.getItem("darkMode"));

test("a choice outlasts reloads, overrides the system's and applies to other tabs", async ({ page, context }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await open(page, "/songs");
  await toggle(page).click();
  expect(await isDark(page)).toBe(true);
  expect(await stored(page)).toBe("true");
  await page.reload();
  expect(await isDark(page)).toBe(true);
  await open(page, "/login");
  expect(await isDark(page)).toBe(true);

  const other = await context.newPage();
  await open(other, "/login");
  expect(await isDark(other)).toBe(true);
  await toggle(page).click();
  await expect.poll(() => isDark(other)).toBe(false);
  expect(await stored(page)).toBe("false");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.reload();
  expect(await isDark(page)).toBe(false);
});

test("the theme is set before the first paint", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.addInitScript(() => {
    localStorage.setItem("darkMode", "true");
    const look = () => {
      const { body, documentElement } = document;
      if (!body) return;
      watch.disconnect();
      documentElement.dataset.themeAtBody = String(documentElement.classList.contains("dark"));
    };
    const watch = new MutationObserver(look);
    watch.observe(document, { childList: true, subtree: true });
  });
  await page.goto("/songs");
  await expect(page.locator("html")).toHaveAttribute("data-theme-at-body", "true");
  await ready(page);
  await expect(page.locator("meta[name=theme-color]"), "the browser's bar follows").toHaveCount(1);
  await expect(page.locator("meta[name=theme-color]")).toHaveAttribute("content", "#150e10");
});
