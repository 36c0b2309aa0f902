import { describe, expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { SongRequest, StaffRequestDetail } from "#contract/requests.ts";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { loggedInStaff, openDesk } from "#test/component/desk.tsx";
import { note, tone } from "#test/component/files.ts";
import { renderWithin } from "#test/component/render.tsx";
import { aRequestDetail, aRequestEvent, aSongRequest, aSongVersion, someLyrics } from "#test/component/requests.ts";
import { aColleague } from "#test/component/staff.ts";
import { type Answers, fails, hangs, networkDown, type SentRequest, stubApi } from "#test/component/stub-api.ts";
import { stubUploads } from "#test/component/stub-upload.ts";
import { readAgain, settled } from "#test/component/visitor.ts";
import { forgetDrafts, keepDrafts } from "../../resource/form/drafts.ts";
import { staffArea } from "../area.tsx";
import { NextRequest } from "./next-request.tsx";

const list = "GET /api/staff/requests";
const detail = "GET /api/staff/requests/{id}";
const update = "PUT /api/staff/requests/{id}/update-status";
const assign = "PUT /api/staff/requests/{id}/assign";
const payment = "PUT /api/staff/requests/{id}";
const members = "GET /api/staff/members";
const heading = "Chào Trần Thu Hà";
const erased_at = "2028-05-01T20:00:00.000Z";

const dialog = page.getByRole("dialog", { name: "Yêu cầu #12" });
const button = (name: string) => dialog.getByRole("button", { name });
const part = (name: string) =>
  [...dialog.element().querySelectorAll("section")].find((each) => each.querySelector("h3")?.textContent === name)
    ?.textContent;
const status = dialog.getByLabelText("Trạng thái yêu cầu");
const notes = dialog.getByLabelText("Ghi chú của nhân viên");

const show = (tab: string) => dialog.getByRole("tab", { name: tab }).click();

async function openFirst(fields: Partial<StaffRequestDetail> = {}, answers: Answers = {}, isSupervisor = false) {
  const request = aRequestDetail({ staff_id: 3, staff_name: "Trần Thu Hà", status: "processing", ...fields });
  const desk = await openDesk(
    { [detail]: request, ...answers },
    { at: "/staff/dashboard?open=12", member: { is_supervisor: isSupervisor } },
  );
  return { ...desk, request };
}

async function open(...given: Parameters<typeof openFirst>) {
  const desk = await openFirst(...given);
  await show("Thông tin");
  return desk;
}

test.each([
  ["the song", {}, "Bài hát"],
  ["the talk with messages that nobody has read", { unread_messages: 2 }, "Trao đổi (2)"],
] as const)("begins with %s", async (_, fields, tab) => {
  await openFirst(fields);
  await expect.element(dialog.getByRole("tab", { selected: true })).toHaveTextContent(tab);
});

test("begins with the notes that were typed when the session ended", async () => {
  const { unmount } = await open();
  await notes.fill("Giọng miền Tây");
  keepDrafts("thu-ha");
  onTestFinished(forgetDrafts);
  await unmount();
  await openFirst();
  await expect.element(notes).toHaveValue("Giọng miền Tây");
  await expect.element(dialog.getByRole("tab", { selected: true })).toHaveTextContent("Thông tin");
});

test("shows all that a member needs of a request", async () => {
  await open({
    customer_phone: "0903 555 142",
    budget: 500_000,
    occasion: "Sinh nhật mẹ",
    reference_file_url: "/uploads/reference/file.mp3?signature=x",
    reference_file_name: "giai-dieu.mp3",
    admin_notes: "Khách quen\nlàm kỹ",
    songs: [aSongVersion({ number: 2, delivered_at: "2026-05-03T08:00:00.000Z" }), aSongVersion()],
    events: [aRequestEvent(), aRequestEvent({ id: 2, kind: "claimed", actor: "staff", actor_name: "Trần Thu Hà" })],
  });
  await expect.element(button("Sao chép mã chuyển khoản")).toBeVisible();
  await expect
    .element(dialog.getByRole("link", { name: "lan@example.com" }))
    .toHaveAttribute("href", "mailto:lan@example.com");
  await expect.element(dialog.getByRole("link", { name: "0903 555 142" })).toHaveAttribute("href", "tel:0903555142");
  expect(part("Khách hàng")).toMatch(/Ngân sách500\.000 ₫.*Giá thỏa thuận299\.000 ₫.*HR2345678K.*Trần Thu Hà/);
  expect(part("Nội dung")).toMatch(/Một bài hát mừng sinh nhật mẹ.*DịpSinh nhật mẹ.*Khách chưa kể: tặng ai/);
  expect(part("Nội dung")).toContain("giai-dieu.mp3");
  expect(part("Ghi chú của quản trị")).toContain("Khách quen\nlàm kỹ");
  await expect.element(notes).toBeVisible();
  expect(part("Bản nhạc")).toMatch(/Bản 2.*Khách nghe được.*Bản 1.*Khách chưa nghe được/);
  expect(part("Diễn biến")).toMatch(/Trần Thu Hà nhận yêu cầu.*Khách gửi yêu cầu/);
  await expect.element(dialog.getByText("Giao việc", { exact: true })).not.toBeInTheDocument();
  await checkScreen({ heading });
});

test("shows the customer's latest wish above all else, until a version is accepted", async () => {
  const wish = { kind: "changes_requested", version: 1 } as const;
  const events = [
    aRequestEvent({ ...wish, text: "Nhanh hơn" }),
    aRequestEvent({ id: 2, ...wish, second: 65, text: "Chậm hơn" }),
  ];
  const time = "2026-05-04T08:00:00.000Z";
  const { api, request } = await open({ completed_at: time, songs: [aSongVersion({ delivered_at: time })], events });
  await expect.element(dialog.getByText("Cần sửa", { exact: true })).toBeVisible();
  expect(dialog.element().textContent).toMatch(/Khách muốn sửa bản 1, ở 1:05.*Chậm hơn.*Họ tên/);
  const shown = () => [...dialog.element().querySelectorAll("blockquote")].map((quote) => quote.textContent);
  // The timeline has both.
  expect(shown()).toEqual(["Chậm hơn", "Chậm hơn", "Nhanh hơn"]);
  api.change({ [detail]: { ...request, status: "completed", accepted_at: time } });
  await readAgain();
  await expect.element(dialog.getByText("Khách đã đồng ý", { exact: true })).toBeVisible();
  await expect.element(dialog.getByText("Cần sửa", { exact: true })).not.toBeInTheDocument();
  expect(shown()).toEqual(["Chậm hơn", "Nhanh hơn"]);
});

test("tells how many changes were made, and which come at a price", async () => {
  const { api, request } = await open({ changes_done: 2, free_changes: 2 });
  await expect.element(dialog.getByText("Đã sửa 2/2 lần")).toBeVisible();
  await expect.element(dialog.getByText("Ngoài số lần miễn phí")).not.toBeInTheDocument();
  expect(part("Khách hàng")).toContain("Sửa miễn phí2 lần");
  api.change({ [detail]: { ...request, changes_done: 3 } });
  await readAgain();
  await expect.element(dialog.getByText("Ngoài số lần miễn phí")).toBeVisible();
  await fits();
});

test("an erased request tells that its customer's data are gone", async () => {
  await openDesk(
    { [detail]: aRequestDetail({ customer_name: "(đã xóa)", customer_email: "", request_content: "", erased_at }) },
    { at: "/staff/dashboard?open=12" },
  );
  await expect.element(dialog.getByText(/đã quá thời hạn lưu giữ/)).toBeVisible();
  await fits();
});

test("opens a request that the list does not show, and closes by Esc", async () => {
  const { address } = await open();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(address).toBe("/staff/dashboard");
});

test("a request of nobody is claimed here, and can be changed afterwards", async () => {
  const { api, request } = await open({ staff_id: null, staff_name: null, status: "new", staff_notes: "Chờ khách" });
  expect(part("Ghi chú của nhân viên")).toContain("Chờ khách");
  await expect.element(status).not.toBeInTheDocument();
  await expect.element(dialog.getByRole("button", { name: "Gắn bản nhạc" })).not.toBeInTheDocument();
  const claimed = { ...request, staff_id: 3, staff_name: "Trần Thu Hà" };
  api.change({ [assign]: claimed, [detail]: claimed });
  await button("Nhận việc: Yêu cầu #12").click();
  await expect.element(status).toBeVisible();
  await expect.element(button("Nhận việc: Yêu cầu #12")).not.toBeInTheDocument();
});

test("a request that does not load says so, and loads again", async () => {
  const listed = { items: [aSongRequest()], total: 1 };
  const desk = await openDesk({ [list]: listed, [detail]: fails(500) }, { at: "/staff/dashboard?open=12" });
  await expect.element(dialog.getByRole("alert")).toMatchTextContent("Có lỗi xảy ra khi tải dữ liệu");
  desk.api.change({ [detail]: aRequestDetail() });
  await button("Thử lại").click();
  await expect.element(dialog.getByRole("tab", { name: "Bài hát" })).toBeVisible();
});

test("?open= with anything but a number of a request opens nothing", async () => {
  const { api, go } = await openDesk({}, { at: "/staff/dashboard?open=-1" });
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  for (const id of ["x", "1.5"]) {
    await go(`/staff/dashboard?open=${id}`);
    await settled();
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  }
  expect(api.requests(detail)).toEqual([]);
});

describe("the work", () => {
  test("saves status and notes together", async () => {
    const { api, request } = await open({ result_audio_url: "/x" });
    const saved = { ...request, status: "completed" as const, staff_notes: "Đã gửi" };
    api.change({ [update]: saved, [detail]: saved });
    await status.selectOptions("Hoàn thành");
    await notes.fill("Đã gửi");
    await button("Lưu trạng thái").click();
    await expect.element(dialog.getByText("Đã lưu trạng thái và ghi chú")).toBeVisible();
    expect(api.requests(update).map(({ params, body }) => [params.id, body])).toEqual([
      ["12", { status: "completed", staff_notes: "Đã gửi" }],
    ]);
    await expect.element(status).toHaveValue("completed");
  });

  test("asks before a request without a song is completed", async () => {
    const { api, request } = await open();
    api.change({ [update]: { ...request, status: "completed" } });
    const question = page.getByRole("alertdialog", { name: "Chưa có bản nhạc nào" });
    await status.selectOptions("Hoàn thành");
    await button("Lưu trạng thái").click();
    await question.getByRole("button", { name: "Hủy" }).click();
    await expect.element(dialog.getByText("Chưa lưu. Bạn gắn bản nhạc rồi hãy hoàn thành.")).toBeVisible();
    expect(api.requests(update)).toEqual([]);
    await button("Lưu trạng thái").click();
    await question.getByRole("button", { name: "Vẫn hoàn thành" }).click();
    await expect.poll(() => api.requests(update).map(({ body }) => body)).toEqual([{ status: "completed" }]);
  });

  test("gives back what was not begun, with a reason; not after a first step", async () => {
    const claimed = aRequestEvent({ id: 2, kind: "claimed", actor: "staff", actor_name: "Trần Thu Hà" });
    const { api, request } = await open({ status: "new", events: [aRequestEvent(), claimed], is_untouched: true });
    const released = { ...request, staff_id: null, staff_name: null };
    api.change({ [assign]: released, [detail]: released });
    await button("Thao tác: Yêu cầu #12").click();
    await page.getByRole("menuitem", { name: "Trả lại" }).click();
    const form = page.getByRole("dialog", { name: "Trả lại yêu cầu #12" });
    await form.getByLabelText("Lý do trả lại (không bắt buộc)").fill("Không biết tiếng Hoa");
    await form.getByRole("button", { name: "Trả lại" }).click();
    await expect.element(page.getByText("Yêu cầu #12 đã trở lại danh sách chung")).toBeVisible();
    expect(api.requests(assign).map(({ body }) => body)).toEqual([{ staff_id: null, reason: "Không biết tiếng Hoa" }]);
    await page.getByRole("button", { name: "Hoàn tác" }).click();
    await expect.poll(() => api.requests(assign).at(-1)?.body).toEqual({ staff_id: 3 });
    await expect.element(button("Nhận việc: Yêu cầu #12")).toBeVisible();
    const begun = aRequestEvent({ id: 3, kind: "song_attached", actor: "staff", version: 1 });
    api.change({ [detail]: { ...request, events: [aRequestEvent(), claimed, begun], is_untouched: false } });
    await readAgain();
    await expect.element(status).toBeVisible();
    await expect.element(button("Thao tác: Yêu cầu #12")).not.toBeInTheDocument();
  });

  test("withdraws a version with the reason", async () => {
    const songs = [aSongVersion({ id: 7, delivered_at: "2026-05-03T08:00:00.000Z" })];
    const { api, request } = await open({ status: "completed", songs, result_audio_url: "/x" });
    const withdraw = "POST /api/staff/requests/{id}/songs/{version_id}/withdraw";
    const left = { ...request, status: "processing" as const, songs: [] };
    api.change({ [withdraw]: left, [detail]: left });
    await show("Bài hát");
    await button("Gỡ bản 1").click();
    const form = page.getByRole("dialog", { name: "Gỡ bản 1" });
    await expect.element(form.getByText(/Yêu cầu trở lại đang xử lý/)).toBeVisible();
    await form.getByLabelText(/^Lý do/).fill("Nhầm bài của khách khác");
    await form.getByRole("button", { name: "Gỡ bản này" }).click();
    await expect.element(page.getByText("Đã gỡ bản 1")).toBeVisible();
    expect(api.requests(withdraw).map(({ params, body }) => [params, body])).toEqual([
      [{ id: "12", version_id: "7" }, { reason: "Nhầm bài của khách khác" }],
    ]);
    await expect.element(dialog.getByText("Chưa có bản nhạc nào.")).toBeVisible();
  });

  test("shows what a version was handed over with, and corrects it", async () => {
    const words = { title: "Ru cả nhà", dedication: "Tặng mà", lyrics: "À ơi\nmá ru", note: "Giọng miền Tây" };
    const songs = [aSongVersion({ id: 7, ...words, delivered_at: "2026-05-03T08:00:00.000Z" })];
    const { api, request } = await open({ status: "completed", songs });
    await show("Bài hát");
    for (const each of ["Ru cả nhà", "Tặng mà", "Giọng miền Tây"]) {
      await expect.element(dialog.getByText(each, { exact: true })).toBeVisible();
    }
    await fits();
    const correct = "POST /api/staff/requests/{id}/songs/{version_id}/words";
    const corrected = { ...request, songs: [aSongVersion({ ...songs[0], dedication: "Tặng má" })] };
    api.change({ [correct]: corrected, [detail]: corrected });
    await button("Sửa tên và lời của bản 1").click();
    const form = page.getByRole("dialog", { name: "Sửa tên và lời của bản 1" });
    await form.getByLabelText(/^Lời đề tặng/).fill("Tặng má");
    await form.getByRole("button", { name: "Lưu" }).click();
    await expect.element(page.getByText("Đã sửa bản 1")).toBeVisible();
    expect(api.requests(correct).map(({ params, body }) => [params, body])).toEqual([
      [{ id: "12", version_id: "7" }, { dedication: "Tặng má" }],
    ]);
    await expect.element(dialog.getByText("Tặng má", { exact: true })).toBeVisible();
  });

  test("sends notes without the status, which the customer may have changed meanwhile", async () => {
    const { api, request } = await open({ status: "completed", staff_notes: "Chờ khách" });
    const saved = { ...request, status: "processing" as const, staff_notes: null };
    api.change({ [update]: saved, [detail]: saved });
    await notes.fill("");
    await button("Lưu trạng thái").click();
    await expect.element(status).toHaveValue("processing");
    expect(api.requests(update).map(({ body }) => body)).toEqual([{ staff_notes: null }]);
  });

  test("that can't be saved says so, and keeps what is typed", async () => {
    await open({}, { [update]: fails(500) });
    await notes.fill("Đang viết lời");
    await button("Lưu trạng thái").click();
    await expect.element(dialog.getByRole("alert")).toMatchTextContent("Không thể cập nhật yêu cầu");
    await expect.element(notes).toHaveValue("Đang viết lời");
  });

  test("asks before unsaved notes are lost", async () => {
    await open();
    await notes.fill("Đang viết lời");
    await button("Đóng").click();
    const question = page.getByRole("alertdialog", { name: "Bỏ các thay đổi?" });
    await question.getByRole("button", { name: "Ở lại" }).click();
    await expect.element(notes).toHaveValue("Đang viết lời");
    await button("Đóng").click();
    await question.getByRole("button", { name: "Bỏ thay đổi" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test("follows changes elsewhere, but keeps what is typed here", async () => {
    const { api, request } = await open();
    await notes.fill("Đang viết lời");
    api.change({ [detail]: { ...request, status: "cancelled", staff_notes: "Khách hủy", version: "2" } });
    await userEvent.keyboard("{Tab}");
    await readAgain();
    await expect.element(status).toHaveValue("cancelled");
    await expect.element(notes).toHaveValue("Đang viết lời");
  });

  test("keeps what is typed while the first song is attached", async () => {
    const { api, request } = await open({ songs: [] });
    await notes.fill("Đang viết lời");
    api.change({ [detail]: { ...request, songs: [aSongVersion()] } });
    await readAgain();
    await expect.element(dialog.getByText("Bản 1", { exact: true })).toBeInTheDocument();
    await expect.element(notes).toHaveValue("Đang viết lời");
  });
});

describe("supervising", () => {
  const team = {
    [members]: [aColleague({ open_requests: 3, late_requests: 1 }), aColleague({ id: 3, full_name: "Trần Thu Hà" })],
  };
  const supervise = (fields: Partial<StaffRequestDetail> = {}, answers: Answers = {}) =>
    open({ staff_id: 9, staff_name: "Hoài An", ...fields }, { ...team, ...answers }, true);
  const choice = dialog.getByLabelText("Giao cho");
  const handOver = dialog.getByRole("button", { name: "Giao việc" });

  test("hands a request to a colleague, whose load is told", async () => {
    const { api, request } = await supervise({ staff_id: 3, staff_name: "Trần Thu Hà" });
    await expect.element(handOver).toBeDisabled();
    await expect.element(choice).toHaveTextContent("Chọn đồng nghiệpMinh Anh (3 đang làm, 1 trễ hạn)");
    const handed = { ...request, staff_id: 4, staff_name: "Minh Anh" };
    api.change({ [assign]: handed, [detail]: handed });
    await choice.selectOptions("Minh Anh (3 đang làm, 1 trễ hạn)");
    await handOver.click();
    await expect.element(page.getByText("Đã giao yêu cầu #12 cho Minh Anh")).toBeVisible();
    expect(api.requests(assign).map(({ params, body }) => [params.id, body])).toEqual([["12", { staff_id: 4 }]]);
    await page.getByRole("button", { name: "Hoàn tác" }).click();
    await expect.poll(() => api.requests(assign).at(-1)?.body).toEqual({ staff_id: 3 });
    await expect.element(choice).toHaveTextContent("Chọn đồng nghiệpTrần Thu Hà (2 đang làm)");
  });

  test("changes the work of others, and returns a request to all, once it has a member", async () => {
    const { api, request } = await supervise();
    await expect.element(status).toBeVisible();
    await show("Bài hát");
    await expect.element(button("Gắn bản nhạc")).toBeVisible();
    await show("Thông tin");
    const released = { ...request, staff_id: null, staff_name: null };
    api.change({ [assign]: released, [detail]: released });
    await button("Trả về danh sách chung").click();
    await expect.element(page.getByText("Yêu cầu #12 đã trở lại danh sách chung")).toBeVisible();
    expect(api.requests(assign).map(({ body }) => body)).toEqual([{ staff_id: null }]);
    await expect.element(button("Trả về danh sách chung")).not.toBeInTheDocument();
  });

  test("a request that can't be handed over says so", async () => {
    await supervise({}, { [assign]: networkDown() });
    await button("Trả về danh sách chung").click();
    await expect.element(page.getByText("Lỗi khi cập nhật yêu cầu", { exact: true })).toBeVisible();
  });

  test("colleagues that do not load are an error beside the choice", async () => {
    await supervise({}, { [members]: fails(500) });
    await expect.element(dialog.getByRole("alert")).toMatchTextContent("Có lỗi xảy ra khi tải dữ liệu");
  });

  test("sends what changed of price and payment alone", async () => {
    const { api, request } = await supervise();
    const price = dialog.getByLabelText("Giá thỏa thuận");
    const paid = { ...request, agreed_price: 499_000, paid_at: "2026-05-04T08:00:00.000Z" };
    api.change({ [payment]: { ...request, agreed_price: 499_000 }, [detail]: { ...request, agreed_price: 499_000 } });
    await price.fill("499000");
    await button("Lưu yêu cầu").click();
    await expect.element(dialog.getByText("Đã lưu yêu cầu")).toBeVisible();
    api.change({ [payment]: paid, [detail]: paid });
    await dialog.getByRole("switch", { name: "Đã thanh toán" }).click();
    await button("Lưu yêu cầu").click();
    await expect
      .poll(() => api.requests(payment).map(({ body }) => body))
      .toEqual([{ agreed_price: 499_000 }, { is_paid: true }]);
    await expect.element(dialog.getByText("Chưa thanh toán")).not.toBeInTheDocument();
  });

  test("saves status, notes, price and payment in one call", async () => {
    const { api, request } = await supervise({ result_audio_url: "/x" });
    const paid_at = "2026-05-04T08:00:00.000Z";
    const saved = { ...request, status: "completed" as const, staff_notes: "Đã gửi", agreed_price: 499_000, paid_at };
    api.change({ [payment]: saved, [detail]: saved });
    await status.selectOptions("Hoàn thành");
    await dialog.getByLabelText("Giá thỏa thuận").fill("499000");
    await dialog.getByLabelText("Số lần sửa miễn phí").fill("3");
    await dialog.getByRole("switch", { name: "Đã thanh toán" }).click();
    await notes.fill("Đã gửi");
    await button("Lưu yêu cầu").click();
    await expect.element(dialog.getByText("Đã lưu yêu cầu")).toBeVisible();
    const body = { status: "completed", staff_notes: "Đã gửi", agreed_price: 499_000, free_changes: 3, is_paid: true };
    expect(api.requests(payment).map((sent) => sent.body)).toEqual([body]);
    expect(api.requests(update)).toEqual([]);
  });

  test("sends a price that is changed back before the saved one has been read again", async () => {
    const { api, request } = await supervise({ agreed_price: 299_000 });
    const price = dialog.getByLabelText("Giá thỏa thuận");
    api.change({ [payment]: { ...request, agreed_price: 499_000 }, [detail]: hangs() });
    await price.fill("499000");
    await button("Lưu yêu cầu").click();
    await expect.element(dialog.getByText("Đã lưu yêu cầu")).toBeVisible();
    api.change({ [payment]: request });
    await price.fill("299000");
    await button("Lưu yêu cầu").click();
    await expect
      .poll(() => api.requests(payment).map(({ body }) => body))
      .toEqual([{ agreed_price: 499_000 }, { agreed_price: 299_000 }]);
  });

  test("refuses an empty price", async () => {
    const { api } = await supervise();
    await dialog.getByLabelText("Giá thỏa thuận").fill("");
    await button("Lưu yêu cầu").click();
    await expect.element(dialog.getByText("Số tiền phải là số nguyên không âm")).toBeVisible();
    expect(api.requests(payment)).toEqual([]);
  });
});

/** The state that a first delivery was made for. */
const unseen = { after: "0", is_accepted: "false" };

/** A picture of one pixel, in base64. */
const onePixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNYqSsJAAJyAPBX22grAAAAAElFTkSuQmCC";

describe("handing a song over", () => {
  const form = page.getByRole("dialog", { name: "Giao bài cho khách" });
  const field = (label: RegExp) => form.getByLabelText(label);
  const input = () => dialog.getByLabelText("Giao bài cho khách", { exact: true }).last();

  test("sends the file with its words in one step", async () => {
    const uploads = stubUploads();
    const { api, request } = await open({ recipient: "má" });
    await userEvent.upload(input(), tone("ru-ca-nha.mp3"));
    await expect.element(field(/^Tên bài hát/)).toHaveValue("Bài hát tặng má");
    await field(/^Tên bài hát/).fill("Ru cả nhà");
    await field(/^Lời đề tặng/).fill("Tặng má");
    await field(/^Lời bài hát/).fill("À ơi\nmá ru");
    await fits();
    await form.getByRole("button", { name: "Giao bài", exact: true }).click();
    await expect.poll(() => uploads).toHaveLength(1);
    const { audio_file, ...words } = Object.fromEntries(uploads[0]?.body ?? []);
    expect((audio_file as File).name).toBe("ru-ca-nha.mp3");
    expect(words).toEqual({
      title: "Ru cả nhà",
      dedication: "Tặng má",
      lyrics: "À ơi\nmá ru",
      cover: "drawn",
      ...unseen,
    });
    const delivered = { ...request, status: "completed" as const, songs: [aSongVersion({ title: "Ru cả nhà" })] };
    api.change({ [detail]: delivered });
    uploads[0]?.reply(delivered);
    await expect.element(page.getByText("Đã giao bài, khách được báo tin")).toBeVisible();
    await expect.element(form).not.toBeInTheDocument();
  });

  test("has the words again after a session that ended, once the file is chosen again", async () => {
    const { unmount } = await open();
    await userEvent.upload(input(), tone("ru-ca-nha.mp3"));
    await field(/^Tên bài hát/).fill("Ru cả nhà");
    await field(/^Lời bài hát/).fill("À ơi\nmá ru");
    keepDrafts("thu-ha");
    onTestFinished(forgetDrafts);
    await unmount();
    await open();
    const hint = dialog.getByText("Bạn chọn lại file nhạc: tên bài và lời bạn viết dở vẫn còn.");
    await expect.element(hint).toBeVisible();
    await userEvent.upload(input(), tone("ru-ca-nha.mp3"));
    await expect.element(field(/^Tên bài hát/)).toHaveValue("Ru cả nhà");
    await expect.element(field(/^Lời bài hát/)).toHaveValue("À ơi\nmá ru");
    await expect.element(hint).not.toBeInTheDocument();
  });

  test("tells of a version that came meanwhile, keeps the words, and adds one only by another press", async () => {
    const uploads = stubUploads();
    const { api, request } = await open();
    await userEvent.upload(input(), tone("ru-ca-nha.mp3"));
    await field(/^Tên bài hát/).fill("Ru cả nhà");
    const send = form.getByRole("button", { name: "Giao bài", exact: true });
    await send.click();
    await expect.poll(() => uploads).toHaveLength(1);
    expect(Object.fromEntries(uploads[0]?.body ?? [])).toMatchObject(unseen);
    api.change({ [detail]: { ...request, songs: [aSongVersion({ number: 1 })] } });
    uploads[0]?.fail(409, "Bản 1 vừa được gắn");
    await expect.element(form.getByText("Bản 1 vừa được gắn")).toBeVisible();
    await expect.element(field(/^Tên bài hát/)).toHaveValue("Ru cả nhà");
    await send.click();
    await expect.poll(() => uploads).toHaveLength(2);
    expect(uploads[1]?.body.get("after")).toBe("1");
  });

  test("begins a later version with the words of the one before, and keeps what is typed when it fails", async () => {
    const uploads = stubUploads();
    await open({ songs: [aSongVersion({ title: "Ru cả nhà", dedication: "Tặng má", lyrics: "À ơi" })] });
    await userEvent.upload(input(), tone("ban-2.mp3"));
    await expect.element(field(/^Tên bài hát/)).toHaveValue("Ru cả nhà");
    await expect.element(field(/^Lời bài hát/)).toHaveValue("À ơi");
    await field(/^Lời nhắn cho khách/).fill("Đã hát chậm lại");
    await form.getByRole("button", { name: "Giao bài", exact: true }).click();
    await expect.poll(() => uploads).toHaveLength(1);
    uploads[0]?.fail(415, "Vui lòng chọn file âm thanh hợp lệ");
    await expect.element(form.getByText("Vui lòng chọn file âm thanh hợp lệ")).toBeVisible();
    await expect.element(field(/^Lời nhắn cho khách/)).toHaveValue("Đã hát chậm lại");
  });

  describe("with its cover", () => {
    const group = form.getByRole("group", { name: "Ảnh bìa" });
    const drawing = () => group.element().querySelector(".cover svg");
    const image = () => group.element().querySelector("img")?.getAttribute("src");
    const pick = () => group.getByLabelText("Đổi ảnh bìa", { exact: true }).last();
    const deliver = form.getByRole("button", { name: "Giao bài", exact: true });

    test("is drawn from title and occasion while the title is typed", async () => {
      await open({ occasion: "Ngày cưới" });
      await userEvent.upload(input(), tone("ru-ca-nha.mp3"));
      await field(/^Tên bài hát/).fill("Ngày chung đôi");
      await expect.poll(() => drawing()?.getAttribute("data-palette")).toBe("son");
      const before = drawing()?.innerHTML;
      await field(/^Tên bài hát/).fill("Ngày chung đôi mình");
      await expect.poll(() => drawing()?.innerHTML === before).toBe(false);
      await expect.element(group.getByRole("button", { name: "Dùng bìa vẽ" })).not.toBeInTheDocument();
    });

    test("is a picture that is chosen, and no file that is none", async () => {
      const uploads = stubUploads();
      await open();
      await userEvent.upload(input(), tone("ru-ca-nha.mp3"));
      await field(/^Tên bài hát/).fill("Ru cả nhà");
      await userEvent.upload(pick(), note());
      await expect.element(group.getByRole("alert")).toHaveTextContent("Chỉ hỗ trợ ảnh JPG, PNG hoặc WebP");
      const file = new File([Uint8Array.from(atob(onePixel), (each) => each.charCodeAt(0))], "bia.png", {
        type: "image/png",
      });
      await userEvent.upload(pick(), file);
      await expect.poll(image).toMatch(/^data:image\/png/);
      await expect.element(group.getByRole("alert")).not.toBeInTheDocument();
      await checkScreen({ heading });
      await deliver.click();
      await expect.poll(() => uploads).toHaveLength(1);
      const { cover, cover_file } = Object.fromEntries(uploads[0]?.body ?? []);
      expect([cover, (cover_file as File).name]).toEqual([undefined, "bia.png"]);
    });

    test("begins with that of the version before, and can be drawn again", async () => {
      const uploads = stubUploads();
      const cover_url = `data:image/png;base64,${onePixel}`;
      await open({ songs: [aSongVersion({ title: "Ru cả nhà", cover_url })] });
      await userEvent.upload(input(), tone("ban-2.mp3"));
      await expect.poll(image).toBe(cover_url);
      await deliver.click();
      await expect.poll(() => uploads[0]?.body.get("cover")).toBe("kept");
      uploads[0]?.fail(500);
      await group.getByRole("button", { name: "Dùng bìa vẽ" }).click();
      await expect.poll(drawing).not.toBeNull();
      await deliver.click();
      await expect.poll(() => uploads[1]?.body.get("cover")).toBe("drawn");
    });
  });

  describe("leads on", () => {
    const next = page.getByRole("link", { name: /^Yêu cầu tiếp theo/ });

    /** Answers with the member's own requests and those of nobody. */
    const answer =
      (own: SongRequest[], pool: SongRequest[]) =>
      ({ query }: SentRequest) => {
        const items = query.scope === "available" ? pool : own;
        return { items, total: items.length };
      };

    test("to the next request of the member's own", async () => {
      const uploads = stubUploads();
      const { api, address, request } = await open();
      await userEvent.upload(input(), tone("ru-ca-nha.mp3"));
      await field(/^Tên bài hát/).fill("Ru cả nhà");
      await form.getByRole("button", { name: "Giao bài", exact: true }).click();
      await expect.poll(() => uploads).toHaveLength(1);
      const delivered = { ...request, status: "completed" as const, songs: [aSongVersion({ title: "Ru cả nhà" })] };
      const own = [aSongRequest({ id: 12, staff_id: 3 }), aSongRequest({ id: 15, staff_id: 3, customer_name: "Hoa" })];
      api.change({ [detail]: delivered, [list]: answer(own, [aSongRequest({ id: 18 })]) });
      uploads[0]?.reply(delivered);
      await expect.element(page.getByText("Đã giao bài, khách được báo tin")).toBeVisible();
      await expect.element(button("Giao bài cho khách")).toBeVisible();
      await expect.element(next).toHaveTextContent("Yêu cầu tiếp theo: #15, Hoa");
      await fits();
      api.change({ [detail]: aRequestDetail({ id: 15 }) });
      await next.click();
      await expect.poll(address).toBe("/staff/dashboard?open=15");
    });

    test("to one that nobody has, when the member has no other", async () => {
      stubApi({ ...loggedInStaff(), [list]: answer([], [aSongRequest({ id: 18, customer_name: "Mai" })]) });
      await renderWithin(<NextRequest after={{ id: 12 }} />, { area: staffArea });
      await expect.element(next).toHaveTextContent("Yêu cầu tiếp theo: #18, Mai");
    });

    test("nowhere, when nothing waits", async () => {
      const api = stubApi({ ...loggedInStaff(), [list]: answer([], []) });
      await renderWithin(<NextRequest after={{ id: 12 }} />, { area: staffArea });
      await expect.poll(() => api.requests(list).map(({ query }) => query.scope)).toEqual(["open", "available"]);
      await settled();
      await expect.element(next).not.toBeInTheDocument();
    });
  });

  test("begins with the lyrics that the customer agreed with since the last song", async () => {
    const agreed = { state: "agreed", answered_at: "2026-05-04T08:00:00.000Z" } as const;
    const lyrics = [someLyrics({ number: 2, text: "Lời chờ" }), someLyrics({ ...agreed, text: "Lời đã duyệt" })];
    await open({ lyrics, songs: [aSongVersion({ title: "Ru cả nhà", lyrics: "À ơi" })] });
    await userEvent.upload(input(), tone("ban-2.mp3"));
    await expect.element(field(/^Lời bài hát/)).toHaveValue("Lời đã duyệt");
  });

  test("is refused for a file that is no song", async () => {
    await open();
    await userEvent.upload(input(), note());
    await expect.element(form).not.toBeInTheDocument();
    await expect.element(dialog.getByText(/âm thanh/).first()).toBeVisible();
  });

  test("is not offered for a cancelled request", async () => {
    await open({ status: "cancelled" });
    await show("Bài hát");
    await expect.element(button("Gắn bản nhạc")).toBeVisible();
    await expect.element(button("Giao bài cho khách")).not.toBeInTheDocument();
  });
});
