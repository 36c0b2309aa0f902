import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { z } from "zod";
import type { Api } from "#contract/api.ts";
import type { SongBody } from "#contract/catalogue.ts";
import type { Reply } from "#contract/endpoint.ts";
import { readLyrics } from "#contract/lyrics/formats.ts";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { passTime, stopClock } from "#test/component/clock.ts";
import { note, picture, tone } from "#test/component/files.ts";
import { topOf } from "#test/component/form.tsx";
import { aCategory, aSong, someLines } from "#test/component/samples.ts";
import { type Answers, counted, fails, held, networkDown } from "#test/component/stub-api.ts";
import { stubUploads } from "#test/component/stub-upload.ts";
import * as screen from "./screen.tsx";

const song = aSong({ id: 4, title: "Bài cũ", stream_url: "/uploads/cu.mp3", thumbnail_url: "/uploads/cu.png" });
const audio = "/uploads/audio/0123456789abcdef0123456789abcdef.mp3";
const cover = "/uploads/images/0123456789abcdef0123456789abcdef.jpg";
const uploaded: Reply<Api["POST /api/admin/upload-audio"]> = {
  file_url: audio,
  object_key: audio.slice("/uploads/".length),
  size: 4096,
  duration: 41,
  cover_url: cover,
  tags: { title: "Tên trong file", artist: "Hiên Nhà", genres: [], lyrics: "Câu hát", lines: null },
  has_broken_tags: false,
  same_songs: [],
};

const form = page.getByRole("dialog", { name: /^(Thêm bài hát|Bài hát: .+)$/ });
const title = form.getByLabelText(/^Tên bài hát/);
const address = form.getByLabelText(/^Âm thanh/);
const picked = form.getByLabelText("Tải file lên");
const pickedCover = form.getByLabelText("Tải ảnh lên");
const thumbnail = form.getByLabelText("Ảnh bìa");
const genres = form.getByRole("combobox");
const save = form.getByRole("button", { name: "Lưu" });
const bar = form.getByRole("progressbar");
const alert = form.getByRole("alert");
const cancel = form.getByRole("button", { name: "Hủy", exact: true });
const close = form.getByRole("button", { name: "Đóng" });
const discard = page.getByRole("button", { name: "Bỏ thay đổi" });
const waiting = "Vui lòng chờ file audio được tải lên hoàn tất";
const heading = "Bài hát";

async function open(name: "Thêm bài hát" | "Sửa: Bài cũ", answers: Answers = {}) {
  const opened = await openAdmin(screen, "/admin/songs", {
    "GET /api/songs": counted([song], 1),
    "GET /api/songs/count": { total: 1 },
    "GET /api/songs/{id}/lines/draft": someLines(),
    "GET /api/songs/{id}": song,
    "GET /api/categories": [aCategory()],
    "DELETE /api/admin/uploads": { removed: true },
    ...answers,
  });
  await page.getByRole("button", { name, exact: true }).click();
  await expect.element(form).toBeVisible();
  const dropped = () => opened.api.requests("DELETE /api/admin/uploads").map(({ query }) => query.url);
  return { ...opened, dropped };
}

const add = (answers?: Answers) => open("Thêm bài hát", answers);
const edit = (answers?: Answers) => open("Sửa: Bài cũ", answers);

