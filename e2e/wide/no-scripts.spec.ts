import { card, expect, test } from "../support/test.ts";

test.use({ javaScriptEnabled: false });
// The browser itself refuses the scripts that it preloads.
test.beforeEach(({ expectErrors }) => expectErrors(/^failed: GET \S+\.js csp$/));

test("without scripts the library can be read, searched and paged", async ({ page }) => {
  await page.goto("/songs");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thư viện bài hát");
  await expect(page.getByText("Hiển thị 1 - 12 trong tổng số 18 bài hát")).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(12);
  await page.getByRole("link", { name: "Sau" }).click();
  await expect(page.getByText("Hiển thị 13 - 18 trong tổng số 18 bài hát")).toBeVisible();
  await page.getByRole("searchbox", { name: "Tìm bài hát" }).fill("mua tren");
  await page.keyboard.press("Enter");
  await expect(card(page, "Mưa trên mái tôn")).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(1);
});

test("without scripts the home page is complete and its links work", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ngân nga cả ngày, chẳng cần lý do");
  await expect(page.getByText("299.000 VND")).toBeVisible();
  await expect(page.getByRole("link", { name: /Konnichiwa/ })).toBeVisible();
  await expect(page.getByText("Nguyễn Thảo Vy")).toBeVisible();
  const carousel = page.getByRole("region", { name: "Bài hát mới nhất" });
  const slides = carousel.getByRole("group");
  await expect(carousel.getByRole("link", { name: "Nghe ngay" })).toHaveCount(8);
  await expect(carousel.getByRole("button")).toHaveCount(0);
  await expect(slides.first()).toBeInViewport();
  await expect(slides.last(), "they stand in a row to scroll").not.toBeInViewport();
  const title = (await slides.last().getByRole("heading").textContent()) ?? "";
  await slides.last().getByRole("link").scrollIntoViewIfNeeded();
  await expect(slides.last()).toBeInViewport();
  await slides.last().getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(page.locator("audio[controls]")).toBeVisible();
});

test("without scripts the account's page says what it needs", async ({ page }) => {
  await page.goto("/account");
  await expect(page.getByText(/^Trang tài khoản cần JavaScript/)).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "liên hệ chúng tôi" })).toBeVisible();
});

test("without scripts genres and learning topics are shown and linked", async ({ page, site }) => {
  const { id, name } = await site.categoryNamed("Dân ca");
  await page.goto("/categories");
  await page.getByRole("main").getByRole("link", { name }).click();
  await expect(page).toHaveURL(`${site.origin}/songs?category=${id}`);
  await expect(page.getByText("Hiển thị 1 - 4 trong tổng số 4 bài hát")).toBeVisible();
  await page.goto("/educational");
  await expect(page.getByText("Nội dung Premium", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Đăng ký miễn phí" })).toBeVisible();
  await card(page, "Ichi, Ni, San").getByRole("link", { name: "Ichi, Ni, San", exact: true }).click();
  await expect(page.locator("audio[controls]")).toBeVisible();
  await page.goto("/educational");
  await page.getByRole("main").getByRole("link", { name: "Tiếng Trung qua bài hát" }).click();
  await expect(page.getByText("trong tổng số 2 bài hát")).toBeVisible();
});

test("without scripts a song's page is complete, and the browser's own controls play it", async ({ page, site }) => {
  const title = "Buổi sáng ở hẻm nhỏ";
  await page.goto("/songs?q=buoi%20sang");
  await card(page, title).getByRole("link", { name: title, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(page.getByText("Sáng nay hẻm nhỏ thức trước mặt trời")).toBeVisible();
  const audio = page.locator("audio[controls]");
  await expect(audio).toBeVisible();
  const source = await audio.getAttribute("src");
  const sound = await fetch(new URL(source ?? "", site.origin), { headers: { range: "bytes=0-99" } });
  expect(sound.status).toBe(206);
  expect(sound.headers.get("content-type")).toBe("audio/mpeg");
});

test("without scripts the header has its links and no dead buttons, from phone to desktop", async ({ page }) => {
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/songs");
    const header = page.getByRole("banner");
    await expect(header.getByRole("button")).toHaveCount(0);
    for (const name of ["Đăng nhập", "Đăng ký", "Trang chủ"])
      await expect(header.getByRole("link", { name })).toBeVisible();
    await header.locator("summary").click();
    const learning = header.getByRole("link", { name: "Nghe để học ngoại ngữ" });
    await expect(learning).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await learning.click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Học ngoại ngữ qua âm nhạc");
  }
});

test("without scripts there are no dead buttons", async ({ page }) => {
  await page.goto("/songs/1");
  await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
  await page.getByLabel("Thêm với bài này").click();
  await expect(page.getByText("Nhúng bài hát này")).toBeVisible();
  await page.goto("/songs?q=quan%20vang");
  await card(page, "Quán vắng nửa đêm").getByRole("link", { name: "Quán vắng nửa đêm", exact: true }).click();
  await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("group", { name: "Chia sẻ" })).toHaveCount(0);
  await expect(page.getByLabel("Thêm với bài này")).toBeHidden();
  await page.goto("/login");
  await expect(page.getByRole("button", { name: "Hiện mật khẩu" })).toHaveCount(0);
});

test("without scripts a form says what it needs instead of taking words that it can't send", async ({ page }) => {
  for (const [address, words] of [
    ["/login", /^Biểu mẫu này cần JavaScript/],
    ["/register", /^Biểu mẫu này cần JavaScript/],
    ["/request", /^Để gửi yêu cầu, bạn bật JavaScript/],
    ["/premium", /^Để đặt mua, bạn bật JavaScript/],
    ["/reset-password#token=x", /^Trang này cần JavaScript/],
  ] as const) {
    await page.goto(address);
    const main = page.getByRole("main");
    await expect(main.getByText(words)).toBeVisible();
    await expect(main.getByRole("button").or(main.getByRole("textbox"))).toHaveCount(0);
  }
});
