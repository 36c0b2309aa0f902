/** A page that the browser translates: its texts stand in elements of the browser, and the page goes on. */
import type { Page } from "@playwright/test";
import { publicLines } from "../support/route-lines.ts";
import { expect, open, settled } from "../support/test.ts";
import { nameOf, test, visit } from "../support/visit.ts";

/** Puts each text of the page, now and later, into elements as Chrome's translation does; React's own texts leave the page. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const done = new WeakSet<Node>();
    const translateAll = () => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const parent = text.parentElement;
        if (done.has(text) || !text.nodeValue?.trim() || parent?.closest("script, style, textarea, option")) continue;
        found.push(text as Text);
      }
      for (const text of found) {
        const [outer, inner] = [document.createElement("font"), document.createElement("font")];
        const copy = document.createTextNode(text.nodeValue ?? "");
        done.add(copy);
        inner.append(copy);
        outer.append(inner);
        text.replaceWith(outer);
      }
    };
    translateAll();
    new MutationObserver(translateAll).observe(document.body, { subtree: true, childList: true });
  });
}

/** Types into the page's fields, and presses all that neither sends nor leads away; what opens is closed again. */
async function useAll(page: Page): Promise<void> {
  const types = ["input:not([type])", "[type=text]", "[type=email]", "[type=tel]", "[type=search]", "textarea"];
  for (const field of await page.locator(`main :is(${types})`).filter({ visible: true }).all()) {
    await field.fill("mua");
    await field.fill("");
  }
  await page.evaluate(async () => {
    window.open = () => null;
    const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const pressed = "header button, main :is(button:not([type=submit]), summary, [type=checkbox], [type=radio])";
    for (const each of document.querySelectorAll<HTMLElement>(pressed)) {
      // "Thử lại" draws the page anew.
      if (!each.isConnected || each.closest("[role=alert]")) continue;
      each.click();
      await drawn();
      for (const dialog of document.querySelectorAll<HTMLDialogElement>("dialog[open]")) dialog.requestClose();
      await drawn();
    }
  });
  await settled(page);
}

/** What presses ask of the server is not looked at here. */
const ofNetwork = /^(?:answer|failed|console error: Failed to load)/;

for (const visitor of ["guest", "fresh"] as const) {
  test.describe(() => {
    test.use({ visitor });
    for (const line of publicLines.filter(({ as }) => (as === undefined ? "guest" : "fresh") === visitor)) {
      test(nameOf(line), async ({ page, site, expectErrors }) => {
        await visit({ page, site, expectErrors }, line);
        await translate(page);
        expectErrors(ofNetwork);
        await useAll(page);
        await expect(page.getByText("Có lỗi xảy ra")).toHaveCount(0);
      });
    }
  });
}

test("the library is searched and turned while a song plays", async ({ page }) => {
  await open(page, "/songs?size=8");
  await translate(page);
  await page.getByRole("button", { name: /^Phát tất cả/ }).click();
  const place = () => page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0);
  await expect.poll(place).toBeGreaterThan(0);
  const songs = page.getByRole("main").getByRole("article");
  const search = page.getByRole("searchbox", { name: "Tìm bài hát" });
  for (const [words, first] of [
    ["mai ton", "Mưa trên mái tôn"],
    ["không có bài này", undefined],
    ["", ""],
  ] as const) {
    await search.fill(words);
    if (first === undefined)
      await expect(page.getByRole("heading", { name: "Không tìm thấy bài hát nào" })).toBeVisible();
    else await expect(songs.first()).toContainText(first);
  }
  await page.getByRole("link", { name: "Trang 2" }).first().click();
  await expect(page).toHaveURL(/page=2/);
  await expect(songs.first()).toBeVisible();
  const before = await place();
  await expect.poll(place).toBeGreaterThan(before);
});
