/** A song's card among the administrator's songs: what it tells, and how its sound is heard there and in the form. */
import type { Page } from "@playwright/test";
import { type Site, uniqueName } from "./support/site.ts";
import { expect, keepToken, open, test } from "./support/test.ts";

test.use({ catalogue: "own:admin-player" });

const failure = "Không thể tải file âm thanh. Vui lòng kiểm tra kết nối hoặc thử tải file.";
const item = (page: Page, title: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
/** A value of the one media element. */
const heard = (page: Page, key: "currentTime" | "volume" | "duration") =>
  page.evaluate((name) => document.querySelector("audio")?.[name] ?? Number.NaN, key);

/** Adds a song that can be heard, unless its fields say otherwise, and opens the list with it alone. */
async function openSong(page: Page, site: Site, fields: Record<string, unknown> = {}) {
  const title = uniqueName("bai");
  const genre = await site.addCategory({ name: uniqueName("the_loai") });
  const audio_url = (fields.audio_url as string | undefined) ?? (await site.uploadAudio("ghe-ve-ben-cu.mp3"));
  const song = await site.addSong({ title, category_ids: [genre.id], ...fields, audio_url });
  await keepToken(page, await site.asAdmin(), "admin");
  await open(page, `/admin/songs?q=${title}`);
  await expect(item(page, title)).toBeVisible();
  return song;
}

test("a card plays and pauses, tells the time, and is moved through by pointer and keys", async ({ page, site }) => {
  const { title } = await openSong(page, site);
  const card = item(page, title);
  const seek = card.getByRole("slider", { name: `Vị trí phát: ${title}` });
  const length = /^0:[1-9]\d$/;
  await expect(card.locator(".audio__time")).toHaveText(length);
  await expect(seek).toBeDisabled();
  await expect(card.getByRole("slider", { name: "Âm lượng" })).toHaveCount(0);

  await card.getByRole("button", { name: `Phát: ${title}` }).click();
  await expect(card.locator(".audio__time")).toHaveText(/^0:(0[1-9]|[1-5]\d) \/ 0:\d\d$/);
  await card.getByRole("button", { name: `Tạm dừng: ${title}` }).click();
  await expect(card.getByRole("button", { name: `Phát: ${title}` })).toBeVisible();

  const end = await heard(page, "duration");
  await seek.focus();
  const from = await heard(page, "currentTime");
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => heard(page, "currentTime")).toBeCloseTo(from + 5, 0);
  await expect(seek).toHaveAttribute("aria-valuetext", / trên /);
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => heard(page, "currentTime")).toBeCloseTo(from, 0);
  await page.keyboard.press("Home");
  await expect.poll(() => heard(page, "currentTime")).toBe(0);
  await expect(card.locator(".audio__time")).toHaveText(/^0:00 \/ /);
  await page.keyboard.press("End");
  await expect.poll(() => heard(page, "currentTime")).toBeGreaterThan(end - 1);
  const box = await seek.boundingBox();
  if (!box) throw new Error("The seek bar is not drawn.");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect.poll(async () => (await heard(page, "currentTime")) / end).toBeCloseTo(0.5, 1);
});

test("in the form the volume is set by pointer and keys, and the file can be taken home", async ({ page, site }) => {
  const { title } = await openSong(page, site);
  await page.getByRole("button", { name: `Sửa: ${title}` }).click();
  const form = page.getByRole("dialog", { name: "Sửa bài hát" });
  await form.getByRole("button", { name: `Phát: ${title}` }).click();
  await expect(form.getByRole("button", { name: `Tạm dừng: ${title}` })).toBeVisible();
  const volume = form.getByRole("slider", { name: "Âm lượng" });
  await expect(volume).toHaveAttribute("aria-valuetext", "100 phần trăm");
  await volume.focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => heard(page, "volume")).toBeCloseTo(0.95);
  await expect(volume).toHaveAttribute("aria-valuetext", "95 phần trăm");
  await page.keyboard.press("Home");
  await expect.poll(() => heard(page, "volume")).toBe(0);
  const box = await volume.boundingBox();
  if (!box) throw new Error("The volume is not drawn.");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect.poll(() => heard(page, "volume")).toBeCloseTo(0.5, 1);

  const saved = page.waitForEvent("download");
  await form.getByRole("link", { name: `Tải file: ${title}` }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe(`${title}.mp3`);
  await download.cancel();
});

