import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { renderRoute } from "#test/component/render.tsx";
import { aMessage, aTalk } from "#test/component/requests.ts";
import { fails, stubApi } from "#test/component/stub-api.ts";
import { stubUploads } from "#test/component/stub-upload.ts";
import { readStored, writeStored } from "../lib/storage.ts";
import { CustomerTalk } from "../site/request-page/customer-talk.tsx";

const token = "ZyXwVuTsRqPoNmLkJiHgFe";
const messagesCall = "GET /api/requests/{token}/messages";
const readCall = "POST /api/requests/{token}/messages/read";
const area = page.getByLabelText("Nhắn cho người viết bài");
const log = page.getByRole("log", { name: "Tin nhắn" });
const send = page.getByRole("button", { name: "Gửi tin nhắn" });

async function open(answers: Parameters<typeof stubApi>[0] = {}) {
  const api = stubApi({ [messagesCall]: aTalk(), [readCall]: { unread: 0 }, ...answers });
  const rendered = await renderRoute({ default: () => <CustomerTalk token={token} /> }, { path: "/", at: "/" });
  return { ...rendered, api };
}

/** Chooses a file, as the browser's dialog does. */
const choose = (name: string, type: string, size = 3) =>
  userEvent.upload(
    page.getByLabelText("Ảnh hoặc bản thu", { exact: true }).last(),
    new File([new Uint8Array(size)], name, { type }),
  );

test("an empty talk says what it is for", async () => {
  await open({ [messagesCall]: aTalk({ messages: [] }) });
  await expect.element(log).toMatchTextContent(/Chưa có tin nhắn nào/);
  await expect.element(send).toHaveAttribute("aria-disabled", "true");
  await fits();
});

test("shows whose words they are, what is new and what was read, and tells that they were read", async () => {
  const { api } = await open();
  await expect.element(log.getByText("Mẹ bạn quê ở đâu ạ?")).toBeVisible();
  expect(log.element().textContent).toMatch(/Bạn.*Chào bạn.*Đã xem.*Tin mới.*An, Ngân Nga.*Mẹ bạn quê ở đâu ạ\?/);
  await vi.waitFor(() => expect(api.requests(readCall).map(({ body }) => body)).toEqual([{ up_to: 2 }]));
  await checkScreen();
});

test("Ctrl+Enter sends and Enter makes a line; what came back is shown at once, and the draft is gone", async () => {
  const uploads = stubUploads();
  await open();
  await area.fill("Bến Tre");
  await userEvent.keyboard("{Enter}ạ");
  await expect.element(area).toHaveValue("Bến Tre\nạ");
  expect(readStored(`talk:${token}`)).toBe("Bến Tre\nạ");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await vi.waitFor(() => expect(uploads).toHaveLength(1));
  await expect.element(page.getByRole("button", { name: "Đang gửi…" })).toBeVisible();
  expect(uploads[0]?.endpoint).toBe(`POST /api/requests/${token}/messages`);
  const mine = aMessage({ id: 3, author: "customer", author_name: null, text: "Bến Tre\nạ" });
  uploads[0]?.reply(aTalk({ messages: [...aTalk().messages, mine], unread: 0 }));
  await expect.element(log.getByText(/Bến Tre/)).toBeVisible();
  await expect.element(log).toMatchTextContent(/Đã gửi$/);
  await expect.element(area).toHaveValue("");
  expect(readStored(`talk:${token}`)).toBeNull();
});

