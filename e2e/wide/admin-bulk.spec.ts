/** Changes of all rows that match: 2,000 users, which are stopped, left alone and taken back. */
import type { Page } from "@playwright/test";
import { openOffice } from "../support/office.ts";
import type { Site } from "../support/site.ts";
import { expect, test } from "../support/test.ts";

test.use({ catalogue: "own:admin-bulk" });

const jobs = (page: Page) => page.getByRole("list", { name: "Thao tác hàng loạt" });

/** Adds users, copies of one that registers. */
async function addUsers(site: Site, count: number): Promise<void> {
  const { username } = await site.makeUser();
  site.changeDatabase((database) => {
    const { id: _id, ...user } = database.prepare("SELECT * FROM users WHERE username = ?").get(username) as {
      id: number;
    };
    const columns = Object.keys(user);
    const add = database.prepare(`INSERT INTO users (${columns}) VALUES (${columns.map((column) => `@${column}`)})`);
    for (let n = 1; n < count; n++) {
      const [name, email] = [`dong_${n}`, `dong${n}@example.com`];
      add.run({ ...user, username: name, username_key: name, email, email_key: email });
    }
  });
}

test("all of 2,000 users get days, are stopped and gone on with over reloads, and taken back", async ({
  page,
  site,
}) => {
  test.slow();
  await addUsers(site, 2_000);
  const token = await site.asAdmin();
  const premium = async () => {
    const address = "GET /api/admin/users/count?subscription_type=premium";
    return (await site.api<{ total: number }>(address, { token })).total;
  };
  await openOffice(page, site, "/admin/users");
  await page.getByRole("checkbox", { name: "Chọn cả trang" }).click();
  await page.getByRole("button", { name: "Chọn tất cả 2.000" }).click();
  await expect(page.getByText("Đã chọn tất cả 2.000 người dùng khớp bộ lọc")).toBeVisible();
  await page.getByRole("button", { name: "Cộng ngày Premium…" }).click();
  const question = page.getByRole("alertdialog", { name: "Cộng ngày cho 2.000 người dùng?" });
  await expect(question).toContainText("và 1.995 người dùng khác");
  await question.getByLabel("Số ngày").fill("30");
  await question.getByRole("button", { name: "Cộng ngày cho 2.000 người dùng" }).click();

  await expect(jobs(page).getByRole("progressbar")).toBeVisible();
  await jobs(page).getByRole("button", { name: "Dừng" }).click();
  await expect(jobs(page)).toContainText(/Đã dừng\. Đã cộng ngày cho [\d.]+ người dùng, [\d.]+ chưa làm/);
  const stoppedAt = await premium();
  expect(stoppedAt).toBeLessThan(2_000);

  await page.reload();
  await jobs(page)
    .getByRole("button", { name: /^Làm tiếp [\d.]+ người dùng$/ })
    .click();
  await expect(jobs(page).getByRole("progressbar")).toBeVisible();
  await page.reload();
  await expect(jobs(page)).toContainText("Đã cộng ngày cho 2.000 người dùng", { timeout: 150_000 });
  expect(await premium()).toBe(2_000);

  await jobs(page).getByRole("button", { name: "Hoàn tác" }).click();
  await page.getByRole("alertdialog", { name: "Hoàn tác?" }).getByRole("button", { name: "Hoàn tác" }).click();
  await expect(jobs(page)).toContainText("Đã hoàn tác: cộng ngày cho 2.000 người dùng", { timeout: 150_000 });
  expect(await premium()).toBe(0);
});
