import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen } from "#test/component/check-screen.ts";
import { note, tone } from "#test/component/files.ts";
import { aBulkJob, aCategory, aSong } from "#test/component/samples.ts";
import { type Answers, counted, fails } from "#test/component/stub-api.ts";
import { type SentFile, stubUploads } from "#test/component/stub-upload.ts";
import type { SameSongList } from "../same-songs.tsx";
import * as screen from "../screen.tsx";

const drafts = page.getByRole("dialog", { name: "Tải nhiều file" });
const rows = drafts.getByRole("listitem");
const genre = drafts.getByLabelText(/^Thể loại khi file/);
const button = (name: string | RegExp) => drafts.getByRole("button", { name });
const begin = "POST /api/admin/bulk";
const jobs = page.getByRole("list", { name: "Thao tác hàng loạt" });
const picked = page.getByLabelText("Tải nhiều file").first();

function open(answers: Answers = {}) {
  return openAdmin(screen, "/admin/songs", {
    "GET /api/songs": counted([], 0),
    "GET /api/songs/count": { total: 0 },
    "GET /api/categories": [aCategory(), aCategory({ id: 2, name: "Dân ca" })],
    "DELETE /api/admin/uploads": { removed: true },
    ...answers,
  });
}

/** Answers a file with its tags. */
function take(file: SentFile | undefined, title: string, genres: string[] = [], same: SameSongList = []): void {
  const name = `audio/${title}.mp3`;
  const tags = { title, artist: null, genres, lyrics: null };
  file?.reply({
    file_url: `/uploads/${name}`,
    object_key: name,
    size: 1,
    duration: 1,
    cover_url: null,
    tags,
    has_broken_tags: false,
    same_songs: same,
  });
}

test("each file becomes a hidden song with its tags, in the genre of the tags or the selected one", async () => {
  const sent = stubUploads();
  const { api } = await open({ "POST /api/songs": aSong() });
  await userEvent.upload(picked, [tone("mot.mp3"), tone("hai.mp3")]);
  await expect.element(rows.nth(1)).toMatchTextContent("hai.mp3");
  await expect.element(button("Tải lên 2 file")).toBeDisabled();
  await expect.element(page.getByText("Còn thiếu thể loại")).toBeVisible();
  await genre.selectOptions("Trữ tình");
  await button("Tải lên 2 file").click();
  await expect.element(button("Đang tải lên...")).toBeDisabled();
  await expect.element(genre).toBeDisabled();
  await expect.poll(() => sent.length).toBe(1);
  take(sent[0], "Một", ["dân ca"]);
  await expect.element(drafts.getByText("Đã tạo bài nháp: Một")).toBeVisible();
  await expect.poll(() => sent.length).toBe(2);
  take(sent[1], "Hai");
  await expect.element(drafts.getByText("Đã tạo 2 bài nháp")).toBeVisible();
  const bodies = api.requests("POST /api/songs").map(({ body }) => body);
  expect(bodies).toMatchObject([
    { title: "Một", category_ids: [2], is_active: false },
    { title: "Hai", category_ids: [1], is_active: false },
  ]);
  await button("Xong").click();
  await expect.element(drafts).not.toBeInTheDocument();
});

test("a file that is a song already is not made a second one by itself", async () => {
  const sent = stubUploads();
  const { api } = await open({ "POST /api/songs": aSong({ id: 9 }) });
  await userEvent.upload(picked, [tone("mot.mp3"), tone("hai.mp3")]);
  await genre.selectOptions("Trữ tình");
  await button("Tải lên 2 file").click();
  await expect.poll(() => sent.length).toBe(1);
  take(sent[0], "Một", [], [{ id: 3, title: "Bài cũ", is_active: true }]);
  await expect.element(rows.nth(0).getByText("File này đã là bài hát “Bài cũ”")).toBeVisible();
  await expect.poll(() => sent.length).toBe(2);
  take(sent[1], "Hai");
  await expect.element(drafts.getByText("Đã tạo 1 bài nháp")).toBeVisible();
  await checkScreen({ heading: "Bài hát" });
  await button("Vẫn tạo bài nháp: mot.mp3").click();
  await expect.element(drafts.getByText("Đã tạo 2 bài nháp")).toBeVisible();
  expect(api.requests("POST /api/songs").map(({ body }) => body)).toMatchObject([
    { title: "Hai" },
    { title: "Một", allow_same_file: true },
  ]);
});

