import type { Page } from "@playwright/test";
import { uniqueName } from "./support/site.ts";
import { expect, keepToken, open, openAs, test } from "./support/test.ts";

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem("userToken"));
const account = (page: Page) => page.locator("summary", { hasText: "Trần Thu Hà" });

async function expectLoggedIn(page: Page): Promise<void> {
  await expect(account(page)).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "Đăng nhập" })).toHaveCount(0);
  await expect(page.getByRole("banner").getByRole("link", { name: "Đăng ký" })).toHaveCount(0);
}

async function fillLogin(page: Page, username: string, password: string): Promise<void> {
  await field(page, "Tên đăng nhập hoặc email").fill(username);
  await field(page, "Mật khẩu").fill(password);
}

test.describe("register", () => {
  test.beforeEach(({ page }) => open(page, "/register"));

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

  test("each rule speaks on change, and goes when it is kept", async ({ page }) => {
    for (const [label, wrong, sentence] of rules) {
      const input = field(page, label);
      await input.fill(wrong);
      await expect(input).toHaveAccessibleDescription(sentence);
      await expect(input).toHaveAttribute("aria-invalid", "true");
      await input.fill(label === "Email" ? "thu-ha@example.com" : "thu_ha_1");
      if (label === "Xác nhận mật khẩu") await field(page, "Mật khẩu").fill("thu_ha_1");
      await expect(page.getByText(sentence)).toHaveCount(0);
      await expect(input).toHaveAttribute("aria-invalid", "false");
    }
  });

  test("sending an empty form names every required field and asks nothing of the server", async ({ page }) => {
    page.on("request", (request) => expect(request.method()).toBe("GET"));
    await page.getByRole("button", { name: "Đăng ký", exact: true }).click();
    for (const sentence of [
      "Vui lòng nhập tên đăng nhập",
      "Vui lòng nhập email",
      "Vui lòng nhập mật khẩu",
      "Vui lòng xác nhận mật khẩu",
    ]) {
      await expect(page.getByText(sentence, { exact: true })).toBeVisible();
    }
    await expect(field(page, "Tên đăng nhập")).toBeFocused();
  });

  test("a new account is logged in at once and led home; the confirmation is never sent", async ({ page }) => {
    const username = uniqueName("moi");
    await field(page, "Tên đăng nhập").fill(username);
    await field(page, "Email").fill(`${username}@example.com`);
    await field(page, "Họ và tên (không bắt buộc)").fill("Trần Thu Hà");
    await field(page, "Mật khẩu").fill("mat-khau-1");
    await field(page, "Xác nhận mật khẩu").fill("mat-khau-1");
    const sent = page.waitForRequest(/\/api\/user\/register$/);
    const loggedIn = page.waitForRequest(/\/api\/user\/login-json$/);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/api/user/register", async (route) => {
      await held;
      await route.fallback();
    });
    await page.getByRole("button", { name: "Đăng ký", exact: true }).click();
    await expect(page.getByRole("button", { name: "Đang đăng ký..." })).toBeDisabled();
    release();
    expect((await sent).postDataJSON()).toEqual({
      username,
      email: `${username}@example.com`,
      full_name: "Trần Thu Hà",
      password: "mat-khau-1",
    });
    expect((await loggedIn).postDataJSON()).toEqual({ username, password: "mat-khau-1" });
    await expectLoggedIn(page);
    await expect(page).toHaveURL("/");
    expect(await storedToken(page)).toBeTruthy();
  });

  test("a name or e-mail that is taken is said where it stands", async ({ page, site, expectTrouble }) => {
    expectTrouble(/409/);
    const taken = await site.makeUser();
    const free = uniqueName("con_trong");
    for (const [username, email, sentence] of [
      [taken.username.toUpperCase(), `${free}@example.com`, "Tên đăng nhập đã tồn tại"],
      [free, taken.email, "Email đã được sử dụng"],
    ] as const) {
      await field(page, "Tên đăng nhập").fill(username);
      await field(page, "Email").fill(email);
      await field(page, "Mật khẩu").fill("mat-khau-1");
      await field(page, "Xác nhận mật khẩu").fill("mat-khau-1");
      await page.getByRole("button", { name: "Đăng ký", exact: true }).click();
      await expect(page.getByRole("alert")).toHaveText(sentence);
      await expect(page.getByRole("button", { name: "Đăng ký", exact: true })).toBeEnabled();
    }
    expect(await storedToken(page)).toBeNull();
  });

  test("on a small phone a refusal is seen, and the focus is not lost with the button", async ({
    page,
    site,
    expectTrouble,
  }) => {
    expectTrouble(/409/);
    await page.setViewportSize({ width: 390, height: 664 });
    const taken = await site.makeUser();
    const send = page.getByRole("button", { name: "Đăng ký", exact: true });
    await field(page, "Tên đăng nhập").fill(taken.username);
    await field(page, "Email").fill(`${uniqueName("moi")}@example.com`);
    await field(page, "Mật khẩu").fill("mat-khau-1");
    await field(page, "Xác nhận mật khẩu").fill("mat-khau-1");
    const refusal = page.getByRole("alert");
    await send.click();
    await expect(refusal).toBeInViewport({ ratio: 1 });
    await expect(refusal).toBeFocused();

    await field(page, "Xác nhận mật khẩu").press("Enter");
    await expect(send).toBeEnabled();
    await expect(refusal).toBeInViewport({ ratio: 1 });
    await expect(field(page, "Xác nhận mật khẩu")).toBeFocused();
  });

  test("a failure without a sentence says that registering failed", async ({ page, expectTrouble }) => {
    expectTrouble(/500/);
    await page.route("**/api/user/register", (route) => route.fulfill({ status: 500, body: "" }));
    await field(page, "Tên đăng nhập").fill("thu_ha");
    await field(page, "Email").fill("thu-ha@example.com");
    await field(page, "Mật khẩu").fill("mat-khau-1");
    await field(page, "Xác nhận mật khẩu").fill("mat-khau-1");
    await page.getByRole("button", { name: "Đăng ký", exact: true }).click();
    await expect(page.getByRole("alert")).toHaveText("Registration failed");
  });

  test("leads to the login", async ({ page }) => {
    await page.getByRole("main").getByRole("link", { name: "Đăng nhập" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Đăng nhập");
  });
});

