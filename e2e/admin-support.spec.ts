import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import type { AdminContact, SupportContact } from "../src/contract/support.ts";
import { expect, keepToken, open, test } from "./support/test.ts";

test.use({ catalogue: "own:admin-support" });

const address = "/admin/support";
const picture = path.resolve(import.meta.dirname, "../test/fixtures/audio/cover.png");
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const form = (page: Page) => page.getByRole("dialog", { name: /^(Thêm|Sửa) liên lạc$/ });
const field = (page: Page, label: string) => form(page).getByLabel(label);
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const save = (page: Page) => form(page).getByRole("button", { name: "Lưu" }).click();

test.beforeEach(async ({ page, site }) => {
  site.changeDatabase((database) => database.exec("DELETE FROM support_contacts"));
  await keepToken(page, await site.asAdmin(), "admin");
});

test.describe("with contacts", () => {
  test.beforeEach(async ({ page, site }) => {
    const token = await site.asAdmin();
    for (const json of [
      { name: "Tổng đài", value: "1900 0000", color: "green-500", sort_order: 1 },
      { name: "Zalo của nhóm", type: "zalo", value: "0901 234 567", sort_order: 2, description: "Lan trực buổi tối" },
    ]) {
      await site.api("POST /api/admin/support", { token, json });
    }
    await open(page, address);
    await expect(row(page, "Tổng đài")).toBeVisible();
  });

  test("lists them in the order of the widget, with their types in words", async ({ page }) => {
    await expect(page.getByText("2 cách liên lạc")).toBeVisible();
    const rows = page.getByRole("row").filter({ has: page.getByRole("cell") });
    await expect(rows.nth(0)).toContainText(/Tổng đài.*Điện thoại.*1900 0000.*Kích hoạt.*1/);
    await expect(rows.nth(1)).toContainText(/Zalo của nhóm.*Lan trực buổi tối.*Zalo.*0901 234 567.*Kích hoạt.*2/);
    await expect(page.getByRole("link", { name: "Liên hệ hỗ trợ" })).toHaveAttribute("aria-current", "page");
  });

  test("a contact is changed, and the public pages follow at once", async ({ page, site }) => {
    const publicPage = async () => (await fetch(`${site.origin}/contact`)).text();
    expect(await publicPage()).toContain("Zalo của nhóm");
    await press(page, "Sửa Zalo của nhóm");
    await expect(field(page, "Số hoặc liên kết Zalo")).toHaveValue("0901 234 567");
    await field(page, "Loại").selectOption({ label: "Telegram" });
    await field(page, "Tên hoặc liên kết Telegram").fill("@ngannga");
    await field(page, "Tên").first().fill("Telegram của nhóm");
    await form(page).getByRole("radio", { name: "Hồng" }).check();
    await field(page, "Thứ tự").fill("0");
    await save(page);
    await expect(form(page)).toBeHidden();
    await expect(page.getByRole("status").filter({ hasText: "Đã lưu thông tin liên lạc" })).toBeVisible();
    await expect(page.getByRole("row").nth(1)).toContainText("Telegram của nhóm");

    const [first] = await site.api<SupportContact[]>("GET /api/admin/support/public/active");
    expect(first).toMatchObject({ type: "telegram", value: "@ngannga", color: "pink-500" });
    const html = await publicPage();
    expect(html).toContain("https://t.me/ngannga");
    expect(html).not.toContain("Zalo của nhóm");
  });

  test("a paused contact vanishes from the widget and comes back", async ({ page }) => {
    const widget = page.locator(".support__panel");
    const openWidget = async () => {
      await open(page, "/login");
      await page.getByRole("button", { name: "Liên hệ hỗ trợ" }).click();
    };
    // The list shows the change before the server has made it.
    const paused = page.waitForResponse(/toggle-status$/);
    await press(page, "Tạm dừng Tổng đài");
    await expect(row(page, "Tổng đài")).toContainText("Tạm dừng");
    await expect(page.getByRole("button", { name: "Kích hoạt Tổng đài", exact: true })).toBeFocused();
    await paused;
    await openWidget();
    await expect(widget.getByRole("link")).toHaveCount(1);
    await expect(widget).not.toContainText("Tổng đài");

    await open(page, address);
    const answered = page.waitForResponse(/toggle-status$/);
    await press(page, "Kích hoạt Tổng đài");
    await answered;
    await openWidget();
    await expect(widget.getByRole("link", { name: "Tổng đài" })).toHaveAttribute("href", "tel:19000000");
  });

  test("the status changes before the answer, and goes back when it is refused", async ({ page, expectTrouble }) => {
    expectTrouble(/500|ERR_FAILED/);
    const toast = page.getByRole("alert");
    let refuse: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    await page.route("**/toggle-status", async (route) => {
      await held;
      await route.fulfill({ status: 500, body: "" });
    });
    await press(page, "Tạm dừng Tổng đài");
    await expect(row(page, "Tổng đài")).toContainText("Tạm dừng");
    refuse();
    await expect(toast.filter({ hasText: "Không thể thay đổi trạng thái" })).toBeVisible();
    await expect(row(page, "Tổng đài")).toContainText("Kích hoạt");

    await page.unrouteAll();
    await page.route("**/toggle-status", (route) => route.abort("failed"));
    await press(page, "Tạm dừng Tổng đài");
    await expect(toast.filter({ hasText: "Lỗi kết nối" })).toBeVisible();
    await expect(row(page, "Tổng đài")).toContainText("Kích hoạt");
  });

  test("a contact is deleted after being asked", async ({ page, site, expectTrouble }) => {
    expectTrouble(/500/);
    const question = page.getByRole("dialog", { name: "Xóa liên lạc" });
    await press(page, "Xóa Tổng đài");
    await expect(question).toContainText("Bạn có chắc chắn muốn xóa thông tin liên lạc này?");
    await expect(question).toContainText("Tổng đài");
    await question.getByRole("button", { name: "Hủy" }).click();
    await expect(row(page, "Tổng đài")).toBeVisible();
    await expect(page.getByRole("button", { name: "Xóa Tổng đài", exact: true })).toBeFocused();

    await page.route(/\/api\/admin\/support\/\d+$/, (route) => route.fulfill({ status: 500, body: "" }));
    await press(page, "Xóa Tổng đài");
    await question.getByRole("button", { name: "Xóa liên lạc" }).click();
    await expect(page.getByRole("alert")).toHaveText("Không thể xóa thông tin liên lạc");
    await expect(row(page, "Tổng đài")).toBeVisible();
    await page.unrouteAll();

    await press(page, "Xóa Tổng đài");
    await question.getByRole("button", { name: "Xóa liên lạc" }).click();
    await expect(row(page, "Tổng đài")).toBeHidden();
    await expect(page.locator("#main")).toBeFocused();
    const left = await site.api<SupportContact[]>("GET /api/admin/support/public/active");
    expect(left.map(({ name }) => name)).toEqual(["Zalo của nhóm"]);
  });

  test("what could not be saved stays in the form", async ({ page, expectTrouble }) => {
    expectTrouble(/500|ERR_FAILED|404/);
    await press(page, "Sửa Tổng đài");
    await field(page, "Tên").first().fill("Tổng đài mới");
    const saving = /\/api\/admin\/support\/\d+$/;
    await page.route(saving, (route) => route.fulfill({ status: 500, body: "" }));
    await save(page);
    await expect(form(page).getByRole("alert")).toHaveText("Không thể lưu thông tin liên lạc");
    await page.unrouteAll();
    await page.route(saving, (route) => route.abort("failed"));
    await save(page);
    await expect(form(page).getByRole("alert")).toHaveText("Lỗi kết nối");
    await page.unrouteAll();
    await page.route(saving, (route) => route.fulfill({ status: 404, json: { detail: "Đã bị xóa ở nơi khác" } }));
    await save(page);
    await expect(form(page).getByRole("alert")).toHaveText("Đã bị xóa ở nơi khác");
    await expect(field(page, "Tên").first()).toHaveValue("Tổng đài mới");
    await page.unrouteAll();
    await save(page);
    await expect(row(page, "Tổng đài mới")).toBeVisible();
  });
});

