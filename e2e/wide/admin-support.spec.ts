import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import type { AdminContact, SupportContact } from "../../src/contract/support.ts";
import { admin } from "../support/site.ts";
import { confirmIdentity, expect, needsConfirmation, open, storeToken, test } from "../support/test.ts";

test.use({ catalogue: "own:admin-support" });

const address = "/admin/support";
const picture = path.resolve(import.meta.dirname, "../../test/fixtures/audio/cover.png");
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const form = (page: Page) => page.getByRole("dialog", { name: /^(Thêm liên lạc$|Sửa liên lạc: )/ });
const field = (page: Page, label: string) => form(page).getByLabel(label);
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const flag = (page: Page) => page.getByRole("switch", { name: "Kích hoạt: Tổng đài" });
const toggled = (page: Page) => page.waitForResponse((answer) => answer.ok() && answer.url().endsWith("toggle-status"));
const save = (page: Page) => form(page).getByRole("button", { name: "Lưu" }).click();

test.beforeEach(async ({ page, site, expectErrors }) => {
  expectErrors(needsConfirmation);
  site.changeDatabase((database) => database.exec("DELETE FROM support_contacts"));
  await storeToken(page, await site.asAdmin(), "admin");
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

  test("a changed contact is on the public pages at once", async ({ page, site }) => {
    const publicPage = async () => (await fetch(`${site.origin}/contact`)).text();
    expect(await publicPage()).toContain("Zalo của nhóm");
    await press(page, "Sửa: Zalo của nhóm");
    await expect(field(page, "Số hoặc liên kết Zalo")).toHaveValue("0901 234 567");
    await field(page, "Loại").selectOption({ label: "Telegram" });
    await field(page, "Tên hoặc liên kết Telegram").fill("@ngannga");
    await field(page, "Tên").first().fill("Telegram của nhóm");
    await form(page).getByRole("radio", { name: "Hồng" }).check();
    await field(page, "Thứ tự").fill("0");
    await save(page);
    await confirmIdentity(page);
    await expect(form(page)).toBeHidden();
    await expect(page.getByRole("status").filter({ hasText: "Đã lưu thông tin liên lạc" })).toBeVisible();
    await expect(page.getByRole("row").nth(1)).toContainText("Telegram của nhóm");

    const [first] = await site.api<SupportContact[]>("GET /api/admin/support/public/active");
    expect(first).toMatchObject({ type: "telegram", value: "@ngannga", color: "pink-500" });
    const html = await publicPage();
    expect(html).toContain("https://t.me/ngannga");
    expect(html).not.toContain("Zalo của nhóm");
  });

  test("a paused contact is not in the widget until it is resumed", async ({ page }) => {
    const widget = page.getByRole("complementary", { name: "Hỗ trợ" });
    const openWidget = async () => {
      await open(page, "/login");
      await page.getByRole("button", { name: "Liên hệ hỗ trợ" }).click();
    };
    // The list shows the change before the server has made it.
    const paused = toggled(page);
    await flag(page).click();
    await confirmIdentity(page);
    await expect(flag(page)).not.toBeChecked();
    await expect(row(page, "Tổng đài")).toContainText("Tạm dừng");
    await expect(flag(page)).toBeFocused();
    await paused;
    await openWidget();
    await expect(widget.getByRole("link")).toHaveCount(1);
    await expect(widget).not.toContainText("Tổng đài");

    await open(page, address);
    const answered = toggled(page);
    await flag(page).click();
    await confirmIdentity(page);
    await expect(flag(page)).toBeChecked();
    await answered;
    await openWidget();
    await expect(widget.getByRole("link", { name: "Tổng đài" })).toHaveAttribute("href", "tel:19000000");
  });

  test("the form shows an error for a contact that was deleted elsewhere", async ({ page, site, expectErrors }) => {
    expectErrors(/404/);
    await press(page, "Sửa: Tổng đài");
    await field(page, "Tên").first().fill("Tổng đài mới");
    site.changeDatabase((database) => database.exec("DELETE FROM support_contacts WHERE name = 'Tổng đài'"));
    await save(page);
    await confirmIdentity(page);
    await expect(form(page).getByRole("alert")).toHaveText("Không tìm thấy thông tin liên lạc");
    await expect(field(page, "Tên").first()).toHaveValue("Tổng đài mới");
  });
});

