import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { notificationEvents } from "#contract/notifications.ts";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { openFilters } from "#test/component/list.ts";
import { aDelivery, aDeliveryDetail, someNotificationSettings } from "#test/component/messages.ts";
import { aBulkJob, aUser } from "#test/component/samples.ts";
import { type Answers, counted, eventStream, fails } from "#test/component/stub-api.ts";
import * as screen from "./screen.tsx";

const list = "GET /api/admin/deliveries";
const one = "GET /api/admin/deliveries/{id}";
const settings = "GET /api/admin/config/notifications";
const tabs = "GET /api/admin/deliveries/tabs";
const counts = { all: 9, waiting: 1, sent: 5, kept: 1, failed: 2, skipped: 0 };
const resend = "POST /api/admin/deliveries/{id}/resend";
const account = "GET /api/admin/users/{id}";
const heading = "Nhật ký gửi";
const name = "Đã nhận đơn hàng, gửi Nguyễn Thị Lan";
const button = (label: string) => page.getByRole("button", { name: label, exact: true });
const row = page.getByRole("row").nth(1);
const details = page.getByRole("dialog", { name });
const question = page.getByRole("alertdialog", { name: "Gửi lại thông báo" });
const status = page.getByRole("status").last();
const alert = page.getByRole("alert");
const frame = () => details.getByTitle(/^Email: /).element() as HTMLIFrameElement;
const shown = (fields: Parameters<typeof aDelivery>[0]) => ({
  [list]: counted([aDelivery(fields)], 1),
  [one]: aDeliveryDetail(fields),
});

async function open(answers: Answers = {}, address = "/admin/deliveries") {
  return openAdmin(screen, address, {
    ...shown({}),
    [tabs]: counts,
    [settings]: someNotificationSettings(),
    ...answers,
  });
}

async function openDetails(fields: Parameters<typeof aDeliveryDetail>[0] = {}, answers: Answers = {}) {
  const { mail: _mail, ...delivery } = fields;
  const opened = await open(
    { [list]: counted([aDelivery(delivery)], 1), [one]: aDeliveryDetail(fields), ...answers },
    "/admin/deliveries?open=8",
  );
  await expect.element(page.getByRole("dialog").getByRole("heading", { name: "Nội dung" })).toBeVisible();
  return opened;
}

