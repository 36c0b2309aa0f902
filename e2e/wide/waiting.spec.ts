/** The line at the top while the code of a page is on its way. */
import type { Page } from "@playwright/test";
import { expect, holdCode, open, storeToken, test } from "../support/test.ts";

const words = (page: Page) => page.getByRole("status").getByText("Đang mở trang");

/** Whether the line is seen when it has been there for some milliseconds. */
function visibilityAt(page: Page, after: number): Promise<string | undefined> {
  return words(page).evaluate((line, time) => {
    const [animation] = line.getAnimations();
    if (!animation) return undefined;
    animation.currentTime = time;
    return getComputedStyle(line).visibility;
  }, after);
}

for (const width of [390, 1280]) {
  test(`a slow navigation shows a progress line and is announced, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await open(page, "/");
    const letGo = await holdCode(page);
    const before = await page.getByRole("main").boundingBox();
    await page.getByRole("main").locator("a[href='/songs']").first().click();
    await expect(words(page)).toBeVisible();
    expect(await visibilityAt(page, 140)).toBe("hidden");
    expect(await visibilityAt(page, 160)).toBe("visible");
    expect(await page.getByRole("main").boundingBox()).toEqual(before);
    expect(await words(page).boundingBox()).toMatchObject({ x: 0, y: 0, height: 3 });
    letGo();
    await expect(page.getByRole("searchbox")).toBeVisible();
    await expect(words(page)).toHaveCount(0);
  });
}

test("the progress line is static under reduced motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page, "/");
  const letGo = await holdCode(page);
  await page.getByRole("main").locator("a[href='/songs']").first().click();
  await expect(words(page)).toBeVisible();
  const running = await words(page).evaluate((line) => line.getAnimations().map(({ playState }) => playState));
  expect(running).toEqual(["finished"]);
  letGo();
  await expect(words(page)).toHaveCount(0);
});

test("the back office shows the progress line too", async ({ page, site }) => {
  await storeToken(page, await site.asAdmin(), "admin");
  await open(page, "/admin/dashboard");
  const letGo = await holdCode(page);
  await page.getByRole("navigation", { name: "Quản trị" }).locator("a[href='/admin/genres']").click();
  await expect(words(page)).toBeVisible();
  letGo();
  await expect(page).toHaveURL(/genres$/);
  await expect(words(page)).toHaveCount(0);
});
