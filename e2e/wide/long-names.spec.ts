/** The longest names that the contract allows, and text of twice the size, on the narrowest phone. */
import { overhang } from "../../test/screen.ts";
import { expect, open, storeToken, test } from "../support/test.ts";

test.use({ catalogue: "own:long-names", viewport: { width: 320, height: 568 } });

const pages = [
  "/",
  "/songs",
  "/songs?q=kh%C3%B4ng-c%C3%B3",
  "/categories",
  "/educational",
  "/premium",
  "/request",
  "/account",
  "/help",
  "/contact",
  "/terms",
  "/privacy",
];

test("pages stay as wide as the screen with long names, also with text of 200 %", async ({ page, site }) => {
  const words = await site.addCategory({
    name: "Nhạc cho buổi chiều mưa ".repeat(5).slice(0, 100).trim(),
    is_featured: true,
  });
  const word = await site.addCategory({ name: "Siêu".repeat(25), category_type: "educational", is_featured: true });
  const audio_url = await site.uploadAudio("pho-bien-thang-sau.mp3");
  const title = "Một cái tên bài hát thật dài ".repeat(7).slice(0, 200).trim();
  const song = { audio_url, category_ids: [words.id, word.id], is_featured: true };
  await site.addSong({
    ...song,
    title,
    artist: "Nhóm nhạc rất đông người ".repeat(4).trim(),
    description: "Hò".repeat(200),
  });
  await site.addSong({ ...song, title: "Ngân".repeat(50), artist: "Nga".repeat(30), lyrics: "Ơ".repeat(300) });
  const locked = await site.uploadAudio("ghe-ve-ben-cu.mp3");
  await site.addSong({ ...song, title: "Khóa", audio_url: locked, is_premium: true });
  await storeToken(page, (await site.makeUser()).token);
  for (const address of pages) {
    await open(page, address);
    await expect.poll(() => page.evaluate(overhang), { message: address }).toEqual([]);
    await page.addStyleTag({ content: ":root { font-size: 200% }" });
    await expect.poll(() => page.evaluate(overhang), { message: `${address} at 200 %` }).toEqual([]);
  }

  await open(page, "/songs");
  const heading = page.getByRole("heading", { name: title });
  await expect(heading).toHaveAttribute("title", title);
  const lineHeight = await heading.evaluate((element) => Number.parseFloat(getComputedStyle(element).lineHeight));
  expect((await heading.boundingBox())?.height).toBeLessThan(2.5 * lineHeight);
});
