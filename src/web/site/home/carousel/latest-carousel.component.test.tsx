import { describe, expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import type { Song } from "#contract/catalogue.ts";
import { passTime, stopClock } from "#test/component/clock.ts";
import { renderWithin } from "#test/component/render.tsx";
import { aCategory, aLockedSong, aSong, loggedIn } from "#test/component/samples.ts";
import { stubApi } from "#test/component/stub-api.ts";
import { hideTab, leaveWithPointer, middleOf, prefer, settled, swipe, touch } from "#test/component/visitor.ts";
import sound from "../../../../../demo/songs/buoi-sang-o-hem-nho.mp3?url";
import { LatestCarousel } from "./latest-carousel.tsx";
import { toLatestSong } from "./latest-song.ts";

const step = 5000;
const guestLock = "Đăng nhập và nâng cấp Premium để nghe và xem lời.";
const userLock = "Nâng cấp Premium để nghe và xem lời.";
const titles = [
  "Mưa hạ trên phố cũ",
  "Bến cũ người xưa",
  "Gió đưa cành trúc",
  "Chuyến tàu về Huế",
  "Cà phê sớm",
  "Đèn lồng tháng Tám",
  "Nắng quái",
  "Ichi, Ni, San",
];
/** Lines of 30 characters, the break included: the fifth ends just before character 150. */
const lyrics = Array.from({ length: 8 }, (_, i) => `Câu ${i + 1} ${"la ".repeat(8)}`.trim().padEnd(29, "a")).join("\n");
const categories = ["Ballad", "Trữ tình", "Dân ca", "Bolero"].map((name, place) => aCategory({ id: place + 1, name }));

const songs: Song[] = titles.map((title, place) => {
  const song = { id: place + 1, title, description: `Lời giới thiệu của ${title}.`, lyrics, categories };
  return place === 1 ? aLockedSong({ ...song, lyrics: null }) : aSong({ ...song, audio_url: sound });
});

const carousel = page.getByRole("region", { name: "Bài hát mới nhất" });
const slide = (place: number, count = 8) => carousel.getByRole("group", { name: `${place} trên ${count}` });
const button = (name: string) => carousel.getByRole("button", { name });
const link = (place: number) => slide(place).getByRole("link");

const show = (shown: readonly Song[] = songs) => renderWithin(<LatestCarousel songs={shown.map(toLatestSong)} />);

/** Exactly this slide is shown, with its song, and its dot is marked. */
async function expectShown(place: number, count = 8): Promise<void> {
  await expect.element(button(`Bài ${place}`)).toHaveAttribute("aria-current", "true");
  await expect
    .element(slide(place, count).getByRole("heading", { level: 3 }))
    .toHaveTextContent(titles[place - 1] ?? "");
  await expect.poll(() => carousel.getByRole("group", { name: / trên \d+$/ }).elements()).toHaveLength(1);
  expect(carousel.getByRole("link").elements()).toHaveLength(1);
}

/** Renders it with a stopped clock. */
async function showTimed(shown = songs): Promise<void> {
  stubApi();
  stopClock();
  await show(shown);
  await leaveWithPointer();
  await expectShown(1, shown.length);
}

const heightOf = (target: Locator) => target.element().getBoundingClientRect().height;

/** The lines of an element's text, as they are broken. */
function rowsOf(quote: Element): number {
  const text = document.createRange();
  text.selectNodeContents(quote);
  return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
}

/** Returns by how many pixels an element's text overflows the boxes around it. */
function hiddenPart(quote: Element): number {
  const last = document.createRange();
  const text = document.createTreeWalker(quote, NodeFilter.SHOW_TEXT);
  let node = text.nextNode() as Text;
  while (text.nextNode()) node = text.currentNode as Text;
  last.setStart(node, node.length - 1);
  last.setEnd(node, node.length);
  const end = last.getBoundingClientRect();
  const over: number[] = [];
  for (let box = node.parentElement; box && carousel.element().contains(box); box = box.parentElement) {
    if (getComputedStyle(box).overflow === "visible") continue;
    const { bottom, right } = box.getBoundingClientRect();
    over.push(end.bottom - bottom, end.right - right);
  }
  return Math.max(...over);
}

describe("a slide", () => {
  test("shows title, author, description, three categories, 150 characters of lyrics and a link", async () => {
    const api = stubApi({ "POST /api/songs/{id}/play": { counted: true } });
    const screen = await show();
    const first = slide(1);
    await expect.element(first).toMatchTextContent("Bài mới, 1 trên 8");
    await expect.element(first.getByRole("heading", { level: 3 })).toHaveTextContent("Mưa hạ trên phố cũ");
    await expect.element(first).toMatchTextContent("Tác giả: Hoài An");
    await expect.element(first).toMatchTextContent("Lời giới thiệu của Mưa hạ trên phố cũ.");
    expect(
      first
        .getByRole("listitem")
        .elements()
        .map((item) => item.textContent),
    ).toEqual(["Ballad", "Trữ tình", "Dân ca"]);
    expect(first.getByRole("blockquote").element().textContent).toBe(`${lyrics.slice(0, 150).trimEnd()}...`);
    await first.getByRole("link", { name: "Nghe ngay" }).click();
    await expect.poll(screen.address).toBe("/songs/1");
    await expect.poll(() => document.querySelector("audio")?.paused, { message: "it sounds" }).toBe(false);
    await expect
      .poll(() => api.requests("POST /api/songs/{id}/play").map(({ params }) => params))
      .toEqual([{ id: "1" }]);
  });

  test("shows lyrics of any length in a panel of constant height", async () => {
    stubApi();
    const shapes = [lyrics, "", "一二三四五\n".repeat(40), "Ừ\n".repeat(99), "Nghiêng".repeat(30), "Một câu ngắn"];
    await show(songs.slice(0, 6).map((song, place) => ({ ...song, lyrics: shapes[place] || null })));
    await document.fonts.ready;
    for (const width of [390, 768, 1280, 1600]) {
      await page.viewport(width, 900);
      const heights = new Set<number>();
      // The second song is a premium one.
      for (const place of [2, 1, 3, 4, 5, 6]) {
        button(`Bài ${place}`)
          .element()
          .dispatchEvent(new MouseEvent("click", { bubbles: true }));
        await expectShown(place, 6);
        heights.add(heightOf(carousel));
        if (place === 2) continue;
        const quote = slide(place, 6).getByRole("blockquote");
        await expect.element(quote).toMatchTextContent(shapes[place - 1]?.split("\n")[0]?.slice(0, 60) ?? ".");
        // More than six lines are cut after the sixth.
        const isCut = rowsOf(quote.element()) > 6;
        expect(isCut, `slide ${place} at ${width} px`).toBe(place === 3 || place === 4);
        if (!isCut) expect(hiddenPart(quote.element()), `slide ${place} at ${width} px`).toBeLessThanOrEqual(0);
      }
      expect(heights.size, `${width} px`).toBe(1);
    }
  });
});

describe("automatic change", () => {
  test("advances after 5 seconds", async () => {
    await showTimed();
    await passTime(step - 1);
    await expectShown(1);
    await passTime(1);
    await expectShown(2);
    await passTime(step);
    await expectShown(3);
  });

  test("restarts the 5 seconds after a manual change", async () => {
    await showTimed();
    await passTime(step - 1000);
    await button("Bài sau").click();
    await leaveWithPointer();
    await expectShown(2);
    await passTime(step - 1);
    await expectShown(2);
    await passTime(1);
    await expectShown(3);
  });

  test("pauses under the pointer and resumes although the pressed button has the focus", async () => {
    await showTimed();
    await slide(1).getByRole("heading").hover();
    await passTime(4 * step);
    await expectShown(1);
    await button("Bài trước").click();
    await expectShown(8);
    await passTime(4 * step);
    await expectShown(8);
    await leaveWithPointer();
    await passTime(step);
    await expectShown(1);
  });

  test("pauses while the focus is inside", async () => {
    await showTimed();
    await userEvent.tab();
    await expect.element(link(1)).toHaveFocus();
    await passTime(4 * step);
    await expectShown(1);
    await userEvent.tab();
    await expect.element(button("Tạm dừng băng chuyền")).toHaveFocus();
    await passTime(4 * step);
    await expectShown(1);
    (document.activeElement as HTMLElement).blur();
    await settled();
    await passTime(step);
    await expectShown(2);
  });

  test("pauses while its tab is hidden", async () => {
    await showTimed();
    await hideTab(true);
    await passTime(10 * step);
    await hideTab(false);
    await expectShown(1);
    await passTime(step);
    await expectShown(2);
  });

  test("is off under reduced motion, without a pause button", async () => {
    await prefer({ reducedMotion: "reduce" });
    await showTimed();
    await passTime(20 * step);
    await expectShown(1);
    await expect.element(button("Tạm dừng băng chuyền")).not.toBeInTheDocument();
    await button("Bài sau").click();
    await expectShown(2);
    await leaveWithPointer();
    const change = new Promise((resolve) => {
      matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", resolve, { once: true });
    });
    await prefer({ reducedMotion: "no-preference" });
    await change;
    await expect.element(button("Tạm dừng băng chuyền")).toBeVisible();
    await passTime(step);
    await expectShown(3);
  });

  test("is paused and resumed by a button", async () => {
    await showTimed();
    await button("Tạm dừng băng chuyền").click();
    await leaveWithPointer();
    await passTime(10 * step);
    await expectShown(1);
    await button("Bài sau").click();
    await leaveWithPointer();
    await passTime(10 * step);
    await expectShown(2);
    (button("Cho băng chuyền chạy").element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(button("Tạm dừng băng chuyền")).toHaveFocus();
    await passTime(step);
    await expectShown(3);
  });

  test("is not announced to screen readers, unlike a manual change", async () => {
    await showTimed();
    const live = () => slide(1).element().parentElement?.getAttribute("aria-live");
    const liveAt = (place: number) => slide(place).element().parentElement?.getAttribute("aria-live");
    expect(live()).toBe("off");
    await passTime(step);
    await expectShown(2);
    expect(liveAt(2)).toBe("off");
    await button("Bài sau").click();
    await expectShown(3);
    expect(liveAt(3)).toBe("polite");
    await leaveWithPointer();
    expect(liveAt(3)).toBe("polite");
    await passTime(step);
    await expectShown(4);
    expect(liveAt(4)).toBe("off");
  });
});

describe("manual change", () => {
  test("dots of 24 by 44 pixels show each slide without moving the layout", async () => {
    await showTimed();
    const before = heightOf(carousel);
    for (const place of [5, 2, 8]) {
      await button(`Bài ${place}`).click();
      await expectShown(place);
      await expect
        .poll(() => slide(place).element().querySelectorAll(".cover svg").length, { message: "its picture" })
        .toBe(1);
      expect(heightOf(carousel)).toBe(before);
    }
    const { width, height } = button("Bài 3").element().getBoundingClientRect();
    expect([width, height]).toEqual([24, 44]);
  });

  test("arrows wrap around at both ends and are shown on large screens only", async () => {
    await showTimed();
    await button("Bài trước").click();
    await expectShown(8);
    await button("Bài sau").click();
    await expectShown(1);
    await page.viewport(1024, 800);
    await expect.element(button("Bài sau")).toBeVisible();
    await page.viewport(1023, 800);
    await expect.element(button("Bài sau")).not.toBeInTheDocument();
  });

  test("arrow keys change the slide and move the focus with it", async () => {
    await showTimed();
    await userEvent.keyboard("{ArrowRight}");
    await expectShown(1);
    (link(1).element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowRight}");
    await expectShown(2);
    await expect.element(link(2)).toHaveFocus();
    await userEvent.keyboard("{ArrowLeft}");
    await userEvent.keyboard("{ArrowLeft}");
    await expectShown(8);
    await expect.element(link(8)).toHaveFocus();
    await userEvent.keyboard("{Shift>}{ArrowRight}{/Shift}");
    await expectShown(8);
    (button("Bài 3").element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowRight}");
    await expectShown(1);
    await expect.element(button("Bài 3")).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expectShown(3);
  });

  test("Tab focuses the current slide's link, then the controls in their order", async () => {
    await showTimed();
    await userEvent.tab();
    await expect.element(link(1)).toHaveFocus();
    const dots = titles.map((_, place) => `Bài ${place + 1}`);
    for (const name of ["Tạm dừng băng chuyền", ...dots, "Bài trước", "Bài sau"]) {
      await userEvent.tab();
      await expect.element(button(name)).toHaveFocus();
    }
  });
});

describe("swipe", () => {
  async function showOnPhone() {
    await page.viewport(390, 844);
    await showTimed();
  }

  test("changes the slide from 50 pixels on, and not when it is vertical", async () => {
    await showOnPhone();
    const from = middleOf(slide(1).getByRole("heading"));
    await swipe(from, -49);
    await swipe(from, -60, -240);
    await expectShown(1);
    await swipe(from, -50);
    await expectShown(2);
    await swipe(from, 50);
    await expectShown(1);
    await swipe(from, 120);
    await expectShown(8);
  });

  test("does not follow a link below the finger", async () => {
    await page.viewport(390, 844);
    stubApi();
    const screen = await show();
    const from = middleOf(link(1));
    await swipe(from, -80);
    await expectShown(2);
    await swipe(from, -30);
    await expectShown(2);
    await expect.poll(screen.address).toBe("/");
  });

  test("pauses while a finger is down", async () => {
    await showOnPhone();
    await touch("touchStart", middleOf(slide(1).getByRole("heading")));
    await settled();
    await passTime(4 * step);
    await expectShown(1);
    await touch("touchEnd");
    await settled();
    await passTime(step);
    await expectShown(2);
  });
});

test("a premium song without access shows a lock of the lyrics' height", async () => {
  const heights: number[] = [];
  for (const message of [guestLock, userLock]) {
    stubApi(message === userLock ? loggedIn() : {});
    const screen = await show();
    await button("Bài 2").click();
    await expectShown(2);
    await expect.element(slide(2)).toMatchTextContent("Premium");
    await expect.element(slide(2).getByText(message)).toBeVisible();
    await expect.element(slide(2).getByText(message === userLock ? guestLock : userLock)).not.toBeVisible();
    await expect.element(slide(2).getByRole("blockquote")).not.toBeInTheDocument();
    await expect.element(slide(2).getByRole("link", { name: "Nghe ngay" })).toBeVisible();
    heights.push(heightOf(slide(2)));
    await screen.unmount();
  }
  stubApi(loggedIn({ is_premium: true }));
  await show(songs.map((song) => ({ ...song, lyrics, audio_url: "/uploads/x.mp3" })));
  await button("Bài 2").click();
  await expect.element(slide(2).getByRole("blockquote")).toMatchTextContent("Câu 1 la la");
  await expect.element(slide(2).getByText(userLock)).not.toBeInTheDocument();
  heights.push(heightOf(slide(2)));
  expect(new Set(heights).size).toBe(1);
});

describe("with fewer songs", () => {
  test("three songs wrap around", async () => {
    await showTimed(songs.slice(0, 3));
    for (const place of [2, 3, 1]) {
      await passTime(step);
      await expectShown(place, 3);
    }
    await expect.element(slide(1, 3)).toMatchTextContent("Bài mới, 1 trên 3");
    expect(carousel.getByRole("button", { name: /^Bài \d$/ }).elements()).toHaveLength(3);
  });

  test("one song has no controls, none is nothing", async () => {
    stubApi();
    const { unmount } = await show(songs.slice(0, 1));
    await expect.element(carousel.getByRole("heading", { level: 3 })).toHaveTextContent("Mưa hạ trên phố cũ");
    await expect.element(carousel.getByRole("button")).not.toBeInTheDocument();
    await expect.element(carousel).not.toHaveAttribute("aria-roledescription");
    await expect.element(carousel.getByText("Bài mới")).toBeVisible();
    await unmount();
    const { container } = await show([]);
    expect(container.querySelector("section")).toBeNull();
  });
});
