/** A song is given away: its customer makes the gift, somebody else opens it on a phone, hears it and says thanks. */
import { paidRequest } from "./support/gifts.ts";
import { expect, open, test } from "./support/test.ts";

test.use({ catalogue: "own:gifts", viewport: { width: 390, height: 844 } });

test("a customer gives a song, its receiver opens it elsewhere, hears it and says thanks", async ({
  browser,
  page,
  site,
}) => {
  const token = await paidRequest(site);
  await open(page, `/requests/${token}`);
  await page.getByLabel("Tên người nhận").fill("Mẹ");
  await page.getByLabel("Tên người tặng").fill("Lan");
  await page.getByLabel("Lời nhắn").fill("Mẹ nghe nhé");
  await page.getByRole("button", { name: "Tạo trang quà" }).click();
  await expect(page.getByText("Món quà đang mở: ai có đường dẫn đều nghe được.")).toBeVisible();
  const address = await page.getByRole("link", { name: /^Xem trang quà/ }).getAttribute("href");

  const phone = await browser.newContext({
    baseURL: site.origin,
    locale: "vi-VN",
    viewport: { width: 390, height: 664 },
    reducedMotion: "no-preference",
  });
  const receiver = await phone.newPage();
  await open(receiver, address ?? "");
  await expect(receiver.getByRole("heading", { level: 1 })).toHaveText(/^Một món quà dành cho Mẹ/);
  await expect(receiver.getByText("Mẹ nghe nhé")).toBeHidden();
  await receiver.getByRole("button", { name: "Mở quà" }).click();
  await expect(receiver.getByRole("heading", { level: 1 })).toHaveText("Xôi nóng đầu ngõ");
  const position = receiver.getByRole("slider", { name: "Vị trí phát: Xôi nóng đầu ngõ" });
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(1);
  await expect(position).toBeInViewport({ ratio: 1 });
  await expect(receiver.getByText("Mẹ nghe nhé")).toBeVisible();
  await receiver.getByRole("button", { name: "Thả tim" }).click();
  await receiver.getByLabel("Lời cảm ơn *").fill("Cảm ơn con gái");
  await receiver.getByLabel("Tên bạn").fill("Mẹ");
  await receiver.getByRole("button", { name: "Gửi lời cảm ơn" }).click();
  await expect(receiver.getByText("Lời cảm ơn của bạn đã được gửi tới người tặng.")).toBeVisible();

  await open(page, `/requests/${token}`);
  await expect(page.getByText("1 trái tim")).toBeVisible();
  await expect(page.getByText("Cảm ơn con gái")).toBeVisible();
  await page.getByRole("checkbox", { name: "Người có đường dẫn mở được món quà" }).click();
  await expect(page.getByText(/^Bạn đang đóng món quà/)).toBeVisible();
  await open(receiver, address ?? "");
  await expect(receiver.getByRole("heading", { level: 1 })).toHaveText("Món quà đang đóng");
  await expect(receiver.getByText("Xôi nóng")).toHaveCount(0);
  await phone.close();
});
