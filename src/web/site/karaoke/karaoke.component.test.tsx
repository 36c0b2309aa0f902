import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Song } from "#contract/catalogue.ts";
import { type LineDocument, plainLine, type SongLine } from "#contract/lyrics/document.ts";
import { checkScreen } from "#test/component/check-screen.ts";
import { watchJumps } from "#test/component/jumps.ts";
import { listeningLayout } from "#test/component/listening.tsx";
import { thePlayer } from "#test/component/player.ts";
import { renderRoute } from "#test/component/render.tsx";
import { selling } from "#test/component/sales.ts";
import { aSong } from "#test/component/samples.ts";
import { fails, type StubbedApi, stubApi } from "#test/component/stub-api.ts";
import { prefer } from "#test/component/visitor.ts";
import sound from "../../../../demo/songs/buoi-sang-o-hem-nho.mp3?url";
import { writeStored } from "../../lib/storage.ts";
import * as songPage from "../song/page.tsx";

const title = "你好，朋友";
const read = "GET /api/songs/{id}/lines";

/** A line of three seconds, whose two words take half of it each. */
function line(place: number, fields: Partial<SongLine> = {}): SongLine {
  const start_ms = 2000 + 3000 * place;
  const word = (start_char: number, end_char: number, at: number, reading: string) => ({
    start_char,
    end_char,
    start_ms: at,
    end_ms: null,
    reading,
    meaning: null,
  });
  return {
    ...plainLine(`你好${place} 朋友`),
    start_ms,
    end_ms: start_ms + 3000,
    reading: `Nǐ hǎo ${place} péngyou`,
    translation: `Xin chào bạn ${place}`,
    words: [word(0, 3, start_ms, "nǐhǎo"), word(4, 6, start_ms + 1500, "péngyou")],
    ...fields,
  };
}
const lines: LineDocument = {
  language: "zh",
  reading_language: "zh-Latn",
  translation_language: "vi",
  lines: Array.from({ length: 13 }, (_, place) => line(place)),
  glossary: [],
};
const lyrics = "你好，朋友\nNǐ hǎo, péngyou\nXin chào bạn";
const song = aSong({ id: 7, title, lyrics, audio_url: sound, duration: 44.2 });

let api: StubbedApi;
beforeEach(() => {
  api = stubApi({
    "GET /api/songs/{id}": song,
    "GET /api/songs": [],
    "POST /api/songs/{id}/play": { counted: true },
    "GET /api/premium-packages": selling(),
    [read]: { number: 1, document: lines },
  });
  return () => writeStored("hiddenLyrics", null);
});

const section = page.getByRole("heading", { name: "Lời bài hát" });
const play = page.getByRole("region", { name: "Trình phát" }).getByRole("button", { name: `Phát: ${title}` });
const items = page.getByRole("listitem");
const row = (place: number) => page.getByRole("button", { name: new RegExp(`Xin chào bạn ${place}$`) });
const box = () => document.querySelector("ol")?.parentElement as HTMLElement;
const audio = () => document.querySelector("audio") as HTMLAudioElement;
const current = () => document.querySelector("ol > [aria-current]")?.textContent ?? "";
const back = page.getByRole("button", { name: "Theo lời đang hát" });

async function open(at = "/songs/7") {
  const screen = await renderRoute(songPage, { layouts: [listeningLayout], path: "/songs/:id", at });
  await expect.element(section).toBeVisible();
  return screen;
}

/** Opens the song and lets it sound. */
async function listen() {
  await open();
  await play.click();
  await expect.element(row(0)).toBeVisible();
}

/** How far the words of the line that sounds are filled. */
const filled = () =>
  [...document.querySelectorAll<HTMLElement>("ol > [aria-current] [data-piece]")].map((word) =>
    Number(word.style.getPropertyValue("--sung")),
  );

