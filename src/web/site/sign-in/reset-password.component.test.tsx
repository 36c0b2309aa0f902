import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { checkScreen } from "#test/component/check-screen.ts";
import { renderRoute } from "#test/component/render.tsx";
import { loggedIn } from "#test/component/samples.ts";
import { type Answers, fails, networkDown, stubApi } from "#test/component/stub-api.ts";
import { readStored } from "../../lib/storage.ts";
import * as resetPassword from "./reset-password.tsx";

const endpoint = "POST /api/auth/reset-password";
const password = page.getByLabelText("Mật khẩu mới", { exact: true });
const confirmation = page.getByLabelText("Xác nhận mật khẩu", { exact: true });
const save = page.getByRole("button", { name: "Đặt mật khẩu" });
const title = (name: string) => page.getByRole("heading", { level: 1, name });

async function open(answers: Answers, hash = "#account=user&token=abc.def") {
  const api = stubApi(answers);
  return { api, ...(await renderRoute(resetPassword, { path: "/reset-password", at: `/reset-password${hash}` })) };
}

async function fill(secret: string, repeated = secret) {
  await password.fill(secret);
  await confirmation.fill(repeated);
}

test.each([
  ["user", "Ít nhất 6 ký tự.", "/login"],
  ["staff", "Ít nhất 10 ký tự.", "/staff/login"],
  ["admin", "Ít nhất 10 ký tự.", "/admin"],
] as const)("sets the password of a link for %s by keyboard, and forgets the link", async (account, hint, login) => {
  const { api, address } = await open({ [endpoint]: { account } }, `#account=${account}&token=abc.def`);
  expect(document.querySelector("meta[name=referrer]")?.getAttribute("content")).toBe("no-referrer");
  await expect.element(page.getByText(hint)).toBeVisible();
  (password.element() as HTMLElement).focus();
  await userEvent.keyboard("bí mật 2 của Lan");
  await confirmation.fill("bí mật 2 của Lan");
  await userEvent.keyboard("{Enter}");
  await expect.element(title("Đã đặt mật khẩu mới")).toHaveFocus();
  expect(api.requests(endpoint).map(({ body }) => body)).toEqual([{ token: "abc.def", password: "bí mật 2 của Lan" }]);
  await expect.poll(address).toBe("/reset-password");
  await page.getByRole("link", { name: "Đăng nhập" }).click();
  await expect.poll(address).toBe(login);
});

test("checks the password and its repetition before it is sent", async () => {
  const { api } = await open({}, "#account=staff&token=abc.def");
  await fill("123456789", "khác");
  await save.click();
  await expect.element(page.getByText("Mật khẩu phải có ít nhất 10 ký tự")).toBeVisible();
  await expect.element(page.getByText("Mật khẩu xác nhận không khớp")).toBeVisible();
  expect(api.requests(endpoint)).toEqual([]);
  await checkScreen({ heading: "Đặt mật khẩu mới" });
});

test("shows a refused password at its field", async () => {
  const message = "Mật khẩu này quá dễ đoán, bạn chọn mật khẩu khác nhé";
  const { api, address } = await open({
    [endpoint]: fails(422, message, [{ field: "password", message }]),
  });
  await fill("12345678");
  await save.click();
  await expect.element(password).toBeInvalid();
  await expect.element(page.getByRole("alert")).toHaveTextContent(message);
  expect(address()).toContain("token=abc.def");
  api.change({ [endpoint]: { account: "user" } });
  await fill("bí mật 2 của Lan");
  await save.click();
  await expect.element(title("Đã đặt mật khẩu mới")).toBeVisible();
});

test("keeps the form while the server can't be reached", async () => {
  await open({ [endpoint]: networkDown() });
  await fill("bí mật 2 của Lan");
  await save.click();
  await expect.element(page.getByRole("alert")).toMatchTextContent("Không kết nối được với máy chủ.");
  await expect.element(password).toHaveValue("bí mật 2 của Lan");
});

test("offers a new mail for a link that is refused", async () => {
  const message = "Đường dẫn đặt lại mật khẩu không dùng được";
  const { address } = await open(
    { [endpoint]: fails(422, message, [{ field: "token", message }]) },
    "#account=staff&token=abc.def",
  );
  await fill("bí mật 2 của Lan");
  await save.click();
  await expect.element(title("Đường dẫn không dùng được")).toHaveFocus();
  await expect.element(page.getByText(message)).toBeVisible();
  await checkScreen({ heading: "Đường dẫn không dùng được" });
  await page.getByRole("link", { name: "Yêu cầu thư mới" }).click();
  await expect.poll(address).toBe("/forgot-password?account=staff");
});

test("says what to do when the address lacks the token", async () => {
  await open({}, "");
  await expect.element(title("Đường dẫn không dùng được")).toBeVisible();
  await expect.element(page.getByText(/^Đường dẫn này chưa đủ\./)).toBeVisible();
  await expect.element(password).not.toBeInTheDocument();
  await checkScreen({ heading: "Đường dẫn không dùng được" });
});

test("logs the account out in this browser", async () => {
  const { api } = await open({ ...loggedIn(), [endpoint]: { account: "user" } });
  await expect.poll(() => api.requests("GET /api/user/me")).toHaveLength(1);
  api.change({ "GET /api/user/me": fails(401) });
  await fill("bí mật 2 của Lan");
  await save.click();
  await expect.element(title("Đã đặt mật khẩu mới")).toBeVisible();
  await expect.poll(() => readStored("userToken")).toBeNull();
});
