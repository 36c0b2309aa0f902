/** The page of the server is the anonymous visitor's; what is fetched for a listener afterwards, and what becomes of it. */
import type { Page, Route } from "@playwright/test";
import { card, expect, keepToken, open, openAs, rested, test } from "./support/test.ts";

const premium = "Gửi người ở lại";
const firstLine = "Em đi khi phố chưa lên đèn";
const list = "/songs?q=gui%20nguoi";

const position = (page: Page) => page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0);
const play = (page: Page) => card(page, premium).getByRole("button", { name: `Phát: ${premium}` });
const lock = (page: Page) => card(page, premium).getByRole("button", { name: `Bài Premium, mở khóa: ${premium}` });

async function expectSound(page: Page): Promise<void> {
  const from = await position(page);
  await expect.poll(() => position(page), { message: "the song goes on" }).toBeGreaterThan(from + 0.3);
}

/** Keeps what the calls at an address wait for; gives what lets them go on. */
async function hold(page: Page, address: RegExp, goOn = (route: Route) => route.fallback()): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    await goOn(route);
  });
  return release;
}

test.describe("a failed refetch leaves the page that stands, and the sound goes on", () => {
  const reads = /\/api\/(songs(\/\d+|\/count)?|categories(\/with-song-count)?|song-requests\/public\/pricing)(\?|$)/;
  const pagesWithCalls = { "/": 5, "/songs": 3, "/educational": 2, "/songs/1": 1 };
  const failures = {
    "a refusal": (route: Route) => route.fulfill({ status: 503, json: { detail: "Bảo trì" } }),
    "no answer": (route: Route) => route.abort("failed"),
  };
  for (const [address, calls] of Object.entries(pagesWithCalls)) {
    for (const [how, fail] of Object.entries(failures)) {
      test(`${address}, ${how}`, async ({ page, site, expectTrouble }) => {
        expectTrouble(/503/, /ERR_FAILED/);
        let failed = 0;
        const notes: string[] = [];
        page.on("console", (message) => void (message.type() === "info" && notes.push(message.text())));
        const release = await hold(page, reads, async (route) => {
          await fail(route);
          failed += 1;
        });
        await openAs(page, await site.makeUser(), address);
        await page
          .getByRole("main")
          .getByRole("button", { name: /^Phát: / })
          .first()
          .click();
        await expectSound(page);
        const standing = await page.locator("main :is(h1, h2, h3)").allTextContents();

        release();
        await expect.poll(() => failed).toBe(calls);
        await expect.poll(() => notes.length, { message: "it is logged" }).toBeGreaterThanOrEqual(calls);
        await rested(page);
        await expect(page.getByRole("alert")).toHaveCount(0);
        expect(await page.locator("main :is(h1, h2, h3)").allTextContents()).toEqual(standing);
        await expectSound(page);
      });
    }
  }
});

test.describe("a login in another tab", () => {
  test("brings a premium user's songs, in a list and on a song's page", async ({ page, context, site }) => {
    const { id } = await site.songNamed(premium);
    await open(page, list);
    await expect(lock(page)).toBeVisible();
    const songPage = await context.newPage();
    await open(songPage, `/songs/${id}`);
    await expect(songPage.getByText(firstLine)).toHaveCount(0);

    await keepToken(await context.newPage(), (await site.makeUser({ premium: true })).token);
    await expect(card(page, premium)).toContainText(firstLine);
    await expect(lock(page)).toHaveCount(0);
    await expect(songPage.getByText(firstLine)).toBeVisible();
  });

  test("fetches once, and again for the next who logs in", async ({ page, context, site }) => {
    const other = await context.newPage();
    let asked = 0;
    page.on("request", (request) => void (/\/api\/songs\?/.test(request.url()) && asked++));
    await open(page, list);
    expect(asked).toBe(0);
    await keepToken(other, (await site.makeUser()).token);
    await expect.poll(() => asked).toBe(1);
    await other.evaluate(() => localStorage.removeItem("userToken"));
    await expect(page.getByRole("banner").getByRole("link", { name: "Đăng nhập" })).toBeVisible();
    expect(asked, "nothing is asked for whoever leaves").toBe(1);
    await keepToken(other, (await site.makeUser({ premium: true })).token);
    await expect(card(page, premium)).toContainText(firstLine);
    expect(asked).toBe(2);
  });
});

