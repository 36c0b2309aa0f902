import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { openFilters } from "#test/component/list.ts";
import {
  aRequestDetail,
  aRequestEvent,
  aSongRequest,
  aSongVersion,
  aStaffMember,
  aTalk,
} from "#test/component/requests.ts";
import { aCategory, aSong } from "#test/component/samples.ts";
import { type Answers, counted, fails, networkDown } from "#test/component/stub-api.ts";
import { stubUploads } from "#test/component/stub-upload.ts";
import { readAgain, settled } from "#test/component/visitor.ts";
import * as screen from "./screen.tsx";

const list = "GET /api/song-requests";
const count = "GET /api/song-requests/stats/count";
const tabs = "GET /api/song-requests/tabs";
const one = "GET /api/song-requests/{id}";
const put = "PUT /api/song-requests/{id}";
const remove = "DELETE /api/song-requests/{id}";
const publish = "POST /api/song-requests/{id}/library-song";
const members = "GET /api/admin/staff";
const song = "GET /api/songs/{id}";
const putSong = "PUT /api/songs/{id}";
const heading = "Yêu cầu sáng tác";

const name = "Yêu cầu #12 của Nguyễn Thị Lan";
const card = page
  .getByRole("main")
  .getByRole("listitem")
  .filter({ has: page.getByRole("heading", { level: 2 }) });
const button = (label: string) => page.getByRole("button", { name: label, exact: true });
const dialog = page.getByRole("dialog", { name });
const field = (label: string) => dialog.getByLabelText(label, { exact: true });
const save = dialog.getByRole("button", { name: "Lưu" });
const status = page.getByRole("status");
const alert = page.getByRole("alert");
const anh = aStaffMember({ id: 3, full_name: "Minh Anh", open_requests: 3, late_requests: 1 });
const ha = aStaffMember({ id: 4, full_name: "Thu Hà" });
const away = aStaffMember({ id: 5, full_name: "Quốc", is_active: false });
const accepted_at = "2026-05-03T08:00:00.000Z";
const consent_at = "2026-05-04T08:00:00.000Z";

test("an erased request shows what is left for the books, and can't be saved", async () => {
  const erased = { erased_at: "2026-05-04T08:00:00.000Z", request_content: "", customer_name: "(đã xóa)" };
  await open({ [one]: aRequestDetail(erased), [list]: counted([aSongRequest(erased)], 1) }, "/admin/requests?open=12");
  const shown = page.getByRole("dialog", { name: "Yêu cầu #12", exact: true });
  await expect.element(shown.getByText(/đã quá thời hạn lưu giữ/)).toBeVisible();
  await shown.getByRole("tab", { name: "Thông tin" }).click();
  await expect.element(shown.getByText("Giá thỏa thuận")).toBeVisible();
  expect(shown.getByRole("button", { name: "Lưu" }).query()).toBeNull();
  expect(shown.getByRole("textbox").elements()).toEqual([]);
  expect(shown.getByText(/^Khách chưa kể/).query()).toBeNull();
  await fits();
});

async function open(answers: Answers = {}, at = "/admin/requests?view=cards") {
  return openAdmin(screen, at, {
    [list]: counted([aSongRequest()], 1),
    [count]: { total: 1 },
    [tabs]: { all: 9, available: 2, working: 3, wishes: 1, late: 1, closed: 4 },
    [one]: aRequestDetail(),
    [members]: counted([anh, ha, away], 3),
    ...answers,
  });
}

async function openDialog(answers: Answers = {}, tab = "Thông tin") {
  const opened = await open(answers);
  await button("Xem: Nguyễn Thị Lan #12").click();
  await expect.element(dialog.getByRole("list", { name: "Diễn biến", includeHidden: true })).toBeInTheDocument();
  await dialog.getByRole("tab", { name: tab }).click();
  return opened;
}

/** Answers of a request with these fields, in the list and by itself. */
function stored(fields: Parameters<typeof aRequestDetail>[0]): Answers {
  const { songs: _songs, events: _events, ...request } = aRequestDetail(fields);
  return { [list]: counted([request], 1), [one]: aRequestDetail(fields) };
}

