import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen } from "#test/component/check-screen.ts";
import { aBulkJob, aCategory, aSong, someLines } from "#test/component/samples.ts";
import { type Answers, counted, fails } from "#test/component/stub-api.ts";
import * as screen from "./screen.tsx";

const release_at = "2026-11-25T13:00:00.000Z";
const hidden = aSong({ id: 4, title: "Bài ẩn", is_active: false });
const scheduled = aSong({ id: 5, title: "Bài hẹn", is_active: false, release_at });
const form = page.getByRole("dialog", { name: /^Bài hát: / });
const field = form.getByRole("group", { name: "Hẹn giờ phát hành" });
const segment = form.getByRole("spinbutton").first();
const save = form.getByRole("button", { name: "Lưu" });
const put = "PUT /api/songs/{id}";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-24T02:00:00Z") }));

const open = (answers: Answers = {}, path = "/admin/songs") =>
  openAdmin(screen, path, {
    "GET /api/songs": counted([hidden, scheduled], 2),
    "GET /api/songs/count": { total: 2 },
    "GET /api/songs/{id}/lines/draft": someLines(),
    "GET /api/songs/{id}": ({ params }) => (params.id === "4" ? hidden : scheduled),
    "GET /api/categories": [aCategory()],
    [put]: scheduled,
    ...answers,
  });

async function edit(title: string, answers?: Answers) {
  const opened = await open(answers);
  await page.getByRole("button", { name: `Sửa: ${title}` }).click();
  await expect.element(form).toBeVisible();
  return opened;
}

async function type(keys: string) {
  (segment.element() as HTMLElement).focus();
  await userEvent.keyboard(keys);
}

test("a hidden song is given the time of its release in Vietnam", async () => {
  const { api } = await edit("Bài ẩn");
  await expect.element(field).toHaveAccessibleDescription(/^Giờ Việt Nam/);
  await type("200025112026");
  await checkScreen({ heading: "Bài hát" });
  await save.click();
  await expect.element(page.getByText("Cập nhật bài hát thành công!")).toBeVisible();
  expect(api.requests(put)[0]?.body).toEqual({ release_at });
});

test("the time is cleared, or goes with showing the song by hand", async () => {
  const { api } = await edit("Bài hẹn");
  await expect.element(field).toBeVisible();
  const segments = form.getByRole("spinbutton").elements();
  expect(segments.map(({ textContent }) => textContent)).toEqual(["20", "00", "25", "11", "2026"]);
  await form.getByRole("button", { name: "Xóa ngày" }).click();
  await save.click();
  await expect.poll(() => api.requests(put).map(({ body }) => body)).toEqual([{ release_at: null }]);
  await type("210025112026");
  await form.getByRole("switch", { name: "Hoạt động" }).click();
  await expect.element(field).not.toBeInTheDocument();
  await save.click();
  await expect.poll(() => api.requests(put).length).toBe(2);
  expect(api.requests(put)[1]?.body).toEqual({ is_active: true, release_at: null });
});

test("the server's error for a time that is over stands at the field", async () => {
  const errors = [{ field: "release_at", message: "Thời điểm phát hành phải ở sau lúc này" }];
  await edit("Bài ẩn", { [put]: fails(422, errors[0]?.message, errors) });
  await type("080024112026");
  await save.click();
  await expect.element(field).toHaveAccessibleDescription(/Thời điểm phát hành phải ở sau lúc này$/);
});

test.each(["cards", "table"])("the %s say when a song will be shown", async (view) => {
  await open({}, `/admin/songs?view=${view}`);
  await expect.element(page.getByText("Sẽ phát hành 20:00 25/11", { exact: true })).toBeVisible();
  await expect.element(page.getByText("Tạm ẩn", { exact: true }).last()).toBeInTheDocument();
  await checkScreen({ heading: "Bài hát" });
});

test("a filter shows the songs that wait for their time", async () => {
  const { api } = await open();
  await page.getByLabelText("Phát hành").selectOptions("Hẹn giờ");
  await expect.poll(() => api.requests("GET /api/songs").at(-1)?.query.release).toBe("scheduled");
});

test("many songs are given one time", async () => {
  const { api } = await open({
    "POST /api/admin/bulk/preview": { total: 2, amount: null, names: ["Bài ẩn", "Bài hẹn"] },
    "POST /api/admin/bulk": aBulkJob({ kind: "schedule_songs" }),
  });
  await page.getByRole("checkbox", { name: "Chọn cả trang" }).click();
  await page.getByRole("button", { name: "Thao tác" }).click();
  await page.getByRole("menuitem", { name: "Hẹn giờ phát hành…" }).click();
  const question = page.getByRole("alertdialog", { name: "Hẹn giờ phát hành 2 bài hát?" });
  const confirm = question.getByRole("button", { name: "Hẹn giờ phát hành 2 bài hát" });
  await expect.element(confirm).toBeDisabled();
  (question.getByRole("spinbutton").first().element() as HTMLElement).focus();
  await userEvent.keyboard("200025112026");
  await checkScreen({ heading: "Bài hát" });
  await confirm.click();
  await expect.poll(() => api.requests("POST /api/admin/bulk")[0]?.body).toMatchObject({ options: { release_at } });
});
