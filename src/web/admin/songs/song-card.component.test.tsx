import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Song } from "#contract/catalogue.ts";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen } from "#test/component/check-screen.ts";
import { aCategory, aSong, someLines } from "#test/component/samples.ts";
import { counted } from "#test/component/stub-api.ts";
import * as screen from "./screen.tsx";

const sound = "/demo/songs/ghe-ve-ben-cu.mp3";
const title = "Ghé về bến cũ";
const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });
const play = card.getByRole("button", { name: `Phát: ${title}` });
const pause = card.getByRole("button", { name: `Tạm dừng: ${title}` });
const download = card.getByRole("link", { name: `Tải file: ${title}` });

async function open(fields: Partial<Song> = {}) {
  const song = aSong({ title, audio_url: sound, stream_url: sound, duration: 41, ...fields });
  await openAdmin(screen, "/admin/songs", {
    "GET /api/songs": counted([song], 1),
    "GET /api/songs/count": { total: 1 },
    "GET /api/songs/{id}/lines/draft": someLines(),
    "GET /api/songs/{id}": song,
    "GET /api/categories": [],
  });
  await expect.element(card).toBeVisible();
}

const media = () => document.querySelector("audio");

describe("the card", () => {
  test("shows the song's state, author, numbers and date", async () => {
    await open({ is_active: false, is_premium: true, is_featured: true, artist: null, play_count: 1234 });
    for (const text of ["Tạm ẩn", "Premium", "Nổi bật", "Tác giả: Ngân Nga", "1.234 lượt nghe", "01/05/2026"]) {
      await expect.element(card).toMatchTextContent(text);
    }
  });

  test("shows two genres and the number of the others", async () => {
    await open({
      categories: ["A", "B", "C", "D"].map((name, id) => aCategory({ id: id + 1, name: `Thể loại ${name}` })),
    });
    await expect.element(card.getByText("Thể loại B")).toBeVisible();
    await expect.element(card.getByText("Thể loại C")).not.toBeInTheDocument();
    const rest = card.getByTitle("Thể loại A, Thể loại B, Thể loại C, Thể loại D");
    await expect.element(rest).toHaveTextContent("+2 thể loại khác");
  });

  test("shows the line with what was searched for in place of the first ones", async () => {
    const lyrics_hit = {
      before: "Nếu không thể, xin đừng ",
      found: "hẹn",
      after: " nữa",
      lang: "vi",
      sung: null,
      start_ms: null,
    };
    await open({ lyrics: "Ghé về bến cũ", lyrics_hit });
    await expect.element(card).toMatchTextContent("Nếu không thể, xin đừng hẹn nữa");
    expect(card.element().querySelector("mark")?.textContent).toBe("hẹn");
    await page.getByRole("button", { name: "Dạng bảng" }).click();
    await expect.element(page.getByRole("table").getByText("Nếu không thể, xin đừng hẹn nữa")).toBeVisible();
    await checkScreen();
  });

  test("shows two lines of the description and three of the lyrics", async () => {
    const line = "Một dòng chữ đủ dài để không bao giờ nằm vừa trên một hàng của thẻ bài hát trong danh sách. ";
    await open({ description: line.repeat(6), lyrics: "Câu hát\n".repeat(9) });
    const lines = (text: RegExp) => {
      const element = card.getByText(text).element();
      const style = getComputedStyle(element);
      const inner = element.clientHeight - Number.parseFloat(style.paddingTop) - Number.parseFloat(style.paddingBottom);
      return Math.round((inner / Number.parseFloat(style.lineHeight)) * 10) / 10;
    };
    expect(lines(/^Một dòng chữ/)).toBe(2);
    expect(lines(/^Câu hát/)).toBe(3);
  });
});