test.describe("log in", () => {
  test.beforeEach(({ page }) => open(page, "/login"));

  test("each rule speaks on change", async ({ page }) => {
    for (const [label, wrong, sentence] of [
      ["Tên đăng nhập hoặc email", " ", "Vui lòng nhập tên đăng nhập hoặc email"],
      ["Mật khẩu", "12345", "Mật khẩu phải có ít nhất 6 ký tự"],
      ["Mật khẩu", " ", "Vui lòng nhập mật khẩu"],
    ] as const) {
      await field(page, label).fill(wrong);
      await expect(field(page, label)).toHaveAccessibleDescription(sentence);
    }
  });

  for (const by of ["username", "email"] as const) {
    test(`by ${by}: leads home and is kept over a reload`, async ({ page, site }) => {
      const user = await site.makeUser();
      await fillLogin(page, user[by], user.password);
      const me = page.waitForResponse("**/api/user/login-json");
      await page.getByRole("button", { name: "Đăng nhập", exact: true }).click();
      expect((await me).status()).toBe(200);
      await expectLoggedIn(page);
      await expect(page).toHaveURL("/");
      await page.reload();
      await expectLoggedIn(page);
      await account(page).click();
      await expect(page.getByRole("banner")).toContainText(user.email);
    });
  }

  test("the button waits and says so", async ({ page, site }) => {
    const user = await site.makeUser();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/api/user/login-json", async (route) => {
      await held;
      await route.fallback();
    });
    await fillLogin(page, user.username, user.password);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Đang đăng nhập..." })).toBeDisabled();
    release();
    await expectLoggedIn(page);
  });

  test("a wrong password is refused in the server's words and keeps what was typed", async ({
    page,
    site,
    expectTrouble,
  }) => {
    expectTrouble(/401/);
    const user = await site.makeUser();
    await fillLogin(page, user.username, "khong-dung-dau");
    await page.getByRole("button", { name: "Đăng nhập", exact: true }).click();
    await expect(page.getByRole("alert")).toHaveText("Tên đăng nhập hoặc mật khẩu không đúng");
    await expect(field(page, "Tên đăng nhập hoặc email")).toHaveValue(user.username);
    await expect(page).toHaveURL(/\/login$/);
    expect(await storedToken(page)).toBeNull();
  });

  test("a locked account is told so", async ({ page, site, expectTrouble }) => {
    expectTrouble(/403/);
    const user = await site.makeUser();
    site.changeDatabase((database) =>
      database.prepare("UPDATE users SET is_active = 0 WHERE username = ?").run(user.username),
    );
    await fillLogin(page, user.username, user.password);
    await page.getByRole("button", { name: "Đăng nhập", exact: true }).click();
    await expect(page.getByRole("alert")).toHaveText("Tài khoản đã bị khóa");
  });

  test("a password can be shown and hidden", async ({ page }) => {
    const password = field(page, "Mật khẩu");
    await password.fill("mat-khau-1");
    await page.getByRole("button", { name: "Hiện mật khẩu" }).click();
    await expect(password).toHaveAttribute("type", "text");
    await page.getByRole("button", { name: "Ẩn mật khẩu" }).click();
    await expect(password).toHaveAttribute("type", "password");
  });

  test("leads to registering", async ({ page }) => {
    await page.getByRole("main").getByRole("link", { name: "Đăng ký" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Đăng ký");
  });
});

