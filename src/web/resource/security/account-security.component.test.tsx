import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Session } from "#contract/own-account.ts";
import type { SecondFactorState } from "#contract/second-factor.ts";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { loggedInStaff } from "#test/component/desk.tsx";
import { renderRoute } from "#test/component/render.tsx";
import { type Answers, counted, fails, networkDown, stubApi } from "#test/component/stub-api.ts";
import * as adminScreen from "../../admin/security/screen.tsx";
import * as staffLayout from "../../staff/layout.tsx";
import * as staffScreen from "../../staff/security/screen.tsx";
import * as frame from "../area/screen.tsx";

const read = "GET /api/account/second-factor";
const setup = "POST /api/account/second-factor/setup";
const enable = "POST /api/account/second-factor/enable";
const renew = "POST /api/account/second-factor/recovery-codes";
const disable = "POST /api/account/second-factor/disable";

const off: SecondFactorState = { is_enabled: false, enabled_at: null, recovery_codes_left: 0 };
const on: SecondFactorState = { is_enabled: true, enabled_at: "2026-11-20T02:30:00.000Z", recovery_codes_left: 9 };
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const codes = Array.from({ length: 10 }, (_, n) => `ABCD-EFGH-IJKL-MN${String.fromCharCode(65 + n)}2`);
const qr = "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=";
const invalid = (field: string, message: string) => fails(422, message, [{ field, message }]);

const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = (name: string) => page.getByRole("dialog", { name });
const password = page.getByLabelText(/^Mật khẩu hiện tại/);
const code = page.getByLabelText(/^Mã xác thực/);
const stored = page.getByLabelText("Tôi đã cất các mã này");

const own: Session = {
  id: 1,
  created_at: "2026-11-20T02:30:00.000Z",
  last_used_at: "2026-11-21T02:30:00.000Z",
  device: "Chrome trên Windows",
  is_current: true,
};
const sessions = "GET /api/account/sessions";
const heading = "Bảo mật tài khoản";

const open = (answers: Answers) =>
  openAdmin(adminScreen, "/admin/security", { [sessions]: counted([own], 1), ...answers });

async function openCodes(answers: Answers = {}) {
  const opened = await open({
    [read]: off,
    [setup]: { secret, uri: "otpauth://totp/x", qr },
    [enable]: { recovery_codes: codes },
    ...answers,
  });
  await button("Bật xác thực hai bước").click();
  await password.fill("mật khẩu");
  await button("Tiếp tục").click();
  await code.fill("123 456");
  opened.api.change({ [read]: { ...on, recovery_codes_left: 10 } });
  await button("Bật").click();
  await expect.element(dialog("Mã khôi phục")).toBeVisible();
  return opened;
}