describe("the audio of a card", () => {
  test("plays, pauses, shows the time, and seeks by keys and pointer", async () => {
    await open();
    const seek = card.getByRole("slider", { name: `Vị trí phát: ${title}` });
    await expect.element(card.getByText("0:41")).toBeVisible();
    await expect.element(seek).toBeDisabled();
    await expect.element(card.getByRole("slider", { name: "Âm lượng" })).not.toBeInTheDocument();
    await play.click();
    await expect.element(card.getByText(/^0:0[1-9] \/ 0:\d\d$/)).toBeVisible();
    await pause.click();
    await expect.element(play).toBeVisible();

    (seek.element() as HTMLElement).focus();
    const position = () => media()?.currentTime ?? Number.NaN;
    const from = position();
    await userEvent.keyboard("{ArrowRight}");
    await expect.poll(position).toBeCloseTo(from + 5, 0);
    await expect.element(seek).toHaveAttribute("aria-valuetext", expect.stringContaining(" trên "));
    await userEvent.keyboard("{ArrowLeft}");
    await expect.poll(position).toBeCloseTo(from, 0);
    await userEvent.keyboard("{End}");
    const end = media()?.duration ?? Number.NaN;
    await expect.poll(position).toBeGreaterThan(end - 1);
    await userEvent.keyboard("{Home}");
    await expect.poll(position).toBe(0);
    await seek.click();
    await expect.poll(() => position() / end).toBeCloseTo(0.5, 1);
    await play.click();
    await expect.element(pause).toBeVisible();
    await checkScreen({ heading: "Bài hát" });
  });

  test("has a volume control in the form, by keys and pointer", async () => {
    await open();
    await page.getByRole("button", { name: `Sửa: ${title}` }).click();
    const form = page.getByRole("dialog", { name: `Bài hát: ${title}` });
    await form.getByRole("button", { name: `Phát: ${title}` }).click();
    await expect.element(form.getByRole("button", { name: `Tạm dừng: ${title}` })).toBeVisible();
    const volume = form.getByRole("slider", { name: "Âm lượng" });
    await expect.element(volume).toHaveAttribute("aria-valuetext", "100 phần trăm");
    (volume.element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowLeft}");
    await expect.poll(() => media()?.volume).toBeCloseTo(0.95);
    await expect.element(volume).toHaveAttribute("aria-valuetext", "95 phần trăm");
    await userEvent.keyboard("{Home}");
    await expect.poll(() => media()?.volume).toBe(0);
    await volume.click();
    await expect.poll(() => media()?.volume).toBeCloseTo(0.5, 1);
    await userEvent.keyboard("{End}");
  });

  test("shows an error and a download when it can't be played", async () => {
    const audio_url = "data:audio/mpeg;base64,AAAA";
    await open({ audio_url: "https://nghe.example/hong.mp3", stream_url: audio_url });
    await expect.element(card.getByRole("alert")).not.toBeInTheDocument();
    await play.click();
    await expect
      .element(card.getByRole("alert"))
      .toHaveTextContent("Không thể tải file âm thanh. Vui lòng kiểm tra kết nối hoặc thử tải file.");
    await expect.element(play).toBeVisible();
    await expect.element(download).toHaveAttribute("target", "_blank");
  });

  test("is downloaded under the song's name when it is an upload", async () => {
    await open({ audio_url: "/uploads/audio/a.mp3", stream_url: "/uploads/audio/a.mp3?token=x" });
    await expect.element(download).toHaveAttribute("href", "/uploads/audio/a.mp3?token=x&download=1");
    await expect.element(download).toHaveAttribute("download", `${title}.mp3`);
  });

  test("shows a notice and a download instead of the player when it is not audio", async () => {
    const address = "https://nghe.example/loi-bai-hat.pdf";
    await open({ audio_url: address, stream_url: address });
    await expect
      .element(card.getByText("File này không phải file âm thanh nên không nghe được tại đây."))
      .toBeVisible();
    await expect.element(play).not.toBeInTheDocument();
    await expect.element(download).toHaveAttribute("href", address);
  });
});
