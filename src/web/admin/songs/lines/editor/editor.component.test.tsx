import { beforeEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type LineDocument, plainLine } from "#contract/lyrics/document.ts";
import { readLyrics } from "#contract/lyrics/formats.ts";
import type { EditedLines } from "#contract/song-lines.ts";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen } from "#test/component/check-screen.ts";
import { aSong, someLines } from "#test/component/samples.ts";
import type { Answers, SentRequest } from "#test/component/stub-api.ts";
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