test("a file that can't be played says so, and can be downloaded", async ({ page, site }) => {
  await page.route("https://nghe.example/**", (route) =>
    route.fulfill({ body: "không phải âm thanh", contentType: "audio/mpeg" }),
  );
  const audio_url = "https://nghe.example/hong.mp3";
  const { title } = await openSong(page, site, { audio_url });
  const card = item(page, title);
  await expect(card.getByRole("alert")).toHaveCount(0);
  await card.getByRole("button", { name: `Phát: ${title}` }).click();
  await expect(card.getByRole("alert")).toContainText(failure);
  await expect(card.getByRole("button", { name: `Phát: ${title}` })).toBeVisible();
  const link = card.getByRole("link", { name: `Tải file: ${title}` });
  await expect(link).toHaveAttribute("href", audio_url);
  await expect(link).toHaveAttribute("target", "_blank");
});

test("what is no audio file has a notice and a download in the player's place", async ({ page, site }) => {
  const { title } = await openSong(page, site, { audio_url: "https://nghe.example/loi-bai-hat.pdf" });
  const card = item(page, title);
  await expect(card).toContainText("File này không phải file âm thanh nên không nghe được tại đây.");
  await expect(card.getByRole("button", { name: `Phát: ${title}` })).toHaveCount(0);
  await expect(card.getByRole("link", { name: `Tải file: ${title}` })).toHaveAttribute(
    "href",
    "https://nghe.example/loi-bai-hat.pdf",
  );
});

test("a card shows two lines of description, three of lyrics, and two genres with the number of the rest", async ({
  page,
  site,
}) => {
  const genres = [];
  for (const name of ["the_loai_a", "the_loai_b", "the_loai_c", "the_loai_d"]) {
    genres.push(await site.addCategory({ name: uniqueName(name) }));
  }
  const line = "Một dòng chữ đủ dài để không bao giờ nằm vừa trên một hàng của thẻ bài hát trong danh sách. ";
  const { title } = await openSong(page, site, {
    category_ids: genres.map(({ id }) => id),
    description: line.repeat(6),
    lyrics: "Câu hát\n".repeat(9),
  });
  const card = item(page, title);
  const [first, second, third, fourth] = genres;
  await expect(card).toContainText(`${first?.name}`);
  await expect(card).toContainText(`${second?.name}`);
  await expect(card).not.toContainText(`${third?.name}`);
  const rest = card.getByText(/^\+2/);
  await expect(rest).toHaveText("+2 thể loại khác");
  await expect(rest).toHaveAttribute("title", new RegExp(`${third?.name}, ${fourth?.name}`));
  const linesOf = (text: string) =>
    card.getByText(text).evaluate((element) => {
      const style = getComputedStyle(element);
      const inner = element.clientHeight - Number.parseFloat(style.paddingTop) - Number.parseFloat(style.paddingBottom);
      return Math.round((inner / Number.parseFloat(style.lineHeight)) * 10) / 10;
    });
  expect(await linesOf("Một dòng chữ")).toBe(2);
  expect(await linesOf("Câu hát")).toBe(3);
});

test("on a phone buttons share a row, filters leave no gap, and the choice is given up in the first row", async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { title } = await openSong(page, site);
  const boxOf = async (locator: ReturnType<Page["locator"]>) => {
    const box = await locator.boundingBox();
    if (!box) throw new Error("Something is not drawn.");
    return box;
  };
  const [many, add] = [
    await boxOf(page.getByRole("button", { name: "Tải nhiều file" })),
    await boxOf(page.getByRole("button", { name: "Thêm bài hát" })),
  ];
  expect(many.y).toBe(add.y);
  expect(many.x + many.width).toBeLessThan(add.x);
  const [search, size] = [
    await boxOf(page.getByRole("searchbox", { name: "Tìm bài hát" })),
    await boxOf(page.getByRole("combobox", { name: "Số dòng mỗi trang" })),
  ];
  expect(size.width).toBe(search.width);
  await item(page, title).getByRole("checkbox").check();
  const row = await boxOf(page.locator(".bulk .check-line"));
  const cross = await boxOf(page.getByRole("button", { name: "Bỏ chọn" }));
  expect(cross.y + cross.height / 2).toBeCloseTo(row.y + row.height / 2, 0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
