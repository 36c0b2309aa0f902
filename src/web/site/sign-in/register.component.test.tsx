import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { checkScreen } from "#test/component/check-screen.ts";
import { renderRoute } from "#test/component/render.tsx";
import { aUser } from "#test/component/samples.ts";
import { fails, held, type StubbedApi, stubApi } from "#test/component/stub-api.ts";
import { readStored } from "../../lib/storage.ts";
import * as register from "./register.tsx";
import { isWelcome } from "./return-path.ts";

const field = (label: string) => page.getByLabelText(label);
const username = field("Tên đăng nhập");
const email = field("Email");
const password = field("Mật khẩu");
const confirmation = field("Xác nhận mật khẩu");
const send = page.getByRole("button", { name: "Đăng ký" });
const alert = page.getByRole("alert");
const open = () => renderRoute(register, { path: "/register" });

let api: StubbedApi;
beforeEach(() => {
  api = stubApi();
});

async function fillIn(): Promise<void> {
  await username.fill("thu_ha");
  await email.fill(" thu-ha@example.com ");
  await password.fill("mat-khau-1");
  await confirmation.fill("mat-khau-1");
}

const rules = [
  ["Tên đăng nhập", "ab", "Tên đăng nhập phải có ít nhất 3 ký tự"],
  ["Tên đăng nhập", "thu hà", "Tên đăng nhập chỉ được chứa chữ cái, số và dấu gạch dưới"],
  ["Tên đăng nhập", " ", "Vui lòng nhập tên đăng nhập"],
  ["Email", "thu-ha", "Email không hợp lệ"],
  ["Email", " ", "Vui lòng nhập email"],
  ["Mật khẩu", "12345", "Mật khẩu phải có ít nhất 6 ký tự"],
  ["Mật khẩu", " ", "Vui lòng nhập mật khẩu"],
  ["Xác nhận mật khẩu", "khác", "Mật khẩu xác nhận không khớp"],
] as const;

test("shows each field's error on change and hides it when it is fixed", async () => {
  await open();
  for (const [label, wrong, message] of rules) {
    const input = field(label);
    await input.fill(wrong);
    await expect.element(input).toHaveAccessibleDescription(message);
    await expect.element(input).toHaveAttribute("aria-invalid", "true");
    await input.fill(label === "Email" ? "thu-ha@example.com" : "thu_ha_1");
    if (label === "Xác nhận mật khẩu") await password.fill("thu_ha_1");
    await expect.element(page.getByText(message)).not.toBeInTheDocument();
    await expect.element(input).toHaveAttribute("aria-invalid", "false");
  }
});

test("shows all required fields of an empty form without a request", async () => {
  await open();
  await send.click();
  for (const message of [
    "Vui lòng nhập tên đăng nhập",
    "Vui lòng nhập email",
    "Vui lòng nhập mật khẩu",
    "Vui lòng xác nhận mật khẩu",
  ]) {
    await expect.element(page.getByText(message)).toBeVisible();
  }
  await expect.element(username).toHaveFocus();
  expect(api.requests("POST /api/user/register")).toEqual([]);
  await checkScreen({ heading: "Đăng ký" });
});

test("disables the button meanwhile, logs the new user in and does not send the confirmation", async () => {
  const created = held(aUser());
  api.change({
    "POST /api/user/register": created.answer,
    "POST /api/user/login-json": { access_token: "new-token", token_type: "bearer", user: aUser() },
  });
  const screen = await open();
  await fillIn();
  await field("Họ và tên (không bắt buộc)").fill(" Trần Thu Hà ");
  await send.click();
  await expect.element(page.getByRole("button", { name: "Đang đăng ký..." })).toBeDisabled();
  created.release();
  await expect.poll(screen.address).toBe("/");
  expect(isWelcome(screen.location().state)).toBe(true);
  expect(readStored("userToken")).toBe("new-token");
  expect(api.requests("POST /api/user/register").map(({ body }) => body)).toEqual([
    { username: "thu_ha", email: "thu-ha@example.com", full_name: "Trần Thu Hà", password: "mat-khau-1" },
  ]);
  expect(api.requests("POST /api/user/login-json").map(({ body }) => body)).toEqual([
    { username: "thu_ha", password: "mat-khau-1" },
  ]);
});

test("shows the server's error for a taken name or e-mail at its field", async () => {
  await open();
  await fillIn();
  for (const [message, errors] of [
    ["Tên đăng nhập đã tồn tại", undefined],
    ["Email đã được sử dụng", [{ field: "email", message: "Email này đã có" }]],
  ] as const) {
    api.change({ "POST /api/user/register": fails(409, message, errors && [...errors]) });
    await send.click();
    await expect.element(alert).toHaveTextContent(message);
    await expect.element(send).toBeEnabled();
  }
  await expect.element(email).toHaveAccessibleDescription("Email này đã có");
  await expect.element(email).toHaveFocus();
  expect(readStored("userToken")).toBeNull();
});

test("scrolls to the error on a small phone and moves the focus there", async () => {
  await page.viewport(390, 664);
  api.change({ "POST /api/user/register": fails(409, "Tên đăng nhập đã tồn tại") });
  await open();
  await fillIn();
  await send.click();
  await expect.element(alert).toBeInViewport({ ratio: 1 });
  await expect.element(alert).toHaveFocus();

  (confirmation.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(send).toBeEnabled();
  await expect.element(alert).toBeInViewport({ ratio: 1 });
  await expect.element(confirmation).toHaveFocus();
});

test("shows a default message for an error without one", async () => {
  api.change({ "POST /api/user/register": fails(500) });
  await open();
  await fillIn();
  await send.click();
  await expect.element(alert).toHaveTextContent("Registration failed");
});

test("links to the login", async () => {
  const screen = await open();
  await page.getByRole("link", { name: "Đăng nhập" }).click();
  await expect.poll(screen.address).toBe("/login");
});
