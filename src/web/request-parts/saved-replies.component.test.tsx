import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { testAreas } from "#test/component/area.tsx";
import { checkScreen } from "#test/component/check-screen.ts";
import { renderWithin } from "#test/component/render.tsx";
import { aSongRequest, aTalk } from "#test/component/requests.ts";
import { stubApi } from "#test/component/stub-api.ts";
import { Talk } from "./talk.tsx";

const list = "GET /api/account/saved-replies";
const reply = { id: 1, title: "Hẹn ngày", text: "Chào {ten}, bài {ma} xong ngày {ngay_giao}", is_shared: true };
const replies = [{ ...reply, can_change: true }];
const menu = page.getByRole("button", { name: "Câu trả lời soạn sẵn" });
const dialog = page.getByRole("dialog", { name: "Câu trả lời soạn sẵn" });

async function open(answers: Parameters<typeof stubApi>[0] = {}) {
  const api = stubApi({
    "GET /api/song-requests/{id}/messages": aTalk({ unread: 0 }),
    "POST /api/song-requests/{id}/messages/read": { unread: 0 },
    [list]: replies,
    ...answers,
  });
  const request = aSongRequest({ code: "HRAB", customer_name: "Lan", due_at: "2026-05-06T10:00:00.000Z" });
  const [area] = testAreas;
  await renderWithin(<Talk request={request} refreshes={["/api/song-requests"]} maySaveForAll />, area && { area });
  await expect.element(page.getByRole("log")).toBeVisible();
  return api;
}

test("a saved reply goes into the message with its fields filled in, below what is typed", async () => {
  await open();
  const area = page.getByLabelText("Nhắn cho khách");
  await area.fill("Dạ vâng");
  await menu.click();
  await page.getByRole("menuitem", { name: "Hẹn ngày" }).click();
  await expect.element(area).toHaveValue("Dạ vâng\nChào Lan, bài HRAB xong ngày 06/05/2026");
  await checkScreen();
});

test("replies are added, changed and deleted in a dialog", async () => {
  const api = await open({
    "POST /api/account/saved-replies": { ...reply, id: 2, can_change: true },
    "PUT /api/account/saved-replies/{id}": { ...reply, can_change: true },
    "DELETE /api/account/saved-replies/{id}": { success: true },
  });
  await menu.click();
  await page.getByRole("menuitem", { name: "Sửa, thêm câu trả lời" }).click();
  await expect.element(dialog.getByText("Hẹn ngày")).toBeVisible();
  await checkScreen();
  await dialog.getByRole("button", { name: "Thêm câu trả lời" }).click();
  const form = page.getByRole("dialog", { name: "Thêm câu trả lời" });
  await form.getByLabelText(/^Tên để tìm/).fill("Cảm ơn");
  await form.getByLabelText("Câu trả lời", { exact: true }).fill("Cảm ơn {ten}");
  await form.getByRole("switch", { name: "Cho mọi người dùng" }).click();
  await form.getByRole("button", { name: "Lưu" }).click();
  await vi.waitFor(() =>
    expect(api.requests("POST /api/account/saved-replies").map(({ body }) => body)).toEqual([
      { title: "Cảm ơn", text: "Cảm ơn {ten}", is_shared: true },
    ]),
  );
  await dialog.getByRole("button", { name: "Xóa: Hẹn ngày" }).click();
  await page.getByRole("button", { name: "Xóa", exact: true }).click();
  await vi.waitFor(() =>
    expect(api.requests("DELETE /api/account/saved-replies/{id}").map(({ params }) => params)).toEqual([{ id: "1" }]),
  );
});

test("who may only read sees no composer", async () => {
  await open({ "GET /api/song-requests/{id}/messages": aTalk({ can_write: false, unread: 0 }) });
  await expect.element(page.getByText("Bạn nhận yêu cầu này rồi hãy nhắn cho khách.")).toBeVisible();
  await expect.element(page.getByLabelText("Nhắn cho khách")).not.toBeInTheDocument();
  await checkScreen();
});
