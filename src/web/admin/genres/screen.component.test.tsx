import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen } from "#test/component/check-screen.ts";
import { chooseInMenu } from "#test/component/list.ts";
import { aCountedCategory } from "#test/component/samples.ts";
import { type Answers, fails, networkDown } from "#test/component/stub-api.ts";
import * as screen from "./screen.tsx";

const list = "GET /api/categories/with-song-count";
const heading = "Thể loại";
const add = page.getByRole("button", { name: "Thêm thể loại" }).first();
const form = page.getByRole("dialog", { name: /^(Thêm thể loại|Sửa thể loại: .+)$/ });
const name = form.getByLabelText(/^Tên thể loại/);
const save = form.getByRole("button", { name: "Lưu" });
const status = page.getByRole("status").last();
const alert = page.getByRole("alert");
const question = page.getByRole("alertdialog", { name: "Xóa thể loại" });
const folkSongs = aCountedCategory({
  id: 5,
  name: "Dân ca",
  description: "Lời quê, điệu cũ",
  category_type: "educational",
});

async function open(answers: Answers = {}) {
  const opened = await openAdmin(screen, "/admin/genres", { [list]: [folkSongs], ...answers });
  await expect.element(page.getByText(/^\d+ thể loại$/)).toBeVisible();
  return opened;
}

describe("the list", () => {
  test("has an empty state with an add button", async () => {
    await open({ [list]: [] });
    await expect.element(page.getByRole("heading", { name: "Chưa có thể loại nào" })).toBeVisible();
    await page.getByRole("button", { name: "Thêm thể loại" }).last().click();
    await expect.element(form).toBeVisible();
  });

  test("shows all fields of a genre", async () => {
    await open({
      [list]: [
        folkSongs,
        aCountedCategory({ id: 6, name: "Bolero", is_active: false, is_featured: true, song_count: 0 }),
      ],
    });
    await expect.element(page.getByText("2 thể loại")).toBeVisible();
    const items = page.getByRole("main").getByRole("listitem");
    for (const text of [
      "Dân ca",
      "Đang hiện",
      "Học tập",
      "Lời quê, điệu cũ",
      "3 bài đang phát hành",
      "01/05/2026 15:00",
    ]) {
      await expect.element(items.nth(0)).toMatchTextContent(text);
    }
    for (const text of ["Bolero", "Tạm ẩn", "Giải trí", "Chưa có mô tả", "0 bài đang phát hành"]) {
      await expect.element(items.nth(1)).toMatchTextContent(text);
    }
    await expect.element(items.nth(1).getByTitle("Hiện trên trang chủ")).toBeVisible();
    await checkScreen({ heading });
  });

  test("is a table too", async () => {
    await openAdmin(screen, "/admin/genres?view=table", { [list]: [folkSongs] });
    await expect.element(page.getByRole("rowheader", { name: "Dân ca" })).toBeVisible();
    await checkScreen({ heading });
  });

  test("shows an error with a retry when it can't be loaded", async () => {
    const { api } = await openAdmin(screen, "/admin/genres", { [list]: fails(500) });
    await expect.element(alert).toMatchTextContent("Không thể tải danh sách thể loại");
    api.change({ [list]: networkDown() });
    await page.getByRole("button", { name: "Thử lại" }).click();
    await expect.element(alert).toMatchTextContent("Lỗi khi tải danh sách thể loại");
    api.change({ [list]: [folkSongs] });
    await page.getByRole("button", { name: "Thử lại" }).click();
    await expect.element(page.getByRole("heading", { name: "Dân ca" })).toBeVisible();
    await expect.element(alert).not.toBeInTheDocument();
  });

  test("its Excel file has the rows of the filter, and an error leaves the list as it is", async () => {
    const excel = "POST /api/admin/exports";
    const { api } = await openAdmin(screen, "/admin/genres?q=dân", {
      [list]: [folkSongs],
      [excel]: fails(403, "Bạn không có quyền thực hiện thao tác này"),
    });
    await chooseInMenu("Xuất Excel");
    await expect.element(page.getByText("Bạn không có quyền thực hiện thao tác này")).toBeVisible();
    await expect.element(page.getByRole("heading", { name: "Dân ca" })).toBeVisible();
    expect(api.requests(excel).map(({ body }) => body)).toEqual([{ list: "categories", filter: { search: "dân" } }]);
  });
});

