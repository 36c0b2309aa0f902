import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type DeliveryState, notificationEvents } from "#contract/notifications.ts";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen } from "#test/component/check-screen.ts";
import { aDelivery, aDeliveryDetail, someNotificationSettings } from "#test/component/messages.ts";
import { aBulkJob, aUser } from "#test/component/samples.ts";
import { type Answers, counted, eventStream, fails, networkDown } from "#test/component/stub-api.ts";
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
    await checkScreen({ heading: "Nhật ký gửi" });
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

  test.each<[DeliveryState, string, string | undefined]>([
    ["waiting", "Đang chờ gửi", "badge--warning"],
    ["sent", "Đã gửi", "badge--success"],
    ["kept", "Lưu lại, chưa gửi", "badge--info"],
    ["failed", "Không gửi được", "badge--danger"],
    ["skipped", "Bỏ qua", undefined],
  ])("shows the state %s as %s in its colour", async (state, label, kind) => {
    await open(shown({ state }));
    const badge = row.getByText(label, { exact: true });
    await expect.element(badge).toBeVisible();
    expect([...badge.element().classList].find((each) => each.startsWith("badge--") && each !== "badge--dot")).toBe(
      kind,
    );
  });

  test.each([
    ["before the first attempt", 0, "Gửi lúc 02/05/2026 07:00"],
    ["after an attempt", 2, "Thử lại lúc 02/05/2026 07:00"],
  ])("tells when a waiting message is sent, %s", async (_name, attempts, text) => {
    await open(shown({ state: "waiting", attempts, sent_at: null, not_before: "2026-05-02T00:00:00.000Z" }));
    await expect.element(row).toMatchTextContent(text);
  });

  test("marks an address that was refused for good", async () => {
    await open(shown({ state: "failed", is_bounced: true }));
    await expect.element(row).toMatchTextContent("Địa chỉ bị từ chối");
  });

  test.each([
    ["the number of Zalo", { channel: "zalo" }, "Zalo", "0903 555 142"],
    ["the number in place of no e-mail", { email: null }, "Email", "0903 555 142"],
    ["that there is no address", { email: null, phone: null }, "Email", "Không có địa chỉ"],
  ] as const)("shows %s", async (_name, fields, channel, address) => {
    await open(shown(fields));
    await expect.element(row.getByRole("cell").nth(2)).toMatchTextContent(address);
    await expect.element(row.getByRole("cell").nth(3)).toHaveTextContent(channel);
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

  test.each([1280, 1600])("fits %i pixels with its longest texts", async (width) => {
    await page.viewport(width, 900);
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
    const card = page.getByRole("table").element().parentElement;
    expect(card?.scrollWidth).toBe(card?.clientWidth);
  });

  test("has an empty state, and another for a filter", async () => {
    await open({ [list]: counted([], 0) });
    await expect.element(page.getByRole("heading", { name: "Chưa có thông báo nào" })).toBeVisible();
    await page.getByLabelText("Kênh", { exact: true }).selectOptions("Zalo");
    await expect.element(page.getByRole("heading", { name: "Không tìm thấy thông báo nào" })).toBeVisible();
    await checkScreen({ heading });
  });

  test.each([
    ["an error", fails(500), "Không thể tải nhật ký gửi"],
    ["no response", networkDown(), "Lỗi kết nối"],
  ])("tells of %s", async (_name, answer, message) => {
    await open({ [list]: answer });
    await expect.element(alert).toMatchTextContent(message);
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

  test.each([
    [{ state: "kept" }, "Thông báo được gửi ngay, không đợi hết giờ yên lặng."],
    [{ state: "failed", is_bounced: true }, "Địa chỉ này từng bị từ chối."],
  ] as const)("of a message with %o tells what it does", async (fields, text) => {
    await open(shown(fields));
    await button(`Gửi lại: ${name}`).click();
    await expect.element(question).toMatchTextContent(text);
  });

  test.each([
    [
      "the server's reason",
      fails(409, "Chưa có máy chủ thư: hãy đặt SMTP_URL"),
      "Chưa có máy chủ thư: hãy đặt SMTP_URL",
    ],
    ["an error", fails(500), "Không thể gửi lại thông báo"],
    ["no response", networkDown(), "Lỗi kết nối"],
  ])("tells of %s, in the list and in the details", async (_name, answer, message) => {
    await open({ ...shown({ state: "kept" }), [resend]: answer });
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
    await checkScreen({ heading });
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
    await expect.element(details.getByText("Địa chỉ bị từ chối")).toBeVisible();
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

  test.each([
    ["customer", "Khách hàng"],
    ["user", "Người dùng"],
    ["staff", "Nhân viên"],
    ["admin", "Quản trị viên"],
  ] as const)("name the recipient %s as %s", async (recipient_kind, label) => {
    await openDetails({ recipient_kind });
    await expect.element(details.getByText(label, { exact: true })).toBeVisible();
  });

  test.each([
    ["the request", { subject_kind: "request", subject_id: 12 }, "Yêu cầu #12", "/admin/requests?open=12"],
    ["the order", { subject_kind: "order", subject_id: 7 }, "Đơn hàng #7", "/admin/orders?open=7"],
    ["the account", { subject_kind: "user", subject_id: 5 }, "lan_nghe_nhac", "/admin/users/5"],
  ] as const)("link to %s", async (_name, fields, label, href) => {
    await openDetails(fields, { [account]: aUser({ id: 5, username: "lan_nghe_nhac" }) });
    await expect.element(details.getByRole("link", { name: label })).toHaveAttribute("href", href);
  });

  test("say what a message has not", async () => {
    const none = { email: null, phone: null, sent_at: null, subject_kind: null, subject_id: null } as const;
    await openDetails({ state: "skipped", error: "Không có địa chỉ email", ...none });
    await expect.element(details).toMatchTextContent(/EmailKhông có.*Điện thoạiKhông có.*VềKhông có.*Gửi lúcChưa gửi/);
  });

  test.each([
    ["failed", "Hộp thư không tồn tại", "alert"],
    ["waiting", "Máy chủ thư trả lời quá lâu", "status"],
    ["skipped", "Người nhận đã ngừng nhận loại email này", "status"],
  ] as const)("of a %s message tell why", async (state, error, role) => {
    await openDetails({ state, error });
    await expect.element(details.getByRole(role).first()).toHaveTextContent(error);
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
    await checkScreen({ heading });
  });

  test.each([
    ["sent", "Thông báo đã gửi qua Zalo theo mẫu đã duyệt."],
    ["waiting", "email được gửi khi Zalo không gửi được"],
  ] as const)("of a %s Zalo message tell what the e-mail is", async (state, text) => {
    await openDetails({ state, channel: "zalo" });
    await expect.element(details).toMatchTextContent(text);
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