describe("enabling", () => {
  test("asks for the password, shows QR code and secret, and takes a code", async () => {
    const { api } = await open({ [read]: off, [setup]: invalid("password", "Mật khẩu hiện tại không đúng") });
    await expect.element(page.getByText("Chưa bật")).toBeVisible();
    await checkScreen({ heading });
    await button("Bật xác thực hai bước").click();
    await button("Tiếp tục").click();
    await expect.element(page.getByText("Vui lòng nhập mật khẩu hiện tại")).toBeVisible();
    expect(api.requests(setup)).toEqual([]);
    await password.fill("sai mật khẩu");
    await button("Tiếp tục").click();
    await expect.element(page.getByText("Mật khẩu hiện tại không đúng")).toBeVisible();
    api.change({
      [setup]: { secret, uri: "otpauth://totp/x", qr },
      [enable]: invalid("code", "Mã xác thực không đúng"),
    });
    await password.fill("mật khẩu");
    await button("Tiếp tục").click();
    const step = dialog("Thêm vào ứng dụng xác thực");
    await expect.element(step.getByRole("img", { name: /^Mã QR/ })).toHaveAttribute("src", qr);
    await expect.element(step.getByText("GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ")).toBeVisible();
    await code.fill("111111");
    await button("Bật").click();
    await expect.element(page.getByText("Mã xác thực không đúng")).toBeVisible();
    expect(api.requests(setup).map(({ body }) => body)).toEqual([
      { password: "sai mật khẩu" },
      { password: "mật khẩu" },
    ]);
    expect(api.requests(enable).map(({ body, token }) => [body, token])).toEqual([[{ code: "111111" }, "admin-token"]]);
    await checkScreen({ heading });
  });

  test("copies the secret as it is typed", async () => {
    const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    await open({ [read]: off, [setup]: { secret, uri: "otpauth://totp/x", qr } });
    await button("Bật xác thực hai bước").click();
    await password.fill("mật khẩu");
    await button("Tiếp tục").click();
    await button("Sao chép khóa").click();
    expect(write.mock.calls).toEqual([[secret]]);
  });

  test("shows the recovery codes until they are said to be stored", async () => {
    await openCodes();
    const shown = dialog("Mã khôi phục").getByRole("list", { name: "Mã khôi phục" }).getByRole("listitem");
    expect(shown.elements().map((each) => each.textContent)).toEqual(codes);
    await checkScreen({ heading });
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("alert")).toHaveTextContent("Hãy cất các mã rồi đánh dấu vào ô này.");
    await expect.element(stored).toHaveFocus();
    await button("Xong").click();
    await expect.element(dialog("Mã khôi phục")).toBeVisible();
    await stored.click();
    await button("Xong").click();
    await expect.element(dialog("Mã khôi phục")).not.toBeInTheDocument();
    await expect.element(page.getByText("10 / 10")).toBeVisible();
  });

  test("copies the recovery codes, and saves them as a text", async () => {
    const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    const saved: Blob[] = [];
    const names: string[] = [];
    vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
      saved.push(blob as Blob);
      return "blob:codes";
    });
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    await openCodes();
    await button("Sao chép").click();
    expect(write.mock.calls).toEqual([[codes.join("\n")]]);
    await button("Tải về").click();
    expect(names).toEqual(["ngan-nga-ma-khoi-phuc.txt"]);
    expect(await saved[0]?.text()).toContain(`\n${codes.join("\n")}\n`);
  });
});

describe("an enabled factor", () => {
  test("shows since when, and how many recovery codes are left", async () => {
    const { api } = await open({ [read]: on });
    await expect.element(page.getByText("Đang bật")).toBeVisible();
    await expect.element(page.getByText("9 / 10")).toBeVisible();
    await expect.element(page.getByRole("definition").first()).toMatchTextContent(/20\/11\/2026/);
    expect(page.getByText(/sắp hết mã khôi phục/).elements()).toHaveLength(0);
    expect(api.requests(read)[0]?.token).toBe("admin-token");
  });

  test("warns of few recovery codes", async () => {
    await open({ [read]: { ...on, recovery_codes_left: 2 } });
    await expect.element(page.getByText(/sắp hết mã khôi phục/)).toBeVisible();
    await fits();
  });

  test("makes new recovery codes with password and code", async () => {
    const { api } = await open({ [read]: on, [renew]: { recovery_codes: codes } });
    await button("Tạo mã khôi phục mới").click();
    await password.fill("mật khẩu");
    await button("Tạo mã mới").click();
    await expect.element(page.getByText("Vui lòng nhập mã xác thực")).toBeVisible();
    await code.fill("123456");
    await button("Tạo mã mới").click();
    await expect.element(page.getByText(codes[0] ?? "")).toBeVisible();
    expect(api.requests(renew).map(({ body }) => body)).toEqual([{ password: "mật khẩu", code: "123456" }]);
  });

  test("is disabled with password and code", async () => {
    const { api } = await open({ [read]: on, [disable]: invalid("code", "Mã xác thực không đúng hoặc đã được dùng") });
    await button("Tắt xác thực hai bước").click();
    await password.fill("mật khẩu");
    await code.fill("123456");
    await button("Tắt").click();
    await expect.element(page.getByText("Mã xác thực không đúng hoặc đã được dùng")).toBeVisible();
    api.change({ [disable]: { success: true as const }, [read]: off });
    await code.fill("654321");
    await button("Tắt").click();
    await expect.element(page.getByRole("status").getByText("Đã tắt xác thực hai bước")).toBeVisible();
    await expect.element(button("Bật xác thực hai bước")).toBeVisible();
  });
});