describe("the form", () => {
  test("adds a genre with all its fields", async () => {
    const { api } = await open({ "POST /api/categories": folkSongs });
    await add.click();
    await name.fill("  Ca trù  ");
    await form.getByLabelText("Mô tả").fill("Nghe trong đêm");
    await form.getByLabelText("Loại", { exact: true }).selectOptions("Học tập");
    await form.getByLabelText("Hiện trên trang chủ").click();
    await expect.element(form.getByLabelText("Đang hiện")).toBeChecked();
    await save.click();
    await expect.element(status).toHaveTextContent("Thêm thể loại thành công!");
    await expect.element(form).not.toBeInTheDocument();
    expect(api.requests("POST /api/categories").map(({ body }) => body)).toEqual([
      {
        name: "Ca trù",
        description: "Nghe trong đêm",
        icon_url: null,
        category_type: "educational",
        is_active: true,
        is_featured: true,
      },
    ]);
    expect(api.requests(list)).toHaveLength(2);
  });

  test("shows the fields of a genre and saves their changes", async () => {
    const { api } = await open({ "PUT /api/categories/{id}": folkSongs });
    await page.getByRole("button", { name: "Sửa: Dân ca" }).click();
    await expect.element(name).toHaveValue("Dân ca");
    await expect.element(form.getByLabelText("Mô tả")).toHaveValue("Lời quê, điệu cũ");
    await expect.element(form.getByLabelText("Loại", { exact: true })).toHaveValue("educational");
    await name.fill("Quan họ");
    await form.getByLabelText("Mô tả").fill("");
    await form.getByLabelText("Đang hiện").click();
    await save.click();
    await expect.element(status).toHaveTextContent("Cập nhật thể loại thành công!");
    const [sent] = api.requests("PUT /api/categories/{id}");
    expect(sent?.params.id).toBe("5");
    expect(sent?.body).toEqual({ name: "Quan họ", description: null, is_active: false });
  });

  test("does not send a blank name", async () => {
    await open();
    await add.click();
    await name.fill("   ");
    await save.click();
    await expect.element(name).toHaveAccessibleDescription("Tên thể loại không được để trống");
    await checkScreen({ heading });
  });

  test("shows the error of a failed save", async () => {
    const { api } = await open({ "POST /api/categories": fails(500) });
    await add.click();
    await name.fill("Trữ tình");
    await save.click();
    await expect.element(form.getByRole("alert")).toHaveTextContent("Có lỗi xảy ra khi lưu thể loại");
    await expect.element(name).toHaveValue("Trữ tình");
    api.change({ "POST /api/categories": networkDown() });
    await save.click();
    await expect.element(form.getByRole("alert")).toHaveTextContent("Lỗi khi lưu thể loại");
  });

  test("has the whole width on a phone, with its buttons in view", async () => {
    await page.viewport(390, 700);
    await open();
    await page.getByRole("button", { name: "Sửa: Dân ca" }).click();
    await expect.element(save).toBeInViewport();
    expect(form.element().getBoundingClientRect().width).toBe(390);
    expect(document.documentElement.scrollWidth).toBe(390);
  });
});

describe("deleting", () => {
  const remove = page.getByRole("button", { name: "Xóa: Dân ca" });
  const sure = question.getByRole("button", { name: "Xóa thể loại" });

  test("asks with the name, and a cancelled dialog keeps the genre", async () => {
    const { api } = await open();
    await remove.click();
    await expect.element(question.getByText("Bạn có chắc chắn muốn xóa thể loại này?")).toBeVisible();
    await expect.element(question.getByText("Dân ca")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(remove).toHaveFocus();
    expect(api.requests("DELETE /api/categories/{id}")).toEqual([]);
  });

  test("removes the genre from the list and focuses the main content", async () => {
    const { api } = await open({ "DELETE /api/categories/{id}": { success: true } });
    await remove.click();
    api.change({ [list]: [] });
    await sure.click();
    await expect.element(status).toHaveTextContent("Xóa thể loại thành công!");
    await expect.element(page.getByRole("heading", { name: "Dân ca" })).not.toBeInTheDocument();
    await expect.element(page.getByRole("main")).toHaveFocus();
    expect(api.requests("DELETE /api/categories/{id}").map(({ params }) => params.id)).toEqual(["5"]);
  });

  test.each([
    ["with its own message when the server sends none", fails(500), "Không thể xóa thể loại này"],
    ["with another message without a response", networkDown(), "Lỗi khi xóa thể loại"],
  ])("shows the error of a failed request %s", async (_name, answer, message) => {
    await open({ "DELETE /api/categories/{id}": answer });
    await remove.click();
    await sure.click();
    await expect.element(alert).toHaveTextContent(message);
    await expect.element(page.getByRole("heading", { name: "Dân ca" })).toBeVisible();
  });
});

test("a change refused with 401 closes the form and ends the session", async () => {
  const opened = await open({ "POST /api/categories": fails(401, "Hết phiên") });
  await add.click();
  await name.fill("Không bao giờ có");
  await save.click();
  await expect.poll(opened.address).toBe("/admin");
  expect(localStorage.getItem("adminToken")).toBeNull();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});