describe("saving", () => {
  test("shows an error at each missing field", async () => {
    await add();
    await save.click();
    await expect.element(title).toHaveAccessibleDescription("Tên bài hát không được để trống");
    await expect.element(address).toHaveAccessibleDescription("Vui lòng nhập URL âm thanh hoặc tải lên file audio");
    await expect.element(genres).toHaveAccessibleDescription("Vui lòng chọn ít nhất một thể loại");
    await expect.element(title).toHaveFocus();
  });

  test("sends all fields of a new song", async () => {
    const { api } = await add({ "POST /api/songs": song });
    await title.fill("Bài mới");
    await form.getByLabelText("Tác giả").fill("Hiên Nhà");
    await genres.fill("tru tinh");
    await userEvent.tab();
    await address.fill("https://nghe.example/a.mp3");
    await form.getByLabelText("Lời bài hát", { exact: true }).fill("Câu thứ nhất\nCâu thứ hai");
    await form.getByRole("switch", { name: "Nổi bật" }).click();
    await save.click();
    await expect.element(page.getByText("Thêm bài hát thành công!")).toBeVisible();
    expect(api.requests("POST /api/songs").map(({ body }) => body)).toEqual([
      {
        title: "Bài mới",
        artist: "Hiên Nhà",
        description: null,
        lyrics: "Câu thứ nhất\nCâu thứ hai",
        audio_url: "https://nghe.example/a.mp3",
        thumbnail_url: null,
        category_ids: [1],
        is_active: true,
        is_featured: true,
        is_premium: false,
        release_at: null,
        allow_same_file: false,
        lines: null,
      },
    ]);
  });

  test("shows the fields of a song and saves their changes", async () => {
    const { api } = await edit({ "PUT /api/songs/{id}": song });
    await expect.element(title).toHaveValue("Bài cũ");
    await expect.element(form.getByRole("list", { name: "Thể loại đã chọn" })).toHaveTextContent("Trữ tình");
    await expect.element(thumbnail).toHaveValue("/uploads/cu.png");
    await checkScreen({ heading });
    await form.getByLabelText("Mô tả").fill("Một bài để thử");
    await form.getByRole("switch", { name: "Đang hiện" }).click();
    await save.click();
    await expect.element(page.getByText("Cập nhật bài hát thành công!")).toBeVisible();
    const [sent] = api.requests("PUT /api/songs/{id}");
    expect(sent?.params.id).toBe("4");
    expect(sent?.body).toEqual({ description: "Một bài để thử", is_active: false });
  });

  test("shows the error of a failed request", async () => {
    const { api } = await edit({ "PUT /api/songs/{id}": fails(500) });
    await title.fill("Bài khác");
    await save.click();
    await expect.element(alert).toHaveTextContent("Có lỗi xảy ra khi lưu bài hát");
    await expect.element(title).toHaveValue("Bài khác");
    api.change({ "PUT /api/songs/{id}": networkDown() });
    await save.click();
    await expect.element(alert).toHaveTextContent("Lỗi khi lưu bài hát");
  });

  test("has a time limit of five minutes", async () => {
    const answer = held(song);
    await edit({ "PUT /api/songs/{id}": answer.answer });
    await form.getByRole("switch", { name: "Premium" }).click();
    stopClock();
    await save.click();
    await expect.element(form.getByRole("button", { name: "Đang lưu..." })).toBeVisible();
    await passTime(5 * 60_000 - 1);
    await expect.element(form.getByRole("button", { name: "Đang lưu..." })).toBeVisible();
    await passTime(1);
    await expect.element(alert).toHaveTextContent("Lỗi khi lưu bài hát");
  });

  test("shows a hint when there are no genres", async () => {
    await add({ "GET /api/categories": [] });
    await expect.element(genres).toHaveAccessibleDescription("Chưa có thể loại nào, bạn thêm thể loại trước nhé.");
  });
});

test("previews the lyrics as visitors see them", async () => {
  await add();
  const preview = form.getByRole("region", { name: "Lời bài hát như khách thấy" });
  const button = form.getByRole("button", { name: "Xem trước lời bài hát" });
  await button.click();
  await expect.element(button).toHaveAttribute("aria-pressed", "true");
  await expect.element(preview).toHaveTextContent("Chưa có lời bài hát.");
  await form.getByLabelText("Lời bài hát", { exact: true }).fill("Câu thứ nhất\nCâu thứ hai");
  await expect.poll(() => preview.element().textContent).toBe("Câu thứ nhất\nCâu thứ hai");
  await fits();
  await button.click();
  await expect.element(preview).not.toBeInTheDocument();
});

