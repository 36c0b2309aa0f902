import { describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { Administrator } from "#contract/administrators.ts";
import { openAdmin } from "#test/component/admin.tsx";
import { type Answers, counted, fails } from "#test/component/stub-api.ts";
import * as screen from "./screen.tsx";

const list = "GET /api/admin/administrators";
const invite = "POST /api/admin/administrators";
const inviteAgain = "POST /api/admin/administrators/{id}/invitation";
const put = "PUT /api/admin/administrators/{id}";

const an: Administrator = {
  id: 1,
  email: "an@example.com",
  full_name: "Nguyễn An",
  role: "admin",
  is_active: true,
  is_invited: false,
  has_second_factor: true,
  last_login_at: new Date().toISOString(),
  created_at: "2026-05-01T08:00:00.000Z",
  is_self: true,
};
const binh: Administrator = {
  ...an,
  id: 2,
  email: "binh@example.com",
  full_name: "",
  role: "accountant",
  is_invited: true,
  has_second_factor: false,
  last_login_at: null,
  is_self: false,
};

const row = (name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: new RegExp(`^${name}`) }) });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const form = page.getByRole("dialog");
const link = "/reset-password#account=admin&token=abc";

const open = (answers: Answers = {}) =>
  openAdmin(screen, "/admin/administrators", { [list]: counted([an, binh], 2), ...answers });

test("lists name, role, state, second factor and last login", async () => {
  await open();
  await expect
    .element(row("Nguyễn An"))
    .toMatchTextContent(/\(bạn\).*an@example.com.*Quản trị viên.*Đang dùng.*Đã bật xác thực hai bước.*vừa xong/i);
  await expect
    .element(row("binh@example.com"))
    .toMatchTextContent(/Kế toán.*Đã mời.*Chưa bật xác thực hai bước.*Chưa đăng nhập/);
});

test("tells of an error", async () => {
  await open({ [list]: fails(500) });
  await expect.element(page.getByRole("alert")).toMatchTextContent("Không tải được danh sách quản trị viên");
});

describe("an invitation", () => {
  async function fill() {
    await button("Thêm quản trị viên").first().click();
    await form.getByLabelText(/^Email/).fill("moi@example.com");
    await form.getByLabelText(/^Vai trò/).selectOptions("Quản trị viên");
    await form.getByRole("button", { name: "Lưu" }).click();
  }

  test("goes out by e-mail", async () => {
    const { api } = await open({ [invite]: { administrator: { ...binh, email: "moi@example.com" }, link: null } });
    await fill();
    await expect.element(page.getByText("Đã gửi lời mời đến moi@example.com")).toBeVisible();
    expect(api.requests(invite)[0]?.body).toEqual({ email: "moi@example.com", full_name: "", role: "admin" });
  });

  test("without a mail server shows its link, to be copied", async () => {
    const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    await open({ [invite]: { administrator: { ...binh, email: "moi@example.com" }, link } });
    await fill();
    const shown = page.getByRole("alertdialog", { name: "Đường dẫn của lời mời" });
    await shown.getByRole("button", { name: "Sao chép đường dẫn" }).click();
    expect(write.mock.calls).toEqual([[`${window.location.origin}${link}`]]);
    await shown.getByRole("button", { name: "Xong" }).click();
    await expect.element(page.getByText("Đã thêm quản trị viên")).toBeVisible();
    await expect.element(form).not.toBeInTheDocument();
  });

  test("is sent again to who has no password yet", async () => {
    const { api } = await open({ [inviteAgain]: { administrator: binh, link: null } });
    await expect.element(button("Gửi lại lời mời: Nguyễn An")).not.toBeInTheDocument();
    await button("Gửi lại lời mời: binh@example.com").click();
    await form.getByRole("button", { name: "Gửi lại" }).click();
    await expect.element(page.getByText("Đã gửi lại lời mời đến binh@example.com")).toBeVisible();
    expect(api.requests(inviteAgain)[0]?.params).toEqual({ id: "2" });
  });

  test("for a taken e-mail is refused in the form", async () => {
    await open({ [invite]: fails(409, "Đã có quản trị viên dùng email moi@example.com") });
    await fill();
    await expect.element(form.getByText("Đã có quản trị viên dùng email moi@example.com")).toBeVisible();
  });
});

describe("a change", () => {
  test("sends what changed; the own role is left to others", async () => {
    const { api } = await open({ [put]: an });
    await button("Sửa: an@example.com").click();
    await expect.element(form.getByText("Vai trò của bạn do một quản trị viên khác đổi.")).toBeVisible();
    await expect.element(form.getByLabelText(/^Vai trò/)).not.toBeInTheDocument();
    await form.getByLabelText(/^Họ và tên/).fill("An");
    await form.getByRole("button", { name: "Lưu" }).click();
    await expect.element(page.getByText("Đã lưu quản trị viên")).toBeVisible();
    expect(api.requests(put)[0]?.body).toEqual({ full_name: "An" });
  });

  test("closes an account after a question, and opens it again", async () => {
    const { api } = await open({ [put]: { ...binh, is_active: false } });
    await button("Thao tác: binh@example.com").click();
    await page.getByRole("menuitem", { name: "Đóng tài khoản" }).click();
    api.change({ [list]: counted([an, { ...binh, is_active: false }], 2) });
    await page.getByRole("alertdialog").getByRole("button", { name: "Đóng tài khoản" }).click();
    await expect.element(row("binh@example.com")).toMatchTextContent("Đã đóng");
    await button("Mở lại tài khoản: binh@example.com").click();
    await expect
      .poll(() => api.requests(put).map(({ body }) => body))
      .toEqual([{ is_active: false }, { is_active: true }]);
  });
});
