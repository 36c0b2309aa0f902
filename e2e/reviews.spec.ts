/** From the song that is heard before asking to what a customer says of another one. */
import { readFileSync } from "node:fs";
import type { AdminReview } from "../src/contract/request-reviews.ts";
import type { CustomerRequest, SongRequestDetail } from "../src/contract/requests.ts";
import { openOffice, requestSong } from "./support/office.ts";
import { expect, open, test } from "./support/test.ts";

test.describe("with the demo", () => {
  test("a visitor hears a song before telling a story, and the form begins in the first view", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, "/request");
    const songs = page.getByRole("region", { name: "Nghe thử ba bài hát" });
    await expect(songs.getByRole("listitem")).toHaveCount(3);
    await expect(page.getByRole("group", { name: "Dịp" }).getByText("Sinh nhật", { exact: true })).toBeInViewport();
    await songs.getByRole("button", { name: "Phát: Ru con mùa gió bấc" }).click();
    await expect(songs.getByRole("button", { name: "Tạm dừng: Ru con mùa gió bấc" })).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0)).toBeGreaterThan(0);
    await page.getByRole("group", { name: "Dịp" }).getByText("Xin lỗi", { exact: true }).click();
    await expect(songs.getByRole("listitem").first()).toContainText("Chạy qua cơn mưa");
  });
});

test.describe("with customers", () => {
  test.use({ catalogue: "own:reviews" });

  test("a review is written, approved, shown beside its song, and withdrawn", async ({ page, site }) => {
    const token = await site.asAdmin();
    const genre = await site.addCategory({ name: "Gia đình" });
    const { id, page_token } = await requestSong(site, "Nguyễn Thị Lan");
    const multipart = new FormData();
    multipart.set("title", "Xôi nóng đầu ngõ");
    multipart.set("audio_file", new File([readFileSync("demo/songs/ghe-ve-ben-cu.mp3")], "bài.mp3"));
    await site.api(`POST /api/song-requests/${id}/delivery`, { token, multipart });
    const own = `/api/requests/${page_token}`;
    const { songs, agreed_price } = await site.api<CustomerRequest>(`GET ${own}`);
    await site.api(`POST ${own}/accept`, { json: { version_id: songs[0]?.id, agreed_price } });
    await site.api(`PUT ${own}/consent`, { json: { consent: true } });
    const { song_id } = await site.api<SongRequestDetail>(`POST /api/song-requests/${id}/library-song`, {
      token,
      json: { title: "Xôi nóng đầu ngõ", category_ids: [genre.id] },
    });
    await site.api("POST /api/admin/examples", { token, json: { song_id, occasion: "Sinh nhật" } });

    await open(page, `/requests/${page_token}`);
    const form = page.getByRole("form", { name: "Đánh giá bài hát" });
    await form.getByRole("radio", { name: "5 sao" }).check({ force: true });
    await form.getByLabel("Lời của bạn").fill("Mẹ nghe mà khóc");
    await form.getByLabel("Cho phép hiện đánh giá này ở trang Đặt bài hát riêng").check();
    await form.getByLabel("Tên hiện cùng đánh giá *").fill("Lan Anh");
    await form.getByRole("button", { name: "Gửi đánh giá" }).click();
    const said = page.getByRole("region", { name: "Bạn đã đánh giá" });
    await expect(said).toContainText("Chúng tôi đọc qua rồi mới cho hiện.");

    await openOffice(page, site, "/admin/reviews");
    await expect(page.getByRole("listitem").filter({ hasText: "Mẹ nghe mà khóc" })).toBeVisible();
    await page.getByRole("button", { name: /^Hiện/ }).press("Enter");
    await expect(page.getByText("Đánh giá đang hiện ở trang Đặt bài hát riêng")).toBeVisible();
    const reviews = await site.api<AdminReview[]>("GET /api/admin/reviews", { token });
    expect(reviews.map(({ state }) => state)).toEqual(["shown"]);

    await open(page, "/request");
    const shown = page.getByRole("region", { name: "Khách đã nhận bài kể lại" });
    await expect(shown).toContainText("Mẹ nghe mà khóc");
    await expect(page.getByRole("region", { name: "Nghe thử một bài đã giao" })).toContainText("“Mẹ nghe mà khóc”");

    await open(page, `/requests/${page_token}`);
    await said.getByRole("button", { name: "Thôi cho hiện" }).click();
    await expect(said).toContainText("Chỉ chúng tôi đọc.");
    await open(page, "/request");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(shown).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Nghe thử một bài đã giao" })).not.toContainText("khóc");
  });
});
