import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Song } from "#contract/catalogue.ts";
import { plainLine } from "#contract/lyrics/document.ts";
import { readLyrics } from "#contract/lyrics/formats.ts";
import type { EditedLines } from "#contract/song-lines.ts";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { chooseInMenu, openFilters, showTable } from "#test/component/list.ts";
import { aBulkJob, aCategory, aSong, someLines } from "#test/component/samples.ts";
import { type Answers, counted, fails, held, networkDown } from "#test/component/stub-api.ts";
import { LinesSection } from "./lines/lines-section.tsx";
import * as screen from "./screen.tsx";

const songs = [1, 2, 3].map((id) => aSong({ id, title: `Bài ${id}`, stream_url: `/uploads/${id}.mp3` }));
const genres = [aCategory(), aCategory({ id: 2, name: "Dân ca" })];
const answers: Answers = {
  "GET /api/songs": counted(songs, 3),
  "GET /api/songs/count": ({ query }) => ({ total: query.active === "false" ? 1 : 3 }),
  "GET /api/categories": genres,
};

const button = (name: string) => page.getByRole("button", { name, exact: true });
const item = (title: string) => page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });
const box = (title: string) => page.getByRole("checkbox", { name: `Chọn: ${title}` });
const selectPage = () => chooseInMenu("Chọn cả trang");
const dialog = (name: string) => page.getByRole("dialog", { name });
const alertDialog = (name: string) => page.getByRole("alertdialog", { name });
const alert = page.getByRole("alert");
const alerts = () => alert.elements().map((each) => each.textContent);
const heading = "Bài hát";

async function open(given: Answers = {}, address = "/admin/songs") {
  const opened = await openAdmin(screen, address, { ...answers, ...given });
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  return opened;
}

