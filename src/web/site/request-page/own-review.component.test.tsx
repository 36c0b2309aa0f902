import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { RequestReview } from "#contract/request-reviews.ts";
import type { CustomerRequest } from "#contract/requests.ts";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { renderRoute } from "#test/component/render.tsx";
import { aRequest, aSongVersion } from "#test/component/requests.ts";
import { fails, held, type StubbedApi, stubApi } from "#test/component/stub-api.ts";
import sound from "../../../../demo/songs/buoi-sang-o-hem-nho.mp3?url";
import { readSession, writeSession } from "../../lib/storage.ts";
import * as requestPage from "./page.tsx";

const read = "GET /api/requests/{token}";
const put = "PUT /api/requests/{token}/review";
const remove = "DELETE /api/requests/{token}/review";
const time = "2026-05-04T08:00:00.000Z";
const token = aRequest().page_token;
const heading = page.getByRole("heading", { level: 1 });
const form = page.getByRole("form", { name: "Đánh giá bài hát" });
const star = (count: number) => form.getByRole("radio", { name: `${count} sao` });
const words = form.getByLabelText("Lời của bạn");
const shows = form.getByRole("checkbox", { name: "Cho phép hiện đánh giá này ở trang Đặt bài hát riêng" });
const name = form.getByLabelText("Tên hiện cùng đánh giá *");
const quotes = form.getByRole("checkbox", { name: "Cho phép trích đoạn đầu lời kể của tôi bên bài hát" });
const send = form.getByRole("button", { name: "Gửi đánh giá" });
const said = page.getByRole("region", { name: "Bạn đã đánh giá" });
const button = (label: string) => said.getByRole("button", { name: label });

const aReview = (fields: Partial<RequestReview> = {}): RequestReview => ({
  stars: 5,
  text: "Mẹ nghe mà khóc",
  name: "Lan Anh",
  is_public: true,
  is_story_quoted: false,
  state: "waiting",
  ...fields,
});
const accepted = (fields: Partial<CustomerRequest> = {}) =>
  aRequest({
    status: "completed",
    completed_at: time,
    accepted_at: time,
    paid_at: time,
    songs: [aSongVersion({ id: 11, number: 1, stream_url: sound, delivered_at: time })],
    download_url: "/files/song.mp3?download=1",
    ...fields,
  });

let api: StubbedApi;
beforeEach(() => {
  vi.spyOn(Date, "now").mockReturnValue(Date.parse(time));
  api = stubApi({ [read]: accepted() });
});

async function show(fields: Partial<CustomerRequest> = {}) {
  api.change({ [read]: accepted(fields) });
  await renderRoute(requestPage, { path: "/requests/:token", at: `/requests/${token}` });
  await expect.element(heading).toHaveTextContent("Bài hát của bạn");
}
/** Lets the server save a review. */
const saves = (review: RequestReview) => api.change({ [put]: review, [read]: accepted({ review }) });
const bodies = () => api.requests(put).map(({ body }) => body);

test("there is no form before the song is accepted", async () => {
  await show({ accepted_at: null, paid_at: null, download_url: null });
  expect(form.query()).toBeNull();
});

test("a half-written review comes back with the page, and is forgotten once sent", async () => {
  onTestFinished(() => writeSession("draft:review:3", null));
  writeSession("draft:review:3", JSON.stringify({ stars: 4, text: "Mẹ nghe", name: "Lan", is_public: true }));
  await show();
  await expect.element(star(4)).toBeChecked();
  await expect.element(words).toHaveValue("Mẹ nghe");
  await expect.element(name).toHaveValue("Lan");
  await words.fill("Mẹ nghe mà khóc");
  expect(JSON.parse(readSession("draft:review:3") ?? "")).toEqual({
    stars: 4,
    text: "Mẹ nghe mà khóc",
    name: "Lan",
    is_public: true,
    is_story_quoted: false,
  });
  saves(aReview({ stars: 4, name: "Lan" }));
  await send.click();
  await expect.element(said).toBeVisible();
  expect(readSession("draft:review:3")).toBeNull();
});

test.each(["null", "["])("a broken draft %s is none", async (draft) => {
  onTestFinished(() => writeSession("draft:review:3", null));
  writeSession("draft:review:3", draft);
  await show();
  await expect.element(words).toHaveValue("");
  await expect.element(shows).not.toBeChecked();
});

test("a first review asks for stars, and shows nothing by default", async () => {
  await show();
  await expect.element(shows).not.toBeChecked();
  expect([name.query(), quotes.query()]).toEqual([null, null]);
  await send.click();
  await expect.element(form.getByText("Vui lòng chọn từ 1 đến 5 sao")).toBeVisible();
  await expect.element(star(1)).toHaveFocus();
  await fits();
  await userEvent.keyboard("{ArrowRight}{ArrowRight}{ArrowRight}");
  await expect.element(star(4)).toBeChecked();
  await words.fill("Mẹ nghe mà khóc");
  saves(aReview({ stars: 4, name: null, is_public: false, state: "private" }));
  await send.click();
  await expect.element(page.getByRole("heading", { name: "Bạn đã đánh giá" })).toHaveFocus();
  await expect.element(said.getByRole("img", { name: "4 trên 5 sao" })).toBeVisible();
  await expect.element(said).toMatchTextContent("Chỉ chúng tôi đọc.");
  expect(button("Thôi cho hiện").query()).toBeNull();
  expect(bodies()).toEqual([
    { stars: 4, text: "Mẹ nghe mà khóc", name: null, is_public: false, is_story_quoted: false },
  ]);
});

