import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { CustomerRequest } from "#contract/requests.ts";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { renderRoute } from "#test/component/render.tsx";
import { aRequest, aSongVersion, someLyrics } from "#test/component/requests.ts";
import { fails, networkDown, type StubbedApi, stubApi } from "#test/component/stub-api.ts";
import { readStored } from "../../../lib/storage.ts";
import * as requestPage from "../page.tsx";

const read = "GET /api/requests/{token}";
const answerCall = "POST /api/requests/{token}/lyrics/answer";
const token = aRequest().page_token;
const time = "2026-05-04T08:00:00.000Z";
const section = page.getByRole("region", { name: /lời/i });
const line = (text: string) => section.getByRole("button", { name: text });
const noteAt = (text: string) => section.getByLabelText(`Góp ý cho dòng “${text}”`);
const words = section.getByLabelText("Điều bạn muốn nói thêm");
const agree = section.getByRole("button", { name: "Đồng ý với lời này" });
const send = section.getByRole("button", { name: /^Gửi góp ý/ });
const dialog = page.getByRole("dialog", { name: "Đồng ý với lời này?" });
const alert = page.getByRole("alert");
const state = page.getByRole("region", { name: "Tình trạng" });
const draftKey = `lyricsRemarks:${aRequest().id}` as const;

const waiting = (fields: Partial<CustomerRequest> = {}) =>
  aRequest({
    status: "processing",
    is_assigned: true,
    waiting_since: time,
    due_at: "2999-05-07T16:59:59.999Z",
    lyrics: [someLyrics({ sent_by: null, note: "Bạn đọc kỹ tên người nhé" })],
    ...fields,
  });
const wanted = someLyrics({
  state: "changes_wanted",
  answered_at: time,
  answer: "Hay lắm",
  notes: [{ line: 4, text: "Đổi “ầu ơ” thành “à ơi”" }],
});
const second = someLyrics({
  number: 2,
  text: "Mẹ ngồi bên hiên nhà\nĐong đưa võng trưa hè\n\nCon đi xa lâu quá\nNhớ tiếng mẹ à ơi",
});

let api: StubbedApi;
beforeEach(() => {
  api = stubApi({ [read]: waiting() });
  return () => localStorage.removeItem(draftKey);
});

async function show(request: CustomerRequest = waiting()) {
  api.change({ [read]: request });
  const rendered = await renderRoute(requestPage, { path: "/requests/:token", at: `/requests/${token}` });
  await expect.element(section).toBeVisible();
  return rendered;
}
const bodies = () => api.requests(answerCall).map(({ body }) => body);

