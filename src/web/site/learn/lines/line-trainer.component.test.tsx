import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type LineDocument, plainLine, type SongLine } from "#contract/lyrics/document.ts";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { listeningLayout } from "#test/component/listening.tsx";
import { thePlayer } from "#test/component/player.ts";
import { renderRoute } from "#test/component/render.tsx";
import { aSong } from "#test/component/samples.ts";
import { stubApi } from "#test/component/stub-api.ts";
import sound from "../../../../../demo/songs/buoi-sang-o-hem-nho.mp3?url";
import { writeStored } from "../../../lib/storage.ts";
import * as learnPage from "../page.tsx";
import { countRecordings, readRecording, removeAllRecordings, writeRecording } from "./voice-store.ts";

const title = "你好，朋友";

/** A line of one second, on every second of the song from 2 on. */
function line(place: number): SongLine {
  const start_ms = 2000 + 1000 * place;
  const word = { start_char: 0, end_char: 3, start_ms, end_ms: null, reading: "nǐhǎo", meaning: null };
  return {
    ...plainLine(`你好${place} 朋友`),
    start_ms,
    end_ms: start_ms + 1000,
    reading: `Nǐ hǎo ${place} péngyou`,
    translation: `Xin chào bạn ${place}`,
    words: [word],
  };
}
const lines: LineDocument = {
  language: "zh",
  reading_language: "zh-Latn",
  translation_language: "vi",
  lines: Array.from({ length: 12 }, (_, place) => line(place)),
  glossary: [],
};

beforeEach(async () => {
  stubApi({
    "GET /api/songs/{id}": aSong({ id: 7, title, audio_url: sound, duration: 44.2 }),
    "GET /api/songs/{id}/lines": { number: 1, document: lines },
    "POST /api/songs/{id}/play": { counted: true },
  });
  await removeAllRecordings();
  return () => {
    writeStored("lineTrainer", null);
    writeStored("keys", null);
  };
});

const stage = page.getByRole("region", { name: "Câu đang luyện" });
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const more = page.getByLabelText("Thêm cho câu này");
const audio = () => document.querySelector("audio") as HTMLAudioElement;
const stored = () => JSON.parse(localStorage.getItem("lineTrainer") ?? "{}") as Record<string, unknown>;

async function open() {
  const screen = await renderRoute(learnPage, {
    layouts: [listeningLayout],
    path: "/songs/:id/learn",
    at: "/songs/7/learn",
  });
  await expect.element(stage).toBeVisible();
  return screen;
}

/** Checks the looks; on a phone so high that the bar at its bottom lies over nothing. */
async function look() {
  await checkScreen({ heading: new RegExp(title), widths: [1280, 768, 320] });
  await page.viewport(390, 1600);
  await checkScreen({ widths: [390] });
}

/** Presses what stands behind the "⋯". */
async function choose(name: string) {
  await more.click();
  await button(name).click();
}

async function set(label: string, value: string) {
  await choose("Cách luyện");
  await page.getByRole("combobox", { name: label }).selectOptions(value);
  await button("Xong").click();
}

