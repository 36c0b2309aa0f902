import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type LineDocument, plainLine } from "#contract/lyrics/document.ts";
import { readLyrics } from "#contract/lyrics/formats.ts";
import type { EditedLines } from "#contract/song-lines.ts";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { passTime, stopClock } from "#test/component/clock.ts";
import { aSong, someLines } from "#test/component/samples.ts";
import { type Answers, fails, networkDown, outdated, type SentRequest } from "#test/component/stub-api.ts";
import * as screen from "../screen.tsx";

const sound = "/demo/songs/ghe-ve-ben-cu.mp3";
const song = aSong({
  id: 7,
  title: "Mưa chiều",
  audio_url: sound,
  stream_url: sound,
  duration: 41,
  waveform: Array.from({ length: 96 }, (_, slice) => (slice * 7) % 100),
});
const at = "2026-11-20T02:00:00.000Z";
const timed = readLyrics("[00:01.00]<00:01.00>Mưa <00:01.50>rơi<00:03.00>\n[00:05.00]Gió bay").document;
const untimed: LineDocument = {
  ...timed,
  language: "vi",
  lines: [plainLine("Mưa rơi"), plainLine("Gió bay"), plainLine("Nắng lên")],
};
const published = someLines({ source: "published", document: timed, published: { number: 2, by: "Lan", at } });
const draftOf = (document: LineDocument, version = "v2") =>
  someLines({ source: "draft", document, draft: { by: "Quản trị", at, is_outdated: false }, version });
const saveCall = "PUT /api/songs/{id}/lines/draft";
const publishCall = "PUT /api/songs/{id}/lines";

const heading = "Lời theo dòng: Mưa chiều";
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const field = (label: string) => page.getByLabelText(label, { exact: true });
const row = (name: string | RegExp) => page.getByRole("option", { name });
const list = page.getByRole("listbox", { name: "Các dòng" });
const saved = page.getByText("Mọi thay đổi đã được lưu nháp");

beforeEach(() => {
  localStorage.removeItem("songLines:7");
  localStorage.removeItem("tapLatency");
});

