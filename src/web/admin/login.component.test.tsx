import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderRoute } from "#test/component/render.tsx";
import { type Answers, fails, held, networkDown, stubApi } from "#test/component/stub-api.ts";
import { readStored, writeStored } from "../lib/storage.ts";
import * as login from "./login.tsx";
import { endSession, requireAdmin, takeReturnPath } from "./session.tsx";

const endpoint = "POST /api/auth/login";
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

test.each([
  ["agrees", { success: true as const }],
  ["refuses", fails(401)],
  ["can't be reached", networkDown()],
])("a logout forgets the token when the server %s", async (_, answer) => {
  const api = stubApi({ "POST /api/auth/logout": answer });
  writeStored("adminToken", "admin-token");
  endSession();
  expect(readStored("adminToken")).toBeNull();
  expect(api.requests("POST /api/auth/logout").map(({ token }) => token)).toEqual(["admin-token"]);
  endSession();
  expect(api.requests("POST /api/auth/logout")).toHaveLength(1);
});

/** Where a visitor without a token is led from an address. */
function leadFrom(address: string): string | null {
  try {
    requireAdmin(new Request(`http://ngan-nga.example${address}`));
    return null;
  } catch (response) {
    return (response as Response).headers.get("location");
  }
}

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

test.each([
  ["with the server's message", fails(401, "Tài khoản đã khóa"), "Tài khoản đã khóa"],
  ["with its own message when the server sends none", fails(502), "Email hoặc mật khẩu không đúng"],
  ["with another message without a response", networkDown(), "Có lỗi xảy ra, vui lòng thử lại"],
])("shows the error %s and allows another try", async (_name, answer, message) => {
  const { api, address } = await open({ [endpoint]: answer });
  await fill();
  await enter.click();
  await expect.element(alert).toHaveTextContent(message);
  await expect.element(email).toHaveValue("quan-tri@example.com");
  expect(localStorage.getItem("adminToken")).toBeNull();
  api.change({ [endpoint]: reply });
  await enter.click();
  await expect.poll(address).toBe("/admin/dashboard");
});

test("disables the button meanwhile and sends once", async () => {
  const answer = held(reply);
  const { api, address } = await open({ [endpoint]: answer.answer });
  await fill();
  await userEvent.keyboard("{Enter}");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("button", { name: "Đang đăng nhập..." })).toBeDisabled();
  answer.release();
  await expect.poll(address).toBe("/admin/dashboard");
  expect(api.requests(endpoint)).toHaveLength(1);
});

test("shows an error when the browser can't store the token, and allows another try", async () => {
  const { address } = await open({ [endpoint]: reply });
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  });
  await fill();
  await enter.click();
  await expect.element(alert).toMatchTextContent(/^Trình duyệt không cho trang này lưu phiên đăng nhập\./);
  await expect.element(enter).toBeEnabled();
  expect(address()).toBe("/admin");
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
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

describe("the redirect to the requested route", () => {
  test.each(
    ["dashboard", "songs", "genres", "config", "support"].map((name) => `/admin/${name}`),
  )("leads from %s to the login and back", async (path) => {
    expect(leadFrom(`${path}?q=x`)).toBe("/admin");
    const { address } = await open({ [endpoint]: reply });
    await fill();
    await enter.click();
    await expect.poll(address).toBe(`${path}?q=x`);
  });

  test("happens once", () => {
    leadFrom("/admin/songs");
    expect(takeReturnPath()).toBe("/admin/songs");
    expect(takeReturnPath()).toBe("/admin/dashboard");
  });

  test("is skipped with a stored token", async () => {
    localStorage.setItem("adminToken", "known");
    expect(leadFrom("/admin/songs")).toBeNull();
    const { address } = await open();
    await expect.poll(address).toBe("/admin/dashboard");
  });
});