describe("the list", () => {
  test("shows the total and the range of rows", async () => {
    await open();
    await expect.element(page.getByText("3 bài, 1 bài đang tạm ẩn")).toBeVisible();
    await expect.element(page.getByText("Hiển thị 1 - 3 trong tổng số 3 bài hát")).toBeVisible();
    await checkScreen({ heading });
  });

  test("requests the page and filters of the URL", async () => {
    const { api } = await open({}, "/admin/songs?q=mua&category=2&active=false&size=20&page=2");
    const query = { search: "mua", category_id: "2", active: "false" };
    await expect
      .poll(() => api.requests("GET /api/songs").map((request) => request.query))
      .toContainEqual({ ...query, skip: "20", limit: "20" });
    expect(api.requests("GET /api/songs/count").map((request) => request.query)).toContainEqual(query);
    await expect.element(page.getByLabelText("Thể loại")).toHaveValue("2");
  });

  test("redirects from a page past the end to the last one", async () => {
    const { api, address } = await open({ "GET /api/songs/count": { total: 11 } }, "/admin/songs?page=9");
    await expect.poll(address).toBe("/admin/songs?page=2");
    await expect.poll(() => api.requests("GET /api/songs").at(-1)?.query).toEqual({ skip: "10", limit: "10" });
  });

  test("redirects to the first page when nothing is found", async () => {
    const nothing: Answers = { "GET /api/songs": counted([], 0), "GET /api/songs/count": { total: 0 } };
    const { address } = await open(nothing, "/admin/songs?q=khong_co&page=9");
    await expect.element(page.getByText("Không tìm thấy bài hát nào")).toBeVisible();
    await expect.poll(address).toBe("/admin/songs?q=khong_co");
  });

  test("has an empty state with an add button on a site without songs", async () => {
    await open({ "GET /api/songs": counted([], 0), "GET /api/songs/count": { total: 0 } });
    await expect.element(page.getByText("Chưa có bài hát nào")).toBeVisible();
    await button("Thêm bài hát").last().click();
    await expect.element(dialog("Thêm bài hát")).toBeVisible();
  });

  test("shows an error with a retry when it can't be loaded", async () => {
    const { api } = await open({ "GET /api/songs": fails(500) });
    await expect.element(alert).toMatchTextContent("Không thể tải danh sách bài hát");
    api.change({ "GET /api/songs": networkDown() });
    await button("Thử lại").click();
    await expect.element(alert).toMatchTextContent("Lỗi khi tải danh sách bài hát");
    api.change(answers);
    await button("Thử lại").click();
    await expect.element(item("Bài 1")).toBeVisible();
    await expect.element(alert).not.toBeInTheDocument();
  });

  test("is shown with an error when counts and genres can't be loaded", async () => {
    const { api } = await open({ "GET /api/songs/count": fails(500), "GET /api/categories": fails(500) });
    await expect.element(item("Bài 1")).toBeVisible();
    await expect
      .poll(alerts)
      .toEqual(["Không thể tải danh sách thể loạiThử lại", "Không thể tải danh sách bài hátThử lại"]);
    await button("Thêm bài hát").click();
    await expect
      .element(page.getByRole("dialog").getByRole("combobox", { name: /^Thể loại/ }))
      .toHaveAccessibleDescription("Không thể tải danh sách thể loại");
    await userEvent.keyboard("{Escape}");
    api.change(answers);
    await button("Thử lại").first().click();
    await expect.poll(alerts).toEqual(["Không thể tải danh sách bài hátThử lại"]);
    await button("Thử lại").click();
    await expect.poll(alerts).toEqual([]);
    await expect.element(page.getByText("Hiển thị 1 - 3 trong tổng số 3 bài hát")).toBeVisible();
  });

  test("has its buttons in one row and filters without a gap on a phone", async () => {
    await page.viewport(390, 844);
    await open();
    await expect.element(item("Bài 1")).toBeVisible();
    const rect = (locator: typeof alert) => locator.element().getBoundingClientRect();
    const [many, add] = [rect(button("Tải nhiều file")), rect(button("Thêm bài hát"))];
    expect(many.top).toBe(add.top);
    expect(many.right).toBeLessThan(add.left);
    await expect.element(page.getByLabelText("Trạng thái")).not.toBeVisible();
    await button("Bộ lọc").click();
    await expect.element(page.getByLabelText("Trạng thái")).toBeVisible();
    await box("Bài 1").click();
    const [row, cross] = [rect(page.getByText("Đã chọn 1 bài hát")), rect(button("Bỏ chọn"))];
    expect(Math.abs(cross.top + cross.height / 2 - (row.top + row.height / 2))).toBeLessThan(1);
    expect(document.documentElement.scrollWidth).toBe(390);
  });
});

test.each(["cards", "table"])("holds its frame with long names as %s", async (view) => {
  const long = (id: number) =>
    aCategory({ id, name: `${id} ${"Tiếng Anh giao tiếp qua bài hát thiếu nhi ".repeat(3)}`.slice(0, 100) });
  const many = Array.from({ length: 43 }, (_, index) => long(index + 1));
  const wide = aSong({
    id: 99,
    title: "W".repeat(100),
    artist: "Đội nhạc Làng Mây ".repeat(6).trim(),
    categories: many.slice(0, 5),
  });
  await open(
    { "GET /api/categories": many, "GET /api/songs": counted([wide, ...songs], 2043) },
    `/admin/songs?view=${view}`,
  );
  await expect.element(page.getByText("W".repeat(100)).first()).toBeInTheDocument();
  for (const width of [390, 768, 1024, 1280, 1600]) {
    await page.viewport(width, 900);
    await expect.poll(() => document.documentElement.scrollWidth, { message: `${width} px` }).toBe(width);
  }
  await expect.poll(() => page.getByRole("searchbox").element().getBoundingClientRect().width).toBeGreaterThan(240);
});

