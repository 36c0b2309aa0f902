import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderRoute } from "#test/component/render.tsx";
import { aUser } from "#test/component/samples.ts";
import { fails, held, stubApi } from "#test/component/stub-api.ts";
import * as login from "./login.tsx";

const username = page.getByLabelText("Tên đăng nhập hoặc email");
const password = page.getByLabelText("Mật khẩu", { exact: true });
const open = () => renderRoute(login, { path: "/login" });

test("each rule speaks on change", async () => {
  stubApi();
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

test("the button waits and says so; whoever is logged in is led home", async () => {
  const answer = held({ access_token: "neu-token", token_type: "bearer" as const, user: aUser() });
  const api = stubApi({ "POST /api/user/login-json": answer.answer });
  const screen = await open();
  await username.fill("thu_ha");
  await password.fill("mat-khau-1");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("button", { name: "Đang đăng nhập..." })).toBeDisabled();
  answer.release();
  await expect.poll(screen.address).toBe("/");
  expect(api.requests("POST /api/user/login-json").map(({ body }) => body)).toEqual([
    { username: "thu_ha", password: "mat-khau-1" },
  ]);
});

test("a refusal is shown in the server's words and keeps what was typed", async () => {
  stubApi({ "POST /api/user/login-json": fails(401, "Tên đăng nhập hoặc mật khẩu không đúng") });
  await open();
  await username.fill("thu_ha");
  await password.fill("khong-dung-dau");
  await page.getByRole("button", { name: "Đăng nhập", exact: true }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Tên đăng nhập hoặc mật khẩu không đúng");
  await expect.element(username).toHaveValue("thu_ha");
});
