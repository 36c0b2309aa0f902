import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { passTime, stopClock } from "#test/component/clock.ts";
import { openDesk } from "#test/component/desk.tsx";
import { aSongRequest } from "#test/component/requests.ts";
import { aBulkJob } from "#test/component/samples.ts";
import { aColleague, aStaffInfo, someFigures } from "#test/component/staff.ts";
import { type Answers, eventStream, fails, held, networkDown } from "#test/component/stub-api.ts";
import { settled } from "#test/component/visitor.ts";

const list = "GET /api/staff/requests";
const stats = "GET /api/staff/requests/stats";
const assign = "PUT /api/staff/requests/{id}/assign";
const figures = "GET /api/staff/requests/figures";
const detail = "GET /api/staff/requests/{id}";
const heading = "Chào Trần Thu Hà";

const pool = aSongRequest({ id: 12, customer_name: "Phạm Quốc Bảo", customer_email: "bao@example.com" });
const own = aSongRequest({
  id: 15,
  customer_name: "Nguyễn Thảo Vy",
  status: "processing",
  staff_id: 3,
  staff_name: "Trần Thu Hà",
  due_at: "2026-05-05T10:00:00.000Z",
});
const both = { items: [own, pool], total: 2 };
const row = (name: string) => page.getByRole("row").filter({ hasText: name });
const claim = page.getByRole("button", { name: "Nhận việc: Yêu cầu #12" });
const toast = (text: string) => page.getByText(text, { exact: true });
const cards = () =>
  page
    .getByRole("navigation", { name: "Các phần của bàn làm việc" })
    .getByRole("link")
    .elements()
    .map((card) => card.textContent);
const numbers = () => [...document.querySelectorAll("tbody [data-row] th button")].map((button) => button.textContent);

test("greets the member, and shows the numbers and the requests in the server's order", async () => {
  const { api } = await openDesk({ [list]: both });
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Chào Trần Thu Hà");
  await expect.element(page.getByText("Có 2 yêu cầu mới chưa ai nhận.")).toBeVisible();
  await expect
    .poll(cards)
    .toEqual(["Việc của tôi6", "Mới1", "Đang xử lý5", "Chờ người nhận2", "Được giao14", "Hoàn thành7", "Đã hủy3"]);
  await expect.element(page.getByRole("link", { name: "Việc của tôi 6" })).toHaveAttribute("aria-current");
  await expect.poll(numbers).toEqual(["#15", "#12"]);
  await expect.element(row("Nguyễn Thảo Vy")).toMatchTextContent(/Đang xử lý/);
  await expect.element(row("Nguyễn Thảo Vy").getByText(/^Trễ \d+ ngày$/)).toBeVisible();
  expect([...document.querySelectorAll("tbody tr.is-late th button")].map((each) => each.textContent)).toEqual(["#15"]);
  await expect.element(row("Phạm Quốc Bảo")).toMatchTextContent(/bao@example\.com.*Mới/);
  await expect.element(page.getByText("Hiển thị 1 - 2 trong tổng số 2 yêu cầu")).toBeVisible();
  expect(api.requests(list).map(({ query }) => query)).toEqual([{ scope: "open", skip: "0", limit: "10" }]);
});

test("marks what the customer wants to have changed, and what is accepted", async () => {
  const time = "2026-05-04T08:00:00.000Z";
  const changing = { ...own, completed_at: time };
  const accepted = { ...pool, status: "completed" as const, completed_at: time, accepted_at: time };
  await openDesk({ [list]: { items: [changing, accepted], total: 2 } });
  await expect.element(row("Nguyễn Thảo Vy")).toMatchTextContent(/Đang xử lýCần sửa/);
  await expect.element(row("Phạm Quốc Bảo")).toMatchTextContent(/Hoàn thànhKhách đã đồng ý/);
  await expect.element(row("Nguyễn Thảo Vy")).toMatchTextContent("Hạn");
  await expect.element(row("Phạm Quốc Bảo")).not.toMatchTextContent("Hạn");
});

test("tells when nobody waits", async () => {
  const none = { total_assigned: 0, new: 0, processing: 0, completed: 0, cancelled: 0, unassigned_available: 0 };
  await openDesk({ [stats]: none });
  await expect.element(page.getByText("Mọi yêu cầu đều đã có người nhận.")).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Chưa có yêu cầu nào" })).toBeVisible();
});