describe("deleting", () => {
  const endpoint = "DELETE /api/songs/{id}";
  const remove = async () => {
    await button("Xóa: Bài 1").click();
    await alertDialog("Xóa bài hát").getByRole("button", { name: "Xóa bài hát" }).click();
  };

  test("asks with the name, then removes the song from the list", async () => {
    const { api } = await open({ [endpoint]: { success: true } });
    await button("Xóa: Bài 1").click();
    await expect.element(alertDialog("Xóa bài hát").getByText("Bạn có chắc chắn muốn xóa bài hát này?")).toBeVisible();
    await expect.element(alertDialog("Xóa bài hát").getByText("Bài 1")).toBeVisible();
    await alertDialog("Xóa bài hát").getByRole("button", { name: "Hủy" }).click();
    await expect.element(button("Xóa: Bài 1")).toHaveFocus();
    expect(api.requests(endpoint)).toEqual([]);
    api.change({ "GET /api/songs": counted(songs.slice(1), 2) });
    await remove();
    await expect.element(page.getByText("Xóa bài hát thành công!")).toBeVisible();
    await expect.element(item("Bài 1")).not.toBeInTheDocument();
    await expect.element(page.getByRole("main")).toHaveFocus();
  });

  test.each([
    ["with its own message", fails(500), "Không thể xóa bài hát này"],
    ["with another message without a response", networkDown(), "Lỗi khi xóa bài hát"],
  ])("shows the error of a failed request %s", async (_name, answer, message) => {
    await open({ [endpoint]: answer });
    await remove();
    await expect.element(alert).toHaveTextContent(message);
    await expect.element(item("Bài 1")).toBeVisible();
  });
});

describe("bulk actions", () => {
  const endpoint = "POST /api/admin/bulk";
  const preview = "POST /api/admin/bulk/preview";
  const shown = (total: number, names: string[] = []) => ({ [preview]: { total, amount: null, names, notes: [] } });
  const act = async (name: string) => {
    await button("Thao tác").click();
    await page.getByRole("menuitem", { name, exact: true }).click();
  };

  test("select songs one by one, all, or none", async () => {
    await open();
    await box("Bài 2").click();
    await expect.element(page.getByText("Đã chọn 1 bài hát")).toBeVisible();
    await selectPage();
    await expect.element(page.getByText("Đã chọn 3 bài hát")).toBeVisible();
    await box("Bài 2").click();
    await expect.element(page.getByText("Đã chọn 2 bài hát")).toBeVisible();
    await button("Bỏ chọn").click();
    await expect.element(page.getByText(/^Đã chọn/)).not.toBeInTheDocument();
    await expect.element(box("Bài 1")).not.toBeChecked();
  });

  test("fit beside selected cards, with their menu open", async () => {
    await open();
    await box("Bài 2").click();
    await button("Thao tác").click();
    await expect.element(page.getByRole("menuitem", { name: "Thêm thể loại…" })).toBeVisible();
    await checkScreen({ heading, widths: [1280] });
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("menuitem").first()).not.toBeInTheDocument();
    await fits();
  });

  test("fit beside selected rows of a table", async () => {
    await open({}, "/admin/songs?view=table");
    await box("Bài 2").click();
    await expect.element(page.getByText("Đã chọn 1 bài hát")).toBeVisible();
    await checkScreen({ heading });
  });

  test("ask once, with the number and titles of the songs", async () => {
    const { api } = await open({ ...shown(2, ["Bài 1", "Bài 3"]), [endpoint]: aBulkJob({ kind: "deactivate_songs" }) });
    await selectPage();
    await box("Bài 2").click();
    await act("Tạm ẩn");
    const question = alertDialog("Tạm ẩn 2 bài hát?");
    await expect.element(question.getByText("Bài 1")).toBeVisible();
    await expect.element(question.getByText("Bài 3")).toBeVisible();
    await question.getByRole("button", { name: "Tạm ẩn 2 bài hát" }).click();
    await expect.element(page.getByRole("main")).toHaveFocus();
    expect(api.requests(endpoint).map(({ body }) => body)).toEqual([
      { kind: "deactivate_songs", ids: [1, 3], options: {}, expected: 2 },
    ]);
    await expect.element(page.getByText(/^Đã chọn/)).not.toBeInTheDocument();
  });

  test("name five songs at most in the dialog", async () => {
    await open(
      shown(
        7,
        [1, 2, 3, 4, 5].map((n) => `Khúc ${n}`),
      ),
    );
    await selectPage();
    await button("Xóa các bài đã chọn").click();
    const question = alertDialog("Xóa 7 bài hát?");
    await expect.element(question.getByText("Khúc 5")).toBeVisible();
    await expect.element(question.getByText("và 2 bài hát khác")).toBeVisible();
    await expect.element(question.getByText("Các bài nằm trong thùng rác 30 ngày, khôi phục được.")).toBeVisible();
    await fits();
    await question.getByRole("button", { name: "Hủy" }).click();
    await expect.element(item("Bài 1")).toBeVisible();
  });

  test("assign a genre in a question that stays open after a failure", async () => {
    const { api } = await open({ ...shown(3), [endpoint]: fails(500) });
    await selectPage();
    await act("Thêm thể loại…");
    const form = alertDialog("Thêm thể loại cho 3 bài hát?");
    const add = form.getByRole("button", { name: "Thêm thể loại cho 3 bài hát" });
    await expect.element(add).toBeDisabled();
    await form.getByRole("radio", { name: "Dân ca" }).click();
    await add.click();
    await expect.element(page.getByText("Có lỗi xảy ra khi bắt đầu thao tác")).toBeVisible();
    const answer = held(aBulkJob({ kind: "add_category_songs" }));
    api.change({ [endpoint]: answer.answer });
    await add.click();
    await expect.element(form.getByRole("button", { name: "Đang bắt đầu..." })).toBeDisabled();
    answer.release();
    await expect.element(form).not.toBeInTheDocument();
    expect(api.requests(endpoint).at(-1)?.body).toEqual({
      kind: "add_category_songs",
      ids: [1, 2, 3],
      options: { category_id: 2 },
      expected: 3,
    });
  });
});