async function open(lines: EditedLines, answers: Answers = {}, address = "/admin/songs/7/lines") {
  let count = 2;
  const save = ({ body }: SentRequest) => draftOf((body as { document: LineDocument }).document, `v${count++}`);
  await page.viewport(1280, 900);
  const opened = await openAdmin(
    screen,
    address,
    { "GET /api/songs/{id}": song, "GET /api/songs/{id}/lines/draft": lines, [saveCall]: save, ...answers },
    { path: "/admin/songs/:id/lines" },
  );
  await expect.element(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  const sent = (call: typeof saveCall | typeof publishCall = saveCall) =>
    opened.api.requests(call).map(({ body }) => body as { document: LineDocument; version: string });
  return { ...opened, sent };
}

describe("the lines", () => {
  test("are listed with their times, and what is odd about them", async () => {
    const lines = [
      { ...plainLine("Mưa rơi"), start_ms: 5000, end_ms: 9000 },
      { ...plainLine("Gió bay"), start_ms: 7000, translation: "Wind blows" },
      { ...plainLine("Nắng lên", true), start_ms: 6000, singer: "F" },
      plainLine("Trăng về"),
    ];
    await open(someLines({ document: { ...timed, lines } }));
    await expect.element(row(/1 0:05.00 Mưa rơi/)).toMatchTextContent("Dòng này kết thúc sau khi dòng 2 bắt đầu");
    await expect.element(row(/3 0:06.00 Nắng lên/)).toMatchTextContent("Dòng này bắt đầu trước dòng 2");
    await expect.element(row(/Trăng về/)).toMatchTextContent("chưa có giờ");
    await expect.element(row(/Trăng về/)).toHaveAttribute("aria-selected", "true");
    await expect.element(page.getByText("2 chỗ cần xem lại").first()).toBeVisible();
    await button("Dòng 3 bắt đầu trước dòng 2").click();
    await expect.element(row(/Nắng lên/)).toHaveAttribute("aria-selected", "true");
    await expect.element(field("Người hát")).toHaveValue("F");
    await checkScreen({ heading });
  });
});

describe("tapping", () => {
  const position = () => document.querySelector("audio")?.currentTime ?? 0;
  const seek = (seconds: number) => {
    const audio = document.querySelector("audio");
    if (audio) audio.currentTime = seconds;
  };
  const starts = (sent: { document: LineDocument }[]) => sent.at(-1)?.document.lines.map(({ start_ms }) => start_ms);

  test("begins with the song, stamps line after line, and saves them by itself", async () => {
    localStorage.setItem("tapLatency", "0");
    const { sent } = await open(someLines({ document: untimed }));
    await expect.element(list).toHaveFocus();
    await expect.element(saved).toBeVisible();
    await userEvent.keyboard(" ");
    await expect.element(button("Tạm dừng")).toBeVisible();
    await expect.poll(position).toBeGreaterThan(0.2);
    await userEvent.keyboard(" ");
    await expect.element(row(/^2 .*Gió bay/)).toHaveAttribute("aria-selected", "true");
    await expect.element(row(/^1 0:0\d\.\d+ Mưa rơi/)).toBeVisible();
    seek(10);
    await expect.poll(position).toBeGreaterThan(10.1);
    await userEvent.keyboard(" ");
    await expect.element(page.getByText("Chưa lưu", { exact: true })).toBeVisible();
    await expect.poll(() => sent().length).toBe(1);
    await expect.element(saved).toBeVisible();
    const [first = 0, second = 0, third] = starts(sent()) ?? [];
    expect(first).toBeGreaterThan(200);
    expect(first).toBeLessThan(2000);
    expect(second).toBeGreaterThan(10_000);
    expect(second).toBeLessThan(12_000);
    expect(third).toBeNull();
    expect(sent()[0]?.version).toBe("v1");
    await userEvent.keyboard("{Backspace}");
    await expect.element(row(/^2 chưa có giờ/)).toHaveAttribute("aria-selected", "true");
    await expect.poll(() => starts(sent())?.[1]).toBeNull();
    expect(sent().at(-1)?.version).toBe("v2");
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect.element(row(/^2 0:1\d\.\d+ Gió bay/)).toBeVisible();
    await userEvent.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
    await expect.element(row(/^2 chưa có giờ/)).toBeVisible();
  });
});

describe("keys and presses", () => {
  test("time word after word of a line that the language cuts, and walk through them", async () => {
    localStorage.setItem("tapLatency", "0");
    await open(someLines({ document: untimed }));
    await page.getByRole("slider", { name: "Vị trí phát: Mưa chiều" }).fill("3");
    await userEvent.keyboard("w");
    const words = page.getByRole("list", { name: "Các từ của dòng 1" });
    await expect.element(words.getByRole("button")).toHaveLength(2);
    await list.click({ position: { x: 5, y: 5 } });
    await userEvent.keyboard(" ");
    await expect.element(words.getByRole("button", { name: "Mưa 0:03.00" })).toBeVisible();
    await expect.element(words.getByRole("button", { name: /^rơi/ })).toHaveAttribute("aria-pressed", "true");
    await userEvent.keyboard(" ");
    await expect.element(page.getByRole("list", { name: "Các từ của dòng 2" })).toBeVisible();
    await expect.element(row(/^1 0:03.00 Mưa rơi 2 từ có giờ/)).toBeVisible();
    await userEvent.keyboard("{Control>}{ArrowLeft}{/Control}");
    await expect.element(words.getByRole("button", { name: /^rơi/ })).toHaveAttribute("aria-pressed", "true");
    await field("Nghĩa của từ").fill("falls");
    await button("rơ | i").click();
    await expect.element(words.getByRole("button")).toHaveLength(3);
    await button("Nối với “i”").click();
    await expect.element(words.getByRole("button")).toHaveLength(2);
    await expect.element(field("Nghĩa của từ")).toHaveValue("falls");
    // Below the bar of the page a target is as small as what shows of it.
    window.scrollTo(0, 0);
    await checkScreen({ heading });
  });

  test("move the end that is chosen, and play what is there", async () => {
    await open(published);
    await list.click({ position: { x: 5, y: 5 } });
    await userEvent.keyboard("{ArrowRight}{Shift>}{ArrowRight}{/Shift}");
    await expect.element(field("Bắt đầu")).toHaveValue("00:01.11");
    await expect.element(button("Tạm dừng")).toBeVisible();
    await expect.element(button("Phát")).toBeVisible();
    await userEvent.keyboard("e{ArrowLeft}");
    await expect.element(field("Kết thúc")).toHaveValue("00:02.99");
    await button("Nghe từ đây").click();
    await expect.element(button("Tạm dừng")).toBeVisible();
    await button("Tạm dừng").click();
    await button("−100 ms").click();
    await expect.element(field("Kết thúc")).toHaveValue("00:02.89");
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect.element(field("Kết thúc")).toHaveValue("00:03.00");
    await button("Bỏ giờ").click();
    await expect.element(row(/^1 chưa có giờ/)).toBeVisible();
    await expect.element(button("Nghe từ đây")).toBeDisabled();
  });

  test("of a phone's thumb stamp at the press, and end a line at the release of a long one", async () => {
    localStorage.setItem("tapLatency", "0");
    await open(someLines({ document: untimed }));
    await page.viewport(390, 844);
    const tap = page.getByRole("button", { name: /^Bắt đầu nghe và gõ|^Gõ/ });
    await tap.click();
    await expect.element(button("Tạm dừng")).toBeVisible();
    const point = (type: string) =>
      tap.element().dispatchEvent(new PointerEvent(type, { bubbles: true, button: 0, pointerId: 1, isPrimary: true }));
    (tap.element() as HTMLElement).setPointerCapture = () => {};
    const heardFor = () => document.querySelector("audio")?.currentTime ?? 0;
    await expect.poll(heardFor).toBeGreaterThan(0.2);
    point("pointerdown");
    const pressedAt = heardFor();
    await expect.element(row(/^1 0:0\d\.\d+ Mưa rơi$/)).toBeVisible();
    await expect.poll(heardFor).toBeGreaterThan(pressedAt + 0.4);
    point("pointerup");
    await expect.element(row(/^1 0:0\d\.\d+ Mưa rơi hết ở 0:0\d/)).toBeVisible();
    await button("Lùi lại và bỏ giờ").click();
    await expect.element(row(/^1 chưa có giờ/)).toHaveAttribute("aria-selected", "true");
    await fits();
  });

  test("in a field type, and undo what was typed", async () => {
    const { sent } = await open(published);
    await row(/Gió bay/).click();
    await field("Lời gốc").fill("Gió bay xa");
    await userEvent.keyboard(" ");
    await expect.element(field("Lời gốc")).toHaveValue("Gió bay xa ");
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect.element(field("Lời gốc")).toHaveValue("Gió bay");
    await field("Lời gốc").fill("Gió thổi");
    await userEvent.keyboard("{Escape}");
    await expect.element(list).toHaveFocus();
    await expect.poll(() => sent().at(-1)?.document.lines[1]?.text).toBe("Gió thổi");
  });

  test("slow the song at its pitch, and repeat the selected line within its ends", async () => {
    const audio = () => document.querySelector("audio");
    await open(
      someLines({ document: { ...timed, lines: [{ ...plainLine("Mưa rơi"), start_ms: 3000, end_ms: 4000 }] } }),
    );
    await userEvent.keyboard("l-{Enter}");
    await expect.poll(() => audio()?.playbackRate).toBe(0.9);
    expect(audio()?.preservesPitch).toBe(true);
    await expect.element(button("Lặp dòng")).toHaveAttribute("aria-pressed", "true");
    const heard: number[] = [];
    let rounds = 0;
    await expect.poll(() => audio()?.currentTime ?? 0).toBeGreaterThan(2.9);
    for (const start = performance.now(); performance.now() - start < 2800; await new Promise(requestAnimationFrame)) {
      const second = audio()?.currentTime ?? 0;
      if (second < (heard.at(-1) ?? 0)) rounds++;
      heard.push(second);
    }
    expect(rounds).toBeGreaterThanOrEqual(2);
    expect(Math.min(...heard)).toBeGreaterThan(2.95);
    expect(Math.max(...heard)).toBeLessThan(4.15);
    await userEvent.keyboard("l");
    await expect.poll(() => audio()?.currentTime ?? 0).toBeGreaterThan(4.3);
  });

  test("stay with the lines when a speed is chosen with the pointer, and come back from it by Escape", async () => {
    await open(someLines({ document: timed }));
    const speed = field("Tốc độ");
    await speed.click();
    await speed.selectOptions("0,8×");
    await expect.element(list).toHaveFocus();
    (speed.element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowUp}");
    await expect.element(speed).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(list).toHaveFocus();
  });

  test("stand in a sheet", async () => {
    await open(published);
    await userEvent.keyboard("?");
    const sheet = page.getByRole("dialog", { name: "Phím tắt" });
    await expect.element(sheet.getByText("Backspace")).toBeVisible();
    await userEvent.keyboard(" ");
    await expect.element(row(/^1 0:01.00/)).toBeInTheDocument();
    await checkScreen();
  });
});

describe("the ends of the selected line on the wave", () => {
  const handle = (border: "start" | "end") => document.querySelector(`[data-handle=${border}]`) as HTMLElement;
  /** Presses an end and moves it by a share of the wave, which shows twelve seconds. */
  async function drag(border: "start" | "end", by: number) {
    const taken = handle(border);
    const wave = (taken.parentElement as HTMLElement).getBoundingClientRect();
    const { left, top, width } = taken.getBoundingClientRect();
    const from = left + width / 2;
    const point = (type: string, clientX: number) =>
      taken.dispatchEvent(
        new PointerEvent(type, { bubbles: true, buttons: 1, pointerId: 1, clientX, clientY: top + 20 }),
      );
    taken.setPointerCapture = () => {};
    point("pointerdown", from);
    await Promise.resolve();
    point("pointermove", from + (by * wave.width) / 2);
    point("pointermove", from + by * wave.width);
    return { drop: () => point("pointerup", from + by * wave.width) };
  }

  test("are dragged, heard and undone in one step", async () => {
    const { sent } = await open(published);
    await row(/Mưa rơi/).click();
    await expect.poll(() => handle("end")).not.toBeNull();
    const { drop } = await drag("end", 1 / 12);
    const shown = page.getByText("0:04.00", { exact: true });
    await expect.element(shown).toBeVisible();
    expect(sent()).toEqual([]);
    await checkScreen({ heading, widths: [1280] });
    drop();
    await expect.element(field("Kết thúc")).toHaveValue("00:04.00");
    await expect.element(shown).not.toBeInTheDocument();
    await expect.element(button("Kết thúc")).toHaveAttribute("aria-pressed", "true");
    await expect.poll(() => document.querySelector("audio")?.currentTime ?? 0).toBeGreaterThan(3.5);
    await expect.element(button("Phát")).toBeVisible();
    await expect.poll(() => sent().at(-1)?.document.lines[0]?.end_ms).toBe(4000);
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect.element(field("Kết thúc")).toHaveValue("00:03.00");
    await expect.element(button("Hoàn tác")).toBeDisabled();
  });

  test("go back where they were by Escape, and give a finger room", async () => {
    await open(published);
    await page.viewport(390, 844);
    await row(/Gió bay/).click();
    await expect.poll(() => handle("start")).not.toBeNull();
    for (const border of ["start", "end"] as const) {
      expect(handle(border).getBoundingClientRect().width).toBeGreaterThanOrEqual(24);
    }
    const { drop } = await drag("start", 2 / 12);
    await expect.element(page.getByText("0:07.00", { exact: true })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByText("0:07.00", { exact: true })).not.toBeInTheDocument();
    drop();
    await expect.element(field("Bắt đầu")).toHaveValue("00:05.00");
    await expect.element(button("Hoàn tác")).toBeDisabled();
  });
});

describe("lines", () => {
  test("are added, split, joined and removed", async () => {
    await open(published);
    await row(/Gió bay/).click();
    await button("Thêm dòng dưới").click();
    await expect.element(row(/^3 chưa có giờ Dòng chưa có chữ/)).toHaveAttribute("aria-selected", "true");
    await field("Lời gốc").fill("Nắng lên");
    await button("Xóa dòng").click();
    await row(/Gió bay/).click();
    const input = field("Lời gốc");
    await input.click();
    await userEvent.keyboard("{Home}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}");
    await button("Tách tại con trỏ").click();
    await expect.element(row(/^2 0:05.00 Gió$/)).toBeVisible();
    await button("Nối dòng dưới").click();
    await expect.element(row(/^2 0:05.00 Gió bay$/)).toBeVisible();
    await button("Hoàn tác").click();
    await expect.element(row(/^3 chưa có giờ bay/)).toBeVisible();
  });

  test("are moved together, and guessed from the wave when asked", async () => {
    await open(
      someLines({
        document: { ...untimed, lines: untimed.lines.with(0, { ...plainLine("Mưa rơi"), start_ms: 4000 }) },
      }),
    );
    await field("Số mili giây").fill("500");
    await button("Sớm hơn").click();
    await expect.element(row(/^1 0:03.50/)).toBeVisible();
    await field("Số mili giây").fill("x");
    await expect.element(field("Số mili giây")).toHaveAccessibleDescription(/^Một số từ 1/);
    await expect.element(button("Muộn hơn")).toBeDisabled();
    const guess = button("Đoán thời gian từ sóng nhạc");
    await expect.element(guess).toHaveAccessibleDescription(/^Chỉ là phỏng đoán/);
    await guess.click();
    await expect.element(row(/^3 0:\d\d\.\d\d Nắng lên/)).toBeVisible();
    await expect.element(row(/^1 0:03.50/)).toBeVisible();
    await expect.element(guess).toBeDisabled();
  });

  test("take typed times once a field is left, and tell a wrong one", async () => {
    await open(published);
    await row(/Gió bay/).click();
    await field("Bắt đầu").fill("1:99");
    await expect.element(field("Bắt đầu")).toHaveAccessibleDescription("Viết như 1:02.50");
    await field("Bắt đầu").fill("6,25");
    await userEvent.keyboard("{Enter}");
    await expect.element(row(/^2 0:06.25 Gió bay/)).toBeVisible();
    await expect.element(list).toHaveFocus();
  });
});

describe("saving", () => {
  test("brings back what the device kept, and saves it", async () => {
    const kept = { ...timed, lines: timed.lines.with(1, plainLine("Gió thổi")) };
    localStorage.setItem("songLines:7", JSON.stringify({ version: "v1", document: kept }));
    const { sent } = await open(published);
    await expect.element(page.getByText(/^Trang đã lấy lại những gì/)).toBeVisible();
    await expect.element(row(/Gió thổi/)).toBeVisible();
    await expect.poll(() => sent()).toMatchObject([{ document: kept, version: "v1" }]);
    await expect.poll(() => localStorage.getItem("songLines:7")).toBeNull();
  });

  test("leaves alone what another tab keeps on the device", async () => {
    await open(someLines({ document: timed }));
    const theirs = JSON.stringify({ version: "v9", document: untimed });
    localStorage.setItem("songLines:7", theirs);
    window.dispatchEvent(new Event("pagehide"));
    expect(localStorage.getItem("songLines:7")).toBe(theirs);
  });

  test("says that the connection is lost, keeps all on the device, and goes on", async () => {
    let isDown = true;
    await open(published, {
      [saveCall]: ({ body }: SentRequest) =>
        isDown ? networkDown() : draftOf((body as { document: LineDocument }).document),
    });
    await row(/Gió bay/).click();
    await field("Lời gốc").fill("Gió thổi");
    await expect.element(page.getByText(/^Không nối được với máy chủ\. Những gì bạn sửa vẫn còn/)).toBeVisible();
    expect(localStorage.getItem("songLines:7")).toContain("Gió thổi");
    await fits();
    isDown = false;
    await button("Lưu lại ngay").click();
    await expect.element(saved).toBeVisible();
    expect(localStorage.getItem("songLines:7")).toBeNull();
  });

  test("of two editors names the other one, and leaves the choice", async () => {
    const theirs = draftOf({ ...timed, lines: [plainLine("Của Minh")] }, "v5");
    const detail = "Minh đã sửa sau khi bạn mở, nên chưa lưu gì";
    let isFree = false;
    const { sent } = await open(published, {
      [saveCall]: ({ body }: SentRequest) =>
        isFree ? draftOf((body as { document: LineDocument }).document, "v6") : outdated(detail, theirs, "Minh"),
    });
    await row(/Gió bay/).click();
    await field("Lời gốc").fill("Gió thổi");
    await expect.element(page.getByText(detail)).toBeVisible();
    await checkScreen({ heading, widths: [1280, 390] });
    isFree = true;
    await button("Lưu nháp bản của tôi đè lên").click();
    await expect.element(saved).toBeVisible();
    expect(sent().map(({ version }) => version)).toEqual(["v1", "v5"]);
    isFree = false;
    await page.viewport(1280, 900);
    await field("Lời gốc").fill("Gió lặng");
    await button("Xem bản đã lưu, bỏ bản của tôi").click();
    await expect.element(row(/Của Minh/)).toBeVisible();
  });

  test("publishes what is there, and names the line of an error", async () => {
    let isWrong = true;
    const message = "Thời gian không được âm";
    const { sent } = await open(published, {
      [publishCall]: ({ body }: SentRequest) =>
        isWrong
          ? fails(422, message, [{ field: "document.lines.1.start_ms", message }])
          : { ...published, document: (body as { document: LineDocument }).document, version: "v9" },
    });
    await row(/Gió bay/).click();
    await field("Nghĩa").fill("Wind blows");
    await button("Phát hành").click();
    await expect.element(page.getByText(`Dòng 2: ${message}`)).toBeVisible();
    isWrong = false;
    await button("Phát hành").click();
    await expect.element(page.getByText("Đã phát hành lời theo dòng")).toBeVisible();
    expect(sent()).toHaveLength(1);
    expect(sent(publishCall).map(({ version }) => version)).toEqual(["v2", "v2"]);
    expect(sent(publishCall)[1]?.document.lines[1]?.translation).toBe("Wind blows");
    await expect.element(saved).toBeVisible();
  });
});

describe("an import", () => {
  test("reads pasted lyrics, names odd lines, and can be undone", async () => {
    const read = {
      ...readLyrics("[00:01.00]Mưa roi\n[00:05.00]Gió bay"),
      format: "lrc" as const,
      oddities: [{ line: 3, message: "Thời gian âm" }],
    };
    await open(someLines(), { "POST /api/songs/{id}/lines/read": read }, "/admin/songs/7/lines?import");
    await button("Đọc lời đã dán").click();
    await expect.element(page.getByText("Bạn dán lời hoặc chọn file trước nhé")).toBeVisible();
    await field("Dán lời vào đây").fill("[00:01.00]Mưa roi");
    await button("Đọc lời đã dán").click();
    await expect.element(page.getByText("Đã đọc 2 dòng LRC, giờ từng dòng.")).toBeVisible();
    await expect.element(page.getByText("Dòng 3: Thời gian âm")).toBeVisible();
    await expect.element(row(/^1 0:01.00 Mưa roi/)).toBeVisible();
    await checkScreen({ heading, widths: [1280, 390] });
    await page.viewport(1280, 900);
    await list.click({ position: { x: 5, y: 5 } });
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect.element(page.getByText(/^Không còn dòng nào/)).toBeVisible();
    await button("Làm lại").click();
    await expect.element(row(/Gió bay/)).toBeVisible();
  });

  test("reads a file of any encoding, and refuses a large one", async () => {
    const { api } = await open(
      someLines(),
      { "POST /api/songs/{id}/lines/read": { ...readLyrics("[00:01.00]Mưa"), format: "lrc" } },
      "/admin/songs/7/lines?import",
    );
    const utf16 = new Uint8Array([0xff, 0xfe, 0x4d, 0x00, 0xb0, 0x01, 0x61, 0x00]);
    await field("Chọn file").upload(new File([utf16], "mua.lrc"));
    await expect.element(row(/Mưa/)).toBeVisible();
    expect(api.requests("POST /api/songs/{id}/lines/read")[0]?.body).toEqual({ text: "Mưa" });
    await field("Chọn file").upload(new File(["a".repeat(1_000_001)], "lon.lrc"));
    await expect.element(page.getByText("Lời không được quá 1 MB")).toBeVisible();
  });
});

test("the latency of taps is kept on the device", async () => {
  await open(published);
  await button("Độ trễ 100 ms").click();
  const dialog = page.getByRole("dialog", { name: "Độ trễ khi gõ" });
  await dialog.getByLabelText("Số mili giây").fill("2000");
  await expect.element(button("Dùng độ trễ này")).toBeDisabled();
  // Taps 120 ms after each beat, by a clock that stands still between them.
  const restart = stopClock();
  const begin = performance.now();
  const now = vi.spyOn(performance, "now").mockReturnValue(begin);
  await dialog.getByRole("button", { name: /^Đo thử/ }).click();
  for (let beat = 1; beat <= 10; beat++) {
    now.mockReturnValue(begin + beat * 600 + 120);
    await userEvent.keyboard(" ");
  }
  await passTime(11 * 600);
  now.mockRestore();
  restart();
  await expect.element(dialog.getByText("Bạn gõ muộn khoảng 120 ms.")).toBeVisible();
  await expect.element(dialog.getByLabelText("Số mili giây")).toHaveValue("120");
  await dialog.getByLabelText("Số mili giây").fill("140");
  await checkScreen();
  await button("Dùng độ trễ này").click();
  await expect.element(button("Độ trễ 140 ms")).toBeVisible();
  expect(localStorage.getItem("tapLatency")).toBe("140");
});

test("what can't be read can be read again", async () => {
  await page.viewport(1280, 900);
  let isDown = true;
  await openAdmin(
    screen,
    "/admin/songs/7/lines",
    { "GET /api/songs/{id}": song, "GET /api/songs/{id}/lines/draft": () => (isDown ? fails(503) : published) },
    { path: "/admin/songs/:id/lines" },
  );
  await expect.element(button("Thử lại")).toBeVisible();
  isDown = false;
  await button("Thử lại").click();
  await expect.element(row(/Gió bay/)).toBeVisible();
});
