/** The administrator's changes are public with the next page load. */
import type { PremiumPackage } from "../src/contract/premium-packages.ts";
import { card, expect, open, storeToken, test } from "./support/test.ts";

test.use({ catalogue: "own:catalogue-changes" });

test("the next page load shows a new song, and hides a hidden one also from the administrator", async ({
  page,
  site,
}) => {
  const film = await site.addCategory({ name: "Nhạc phim" });
  await site.addCategory({ name: "Thể loại đã ẩn", is_active: false });
  const song = { category_ids: [film.id], audio_url: await site.uploadAudio("pho-bien-thang-sau.mp3") };
  await site.addSong({ title: "Bài đầu tiên", ...song });
  await site.addSong({ title: "Bài đã ẩn", ...song, is_active: false });
  const expectPublicOnly = async (count: number) => {
    await expect(page.getByText(`trong tổng số ${count} bài hát`)).toBeVisible();
    await expect(card(page, "Bài đầu tiên")).toBeVisible();
    await expect(card(page, "Bài đã ẩn")).toHaveCount(0);
    await expect(page.getByLabel("Thể loại").locator("option")).toHaveText(["Tất cả thể loại", "Nhạc phim"]);
  };
  await open(page, "/songs");
  await expectPublicOnly(1);
  const added = await site.addSong({ title: "Vừa đăng xong", ...song });
  await page.reload();
  await expect(card(page, "Vừa đăng xong")).toBeVisible();
  await expectPublicOnly(2);
  await site.api(`DELETE /api/songs/${added.id}`, { token: await site.asAdmin() });
  await page.reload();
  await expectPublicOnly(1);

  await storeToken(page, await site.asAdmin(), "admin");
  await open(page, "/songs");
  const asAdmin = page.waitForRequest(
    (request) => request.url().includes("/api/songs?") && request.headers().authorization !== undefined,
  );
  await page.getByLabel("Số bài mỗi trang").selectOption("24 bài");
  await asAdmin;
  await expect(page).toHaveURL(/size=24/);
  await expectPublicOnly(1);
});

test("home and library tell the lowest price of Premium once a package is on sale, and a new one at once", async ({
  page,
  site,
}) => {
  const token = await site.asAdmin();
  const places = [
    ["/", page.getByText("Premium mở mọi bài")],
    ["/songs", page.getByText("Premium mở mọi bài")],
  ] as const;
  const expectPrice = async (price: string | undefined) => {
    for (const [address, words] of places) {
      await open(page, address);
      if (price === undefined) await expect(words).toHaveCount(0);
      else await expect(words).toContainText(price);
    }
  };
  await expectPrice(undefined);
  const json = { name: "1 tháng", price: 49_000, duration_days: 30 };
  const { id } = await site.api<PremiumPackage>("POST /api/admin/premium-packages", { token, json });
  await expectPrice("49.000 ₫ cho 1 tháng");
  await site.api(`PUT /api/admin/premium-packages/${id}`, { token, json: { price: 59_000 } });
  await expectPrice("59.000 ₫ cho 1 tháng");
  await site.api(`PUT /api/admin/premium-packages/${id}`, { token, json: { is_active: false } });
  await expectPrice(undefined);
});