test("searches, filters and turns pages by the query", async () => {
  const query = "q=thao+vy&status=processing&scope=mine&size=5&page=3";
  const { api, address } = await openDesk({ [list]: { items: [own], total: 70 } }, { at: `/staff/dashboard?${query}` });
  await expect.element(page.getByRole("row").nth(1)).toBeVisible();
  expect(api.requests(list).map((request) => request.query)).toEqual([
    { search: "thao vy", status: "processing", scope: "mine", skip: "10", limit: "5" },
  ]);
  await expect.element(page.getByRole("searchbox", { name: "Tìm yêu cầu" })).toHaveValue("thao vy");
  await expect.element(page.getByLabelText("Trạng thái", { exact: true })).toHaveDisplayValue("Đang xử lý");
  await expect.element(page.getByRole("link", { name: "Được giao 14" })).toHaveAttribute("aria-current");
  const options = page.getByLabelText("Số dòng mỗi trang").element().querySelectorAll("option");
  expect([...options].map(({ value }) => value)).toEqual(["5", "10", "20", "50"]);
  await page.getByRole("link", { name: "Chờ người nhận 2" }).click();
  await expect.poll(address).toBe("/staff/dashboard?q=thao+vy&scope=available&size=5");
  await expect
    .poll(() => api.requests(list).at(-1)?.query)
    .toEqual({ search: "thao vy", scope: "available", skip: "0", limit: "5" });
  await page.getByRole("link", { name: "Hoàn thành 7" }).click();
  await expect
    .poll(() => api.requests(list).at(-1)?.query)
    .toEqual({ search: "thao vy", scope: "mine", status: "completed", skip: "0", limit: "5" });
});

test("a list that does not load says so, and loads again", async () => {
  const { api } = await openDesk({ [list]: networkDown() });
  const alert = page.getByRole("alert");
  await expect.element(alert).toMatchTextContent("Lỗi khi tải dữ liệu, vui lòng thử lại");
  api.change({ [list]: both });
  await alert.getByRole("button", { name: "Thử lại" }).click();
  await expect.poll(numbers).toEqual(["#15", "#12"]);
});

test("numbers that do not load are dashes, and the list stays", async () => {
  await openDesk({ [list]: both, [stats]: fails(500) });
  await expect.element(page.getByRole("alert")).toMatchTextContent("Có lỗi xảy ra khi tải dữ liệu");
  await expect.poll(cards).toContain("Được giao–");
  await expect.poll(numbers).toEqual(["#15", "#12"]);
});

test("the button refreshes list and numbers", async () => {
  const { api } = await openDesk({ [list]: both });
  await expect.poll(numbers).toEqual(["#15", "#12"]);
  api.change({ [list]: { items: [pool], total: 1 } });
  await page.getByRole("button", { name: "Làm mới" }).click();
  await expect.poll(numbers).toEqual(["#12"]);
  expect(api.requests(stats)).toHaveLength(2);
});

describe("claiming", () => {
  const mine = { ...pool, staff_id: 3, staff_name: "Trần Thu Hà" };
  const detailOf = { ...mine, songs: [], events: [], lyrics: [], is_untouched: false };

  test("is offered for open requests of nobody alone", async () => {
    const begun = aSongRequest({ id: 20, status: "processing" });
    const closed = aSongRequest({ id: 21, status: "completed" });
    await openDesk({ [list]: { items: [own, pool, begun, closed], total: 4 } });
    await expect.element(claim).toBeVisible();
    expect(page.getByRole("button", { name: /^Nhận việc/ }).elements()).toHaveLength(2);
    expect(page.getByRole("button", { name: /^Mở chi tiết/ }).elements()).toHaveLength(2);
  });

  test("can be undone from its message", async () => {
    const { api } = await openDesk({ [list]: both, [assign]: detailOf });
    await claim.click();
    await page.getByRole("button", { name: "Hoàn tác" }).click();
    await expect.element(toast("Yêu cầu #12 đã trở lại danh sách chung")).toBeVisible();
    expect(api.requests(assign).map(({ body }) => body)).toEqual([{}, { staff_id: null }]);
  });

  test("sends one request, and reads list and numbers again", async () => {
    const reply = held(detailOf);
    const { api } = await openDesk({ [list]: both, [assign]: reply.answer });
    await claim.click();
    await expect.element(claim).toHaveTextContent("Đang nhận...");
    (claim.element() as HTMLElement).click();
    api.change({ [list]: { items: [own, mine], total: 2 } });
    reply.release();
    await expect.element(toast("Bạn đã nhận yêu cầu #12")).toBeVisible();
    await expect.element(claim).not.toBeInTheDocument();
    expect(api.requests(assign).map(({ params, body, token }) => [params.id, body, token])).toEqual([
      ["12", {}, "staff-token"],
    ]);
    expect(api.requests(stats)).toHaveLength(2);
  });

  test.each([
    ["its own message", fails(409), "Không thể nhận yêu cầu"],
    ["its message without a response", networkDown(), "Có lỗi xảy ra khi xử lý yêu cầu"],
  ])("that fails shows %s, and reads the list again", async (_, answer, message) => {
    const { api } = await openDesk({ [list]: both, [assign]: answer });
    await expect.element(claim).toBeVisible();
    api.change({ [list]: { items: [own], total: 1 } });
    await claim.click();
    await expect.element(toast(message)).toBeVisible();
    await expect.element(claim).not.toBeInTheDocument();
    await expect.poll(numbers).toEqual(["#15"]);
  });
});