describe("the list", () => {
  test("tells once that there is no mail server", async () => {
    await open({ [settings]: someNotificationSettings({ sender: null }) });
    await expect.element(page.getByText(/^Chưa có máy chủ thư nên thông báo được giữ ở đây/)).toBeVisible();
    await fits();
  });

  test("shows time, event, recipient, channel, state and error", async () => {
    await open(shown({ error: "Hộp thư đầy" }));
    const cells = row.getByRole("cell");
    await expect.element(row.getByRole("rowheader")).toHaveTextContent("Đã nhận đơn hàng");
    await expect
      .poll(() => cells.elements().map((each) => each.textContent))
      .toEqual([
        `Chọn: ${name}`,
        "01/05/2026 15:00",
        "Nguyễn Thị Lanlan@example.com",
        "Email",
        "Đã gửiHộp thư đầy",
        "",
      ]);
  });

  test("tells when a waiting message is sent, in the colour of its state", async () => {
    await open(shown({ state: "waiting", attempts: 2, sent_at: null, not_before: "2026-05-02T00:00:00.000Z" }));
    await expect.element(row.getByText("Đang chờ gửi", { exact: true })).toHaveClass("badge--warning");
    await expect.element(row).toMatchTextContent("Thử lại lúc 02/05/2026 07:00");
  });

  test("marks an address that was refused for good", async () => {
    await open(shown({ state: "failed", is_bounced: true }));
    await expect.element(row).toMatchTextContent("Địa chỉ bị từ chối");
  });

  test("shows that there is no address", async () => {
    await open(shown({ channel: "zalo", email: null, phone: null }));
    await expect.element(row.getByRole("cell").nth(2)).toMatchTextContent("Không có địa chỉ");
    await expect.element(row.getByRole("cell").nth(3)).toHaveTextContent("Zalo");
  });

  test.each(["table", "cards"])("has its looks with each state as %s", async (view) => {
    const deliveries = [
      aDelivery(),
      aDelivery({ id: 7, channel: "zalo", state: "waiting", sent_at: null, not_before: "2026-05-02T00:00:00.000Z" }),
      aDelivery({ id: 6, state: "failed", is_bounced: true, sent_at: null, error: "550 5.1.1 Không có hộp thư này" }),
      aDelivery({ id: 5, state: "kept", sent_at: null }),
      aDelivery({ id: 4, state: "skipped", sent_at: null, error: "Không có địa chỉ email" }),
    ];
    await open({ [list]: counted(deliveries, deliveries.length) }, `/admin/deliveries?view=${view}`);
    await expect.element(page.getByText("Không có địa chỉ email")).toBeVisible();
    await checkScreen({ heading });
  });

  test("names each event in its filters, and counts each state in its tabs", async () => {
    await open();
    await expect.element(row).toBeVisible();
    await openFilters();
    const options = (label: string) =>
      page
        .getByLabelText(label, { exact: true })
        .getByRole("option")
        .elements()
        .map((each) => each.textContent);
    expect(options("Sự kiện")).toHaveLength(1 + notificationEvents.length);
    expect(new Set(options("Sự kiện")).size).toBe(1 + notificationEvents.length);
    const tabLinks = page.getByRole("navigation", { name: "Các trạng thái gửi" }).getByRole("link");
    await expect
      .poll(() => tabLinks.elements().map((each) => each.textContent))
      .toEqual(["Tất cả9", "Đang chờ gửi1", "Đã gửi5", "Lưu lại, chưa gửi1", "Không gửi được2", "Bỏ qua0"]);
    expect(options("Kênh")).toEqual(["Mọi kênh", "Email", "Zalo"]);
  });

  test("sends search, filters, days, sort and page", async () => {
    const filter = "q=lan&state=failed&channel=zalo&event=order_received&from=2026-11-01&to=2026-11-22";
    const address = `/admin/deliveries?${filter}&sort=created_at-asc&page=2&size=50`;
    const { api } = await open({ [list]: counted([aDelivery()], 51) }, address);
    await expect
      .poll(() => api.requests(list)[0]?.query)
      .toEqual({
        search: "lan",
        state: "failed",
        channel: "zalo",
        event: "order_received",
        from: "2026-11-01",
        to: "2026-11-22",
        sort_by: "created_at",
        sort_order: "asc",
        skip: "50",
        limit: "50",
      });
  });

  test("fits 1280 and 1600 pixels with its longest texts", async () => {
    await open(
      shown({
        event: "staff_request_due_today",
        recipient_name: "Công Tằng Tôn Nữ Thị Nguyễn Hoàng Phương Khánh Linh Đan",
        email: "cong.tang.ton.nu.thi.nguyen.hoang.phuong.khanh.linh.dan@thu-dien-tu.example.com",
        state: "waiting",
        is_bounced: true,
        not_before: "2026-05-02T00:00:00.000Z",
        error: `550 5.1.1 ${"Không có hộp thư này ".repeat(8)}`,
      }),
    );
    await expect.element(row).toBeVisible();
    const card = page.getByRole("table").element().parentElement as HTMLElement;
    for (const width of [1280, 1600]) {
      await page.viewport(width, 900);
      await expect.poll(() => card.scrollWidth - card.clientWidth, { message: `${width} px` }).toBe(0);
    }
  });

  test("has an empty state, and another for a filter", async () => {
    await open({ [list]: counted([], 0) });
    await expect.element(page.getByRole("heading", { name: "Chưa có thông báo nào" })).toBeVisible();
    await openFilters();
    await page.getByLabelText("Kênh", { exact: true }).selectOptions("Zalo");
    await expect.element(page.getByRole("heading", { name: "Không tìm thấy thông báo nào" })).toBeVisible();
    await fits();
  });

  test("tells of an error", async () => {
    await open({ [list]: fails(500) });
    await expect.element(alert).toMatchTextContent("Không thể tải nhật ký gửi");
  });

  test("is read again when messages change", async () => {
    const stream = eventStream();
    const { api } = await open({ ...shown({ state: "waiting" }), "GET /api/admin/changes": stream.answer });
    await expect.element(row).toMatchTextContent("Đang chờ gửi");
    await expect.poll(stream.isOpen).toBe(true);
    api.change(shown({ state: "sent" }));
    stream.send({ topics: ["deliveries"] }, "1.1");
    await expect.element(row).toMatchTextContent("Đã gửi");
  });
});

