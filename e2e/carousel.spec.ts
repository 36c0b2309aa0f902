import type { CDPSession, Locator, Page } from "@playwright/test";
import type { Site } from "./support/site.ts";
import { expect, open, openAs, rested, test } from "./support/test.ts";

const home = "/";
const step = 5000;
const lock = "Đăng nhập và nâng cấp Premium để nghe và xem lời.";
const lockOfUser = "Nâng cấp Premium để nghe và xem lời.";

/** Newest first, as the carousel shows them; the ninth is one too many. */
const titles = [
  "Mưa hạ trên phố cũ",
  "Bến cũ người xưa",
  "Gió đưa cành trúc",
  "Chuyến tàu về Huế",
  "Cà phê sớm",
  "Đèn lồng tháng Tám",
  "Nắng quái",
  "Ichi, Ni, San",
  "Bài đã cũ",
];
/** Lines of 30 characters, the break included: the fifth ends just before character 150. */
const lyrics = Array.from({ length: 8 }, (_, i) => `Câu ${i + 1} ${"la ".repeat(8)}`.trim().padEnd(29, "a")).join("\n");

test.use({ catalogue: "own:carousel" });

let filled: Site | undefined;

test.beforeAll(async ({ site }) => {
  if (filled === site) return;
  filled = site;
  const category_ids: number[] = [];
  for (const name of ["Ballad", "Trữ tình", "Dân ca", "Bolero"])
    category_ids.push((await site.addCategory({ name })).id);
  const open_url = await site.uploadAudio("buoi-sang-o-hem-nho.mp3");
  const premium_url = await site.uploadAudio("ame-no-uta.mp3");
  for (const title of titles.toReversed()) {
    const is_premium = title === "Bến cũ người xưa";
    const audio_url = is_premium ? premium_url : open_url;
    const description = `Lời giới thiệu của ${title}.`;
    await site.addSong({ title, artist: "Hoài An", description, lyrics, audio_url, is_premium, category_ids });
  }
});

// The support button's call runs out of time while the clock leaps.
test.beforeEach(({ expectTrouble }) => expectTrouble(/The support contacts could not be loaded/));

const carousel = (page: Page) => page.getByRole("region", { name: "Bài hát mới nhất" });
const slide = (page: Page, place: number, count = 8) =>
  carousel(page).getByRole("group", { name: `${place} trên ${count}`, exact: true });
const button = (page: Page, name: string) => carousel(page).getByRole("button", { name, exact: true });

/** Exactly this slide is shown, with its song, and its dot is marked. */
async function expectShown(page: Page, place: number, count = 8): Promise<void> {
  await expect(button(page, `Bài ${place}`)).toHaveAttribute("aria-current", "true");
  await expect(carousel(page).getByRole("group", { name: new RegExp(` trên ${count}$`) })).toHaveCount(1);
  await expect(slide(page, place, count)).toBeVisible();
  await expect(slide(page, place, count).getByRole("heading", { level: 3 })).toHaveText(titles[place - 1] ?? "");
  await expect(carousel(page).getByRole("link")).toHaveCount(1);
}

/** Opens the page with a clock that stands still, wound up at this very moment. */
async function openTimed(page: Page, count = 8): Promise<void> {
  await page.clock.install();
  await open(page, home);
  await page.clock.pauseAt(Date.now() + 60 * step);
  await button(page, "Bài 1").click();
  await leave(page);
  await expectShown(page, 1, count);
}

function panelHeight(page: Page): Promise<number> {
  return page.locator(".latest__panel").evaluate((element) => element.getBoundingClientRect().height);
}

/** By how many pixels the end of an element's text leaves what any box around it shows. */
function hiddenPart(element: Locator): Promise<number> {
  return element.evaluate((quote) => {
    const last = document.createRange();
    const text = document.createTreeWalker(quote, NodeFilter.SHOW_TEXT);
    let node = text.nextNode() as Text;
    while (text.nextNode()) node = text.currentNode as Text;
    last.setStart(node, node.length - 1);
    last.setEnd(node, node.length);
    const end = last.getBoundingClientRect();
    const over: number[] = [];
    for (let box = node.parentElement; box?.closest(".latest"); box = box.parentElement) {
      if (getComputedStyle(box).overflow === "visible") continue;
      const { bottom, right } = box.getBoundingClientRect();
      over.push(end.bottom - bottom, end.right - right);
    }
    return Math.max(...over);
  });
}