test.describe("session", () => {
  test("the user menu shows name and e-mail, closes outside, and logs out", async ({ page, site }) => {
    const user = await site.makeUser();
    await openAs(page, user, "/songs");
    await account(page).click();
    await expect(page.getByText(user.email)).toBeVisible();
    await page.getByRole("heading", { level: 1 }).click();
    await expect(page.getByText(user.email)).toBeHidden();

    await account(page).click();
    await page.getByRole("button", { name: "Đăng xuất" }).click();
    await expect(page.getByRole("banner").getByRole("link", { name: "Đăng nhập" })).toBeVisible();
    await expect(page.getByRole("banner").getByRole("link", { name: "Đăng ký" })).toBeVisible();
    expect(await storedToken(page)).toBeNull();
    await page.reload();
    await expect(page.getByRole("banner").getByRole("link", { name: "Đăng nhập" })).toBeVisible();
  });

  test("with a token stored, the links to log in never flash", async ({ page, site }) => {
    const user = await site.makeUser();
    await keepToken(page, user.token);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/api/user/me", async (route) => {
      await held;
      await route.fallback();
    });
    const asked = page.waitForRequest("**/api/user/me");
    await page.goto("/songs", { waitUntil: "commit" });
    const logIn = page.locator("header a[href='/login']");
    await expect(logIn).toBeAttached();
    await expect(logIn).toBeHidden();
    expect((await asked).headers().authorization).toBe(`Bearer ${user.token}`);
    await expect(logIn).toBeHidden();
    release();
    await expectLoggedIn(page);
  });

  test("a token that is no longer good is removed without a word", async ({ page, expectTrouble }) => {
    expectTrouble(/401/);
    await keepToken(page, "khong-con-dung");
    await open(page, "/songs");
    await expect(page.getByRole("banner").getByRole("link", { name: "Đăng nhập" })).toBeVisible();
    await expect.poll(() => storedToken(page)).toBeNull();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(page.getByRole("article").first()).toBeVisible();
  });

  test("a check that leaving the page cuts off keeps the token", async ({ page, site }) => {
    const user = await site.makeUser();
    await keepToken(page, user.token);
    await page.route("**/api/user/me", () => {});
    const asked = page.waitForRequest("**/api/user/me");
    await page.goto("/songs");
    await asked;
    await page.unroute("**/api/user/me");
    await page.reload();
    await expectLoggedIn(page);
    expect(await storedToken(page)).toBe(user.token);
  });

  test("a check without an answer is tried once more before the token is given up", async ({
    page,
    site,
    expectTrouble,
  }) => {
    expectTrouble(/ERR_FAILED|user\/me/);
    const user = await site.makeUser();
    await keepToken(page, user.token);
    await page.route("**/api/user/me", (route) => route.abort("failed"), { times: 1 });
    await page.goto("/songs");
    await expectLoggedIn(page);
    expect(await storedToken(page)).toBe(user.token);

    await page.route("**/api/user/me", (route) => route.abort("failed"));
    await page.reload();
    await expect(page.getByRole("banner").getByRole("link", { name: "Đăng nhập" })).toBeVisible();
    expect(await storedToken(page)).toBeNull();
  });

  test("logging out in one tab logs out the other", async ({ page, context, site }) => {
    await openAs(page, await site.makeUser(), "/songs");
    const other = await context.newPage();
    await open(other, "/songs");
    await expectLoggedIn(other);
    await account(page).click();
    await page.getByRole("button", { name: "Đăng xuất" }).click();
    await expect(other.getByRole("banner").getByRole("link", { name: "Đăng nhập" })).toBeVisible();
  });

  test("someone logged in has no business on the login page", async ({ page, site }) => {
    await openAs(page, await site.makeUser(), "/login");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ngân nga cả ngày, chẳng cần lý do");
  });
});