describe("the line trainer", () => {
  test("plays a line with its layers, and waits for the listener after it", async () => {
    await open();
    await expect.element(stage).toMatchTextContent("Câu 1/12");
    await look();
    await button("Nghe").click();
    await expect.element(stage).toMatchTextContent("Đang nghe");
    await expect.element(button("Tiếp")).toBeVisible();
    await expect.element(stage).toMatchTextContent("Đến lượt bạn hát, rồi bấm Tiếp");
    expect(audio().paused).toBe(true);
    expect(audio().currentTime).toBeGreaterThan(3.1);
    expect(audio().currentTime).toBeLessThan(20);
    await fits();
    await button("Tiếp").click();
    await expect.element(stage).toMatchTextContent("Xin chào bạn 1");
    await expect.element(page.getByRole("listitem").nth(1)).toHaveAttribute("aria-current", "true");
  });

  test("goes to the next, the one before and any line", async () => {
    await open();
    await expect.element(button("Câu trước")).toBeDisabled();
    await button("Câu sau").click();
    await expect.element(stage).toMatchTextContent("Câu 2/12");
    await button("Câu trước").click();
    await expect.element(stage).toMatchTextContent("Câu 1/12");
    await page.getByRole("listitem").nth(11).getByRole("button").click();
    await expect.element(stage).toMatchTextContent("Câu 12/12");
    await expect.element(button("Câu sau")).toBeDisabled();
    await expect.poll(() => audio().currentTime).toBeGreaterThan(12.8);
  });

  test("shows and hides layers of this line, and those of all lines by a setting", async () => {
    await open();
    const layers = page.getByRole("group", { name: "Phần của câu này hiện ra" });
    await layers.getByRole("button", { name: "Tiếng Việt" }).click();
    expect(stage.getByText("Xin chào bạn 0").query()).toBeNull();
    await button("Câu sau").click();
    await expect.element(stage.getByText("Xin chào bạn 1")).toBeVisible();
    await choose("Cách luyện");
    await page.getByRole("checkbox", { name: "Tiếng Việt" }).click();
    await page.getByRole("checkbox", { name: "Phiên âm" }).click();
    await button("Xong").click();
    expect(stage.getByText("Xin chào bạn 1").query()).toBeNull();
    expect(document.querySelector("rt")).toBeNull();
    await layers.getByRole("button", { name: "Tiếng Việt" }).click();
    await expect.element(stage.getByText("Xin chào bạn 1")).toBeVisible();
    await button("Câu sau").click();
    expect(stage.getByText("Xin chào bạn 2").query()).toBeNull();
    expect(stored().hidden).toEqual(["translation", "reading"]);
  });

  test("remembers how lines are heard on this device", async () => {
    await open();
    await set("Số lần nghe mỗi câu", "3 lần");
    await more.click();
    await page.getByRole("combobox", { name: "Tốc độ" }).selectOptions("0,6×");
    await look();
    await userEvent.keyboard("{Escape}");
    await set("Tự dừng", "Trước mỗi câu");
    await set("Dừng bao lâu", "2 giây");
    await choose("Cách luyện");
    await page.getByRole("spinbutton", { name: "Nghe trước câu (mili giây)" }).fill("300");
    await page.getByRole("spinbutton", { name: "Nghe sau câu (mili giây)" }).fill("5000");
    await look();
    await button("Xong").click();
    expect(stored()).toMatchObject({
      repeats: 3,
      rate: 0.6,
      pause: "before",
      pauseSeconds: 2,
      leadIn: 300,
      // What is no possible length is not taken.
      tail: 200,
    });
    await button("Câu sau").click();
    await expect.element(stage).toMatchTextContent("Nghỉ 2 giây");
    await expect.element(stage).toMatchTextContent("Lần 1/3 · 0,6×");
    await button("Nghe").click();
    await expect.poll(() => audio().playbackRate).toBe(0.6);
  });

  test("offers slow and then normal from a slow speed", async () => {
    await open();
    await choose("Cách luyện");
    await page.getByRole("checkbox", { name: "Nghe chậm rồi nghe thường" }).click();
    await button("Xong").click();
    await button("Nghe").click();
    await expect.element(stage).toMatchTextContent("0,7×");
    await expect.element(stage).toMatchTextContent("1×");
    expect(audio().playbackRate).toBe(1);
  });

  test("is used by keys, which a sheet shows and letters of which can be turned off", async () => {
    await open();
    await userEvent.keyboard(" ");
    await expect.element(stage).toMatchTextContent("Đang nghe");
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(stage).toMatchTextContent("Câu 2/12");
    await userEvent.keyboard("a");
    await expect.element(stage).toMatchTextContent("Câu 1/12");
    await userEvent.keyboard("l");
    await expect.element(button("Lặp câu này mãi")).toHaveAttribute("aria-pressed", "true");
    await userEvent.keyboard("l-");
    await expect.element(stage).toMatchTextContent("0,9×");
    await userEvent.keyboard("t");
    expect(stage.getByText("Xin chào bạn 0").query()).toBeNull();
    await userEvent.keyboard("?");
    const sheet = page.getByRole("dialog", { name: "Phím tắt" });
    await expect.element(sheet).toBeVisible();
    await look();
    await sheet.getByRole("checkbox", { name: "Dùng phím chữ và dấu trên thiết bị này" }).click();
    await userEvent.keyboard("{Escape}");
    await expect.element(sheet).not.toBeInTheDocument();
    await userEvent.keyboard("d");
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(stage).toMatchTextContent("Câu 2/12");
  });

  test("is told to a screen reader for whom asks for it", async () => {
    await open();
    await choose("Cách luyện");
    await page.getByRole("checkbox", { name: "Trình đọc màn hình đọc từng câu" }).click();
    await button("Xong").click();
    await button("Câu sau").click();
    await expect.poll(() => document.querySelector("[aria-live=polite][lang=zh]")?.textContent).toBe("你好1 朋友");
  });

  test("has five buttons, one of them filled, at the bottom of a phone; the rest behind one", async () => {
    await page.viewport(390, 664);
    await open();
    const bar = page.getByRole("group", { name: "Điều khiển" }).element();
    const named = [...bar.querySelectorAll("button")].map((key) => key.getAttribute("aria-label") ?? key.textContent);
    expect(named).toEqual(["Câu trước", "Nghe lại", "Nghe", "Lặp câu này mãi", "Câu sau"]);
    expect(bar.textContent).not.toMatch(/Trước|Sau/);
    expect(document.querySelectorAll(".btn--primary")).toHaveLength(0);
    for (const name of ["Thu giọng bạn", "Tra từ trong câu", "Cách luyện", "Phím tắt"]) {
      await expect.element(button(name)).not.toBeInTheDocument();
    }
    await choose("Tra từ trong câu");
    await expect.element(page.getByRole("dialog")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(more).toHaveFocus();
    expect(Math.round(bar.getBoundingClientRect().bottom)).toBe(664);
    for (const key of bar.querySelectorAll("button")) {
      expect(key.getBoundingClientRect().height).toBeGreaterThanOrEqual(60);
    }
  });

  test("opens the rest above the bar of a small phone", async () => {
    await page.viewport(320, 500);
    await open();
    await more.click();
    const last = button("Cách luyện").element();
    const { x, y, height } = last.getBoundingClientRect();
    expect(y + height).toBeGreaterThan(
      page.getByRole("group", { name: "Điều khiển" }).element().getBoundingClientRect().top,
    );
    expect(document.elementFromPoint(x + 30, y + height / 2)?.closest("button")).toBe(last);
  });

  test("leaves the song paused and as it was made", async () => {
    const screen = await open();
    await userEvent.keyboard("-");
    await button("Nghe").click();
    await expect.poll(() => audio().playbackRate).toBe(0.9);
    await screen.go("/songs/7");
    await expect.poll(() => audio().paused).toBe(true);
    expect(thePlayer().getState()).toMatchObject({ playing: false, rate: 1 });
  });
});

describe("the own voice", () => {
  /** A microphone that hums. */
  function hum(): void {
    const context = new AudioContext();
    const tone = context.createOscillator();
    const target = context.createMediaStreamDestination();
    tone.connect(target);
    tone.start();
    vi.spyOn(navigator.mediaDevices, "getUserMedia").mockImplementation(async () => {
      // Without a press before it, it hums nothing.
      await context.resume();
      return target.stream.clone();
    });
    onTestFinished(() => {
      vi.restoreAllMocks();
      void context.close();
    });
  }
  const hear = button("Nghe giọng bạn");
  /** Opens the song, and what serves the own voice. */
  async function openVoice() {
    const screen = await open();
    await choose("Thu giọng bạn");
    await expect.element(button(/^Thu( lại)? câu này$/)).toHaveFocus();
    return screen;
  }

  test("is shown by its key, too", async () => {
    await open();
    await userEvent.keyboard("m");
    await expect.element(button("Thu câu này")).toHaveFocus();
  });

  test("is recorded on a press, kept for its line on this device, heard and removed", async () => {
    hum();
    const screen = await openVoice();
    expect(navigator.mediaDevices.getUserMedia).not.toHaveBeenCalled();
    await button("Thu câu này").click();
    await expect.element(page.getByText(/^Đang thu/)).toBeVisible();
    await expect.element(page.getByText(/0:01 \/ 0:30/)).toBeVisible();
    await button("Dừng thu").click();
    await expect.element(hear).toBeVisible();
    await look();
    await button("Câu sau").click();
    await expect.element(button("Thu câu này")).toBeVisible();
    expect(hear.query()).toBeNull();
    await screen.unmount();
    await openVoice();
    await expect.element(hear).toBeVisible();
    await hear.click();
    await expect.element(hear).not.toBeInTheDocument();
    await expect.element(hear).toBeVisible();
    await button("Bản gốc rồi giọng bạn").click();
    await expect.poll(() => thePlayer().getState().playing).toBe(true);
    await expect.poll(() => thePlayer().getState().playing).toBe(false);
    expect(hear.query(), "then the own voice is heard").toBeNull();
    await expect.element(hear).toBeVisible();
    await button("Xóa bản thu của câu này").click();
    await expect.element(button("Thu câu này")).toBeVisible();
    await expect.poll(countRecordings).toBe(0);
  });

  test("leaves the wait after a line as it is", async () => {
    hum();
    await openVoice();
    await button("Nghe").click();
    await expect.element(stage).toMatchTextContent("Đến lượt bạn hát, rồi bấm Tiếp");
    await button("Thu câu này").click();
    await expect.element(page.getByText(/0:01 \/ 0:30/)).toBeVisible();
    await button("Dừng thu").click();
    await expect.element(button("Thu lại câu này")).toBeVisible();
    await expect.element(stage).toMatchTextContent("Đến lượt bạn hát, rồi bấm Tiếp");
    await button("Tiếp").click();
    await expect.element(stage).toMatchTextContent("Câu 2/12");
  });

  test("is loaded within the press, and says when the browser does not let it sound after the line", async () => {
    await writeRecording("7:2000", new Blob(["x"], { type: "audio/webm" }));
    await openVoice();
    const { play } = HTMLMediaElement.prototype;
    vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(function (this: HTMLMediaElement) {
      if (!this.src.startsWith("blob:")) return play.call(this);
      return Promise.reject(new DOMException("no", "NotAllowedError"));
    });
    const load = vi.spyOn(HTMLMediaElement.prototype, "load");
    onTestFinished(() => void vi.restoreAllMocks());
    const isLoaded = () => load.mock.contexts.some((each) => (each as HTMLMediaElement).src.startsWith("blob:"));
    let wasLoaded: boolean | undefined;
    const compare = button("Bản gốc rồi giọng bạn");
    await expect.element(compare).toBeVisible();
    window.addEventListener("click", () => (wasLoaded = isLoaded()), { once: true });
    await compare.click();
    expect(wasLoaded).toBe(true);
    await expect.element(page.getByRole("alert")).toMatchTextContent(/^Chưa phát được giọng bạn/);
    await expect.element(hear).toBeVisible();
    await expect.element(compare).toBeVisible();
  });

  test("is removed for all lines from the settings", async () => {
    for (const line of ["7:2000", "7:4000"]) await writeRecording(line, new Blob(["x"], { type: "audio/webm" }));
    await openVoice();
    await choose("Cách luyện");
    await expect.element(page.getByText("Máy này đang giữ 2 bản thu giọng bạn.")).toBeVisible();
    await button("Xóa mọi bản thu").click();
    await expect.element(button("Xóa mọi bản thu")).not.toBeInTheDocument();
    expect(await countRecordings()).toBe(0);
  });

  test("says what to do when the microphone is refused", async () => {
    vi.spyOn(navigator.mediaDevices, "getUserMedia").mockRejectedValue(new DOMException("no", "NotAllowedError"));
    onTestFinished(() => void vi.restoreAllMocks());
    await openVoice();
    await button("Thu câu này").click();
    await expect.element(page.getByRole("alert")).toMatchTextContent(/chưa cho trang này dùng micrô/);
    await fits();
    await expect.element(button("Thu câu này")).toBeEnabled();
  });
});

test("a hundred recordings are kept, of which the oldest gives way", async () => {
  for (let place = 0; place <= 100; place++) await writeRecording(`7:${place}`, new Blob(["a"]));
  expect(await countRecordings()).toBe(100);
  expect(await readRecording("7:0")).toBeUndefined();
  expect(await readRecording("7:100")).toBeDefined();
});
