/** A playlist from the page of a song to everybody: made while adding, ordered, shared, closed, copied, approved. */
import type { OwnPlaylist } from "../src/contract/playlists.ts";
import { openOffice } from "./support/office.ts";
import { expect, open, openAs, test } from "./support/test.ts";

test("a playlist is made while adding, ordered by keys, shared, closed, copied, and public after a look", async ({
  page,
  site,
  browser,
  expectErrors,
}) => {
  const account = await site.makeUser();
  const titles = ["Buổi sáng ở hẻm nhỏ", "Mưa trên mái tôn"];
  const [first, second] = await Promise.all(titles.map((title) => site.songNamed(title)));
  await openAs(page, account, `/songs/${first?.id}`);
  const openSheet = async () => {
    await page.getByLabel("Thêm với bài này").locator("xpath=ancestor-or-self::summary").press("Enter");
    await page.getByRole("button", { name: "Thêm vào danh sách…" }).press("Enter");
  };
  await openSheet();
  await page.getByLabel("Danh sách mới").fill("Đi đường");
  await page.getByLabel("Danh sách mới").press("Enter");
  await expect(page.getByRole("checkbox", { name: /^Đi đường/ })).toBeChecked();
  await open(page, `/songs/${second?.id}`);
  await openSheet();
  await page.getByRole("checkbox", { name: /^Đi đường/ }).press("Space");
  await expect(page.getByText("Đã thêm vào “Đi đường”")).toBeAttached();

  await open(page, "/me/playlists");
  await page.getByRole("link", { name: /^Đi đường/ }).click();
  const rows = (at: typeof page) => at.getByRole("list", { name: "Đi đường" }).getByRole("listitem");
  const ordered = page.waitForResponse((answer) => answer.request().method() === "PUT" && answer.ok());
  await page.getByRole("button", { name: /^Đổi chỗ: Buổi sáng/ }).press("ArrowDown");
  await expect(rows(page).first()).toContainText("Mưa trên mái tôn");
  await ordered;
  const choose = async (name: RegExp) => {
    await page.getByText("chia sẻ và sửa").click();
    const saved = page.waitForResponse((answer) => answer.request().method() === "PUT" && answer.ok());
    await page.getByRole("radio", { name }).check();
    await saved;
  };
  await choose(/^Ai có liên kết/);
  const address = new URL(page.url()).pathname;

  const visitor = await (await browser.newContext({ baseURL: site.origin })).newPage();
  await open(visitor, address);
  await expect(rows(visitor).first()).toContainText("Mưa trên mái tôn");
  await rows(visitor).first().getByRole("button", { name: "Phát: Mưa trên mái tôn" }).click();
  await expect(visitor.getByRole("button", { name: "Tạm dừng: Mưa trên mái tôn" }).first()).toBeVisible();
  const other = await site.makeUser();
  const copy = { token: other.token, json: { copy_of: address.split("/").at(-1) } };
  expect((await site.api<OwnPlaylist>("POST /api/me/playlists", copy)).song_count).toBe(2);

  await page.reload();
  await choose(/^Riêng tư/);
  expectErrors(/404/);
  const closed = await visitor.goto(address);
  expect(closed?.status()).toBe(404);
  await expect(visitor.getByRole("heading", { name: "Không tìm thấy danh sách này" })).toBeVisible();

  await page.reload();
  await choose(/^Công khai/);
  await expect(page.getByText("Đang chờ chúng tôi xem qua.")).toBeVisible();
  await openOffice(page, site, "/admin/playlists");
  await page.getByRole("button", { name: /^Duyệt/ }).press("Enter");
  await expect(page.getByText("Danh sách đang hiện công khai")).toBeVisible();
  await open(visitor, "/playlists");
  await visitor.getByRole("link", { name: /^Đi đường/ }).click();
  await expect(visitor.getByRole("heading", { level: 1, name: "Đi đường" })).toBeVisible();
  await visitor.context().close();
});
