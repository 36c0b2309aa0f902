/** Saved views and the choice of columns, on the screen of the genres. */
import { beforeEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { SavedView } from "#contract/views.ts";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen } from "#test/component/check-screen.ts";
import { chooseInMenu } from "#test/component/list.ts";
import { aCountedCategory } from "#test/component/samples.ts";
import { type Answers, fails } from "#test/component/stub-api.ts";
import { storeAdminInfo } from "../../admin/admin-info.ts";
import * as screen from "../../admin/genres/screen.tsx";

const list = "GET /api/categories/with-song-count";
const views = "GET /api/account/views";
const create = "POST /api/account/views";
const change = "PUT /api/account/views/{id}";
const remove = "DELETE /api/account/views/{id}";
const restore = "POST /api/account/views/{id}/restore";

const aView = (given: Partial<SavedView> = {}): SavedView => ({
  id: 7,
  screen: "/admin/genres",
  name: "Theo tên",
  query: { q: "ca", view: "table", size: "0", hide: "created_at" },
  is_shared: false,
  is_default: false,
  can_change: true,
  version: "a",
  ...given,
});
const shared = aView({ id: 8, name: "Của cả nhóm", is_shared: true, can_change: false, query: { view: "table" } });

const open = (path: string, answers: Answers = {}) =>
  openAdmin(screen, path, {
    [list]: [aCountedCategory({ id: 5, name: "Dân ca" }), aCountedCategory({ id: 6, name: "Bolero" })],
    ...answers,
  });
const menu = (name: string | RegExp) => page.getByRole("button", { name });
const item = (name: string | RegExp) => page.getByRole("menuitem", { name });
const head = (name: string) => page.getByRole("columnheader", { name });

beforeEach(() => storeAdminInfo({ full_name: "Admin", role: "admin" }));

describe("saved views", () => {
  test("open one's own and everybody's, under headings", async () => {
    const opened = await open("/admin/genres", { [views]: [aView(), shared] });
    await menu("Tùy chọn danh sách").click();
    await expect.element(page.getByRole("group", { name: "Dạng xem của tôi" })).toMatchTextContent("Theo tên");
    await expect.element(page.getByRole("group", { name: "Dạng xem chung" })).toMatchTextContent("Của cả nhóm");
    await item("Theo tên").click();
    await expect.element(head("Ngày tạo")).not.toBeInTheDocument();
    await expect.element(page.getByRole("searchbox")).toHaveValue("ca");
    await expect.poll(opened.address).toContain("saved=7");
    await checkScreen({ heading: "Thể loại" });
  });

  test("save the list as it is, for all where that is chosen", async () => {
    const { api } = await open("/admin/genres?q=ca&view=table", { [create]: aView({ id: 9, name: "Ca" }) });
    await chooseInMenu("Lưu dạng xem này…");
    const form = page.getByRole("dialog", { name: "Lưu dạng xem" });
    await form.getByRole("button", { name: "Lưu" }).click();
    await expect.element(form).toMatchTextContent("Vui lòng đặt tên cho dạng xem");
    await form.getByLabelText(/^Tên dạng xem/).fill("Ca");
    await form.getByLabelText("Dùng chung").click();
    await form.getByRole("button", { name: "Lưu" }).click();
    await expect.element(page.getByText("Đã lưu dạng xem “Ca”")).toBeVisible();
    expect(api.requests(create)[0]?.body).toMatchObject({
      screen: "/admin/genres",
      name: "Ca",
      is_shared: true,
      is_default: false,
      query: { q: "ca", view: "table", hide: "" },
    });
  });

  test("tell that the list differs, and are brought up to date", async () => {
    const saved = aView();
    const { api } = await open("/admin/genres?q=ca&view=table&size=0&hide=created_at&saved=7", {
      [views]: [saved],
      [change]: saved,
    });
    await expect.element(menu("Dạng xem: Theo tên")).toBeVisible();
    await page.getByRole("searchbox").fill("bo");
    await chooseInMenu("Cập nhật theo danh sách này");
    await expect.element(page.getByText("Đã cập nhật dạng xem “Theo tên”")).toBeVisible();
    expect(api.requests(change)[0]?.body).toMatchObject({ query: { q: "bo", view: "table" }, version: "a" });
  });

  test("of others can't be changed, and a refused change is told", async () => {
    await open("/admin/genres?view=table&saved=8", {
      [views]: [shared],
      "POST /api/account/views/{id}/default": fails(404, "Không tìm thấy dạng xem này"),
    });
    await menu(/^Dạng xem: Của cả nhóm/).click();
    for (const name of ["Xóa dạng xem", "Đổi tên, dùng chung…"]) {
      await expect.element(item(name)).not.toBeInTheDocument();
    }
    await item("Đặt làm mặc định").click();
    await expect.element(page.getByText("Không tìm thấy dạng xem này")).toBeVisible();
  });

  test("come back after they were deleted", async () => {
    const { api } = await open("/admin/genres?view=table&saved=7", {
      [views]: [aView()],
      [remove]: { success: true },
      [restore]: aView(),
    });
    await menu(/^Dạng xem: Theo tên/).click();
    await item("Xóa dạng xem").click();
    await page.getByRole("button", { name: "Hoàn tác" }).click();
    await expect.element(page.getByText("Đã khôi phục dạng xem “Theo tên”")).toBeVisible();
    expect(api.requests(restore)).toHaveLength(1);
  });

  test("open by default on the screen as such, and never over a link of another", async () => {
    const byDefault = { [views]: [aView({ is_default: true })] };
    const opened = await open("/admin/genres", byDefault);
    await expect.poll(opened.address).toContain("saved=7");
    const linked = await open("/admin/genres?q=bolero", byDefault);
    await expect.element(menu("Tùy chọn danh sách")).toBeVisible();
    expect(linked.address()).toBe("/admin/genres?q=bolero");
  });
});

describe("the columns of a table", () => {
  test("are chosen by keys too, stay open, and leave the name", async () => {
    const opened = await open("/admin/genres?view=table");
    await chooseInMenu("Cột trong bảng");
    await expect.element(page.getByRole("menuitemcheckbox", { name: "Tên" })).toHaveAttribute("aria-disabled", "true");
    await page.getByRole("menuitemcheckbox", { name: "Ngày tạo" }).click();
    await expect.poll(opened.address).toContain("hide=created_at");
    await expect
      .element(page.getByRole("menuitemcheckbox", { name: "Ngày tạo" }))
      .toHaveAttribute("aria-checked", "false");
    await userEvent.keyboard("{Escape}");
    await expect.element(head("Ngày tạo")).not.toBeInTheDocument();
    await expect.element(head("Tên")).toBeVisible();
  });
});
