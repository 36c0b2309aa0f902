import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { eventLabels } from "#contract/delivery-names.ts";
import { defaultNotificationSettings, switchableEvents } from "#contract/notifications.ts";
import { defaultSongPricing } from "#contract/settings.ts";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen } from "#test/component/check-screen.ts";
import { someNotificationSettings } from "#test/component/messages.ts";
import { type Answers, fails, held, networkDown } from "#test/component/stub-api.ts";
import * as screen from "./screen.tsx";

const get = "GET /api/admin/config/notifications";
const put = "PUT /api/admin/config/notifications";
const testMail = "POST /api/admin/config/notifications/test-email";
const panel = page.getByRole("tabpanel");
const toggle = (name: string) => panel.getByRole("switch", { name, exact: true });
const press = (name: string) => panel.getByRole("button", { name, exact: true }).click();
const save = () => press("Lưu cài đặt thông báo");
const address = panel.getByLabelText("Thêm email nhận");
const addresses = panel.getByRole("group", { name: "Email nhận thông báo của quản trị viên" });
const recipient = panel.getByLabelText(/^Gửi email thử đến/);
const status = panel.getByRole("status").last();
const alert = panel.getByRole("alert");
const heading = "Cấu hình";

async function open(answers: Answers = {}) {
  const opened = await openAdmin(screen, "/admin/config?tab=notifications", {
    "GET /api/admin/config/song-pricing": defaultSongPricing,
    "GET /api/admin/config/cloudflare-r2": fails(500),
    "GET /api/admin/config/orders": fails(500),
    "GET /api/admin/config/retention": fails(500),
    "GET /api/admin/config/social-links": fails(500),
    "GET /api/admin/config/payments": fails(500),
    "GET /api/admin/config/receipts": fails(500),
    "GET /api/admin/config/zalo": fails(500),
    [get]: someNotificationSettings(),
    ...answers,
  });
  await expect.element(panel.getByRole("button", { name: "Lưu cài đặt thông báo" })).toBeVisible();
  return opened;
}