describe("the list", () => {
  test("shows a card with everything that the customer sent", async () => {
    await open({
      [list]: counted(
        [
          aSongRequest({
            customer_phone: "0903 555 142",
            budget: 500_000,
            reference_file_url: "/uploads/recordings/0a.mp3?expires=1",
            reference_file_name: "ru con.mp3",
            admin_notes: "Đã gọi lại",
            staff_name: "Minh Anh",
            staff_id: 3,
          }),
        ],
        1,
      ),
    });
    for (const text of [
      "Nguyễn Thị Lan #12",
      "lan@example.com",
      "0903 555 142",
      "Mới",
      "Một bài hát mừng sinh nhật mẹ",
      "Minh Anh",
      "Hạn 06/05/2999",
      "ru con.mp3",
      "Ghi chú quản trị: Đã gọi lại",
      "Ngân sách: 500.000 VND",
      "01/05/2026 15:00",
    ]) {
      await expect.element(card).toMatchTextContent(text);
    }
    await expect.element(card.getByRole("button", { name: "Phát: ru con" })).toBeVisible();
    await checkScreen({ heading });
  });

  test("leaves out what the customer did not send", async () => {
    await open();
    await expect.element(card).toMatchTextContent("Chưa ai nhận");
    for (const text of ["Ngân sách", "File tham khảo", "Ghi chú quản trị"]) {
      await expect.element(card).not.toMatchTextContent(text);
    }
  });

  test("marks a late request, and none that is done", async () => {
    const due_at = "2026-05-06T10:00:00.000Z";
    const done = aSongRequest({ id: 13, customer_name: "Hoa", due_at, status: "completed" });
    await open({ [list]: counted([aSongRequest({ due_at }), done], 2) });
    await expect.element(card.nth(0).getByText(/^Trễ \d+ ngày$/)).toBeVisible();
    await expect.element(card.nth(1)).toMatchTextContent("Hoa");
    await expect.element(card.nth(1)).not.toMatchTextContent(/Trễ|Hạn/);
  });

  test("tells whether an accepted request is paid", async () => {
    const paid = aSongRequest({ id: 13, accepted_at, paid_at: accepted_at });
    await open({ [list]: counted([aSongRequest({ accepted_at }), paid], 2) });
    await expect.element(card.nth(0)).toMatchTextContent("Chưa thanh toán");
    await expect.element(card.nth(1)).toMatchTextContent("Đã thanh toán");
  });

  test("tells every state of a request whole, beside the longest values", async () => {
    const busy = aSongRequest({
      customer_name: "Nguyễn Hoàng Phương Quỳnh",
      customer_email: "nguyen.hoang.phuong.quynh@congtythuongmai.example.com",
      status: "completed",
      completed_at: accepted_at,
      accepted_at,
      paid_at: accepted_at,
      unread_messages: 12,
      staff_id: 3,
      staff_name: "Công Tằng Tôn Nữ Phương Thảo",
    });
    await open({ [list]: counted([busy], 1) }, "/admin/requests");
    for (const state of ["Hoàn thành", "Khách đã đồng ý", "12 tin mới", "Đã thanh toán"])
      await expect.element(page.getByRole("row").last().getByText(state)).toBeVisible();
    await checkScreen({ heading, widths: [1280, 768] });
  });

  test("opens as a table, with the parts of the work as tabs", async () => {
    const { api } = await open({}, "/admin/requests");
    await expect.element(page.getByRole("rowheader")).toMatchTextContent("Nguyễn Thị Lan #12");
    await expect.element(page.getByRole("row").last()).toMatchTextContent(/Nguyễn Thị Lan.*Mới.*Chưa ai nhận/);
    await page.getByRole("link", { name: "Chưa ai nhận 2" }).click();
    await expect.poll(() => api.requests(list).at(-1)?.query.tab).toBe("available");
    expect(api.requests(tabs)[0]?.query).toEqual({});
    await checkScreen({ heading });
  });

  test("shows what is due first, ten a page, and takes search, filters and sort", async () => {
    const { api } = await open();
    await expect.element(card).toBeVisible();
    expect(api.requests(list)[0]?.query).toEqual({
      sort_by: "queue",
      sort_order: "asc",
      skip: "0",
      limit: "10",
    });
    const labels = (label: string) =>
      [...page.getByLabelText(label, { exact: true }).element().querySelectorAll("option")].map((each) => each.text);
    expect(labels("Trạng thái")).toEqual(["Mọi trạng thái", "Mới", "Đang xử lý", "Hoàn thành", "Đã hủy"]);
    expect(labels("Sắp xếp")).toEqual(["Đến hạn trước", "Mới nhất", "Cũ nhất"]);
    expect(labels("Số dòng mỗi trang")).toEqual([5, 10, 20, 50].map((size) => `${size} mỗi trang`));
    await openFilters();
    await page.getByLabelText("Trạng thái", { exact: true }).selectOptions("Đang xử lý");
    await page.getByLabelText("Người phụ trách").selectOptions("Thu Hà");
    await page.getByLabelText("Sắp xếp").selectOptions("Mới nhất");
    await page.getByRole("searchbox", { name: "Tìm yêu cầu" }).fill("lan");
    await expect
      .poll(() => api.requests(list).at(-1)?.query)
      .toEqual({
        search: "lan",
        status: "processing",
        staff_id: "4",
        sort_by: "created_at",
        sort_order: "desc",
        skip: "0",
        limit: "10",
      });
    await expect
      .poll(() => api.requests(count).at(-1)?.query)
      .toEqual({ search: "lan", status: "processing", staff_id: "4" });
  });

  test("has a count line, and at most five page buttons", async () => {
    await open({ [count]: { total: 95 } }, "/admin/requests?page=5");
    await expect.element(status.getByText("Hiển thị 41 - 50 trong tổng số 95 yêu cầu")).toBeVisible();
    const pager = page.getByRole("navigation", { name: "Phân trang" });
    await expect.element(pager.getByRole("link", { name: "Trang 7" })).toBeVisible();
    await expect.element(pager).toHaveTextContent("Trước34567Sau");
  });

  test("has an empty state", async () => {
    await open({ [list]: counted([], 0), [count]: { total: 0 } });
    await expect.element(page.getByRole("heading", { name: "Chưa có yêu cầu nào" })).toBeVisible();
  });

  test("tells of an error", async () => {
    await open({ [list]: fails(500) });
    await expect.element(alert).toMatchTextContent("Không thể tải danh sách yêu cầu");
  });
});