describe("the audio", () => {
  test("blocks saving during the upload, then fills empty fields from its tags", async () => {
    const sent = stubUploads();
    await add();
    await form.getByLabelText("Tác giả").fill("Đã điền");
    await userEvent.upload(picked, tone());
    await expect.element(bar).toBeVisible();
    await save.click();
    await expect.element(form.getByText(waiting)).toBeVisible();
    await checkScreen({ heading });
    expect(sent[0]).toMatchObject({ endpoint: "POST /api/admin/upload-audio" });
    expect(sent[0]?.body.get("audio_file")).toBeInstanceOf(File);
    sent[0]?.reply(uploaded);
    await expect.element(page.getByText("File audio đã được tải lên thành công!")).toBeVisible();
    await expect.element(form.getByText(waiting)).not.toBeInTheDocument();
    await expect.element(form.getByText("4 KB / 4 KB, 100%")).toBeVisible();
    await expect.element(address).toHaveValue(audio);
    await expect.element(title).toHaveValue("Tên trong file");
    await expect.element(form.getByLabelText("Tác giả")).toHaveValue("Đã điền");
    await expect.element(form.getByLabelText("Lời bài hát", { exact: true })).toHaveValue("Câu hát");
    await expect.element(thumbnail).toHaveValue(cover);
    await expect.element(form.getByRole("button", { name: "Phát: Tên trong file" })).toBeVisible();
    await expect.element(form.getByText("0:41")).toBeVisible();
  });

  test("is uploaded when its file is dropped on the field", async () => {
    const sent = stubUploads();
    await add();
    const files = new DataTransfer();
    files.items.add(tone("tha.mp3"));
    const at = { bubbles: true, cancelable: true, dataTransfer: files };
    address.element().dispatchEvent(new DragEvent("dragenter", at));
    address.element().dispatchEvent(new DragEvent("drop", at));
    await expect.element(bar).toHaveAccessibleName("Đang tải lên: tha.mp3");
    expect(sent[0]?.body.get("audio_file")).toBeInstanceOf(File);
    await expect.element(form.getByText(/^Thả file âm thanh vào đây, mỗi file/)).not.toBeInTheDocument();
  });

  test("says that the tags of the file can't be read", async () => {
    const sent = stubUploads();
    await add();
    await userEvent.upload(picked, tone());
    await expect.element(bar).toBeVisible();
    sent[0]?.reply({ ...uploaded, has_broken_tags: true });
    const said = form.getByText("Không đọc được thẻ thông tin của file, nên tên bài lấy từ tên file.");
    await expect.element(said).toBeVisible();
    await fits();
    await address.fill("https://example.com/khac.mp3");
    await expect.element(said).not.toBeInTheDocument();
  });

  test("names the song that has the file, and asks before another one is made of it", async () => {
    const sent = stubUploads();
    const same = fails(409, "File âm thanh này đã là bài hát “Bài cũ”", undefined, "same_file");
    const { api } = await add({ "POST /api/songs": same });
    await userEvent.upload(picked, tone());
    await expect.element(bar).toBeVisible();
    const { document: lines } = readLyrics("[00:01.00]Câu hát");
    const same_songs = [{ id: 4, title: "Bài cũ", is_active: false }];
    sent[0]?.reply({ ...uploaded, tags: { ...uploaded.tags, lines }, same_songs });
    await expect.element(form.getByText("File này đã là bài hát “Bài cũ” (đang ẩn)")).toBeVisible();
    await expect.element(form.getByRole("link", { name: "“Bài cũ”" })).toHaveAttribute("href", "/admin/songs?open=4");
    await fits();
    await genres.fill("tru tinh");
    await userEvent.tab();
    await save.click();
    const question = page.getByRole("alertdialog", { name: "Thêm bài hát từ file đã có?" });
    await expect.element(question.getByText("File âm thanh này đã là bài hát “Bài cũ”.")).toBeVisible();
    await question.getByRole("button", { name: "Hủy" }).click();
    await expect.element(form).toBeVisible();
    await save.click();
    api.change({ "POST /api/songs": song });
    await question.getByRole("button", { name: "Vẫn thêm" }).click();
    await expect.element(form).not.toBeInTheDocument();
    const bodies = api.requests("POST /api/songs").map(({ body }) => body as z.output<typeof SongBody>);
    expect(bodies.map(({ allow_same_file }) => allow_same_file)).toEqual([false, false, true]);
    expect(bodies.map((body) => body.lines)).toEqual([lines, lines, lines]);
  });

  test("is named by its key in object storage", async () => {
    const sent = stubUploads();
    await add();
    await userEvent.upload(picked, tone());
    await expect.element(bar).toBeVisible();
    sent[0]?.reply({ ...uploaded, file_url: null, cover_url: null });
    await expect.element(address).toHaveValue(`R2:${uploaded.object_key}`);
  });

  test("is refused before the upload when it is not audio or too large", async () => {
    const sent = stubUploads();
    await add();
    await userEvent.upload(picked, note());
    await expect.element(alert).toHaveTextContent("Vui lòng chọn file âm thanh hợp lệ");
    expect(sent).toEqual([]);
    const large = tone();
    Object.defineProperty(large, "size", { value: 100 * 1024 * 1024 + 1 });
    const input = picked.element() as HTMLInputElement;
    Object.defineProperty(input, "files", { configurable: true, value: [large] });
    input.dispatchEvent(new Event("change", { bubbles: true }));
    await expect.element(alert).toHaveTextContent("File âm thanh không được vượt quá 100 MB");
    expect(sent).toEqual([]);
  });

  test("shows the error of a failed upload", async () => {
    const sent = stubUploads();
    await add();
    await userEvent.upload(picked, tone());
    await expect.element(bar).toBeVisible();
    sent[0]?.fail(500);
    await expect.element(alert).toHaveTextContent("Lỗi khi tải lên file audio");
    await userEvent.upload(picked, tone());
    await expect.element(alert).not.toBeInTheDocument();
    await expect.poll(() => sent.length).toBe(2);
    sent[1]?.lose();
    await expect.element(alert).toHaveTextContent("Lỗi khi tải lên file audio");
  });

  test("keeps the field when the upload is cancelled, and ignores another file meanwhile", async () => {
    const sent = stubUploads();
    await add();
    await userEvent.upload(picked, tone("ghe-ve.mp3"));
    await expect.element(bar).toHaveAccessibleName("Đang tải lên: ghe-ve.mp3");
    await userEvent.upload(picked, note());
    await expect.element(alert).toHaveTextContent("Vui lòng chọn file âm thanh hợp lệ");
    await expect.element(bar).toHaveAccessibleName("Đang tải lên: ghe-ve.mp3");
    await form.getByRole("button", { name: /^Hủy tải lên/ }).click();
    await expect.element(bar).not.toBeInTheDocument();
    await expect.element(address).toHaveValue("");
    expect(sent[0]?.aborted).toBe(true);
  });

  test("is deleted with its embedded cover when the form is discarded", async () => {
    const sent = stubUploads();
    const { dropped } = await add();
    await userEvent.upload(picked, tone());
    await expect.element(bar).toBeVisible();
    sent[0]?.reply(uploaded);
    await expect.element(address).toHaveValue(audio);
    await cancel.click();
    await discard.click();
    await expect.poll(dropped).toEqual([audio, cover]);
  });

  test("is kept after saving, and the replaced cover is deleted", async () => {
    const sent = stubUploads();
    const { dropped } = await add({ "POST /api/songs": song });
    await userEvent.upload(picked, tone());
    await expect.element(bar).toBeVisible();
    sent[0]?.reply(uploaded);
    await expect.element(thumbnail).toHaveValue(cover);
    await thumbnail.fill("https://anh.example/khac.png");
    await genres.fill("tru tinh");
    await userEvent.tab();
    await save.click();
    await expect.element(form).not.toBeInTheDocument();
    await expect.poll(dropped).toEqual([cover]);
  });

  test("counts as an unsaved change during the upload", async () => {
    stubUploads();
    await add();
    await userEvent.upload(picked, tone());
    await expect.element(bar).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("alertdialog", { name: "Bỏ các thay đổi?" })).toBeVisible();
  });

  test("moves nothing under the pointer when an address was typed", async () => {
    await add();
    await address.fill("https://nghe.example/a.mp3");
    const before = topOf(genres);
    // The press on the genres takes the focus from the address, which shows the player.
    const box = genres.element().getBoundingClientRect();
    const at = { bubbles: true, clientX: box.x + 5, clientY: box.y + 5 };
    genres.element().dispatchEvent(new PointerEvent("pointerdown", at));
    genres.element().dispatchEvent(new MouseEvent("mousedown", at));
    (genres.element() as HTMLElement).focus();
    await expect.element(form.getByRole("button", { name: /^Phát:/ })).toBeVisible();
    expect(topOf(genres)).toBe(before);
    genres.element().dispatchEvent(new PointerEvent("pointerup", at));
    genres.element().dispatchEvent(new MouseEvent("mouseup", at));
    // Not by Playwright, which scrolls to what it presses.
    genres.element().dispatchEvent(new MouseEvent("click", at));
    await expect.element(form.getByRole("option", { name: "Trữ tình" })).toBeVisible();
    expect(topOf(genres)).toBe(before);
  });

  test("moves nothing when its upload begins and ends", async () => {
    const sent = stubUploads();
    await add();
    const before = topOf(genres);
    await userEvent.upload(picked, tone());
    await expect.element(bar).toBeVisible();
    expect(topOf(genres)).toBe(before);
    sent[0]?.reply({ ...uploaded, cover_url: null });
    await expect.element(form.getByRole("button", { name: /^Phát:/ })).toBeVisible();
    expect(topOf(genres)).toBe(before);
  });

  test("shows a notice for the URL of another kind of file", async () => {
    await add();
    await address.fill("https://nhac.example.com/tai-lieu.pdf");
    await userEvent.tab();
    await expect
      .element(form.getByText("File này không phải file âm thanh nên không nghe được tại đây."))
      .toBeVisible();
  });
});