describe("the settings", () => {
  test("have a switch for each event and channel that it can take, under who is told", async () => {
    await open();
    const switches = switchableEvents.flatMap((event) =>
      // Administrators have no phone number.
      (event.startsWith("admin_") ? ["Email"] : ["Email", "Zalo"]).map(
        (channel) => `${eventLabels[event]}: ${channel}`,
      ),
    );
    for (const name of switches) await expect.element(toggle(name)).toBeChecked();
    expect(panel.getByRole("table").getByRole("switch").elements()).toHaveLength(switches.length);
    const cells = panel.getByRole("row", { name: /^Đơn hàng mới/ }).getByRole("cell");
    await expect.element(cells.nth(1)).toMatchTextContent("Không có");
    const heads = [...panel.getByRole("table").element().querySelectorAll("th")].map((each) => each.textContent);
    expect(heads.slice(0, 5)).toEqual(["Sự kiện", "Email", "Zalo", "Khách hàng", "Đã nhận yêu cầu"]);
    expect(heads.slice(heads.indexOf("Quản trị viên"))).toEqual([
      "Quản trị viên",
      "Yêu cầu mới",
      "Đơn hàng mới",
      "Nhân viên",
      "Được giao yêu cầu",
      "Yêu cầu đến hạn hôm nay",
      "Khách nhắn tin",
      "Khách trả lời về lời bài hát",
      "Khách muốn sửa bài hát",
    ]);
  });

  test("are saved with all that was changed", async () => {
    const saved = {
      ...defaultNotificationSettings,
      events: {
        ...defaultNotificationSettings.events,
        admin_new_order: { email: false },
        order_received: { email: true, zalo: false },
      },
      quiet_hours: false,
      admin_emails: ["don-hang@ngannga.vn", "lan@ngannga.vn"],
    };
    const { api } = await open({ [put]: someNotificationSettings(saved) });
    await toggle("Đơn hàng mới: Email").click();
    await toggle("Đã nhận đơn hàng: Zalo").click();
    await toggle("Giờ yên lặng").click();
    await address.fill("don-hang@ngannga.vn");
    await userEvent.keyboard("{Enter}");
    await address.fill("lan@ngannga.vn");
    await save();
    await expect.element(status).toHaveTextContent("Đã lưu cài đặt thông báo");
    expect(api.requests(put).map(({ body }) => body)).toEqual([saved]);
    await expect.element(toggle("Đơn hàng mới: Email")).not.toBeChecked();
    await expect.element(toggle("Đã nhận đơn hàng: Zalo")).not.toBeChecked();
    await expect.element(toggle("Đã nhận đơn hàng: Email")).toBeChecked();
  });

  test("ask before a change is lost, and no more once it is saved", async () => {
    const changed = { ...defaultNotificationSettings, quiet_hours: false };
    const opened = await open({ [put]: someNotificationSettings(changed) });
    await toggle("Giờ yên lặng").click();
    await page.getByRole("navigation", { name: "Quản trị" }).getByRole("link", { name: "Thể loại" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Ở lại" }).click();
    await save();
    await expect.element(status).toHaveTextContent("Đã lưu cài đặt thông báo");
    await opened.go("/admin/genres");
    await expect.poll(opened.address).toBe("/admin/genres");
  });

  test("name the address that is wrong", async () => {
    const { api } = await open({ [get]: someNotificationSettings({ admin_emails: ["lan@ngannga.vn"] }) });
    await address.fill("lan@");
    await save();
    await expect.element(addresses).toHaveAccessibleDescription("“lan@”: Email không hợp lệ");
    await checkScreen({ heading });
    await press("Xóa lan@");
    await expect.element(addresses).toHaveAccessibleDescription("Để trống thì gửi đến email của mọi quản trị viên.");
    await address.fill("LAN@ngannga.vn");
    await save();
    await expect.element(addresses).toHaveAccessibleDescription("Mỗi địa chỉ chỉ ghi một lần");
    expect(api.requests(put)).toEqual([]);
  });

  test("show the server's errors at their fields", async () => {
    await open({
      [put]: fails(422, "Dữ liệu không hợp lệ", [
        { field: "admin_emails.0", message: "Email không hợp lệ" },
        { field: "events.admin_new_order.email", message: "Chưa chọn kênh" },
      ]),
    });
    await save();
    await expect.element(addresses).toHaveAccessibleDescription("Email không hợp lệ");
    await expect
      .element(panel.getByRole("group", { name: "Thông báo được gửi" }))
      .toHaveAccessibleDescription("Chưa chọn kênh");
  });

  test.each([
    ["an error", fails(500), "Có lỗi xảy ra khi lưu cài đặt thông báo"],
    ["no response", networkDown(), "Có lỗi xảy ra khi kết nối đến server"],
  ])("tell of %s and keep the change", async (_name, answer, message) => {
    await open({ [put]: answer });
    await toggle("Giờ yên lặng").click();
    await save();
    await expect.element(alert).toHaveTextContent(message);
    await expect.element(toggle("Giờ yên lặng")).not.toBeChecked();
  });
});

describe("the sender", () => {
  test("is named", async () => {
    await open();
    await expect.element(panel).toMatchTextContent("Email gửi từ Ngân Nga <xin-chao@ngannga.vn>.");
  });

  test("that is missing is told of, with the way to the kept messages and no test", async () => {
    await open({ [get]: someNotificationSettings({ sender: null }) });
    await expect.element(panel).toMatchTextContent("Chưa có máy chủ thư");
    await expect
      .element(panel.getByRole("link", { name: "Xem nhật ký gửi" }))
      .toHaveAttribute("href", "/admin/deliveries?state=kept");
    await expect.element(recipient).not.toBeInTheDocument();
  });
});

describe("a test", () => {
  const reached = { success: true, message: "Máy chủ thư đã nhận email gửi đến lan@example.com", details: null };
  const refused = { success: false, message: "Sai tài khoản hoặc mật khẩu", details: "535 5.7.8 Bad credentials" };

  test("tells how the mail server answered", async () => {
    const answer = held(reached);
    const { api } = await open({ [testMail]: answer.answer });
    await recipient.fill(" lan@example.com ");
    await userEvent.keyboard("{Enter}");
    await expect.element(panel.getByRole("button", { name: "Đang gửi..." })).toHaveAttribute("aria-disabled", "true");
    answer.release();
    await expect.element(status).toHaveTextContent(reached.message);
    api.change({ [testMail]: refused });
    await press("Gửi thử");
    await expect.element(alert).toMatchTextContent(/Sai tài khoản hoặc mật khẩu.*535 5\.7\.8 Bad credentials/);
    await expect.element(panel.getByText(reached.message)).not.toBeInTheDocument();
    expect(api.requests(testMail).map(({ body }) => body)).toEqual([
      { email: "lan@example.com" },
      { email: "lan@example.com" },
    ]);
    // A switch that is half behind the bar would count as too small.
    window.scrollTo(0, 0);
    await checkScreen({ heading });
  });

  test.each([
    ["too many", fails(429, "Bạn thao tác quá nhanh"), "Bạn thao tác quá nhanh"],
    ["an error", fails(500), "Có lỗi xảy ra khi gửi thử"],
    ["no response", networkDown(), "Có lỗi xảy ra khi kết nối đến server"],
  ])("tells of %s", async (_name, answer, message) => {
    await open({ [testMail]: answer });
    await recipient.fill("lan@example.com");
    await press("Gửi thử");
    await expect.element(alert).toHaveTextContent(message);
  });

  test("shows what is wrong at its field", async () => {
    const { api } = await open({
      [testMail]: fails(422, "Dữ liệu không hợp lệ", [{ field: "email", message: "Email không tồn tại" }]),
    });
    await press("Gửi thử");
    await expect.element(recipient).toHaveAccessibleDescription("Email là bắt buộc");
    await expect.element(recipient).toHaveFocus();
    expect(api.requests(testMail)).toEqual([]);
    await recipient.fill("lan@example.com");
    await press("Gửi thử");
    await expect.element(recipient).toHaveAccessibleDescription("Email không tồn tại");
  });

  test("asks nothing when the page is left", async () => {
    const opened = await open();
    await recipient.fill("lan@example.com");
    await opened.go("/admin/genres");
    await expect.poll(opened.address).toBe("/admin/genres");
  });
});