describe("lyrics that wait", () => {
  test("are read line by line, and the page says that the due day stands still", async () => {
    await show();
    await expect.element(section.getByRole("heading")).toHaveTextContent("Lời bài hát chờ bạn đọc");
    await expect.element(section.getByText("Bạn đọc kỹ tên người nhé")).toBeVisible();
    expect(section.element().querySelectorAll("li > button[aria-pressed=false]")).toHaveLength(4);
    await expect.element(state).toMatchTextContent(/Duyệt lời, đang chờ.*Hạn giao tạm dừng.*Bạn trả lời hôm nay/);
    await checkScreen();
  });

  test("are marked and written at by keyboard alone, and sent with the words", async () => {
    const changed = waiting({ waiting_since: null, lyrics: [wanted] });
    await show();
    api.change({ [answerCall]: changed, [read]: changed });
    (line("Nhớ tiếng mẹ ầu ơ").element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}{Tab}Đổi “ầu ơ” thành “à ơi”");
    await line("Mẹ ngồi bên hiên vắng").click();
    await expect.element(line("Mẹ ngồi bên hiên vắng")).toHaveAttribute("aria-pressed", "true");
    await expect.element(agree).not.toBeInTheDocument();
    await words.fill("Hay lắm");
    await expect.element(send).toHaveTextContent("Gửi góp ý (2 dòng)");
    await checkScreen();
    await send.click();
    await expect.element(section.getByRole("heading")).toHaveTextContent("Bạn đã góp ý lời bài hát");
    expect(bodies()).toEqual([
      {
        lyrics_id: 41,
        agrees: false,
        notes: [
          { line: 4, text: "Đổi “ầu ơ” thành “à ơi”" },
          { line: 0, text: null },
        ],
        text: "Hay lắm",
      },
    ]);
    await expect.element(state.getByRole("heading")).toHaveFocus();
    expect(readStored(draftKey)).toBeNull();
    await fits();
  });

  test("keep what was written on this device, also at a line whose mark was taken away", async () => {
    const first = await show();
    await line("Con đi xa lâu quá").click();
    await noteAt("Con đi xa lâu quá").fill("Con vẫn ở gần");
    await words.fill("Cảm ơn");
    await line("Con đi xa lâu quá").click();
    await first.unmount();
    await show();
    await expect.element(words).toHaveValue("Cảm ơn");
    await expect.element(noteAt("Con đi xa lâu quá")).not.toBeInTheDocument();
    await line("Con đi xa lâu quá").click();
    await expect.element(noteAt("Con đi xa lâu quá")).toHaveValue("Con vẫn ở gần");
    await section.getByRole("button", { name: "Bỏ hết đánh dấu" }).click();
    await expect.element(agree).toBeVisible();
    expect(bodies()).toEqual([]);
  });

  test("are agreed with after a question", async () => {
    const agreed = waiting({
      waiting_since: null,
      lyrics: [someLyrics({ state: "agreed", answered_at: time })],
    });
    await show();
    api.change({ [answerCall]: agreed, [read]: agreed });
    await agree.click();
    await checkScreen();
    await dialog.getByRole("button", { name: "Đọc lại đã" }).click();
    expect(bodies()).toEqual([]);
    await agree.click();
    await dialog.getByRole("button", { name: "Đồng ý", exact: true }).click();
    await expect.element(section.getByRole("heading")).toHaveTextContent("Bạn đã đồng ý với lời");
    expect(bodies()).toEqual([{ lyrics_id: 41, agrees: true, notes: [], text: null }]);
    await expect.element(state).toMatchTextContent(/Bạn đã duyệt lời, xong.*Đang thực hiện, đang chờ/);
    await fits();
  });

  test("are not sent without a mark or a word", async () => {
    await show();
    await send.click();
    await expect.element(section.getByText("Bạn đánh dấu một dòng, hoặc viết điều bạn muốn sửa nhé")).toBeVisible();
    await expect.element(words).toHaveFocus();
    expect(bodies()).toEqual([]);
    await fits();
  });

  test("are not sent with words that are too long, which stay whole", async () => {
    await show();
    await words.fill("á".repeat(3001));
    await expect.element(words).toHaveAccessibleDescription("Không được dài quá 3000 ký tự");
    await agree.click();
    await expect.element(words).toHaveFocus();
    await expect.element(dialog).not.toBeInTheDocument();
    await words.fill("Cảm ơn");
    const note = noteAt("Con đi xa lâu quá");
    await line("Con đi xa lâu quá").click();
    await note.fill("á".repeat(501));
    await expect.element(note).toHaveAccessibleDescription("Không được dài quá 500 ký tự");
    await fits();
    await send.click();
    await expect.element(note).toHaveFocus();
    await expect.element(note).toHaveValue("á".repeat(501));
    expect(bodies()).toEqual([]);
  });

  test("that were replaced meanwhile show the new version, with the message of the server", async () => {
    await show();
    await line("Mẹ ngồi bên hiên vắng").click();
    const newer = waiting({ lyrics: [second, { ...someLyrics(), state: "superseded" }] });
    api.change({ [answerCall]: fails(409, "Đã có bản lời mới hơn"), [read]: newer });
    await send.click();
    await expect.element(alert).toHaveTextContent("Đã có bản lời mới hơn");
    await expect.element(line("Mẹ ngồi bên hiên nhà")).toBeVisible();
    await expect.element(agree).toBeVisible();
  });

  test("take remarks over from the version before, at the lines that are still there, and list the others", async () => {
    const { unmount } = await show();
    await line("Đong đưa võng trưa hè").click();
    await noteAt("Đong đưa võng trưa hè").fill("Trưa nắng");
    await line("Nhớ tiếng mẹ ầu ơ").click();
    await noteAt("Nhớ tiếng mẹ ầu ơ").fill("Mẹ hát à ơi");
    await line("Mẹ ngồi bên hiên vắng").click();
    await words.fill("Cảm ơn");
    await unmount();
    const lyrics = someLyrics({ number: 2, text: `Mẹ ngồi bên hiên nhà\n\n${second.text.replace("à ơi", "yêu")}` });
    await show(waiting({ lyrics: [lyrics, { ...someLyrics(), state: "superseded" }] }));
    await expect.element(noteAt("Đong đưa võng trưa hè")).toHaveValue("Trưa nắng");
    await expect.element(words).toHaveValue("Cảm ơn");
    const lost = section.getByRole("group", { name: "Góp ý cho các dòng không còn trong bản này" });
    await expect.element(lost.getByRole("listitem")).toHaveTextContent("“Nhớ tiếng mẹ ầu ơ”: Mẹ hát à ơi");
    await checkScreen();
    await lost.getByRole("button", { name: "Chuyển xuống ô bên dưới" }).click();
    await expect.element(words).toHaveFocus();
    await expect.element(words).toHaveValue("Cảm ơn\n“Nhớ tiếng mẹ ầu ơ”: Mẹ hát à ơi");
    await expect.element(lost).not.toBeInTheDocument();
    const changed = waiting({
      waiting_since: null,
      lyrics: [{ ...lyrics, state: "changes_wanted", answered_at: time }],
    });
    api.change({ [answerCall]: changed, [read]: changed });
    await send.click();
    await expect.element(section.getByRole("heading")).toHaveTextContent("Bạn đã góp ý lời bài hát");
    expect(bodies()).toMatchObject([{ lyrics_id: 42, notes: [{ line: 3, text: "Trưa nắng" }] }]);
  });

  test("that change while they are read keep the remarks, and ask for no agreement with the other version", async () => {
    await show();
    await line("Đong đưa võng trưa hè").click();
    await noteAt("Đong đưa võng trưa hè").fill("Trưa nắng");
    await section.getByRole("button", { name: "Bỏ hết đánh dấu" }).click();
    await words.fill("Cảm ơn");
    await agree.click();
    await expect.element(dialog).toBeVisible();
    api.change({ [read]: waiting({ lyrics: [second, { ...someLyrics(), state: "superseded" }] }) });
    document.dispatchEvent(new Event("visibilitychange"));
    await expect.element(line("Mẹ ngồi bên hiên nhà")).toBeInTheDocument();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(words).toHaveValue("Cảm ơn");
    await line("Đong đưa võng trưa hè").click();
    await expect.element(noteAt("Đong đưa võng trưa hè")).toHaveValue("Trưa nắng");
  });

  test("that could not be sent stay as they were written", async () => {
    await show();
    await words.fill("Sửa câu cuối");
    api.change({ [answerCall]: networkDown() });
    await send.click();
    await expect.element(alert).toBeVisible();
    await expect.element(words).toHaveValue("Sửa câu cuối");
  });
});

