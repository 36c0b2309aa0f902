import { beforeEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { renderRoute } from "#test/component/render.tsx";
import { aContact, aUser, loggedIn } from "#test/component/samples.ts";
import { type Answers, fails, held, networkDown, type StubbedApi, stubApi } from "#test/component/stub-api.ts";
import { readStored } from "../../lib/storage.ts";
import * as forgotPassword from "./forgot-password.tsx";
import * as login from "./login.tsx";
import * as register from "./register.tsx";
import * as resetPassword from "./reset-password.tsx";
import { isWelcome } from "./return-path.ts";

describe("the login", () => {
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

  test("shows the network's message for a server that fails", async () => {
    api.change({ "POST /api/user/login-json": fails(500, "Máy chủ gặp sự cố") });
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
});

describe("the registration", () => {
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

  /** A value that each field refuses. */
  const rules = [
    ["Tên đăng nhập", "ab", "Tên đăng nhập phải có ít nhất 3 ký tự"],
    ["Email", "thu-ha", "Email không hợp lệ"],
    ["Mật khẩu", "12345", "Mật khẩu phải có ít nhất 6 ký tự"],
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
});

describe("a forgotten password", () => {
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

  test("asks for a link by keyboard, and promises nothing about the account", async () => {
    const api = mailing();
    const screen = await open(api, "?account=staff");
    expect(document.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex");
    expect(document.querySelector("meta[name=referrer]")?.getAttribute("content")).toBe("no-referrer");
    (email.element() as HTMLElement).focus();
    await userEvent.keyboard(" lan@example.com {Enter}");
    const heading = page.getByRole("heading", { level: 1, name: "Bạn xem hộp thư nhé" });
    await expect.element(heading).toHaveFocus();
    await expect.element(page.getByText(/là email của/)).toMatchTextContent("một tài khoản nhân viên,");
    expect(api.requests(endpoint).map(({ body }) => body)).toEqual([{ email: "lan@example.com", account: "staff" }]);
    await checkScreen({ heading: "Bạn xem hộp thư nhé" });
    await page.getByRole("link", { name: "Trở lại đăng nhập" }).click();
    await expect.poll(screen.address).toBe("/staff/login");
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

  test("shows the server's error and allows another try", async () => {
    const api = mailing();
    api.change({ [endpoint]: fails(429, "Bạn thao tác quá nhanh") });
    await open(api);
    await email.fill("lan@example.com");
    await send.click();
    await expect.element(alert).toMatchTextContent("Bạn thao tác quá nhanh");
    api.change({ [endpoint]: { success: true as const } });
    await send.click();
    await page.getByRole("button", { name: "Nhập lại email" }).click();
    await expect.element(email).toHaveValue("");
  });

  test("the form comes once it is known that the site can send e-mails", async () => {
    const { answer, release } = held({ is_available: true });
    const api = stubApi({ [available]: answer });
    const rendered = renderRoute(forgotPassword, { path: "/forgot-password" });
    await expect.poll(() => api.requests(available).length).toBe(1);
    expect(email.query()).toBeNull();
    release();
    await rendered;
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

  test("without contacts it says whom to ask, and leads users alone to the help", async () => {
    const help = page.getByRole("link", { name: "Trung tâm trợ giúp" });
    const api = stubApi({ [available]: { is_available: false }, "GET /api/admin/support/public/active": [] });
    const { unmount } = await open(api);
    await expect.element(page.getByText(/^Bạn liên hệ chúng tôi/)).toBeVisible();
    await expect.element(help).toBeVisible();
    await fits();
    await unmount();
    await renderRoute(forgotPassword, { path: "/forgot-password", at: "/forgot-password?account=staff" });
    await expect.element(page.getByText(/^Bạn nhờ quản trị viên/)).toBeVisible();
    expect(help.query()).toBeNull();
  });
});

describe("a new password", () => {
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

  test("sets the password of the link's kind of account by keyboard, and forgets the link", async () => {
    const { api, address } = await open({ [endpoint]: { account: "staff" } }, "#account=staff&token=abc.def");
    expect(document.querySelector("meta[name=referrer]")?.getAttribute("content")).toBe("no-referrer");
    await expect.element(page.getByText("Ít nhất 10 ký tự.")).toBeVisible();
    (password.element() as HTMLElement).focus();
    await userEvent.keyboard("bí mật 2 của Lan");
    await confirmation.fill("bí mật 2 của Lan");
    await userEvent.keyboard("{Enter}");
    await expect.element(title("Đã đặt mật khẩu mới")).toHaveFocus();
    expect(api.requests(endpoint).map(({ body }) => body)).toEqual([
      { token: "abc.def", password: "bí mật 2 của Lan" },
    ]);
    await expect.poll(address).toBe("/reset-password");
    await page.getByRole("link", { name: "Đăng nhập" }).click();
    await expect.poll(address).toBe("/staff/login");
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
    await fits();
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
});