test("changes elsewhere refresh list, numbers and open details", async () => {
  const stream = eventStream();
  const song = { ...own, songs: [], events: [], lyrics: [], is_untouched: false };
  const { api } = await openDesk(
    { [list]: both, [detail]: song, "GET /api/staff/changes": stream.answer },
    { at: "/staff/dashboard?open=15" },
  );
  const dialog = page.getByRole("dialog", { name: "Yêu cầu #15" });
  await expect.element(dialog).toMatchTextContent(/Đang xử lý/);
  await expect.poll(stream.isOpen).toBe(true);
  stopClock();
  api.change({ [list]: { items: [own], total: 1 }, [detail]: { ...song, admin_notes: "Khách quen" } });
  stream.send({ topics: ["requests"] }, "1.2");
  await settled();
  await passTime(2000);
  await expect.element(dialog).toMatchTextContent(/Khách quen/);
  await expect.poll(numbers).toEqual(["#15"]);
  expect(api.requests(stats)).toHaveLength(2);
});

describe("for supervisors", () => {
  const supervisor = { member: { is_supervisor: true } };
  const team: Answers = {
    [list]: both,
    "GET /api/staff/members": [
      aColleague({ late_requests: 1, open_requests: 3 }),
      aColleague({ id: 5, full_name: "Khánh Thư", is_supervisor: true, open_requests: 0 }),
    ],
  };

  test("a change of members elsewhere refreshes the choice of colleagues", async () => {
    const stream = eventStream();
    const { api } = await openDesk(
      {
        ...team,
        [detail]: { ...own, songs: [], events: [], lyrics: [], is_untouched: false },
        "GET /api/staff/changes": stream.answer,
      },
      { ...supervisor, at: "/staff/dashboard?open=15" },
    );
    const choice = page.getByLabelText("Giao cho");
    await expect.element(choice).toMatchTextContent(/Khánh Thư/);
    await expect.poll(stream.isOpen).toBe(true);
    stopClock();
    api.change({ "GET /api/staff/members": [aColleague({ full_name: "Hoài An" })] });
    stream.send({ topics: ["staff"] }, "1.2");
    await settled();
    await passTime(2000);
    await expect.element(choice).toMatchTextContent(/Hoài An/);
    await expect.element(choice).not.toMatchTextContent(/Khánh Thư/);
  });

  test("shows every column whole beside the longest values", async () => {
    const busy = aSongRequest({
      ...own,
      id: 99_999,
      customer_name: "Nguyễn Hoàng Phương Quỳnh",
      customer_email: "nguyen.hoang.phuong.quynh@congtythuongmai.example.com",
      staff_name: "Công Tằng Tôn Nữ Phương Thảo",
      unread_messages: 12,
      completed_at: "2026-05-04T08:00:00.000Z",
    });
    await openDesk({ ...team, [list]: { items: [busy, pool], total: 2 } }, supervisor);
    await expect.element(row("Nguyễn Hoàng Phương Quỳnh").getByText("12 tin mới")).toBeVisible();
    await expect.element(row("Nguyễn Hoàng Phương Quỳnh").getByRole("button", { name: /^Mở chi tiết/ })).toBeVisible();
    await checkScreen({ heading, widths: [1280, 768] });
  });

  test("shows who works on each request", async () => {
    await openDesk(team, supervisor);
    await expect.element(row("Nguyễn Thảo Vy")).toMatchTextContent(/Trần Thu Hà/);
    await expect.element(row("Phạm Quốc Bảo")).toMatchTextContent(/Chưa ai nhận/);
    await expect.element(page.getByRole("link", { name: "Của nhóm", exact: true })).toBeVisible();
    await checkScreen({ heading });
  });

  test("hand many requests over at once", async () => {
    const { api } = await openDesk(
      {
        ...team,
        "POST /api/admin/bulk/preview": { total: 2, amount: null, names: ["#15", "#16"], notes: [] },
        "POST /api/admin/bulk": aBulkJob({ kind: "assign_desk_requests" }),
      },
      supervisor,
    );
    await page.getByRole("checkbox", { name: "Chọn cả trang" }).click();
    await page.getByRole("button", { name: "Giao cho…" }).click();
    const question = page.getByRole("alertdialog");
    await question.getByLabelText("Khánh Thư (đang làm 0)").click();
    await question.getByRole("button", { name: /^Giao 2 yêu cầu/ }).click();
    await expect
      .poll(() => api.requests("POST /api/admin/bulk")[0]?.body)
      .toMatchObject({ kind: "assign_desk_requests", options: { staff_id: 5 } });
  });

  test("has a panel with the load of each member", async () => {
    await openDesk(team, supervisor);
    await page.getByRole("button", { name: "Việc của cả nhóm" }).click();
    const items = page.getByRole("dialog", { name: "Việc của cả nhóm" }).getByRole("listitem");
    await expect.element(items.nth(0)).toHaveTextContent("Minh AnhNhân viên3 đang làm1 trễ hạn");
    await expect.element(items.nth(1)).toHaveTextContent("Khánh ThưGiám sát viên0 đang làm");
    await fits();
  });

  test("the panel says when it does not load", async () => {
    await openDesk({ ...team, "GET /api/staff/members": fails(500) }, supervisor);
    await page.getByRole("button", { name: "Việc của cả nhóm" }).click();
    await expect
      .element(page.getByRole("dialog").getByRole("alert"))
      .toMatchTextContent("Có lỗi xảy ra khi tải dữ liệu");
  });

  test("a member who becomes one gets the panel with the next page", async () => {
    await openDesk({ ...team, "GET /api/staff/me": aStaffInfo({ is_supervisor: true }) });
    await expect.element(page.getByRole("button", { name: "Việc của cả nhóm" })).toBeVisible();
  });
});