test("a later version shows what changed, struck out and underlined, and the one before with what was said of it", async () => {
  await show(waiting({ lyrics: [second, wanted] }));
  await section.getByRole("button", { name: "Xem chỗ đã đổi so với bản 1" }).click();
  const texts = (tag: string) =>
    [...section.element().querySelectorAll(tag)].map((each) => each.lastChild?.textContent);
  expect(texts("del").map((each) => each?.trim())).toEqual(["vắng", "ầu ơ"]);
  expect(texts("ins").map((each) => each?.trim())).toEqual(["nhà", "à ơi"]);
  await section.getByText(/^Bản 1, bạn đã góp ý/).click();
  await expect.element(section.getByText("Đổi “ầu ơ” thành “à ơi”")).toBeVisible();
  await checkScreen();
});

test("lyrics are read in a second round too, below the song, and not once the song is there", async () => {
  const songs = [aSongVersion({ delivered_at: time })];
  const { unmount } = await show(waiting({ completed_at: time, songs }));
  await expect.element(agree).toBeVisible();
  await fits();
  await unmount();
  api.change({ [read]: waiting({ status: "completed", waiting_since: null, songs, completed_at: time }) });
  await renderRoute(requestPage, { path: "/requests/:token", at: `/requests/${token}` });
  await expect.element(page.getByRole("button", { name: "Tôi hài lòng, nhận bài" })).toBeVisible();
  await expect.element(agree).not.toBeInTheDocument();
});

test.each([
  ["taken back", { lyrics: [] }, checkScreen],
  ["left aside for a song", { songs: [aSongVersion()], status: "completed" as const, lyrics: [] }, fits],
])("lyrics that were %s leave remarks that were not sent to be copied", async (_, fields, checkLooks) => {
  const copy = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await show();
  await line("Nhớ tiếng mẹ ầu ơ").click();
  await noteAt("Nhớ tiếng mẹ ầu ơ").fill("Mẹ hát à ơi");
  await line("Mẹ ngồi bên hiên vắng").click();
  await words.fill("Cảm ơn");
  api.change({ [read]: waiting({ waiting_since: null, ...fields }) });
  document.dispatchEvent(new Event("visibilitychange"));
  const unsent = page.getByRole("region", { name: "Góp ý bạn chưa gửi" });
  await expect.element(unsent).toBeVisible();
  await checkLooks();
  await unsent.getByRole("button", { name: "Sao chép góp ý" }).click();
  expect(copy).toHaveBeenCalledWith("“Mẹ ngồi bên hiên vắng”\n“Nhớ tiếng mẹ ầu ơ”: Mẹ hát à ơi\nCảm ơn");
  await unsent.getByRole("button", { name: "Bỏ góp ý này" }).click();
  await expect.element(unsent).not.toBeInTheDocument();
  expect(readStored(draftKey)).toBeNull();
});
