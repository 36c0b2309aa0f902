import { expect, openAs, test } from "../support/test.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test("the phone menu follows links, greets the user and logs out", async ({ page, site }) => {
  const user = await site.makeUser();
  const openButton = page.getByRole("button", { name: "Mở trình đơn" });
  const menu = page.getByRole("dialog", { name: "Trình đơn" });
  await openAs(page, user, "/songs");
  await openButton.tap();
  await expect(menu).toContainText("Chào Hà");
  await expect(menu).toContainText(user.email);
  for (const [name, heading] of [
    ["Nghe để học ngoại ngữ", "Học ngoại ngữ qua âm nhạc"],
    ["Chọn thể loại", "Chọn thể loại"],
  ] as const) {
    await menu.getByRole("link", { name }).tap();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await expect(menu).toBeHidden();
    await openButton.tap();
  }
  await menu.getByRole("button", { name: "Đăng xuất" }).tap();
  await expect(menu).toBeHidden();
  await openButton.tap();
  await expect(menu).toContainText("Chào bạn");
  await expect(menu.getByRole("link", { name: "Đăng nhập" })).toBeVisible();
});