test("a first contact is added by keyboard alone", async ({ page, site }) => {
  await open(page, address);
  await expect(page.getByRole("heading", { name: "Chưa có thông tin liên lạc nào" })).toBeVisible();
  const add = page.getByRole("button", { name: "Thêm liên lạc" }).first();
  await add.focus();
  await page.keyboard.press("Enter");
  await field(page, "Tên").first().focus();
  await page.keyboard.type("Viết thư");
  await page.keyboard.press("Tab");
  await expect(field(page, "Loại")).toBeFocused();
  // One letter: a select reads several as one word only when they are typed fast.
  await page.keyboard.press("E");
  await expect(field(page, "Loại")).toHaveValue("email");
  await page.keyboard.press("Tab");
  await page.keyboard.type("xin-chao@example.com");
  await page.keyboard.press("Tab");
  await expect(form(page).getByRole("radio", { name: "Xanh dương" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(form(page).getByRole("radio", { name: "Xanh lá" })).toBeChecked();
  await expect(form(page)).toContainText(/Viết thư.*xin-chao@example\.com/);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(
    page.getByRole("dialog", { name: "Xác nhận lại là bạn" }).getByLabel("Mật khẩu hiện tại").first(),
  ).toBeFocused();
  await page.keyboard.type(admin.password);
  await page.keyboard.press("Enter");
  await expect(row(page, "Viết thư")).toContainText("Email");
  const { items } = await site.api<{ items: AdminContact[] }>("GET /api/admin/support", {
    token: await site.asAdmin(),
  });
  expect(items).toMatchObject([
    { name: "Viết thư", type: "email", color: "green-500", is_active: true, sort_order: 0, icon_url: null },
  ]);
});

test("a contact's picture is uploaded, shown and removed", async ({ page, site, expectErrors }) => {
  expectErrors(/415/);
  const count = () => readdirSync(path.join(site.dataDir, "uploads/images")).length;
  const before = count();
  await open(page, address);
  await page.getByRole("button", { name: "Thêm liên lạc" }).first().click();
  await field(page, "Tên").first().fill("Tổng đài");
  await field(page, "Số điện thoại").fill("1900 0000");
  const file = form(page).getByLabel("Tải ảnh lên", { exact: true });
  await file.setInputFiles({ name: "gia.png", mimeType: "image/png", buffer: Buffer.from("không phải ảnh") });
  await expect(form(page).getByRole("alert")).toContainText(/ảnh/i);
  await file.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: readFileSync(picture) });
  await expect(field(page, "Biểu tượng")).toHaveValue(/^\/uploads\//);
  await expect(form(page).locator("img")).toBeVisible();
  await save(page);
  await confirmIdentity(page);
  await expect(row(page, "Tổng đài").locator("img")).toBeVisible();
  const [contact] = await site.api<SupportContact[]>("GET /api/admin/support/public/active");
  expect(contact?.icon_url).toMatch(/^\/uploads\//);

  await press(page, "Sửa: Tổng đài");
  await form(page).getByRole("button", { name: "Bỏ ảnh" }).click();
  await expect(form(page).locator("img")).toHaveCount(0);
  await save(page);
  await expect(row(page, "Tổng đài").locator("img")).toHaveCount(0);

  // An uploaded picture that is not saved is deleted, as is the removed one.
  await expect.poll(count).toBe(before);
  await press(page, "Sửa: Tổng đài");
  await file.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: readFileSync(picture) });
  await expect(field(page, "Biểu tượng")).toHaveValue(/^\/uploads\//);
  expect(count()).toBe(before + 1);
  await form(page).getByRole("button", { name: "Hủy", exact: true }).click();
  await page.getByRole("button", { name: "Bỏ thay đổi" }).click();
  await expect.poll(count).toBe(before);
});
