import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen } from "#test/component/check-screen.ts";
import { anExample } from "#test/component/reviews.ts";
import { type Answers, fails } from "#test/component/stub-api.ts";
import * as screen from "./screen.tsx";

const list = "GET /api/admin/examples";
const candidates = "GET /api/admin/examples/candidates";
const heading = "Bài nghe thử";
const form = page.getByRole("dialog", { name: /^(Thêm bài nghe thử|Sửa bài nghe thử: .+)$/ });
const song = form.getByLabelText(/^Bài hát/);
const status = page.getByRole("status").last();
const candidate = { song_id: 15, title: "Lỡ chuyến cuối", occasion: "Ngày cưới" as const, code: "HR2345678M" };

async function open(answers: Answers = {}) {
  const opened = await openAdmin(screen, "/admin/examples", {
    [list]: [anExample()],
    [candidates]: [candidate],
    ...answers,
  });
  await expect.element(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  return opened;
}

test("the list tells which songs visitors hear, and why not", async () => {
  await open({
    [list]: [
      anExample(),
      anExample({ id: 2, song_id: 13, title: "Ngày anh quên", quote: null, fault: "not_allowed" }),
      anExample({ id: 3, song_id: 14, title: "Ru con", quote: null, is_demo: true, fault: "hidden" }),
    ],
  });
  const row = (name: string) => page.getByRole("row", { name: new RegExp(name) });
  await expect.element(row("Xôi nóng")).toMatchTextContent("Nghe được");
  await expect.element(row("Xôi nóng")).toMatchTextContent("“Mẹ nghe mà khóc” Lan Anh");
  await expect.element(row("Ngày anh quên")).toMatchTextContent("Khách không cho phép nữa");
  await expect.element(row("Ngày anh quên")).toMatchTextContent("Chưa có lời nào được hiện");
  await expect.element(row("Ru con")).toMatchTextContent("Bài đang ẩn");
  await expect.element(row("Ru con")).toMatchTextContent("Bài mẫu của Ngân Nga");
  await expect.element(page.getByRole("link", { name: "Ru con" })).toHaveAttribute("href", "/admin/songs?open=14");
  await checkScreen({ heading });
});

test("a song is added from those that customers allow", async () => {
  const { api } = await open({ [list]: [] });
  await expect.element(page.getByRole("heading", { name: "Chưa có bài nghe thử nào" })).toBeVisible();
  await page.getByRole("button", { name: "Thêm bài nghe thử" }).first().click();
  await form.getByRole("button", { name: "Lưu" }).click();
  await expect.element(song).toHaveAccessibleDescription("Vui lòng chọn bài hát");
  await song.selectOptions("Lỡ chuyến cuối · ngày cưới · HR2345678M");
  await form.getByLabelText(/^Dịp/).selectOptions("Ngày cưới");
  await checkScreen({ heading });
  api.change({ "POST /api/admin/examples": anExample({ id: 4, song_id: 15 }) });
  await form.getByRole("button", { name: "Lưu" }).click();
  await expect.element(status).toMatchTextContent("Đã thêm bài nghe thử");
  expect(api.requests("POST /api/admin/examples")).toMatchObject([
    { body: { song_id: 15, occasion: "Ngày cưới", sort_order: 0 } },
  ]);
});

test("says why there is no song to add", async () => {
  const { api } = await open({ [candidates]: [] });
  await page.getByRole("button", { name: "Thêm bài nghe thử" }).first().click();
  await expect.element(form.getByText(/^Chưa có bài nào để chọn\./)).toBeVisible();
  expect(api.requests(candidates)).toHaveLength(1);
});

test("order and occasion are changed, the song is not", async () => {
  const { api } = await open();
  await page.getByRole("button", { name: "Sửa: Xôi nóng đầu ngõ" }).click();
  await expect.element(form).toBeVisible();
  expect(song.query()).toBeNull();
  await form.getByLabelText("Thứ tự").fill("3");
  api.change({ "PUT /api/admin/examples/{id}": anExample({ sort_order: 3 }) });
  await form.getByRole("button", { name: "Lưu" }).click();
  await expect.element(status).toMatchTextContent("Đã lưu bài nghe thử");
  expect(api.requests("PUT /api/admin/examples/{id}")).toMatchObject([{ body: { sort_order: 3, version: "v1" } }]);
});

test("a song is taken out after a question", async () => {
  const { api } = await open();
  await page.getByRole("button", { name: "Xóa: Xôi nóng đầu ngõ" }).click();
  const question = page.getByRole("alertdialog");
  await expect.element(question).toMatchTextContent("Bài hát vẫn ở trong thư viện.");
  api.change({ "DELETE /api/admin/examples/{id}": { success: true } });
  await question.getByRole("button", { name: "Xóa bài nghe thử" }).click();
  await expect.element(status).toMatchTextContent("Đã bỏ bài nghe thử");
});

test("shows an error when the list can't be loaded", async () => {
  await open({ [list]: fails(500) });
  await expect.element(page.getByRole("alert")).toMatchTextContent("Không thể tải các bài nghe thử");
});