describe("the cover", () => {
  test("is uploaded, shown in the form, and saved", async () => {
    const sent = stubUploads();
    const { api, dropped } = await edit({ "PUT /api/songs/{id}": song });
    await userEvent.upload(pickedCover, note());
    await expect.element(alert).toHaveTextContent("Chỉ hỗ trợ ảnh JPG, PNG hoặc WebP");
    await userEvent.upload(pickedCover, picture());
    await expect.element(alert).not.toBeInTheDocument();
    await save.click();
    await expect.element(thumbnail).toHaveAccessibleDescription("Vui lòng chờ ảnh bìa được tải lên hoàn tất");
    sent[0]?.reply({ url: cover });
    await expect.element(thumbnail).toHaveValue(cover);
    await expect.element(form.getByRole("img", { name: "Ảnh bìa" })).toHaveAttribute("src", cover);
    await save.click();
    await expect.element(page.getByText("Cập nhật bài hát thành công!")).toBeVisible();
    expect(api.requests("PUT /api/songs/{id}")[0]?.body).toMatchObject({ thumbnail_url: cover });
    expect(dropped()).toEqual([]);
  });

  test("is deleted when the form is closed without saving", async () => {
    const sent = stubUploads();
    const { dropped } = await edit();
    await userEvent.upload(pickedCover, picture());
    await expect.element(bar).toBeVisible();
    sent[0]?.reply({ url: cover });
    await expect.element(thumbnail).toHaveValue(cover);
    await close.click();
    await discard.click();
    await expect.poll(dropped).toEqual([cover]);
  });

  test("ends the session when it is refused with 401", async () => {
    const sent = stubUploads();
    const opened = await edit();
    await userEvent.upload(pickedCover, picture());
    await expect.element(bar).toBeVisible();
    sent[0]?.fail(401, "Hết phiên");
    await expect.poll(opened.address).toBe("/admin");
    expect(localStorage.getItem("adminToken")).toBeNull();
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  });
});
