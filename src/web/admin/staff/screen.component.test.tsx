import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen } from "#test/component/check-screen.ts";
import { openFilters } from "#test/component/list.ts";
import { aStaffMember } from "#test/component/requests.ts";
import { type Answers, counted, fails, networkDown } from "#test/component/stub-api.ts";
import * as screen from "./screen.tsx";

const list = "GET /api/admin/staff";
const post = "POST /api/admin/staff";
const put = "PUT /api/admin/staff/{id}";
const remove = "DELETE /api/admin/staff/{id}";

const anh = aStaffMember({
  phone: "0903 555 142",
  notes: "Ca sáng",
  open_requests: 3,
  late_requests: 1,
  last_login_at: new Date(Date.now() - 3 * 24 * 3600_000).toISOString(),
});
const ha = aStaffMember({ id: 4, full_name: "Thu Hà", username: "thu_ha", is_supervisor: true, is_active: false });

const row = (name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: new RegExp(`^${name}`) }) });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const form = page.getByRole("dialog", { name: /nhân viên/ });
const field = (label: RegExp) => form.getByLabelText(label);
const save = form.getByRole("button", { name: "Lưu" });
const status = page.getByRole("status");
const alert = page.getByRole("alert");
const question = page.getByRole("alertdialog", { name: "Xóa nhân viên" });

async function open(answers: Answers = {}) {
  return openAdmin(screen, "/admin/staff", { [list]: counted([anh, ha], 2), ...answers });
}

async function fillNew() {
  await button("Thêm nhân viên").first().click();
  await field(/^Tên đăng nhập/).fill("quoc");
  await field(/^Email/).fill("quoc@example.com");
  await field(/^Họ và tên/).fill("Quốc");
  await field(/^Mật khẩu/).fill("mat-khau-10");
}

describe("the list", () => {
  test("shows name, contact, status, role and work of each member", async () => {
    await open();
    await expect
      .element(row("Minh Anh"))
      .toMatchTextContent(
        /minh_anh · Nhân viên.*minh-anh@example.com.*0903 555 142.*Hoạt động.*3 việc, 1 trễ hạn.*3 ngày trước/,
      );
    await expect
      .element(row("Thu Hà"))
      .toMatchTextContent(/thu_ha · Giám sát viên.*Đã khóa.*Chưa có việc.*Không có trong 90 ngày/);
    const links = row("Minh Anh").getByRole("link");
    await expect.element(links.nth(0)).toHaveAccessibleName("3 việc của Minh Anh");
    await expect.element(links.nth(0)).toHaveAttribute("href", "/admin/requests?staff=3&sort=queue-asc");
    await expect.element(links.nth(1)).toHaveAttribute("href", "/admin/requests?staff=3&tab=late");
    await checkScreen({ heading: "Nhân viên" });
  });

  test("is sorted by name, or by load", async () => {
    const bao = aStaffMember({ id: 5, full_name: "Bảo", open_requests: 7 });
    await open({ [list]: counted([ha, bao, anh], 3) });
    const names = () =>
      page
        .getByRole("rowheader")
        .elements()
        .map((cell) => cell.firstChild?.textContent);
    await expect.poll(names).toEqual(["Bảo", "Minh Anh", "Thu Hà"]);
    await openFilters();
    await page.getByRole("combobox", { name: "Sắp xếp" }).selectOptions("Ít việc nhất");
    await expect.poll(names).toEqual(["Thu Hà", "Minh Anh", "Bảo"]);
  });

  test("is searched by name, user name and phone", async () => {
    await open();
    const shown = page.getByRole("rowheader");
    for (const [text, found] of [
      ["thu ha", ha],
      ["0903 555", anh],
      ["THU_HA", ha],
    ] as const) {
      await page.getByRole("searchbox", { name: "Tìm nhân viên" }).fill(text);
      await expect.element(shown).toHaveLength(1);
      await expect.element(row(found.full_name)).toBeVisible();
    }
  });

  test("tells of an error", async () => {
    const { api } = await open({ [list]: fails(500) });
    await expect.element(alert).toMatchTextContent("Lỗi tải danh sách nhân viên");
    api.change({ [list]: networkDown() });
    await button("Thử lại").click();
    await expect.element(alert).toMatchTextContent("Lỗi kết nối");
  });

  test("has an empty state", async () => {
    await open({ [list]: counted([], 0) });
    await expect.element(page.getByRole("heading", { name: "Chưa có nhân viên nào" })).toBeVisible();
  });
});

describe("a new member", () => {
  test("is sent with all fields", async () => {
    const { api } = await open({ [post]: aStaffMember() });
    await fillNew();
    await field(/^Số điện thoại/).fill("0909");
    await field(/^Ghi chú/).fill("Ca tối");
    await field(/^Giám sát viên/).click({ force: true });
    await save.click();
    await expect.element(status.getByText("Đã thêm nhân viên")).toBeVisible();
    expect(api.requests(post)[0]?.body).toEqual({
      username: "quoc",
      email: "quoc@example.com",
      full_name: "Quốc",
      password: "mat-khau-10",
      phone: "0909",
      notes: "Ca tối",
      is_active: true,
      is_supervisor: true,
    });
  });

  test("needs name, e-mail, full name and password", async () => {
    const { api } = await open();
    await button("Thêm nhân viên").first().click();
    await save.click();
    for (const text of [
      "Tên đăng nhập là bắt buộc",
      "Email là bắt buộc",
      "Họ và tên là bắt buộc",
      "Mật khẩu là bắt buộc",
    ]) {
      await expect.element(form.getByText(text)).toBeVisible();
    }
    await field(/^Email/).fill("quoc");
    await expect.element(form.getByText("Email không hợp lệ")).toBeVisible();
    await field(/^Mật khẩu/).fill("ngan");
    await expect.element(form.getByText("Mật khẩu phải có ít nhất 10 ký tự")).toBeVisible();
    expect(api.requests(post)).toEqual([]);
    await checkScreen({ heading: "Nhân viên" });
  });

  test("tells of an error", async () => {
    const { api } = await open({ [post]: fails(500) });
    await fillNew();
    await save.click();
    await expect.element(form.getByRole("alert")).toHaveTextContent("Lỗi tạo nhân viên");
    api.change({ [post]: networkDown() });
    await save.click();
    await expect.element(form.getByRole("alert")).toHaveTextContent("Lỗi kết nối");
  });
});

