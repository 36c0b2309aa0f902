import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { checkScreen } from "#test/component/check-screen.ts";
import { renderRoute } from "#test/component/render.tsx";
import { type Answers, fails, garbled, networkDown, stubApi } from "#test/component/stub-api.ts";
import { readStored, writeStored } from "../lib/storage.ts";
import { endSession } from "../resource/area/session.ts";
import { adminArea } from "./area.ts";
import * as login from "./login.tsx";

const endpoint = "POST /api/auth/login";
const heading = "Quản trị Ngân Nga";
const email = page.getByLabelText("Email");
const password = page.getByLabelText("Mật khẩu", { exact: true });
const enter = page.getByRole("button", { name: "Đăng nhập" });
const alert = page.getByRole("alert");
const reply = { access_token: "new-token", token_type: "bearer" as const };

async function open(answers: Answers = {}) {
  const api = stubApi(answers);
  const screen = await renderRoute(login, { path: "/admin" });
  return { ...screen, api };
}

async function fill(): Promise<void> {
  await email.fill(" quan-tri@example.com ");
  await password.fill(" mật khẩu ");
}

test("a logout forgets token and name whatever the server says", () => {
  for (const answer of [{ success: true as const }, fails(401), networkDown()]) {
    const api = stubApi({ "POST /api/auth/logout": answer });
    writeStored("adminToken", "admin-token");
    writeStored("adminInfo", JSON.stringify({ full_name: "Lan", role: "admin" }));
    endSession(adminArea);
    expect(readStored("adminToken")).toBeNull();
    expect(readStored("adminInfo")).toBeNull();
    expect(api.requests("POST /api/auth/logout").map(({ token }) => token)).toEqual(["admin-token"]);
    endSession(adminArea);
    expect(api.requests("POST /api/auth/logout")).toHaveLength(1);
  }
});

test.each([false, true])("sends email and password with remember: %s", async (remember) => {
  const { api, address } = await open({ [endpoint]: reply });
  await expect.poll(() => document.title).toBe("Đăng nhập · Quản trị Ngân Nga");
  await fill();
  if (remember) await page.getByLabelText("Ghi nhớ đăng nhập").click();
  await enter.click();
  await expect.poll(address).toBe("/admin/dashboard");
  expect(api.requests(endpoint).map(({ body }) => body)).toEqual([
    { username: "quan-tri@example.com", password: " mật khẩu ", remember: String(remember) },
  ]);
  expect(localStorage.getItem("adminToken")).toBe("new-token");
});

test("requires both fields by the browser's validation", async () => {
  const { api } = await open();
  await enter.click();
  await expect.element(email).toHaveFocus();
  await expect.element(email).toBeInvalid();
  await email.fill("quan-tri@example.com");
  await enter.click();
  await expect.element(password).toHaveFocus();
  expect(api.requests(endpoint)).toEqual([]);
});

test("shows why a login failed, without blaming the password for the server's faults, and allows another try", async () => {
  const failed = "Có lỗi xảy ra, vui lòng thử lại";
  const locked = "Tài khoản đã khóa";
  const { api, address } = await open();
  await fill();
  // Neighbours differ, so that each message is that of its own answer.
  for (const [answer, message] of [
    [fails(401, locked), locked],
    [networkDown(), failed],
    [fails(401), "Email hoặc mật khẩu không đúng"],
    [fails(502), failed],
    [fails(401, locked), locked],
    [fails(503, "Máy chủ đang bận"), failed],
    [fails(401, locked), locked],
    [garbled(), failed],
  ] as const) {
    api.change({ [endpoint]: answer });
    await enter.click();
    await expect.element(alert).toHaveTextContent(message);
    await expect.element(email).toHaveValue("quan-tri@example.com");
    expect(localStorage.getItem("adminToken")).toBeNull();
  }
  api.change({ [endpoint]: reply });
  await enter.click();
  await expect.poll(address).toBe("/admin/dashboard");
});

test("has its looks, with an error too", async () => {
  await open({ [endpoint]: fails(401) });
  await expect.element(enter).toBeVisible();
  await checkScreen({ heading });
  await fill();
  await enter.click();
  await expect.element(alert).toBeVisible();
  await checkScreen({ heading });
});

test("shows the help for a forgotten password by keyboard", async () => {
  await open();
  const button = page.getByRole("button", { name: "Quên mật khẩu?" });
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  const dialog = page.getByRole("dialog", { name: "Quên mật khẩu quản trị" });
  for (const command of ["reset-password EMAIL", "create EMAIL", "list"]) {
    await expect.element(dialog).toMatchTextContent(`npm run admin -- ${command}`);
  }
  const link = dialog.getByRole("link", { name: "Gửi thư đặt lại mật khẩu" });
  await expect.element(link).toHaveAttribute("href", "/forgot-password?account=admin");
  await checkScreen({ heading });
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

test("sends the code of the second factor with name and password", async () => {
  const { api, address } = await open({ [endpoint]: fails(401, "Nhập mã", undefined, "totp_required") });
  await fill();
  await enter.click();
  await page.getByLabelText("Mã xác thực").fill("123456");
  api.change({ [endpoint]: reply });
  await page.getByRole("button", { name: "Xác nhận" }).click();
  await expect.poll(address).toBe("/admin/dashboard");
  const body = { username: "quan-tri@example.com", password: " mật khẩu ", remember: "false" };
  expect(api.requests(endpoint).map((request) => request.body)).toEqual([body, { ...body, totp_code: "123456" }]);
});