describe("SongCard", () => {
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
      await showTable();
      await expect.element(page.getByRole("table").getByText("Nếu không thể, xin đừng hẹn nữa")).toBeVisible();
      await checkScreen();
    });

    test("shows two lines of the description and three of the lyrics", async () => {
      const line = "Một dòng chữ đủ dài để không bao giờ nằm vừa trên một hàng của thẻ bài hát trong danh sách. ";
      await open({ description: line.repeat(6), lyrics: "Câu hát\n".repeat(9) });
      const lines = (text: RegExp) => {
        const element = card.getByText(text).element();
        const style = getComputedStyle(element);
        const inner =
          element.clientHeight - Number.parseFloat(style.paddingTop) - Number.parseFloat(style.paddingBottom);
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
});

describe("SongPanel", () => {
  const genres = [aCategory(), aCategory({ id: 2, name: "Dân ca" })];
  const shown = aSong({ id: 1, title: "Mưa chiều", categories: genres, category_ids: [1, 2], version: "a" });
  const preview_url = "/songs/2/preview?expires=1&signature=x";
  const hidden = aSong({ id: 2, title: "Bài ẩn", is_active: false, preview_url, audio_fault: "missing", version: "b" });
  const panel = (title: string) => page.getByRole("dialog", { name: `Bài hát: ${title}` });
  const button = (name: string) => page.getByRole("button", { name, exact: true });

  async function open(address = "/admin/songs?view=table", answers: Answers = {}, songs: Song[] = [shown, hidden]) {
    return openAdmin(screen, address, {
      "GET /api/songs": counted(songs, songs.length),
      "GET /api/songs/count": { total: songs.length },
      "GET /api/songs/{id}/lines/draft": someLines(),
      "GET /api/songs/{id}": ({ params }) => (params.id === "1" ? shown : hidden),
      "GET /api/categories": genres,
      ...answers,
    });
  }

  describe("the panel of a song", () => {
    test("shows its facts and fields beside the list, and stays open when it is saved", async () => {
      await page.viewport(1280, 900);
      const { api, address } = await open("/admin/songs?view=table", {
        "PUT /api/songs/{id}": { ...shown, artist: "Hiên" },
      });
      await button("Mưa chiều").click();
      await expect.poll(address).toBe("/admin/songs?view=table&open=1");
      const song = panel("Mưa chiều");
      await expect.element(song.getByText(/lượt nghe · .* lượt thích · thêm lúc/)).toBeVisible();
      await expect.element(song.getByRole("link", { name: "Trang công khai" })).toHaveAttribute("href", "/songs/1");
      await expect
        .element(song.getByRole("link", { name: "Dân ca" }))
        .toHaveAttribute("href", "/admin/songs?category=2");
      await checkScreen({ heading: "Bài hát" });
      await song.getByLabelText("Tác giả").fill("Hiên");
      await userEvent.keyboard("{Control>}s{/Control}");
      await expect.element(page.getByText("Cập nhật bài hát thành công!")).toBeVisible();
      await expect.element(song).toBeVisible();
      expect(api.requests("PUT /api/songs/{id}").map(({ body }) => body)).toEqual([{ artist: "Hiên", version: "a" }]);
    });

    test("of a hidden song leads to its preview and says what is wrong with its audio", async () => {
      await page.viewport(1280, 900);
      await open("/admin/songs?open=2");
      const song = panel("Bài ẩn");
      await expect.element(song.getByRole("link", { name: "Xem như khách" })).toHaveAttribute("href", preview_url);
      await expect.element(song.getByText(/^Không tìm thấy file âm thanh của bài này/)).toBeVisible();
      await song.getByRole("button", { name: "Dòng trước" }).click();
      await expect.element(panel("Mưa chiều")).toBeVisible();
      await userEvent.keyboard("{Escape}");
      await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    });

    test("opens a song that the list does not show, and says that one is gone", async () => {
      await open("/admin/songs?open=1", {}, [hidden]);
      await expect.element(panel("Mưa chiều")).toBeVisible();
      await userEvent.keyboard("{Escape}");
      await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    });

    test("that is gone is told", async () => {
      const { address } = await open("/admin/songs?open=9", { "GET /api/songs/{id}": fails(404) });
      await expect.element(page.getByText("Không tìm thấy bài hát này")).toBeVisible();
      await expect.poll(address).toBe("/admin/songs");
    });
  });

  test.for([
    "",
    "?view=table",
  ])("have their longest values whole, with the way to their page among their buttons: %s", async (view) => {
    const long = {
      ...aSong({
        id: 1,
        title: "Ngày núi năm ước hồng bên thềm cũ",
        is_premium: true,
        is_featured: true,
        play_count: 12_345,
      }),
    };
    await open(`/admin/songs${view}`, { "GET /api/songs": counted([long], 1) });
    const place = (role: "link" | "button", name: string) =>
      page
        .getByRole(role, { name: `${name}: ${long.title}` })
        .element()
        .getBoundingClientRect().top;
    await expect.element(page.getByRole("link", { name: `Trang công khai: ${long.title}` })).toBeVisible();
    expect(place("link", "Trang công khai")).toBe(place("button", "Sửa"));
    await checkScreen({ heading, widths: [1280, 768] });
  });

  test("rows lead to their page on the site and to the songs of their genre", async () => {
    await page.viewport(1280, 900);
    await open();
    const link = (name: string) => page.getByRole("link", { name, exact: true });
    await expect.element(link("Trang công khai: Mưa chiều")).toHaveAttribute("href", "/songs/1");
    await expect.element(link("Xem như khách: Bài ẩn")).toHaveAttribute("href", preview_url);
    await expect.element(page.getByTitle(/^Không phát được/)).toBeVisible();
    await expect.element(link("Trữ tình").first()).toHaveAttribute("href", "/admin/songs?category=1");
  });

  test("songs that lack something are asked of the server", async () => {
    const { api, address } = await open("/admin/songs?view=table");
    await openFilters();
    await page.getByLabelText("Còn thiếu").selectOptions("Tệp nhạc không phát được");
    await expect.poll(address).toBe("/admin/songs?lacks=audio&view=table");
    await expect.poll(() => api.requests("GET /api/songs").at(-1)?.query).toMatchObject({ lacks: "audio" });
  });
});

describe("the time of a release", () => {
  const release_at = "2026-11-25T13:00:00.000Z";
  const hidden = aSong({ id: 4, title: "Bài ẩn", is_active: false });
  const scheduled = aSong({ id: 5, title: "Bài hẹn", is_active: false, release_at });
  const form = page.getByRole("dialog", { name: /^Bài hát: / });
  const field = form.getByRole("group", { name: "Hẹn giờ phát hành" });
  const segment = form.getByRole("spinbutton").first();
  const save = form.getByRole("button", { name: "Lưu" });
  const put = "PUT /api/songs/{id}";

  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-24T02:00:00Z") }));

  const open = (answers: Answers = {}, path = "/admin/songs") =>
    openAdmin(screen, path, {
      "GET /api/songs": counted([hidden, scheduled], 2),
      "GET /api/songs/count": { total: 2 },
      "GET /api/songs/{id}/lines/draft": someLines(),
      "GET /api/songs/{id}": ({ params }) => (params.id === "4" ? hidden : scheduled),
      "GET /api/categories": [aCategory()],
      [put]: scheduled,
      ...answers,
    });

  async function edit(title: string, answers?: Answers) {
    const opened = await open(answers);
    await page.getByRole("button", { name: `Sửa: ${title}` }).click();
    await expect.element(form).toBeVisible();
    return opened;
  }

  async function type(keys: string) {
    (segment.element() as HTMLElement).focus();
    await userEvent.keyboard(keys);
  }

  test("a hidden song is given the time of its release in Vietnam", async () => {
    const { api } = await edit("Bài ẩn");
    await expect.element(field).toHaveAccessibleDescription(/^Giờ Việt Nam/);
    await type("200025112026");
    await checkScreen({ heading: "Bài hát" });
    await save.click();
    await expect.element(page.getByText("Cập nhật bài hát thành công!")).toBeVisible();
    expect(api.requests(put)[0]?.body).toEqual({ release_at });
  });

  test("the time is cleared, or goes with showing the song by hand", async () => {
    const { api } = await edit("Bài hẹn");
    await expect.element(field).toBeVisible();
    const segments = form.getByRole("spinbutton").elements();
    expect(segments.map(({ textContent }) => textContent)).toEqual(["20", "00", "25", "11", "2026"]);
    await form.getByRole("button", { name: "Xóa ngày" }).click();
    await save.click();
    await expect.poll(() => api.requests(put).map(({ body }) => body)).toEqual([{ release_at: null }]);
    await type("210025112026");
    await form.getByRole("switch", { name: "Đang hiện" }).click();
    await expect.element(field).not.toBeInTheDocument();
    await save.click();
    await expect.poll(() => api.requests(put).length).toBe(2);
    expect(api.requests(put)[1]?.body).toEqual({ is_active: true, release_at: null });
  });

  test("the server's error for a time that is over stands at the field", async () => {
    const errors = [{ field: "release_at", message: "Thời điểm phát hành phải ở sau lúc này" }];
    await edit("Bài ẩn", { [put]: fails(422, errors[0]?.message, errors) });
    await type("080024112026");
    await save.click();
    await expect.element(field).toHaveAccessibleDescription(/Thời điểm phát hành phải ở sau lúc này$/);
  });

  test.each(["cards", "table"])("the %s say when a song will be shown", async (view) => {
    await open({}, `/admin/songs?view=${view}`);
    await expect.element(page.getByText("Sẽ phát hành 20:00 25/11", { exact: true })).toBeVisible();
    await expect.element(page.getByText("Tạm ẩn", { exact: true }).last()).toBeInTheDocument();
    await fits();
  });

  test("a filter shows the songs that wait for their time", async () => {
    const { api } = await open();
    await openFilters();
    await page.getByLabelText("Phát hành").selectOptions("Hẹn giờ");
    await expect.poll(() => api.requests("GET /api/songs").at(-1)?.query.release).toBe("scheduled");
  });

  test("many songs are given one time", async () => {
    const { api } = await open({
      "POST /api/admin/bulk/preview": { total: 2, amount: null, names: ["Bài ẩn", "Bài hẹn"], notes: [] },
      "POST /api/admin/bulk": aBulkJob({ kind: "schedule_songs" }),
    });
    await selectPage();
    await page.getByRole("button", { name: "Thao tác" }).click();
    await page.getByRole("menuitem", { name: "Hẹn giờ phát hành…" }).click();
    const question = page.getByRole("alertdialog", { name: "Hẹn giờ phát hành 2 bài hát?" });
    const confirm = question.getByRole("button", { name: "Hẹn giờ phát hành 2 bài hát" });
    await expect.element(confirm).toBeDisabled();
    (question.getByRole("spinbutton").first().element() as HTMLElement).focus();
    await userEvent.keyboard("200025112026");
    await checkScreen({ heading: "Bài hát" });
    await confirm.click();
    await expect.poll(() => api.requests("POST /api/admin/bulk")[0]?.body).toMatchObject({ options: { release_at } });
  });
});

describe("LinesSection", () => {
  const song = aSong({ id: 7, title: "Mưa chiều" });
  const timed = readLyrics("[00:01.00]<00:01.00>Mưa <00:01.50>rơi<00:03.00>\n[00:05.00]Gió bay").document;
  const at = "2026-11-20T02:00:00.000Z";
  const published = someLines({ source: "published", document: timed, published: { number: 2, by: "Lan", at } });
  const draft = someLines({ source: "draft", document: timed, draft: { by: "Minh", at, is_outdated: false } });

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

  async function open(lines: EditedLines, answers: Answers = {}) {
    return openAdmin(Screen, "/admin/songs", { "GET /api/songs/{id}/lines/draft": lines, ...answers });
  }
  describe("the state of a song's lines", () => {
    test("of a song with a text alone says what times are for", async () => {
      await open(someLines({ document: { ...timed, lines: [plainLine("Mưa rơi"), plainLine("Gió bay")] } }));
      await expect.element(page.getByText(/^Lời đang là một đoạn chữ: 2 dòng, chưa có giờ\./)).toBeVisible();
      await button("Việc khác với lời theo dòng").click();
      await expect.element(page.getByRole("menuitem").nth(3)).toHaveTextContent("TTML");
      await expect.element(page.getByRole("menuitem").nth(4)).not.toBeInTheDocument();
      await userEvent.keyboard("{Escape}");
      await fits();
    });

    test("of a song without lyrics says so", async () => {
      await open(someLines());
      await expect.element(page.getByText("Bài này chưa có lời.")).toBeVisible();
      const link = (name: string) => page.getByRole("link", { name });
      await expect.element(link("Sửa lời theo dòng")).toHaveAttribute("href", "/admin/songs/7/lines");
      await expect.element(link("Nhập lời có thời gian")).toHaveAttribute("href", "/admin/songs/7/lines?import");
    });

    test("names who published which lines and when, and who saved a draft that is older", async () => {
      await open({ ...published, source: "draft", draft: { by: "Minh", at, is_outdated: true } });
      await expect.element(page.getByText("Bản 2 · Lan, 20/11/2026 09:00")).toBeVisible();
      await expect.element(page.getByText("2 dòng, giờ từng từ · Minh, 20/11/2026 09:00")).toBeVisible();
      await expect.element(page.getByText(/^Lời bài hát đã đổi sau khi lưu bản nháp này/)).toBeVisible();
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
});