describe("a member", () => {
  test("is saved without a password when it is left empty", async () => {
    const { api } = await open({ [put]: anh });
    await button("Sửa: Minh Anh").click();
    await expect.element(field(/^Mật khẩu/)).toHaveValue("");
    await expect.element(form.getByText("Để trống thì mật khẩu giữ nguyên.")).toBeVisible();
    await field(/^Số điện thoại/).fill("");
    await field(/^Hoạt động/).click({ force: true });
    await save.click();
    const leaving = page.getByRole("alertdialog", { name: "Khóa tài khoản nhân viên" });
    await expect.element(leaving).toMatchTextContent(/3 yêu cầu mà Minh Anh đang làm sẽ trở lại danh sách chung/);
    expect(api.requests(put)).toEqual([]);
    await leaving.getByRole("button", { name: "Khóa tài khoản" }).click();
    await expect.element(status.getByText("Đã lưu nhân viên")).toBeVisible();
    expect(api.requests(put)[0]).toMatchObject({ params: { id: "3" } });
    expect(api.requests(put)[0]?.body).toEqual({ phone: null, is_active: false });
  });

  test("gets a new password", async () => {
    const { api } = await open({ [put]: anh });
    await button("Sửa: Minh Anh").click();
    await field(/^Mật khẩu/).fill("mat-khau-11");
    await save.click();
    await expect.poll(() => api.requests(put)[0]?.body).toMatchObject({ password: "mat-khau-11" });
  });

  test("stays open after an error", async () => {
    const { api } = await open({ [put]: fails(500) });
    await button("Sửa: Minh Anh").click();
    await field(/^Ghi chú/).fill("Ca chiều");
    await save.click();
    await expect.element(form.getByRole("alert")).toHaveTextContent("Lỗi cập nhật nhân viên");
    api.change({ [put]: networkDown() });
    await save.click();
    await expect.element(form.getByRole("alert")).toHaveTextContent("Lỗi kết nối");
  });

  test("is deleted after a question that names them", async () => {
    const { api } = await open({ [remove]: { success: true } });
    await button("Xóa: Minh Anh").click();
    await expect.element(question.getByText("Bạn có chắc chắn muốn xóa nhân viên này?")).toBeVisible();
    await expect.element(question.getByText("Minh Anh", { exact: true })).toBeVisible();
    await expect.element(question.getByText("3 yêu cầu đang làm sẽ trở lại danh sách chung.")).toBeVisible();
    await question.getByRole("button", { name: "Xóa nhân viên" }).click();
    await expect.element(status.getByText("Đã xóa nhân viên")).toBeVisible();
    expect(api.requests(remove)[0]?.params).toEqual({ id: "3" });
  });

  test.each([
    ["an error", fails(500), "Lỗi xóa nhân viên"],
    ["a lost connection", networkDown(), "Lỗi kết nối"],
  ])("is not deleted after %s", async (_name, answer, message) => {
    await open({ [remove]: answer });
    await button("Xóa: Minh Anh").click();
    await question.getByRole("button", { name: "Xóa nhân viên" }).click();
    await expect.element(alert).toHaveTextContent(message);
  });
});

describe("the second factor", () => {
  const disable = "DELETE /api/admin/staff/{id}/second-factor";
  const withFactor = { ...anh, has_second_factor: true };
  const action = button("Tắt xác thực hai bước: Minh Anh");
  const asked = page.getByRole("alertdialog", { name: "Tắt xác thực hai bước" });

  test("is shown for each member, and only one that is on can be disabled", async () => {
    await open({ [list]: counted([withFactor, ha], 2) });
    await expect.element(row("Minh Anh").getByTitle("Đã bật xác thực hai bước")).toBeVisible();
    expect(row("Thu Hà").getByTitle("Đã bật xác thực hai bước").elements()).toHaveLength(0);
    expect(button("Tắt xác thực hai bước: Thu Hà").elements()).toHaveLength(0);
  });

  test("leaves room for the buttons of a row at 1280 px", async () => {
    await page.viewport(1280, 800);
    await open({ [list]: counted([withFactor, { ...ha, late_requests: 1 }], 2) });
    await expect.element(action).toBeVisible();
    const frame = page.getByRole("table").element().parentElement;
    expect(frame?.scrollWidth).toBe(frame?.clientWidth);
  });

  test("is disabled after a question", async () => {
    const { api } = await open({ [list]: counted([withFactor, ha], 2), [disable]: { success: true as const } });
    await action.click();
    await expect.element(asked).toMatchTextContent(/Minh Anh/);
    expect(api.requests(disable)).toEqual([]);
    api.change({ [list]: counted([anh, ha], 2) });
    await asked.getByRole("button", { name: "Tắt" }).click();
    await expect.element(status.getByText("Đã tắt xác thực hai bước")).toBeVisible();
    await expect.element(row("Minh Anh").getByTitle("Đã bật xác thực hai bước")).not.toBeInTheDocument();
    expect(api.requests(disable).map(({ params }) => params)).toEqual([{ id: "3" }]);
  });
});