describe("the lyrics of a song with timed lines", () => {
  test("are text until the song is played, and then move with it", async () => {
    await open();
    expect(api.requests(read)).toEqual([]);
    await expect.element(page.getByText("Xin chào bạn", { exact: true })).toBeVisible();
    await play.click();
    await expect.element(row(0)).toBeVisible();
    expect(api.requests(read).map(({ params }) => params)).toEqual([{ id: "7" }]);
    thePlayer().seek(5.2);
    await expect.poll(current).toContain("Xin chào bạn 1");
    await expect.poll(() => filled()[0] ?? 0).toBeGreaterThan(0.1);
    expect(filled()[1]).toBe(0);
    thePlayer().seek(8.2);
    await expect.poll(current).toContain("Xin chào bạn 2");
    expect(items.elements().filter((each) => each.hasAttribute("aria-current"))).toHaveLength(1);
    thePlayer().pause();
    thePlayer().seek(9.9);
    await expect.poll(() => filled().map((part) => part.toFixed(2))).toEqual(["1.00", "0.27"]);
    await checkScreen({ heading: title });
  });

  test("are counted in after a silence, before which nothing stands out", async () => {
    api.change({ [read]: { number: 1, document: { ...lines, lines: [line(2), line(3)] } } });
    await open();
    await play.click();
    await expect.element(row(2)).toBeVisible();
    thePlayer().pause();
    const counted = () => document.querySelector("[data-left]")?.getAttribute("data-left");
    for (const [second, left] of [
      [3, undefined],
      [5.5, "3"],
      [7.5, "1"],
      [8.5, undefined],
    ] as const) {
      thePlayer().seek(second);
      await expect.poll(() => [counted(), current() !== ""]).toEqual([left, second > 8]);
    }
  });

  test("play from the line that is pressed, also by keyboard", async () => {
    await listen();
    const jumps = watchJumps();
    await row(4).click();
    await expect.poll(() => jumps.at(-1)).toBe(14);
    (row(2).element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => jumps.at(-1)).toBe(8);
    expect(audio().paused).toBe(false);
  });

  test("stay where they are scrolled by hand, until they are followed again", async () => {
    await page.viewport(390, 664);
    await listen();
    await row(11).click();
    await expect.poll(() => box().scrollTop).toBeGreaterThan(200);
    expect(back.query()).toBeNull();
    const moved = vi.spyOn(box(), "scrollBy");
    box().dispatchEvent(new WheelEvent("wheel"));
    await expect.element(back).toBeVisible();
    moved.mockClear();
    // The smooth movement that the press began may still be on its way and add to this.
    box().scrollTop = 0;
    thePlayer().seek(38.2);
    await expect.poll(current).toContain("Xin chào bạn 12");
    await new Promise(requestAnimationFrame);
    expect(moved).not.toHaveBeenCalled();
    await back.click();
    await expect.poll(() => box().scrollTop).toBeGreaterThan(200);
    expect(back.query()).toBeNull();
  });

  test("are followed again from a line that is pressed", async () => {
    await page.viewport(390, 664);
    await listen();
    thePlayer().seek(5.2);
    await expect.poll(current).toContain("Xin chào bạn 1");
    box().dispatchEvent(new WheelEvent("wheel"));
    await expect.element(back).toBeVisible();
    const moved = vi.spyOn(box(), "scrollBy");
    await row(2).click();
    await expect.element(back).not.toBeInTheDocument();
    expect(moved).toHaveBeenCalled();
  });

  test("move from the next play on when their lines could not be had at the first", async () => {
    api.change({ [read]: fails(503, "Máy chủ đang bận") });
    await open();
    await play.click();
    await expect.poll(() => api.requests(read)).toHaveLength(1);
    await expect.poll(() => audio().currentTime).toBeGreaterThan(0.1);
    expect(row(0).query()).toBeNull();
    await expect.element(page.getByText("Xin chào bạn", { exact: true })).toBeVisible();
    expect(page.getByRole("combobox", { name: "Tốc độ" }).query()).toBeNull();
    api.change({ [read]: { number: 1, document: lines } });
    thePlayer().pause();
    await expect.element(play).toBeVisible();
    await play.click();
    await expect.element(row(0)).toBeVisible();
  });

  test("do not move by themselves under reduced motion", async () => {
    await prefer({ reducedMotion: "reduce" });
    await page.viewport(390, 664);
    await listen();
    thePlayer().seek(35.2);
    await expect.poll(current).toContain("Xin chào bạn 11");
    expect(box().scrollTop).toBe(0);
    await back.click();
    await expect.poll(() => box().scrollTop).toBeGreaterThan(200);
  });

  test("show the layers that are wanted, remembered on this device", async () => {
    await listen();
    const layer = (name: string) => page.getByRole("button", { name, exact: true });
    await layer("Tiếng Việt").click();
    await expect.element(layer("Tiếng Việt")).toHaveAttribute("aria-pressed", "false");
    expect(page.getByText("Xin chào bạn 0").query()).toBeNull();
    await expect.element(page.getByText("Nǐ hǎo 0 péngyou")).toBeVisible();
    expect(page.getByText("Nǐ hǎo 0 péngyou").element().getAttribute("lang")).toBe("zh-Latn");
    await layer("Phiên âm").click();
    await layer("Lời gốc").click();
    // Hiding all layers shows the text.
    await expect.element(layer("Lời gốc")).toHaveAttribute("aria-pressed", "true");
    expect(document.querySelector("rt")).toBeNull();
    expect(localStorage.getItem("hiddenLyrics")).toBe('["text","translation","reading"]');
  });

  test("show a reading once, above the words where it stands there", async () => {
    const twice = line(0, { reading: "Nǐ hǎo, péngyou" });
    api.change({ [read]: { number: 1, document: { ...lines, lines: [twice, line(1)] } } });
    await listen();
    await expect.element(row(1)).toMatchTextContent("Nǐ hǎo 1 péngyou");
    expect(row(0).element().textContent).not.toContain("Nǐ hǎo, péngyou");
    expect(row(0).element().querySelector("rt")?.textContent).toBe("nǐhǎo");
    await page.getByRole("button", { name: "Lời gốc" }).click();
    await expect.element(row(0)).toMatchTextContent("Nǐ hǎo, péngyou");
  });

  test("slow down with the song", async () => {
    await listen();
    await page.getByRole("combobox", { name: "Tốc độ" }).selectOptions("0,6×");
    await expect.poll(() => audio().playbackRate).toBe(0.6);
    thePlayer().seek(5.1);
    await expect.poll(current).toContain("Xin chào bạn 1");
  });

  test("fill the screen, with play and the way back", async () => {
    await listen();
    await page.getByRole("button", { name: "Lời toàn màn hình" }).click();
    const smaller = page.getByRole("button", { name: "Thu nhỏ lời" });
    await expect.element(smaller).toBeVisible();
    await page
      .getByRole("button", { name: `Tạm dừng: ${title}` })
      .last()
      .click();
    expect(audio().paused).toBe(true);
    await smaller.click();
    await expect.element(page.getByRole("button", { name: "Lời toàn màn hình" })).toBeVisible();
  });

  test("are spoken line by line for whom asks for it", async () => {
    await listen();
    expect(document.querySelector("[aria-live=polite][lang=zh]")).toBeNull();
    const spoken = page.getByRole("checkbox", { name: "Trình đọc màn hình đọc từng câu" });
    await expect.element(spoken).not.toBeInViewport();
    // Shown to whom the keyboard brings there.
    (spoken.element() as HTMLElement).focus();
    await expect.element(spoken).toBeInViewport({ ratio: 1 });
    await userEvent.keyboard(" ");
    thePlayer().seek(5.2);
    await expect.poll(() => document.querySelector("[aria-live=polite][lang=zh]")?.textContent).toBe("你好1 朋友");
  });
});