describe("the figures", () => {
  const line = page.getByLabelText("Số liệu của tôi");

  test("of the member stand in a line, with a dash for means of nothing", async () => {
    const { api } = await openDesk({ [list]: both });
    await expect
      .element(line)
      .toMatchTextContent("Trễ hạn1Giao tháng này4Đã giao31Lần sửa mỗi bài0,8Ngày làm mỗi bài2,1");
    await fits();
    const none = { open: 0, late: 0, delivered_this_month: 0, delivered: 0, changes_per_song: null, days_needed: null };
    api.change({ [figures]: { own: none, members: [] } });
    await page.getByRole("button", { name: "Làm mới" }).click();
    await expect.element(line).toMatchTextContent("Đã giao0Lần sửa mỗi bài–Ngày làm mỗi bài–");
  });

  test("are not there while they can't be read", async () => {
    await openDesk({ [list]: both, [figures]: fails(500) });
    await expect.poll(numbers).toEqual(["#15", "#12"]);
    await expect.element(line).not.toBeInTheDocument();
  });

  test("of each member are a table for supervisors, beside what they have to do", async () => {
    const members = [
      { id: 3, full_name: "Trần Thu Hà", ...someFigures },
      { id: 4, full_name: "Lê Minh", ...someFigures, delivered: 0, changes_per_song: null, days_needed: null },
    ];
    await openDesk(
      { [list]: both, [figures]: { own: someFigures, members }, "GET /api/staff/members": [aColleague()] },
      { member: { is_supervisor: true } },
    );
    await page.getByRole("button", { name: "Việc của cả nhóm" }).click();
    const table = page.getByRole("table", { name: "Bài đã giao" });
    const rows = () => table.getByRole("row").elements().slice(1);
    await expect.poll(() => rows().map((row) => row.textContent)).toEqual(["Trần Thu Hà4310,82,1", "Lê Minh40––"]);
    await checkScreen({ heading });
  });
});

test("an ordinary member has neither panel nor the column of members", async () => {
  await openDesk({ [list]: both });
  await expect.poll(numbers).toEqual(["#15", "#12"]);
  await expect.element(page.getByRole("button", { name: "Việc của cả nhóm" })).not.toBeInTheDocument();
  await expect.element(page.getByRole("link", { name: /^Của nhóm/ })).not.toBeInTheDocument();
  await expect.element(page.getByRole("columnheader", { name: "Người phụ trách" })).not.toBeInTheDocument();
  await expect.element(page.getByRole("checkbox")).not.toBeInTheDocument();
});

test("leads to the login without a stored session", async () => {
  const { address, go } = await openDesk({ [list]: both });
  await expect.poll(numbers).toEqual(["#15", "#12"]);
  localStorage.removeItem("staffInfo");
  await go("/staff/dashboard?page=2");
  await expect.poll(address).toBe("/staff/login");
});

test("is a list of cards on a phone, with nothing wider than the screen", async () => {
  await page.viewport(390, 844);
  const long = "x".repeat(200);
  await openDesk({ [list]: { items: [own, { ...pool, customer_name: long, request_content: long }], total: 2 } });
  await expect.element(claim).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(390);
  expect(claim.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(36);
});
