import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { checkScreen } from "#test/component/check-screen.ts";
import { renderWithin } from "#test/component/render.tsx";
import { Lyrics } from "./lyrics.tsx";

const lookOf = (text: string) => {
  const { color, fontWeight } = getComputedStyle(page.getByText(text, { exact: true }).element());
  return `${color} ${fontWeight}`;
};

test("tells script, reading and meaning apart by colour and weight, each in its language", async () => {
  await renderWithin(<Lyrics lyrics={"你好\nNǐ hǎo\nXin chào bạn\n\n再见\nZàijiàn\nTạm biệt"} />);
  await expect.element(page.getByText("你好", { exact: true })).toHaveAttribute("lang", "zh");
  await expect.element(page.getByText("Nǐ hǎo")).toHaveAttribute("lang", "zh-Latn");
  await expect.element(page.getByText("Xin chào bạn")).not.toHaveAttribute("lang");
  const looks = ["你好", "Nǐ hǎo", "Xin chào bạn"].map(lookOf);
  expect(new Set(looks).size).toBe(3);
  expect(["再见", "Zàijiàn", "Tạm biệt"].map(lookOf)).toEqual(looks);
  await checkScreen();
});

test("shows and copies ordinary lyrics line by line, in one look", async () => {
  const lyrics = "Sáng nay hẻm nhỏ thức\nTiếng rao bánh mì\n\nĐiệp khúc";
  const { container } = await renderWithin(<Lyrics lyrics={lyrics} />);
  expect(container.innerText).toBe(lyrics);
  document.getSelection()?.selectAllChildren(container);
  expect(String(document.getSelection()).trim()).toBe(lyrics);
  expect(new Set(["Tiếng rao bánh mì", "Điệp khúc"].map(lookOf)).size).toBe(1);
  expect(container.querySelector("[lang]")).toBeNull();
});