/** Takes the pointer away from the carousel, which then has its clock running. */
async function leave(page: Page): Promise<void> {
  await page.mouse.move(1, 1);
  await rested(page);
}

async function setTabHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
      document.dispatchEvent(new Event("visibilitychange"));
    },
    hidden ? "hidden" : "visible",
  );
}

test("a slide shows title, author, description, three categories, 150 characters of lyrics and the way to the song", async ({
  page,
  site,
}) => {
  await open(page, home);
  await button(page, "Bài 1").click();
  const first = slide(page, 1);
  await expect(first).toContainText("Bài mới, 1 trên 8");
  await expect(first.getByRole("heading", { level: 3 })).toHaveText("Mưa hạ trên phố cũ");
  await expect(first).toContainText("Tác giả: Hoài An");
  await expect(first).toContainText("Lời giới thiệu của Mưa hạ trên phố cũ.");
  await expect(first.getByRole("listitem")).toHaveText(["Ballad", "Trữ tình", "Dân ca"]);
  const preview = await first.getByRole("blockquote").evaluate((element) => element.textContent);
  expect(preview).toBe(`${lyrics.slice(0, 150).trimEnd().replaceAll("\n", "\u00a0/ ")}...`);
  const { id } = await site.songNamed("Mưa hạ trên phố cũ");
  await first.getByRole("link", { name: "Nghe ngay" }).click();
  await expect(page).toHaveURL(`${site.origin}/songs/${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mưa hạ trên phố cũ");
});

test("lyrics of any shape are seen to their end, and the panel stays as high", async ({ page }) => {
  const shapes = [lyrics, "", "一二三四五\n".repeat(40), "Ừ\n".repeat(99), "Nghiêng".repeat(30), "Một câu ngắn"];
  await page.route(/\/api\/songs\?limit=8$/, async (route) => {
    const songs = (await (await route.fetch()).json()) as object[];
    await route.fulfill({ json: songs.map((song, i) => ({ ...song, lyrics: shapes[i] ?? null })) });
  });
  await open(page, "/login");
  await page.getByRole("banner").getByRole("link", { name: "Ngân Nga" }).click();
  await expect(button(page, "Bài 1")).toBeVisible();
  for (const width of [390, 768, 1280, 1600]) {
    await page.setViewportSize({ width, height: 900 });
    const heights = new Set<number>();
    // The second song is a premium one.
    for (const place of [2, 1, 3, 4, 5, 6]) {
      await button(page, `Bài ${place}`).click();
      await expectShown(page, place);
      heights.add(await panelHeight(page));
      if (place === 2) continue;
      const preview = slide(page, place).getByRole("blockquote");
      await expect(preview).toContainText(shapes[place - 1]?.split("\n")[0]?.slice(0, 60) ?? ".");
      expect(await hiddenPart(preview), `slide ${place} at ${width} px`).toBeLessThanOrEqual(0);
    }
    expect(heights.size, `${width} px`).toBe(1);
  }
});

test("the eight latest songs are in the page as it is sent, the first with its picture", async ({ site }) => {
  const html = await (await fetch(`${site.origin}${home}`)).text();
  const section = /<section class="latest.*?<\/section>/s.exec(html)?.[0] ?? "";
  for (const title of titles.slice(0, 8)) expect(section).toContain(`>${title}</h3>`);
  expect(section).not.toContain("Bài đã cũ");
  expect(section.match(/class="disc"/g)).toHaveLength(1);
});

test.describe("by itself", () => {
  test("it moves on after 5 seconds, and from the last slide to the first", async ({ page }) => {
    await openTimed(page);
    await page.clock.runFor(step - 1);
    await expectShown(page, 1);
    await page.clock.runFor(1);
    await expectShown(page, 2);
    for (const place of [3, 4, 5, 6, 7, 8, 1]) {
      await page.clock.runFor(step);
      await expectShown(page, place);
    }
  });

  test("after a move by hand 5 seconds begin anew", async ({ page }) => {
    await openTimed(page);
    await page.clock.runFor(step - 1000);
    await button(page, "Bài sau").click();
    await leave(page);
    await expectShown(page, 2);
    await page.clock.runFor(step - 1);
    await expectShown(page, 2);
    await page.clock.runFor(1);
    await expectShown(page, 3);
  });

  test("the pointer over it stops it, also when what was pressed keeps the focus", async ({ page }) => {
    await openTimed(page);
    await slide(page, 1).getByRole("heading").hover();
    await page.clock.runFor(4 * step);
    await expectShown(page, 1);
    await button(page, "Bài trước").click();
    await expectShown(page, 8);
    await page.clock.runFor(4 * step);
    await expectShown(page, 8);
    await leave(page);
    await page.clock.runFor(step);
    await expectShown(page, 1);
  });

  test("the focus inside it stops it until it leaves", async ({ page }) => {
    await openTimed(page);
    await page.keyboard.press("Tab");
    await slide(page, 1).getByRole("link").focus();
    await page.clock.runFor(4 * step);
    await expectShown(page, 1);
    await page.keyboard.press("Tab");
    await expect(button(page, "Tạm dừng băng chuyền")).toBeFocused();
    await page.clock.runFor(4 * step);
    await expectShown(page, 1);
    await button(page, "Tạm dừng băng chuyền").blur();
    await page.clock.runFor(step);
    await expectShown(page, 2);
  });

  test("it waits while its tab is hidden", async ({ page }) => {
    await openTimed(page);
    await setTabHidden(page, true);
    await page.clock.runFor(10 * step);
    await setTabHidden(page, false);
    await expectShown(page, 1);
    await page.clock.runFor(step);
    await expectShown(page, 2);
  });

  test("it never does where less motion is wished, and then needs no button to stop it", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openTimed(page);
    await page.clock.runFor(20 * step);
    await expectShown(page, 1);
    await expect(button(page, "Tạm dừng băng chuyền")).toBeHidden();
    await button(page, "Bài sau").click();
    await expectShown(page, 2);
    await leave(page);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await expect(button(page, "Tạm dừng băng chuyền")).toBeVisible();
    // The page hears of the change a moment after its styles do.
    await expect(async () => {
      await page.clock.runFor(step);
      await expect(button(page, "Bài 3")).toHaveAttribute("aria-current", "true", { timeout: 1000 });
    }).toPass();
    await expectShown(page, 3);
  });

  test("a button stops it and lets it go on", async ({ page }) => {
    await openTimed(page);
    await button(page, "Tạm dừng băng chuyền").click();
    await leave(page);
    await page.clock.runFor(10 * step);
    await expectShown(page, 1);
    await button(page, "Bài sau").click();
    await leave(page);
    await page.clock.runFor(10 * step);
    await expectShown(page, 2);
    await button(page, "Cho băng chuyền chạy").focus();
    await page.keyboard.press("Enter");
    await expect(button(page, "Tạm dừng băng chuyền")).toBeFocused();
    await page.clock.runFor(step);
    await expectShown(page, 3);
  });

  test("is silent to screen readers, a move by hand is not", async ({ page }) => {
    await openTimed(page);
    const region = carousel(page).locator("[aria-live]");
    await page.clock.runFor(step);
    await expectShown(page, 2);
    await expect(region).toHaveAttribute("aria-live", "off");
    await button(page, "Bài sau").click();
    await expect(region).toHaveAttribute("aria-live", "polite");
    await leave(page);
    await expect(region).toHaveAttribute("aria-live", "polite");
    await page.clock.runFor(step);
    await expectShown(page, 4);
    await expect(region).toHaveAttribute("aria-live", "off");
  });
});

test.describe("by hand", () => {
  test("dots lead to each slide", async ({ page }) => {
    await openTimed(page);
    for (const place of [5, 2, 8, 1]) {
      await button(page, `Bài ${place}`).click();
      await expectShown(page, place);
    }
    const { width = 0, height = 0 } = (await button(page, "Bài 3").boundingBox()) ?? {};
    expect([width, height]).toEqual([24, 44]);
  });

  test("arrows turn both ways past both ends, and are for large screens", async ({ page }) => {
    await openTimed(page);
    await button(page, "Bài trước").click();
    await expectShown(page, 8);
    await button(page, "Bài sau").click();
    await expectShown(page, 1);
    await page.setViewportSize({ width: 1024, height: 800 });
    await expect(button(page, "Bài sau")).toBeVisible();
    await page.setViewportSize({ width: 1023, height: 800 });
    await expect(button(page, "Bài sau")).toBeHidden();
  });

  test("arrow keys turn it while the focus is inside, and the focus goes along", async ({ page }) => {
    await openTimed(page);
    await button(page, "Bài 1").blur();
    await page.keyboard.press("ArrowRight");
    await expectShown(page, 1);
    await slide(page, 1).getByRole("link").focus();
    await page.keyboard.press("ArrowRight");
    await expectShown(page, 2);
    await expect(slide(page, 2).getByRole("link")).toBeFocused();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await expectShown(page, 8);
    await expect(slide(page, 8).getByRole("link")).toBeFocused();
    await page.keyboard.press("Shift+ArrowRight");
    await expectShown(page, 8);
    await button(page, "Bài 3").focus();
    await page.keyboard.press("ArrowRight");
    await expectShown(page, 1);
    await expect(button(page, "Bài 3")).toBeFocused();
    await page.keyboard.press("Enter");
    await expectShown(page, 3);
  });

  test("Tab meets the one link shown, then the controls in their order", async ({ page }) => {
    await openTimed(page);
    await slide(page, 1).getByRole("link").focus();
    for (const name of [
      "Tạm dừng băng chuyền",
      ...titles.slice(0, 8).map((_, i) => `Bài ${i + 1}`),
      "Bài trước",
      "Bài sau",
    ]) {
      await page.keyboard.press("Tab");
      await expect(button(page, name)).toBeFocused();
    }
  });

  test("nothing around it moves from slide to slide", async ({ page }) => {
    await openTimed(page);
    const height = () => carousel(page).evaluate((element) => element.getBoundingClientRect().height);
    const before = await height();
    for (let place = 2; place <= 8; place++) {
      await button(page, `Bài ${place}`).click();
      await expectShown(page, place);
      await expect(slide(page, place).locator(".cover svg, .cover img")).toHaveCount(1);
      expect(await height()).toBe(before);
    }
  });
});

test.describe("by swipe", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  interface Point {
    x: number;
    y: number;
  }

  const touch = (session: CDPSession, type: "touchStart" | "touchMove" | "touchEnd", at?: Point) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });

  /** A finger put down at `from`, moved in steps and lifted. */
  async function swipe(page: Page, from: Point, right: number, down = 0): Promise<void> {
    const session = await page.context().newCDPSession(page);
    await touch(session, "touchStart", from);
    const steps = 7;
    for (let i = 1; i <= steps; i++) {
      await touch(session, "touchMove", {
        x: from.x + Math.round((right * i) / steps),
        y: from.y + Math.round((down * i) / steps),
      });
    }
    await touch(session, "touchEnd");
    await session.detach();
  }

  /** The middle of something, brought into view. */
  async function middle(page: Page, selector: "heading" | "link"): Promise<Point> {
    const target = carousel(page).locator("[data-current]").getByRole(selector);
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (!box) throw new Error(`There is no ${selector}.`);
    return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
  }

  test.beforeEach(async ({ page }) => {
    await page.clock.install();
    await open(page, home);
    await page.clock.pauseAt(Date.now() + 60 * step);
    await button(page, "Bài 1").tap();
    await expectShown(page, 1);
  });

  test("50 pixels turn it, 49 do not, and both ends lead on", async ({ page }) => {
    const from = await middle(page, "heading");
    await swipe(page, from, -49);
    await swipe(page, from, 49);
    await expectShown(page, 1);
    await swipe(page, from, -50);
    await expectShown(page, 2);
    await swipe(page, from, 50);
    await expectShown(page, 1);
    await swipe(page, from, 120);
    await expectShown(page, 8);
    await swipe(page, from, -120);
    await expectShown(page, 1);
  });

  test("a swipe across the link does not follow it, a tap does", async ({ page, site }) => {
    const from = await middle(page, "link");
    await swipe(page, from, -80);
    await expectShown(page, 2);
    await swipe(page, from, -30);
    await expectShown(page, 2);
    expect(new URL(page.url()).pathname).toBe(home);
    await page.clock.resume();
    await slide(page, 2).getByRole("link").tap();
    await expect(page).toHaveURL(`${site.origin}/songs/${(await site.songNamed("Bến cũ người xưa")).id}`);
  });

  test("a finger that goes up scrolls the page and turns nothing", async ({ page }) => {
    const from = await middle(page, "heading");
    const before = await page.evaluate(() => scrollY);
    await swipe(page, from, -60, -240);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before + 100);
    await expectShown(page, 1);
  });

  test("a finger on it stops it until it is lifted", async ({ page }) => {
    const session = await page.context().newCDPSession(page);
    await touch(session, "touchStart", await middle(page, "heading"));
    await page.clock.runFor(4 * step);
    await expectShown(page, 1);
    await touch(session, "touchEnd");
    await page.clock.runFor(step);
    await expectShown(page, 2);
  });
});

test.describe("a premium song", () => {
  test("shows a lock in place of lyrics without access, and the lyrics to a premium user, at the same height", async ({
    page,
    site,
  }) => {
    const premium = await site.makeUser({ premium: true });
    const heights: number[] = [];
    for (const account of [undefined, await site.makeUser()]) {
      await (account ? openAs(page, account, home) : open(page, home));
      await button(page, "Bài 2").click();
      await expectShown(page, 2);
      await expect(slide(page, 2)).toContainText("Premium");
      await expect(slide(page, 2).getByText(lock, { exact: true })).toBeVisible({ visible: !account });
      await expect(slide(page, 2).getByText(lockOfUser, { exact: true })).toBeVisible({ visible: !!account });
      await expect(slide(page, 2).getByRole("blockquote")).toHaveCount(0);
      await expect(slide(page, 2).getByRole("link", { name: "Nghe ngay" })).toBeVisible();
      heights.push(await slide(page, 2).evaluate((element) => element.getBoundingClientRect().height));
    }
    await openAs(page, premium, home);
    await button(page, "Bài 2").click();
    await expect(slide(page, 2).getByRole("blockquote")).toContainText("Câu 1 la la");
    await expect(slide(page, 2).getByText(lock)).toHaveCount(0);
    heights.push(await slide(page, 2).evaluate((element) => element.getBoundingClientRect().height));
    expect(new Set(heights).size).toBe(1);
  });

  test("keeps its lyrics out of the page that is sent", async ({ site }) => {
    const { id } = await site.songNamed("Bến cũ người xưa");
    site.changeDatabase((database) =>
      database.prepare("UPDATE songs SET lyrics = 'Lời chỉ dành cho thành viên' WHERE id = ?").run(id),
    );
    const html = await (await fetch(`${site.origin}${home}`)).text();
    site.changeDatabase((database) => database.prepare("UPDATE songs SET lyrics = ? WHERE id = ?").run(lyrics, id));
    expect(html).toContain(lock);
    expect(html).not.toContain("Lời chỉ dành cho thành viên");
  });
});

test.describe("with fewer songs", () => {
  const leaveOnly = (site: Site, count: number) =>
    site.changeDatabase((database) => {
      const newest = "SELECT id FROM songs ORDER BY created_at DESC, id DESC LIMIT ?";
      database.prepare(`UPDATE songs SET is_active = CASE WHEN id IN (${newest}) THEN 1 ELSE 0 END`).run(count);
    });

  test.afterEach(({ site }) => leaveOnly(site, titles.length));

  test("three go round", async ({ page, site }) => {
    leaveOnly(site, 3);
    await openTimed(page, 3);
    for (const place of [2, 3, 1]) {
      await page.clock.runFor(step);
      await expectShown(page, place, 3);
    }
    await expect(slide(page, 1, 3)).toContainText("Bài mới, 1 trên 3");
    await expect(carousel(page).getByRole("button", { name: /^Bài \d$/ })).toHaveCount(3);
  });

  test("one stands still, without controls", async ({ page, site }) => {
    leaveOnly(site, 1);
    await open(page, home);
    await expect(carousel(page).getByRole("heading", { level: 3 })).toHaveText("Mưa hạ trên phố cũ");
    await expect(carousel(page).getByRole("button")).toHaveCount(0);
    await expect(carousel(page)).not.toHaveAttribute("aria-roledescription");
    await expect(carousel(page).getByText("Bài mới", { exact: true })).toBeVisible();
  });

  test("none shows nothing", async ({ page, site }) => {
    leaveOnly(site, 0);
    await open(page, home);
    await expect(carousel(page)).toHaveCount(0);
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  // The browser itself refuses the scripts that it preloads.
  test.beforeEach(({ expectTrouble }) => expectTrouble(/^failed: GET \S+\.js csp$/));

  test("all slides stand in a row to scroll, each with its way to the song", async ({ page, site }) => {
    await page.goto(home);
    await expect(carousel(page).getByRole("link", { name: "Nghe ngay" })).toHaveCount(8);
    await expect(carousel(page).getByRole("button")).toHaveCount(0);
    await expect(slide(page, 1)).toBeInViewport();
    await expect(slide(page, 8)).not.toBeInViewport();
    await slide(page, 8).getByRole("link").scrollIntoViewIfNeeded();
    await expect(slide(page, 8)).toBeInViewport();
    await slide(page, 8).getByRole("link").click();
    await expect(page).toHaveURL(`${site.origin}/songs/${(await site.songNamed("Ichi, Ni, San")).id}`);
  });
});