describe("the own password", () => {
  const change = "POST /api/account/password";
  const form = dialog("Đổi mật khẩu");
  const fields = { old: /^Mật khẩu hiện tại/, next: /^Mật khẩu mới/, again: /^Xác nhận mật khẩu mới/ };
  const fill = async (values: Record<keyof typeof fields, string>) => {
    for (const name of ["old", "next", "again"] as const) await form.getByLabelText(fields[name]).fill(values[name]);
    await form.getByRole("button", { name: "Đổi mật khẩu" }).click();
  };

  test("is changed with the present one; the server's refusal stands at its field", async () => {
    const { api } = await open({ [read]: off, [change]: invalid("current_password", "Mật khẩu hiện tại không đúng") });
    await button("Đổi mật khẩu").click();
    await fill({ old: "mật khẩu cũ", next: "ngắn", again: "khác" });
    await expect.element(form.getByText("Mật khẩu phải có ít nhất 10 ký tự")).toBeVisible();
    await fill({ old: "mật khẩu cũ", next: "một mật khẩu mới", again: "một mật khẩu khác" });
    await expect.element(form.getByText("Mật khẩu xác nhận không khớp")).toBeVisible();
    expect(api.requests(change)).toEqual([]);
    await fill({ old: "mật khẩu cũ", next: "một mật khẩu mới", again: "một mật khẩu mới" });
    await expect.element(form.getByText("Mật khẩu hiện tại không đúng")).toBeVisible();
    api.change({ [change]: { success: true as const } });
    await form.getByRole("button", { name: "Đổi mật khẩu" }).click();
    await expect.element(page.getByText("Đã đổi mật khẩu. Các thiết bị khác đã được đăng xuất.")).toBeVisible();
    expect(api.requests(change)[0]?.body).toEqual({
      current_password: "mật khẩu cũ",
      new_password: "một mật khẩu mới",
    });
  });
});

describe("the own sessions", () => {
  const other: Session = { ...own, id: 2, device: null, is_current: false };

  test("are listed; one ends by its button, all others at once", async () => {
    const { api } = await open({
      [read]: off,
      [sessions]: counted([own, other], 2),
      "DELETE /api/account/sessions/{id}": { success: true as const },
      "DELETE /api/account/sessions": { success: true as const },
    });
    const list = page.getByRole("region", { name: "Phiên đăng nhập" });
    await expect.element(list).toMatchTextContent(/Chrome trên Windows.*Thiết bị này.*Thiết bị không rõ/);
    await button("Đăng xuất khỏi Thiết bị không rõ").click();
    await expect.element(page.getByText("Đã đăng xuất khỏi thiết bị đó")).toBeVisible();
    await expect.element(list.getByRole("heading")).toHaveFocus();
    expect(api.requests("DELETE /api/account/sessions/{id}")[0]?.params).toEqual({ id: "2" });
    api.change({ [sessions]: counted([own], 1) });
    await button("Đăng xuất khỏi thiết bị khác").click();
    await expect.element(list.getByText(/không đăng nhập ở thiết bị nào khác/)).toBeVisible();
  });

  test("tell of an error", async () => {
    await open({ [read]: off, [sessions]: fails(500) });
    await expect.element(page.getByRole("alert")).toMatchTextContent("Không tải được các phiên đăng nhập");
  });
});

test.each([
  ["an error", fails(500), "Không tải được trạng thái bảo mật"],
  ["a lost connection", networkDown(), "Không kết nối được với máy chủ"],
])("tells of %s", async (_name, answer, message) => {
  await open({ [read]: answer });
  await expect.element(page.getByRole("alert")).toMatchTextContent(message);
});

test("a staff member opens the screen from the bar, which stays without a menu", async () => {
  const api = stubApi({ ...loggedInStaff(), [read]: on, [sessions]: counted([own], 1) });
  await renderRoute(staffScreen, { path: "/staff/security", at: "/staff/security", layouts: [staffLayout, frame] });
  await expect.element(page.getByText("Đang bật")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Bảo mật tài khoản" })).toHaveAttribute("aria-current", "page");
  expect(page.getByRole("navigation").elements()).toHaveLength(0);
  expect(api.requests(read)[0]?.token).toBe("staff-token");
});

test("the frame names the role in full beside the button of the screen", async () => {
  await page.viewport(1280, 800);
  await open({ [read]: on });
  const role = page.getByRole("complementary").getByTitle("quan-tri@example.com").getByText("Quản trị viên");
  await expect.element(role).toBeVisible();
  expect(role.element().scrollWidth).toBe(role.element().clientWidth);
});

test("fits on a phone", async () => {
  await page.viewport(390, 844);
  await openCodes();
  expect(document.documentElement.scrollWidth).toBe(390);
});