test("drafts are shown by a job, which the list of songs tells of", async () => {
  const sent = stubUploads();
  const job = aBulkJob({ kind: "activate_songs", total: 2, changed: 1, refused: 1 });
  const { api } = await open({ "POST /api/songs": aSong({ id: 9 }), [begin]: fails(500) });
  await userEvent.upload(picked, [tone("mot.mp3"), tone("hai.mp3")]);
  await genre.selectOptions("Trữ tình");
  await button("Tải lên 2 file").click();
  for (const [place, title] of ["Một", "Hai"].entries()) {
    await expect.poll(() => sent.length).toBe(place + 1);
    api.change({ "POST /api/songs": aSong({ id: 9 + place }) });
    take(sent[place], title);
    await expect.element(drafts.getByText(`Đã tạo bài nháp: ${title}`)).toBeVisible();
  }
  await button("Hiện công khai 2 bài").click();
  await expect.element(page.getByText("Có lỗi xảy ra khi lưu bài hát")).toBeVisible();
  api.change({ [begin]: job, "GET /api/admin/bulk": [job] });
  await button("Hiện công khai 2 bài").click();
  await expect.element(drafts).not.toBeInTheDocument();
  expect(api.requests(begin).at(-1)?.body).toEqual({ kind: "activate_songs", ids: [9, 10] });
  await expect.element(jobs).toMatchTextContent("Đã hiện công khai 1 bài hát, 1 không được");
});

test("drafts are given the time of their release, and files without a song stay", async () => {
  const sent = stubUploads();
  const { api } = await open({ "POST /api/songs": aSong({ id: 9 }), [begin]: aBulkJob({ kind: "schedule_songs" }) });
  await userEvent.upload(picked, [tone("mot.mp3"), tone("hai.mp3")]);
  await genre.selectOptions("Trữ tình");
  await button("Tải lên 2 file").click();
  await expect.poll(() => sent.length).toBe(1);
  take(sent[0], "Một");
  await expect.poll(() => sent.length).toBe(2);
  sent[1]?.fail(415, "File này không phải nhạc");
  await expect.element(button("Hiện công khai 1 bài")).toBeVisible();
  (drafts.getByRole("spinbutton").first().element() as HTMLElement).focus();
  await userEvent.keyboard("200025112099");
  await checkScreen({ heading: "Bài hát" });
  await button("Hẹn giờ phát hành 1 bài").click();
  await expect.element(drafts.getByText("mot.mp3")).not.toBeInTheDocument();
  await expect.element(rows).toMatchTextContent("hai.mp3");
  await expect.element(button("Thử lại: hai.mp3")).toBeEnabled();
  const options = { release_at: "2099-11-25T13:00:00.000Z" };
  expect(api.requests(begin)[0]?.body).toEqual({ kind: "schedule_songs", ids: [9], options });
});

test("failed files show their error, and retryable ones are sent again", async () => {
  const sent = stubUploads();
  const { api } = await open({ "POST /api/songs": fails(500) });
  await userEvent.upload(picked, [note(), tone("gia.mp3"), tone("mot.mp3")]);
  await expect.element(rows.nth(0).getByRole("alert")).toHaveTextContent("Vui lòng chọn file âm thanh hợp lệ");
  await expect.element(rows.nth(0).getByRole("button")).not.toBeInTheDocument();
  await checkScreen({ heading: "Bài hát" });
  await genre.selectOptions("Dân ca");
  await button("Tải lên 2 file").click();
  await expect.poll(() => sent.length).toBe(1);
  sent[0]?.fail(415, "File này không phải nhạc");
  await expect.element(rows.nth(1).getByRole("alert")).toHaveTextContent("File này không phải nhạc");
  await expect.poll(() => sent.length).toBe(2);
  take(sent[1], "Một");
  await expect.element(rows.nth(2).getByRole("alert")).toHaveTextContent("Có lỗi xảy ra khi lưu bài hát");
  api.change({ "POST /api/songs": aSong() });
  await button("Thử lại: mot.mp3").click();
  await expect.element(drafts.getByText("Đã tạo 1 bài nháp")).toBeVisible();
});