describe("deleting", () => {
  test("asks, names the request, and tells of success", async () => {
    const { api } = await open({ [remove]: { success: true } });
    await button(`Xóa: ${name}`).click();
    const question = page.getByRole("alertdialog", { name: "Xóa yêu cầu" });
    await expect.element(question.getByText("Bạn có chắc chắn muốn xóa yêu cầu này?")).toBeVisible();
    await expect.element(question.getByText(name)).toBeVisible();
    await question.getByRole("button", { name: "Xóa yêu cầu" }).click();
    await expect.element(status.getByText("Đã xóa yêu cầu")).toBeVisible();
    expect(api.requests(remove)[0]?.params).toEqual({ id: "12" });
  });

  test("tells that the song of the library goes with the request", async () => {
    await open({ [list]: counted([aSongRequest({ song_id: 40 })], 1) });
    await button(`Xóa: ${name}`).click();
    await expect
      .element(page.getByRole("alertdialog"))
      .toMatchTextContent(/Bài hát của yêu cầu sẽ bị ẩn khỏi thư viện và không hiện lại được nữa/);
  });

  test("tells of an error", async () => {
    await open({ [remove]: fails(500) });
    await button(`Xóa: ${name}`).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Xóa yêu cầu" }).click();
    await expect.element(alert).toHaveTextContent("Không thể xóa yêu cầu này");
  });
});

