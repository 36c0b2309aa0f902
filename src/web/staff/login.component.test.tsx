import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { loggedInStaff } from "#test/component/desk.tsx";
import { renderRoute } from "#test/component/render.tsx";
import { aStaffInfo } from "#test/component/staff.ts";
import { type Answers, fails, networkDown, stubApi } from "#test/component/stub-api.ts";
import { endSession } from "../resource/area/session.ts";
import { staffArea } from "./area.tsx";
import * as login from "./login.tsx";

const endpoint = "POST /api/staff/login";
const heading = "Nhân viên Ngân Nga";
const username = page.getByLabelText("Tên đăng nhập");
const password = page.getByLabelText("Mật khẩu", { exact: true });
const enter = page.getByRole("button", { name: "Đăng nhập" });
const alert = page.getByRole("alert");
const reply = { access_token: "new-token", token_type: "bearer" as const, staff_info: aStaffInfo() };

async function open(answers: Answers = {}) {
  const api = stubApi(answers);
  const screen = await renderRoute(login, { path: "/staff/login" });
  return { ...screen, api };
}

async function fill(): Promise<void> {
  await username.fill(" thu_ha ");
  await password.fill(" mật khẩu ");
}

test("stores token and member, and opens the desk", async () => {
  const { api, address } = await open({ [endpoint]: reply });
  await expect.poll(() => document.title).toBe("Đăng nhập · Nhân viên Ngân Nga");
  await fill();
  await enter.click();
  await expect.poll(address).toBe("/staff/dashboard");
  expect(api.requests(endpoint).map(({ body }) => body)).toEqual([{ username: "thu_ha", password: " mật khẩu " }]);
  expect(localStorage.getItem("staffToken")).toBe("new-token");
  expect(JSON.parse(localStorage.getItem("staffInfo") ?? "")).toEqual(aStaffInfo());
});

test("requires both fields, and links to the administrators' login", async () => {
  const { api } = await open();
  await expect.element(enter).toBeVisible();
  await checkScreen({ heading });
  await enter.click();
  await expect.element(username).toHaveFocus();
  await username.fill("thu_ha");
  await enter.click();
  await expect.element(password).toHaveFocus();
  expect(api.requests(endpoint)).toEqual([]);
  await expect.element(page.getByRole("link", { name: "Đăng nhập quản trị" })).toHaveAttribute("href", "/admin");
});

test("a failed login shows its own message, or that of the connection without a response", async () => {
  const { api } = await open({ [endpoint]: fails(401) });
  await fill();
  await enter.click();
  await expect.element(alert).toHaveTextContent("Đăng nhập thất bại");
  api.change({ [endpoint]: networkDown() });
  await enter.click();
  await expect.element(alert).toHaveTextContent("Lỗi kết nối, vui lòng thử lại");
  expect(localStorage.getItem("staffToken")).toBeNull();
});

test("a logout ends the session on the server and forgets token and member", () => {
  const api = stubApi({ ...loggedInStaff(), "POST /api/staff/logout": { success: true as const } });
  endSession(staffArea);
  expect(api.requests("POST /api/staff/logout").map(({ token }) => token)).toEqual(["staff-token"]);
  expect([localStorage.getItem("staffToken"), localStorage.getItem("staffInfo")]).toEqual([null, null]);
});

test("sends the code of the second factor with name and password", async () => {
  const { api, address } = await open({ [endpoint]: fails(401, "Nhập mã", undefined, "totp_required") });
  await fill();
  await enter.click();
  await expect.element(page.getByLabelText("Mã xác thực")).toHaveFocus();
  await checkScreen({ heading });
  await page.getByLabelText("Mã xác thực").fill("123456");
  api.change({ [endpoint]: reply });
  await page.getByRole("button", { name: "Xác nhận" }).click();
  await expect.poll(address).toBe("/staff/dashboard");
  const body = { username: "thu_ha", password: " mật khẩu " };
  expect(api.requests(endpoint).map((request) => request.body)).toEqual([body, { ...body, totp_code: "123456" }]);
});

test("offers a link for a forgotten password", async () => {
  const { address } = await open();
  await page.getByRole("button", { name: "Quên mật khẩu?" }).click();
  const dialog = page.getByRole("dialog", { name: "Quên mật khẩu" });
  await expect.element(dialog).toMatchTextContent("Quản trị viên đặt mật khẩu mới cho bạn");
  await fits();
  await dialog.getByRole("link", { name: "Gửi thư đặt lại mật khẩu" }).click();
  await expect.poll(address).toBe("/forgot-password?account=staff");
});