describe("a resend", () => {
  test("asks, and tells that the message waits", async () => {
    const waiting = aDelivery({ state: "waiting", sent_at: null });
    const { api } = await open({ [resend]: waiting });
    await button(`Gửi lại: ${name}`).click();
    await expect.element(question).toMatchTextContent(/Người nhận sẽ nhận thêm một lần nữa.*gửi Nguyễn Thị Lan/);
    api.change({ [list]: counted([waiting], 1) });
    await question.getByRole("button", { name: "Gửi lại" }).click();
    await expect.element(status).toHaveTextContent("Thông báo đang chờ gửi lại");
    expect(api.requests(resend).map(({ params }) => params.id)).toEqual(["8"]);
    await expect.element(row).toMatchTextContent("Đang chờ gửi");
    await expect.element(button(`Gửi lại: ${name}`)).not.toBeInTheDocument();
  });

  test("is not made when the question is declined", async () => {
    const { api } = await open();
    await button(`Gửi lại: ${name}`).click();
    await question.getByRole("button", { name: "Hủy" }).click();
    await expect.element(question).not.toBeInTheDocument();
    expect(api.requests(resend)).toEqual([]);
  });

  test("tells of an error, in the list and in the details", async () => {
    const message = "Không thể gửi lại thông báo";
    await open({ ...shown({ state: "kept" }), [resend]: fails(500) });
    await button(`Gửi lại: ${name}`).click();
    await question.getByRole("button", { name: "Gửi lại" }).click();
    await expect.element(alert).toHaveTextContent(message);
    await button(`Xem: ${name}`).click();
    await details.getByRole("button", { name: "Gửi lại" }).click();
    await question.getByRole("button", { name: "Gửi lại" }).click();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(alert.last()).toHaveTextContent(message);
  });

  test("is made in the details too", async () => {
    const waiting = { state: "waiting", sent_at: null } as const;
    const { api } = await openDetails({}, { [resend]: aDelivery(waiting) });
    await details.getByRole("button", { name: "Gửi lại" }).click();
    await expect.element(question).toMatchTextContent(name);
    await fits();
    api.change(shown(waiting));
    await question.getByRole("button", { name: "Gửi lại" }).click();
    await expect.element(status).toHaveTextContent("Thông báo đang chờ gửi lại");
    await expect.element(details).toMatchTextContent("Đang chờ gửi");
    await expect.element(details.getByRole("button", { name: "Gửi lại" })).not.toBeInTheDocument();
    expect(api.requests(resend)).toHaveLength(1);
  });
});