test.describe("while it is on its way", () => {
  test("a premium user plays without being offered an upgrade", async ({ page, context, site }) => {
    await open(page, list);
    const release = await hold(page, /\/api\/songs\?/);
    await keepToken(await context.newPage(), (await site.makeUser({ premium: true })).token);
    await play(page).click();
    await expectSound(page);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(card(page, premium)).not.toContainText(firstLine);
    release();
    await expect(card(page, premium)).toContainText(firstLine);
    await expect(card(page, premium)).toContainText("Đang phát...");
  });

  test("a press on a lock waits until it is known who is there", async ({ page, context, site }) => {
    const release = await hold(page, /\/api\/user\/me$/);
    await openAs(page, await site.makeUser({ premium: true }), list);
    await lock(page).click();
    await rested(page);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    release();
    await expect(play(page)).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.evaluate(() => localStorage.removeItem("userToken"));
    await page.getByRole("banner").locator("summary", { hasText: "Trần Thu Hà" }).click();
    await page.getByRole("button", { name: "Đăng xuất" }).click();
    await expect(lock(page)).toBeVisible();
    await expect(page.getByRole("dialog"), "the press is forgotten").toHaveCount(0);

    const free = await context.newPage();
    const releaseFree = await hold(free, /\/api\/user\/me$/);
    await openAs(free, await site.makeUser(), list);
    await lock(free).click();
    await rested(free);
    await expect(free.getByRole("dialog")).toHaveCount(0);
    releaseFree();
    await expect(free.getByRole("dialog", { name: premium })).toContainText("Bạn nâng cấp để nghe trọn bài");
  });
});

test("a song is locked whose sound the server refuses, as when Premium has ended meanwhile", async ({ page, site }) => {
  const user = await site.makeUser({ premium: true });
  await openAs(page, user, "/songs");
  await expect(page.locator("summary", { hasText: user.full_name })).toBeVisible();
  site.changeDatabase((database) =>
    database.prepare("UPDATE users SET subscription_type = 'free' WHERE username = ?").run(user.username),
  );
  await page.getByRole("searchbox").fill("gui nguoi");
  await play(page).click();
  await expect(lock(page)).toBeVisible();
  await lock(page).click();
  await expect(page.getByRole("dialog", { name: premium })).toBeVisible();
});

for (const width of [390, 1280]) {
  test(`nobody who is logged in is asked to log in, and nothing moves, ${width} px`, async ({ page, site }) => {
    const asGuest = "Đăng nhập và nâng cấp Premium để nghe và xem lời.";
    const asUser = "Nâng cấp Premium để nghe và xem lời.";
    await page.setViewportSize({ width, height: 800 });
    const { id } = await site.songNamed(premium);
    for (const address of [`/songs/${id}`, list]) {
      const note = page.locator(".note--gold, .locked").filter({ hasText: asUser });
      const user = await site.makeUser();
      await keepToken(page, user.token);
      const release = await hold(page, /\/api\/user\/me$/);
      await open(page, address);
      const words = await note.innerText();
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      if (await note.isVisible()) expect(words.trim()).toBe(asUser);
      release();
      await expect(page.locator("summary", { hasText: user.full_name }).first()).toBeAttached();
      if (await note.isVisible()) expect((await note.innerText()).trim()).toBe(asUser);
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
      await page.unrouteAll({ behavior: "wait" });

      await page.evaluate(() => localStorage.clear());
      await open(page, address);
      if (await note.isVisible()) expect((await note.innerText()).trim()).toBe(asGuest);
    }
  });
}