test.each([
  ["without lines", { number: null, document: null }],
  ["whose lines have no times", { number: 1, document: { ...lines, lines: [plainLine("你好")] } }],
])("the lyrics of a song %s stay text", async (_what, answer) => {
  api.change({ [read]: answer });
  await open();
  await play.click();
  await expect.poll(() => api.requests(read)).toHaveLength(1);
  await expect.poll(() => audio().currentTime).toBeGreaterThan(0.2);
  await expect.element(page.getByText("Xin chào bạn", { exact: true })).toBeVisible();
  expect(page.getByRole("combobox", { name: "Tốc độ" }).query()).toBeNull();
});

describe("an address with a moment", () => {
  const start = page.getByRole("button", { name: "Phát từ 0:14" });

  /** Opens the moment from a page where a song plays. Returns the jumps from then on. */
  async function openPlaying(other: Song) {
    const screen = await renderRoute(songPage, { layouts: [listeningLayout], path: "/songs/:id", at: "/" });
    thePlayer().play(other);
    await expect.poll(() => audio().currentTime).toBeGreaterThan(0);
    const jumps = watchJumps();
    await screen.go("/songs/7?t=14.01");
    return jumps;
  }

  test("shows the lines at once, with the one that is sung then, from which the song plays", async () => {
    const jumps = watchJumps();
    await open("/songs/7?t=14.01");
    await expect.poll(current).toContain("Xin chào bạn 4");
    await expect.element(row(4)).toBeInViewport();
    await expect.poll(() => thePlayer().getState().position).toBe(14.01);
    expect(audio().paused).toBe(true);
    await checkScreen();
    await play.click();
    await expect.poll(() => audio().currentTime).toBeGreaterThan(14.1);
    expect(jumps).toEqual([14.01]);
    await expect.element(start).not.toBeInTheDocument();
  });

  test("plays from a button beside the lines, and from where the wave was pressed meanwhile", async () => {
    await open("/songs/7?t=0:14.01");
    await expect.element(start).toBeVisible();
    thePlayer().seek(20.5);
    await expect.poll(current).toContain("Xin chào bạn 6");
    await page.getByRole("button", { name: "Phát từ 0:20" }).click();
    await expect.poll(() => audio().currentTime).toBeGreaterThan(20.5);
  });

  test("leaves another song alone until this one is played", async () => {
    const jumps = await openPlaying(aSong({ id: 8, title: "Bài khác", audio_url: sound }));
    await expect.poll(current).toContain("Xin chào bạn 4");
    expect(thePlayer().getState()).toMatchObject({ playing: true, track: { id: 8 } });
    expect(jumps).toEqual([]);
    await play.click();
    await expect.poll(() => thePlayer().getState().track?.id).toBe(7);
    await expect.poll(() => audio().currentTime).toBeGreaterThan(14);
  });

  test("takes a song that plays to it, once", async () => {
    const jumps = await openPlaying(song);
    await expect.poll(() => audio().currentTime).toBeGreaterThan(14);
    expect(audio().paused).toBe(false);
    await expect.poll(current).toContain("Xin chào bạn");
    await expect.element(start).not.toBeInTheDocument();
    expect(jumps).toEqual([14.01]);
  });

  test("prepares the song without lines, and shows the text", async () => {
    api.change({ [read]: { number: null, document: null } });
    await open("/songs/7?t=14.01");
    await expect.poll(() => thePlayer().getState().position).toBe(14.01);
    await expect.element(page.getByText("Xin chào bạn", { exact: true })).toBeVisible();
  });
});