describe("the details", () => {
  test("show all of a request", async () => {
    const steps = [aRequestEvent(), aRequestEvent({ id: 2, kind: "claimed", actor: "staff", actor_name: "Minh Anh" })];
    await openDialog(
      stored({
        customer_phone: "0903 555 142",
        occasion: "Sinh nhật",
        staff_notes: "Đang phối khí",
        songs: [aSongVersion()],
        events: steps,
      }),
    );
    for (const text of [
      "0903 555 142",
      "HR2345678K",
      "DịpSinh nhật",
      "Khách chưa kể: tặng ai, tâm trạng",
      "Bản 1",
      "Đang phối khí",
      "Minh Anh nhận yêu cầu",
      "Khách chưa cho phép đưa bài hát vào thư viện.",
      "Khách chưa đồng ý với bản nhạc nào.",
    ]) {
      await expect.element(dialog).toMatchTextContent(text);
    }
    await expect
      .element(dialog.getByRole("link", { name: "lan@example.com" }))
      .toHaveAttribute("href", "mailto:lan@example.com");
    await expect.element(dialog.getByRole("link", { name: "0903 555 142" })).toHaveAttribute("href", "tel:0903555142");
    await expect.element(dialog.getByRole("button", { name: "Đưa vào thư viện" })).not.toBeInTheDocument();
    await checkScreen({ heading });
  });

  test("start at their top, not in a field", async () => {
    await openDialog();
    expect(document.activeElement?.matches("input, select, textarea")).toBe(false);
  });

  test("lead to the transfers of the request, and to its receipt once it is paid", async () => {
    await openDialog(stored({ accepted_at, paid_at: accepted_at }));
    await expect
      .element(dialog.getByRole("link", { name: "Giao dịch" }))
      .toHaveAttribute("href", "/admin/payments?state=all&request=12");
    await expect
      .element(dialog.getByRole("link", { name: "Tải biên nhận" }))
      .toHaveAttribute("href", "/api/requests/AbCdEfGhIjKlMnOpQrStUv/receipt.pdf");
  });

  test("copy the customer's page", async () => {
    const copy = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    await openDialog();
    await expect
      .element(dialog.getByRole("link", { name: "Mở trang" }))
      .toHaveAttribute("href", "/requests/AbCdEfGhIjKlMnOpQrStUv");
    await dialog.getByRole("button", { name: "Sao chép liên kết trang của khách" }).click();
    await expect.element(status.getByText("Đã sao chép liên kết trang của khách")).toBeVisible();
    expect(copy.mock.calls).toEqual([[`${window.location.origin}/requests/AbCdEfGhIjKlMnOpQrStUv`]]);
  });

  test("tell of an error", async () => {
    const { api } = await open({ [one]: fails(500) });
    await button("Xem: Nguyễn Thị Lan #12").click();
    await expect.element(dialog.getByRole("alert")).toMatchTextContent("Không thể tải yêu cầu");
    api.change({ [one]: networkDown() });
    await dialog.getByRole("button", { name: "Thử lại" }).click();
    await expect.element(dialog.getByRole("alert")).toMatchTextContent("Lỗi kết nối");
  });

  test("take a version of the song, and show it", async () => {
    const sent = stubUploads();
    const { api } = await openDialog({}, "Bài hát");
    const file = new File([new Uint8Array(2048)], "bai.mp3", { type: "audio/mpeg" });
    await userEvent.upload(dialog.getByLabelText("Gắn bản nhạc", { exact: true }), file);
    await expect.element(dialog.getByRole("progressbar")).toHaveAccessibleName("Đang tải lên: bai.mp3");
    expect(sent[0]?.endpoint).toBe("POST /api/song-requests/12/song");
    const attached = aRequestDetail({ songs: [aSongVersion()] });
    api.change({ [one]: attached });
    sent[0]?.reply(attached);
    await expect.element(dialog.getByText("Bản 1", { exact: true })).toBeVisible();
  });
});

