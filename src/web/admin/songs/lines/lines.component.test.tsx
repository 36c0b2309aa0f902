import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { plainLine } from "#contract/lyrics/document.ts";
import { readLyrics } from "#contract/lyrics/formats.ts";
import type { EditedLines } from "#contract/song-lines.ts";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen } from "#test/component/check-screen.ts";
import { aSong, someLines } from "#test/component/samples.ts";
import { type Answers, fails, outdated } from "#test/component/stub-api.ts";
import { LinesSection } from "./lines-section.tsx";

const song = aSong({ id: 7, title: "Mưa chiều" });
const timed = readLyrics("[00:01.00]<00:01.00>Mưa <00:01.50>rơi<00:03.00>\n[00:05.00]Gió bay").document;
const at = "2026-11-20T02:00:00.000Z";
const published = someLines({ source: "published", document: timed, published: { number: 2, by: "Lan", at } });
const draft = someLines({ source: "draft", document: timed, draft: { by: "Minh", at, is_outdated: false } });
const saveCall = "PUT /api/songs/{id}/lines/draft";
const publishCall = "PUT /api/songs/{id}/lines";

const Screen = {
  default: () => (
    <>
      <h1>Bài hát</h1>
      <h2>Bài hát: Mưa chiều</h2>
      <LinesSection song={song} />
    </>
  ),
};
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const dialog = page.getByRole("dialog", { name: "Lời theo dòng: Mưa chiều" });
const field = (label: string) => dialog.getByLabelText(label, { exact: true });

async function open(lines: EditedLines, answers: Answers = {}) {
  return openAdmin(Screen, "/admin/songs", { "GET /api/songs/{id}/lines/draft": lines, ...answers });
}
async function edit(lines: EditedLines, answers: Answers = {}) {
  const opened = await open(lines, answers);
  await button("Sửa lời theo dòng").click();
  await expect.element(dialog).toBeVisible();
  return opened;
}

describe("the state of a song's lines", () => {
  test("of a song with a text alone says what times are for", async () => {
    await open(someLines({ document: { ...timed, lines: [plainLine("Mưa rơi"), plainLine("Gió bay")] } }));
    await expect.element(page.getByText(/^Lời đang là một đoạn chữ: 2 dòng, chưa có giờ\./)).toBeVisible();
    await button("Việc khác với lời theo dòng").click();
    await expect.element(page.getByRole("menuitem").nth(3)).toHaveTextContent("TTML");
    await expect.element(page.getByRole("menuitem").nth(4)).not.toBeInTheDocument();
    await userEvent.keyboard("{Escape}");
    await checkScreen();
  });

  test("of a song without lyrics says so", async () => {
    await open(someLines());
    await expect.element(page.getByText("Bài này chưa có lời.")).toBeVisible();
  });

  test("names who published which lines and when, and who saved a draft that is older", async () => {
    await open({ ...published, source: "draft", draft: { by: "Minh", at, is_outdated: true } });
    await expect.element(page.getByText("Bản 2 · Lan, 20/11/2026 09:00")).toBeVisible();
    await expect.element(page.getByText("2 dòng, giờ từng từ · Minh, 20/11/2026 09:00")).toBeVisible();
    await expect.element(page.getByText(/^Lời đang phát hành đã đổi sau khi lưu bản nháp này/)).toBeVisible();
    await checkScreen();
  });

  test("that can't be read can be read again", async () => {
    let isDown = true;
    await open(published, { "GET /api/songs/{id}/lines/draft": () => (isDown ? fails(503) : published) });
    await expect.element(button("Thử lại")).toBeVisible();
    isDown = false;
    await button("Thử lại").click();
    await expect.element(page.getByText(/^Bản 2, 2 dòng, giờ từng từ/)).toBeVisible();
  });

  test("a draft is discarded and lines are taken off after a question", async () => {
    const both = { ...draft, published: published.published };
    const { api } = await open(both, {
      "DELETE /api/songs/{id}/lines/draft": published,
      "DELETE /api/songs/{id}/lines": fails(409, "Lan đã sửa sau khi bạn mở, nên chưa lưu gì"),
    });
    await button("Việc khác với lời theo dòng").click();
    await page.getByRole("menuitem", { name: "Bỏ bản nháp" }).click();
    await button("Bỏ bản nháp").click();
    await expect.element(page.getByText("Đã bỏ bản nháp")).toBeVisible();
    expect(api.requests("DELETE /api/songs/{id}/lines/draft")[0]?.query).toEqual({ version: "v1" });
    await button("Việc khác với lời theo dòng").click();
    await page.getByRole("menuitem", { name: "Thôi phát hành" }).click();
    await expect.element(page.getByText(/Bản nháp đang có vẫn giữ nguyên/)).toBeVisible();
    await button("Thôi phát hành").click();
    await expect.element(page.getByText("Lan đã sửa sau khi bạn mở, nên chưa lưu gì")).toBeVisible();
  });
});

