import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen } from "#test/component/check-screen.ts";
import { aBulkJob, aCategory, aSong } from "#test/component/samples.ts";
import { type Answers, counted, fails, held, networkDown } from "#test/component/stub-api.ts";
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
const all = page.getByRole("checkbox", { name: "Chọn cả trang" });
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
  const shown = (total: number, names: string[] = []) => ({ [preview]: { total, amount: null, names } });
  const act = async (name: string) => {
    await button("Thao tác").click();
    await page.getByRole("menuitem", { name, exact: true }).click();
  };

  test("select songs one by one, all, or none", async () => {
    await open();
    await box("Bài 2").click();
    await expect.element(page.getByText("Đã chọn 1 bài hát")).toBeVisible();
    await expect.element(all).toBePartiallyChecked();
    await all.click();
    await expect.element(page.getByText("Đã chọn 3 bài hát")).toBeVisible();
    await expect.element(all).toBeChecked();
    await box("Bài 2").click();
    await expect.element(page.getByText("Đã chọn 2 bài hát")).toBeVisible();
    await button("Bỏ chọn").click();
    await expect.element(page.getByText(/^Đã chọn/)).not.toBeInTheDocument();
    await expect.element(box("Bài 1")).not.toBeChecked();
  });

  test.each(["cards", "table"])("fit beside selected %s, with their menu open", async (view) => {
    await open({}, `/admin/songs?view=${view}`);
    await box("Bài 2").click();
    await button("Thao tác").click();
    await expect.element(page.getByRole("menuitem", { name: "Thêm thể loại…" })).toBeVisible();
    await checkScreen({ heading, widths: [1280] });
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("menuitem").first()).not.toBeInTheDocument();
    await checkScreen({ heading });
  });

  test("ask once, with the number and titles of the songs", async () => {
    const { api } = await open({ ...shown(2, ["Bài 1", "Bài 3"]), [endpoint]: aBulkJob({ kind: "deactivate_songs" }) });
    await all.click();
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
    await all.click();
    await button("Xóa các bài đã chọn").click();
    const question = alertDialog("Xóa 7 bài hát?");
    await expect.element(question.getByText("Khúc 5")).toBeVisible();
    await expect.element(question.getByText("và 2 bài hát khác")).toBeVisible();
    await expect.element(question.getByText("Các bài nằm trong thùng rác 30 ngày, khôi phục được.")).toBeVisible();
    await checkScreen({ heading });
    await question.getByRole("button", { name: "Hủy" }).click();
    await expect.element(item("Bài 1")).toBeVisible();
  });

  test("assign a genre in a question that stays open after a failure", async () => {
    const { api } = await open({ ...shown(3), [endpoint]: fails(500) });
    await all.click();
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