test("a first contact is added, by keyboard alone", async ({ page, site }) => {
  await open(page, address);
  await expect(page.getByRole("heading", { name: "Chưa có thông tin liên lạc nào" })).toBeVisible();
  const add = page.getByRole("button", { name: "Thêm liên lạc" }).first();
  await add.focus();
  await page.keyboard.press("Enter");
  await field(page, "Tên").first().focus();
  await page.keyboard.type("Viết thư");
  await page.keyboard.press("Tab");
  await expect(field(page, "Loại")).toBeFocused();
  // One letter is enough to choose by: several count as one word only while they come fast.
  await page.keyboard.press("E");
  await expect(field(page, "Loại")).toHaveValue("email");
  await page.keyboard.press("Tab");
  await page.keyboard.type("xin-chao@example.com");
  await page.keyboard.press("Tab");
  await expect(form(page).getByRole("radio", { name: "Xanh dương" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(form(page).getByRole("radio", { name: "Xanh lá" })).toBeChecked();
  await expect(form(page).locator(".contact-preview")).toContainText(/Viết thư.*xin-chao@example\.com/);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(row(page, "Viết thư")).toContainText("Email");
  const { items } = await site.api<{ items: AdminContact[] }>("GET /api/admin/support", {
    token: await site.asAdmin(),
  });
  expect(items).toMatchObject([
    { name: "Viết thư", type: "email", color: "green-500", is_active: true, sort_order: 0, icon_url: null },
  ]);
});

test("says at each field what it lacks, and follows the type", async ({ page }) => {
  await open(page, address);
  await page.getByRole("button", { name: "Thêm liên lạc" }).first().click();
  await field(page, "Số điện thoại").fill("gọi Lan");
  await field(page, "Thứ tự").fill("-1");
  await field(page, "Biểu tượng").fill("javascript:alert(1)");
  await save(page);
  for (const sentence of [
    "Vui lòng nhập tên",
    "Số điện thoại không hợp lệ: cần 3 đến 15 chữ số, ví dụ 0901 234 567",
    "Thứ tự phải là số nguyên không âm",
    "Địa chỉ không hợp lệ",
  ]) {
    await expect(form(page).getByText(sentence, { exact: true })).toBeVisible();
  }
  await expect(field(page, "Tên").first()).toBeFocused();
  await expect(field(page, "Tên").first()).toHaveAttribute("aria-invalid", "true");
  await field(page, "Loại").selectOption({ label: "Email" });
  await expect(form(page).getByText("Email không hợp lệ", { exact: true })).toBeVisible();
  await field(page, "Loại").selectOption({ label: "Messenger" });
  await expect(form(page).getByText("Nhập tên trang hoặc liên kết")).toBeVisible();
  await field(page, "Tên trang hoặc liên kết Messenger").fill("ngan.nga");
  await expect(field(page, "Tên trang hoặc liên kết Messenger")).toHaveAttribute("aria-invalid", "false");

  await page.keyboard.press("Escape");
  const question = page.getByRole("dialog", { name: "Bỏ các thay đổi?" });
  await question.getByRole("button", { name: "Hủy" }).click();
  await expect(field(page, "Tên trang hoặc liên kết Messenger")).toHaveValue("ngan.nga");
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Bỏ thay đổi" }).click();
  await expect(form(page)).toBeHidden();
});

test("Esc, however often, never throws away what was typed", async ({ page }) => {
  await open(page, address);
  await page.getByRole("button", { name: "Thêm liên lạc" }).first().click();
  await field(page, "Tên").first().fill("Tổng đài");
  const question = page.getByRole("dialog", { name: "Bỏ các thay đổi?" });
  for (let turn = 0; turn < 3; turn++) {
    await page.keyboard.press("Escape");
    await expect(question).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(question).toBeHidden();
    await expect(form(page)).toBeVisible();
  }
  await expect(field(page, "Tên").first()).toHaveValue("Tổng đài");
});

test("a request needs no value of its own", async ({ page, site }) => {
  await open(page, address);
  await page.getByRole("button", { name: "Thêm liên lạc" }).first().click();
  await field(page, "Tên").first().fill("Đặt một bài hát");
  await field(page, "Loại").selectOption({ label: "Gửi yêu cầu sáng tác" });
  await save(page);
  await expect(row(page, "Đặt một bài hát")).toContainText("Gửi yêu cầu sáng tác");
  const [contact] = await site.api<SupportContact[]>("GET /api/admin/support/public/active");
  expect(contact).toMatchObject({ type: "request", value: "/request" });
});

test("a picture of its own is sent, shown, and taken away", async ({ page, site, expectTrouble }) => {
  expectTrouble(/415/);
  const count = () => readdirSync(path.join(site.dataDir, "uploads/images")).length;
  const before = count();
  await open(page, address);
  await page.getByRole("button", { name: "Thêm liên lạc" }).first().click();
  await field(page, "Tên").first().fill("Tổng đài");
  await field(page, "Số điện thoại").fill("1900 0000");
  const file = form(page).locator("input[type=file]");
  await file.setInputFiles({ name: "ghi-chu.txt", mimeType: "text/plain", buffer: Buffer.from("x") });
  await expect(form(page).getByText("Chỉ hỗ trợ ảnh JPG, PNG hoặc WebP")).toBeVisible();
  await file.setInputFiles({ name: "gia.png", mimeType: "image/png", buffer: Buffer.from("không phải ảnh") });
  await expect(form(page).getByText(/ảnh/i).and(page.locator(".error"))).toBeVisible();
  await file.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: readFileSync(picture) });
  await expect(field(page, "Biểu tượng")).toHaveValue(/^\/uploads\//);
  await expect(form(page).locator(".contact-preview img")).toBeVisible();
  await save(page);
  await expect(row(page, "Tổng đài").locator("img")).toBeVisible();
  const [contact] = await site.api<SupportContact[]>("GET /api/admin/support/public/active");
  expect(contact?.icon_url).toMatch(/^\/uploads\//);

  await press(page, "Sửa Tổng đài");
  await form(page).getByRole("button", { name: "Bỏ ảnh" }).click();
  await expect(form(page).locator(".contact-preview svg")).toBeVisible();
  await field(page, "Biểu tượng").fill("http://example.com/a.png");
  await expect(form(page).getByText("Trang công khai chỉ tải ảnh qua https://")).toBeVisible();
  await field(page, "Biểu tượng").fill("");
  await save(page);
  await expect(row(page, "Tổng đài").locator("svg.i").first()).toBeVisible();
  await expect(row(page, "Tổng đài").locator("img")).toHaveCount(0);

  // One that is sent and not saved is taken back, as the one that was taken away is.
  await expect.poll(count).toBe(before);
  await press(page, "Sửa Tổng đài");
  await file.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: readFileSync(picture) });
  await expect(field(page, "Biểu tượng")).toHaveValue(/^\/uploads\//);
  expect(count()).toBe(before + 1);
  await form(page).getByRole("button", { name: "Hủy", exact: true }).click();
  await page.getByRole("button", { name: "Bỏ thay đổi" }).click();
  await expect.poll(count).toBe(before);
});

test("a list that could not be loaded says so and can be asked for again", async ({ page, expectTrouble }) => {
  expectTrouble(/500|ERR_FAILED/);
  await page.route(/\/api\/admin\/support$/, (route) => route.fulfill({ status: 500, body: "" }));
  await open(page, address);
  await expect(page.getByRole("alert")).toContainText("Không thể tải danh sách liên lạc");
  await page.unrouteAll();
  await page.route(/\/api\/admin\/support$/, (route) => route.abort("failed"));
  await press(page, "Thử lại");
  await expect(page.getByRole("alert")).toContainText("Lỗi kết nối");
  await page.unrouteAll();
  await press(page, "Thử lại");
  await expect(page.getByRole("heading", { name: "Chưa có thông tin liên lạc nào" })).toBeVisible();
});

test("a token that is no longer good leads to the login", async ({ page, expectTrouble }) => {
  expectTrouble(/401/);
  await keepToken(page, "khong-con-dung-duoc", "admin");
  await page.goto(address);
  await expect(page).toHaveURL(/\/admin$/);
  expect(await page.evaluate(() => localStorage.getItem("adminToken"))).toBeNull();
});

test("works on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, address);
  await page.getByRole("button", { name: "Thêm liên lạc" }).first().click();
  await field(page, "Tên").first().fill("Một cái tên rất dài để xem nó xuống dòng ra sao trên điện thoại");
  await field(page, "Số điện thoại").fill("1900 0000");
  await save(page);
  await expect(form(page)).toBeHidden();
  await page.getByRole("button", { name: /^Tạm dừng/ }).click();
  await expect(page.locator(".stack .badge")).toHaveText("Tạm dừng");
  const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overhang).toBe(0);
});