test("a message that fails keeps its words and its id, until they change", async () => {
  const uploads = stubUploads();
  await open();
  await area.fill("Chào");
  await send.click();
  uploads[0]?.lose();
  await expect.element(page.getByRole("alert")).toMatchTextContent(/Không kết nối được/);
  await expect.element(area).toHaveValue("Chào");
  await fits();
  await page.getByRole("button", { name: "Gửi lại" }).click();
  uploads[1]?.fail(429, "Hôm nay đã có nhiều tin nhắn");
  await expect.element(page.getByRole("alert")).toHaveTextContent("Hôm nay đã có nhiều tin nhắn");
  await area.fill("Chào bạn");
  await page.getByRole("button", { name: "Gửi lại" }).click();
  const [first, second, third] = uploads.map(({ body }) => body.get("client_id"));
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test("a draft is there after a reload", async () => {
  writeStored(`talk:${token}`, "Viết dở");
  await open();
  await expect.element(area).toHaveValue("Viết dở");
  writeStored(`talk:${token}`, null);
});

test("a file goes along with its progress, and sending can be cancelled", async () => {
  const uploads = stubUploads();
  await open();
  await expect.element(log).toBeVisible();
  await choose("mẹ.png", "image/png");
  await expect.element(page.getByText("mẹ.png")).toBeVisible();
  await send.click();
  uploads[0]?.progress(1, 4);
  await expect.element(page.getByRole("progressbar", { name: "Đang gửi mẹ.png" })).toHaveValue(25);
  await checkScreen();
  await page.getByRole("button", { name: "Hủy gửi" }).click();
  expect(uploads[0]?.aborted).toBe(true);
  expect(uploads[0]?.body.get("picture")).toMatchObject({ name: "mẹ.png" });
  await expect.element(page.getByText("mẹ.png")).toBeVisible();
  await page.getByRole("button", { name: "Bỏ file mẹ.png" }).click();
  await expect.element(page.getByText("mẹ.png")).not.toBeInTheDocument();
});

test("files that are too large or of no use are refused at once", async () => {
  await open();
  await expect.element(log).toBeVisible();
  const refusals = [
    ["a.gif", "image/gif", 3, "Chỉ hỗ trợ ảnh JPG, PNG hoặc WebP"],
    ["a.png", "image/png", 5 * 1024 ** 2 + 1, "Ảnh không được vượt quá 5 MB"],
    ["a.pdf", "application/pdf", 3, "Bạn chọn một ảnh, hoặc một bản thu âm hay video nhé"],
  ] as const;
  for (const [name, type, size, message] of refusals) {
    await userEvent.upload(page.getByLabelText("Ảnh hoặc bản thu", { exact: true }).last(), [
      new File([new Uint8Array(size)], name, { type }),
    ]);
    await expect.element(page.getByRole("alert")).toHaveTextContent(message);
  }
});

test("pictures open large, recordings play", async () => {
  const picture = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='40' height='40'/>";
  await open({
    [messagesCall]: aTalk({
      messages: [
        aMessage({ id: 1, text: "", file: { kind: "picture", name: "mẹ.png", url: picture, duration: null } }),
        aMessage({ id: 2, text: "", file: { kind: "audio", name: "hát.mp3", url: "/uploads/a.mp3", duration: 9 } }),
      ],
    }),
  });
  await expect.element(page.getByRole("button", { name: "Phát: hát.mp3" })).toBeVisible();
  await checkScreen();
  await page.getByRole("button", { name: "Xem ảnh lớn: mẹ.png" }).click();
  await expect.element(page.getByRole("dialog", { name: "mẹ.png" }).getByRole("img", { name: "mẹ.png" })).toBeVisible();
  await checkScreen();
  await page.getByRole("button", { name: "Đóng ảnh" }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

test("earlier messages come by a press", async () => {
  const { api } = await open({ [messagesCall]: aTalk({ has_earlier: true }) });
  await expect.element(log).toBeVisible();
  api.change({ [messagesCall]: aTalk({ messages: [aMessage({ id: 0, text: "Rất lâu rồi", read_at: null })] }) });
  await page.getByRole("button", { name: "Xem tin nhắn cũ hơn" }).click();
  await expect.element(log.getByText("Rất lâu rồi")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Xem tin nhắn cũ hơn" })).not.toBeInTheDocument();
  expect(api.requests(messagesCall).map(({ query }) => query)).toContainEqual({ before: "1" });
});

test("a talk that can't be read can be read again", async () => {
  const { api } = await open({ [messagesCall]: fails(500) });
  await expect.element(page.getByText("Không tải được tin nhắn")).toBeVisible();
  api.change({ [messagesCall]: aTalk() });
  await page.getByRole("button", { name: "Thử lại" }).click();
  await expect.element(log).toBeVisible();
});

test("a text that is too long is told, stays whole and is not sent", async () => {
  const uploads = stubUploads();
  await open();
  const long = "á".repeat(3001);
  await area.fill(long);
  await expect.element(area).toHaveAccessibleDescription("Không được dài quá 3000 ký tự");
  await fits();
  await send.click();
  await expect.element(area).toHaveFocus();
  await expect.element(area).toHaveValue(long);
  expect(uploads).toEqual([]);
  await area.fill("á".repeat(3000));
  await send.click();
  await vi.waitFor(() => expect(uploads).toHaveLength(1));
  uploads[0]?.reply(aTalk({ unread: 0 }));
  await expect.element(area).toHaveValue("");
});