describe("the details", () => {
  test("show all facts", async () => {
    await openDetails({ attempts: 3, is_bounced: true });
    await expect.element(details.getByTitle("Địa chỉ bị từ chối hẳn")).toBeVisible();
    const facts = () =>
      [...details.element().querySelectorAll("dl > div")].map((each) => [
        each.querySelector("dt")?.textContent,
        each.querySelector("dd")?.textContent,
      ]);
    expect(facts()).toEqual([
      ["Tên", "Nguyễn Thị Lan"],
      ["Vai trò", "Khách hàng"],
      ["Email", "lan@example.com"],
      ["Điện thoại", "0903 555 142"],
      ["Sự kiện", "Đã nhận đơn hàng"],
      ["Về", "Đơn hàng #7"],
      ["Kênh", "Email"],
      ["Tạo lúc", "01/05/2026 15:00"],
      ["Gửi lúc", "01/05/2026 15:00"],
      ["Số lần thử", "3"],
    ]);
    await checkScreen({ heading });
  });

  test("link to what the message is about", async () => {
    await openDetails();
    const link = details.getByRole("link", { name: "Đơn hàng #7" });
    await expect.element(link).toHaveAttribute("href", "/admin/orders?open=7");
  });

  test("link to the account", async () => {
    const lan = aUser({ id: 5, username: "lan_nghe_nhac" });
    await openDetails({ subject_kind: "user", subject_id: 5 }, { [account]: lan });
    const link = details.getByRole("link", { name: "lan_nghe_nhac" });
    await expect.element(link).toHaveAttribute("href", "/admin/users/5");
  });

  test("say what a message has not", async () => {
    const none = { email: null, phone: null, sent_at: null, subject_kind: null, subject_id: null } as const;
    await openDetails({ state: "skipped", error: "Không có địa chỉ email", ...none });
    await expect.element(details).toMatchTextContent(/EmailKhông có.*Điện thoạiKhông có.*VềKhông có.*Gửi lúcChưa gửi/);
  });

  test("of a failed message tell why", async () => {
    await openDetails({ state: "failed", error: "Hộp thư không tồn tại" });
    await expect.element(details.getByRole("alert").first()).toHaveTextContent("Hộp thư không tồn tại");
  });

  test("of a kept message tell how it is sent", async () => {
    await openDetails({ state: "kept", error: "Zalo chưa được thiết lập cho thông báo này" });
    await expect.element(details.getByRole("status").first()).toMatchTextContent(/Zalo chưa được thiết lập/);
  });

  test("show the e-mail in a frame without scripts, with pictures of this site and links in new tabs", async () => {
    await openDetails();
    await expect.element(details).toMatchTextContent("Tiêu đề: Đã nhận đơn Premium HM2345678K");
    expect([...frame().sandbox]).toEqual(["allow-popups", "allow-popups-to-escape-sandbox"]);
    const content = new DOMParser().parseFromString(frame().srcdoc, "text/html");
    expect(content.querySelector("h1")?.textContent).toBe("Chúng tôi đã nhận đơn của bạn");
    expect(content.querySelector("img")?.getAttribute("src")).toBe("/icon-192.png");
    expect(content.querySelector("base")?.target).toBe("_blank");
    expect(content.querySelector("style")?.textContent).toContain("prefers-color-scheme:dark");
  });

  test("show the text of the e-mail on demand", async () => {
    await openDetails();
    const text = details.getByText(/Xem đơn hàng: https/);
    const isShown = () => text.element().checkVisibility();
    expect(isShown()).toBe(false);
    await details.getByText("Xem bản chữ").click();
    await expect.poll(isShown).toBe(true);
  });

  test("say why the content of a secret message is not shown", async () => {
    const { api } = await openDetails({ event: "password_reset", subject_kind: null, subject_id: null, mail: null });
    const dialog = page.getByRole("dialog");
    await expect.element(dialog).toMatchTextContent("chỉ người nhận mới được thấy");
    expect(dialog.getByTitle(/^Email/).elements()).toEqual([]);
    expect(api.requests(one).length).toBeGreaterThan(0);
    await fits();
  });

  test("of a Zalo message tell what the e-mail is", async () => {
    await openDetails({ state: "sent", channel: "zalo" });
    await expect.element(details).toMatchTextContent("Thông báo đã gửi qua Zalo theo mẫu đã duyệt.");
  });

  test("tell of an error and read again", async () => {
    const { api } = await open({ [one]: fails(500) });
    await button(`Xem: ${name}`).click();
    await expect.element(details.getByRole("alert")).toMatchTextContent("Không thể tải thông báo");
    await expect.element(details).toMatchTextContent("lan@example.com");
    api.change({ [one]: aDeliveryDetail() });
    await details.getByRole("button", { name: "Thử lại" }).click();
    await expect.element(details.getByTitle(/^Email/)).toBeVisible();
  });

  test("of a message that is on another page are read by its number", async () => {
    await open(
      { [list]: counted([aDelivery({ id: 9, recipient_name: "Trần Văn Nam" })], 2) },
      "/admin/deliveries?open=8",
    );
    await expect.element(details).toMatchTextContent("Nguyễn Thị Lan");
  });
});

describe("resending all", () => {
  const many = "POST /api/admin/bulk";
  const job = aBulkJob({ kind: "resend_deliveries" });
  const all = page.getByRole("alertdialog", { name: "Gửi lại tất cả" });
  const counts = (total: number, old: number) => ({
    [list]: ({ query }: { query: Record<string, string> }) => {
      if (query.state === undefined) return counted([aDelivery({ state: "kept" })], 1);
      return counted([], query.state === "failed" ? 0 : query.to ? old : total);
    },
  });

  test("asks with the number, and begins a job", async () => {
    const { api } = await open({ ...counts(3, 0), [many]: job });
    await button("Gửi lại tất cả").click();
    await expect.element(all.getByText(/có 3 thông báo đã lưu hoặc bị lỗi/)).toBeVisible();
    await all.getByRole("button", { name: "Gửi lại cả 3 thông báo" }).click();
    await expect.element(all).not.toBeInTheDocument();
    expect(api.requests(many)[0]?.body).toEqual({ kind: "resend_deliveries", filter: {}, except: [] });
  });

  test("asks whether those of earlier days are meant", async () => {
    const { api } = await open({ ...counts(5, 2), [many]: job });
    await button("Gửi lại tất cả").click();
    await expect.element(all.getByText(/2 thông báo từ những ngày trước/)).toBeVisible();
    await all.getByRole("button", { name: "Chỉ gửi 3 thông báo hôm nay" }).click();
    await expect.element(all).not.toBeInTheDocument();
    expect(api.requests(many)[0]?.body).toMatchObject({ filter: { from: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) } });
  });

  test("is not offered where the filter shows sent ones", async () => {
    await open({}, "/admin/deliveries?state=sent");
    await expect.element(button("Làm mới")).toBeVisible();
    await expect.element(button("Gửi lại tất cả")).not.toBeInTheDocument();
  });
});