describe("the dialog of a song's lines", () => {
  test("reads pasted lyrics, names odd lines, and publishes them corrected", async () => {
    await page.viewport(1280, 900);
    const read = {
      ...readLyrics("[00:01.00]Mưa roi\n[00:05.00]Gió bay"),
      oddities: [{ line: 3, message: "Thời gian âm" }],
    };
    const { api } = await open(someLines(), {
      "POST /api/songs/{id}/lines/read": read,
      [publishCall]: { ...published, document: timed },
    });
    await button("Nhập lời có thời gian").click();
    await expect.element(field("Dán lời vào đây")).toHaveFocus();
    await button("Đọc lời đã dán").click();
    await expect.element(dialog.getByText("Bạn dán lời hoặc chọn file trước nhé")).toBeVisible();
    await field("Dán lời vào đây").fill("[00:01.00]Mưa roi");
    await button("Đọc lời đã dán").click();
    await expect.element(dialog.getByText("Đã đọc 2 dòng LRC, giờ từng dòng. Chưa lưu gì.")).toBeVisible();
    await expect.element(dialog.getByText("Dòng 3: Thời gian âm")).toBeVisible();
    await checkScreen();
    await field("Lời gốc, dòng 1").fill("Mưa rơi");
    await field("Bắt đầu, dòng 2").fill("6,25");
    await field("Nghĩa, dòng 2").fill("Wind blows");
    await dialog.getByLabelText("Ngôn ngữ của lời dịch").selectOptions("Tiếng Anh");
    await button("Phát hành").click();
    await expect.element(page.getByText("Đã phát hành lời theo dòng")).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    const [first, second] = read.document.lines;
    expect(api.requests(publishCall)[0]?.body).toEqual({
      document: {
        ...read.document,
        translation_language: "en",
        lines: [
          { ...first, text: "Mưa rơi" },
          { ...second, start_ms: 6250, translation: "Wind blows" },
        ],
      },
      version: "v1",
    });
  });

  test("keeps the glossary when other lyrics are read", async () => {
    const glossary = [{ word: "mưa", reading: null, meaning: "nước rơi từ mây", note: null }];
    const { api } = await edit(
      { ...published, document: { ...timed, glossary } },
      { "POST /api/songs/{id}/lines/read": readLyrics("[00:01.00]Nắng"), [saveCall]: draft },
    );
    await dialog.getByText("Nhập lời có thời gian").click();
    await field("Dán lời vào đây").fill("[00:01.00]Nắng");
    await button("Đọc lời đã dán").click();
    await expect.element(field("Lời gốc, dòng 1")).toHaveValue("Nắng");
    await button("Lưu nháp").click();
    await expect.element(page.getByText("Đã lưu bản nháp")).toBeVisible();
    expect(api.requests(saveCall)[0]?.body).toMatchObject({ document: { glossary } });
  });

  test("reads a file of any encoding, and refuses a large one", async () => {
    const { api } = await open(someLines(), { "POST /api/songs/{id}/lines/read": readLyrics("[00:01.00]Mưa") });
    await button("Nhập lời có thời gian").click();
    const utf16 = new Uint8Array([0xff, 0xfe, 0x4d, 0x00, 0xb0, 0x01, 0x61, 0x00]);
    await field("Chọn file").upload(new File([utf16], "mua.lrc"));
    await expect.element(field("Lời gốc, dòng 1")).toHaveValue("Mưa");
    expect(api.requests("POST /api/songs/{id}/lines/read")[0]?.body).toEqual({ text: "Mưa" });
    await field("Chọn file").upload(new File(["a".repeat(1_000_001)], "lon.lrc"));
    await expect.element(dialog.getByText("Lời không được quá 1 MB")).toBeVisible();
    expect(api.requests("POST /api/songs/{id}/lines/read")).toHaveLength(1);
  });

  test("keeps the times of words until their line is changed, and saves a draft", async () => {
    await page.viewport(390, 844);
    const { api } = await edit(published, { [saveCall]: draft });
    await expect.element(field("Bắt đầu, dòng 1")).toHaveValue("00:01.00");
    await expect.element(dialog.getByText("2 từ có giờ")).toBeVisible();
    await expect.element(dialog.getByText(/^Sửa chữ của một dòng thì giờ từng từ của dòng ấy mất/)).toBeVisible();
    await checkScreen();
    await button("Xóa dòng 2").click();
    await button("Lưu nháp").click();
    await expect.element(page.getByText("Đã lưu bản nháp")).toBeVisible();
    const sent = () => (api.requests(saveCall).at(-1)?.body as { document: typeof timed } | undefined)?.document.lines;
    expect(sent()).toEqual([timed.lines[0]]);
    await field("Lời gốc, dòng 1").fill("Mưa rơi rơi");
    await expect.element(dialog.getByText("2 từ có giờ")).not.toBeInTheDocument();
    await button("Lưu nháp").click();
    await expect.poll(() => sent()?.[0]?.words).toEqual([]);
  });

  test("marks a wrong time, and saves nothing until it is right", async () => {
    const { api } = await edit(published, { [saveCall]: draft });
    await field("Bắt đầu, dòng 1").fill("1:99");
    await expect.element(field("Bắt đầu, dòng 1")).toHaveAccessibleDescription("Viết như 1:02.50");
    await button("Lưu nháp").click();
    await expect.element(dialog.getByText(/^Có thời gian chưa đúng/)).toBeVisible();
    expect(api.requests(saveCall)).toEqual([]);
    await checkScreen();
    await field("Bắt đầu, dòng 1").fill("1.5");
    await userEvent.tab();
    await expect.element(field("Bắt đầu, dòng 1")).toHaveValue("00:01.50");
    await button("Lưu nháp").click();
    await expect.element(page.getByText("Đã lưu bản nháp")).toBeVisible();
  });

  test("names the line of an error of the server", async () => {
    const message = "Dòng kết thúc trước khi bắt đầu";
    const wrong = [{ field: "document.lines.1.start_ms", message: "Thời gian không được âm" }];
    let errors = wrong;
    await edit(published, { [publishCall]: () => fails(422, message, errors) });
    await button("Phát hành").click();
    await expect.element(dialog.getByText("Dòng 2: Thời gian không được âm")).toBeVisible();
    errors = [{ field: "document", message }];
    await button("Phát hành").click();
    await expect.element(dialog.getByText(message)).toBeVisible();
  });

  test("of two editors tells whose lines are there, and saves over them only when asked", async () => {
    const theirs = { ...draft, document: { ...timed, lines: [plainLine("Của Minh")] }, version: "v2" };
    const detail = "Minh đã sửa sau khi bạn mở, nên chưa lưu gì";
    const refuses = () => outdated(detail, theirs, "Minh");
    let isFree = false;
    const { api } = await edit(published, { [saveCall]: () => (isFree ? { ...draft, version: "v3" } : refuses()) });
    await field("Lời gốc, dòng 2").fill("Gió thổi");
    await button("Lưu nháp").click();
    await expect.element(dialog.getByText(detail)).toBeVisible();
    await checkScreen();
    isFree = true;
    await button("Lưu nháp bản của tôi đè lên").click();
    await expect.element(page.getByText("Đã lưu bản nháp")).toBeVisible();
    expect(api.requests(saveCall).map(({ body }) => (body as { version: string }).version)).toEqual(["v1", "v2"]);
    isFree = false;
    await field("Lời gốc, dòng 2").fill("Gió lặng");
    await button("Lưu nháp").click();
    await button("Xem bản đã lưu, bỏ bản của tôi").click();
    await expect.element(field("Lời gốc, dòng 1")).toHaveValue("Của Minh");
  });

  test("asks before it loses what was changed", async () => {
    await edit(published);
    await field("Lời gốc, dòng 2").fill("Gió thổi");
    await dialog.getByRole("button", { name: "Đóng" }).click();
    await button("Ở lại").click();
    await expect.element(field("Lời gốc, dòng 2")).toHaveValue("Gió thổi");
    await dialog.getByRole("button", { name: "Đóng" }).click();
    await button("Bỏ thay đổi").click();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test("draws long lyrics in parts", async () => {
    const lines = Array.from({ length: 100 }, (_, place) => plainLine(`Câu ${place + 1}`));
    await edit({ ...published, document: { ...timed, lines } });
    await expect.element(field("Lời gốc, dòng 60")).toBeInTheDocument();
    await expect.element(field("Lời gốc, dòng 61")).not.toBeInTheDocument();
    await button("Hiện thêm, còn 40 dòng").click();
    await expect.element(field("Lời gốc, dòng 100")).toBeInTheDocument();
  });
});
