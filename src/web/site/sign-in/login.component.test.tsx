import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderRoute } from "#test/component/render.tsx";
import { aUser, loggedIn } from "#test/component/samples.ts";
import { fails, garbled, held, type StubbedApi, stubApi } from "#test/component/stub-api.ts";
import { readStored } from "../../lib/storage.ts";
import * as login from "./login.tsx";

const username = page.getByLabelText("Tên đăng nhập hoặc email");
const password = page.getByLabelText("Mật khẩu");
const send = page.getByRole("button", { name: "Đăng nhập" });
const open = () => renderRoute(login, { path: "/login" });
const session = () => ({ access_token: "new-token", token_type: "bearer" as const, user: aUser() });

let api: StubbedApi;
beforeEach(() => {
  api = stubApi();
});

test("shows each field's error on change", async () => {
  await open();
  for (const [input, wrong, message] of [
    [username, " ", "Vui lòng nhập tên đăng nhập hoặc email"],
    [password, "12345", "Mật khẩu phải có ít nhất 6 ký tự"],
    [password, " ", "Vui lòng nhập mật khẩu"],
  ] as const) {
    await input.fill(wrong);
    await expect.element(input).toHaveAccessibleDescription(message);
  }
});

test("sends on Enter, disables the button meanwhile, stores the token and opens the home page", async () => {
  const answer = held(session());
  api.change({ "POST /api/user/login-json": answer.answer });
  const screen = await open();
  await username.fill(" thu_ha ");
  await password.fill("mat-khau-1");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("button", { name: "Đang đăng nhập..." })).toBeDisabled();
  expect(readStored("userToken")).toBeNull();
  answer.release();
  await expect.poll(screen.address).toBe("/");
  expect(readStored("userToken")).toBe("new-token");
  expect(api.requests("POST /api/user/login-json").map(({ body }) => body)).toEqual([
    { username: "thu_ha", password: "mat-khau-1" },
  ]);
});

test("shows the server's error and keeps the input", async () => {
  const screen = await open();
  for (const [status, message] of [
    [401, "Tên đăng nhập hoặc mật khẩu không đúng"],
    [403, "Tài khoản đã bị khóa"],
  ] as const) {
    api.change({ "POST /api/user/login-json": fails(status, message) });
    await username.fill("thu_ha");
    await password.fill("khong-dung-dau");
    await send.click();
    await expect.element(page.getByRole("alert")).toHaveTextContent(message);
    await expect.element(username).toHaveValue("thu_ha");
    await expect.element(send).toBeEnabled();
  }
  await expect.poll(screen.address).toBe("/login");
  expect(readStored("userToken")).toBeNull();
});

test.each([
  ["that fails", fails(500, "Máy chủ gặp sự cố")],
  ["behind a proxy that fails", fails(502)],
  ["with an unreadable response", garbled()],
])("shows the network's message for a server %s", async (_name, answer) => {
  api.change({ "POST /api/user/login-json": answer });
  await open();
  await username.fill("thu_ha");
  await password.fill("mat-khau-1");
  await send.click();
  await expect.element(page.getByRole("alert")).toMatchTextContent(/^Không kết nối được với máy chủ\./);
});

test("shows and hides the password", async () => {
  await open();
  await password.fill("mat-khau-1");
  await page.getByRole("button", { name: "Hiện mật khẩu" }).click();
  await expect.element(password).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Ẩn mật khẩu" }).click();
  await expect.element(password).toHaveAttribute("type", "password");
});

test("links to the registration", async () => {
  const screen = await open();
  await page.getByRole("link", { name: "Đăng ký" }).click();
  await expect.poll(screen.address).toBe("/register");
});

test("redirects a logged-in user to the home page", async () => {
  api.change(loggedIn());
  const screen = await open();
  await expect.poll(screen.address).toBe("/");
});
