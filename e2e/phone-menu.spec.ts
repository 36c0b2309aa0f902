import type { Page } from "@playwright/test";
import { expect, open, openAs, test } from "./support/test.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const openButton = (page: Page) => page.getByRole("button", { name: "Mở trình đơn" });
const menu = (page: Page) => page.getByRole("dialog", { name: "Trình đơn" });

test("opens with a greeting and the ways, and closes by its button, Esc and a press outside", async ({ page }) => {
  await open(page, "/songs");
  for (const close of [
    () => menu(page).getByRole("button", { name: "Đóng trình đơn" }).click(),
    () => page.keyboard.press("Escape"),
    () => page.mouse.click(10, 400),
  ]) {
    await openButton(page).click();
    await expect(menu(page)).toBeVisible();
    await expect(menu(page)).toContainText("Chào bạn");
    for (const name of ["Trang chủ", "Thư viện bài hát", "Đăng nhập", "Đăng ký"]) {
      await expect(menu(page).getByRole("link", { name })).toBeVisible();
    }
    await close();
    await expect(menu(page)).toBeHidden();
    await expect(openButton(page)).toBeFocused();
  }
});

test("keeps the focus inside", async ({ page }) => {
  await open(page, "/songs");
  await openButton(page).click();
  await expect(menu(page)).toBeVisible();
  const stops = await menu(page).locator("a:visible, button:visible").count();
  expect(stops).toBeGreaterThan(3);
  for (let press = 0; press < stops * 2 + 2; press++) {
    await page.keyboard.press("Tab");
    const outside = await page.evaluate(() => {
      const { activeElement, body } = document;
      return activeElement !== body && activeElement?.closest("dialog") === null;
    });
    expect(outside, `after ${press + 1} presses of Tab`).toBe(false);
  }
});

test("a way through it closes it", async ({ page }) => {
  await open(page, "/songs");
  await openButton(page).click();
  await menu(page).getByRole("link", { name: "Đăng ký" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Đăng ký");
  await expect(menu(page)).toBeHidden();
  await openButton(page).click();
  await menu(page).getByRole("link", { name: "Thư viện bài hát" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thư viện bài hát");
  await expect(menu(page)).toBeHidden();
});

test("greets a listener by name, shows the e-mail, and logs out", async ({ page, site }) => {
  const user = await site.makeUser();
  await openAs(page, user, "/songs");
  await openButton(page).click();
  await expect(menu(page)).toContainText("Chào Trần Thu Hà");
  await expect(menu(page)).toContainText(user.email);
  await expect(menu(page).getByRole("link", { name: "Đăng nhập" })).toHaveCount(0);
  await menu(page).getByRole("button", { name: "Đăng xuất" }).click();
  await expect(menu(page)).toBeHidden();
  await openButton(page).click();
  await expect(menu(page)).toContainText("Chào bạn");
  await expect(menu(page).getByRole("link", { name: "Đăng nhập" })).toBeVisible();
});
