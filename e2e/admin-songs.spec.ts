/** The administrator's songs: from the file that is sent to what a visitor hears, and back. */
import path from "node:path";
import type { Page } from "@playwright/test";
import { admin, uniqueName } from "./support/site.ts";
import { card, expect, open, test } from "./support/test.ts";

test.use({ catalogue: "own" });

const demoSongs = path.resolve(import.meta.dirname, "../demo/songs");
const mp3 = path.join(demoSongs, "ghe-ve-ben-cu.mp3");

const item = (page: Page, title: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
/** Picks files with the button of this name. */
async function pick(
  page: Page,
  button: string,
  files: string | string[] | { name: string; mimeType: string; buffer: Buffer },
) {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: button, exact: true }).click();
  await (await chooser).setFiles(files);
}

test("a song is sent, published, heard by a visitor, changed, hidden and deleted", async ({ page, site, browser }) => {
  const genre = await site.addCategory({ name: uniqueName("the_loai") });
  await page.goto("/admin");
  await page.getByLabel("Email").fill(admin.email);
  await page.getByRole("textbox", { name: "Mật khẩu" }).fill(admin.password);
  await page.getByRole("button", { name: "Đăng nhập", exact: true }).click();
  await page.waitForURL(/\/admin\/dashboard/);
  await open(page, "/admin/songs");

  await page.getByRole("button", { name: "Thêm bài hát" }).first().click();
  const form = dialog(page, "Thêm bài hát");
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 60_000,
  });
  await pick(page, "Tải file lên", mp3);
  const bar = form.getByRole("progressbar");
  await expect(bar).toBeVisible();
  await expect(form.getByText(/\d+ KB \/ 228 KB, [1-9]\d?%/)).toBeVisible();
  await form.getByRole("button", { name: "Lưu" }).click();
  await expect(form.getByText("Vui lòng chờ file audio được tải lên hoàn tất")).toBeVisible();
  await expect(page.getByText("File audio đã được tải lên thành công!")).toBeVisible({ timeout: 30_000 });
  await cdp.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await expect(form.getByText("Vui lòng chờ file audio được tải lên hoàn tất")).toBeHidden();
  await expect(form.getByLabel("Âm thanh")).toHaveValue(/^\/uploads\/audio\/[0-9a-f]{32}\.mp3$/);
  // The file's own words stand where there were none.
  await expect(form.getByLabel("Tên bài hát")).not.toHaveValue("");
  await form.getByRole("button", { name: /^Phát:/ }).click();
  await expect(form.getByRole("button", { name: /^Tạm dừng:/ })).toBeVisible();
  await expect(form.getByText(/0:0[1-9] \/ 0:\d\d/)).toBeVisible();

  const title = uniqueName("Bài mới");
  await form.getByLabel("Tên bài hát").fill(title);
  await form.getByLabel("Tác giả").fill("Hiên Nhà");
  await form.getByLabel("Lời bài hát", { exact: true }).fill("Câu thứ nhất\nCâu thứ hai");
  await form.getByRole("button", { name: "Xem trước lời bài hát" }).click();
  await expect(form.getByRole("region", { name: "Lời bài hát như khách thấy" })).toHaveText(
    "Câu thứ nhất\nCâu thứ hai",
  );
  await form.getByRole("button", { name: "Lưu" }).click();
  await expect(form.getByText("Vui lòng chọn ít nhất một thể loại")).toBeVisible();
  await form.getByRole("checkbox", { name: genre.name }).check();
  await form.getByRole("button", { name: "Lưu" }).click();
  await expect(page.getByText("Thêm bài hát thành công!")).toBeVisible();
  const made = item(page, title);
  await expect(made.getByText("Hoạt động")).toBeVisible();
  await expect(made.getByText("Tác giả: Hiên Nhà")).toBeVisible();
  await expect(made.getByText(genre.name)).toBeVisible();

  const visitor = await (await browser.newContext({ baseURL: site.origin })).newPage();
  await open(visitor, `/songs?q=${encodeURIComponent(title)}`);
  await card(visitor, title)
    .getByRole("button", { name: `Phát: ${title}` })
    .click();
  await expect(visitor.getByText("Đang phát...")).toBeVisible();
  await expect
    .poll(() => visitor.evaluate(() => document.querySelector("audio")?.currentTime ?? 0))
    .toBeGreaterThan(0.3);

  await page.getByRole("button", { name: `Sửa: ${title}` }).click();
  const edit = dialog(page, "Sửa bài hát");
  await edit.getByLabel("Mô tả").fill("Một bài để thử");
  await edit.getByLabel("Hoạt động").uncheck();
  await edit.getByRole("button", { name: "Lưu" }).click();
  await expect(page.getByText("Cập nhật bài hát thành công!")).toBeVisible();
  await expect(made.getByText("Tạm ẩn")).toBeVisible();
  await expect(made.getByText("Một bài để thử")).toBeVisible();
  await open(visitor, `/songs?q=${encodeURIComponent(title)}`);
  await expect(card(visitor, title)).toHaveCount(0);

  await page.getByRole("button", { name: `Xóa: ${title}` }).click();
  const question = dialog(page, "Xóa bài hát");
  await expect(question.getByText("Bạn có chắc chắn muốn xóa bài hát này?")).toBeVisible();
  await expect(question.getByText(title)).toBeVisible();
  await question.getByRole("button", { name: "Hủy" }).click();
  await expect(made).toBeVisible();
  await page.getByRole("button", { name: `Xóa: ${title}` }).click();
  await question.getByRole("button", { name: "Xóa bài hát" }).click();
  await expect(page.getByText("Xóa bài hát thành công!")).toBeVisible();
  await expect(made).toHaveCount(0);
  await visitor.context().close();
});