describe("the next step", () => {
  test("is the one filled button, and opens what it needs", async () => {
    await openDialog({}, "Bài hát");
    const assign = dialog.getByRole("button", { name: "Giao việc" });
    await expect.element(assign).toBeVisible();
    const filled = [...dialog.element().querySelectorAll(".btn--primary")];
    expect(filled.filter((each) => each.checkVisibility())).toEqual([assign.element()]);
    await assign.click();
    await expect.element(field("Người phụ trách")).toHaveFocus();
    await expect.element(assign).not.toBeInTheDocument();
  });

  test("is reached by keys", async () => {
    await openDialog({ "GET /api/song-requests/{id}/messages": aTalk() }, "Bài hát");
    await expect.element(dialog.getByLabelText("Nhắn cho khách")).toBeInTheDocument();
    await userEvent.keyboard("a");
    await expect.element(field("Người phụ trách")).toHaveFocus();
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard("r");
    await expect.element(dialog.getByRole("tab", { name: "Trao đổi" })).toHaveAttribute("aria-selected", "true");
    await expect.element(dialog.getByLabelText("Nhắn cho khách")).toHaveFocus();
  });
});

describe("the form", () => {
  test("asks before a request without a song is completed", async () => {
    const { api } = await openDialog({ [put]: aRequestDetail() });
    await field("Trạng thái").selectOptions("Hoàn thành");
    await save.click();
    const question = page.getByRole("alertdialog", { name: "Chưa có bản nhạc nào" });
    await question.getByRole("button", { name: "Hủy" }).click();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(dialog).toBeVisible();
    expect(api.requests(put)).toEqual([]);
  });

  test("sends only what changed", async () => {
    const withSong = aRequestDetail({ songs: [aSongVersion()], result_audio_url: "/x" });
    const { api } = await openDialog({ [put]: withSong, [one]: withSong });
    await field("Trạng thái").selectOptions("Hoàn thành");
    await field("Ghi chú quản trị").fill("Khách gấp");
    await save.click();
    await expect.element(status.getByText("Đã lưu yêu cầu")).toBeVisible();
    await expect.element(dialog).toBeVisible();
    expect(api.requests(put)[0]).toMatchObject({
      params: { id: "12" },
      body: { status: "completed", admin_notes: "Khách gấp" },
    });
  });

  test("follows changes elsewhere, but keeps what is typed here", async () => {
    const { api } = await openDialog({ [put]: aRequestDetail() });
    await field("Ghi chú quản trị").fill("Khách gấp");
    api.change(
      stored({ status: "processing", staff_id: 3, staff_name: "Minh Anh", admin_notes: "Gọi lại", version: "2" }),
    );
    await readAgain();
    await expect.element(field("Trạng thái")).toHaveValue("processing");
    await expect.element(field("Người phụ trách")).toHaveValue("3");
    await expect.element(field("Ghi chú quản trị")).toHaveValue("Khách gấp");
    await save.click();
    await expect.poll(() => api.requests(put).map(({ body }) => body)).toEqual([{ admin_notes: "Khách gấp" }]);
  });

  test("sends nothing when nothing changed", async () => {
    const { api } = await openDialog({ [put]: aRequestDetail() });
    await expect.element(save).not.toBeInTheDocument();
    await field("Ghi chú quản trị").fill("x");
    await expect.element(save).toBeVisible();
    await field("Ghi chú quản trị").fill("");
    await expect.element(save).not.toBeInTheDocument();
    await userEvent.keyboard("{Control>}s{/Control}");
    await settled();
    expect(api.requests(put)).toEqual([]);
  });

  test("stands below the customer's wish", async () => {
    const wish = aRequestEvent({
      id: 2,
      kind: "changes_requested",
      actor: "customer",
      text: "Hát chậm lại",
      version: 1,
    });
    await openDialog(stored({ status: "processing", completed_at: accepted_at, events: [wish] }));
    await expect.element(dialog.getByText("Cần sửa", { exact: true })).toBeVisible();
    const quote = dialog.getByText("Hát chậm lại").first().element();
    const after = quote.compareDocumentPosition(field("Trạng thái").element()) & Node.DOCUMENT_POSITION_FOLLOWING;
    expect(after).not.toBe(0);
  });

  test("assigns a member and shows how much each has to do", async () => {
    const { api } = await openDialog({ [put]: aRequestDetail() });
    const labels = [...field("Người phụ trách").element().querySelectorAll("option")].map((each) => each.text);
    expect(labels).toEqual(["Chưa giao cho ai", "Minh Anh (3 việc, 1 trễ)", "Thu Hà (0 việc)"]);
    await field("Người phụ trách").selectOptions("Minh Anh (3 việc, 1 trễ)");
    await save.click();
    await expect.poll(() => api.requests(put)[0]?.body).toEqual({ staff_id: 3 });
  });

  test("returns a request to the pool, even from a member who is not active", async () => {
    const { api } = await openDialog({ ...stored({ staff_id: 5, staff_name: "Quốc" }), [put]: aRequestDetail() });
    await expect.element(field("Người phụ trách")).toHaveValue("5");
    await field("Người phụ trách").selectOptions("Chưa giao cho ai");
    await save.click();
    await expect.poll(() => api.requests(put)[0]?.body).toEqual({ staff_id: null });
  });

  test("keeps the member when the list of members can't be loaded", async () => {
    await openDialog({ ...stored({ staff_id: 5, staff_name: "Quốc" }), [members]: fails(500) });
    await expect.element(dialog.getByRole("alert")).toMatchTextContent("Lỗi tải danh sách nhân viên");
    await expect.element(field("Người phụ trách")).toHaveValue("5");
    await expect.element(field("Người phụ trách")).toMatchTextContent("Quốc");
  });

  test("sets price and payment", async () => {
    const { api } = await openDialog({ [put]: aRequestDetail() });
    await expect.element(field("Giá thỏa thuận")).toHaveValue("299.000");
    await field("Giá thỏa thuận").fill("499000");
    await field("Đã thanh toán").click({ force: true });
    await save.click();
    await expect.poll(() => api.requests(put)[0]?.body).toEqual({ agreed_price: 499_000, is_paid: true });
  });

  test("refuses an empty price", async () => {
    const { api } = await openDialog();
    await field("Giá thỏa thuận").fill("");
    await save.click();
    await expect.element(dialog.getByText("Số tiền phải là số nguyên không âm")).toBeVisible();
    expect(api.requests(put)).toEqual([]);
  });

  test("tells of an error", async () => {
    const { api } = await openDialog({ [put]: fails(500) });
    await field("Ghi chú quản trị").fill("x");
    await save.click();
    await expect.element(dialog.getByRole("alert")).toHaveTextContent("Không thể cập nhật yêu cầu");
    api.change({ [put]: networkDown() });
    await save.click();
    await expect.element(dialog.getByRole("alert")).toHaveTextContent("Lỗi kết nối");
  });
});

