import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { checkScreen } from "#test/component/check-screen.ts";
import { renderRoute } from "#test/component/render.tsx";
import { aContact } from "#test/component/samples.ts";
import { fails, held, networkDown, type StubbedApi, stubApi } from "#test/component/stub-api.ts";
import * as forgotPassword from "./forgot-password.tsx";

const available = "GET /api/auth/forgot-password";
const endpoint = "POST /api/auth/forgot-password";
const email = page.getByLabelText("Email");
const send = page.getByRole("button", { name: "Gửi thư đặt lại mật khẩu" });
const alert = page.getByRole("alert");

async function open(api: StubbedApi, query = "") {
  const screen = await renderRoute(forgotPassword, { path: "/forgot-password", at: `/forgot-password${query}` });
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(api.requests(available)).toHaveLength(1);
  return screen;
}

const mailing = () => stubApi({ [available]: { is_available: true }, [endpoint]: { success: true as const } });

test.each([
  ["", "user", "một tài khoản,", "/login"],
  ["?account=staff", "staff", "một tài khoản nhân viên,", "/staff/login"],
  ["?account=admin", "admin", "một tài khoản quản trị,", "/admin"],
  ["?account=ai", "user", "một tài khoản,", "/login"],
] as const)("asks for a link by keyboard, and promises nothing about the account: %s", async (query, account, name, login) => {
  const api = mailing();
  const screen = await open(api, query);
  expect(document.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex");
  expect(document.querySelector("meta[name=referrer]")?.getAttribute("content")).toBe("no-referrer");
  (email.element() as HTMLElement).focus();
  await userEvent.keyboard(" lan@example.com {Enter}");
  const heading = page.getByRole("heading", { level: 1, name: "Bạn xem hộp thư nhé" });
  await expect.element(heading).toHaveFocus();
  await expect.element(page.getByText(/là email của/)).toMatchTextContent(name);
  expect(api.requests(endpoint).map(({ body }) => body)).toEqual([{ email: "lan@example.com", account }]);
  await checkScreen({ heading: "Bạn xem hộp thư nhé" });
  await page.getByRole("link", { name: "Trở lại đăng nhập" }).click();
  await expect.poll(screen.address).toBe(login);
});

test("checks the e-mail before it is sent", async () => {
  const api = mailing();
  await open(api);
  for (const [text, message] of [
    ["", "Vui lòng nhập email"],
    ["lan@", "Email không hợp lệ"],
  ] as const) {
    await email.fill(text);
    await send.click();
    await expect.element(page.getByText(message)).toBeVisible();
    await expect.element(email).toHaveFocus();
  }
  expect(api.requests(endpoint)).toEqual([]);
  await checkScreen({ heading: "Quên mật khẩu" });
});

test.each([
  ["an answer", fails(429, "Bạn thao tác quá nhanh"), "Bạn thao tác quá nhanh"],
  ["no answer", networkDown(), "Không kết nối được với máy chủ."],
])("shows the error of %s and allows another try", async (_name, answer, message) => {
  const api = mailing();
  api.change({ [endpoint]: answer });
  await open(api);
  await email.fill("lan@example.com");
  await send.click();
  await expect.element(alert).toMatchTextContent(message);
  api.change({ [endpoint]: { success: true as const } });
  await send.click();
  await page.getByRole("button", { name: "Nhập lại email" }).click();
  await expect.element(email).toHaveValue("");
});

test("the form comes once it is known that the site can send e-mails", async () => {
  const { answer, release } = held({ is_available: true });
  const api = stubApi({ [available]: answer });
  await renderRoute(forgotPassword, { path: "/forgot-password" });
  await expect.poll(() => api.requests(available).length).toBe(1);
  expect(email.query()).toBeNull();
  release();
  await expect.element(email).toBeVisible();
});

test("says that the site can't send e-mails, with the contacts of the team", async () => {
  const contact = aContact({ name: "Gọi chúng tôi", type: "phone", value: "0900000000" });
  const api = stubApi({ [available]: { is_available: false }, "GET /api/admin/support/public/active": [contact] });
  await open(api);
  await expect
    .element(page.getByText("Hiện trang không gửi được email, nên bạn chưa tự đặt lại mật khẩu được."))
    .toBeVisible();
  await expect.element(page.getByRole("link", { name: /Gọi chúng tôi/ })).toHaveAttribute("href", "tel:0900000000");
  await expect.element(email).not.toBeInTheDocument();
  await checkScreen({ heading: "Quên mật khẩu" });
});

test.each([
  ["", "Bạn liên hệ chúng tôi", "Trung tâm trợ giúp"],
  ["?account=staff", "Bạn nhờ quản trị viên", undefined],
  ["?account=admin", "Người giữ máy chủ", undefined],
] as const)("without contacts it says whom to ask: %s", async (query, words, link) => {
  await open(stubApi({ [available]: { is_available: false }, "GET /api/admin/support/public/active": [] }), query);
  await expect.element(page.getByText(new RegExp(`^${words}`))).toBeVisible();
  expect(page.getByRole("link", { name: "Trung tâm trợ giúp" }).elements()).toHaveLength(link ? 1 : 0);
  await checkScreen({ heading: "Quên mật khẩu" });
});