test("a file can be removed before its upload, and another added", async () => {
  stubUploads();
  await open();
  await userEvent.upload(picked, [tone("mot.mp3"), tone("hai.mp3")]);
  await button("Bỏ file: mot.mp3").click();
  await expect.element(rows).toMatchTextContent("hai.mp3");
  await userEvent.upload(drafts.getByLabelText("Thêm file"), tone("ba.mp3"));
  await expect.element(rows.nth(1)).toMatchTextContent("ba.mp3");
  await expect.element(button("Tải lên 2 file")).toBeVisible();
});

test("asks before closing during uploads, and cancels them", async () => {
  const sent = stubUploads();
  await open();
  await userEvent.upload(picked, tone());
  await genre.selectOptions("Dân ca");
  await button("Tải lên 1 file").click();
  await expect.element(drafts.getByRole("progressbar")).toBeVisible();
  await button("Đóng").first().click();
  const question = page.getByRole("alertdialog", { name: "Bỏ các thay đổi?" });
  await question.getByRole("button", { name: "Ở lại" }).click();
  await expect.element(drafts.getByRole("progressbar")).toBeVisible();
  await button("Đóng").first().click();
  await question.getByRole("button", { name: "Bỏ thay đổi" }).click();
  await expect.element(drafts).not.toBeInTheDocument();
  expect(sent[0]?.aborted).toBe(true);
});

test("a file refused with 401 ends the session", async () => {
  const sent = stubUploads();
  const { address } = await open();
  await userEvent.upload(picked, tone());
  await genre.selectOptions("Dân ca");
  await button("Tải lên 1 file").click();
  await expect.poll(() => sent.length).toBe(1);
  sent[0]?.fail(401, "Hết phiên");
  await expect.poll(address).toBe("/admin");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

describe("dropping files anywhere on the screen", () => {
  const hint = page.getByText("Thả file âm thanh vào đây, mỗi file thành một bài nháp");

  function drag(type: "dragenter" | "dragleave" | "dragover" | "drop", dataTransfer: DataTransfer): boolean {
    return !document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }

  function files(): DataTransfer {
    const transfer = new DataTransfer();
    transfer.items.add(tone("mot.mp3"));
    transfer.items.add(note());
    return transfer;
  }

  test("shows a drop zone while dragging, and opens the dialog with the files", async () => {
    await open();
    await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
    drag("dragenter", files());
    await expect.element(hint).toBeVisible();
    drag("dragleave", files());
    await expect.element(hint).not.toBeInTheDocument();
    drag("dragenter", files());
    expect(drag("dragover", files()), "the browser does not open them").toBe(true);
    expect(drag("drop", files())).toBe(true);
    await expect.element(rows.nth(1)).toMatchTextContent("ghi-chu.txt");
    await expect.element(hint).not.toBeInTheDocument();
  });

  test("ignores other dragged items, and files while a form is open", async () => {
    await open();
    await page.getByRole("button", { name: "Thêm bài hát" }).first().click();
    await expect.element(page.getByRole("dialog", { name: "Thêm bài hát" })).toBeVisible();
    drag("dragenter", files());
    expect(drag("drop", files()), "the browser does not open them").toBe(true);
    const text = new DataTransfer();
    text.setData("text/plain", "chữ");
    expect(drag("drop", text), "text stays the browser's").toBe(false);
    await expect.element(drafts).not.toBeInTheDocument();
    await expect.element(hint).not.toBeInTheDocument();
  });
});