describe("the library", () => {
  const form = page.getByRole("dialog", { name: "Đưa vào thư viện" });
  const start = dialog.getByRole("button", { name: "Đưa vào thư viện" });

  test("takes an accepted song with the customer's consent", async () => {
    const { api } = await openDialog(
      {
        ...stored({ accepted_at, consent_at }),
        "GET /api/categories": [aCategory({ id: 8, name: "Gia đình" })],
        [publish]: aRequestDetail({ song_id: 40 }),
      },
      "Bài hát",
    );
    await expect.element(dialog.getByText(/Khách cho phép đưa bài hát vào thư viện, ngày 04\/05\/2026/)).toBeVisible();
    await start.click();
    await form.getByRole("button", { name: "Đưa vào thư viện" }).click();
    await expect.element(form.getByText("Tên bài hát không được để trống")).toBeVisible();
    await expect.element(form.getByText("Vui lòng chọn ít nhất một thể loại")).toBeVisible();
    await checkScreen({ heading });
    await form.getByLabelText(/^Tên bài hát/).fill("Mẹ yêu");
    await form.getByRole("combobox").fill("Gia đình");
    await expect.element(page.getByRole("option", { name: "Gia đình" })).toBeVisible();
    await userEvent.keyboard("{Tab}");
    api.change({
      [one]: aRequestDetail({ accepted_at, consent_at, song_id: 40 }),
      [song]: aSong({ id: 40, title: "Mẹ yêu" }),
    });
    await form.getByRole("button", { name: "Đưa vào thư viện" }).click();
    await expect.element(status.getByText("Đã đưa bài hát vào thư viện")).toBeVisible();
    expect(api.requests(publish)[0]).toMatchObject({
      params: { id: "12" },
      body: { title: "Mẹ yêu", category_ids: [8] },
    });
    await expect.element(dialog.getByRole("link", { name: "Xem bài hát" })).toHaveAttribute("href", "/songs/40");
    await expect.element(start).not.toBeInTheDocument();
    expect(api.requests(put)).toEqual([]);
  });

  test.each([
    ["consent", { accepted_at, consent_at: null }, "Khách chưa cho phép đưa bài hát vào thư viện."],
    ["an accepted version", { accepted_at: null, consent_at }, "Khách chưa đồng ý với bản nhạc nào."],
  ])("is closed without %s", async (_name, fields, message) => {
    await openDialog(stored(fields), "Bài hát");
    await expect.element(dialog).toMatchTextContent(message);
    await expect.element(start).not.toBeInTheDocument();
  });

  test("tells that the song is hidden once the consent is withdrawn", async () => {
    await openDialog(stored({ accepted_at, consent_at: null, song_id: 40 }), "Bài hát");
    await expect
      .element(dialog.getByText("Khách đã thôi cho phép, nên bài hát trong thư viện đang bị ẩn."))
      .toBeVisible();
    await expect.element(dialog.getByRole("link", { name: "Xem bài hát" })).not.toBeInTheDocument();
  });

  test("shows a song again that is hidden although the customer allows it again", async () => {
    const hidden = aSong({ id: 40, is_active: false });
    const { api } = await openDialog(
      {
        ...stored({ accepted_at, consent_at, song_id: 40 }),
        [song]: hidden,
        [putSong]: fails(409, "Khách hàng đã thôi cho phép đưa bài hát này vào thư viện"),
      },
      "Bài hát",
    );
    await expect
      .element(dialog.getByText("Khách cho phép đưa bài hát vào thư viện, nhưng bài hát đang bị ẩn."))
      .toBeVisible();
    await expect.element(dialog.getByRole("link", { name: "Xem bài hát" })).not.toBeInTheDocument();
    const show = dialog.getByRole("button", { name: "Hiện lại trong thư viện" });
    await show.click();
    await expect
      .element(dialog.getByRole("alert"))
      .toHaveTextContent("Khách hàng đã thôi cho phép đưa bài hát này vào thư viện");
    api.change({ [song]: aSong({ id: 40 }), [putSong]: aSong({ id: 40 }) });
    await show.click();
    await expect.element(status.getByText("Đã hiện lại bài hát trong thư viện")).toBeVisible();
    expect(api.requests(putSong).at(-1)).toMatchObject({ params: { id: "40" }, body: { is_active: true } });
    await expect.element(dialog.getByRole("link", { name: "Xem bài hát" })).toHaveAttribute("href", "/songs/40");
    await expect.element(show).not.toBeInTheDocument();
  });

  test("tells when the song can't be read, and tries again", async () => {
    const { api } = await openDialog(
      { ...stored({ accepted_at, consent_at, song_id: 40 }), [song]: fails(500) },
      "Bài hát",
    );
    await expect.element(dialog.getByRole("alert")).toBeVisible();
    await expect.element(dialog.getByText("Bài hát đã ở trong thư viện.")).not.toBeInTheDocument();
    api.change({ [song]: aSong({ id: 40 }) });
    await dialog.getByRole("button", { name: "Thử lại" }).click();
    await expect.element(dialog.getByRole("link", { name: "Xem bài hát" })).toBeVisible();
  });

  test("tells of an error", async () => {
    await openDialog(
      {
        ...stored({ accepted_at, consent_at }),
        "GET /api/categories": [aCategory()],
        [publish]: fails(500),
      },
      "Bài hát",
    );
    await start.click();
    await form.getByLabelText(/^Tên bài hát/).fill("Mẹ yêu");
    await form.getByRole("combobox").fill("Trữ tình");
    await expect.element(page.getByRole("option", { name: "Trữ tình" })).toBeVisible();
    await userEvent.keyboard("{Tab}");
    await form.getByRole("button", { name: "Đưa vào thư viện" }).click();
    await expect.element(form.getByRole("alert")).toHaveTextContent("Không thể đưa bài hát vào thư viện");
  });
});