test("the consent asks for a name, which is empty, and for the story apart", async () => {
  await show();
  await shows.click();
  await expect.element(name).toHaveValue("");
  await expect.element(quotes).not.toBeChecked();
  await send.click();
  await expect.element(form.getByText("Vui lòng chọn từ 1 đến 5 sao")).toBeVisible();
  await expect.element(name).toHaveAccessibleDescription("Vui lòng nhập tên bạn muốn hiện");
  await checkScreen({ heading: "Bài hát của bạn" });
  await star(5).click({ force: true });
  await send.click();
  await expect.element(name).toHaveFocus();
  await name.fill("a".repeat(61));
  await expect.element(name).toHaveAccessibleDescription("Không được dài quá 60 ký tự");
  await name.fill("Lan Anh");
  await quotes.click();
  const review = aReview({ is_story_quoted: true });
  const reply = held(review);
  api.change({ [put]: reply.answer, [read]: accepted({ review }) });
  await send.click();
  await expect.element(form.getByRole("button", { name: "Đang gửi..." })).toBeDisabled();
  reply.release();
  await expect
    .element(said)
    .toMatchTextContent(
      "Bạn cho phép hiện ở trang Đặt bài hát riêng dưới tên Lan Anh. Chúng tôi đọc qua rồi mới cho hiện.",
    );
  expect(bodies()).toEqual([{ stars: 5, text: null, name: "Lan Anh", is_public: true, is_story_quoted: true }]);
});

test("the quotation is not kept without the consent", async () => {
  await show({ review: aReview({ is_story_quoted: true }) });
  await button("Sửa đánh giá").click();
  await shows.click();
  saves(aReview({ is_public: false, state: "private" }));
  await form.getByRole("button", { name: "Lưu đánh giá" }).click();
  await expect.poll(bodies).toMatchObject([{ is_public: false, is_story_quoted: false }]);
});

test("a review that is shown says where, under which name, and how to take it back", async () => {
  await show({ review: aReview({ state: "shown" }) });
  await expect.element(said).toMatchTextContent("Đang hiện ở trang Đặt bài hát riêng dưới tên Lan Anh.");
  await expect.element(said).toMatchTextContent("Mẹ nghe mà khóc");
  await expect.element(button("Thôi cho hiện")).toBeVisible();
  await checkScreen({ heading: "Bài hát của bạn" });
});

test("a review that is hidden says so", async () => {
  await show({ review: aReview({ state: "hidden" }) });
  await expect.element(said).toMatchTextContent("Chúng tôi đã đọc, và không cho hiện ở trang Đặt bài hát riêng.");
});

test("a review can be changed, or left as it is", async () => {
  await show({ review: aReview() });
  await button("Sửa đánh giá").click();
  await expect.element(star(5)).toHaveFocus();
  await expect.element(words).toHaveValue("Mẹ nghe mà khóc");
  await expect.element(name).toHaveValue("Lan Anh");
  await words.fill("Khác");
  await form.getByRole("button", { name: "Thôi, không sửa" }).click();
  await expect.element(said).toMatchTextContent("Mẹ nghe mà khóc");
  expect(bodies()).toEqual([]);
});

test("the consent is withdrawn with one press", async () => {
  await show({ review: aReview({ state: "shown", is_story_quoted: true }) });
  saves(aReview({ is_public: false, state: "private" }));
  await button("Thôi cho hiện").click();
  await expect.element(said).toMatchTextContent("Chỉ chúng tôi đọc.");
  expect(bodies()).toMatchObject([{ stars: 5, text: "Mẹ nghe mà khóc", is_public: false, is_story_quoted: false }]);
});

test("a review is deleted after a question", async () => {
  await show({ review: aReview() });
  await button("Xóa").click();
  const question = page.getByRole("dialog", { name: "Xóa đánh giá của bạn?" });
  await question.getByRole("button", { name: "Giữ lại" }).click();
  expect(api.requests(remove)).toEqual([]);
  await button("Xóa").click();
  api.change({ [remove]: { success: true }, [read]: accepted() });
  await question.getByRole("button", { name: "Xóa đánh giá" }).click();
  await expect.element(form).toBeVisible();
  await expect.element(star(5)).not.toBeChecked();
  expect(api.requests(remove)).toHaveLength(1);
});

test("a failure keeps what was typed", async () => {
  await show();
  await star(5).click({ force: true });
  await words.fill("Mẹ nghe mà khóc");
  api.change({ [put]: fails(500) });
  await send.click();
  await expect.element(page.getByRole("alert")).toBeVisible();
  await expect.element(words).toHaveValue("Mẹ nghe mà khóc");
});
