import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Api } from "#contract/api.ts";
import { eventLabels } from "#contract/delivery-names.ts";
import type { Reply } from "#contract/endpoint.ts";
import { defaultNotificationSettings, switchableEvents } from "#contract/notifications.ts";
import { defaultOrderSettings } from "#contract/orders.ts";
import { maskedSecret, type PaymentConfig } from "#contract/payment-config.ts";
import { defaultRetention } from "#contract/retention.ts";
import { defaultSongPricing } from "#contract/settings.ts";
import { emptyStorageConfig } from "#contract/storage.ts";
import { emptyZaloConfig } from "#contract/zalo.ts";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { confirmationAnswers, confirmedOnly, confirmIdentity } from "#test/component/confirmation.ts";
import { someNotificationSettings, someZaloSettings } from "#test/component/messages.ts";
import { aProviderStatus, aReceiptSeller, somePaymentConfig } from "#test/component/payment-settings.ts";
import { type Answers, fails, held, networkDown } from "#test/component/stub-api.ts";
import * as screen from "./screen.tsx";

describe("the form of notifications", () => {
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

    test("need the password again for other addresses, and are saved with it", async () => {
      const saved = { ...defaultNotificationSettings, admin_emails: ["lan@ngannga.vn"] };
      const { api } = await open({ ...confirmationAnswers, [put]: confirmedOnly(someNotificationSettings(saved)) });
      await address.fill("lan@ngannga.vn");
      await save();
      await confirmIdentity();
      await expect.element(status).toHaveTextContent("Đã lưu cài đặt thông báo");
      expect(api.requests(put).map(({ body, confirmation }) => [body, confirmation])).toEqual([
        [{ admin_emails: ["lan@ngannga.vn"] }, undefined],
        [{ admin_emails: ["lan@ngannga.vn"] }, "fresh"],
      ]);
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

    test("tell of an error and keep the change", async () => {
      const { api } = await open({ [put]: fails(500) });
      await toggle("Giờ yên lặng").click();
      await save();
      await expect.element(alert).toHaveTextContent("Có lỗi xảy ra khi lưu cài đặt thông báo");
      await expect.element(toggle("Giờ yên lặng")).not.toBeChecked();
      api.change({ [put]: networkDown() });
      await save();
      await expect.element(alert).toHaveTextContent("Có lỗi xảy ra khi kết nối đến server");
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
      await fits();
    });

    test("tells of an error", async () => {
      const { api } = await open({ [testMail]: fails(500) });
      await recipient.fill("lan@example.com");
      await press("Gửi thử");
      await expect.element(alert).toHaveTextContent("Có lỗi xảy ra khi gửi thử");
      api.change({ [testMail]: networkDown() });
      await press("Gửi thử");
      await expect.element(alert).toHaveTextContent("Có lỗi xảy ra khi kết nối đến server");
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
});

describe("the form of payments", () => {
  const put = "PUT /api/admin/config/payments";
  const putSeller = "PUT /api/admin/config/receipts";
  const panel = page.getByRole("tabpanel");
  const field = (label: string) => panel.getByLabelText(label, { exact: true });
  const service = (name: string) => panel.getByRole("group", { name });
  const press = (name: string) => panel.getByRole("button", { name, exact: true }).click();
  const heading = "Cấu hình";
  const at = "2026-11-20T02:00:00.000Z";

  const ready = somePaymentConfig({
    sepay: { method: "hmac", secret: maskedSecret, api_token: maskedSecret },
    providers: [
      aProviderStatus("sepay", { state: "ready", received_at: at, can_poll: true, polled_at: at }),
      aProviderStatus("casso"),
      aProviderStatus("payos"),
    ],
  });

  const choice = (name: string) =>
    panel.getByRole("group", { name: "Dịch vụ báo tiền về" }).getByRole("button", { name: new RegExp(`^${name}`) });
  const rest = () => panel.getByText("Khi khách chuyển khoản").click();

  async function open(config: PaymentConfig, answers: Answers = {}, part = "payments") {
    const opened = await openAdmin(screen, `/admin/config?tab=sales&part=${part}`, {
      "GET /api/admin/config/song-pricing": fails(500),
      "GET /api/admin/config/cloudflare-r2": fails(500),
      "GET /api/admin/config/notifications": fails(500),
      "GET /api/admin/config/orders": fails(500),
      "GET /api/admin/config/retention": fails(500),
      "GET /api/admin/config/social-links": fails(500),
      "GET /api/admin/config/zalo": fails(500),
      "GET /api/admin/config/payments": config,
      "GET /api/admin/config/receipts": aReceiptSeller(),
      ...answers,
    });
    if (part !== "payments") return opened;
    await expect.element(choice("SePay")).toBeVisible();
    if (config.providers.every(({ state }) => state === "off")) return opened;
    await expect.element(field("Khóa của webhook SePay")).toHaveValue(config.sepay.secret);
    return opened;
  }

  describe("the services", () => {
    test("say what to set up, with the address of their webhook", async () => {
      await open(somePaymentConfig());
      for (const [name, provider] of [
        ["SePay", "sepay"],
        ["Casso", "casso"],
        ["payOS", "payos"],
      ] as const) {
        const group = service(name);
        await expect.element(choice(name)).toMatchTextContent("Chưa dùng");
        await expect.element(group).not.toBeInTheDocument();
        await choice(name).click();
        await expect.element(group.getByText(`${location.origin}/api/payments/${provider}`)).toBeVisible();
        await expect.element(group.getByRole("button", { name: `Sao chép địa chỉ webhook ${name}` })).toBeVisible();
        await expect.element(choice(name)).toHaveAttribute("aria-pressed", "true");
      }
      for (const name of ["SePay", "Casso"]) await expect.element(service(name)).not.toBeInTheDocument();
      await checkScreen({ heading });
    });

    test("tell when they last fared well", async () => {
      await open(ready);
      const group = service("SePay");
      await expect.element(choice("SePay")).toMatchTextContent("Sẵn sàng");
      await expect.element(group.getByText(/^Báo tiền gần nhất lúc/)).toBeVisible();
      await expect.element(group).toMatchTextContent(/Hỏi giao dịch sót lúc [\d:/ ]+\./);
      await expect.element(field("Khóa của webhook SePay")).toHaveAccessibleDescription(/Đã lưu và không hiện ra/);
    });

    test("tell what is wrong, with time and size", async () => {
      const broken = aProviderStatus("sepay", {
        state: "ready",
        is_silent: true,
        wrong_signatures: 1234,
        wrong_at: at,
        wrong_bytes: 2048,
        unreadable_calls: 2,
        unreadable_at: at,
        can_poll: true,
        polled_at: at,
        poll_error: "SePay không nhận API Token",
      });
      const providers = [broken, aProviderStatus("casso", { state: "unreadable" }), aProviderStatus("payos")];
      await open({ ...ready, providers });
      const group = service("SePay");
      await expect.element(group.getByText("Chưa báo giao dịch nào.")).toBeVisible();
      await expect.element(group.getByText("Im lặng hơn một giờ dù có đơn hàng mới.")).toBeVisible();
      await expect
        .element(group.getByText(/^1\.234 lời gọi sai chữ ký, gần nhất lúc .*, dài 2\.048 byte\.$/))
        .toBeVisible();
      await expect.element(group.getByText(/^2 lời gọi đúng chữ ký mà không đọc được/)).toBeVisible();
      await expect.element(group.getByText(/: SePay không nhận API Token$/)).toBeVisible();
      await expect.element(choice("Casso")).toMatchTextContent("Không đọc được khóa");
      await choice("Casso").click();
      await expect.element(service("Casso").getByText(/nhập lại khóa rồi lưu/)).toBeVisible();
      await fits();
    });
  });

  describe("saving", () => {
    test("keeps stored secrets by their mask and sends all fields", async () => {
      const { api } = await open(ready, { [put]: ready });
      await choice("Casso").click();
      await field("Khóa của webhook Casso").fill("khoa-casso");
      await field("Loại webhook").selectOptions("Loại cũ (secure-token)");
      await choice("payOS").click();
      await rest();
      await field("Số tiền được phép thiếu").fill("2000");
      await press("Lưu cấu hình báo tiền về");
      await expect.element(panel.getByText("Cấu hình báo tiền về đã được cập nhật thành công!")).toBeVisible();
      const { providers: _providers, ...fields } = ready;
      expect(api.requests(put)[0]?.body).toEqual({
        ...fields,
        casso: { method: "secure_token", secret: "khoa-casso", api_token: "" },
        tolerance: 2000,
      });
    });

    test("shows errors at their fields", async () => {
      const { api } = await open(ready);
      await choice("payOS").click();
      await field("Client ID").fill("có dấu");
      await choice("Casso").click();
      await field("Khóa của webhook Casso").fill("có dấu");
      await choice("SePay").click();
      await rest();
      await field("Số tiền được phép thiếu").fill("100001");
      await press("Lưu cấu hình báo tiền về");
      await expect.element(field("Client ID")).toHaveAccessibleDescription("Client ID không hợp lệ");
      await expect.element(field("Khóa của webhook Casso")).toHaveAccessibleDescription("Khóa không hợp lệ");
      await expect.element(panel.getByText("Tối đa 100.000 đ")).toBeVisible();
      expect(api.requests(put)).toEqual([]);
      await fits();
    });

    test("that fails says so", async () => {
      const { api } = await open(ready, { [put]: fails(500) });
      await choice("payOS").click();
      await field("Client ID").fill("abc");
      await press("Lưu cấu hình báo tiền về");
      await expect.element(panel.getByText("Có lỗi xảy ra khi cập nhật cấu hình báo tiền về")).toBeVisible();
      api.change({ [put]: networkDown() });
      await press("Lưu cấu hình báo tiền về");
      await expect.element(panel.getByText("Có lỗi xảy ra khi kết nối đến server")).toBeVisible();
    });

    test("payOS without its links says what that means", async () => {
      await open(somePaymentConfig({ payos: { client_id: "a", api_key: "b", checksum_key: "c", makes_links: false } }));
      await choice("payOS").click();
      await expect.element(service("payOS").getByText(/^Đang tắt: payOS chỉ còn báo tiền/)).toBeVisible();
    });
  });

  describe("the seller on receipts", () => {
    test("is saved", async () => {
      const saved = aReceiptSeller({ name: "Công ty Ngân Nga", tax_code: "0101248141" });
      const { api } = await open(ready, { [putSeller]: saved }, "seller");
      await panel.getByLabelText(/^Tên người bán trên biên nhận/).fill("Công ty Ngân Nga");
      await field("Mã số thuế").fill("0101248141");
      await press("Lưu người bán");
      await expect.element(panel.getByText("Người bán trên biên nhận đã được cập nhật thành công!")).toBeVisible();
      expect(api.requests(putSeller)[0]?.body).toEqual({
        name: "Công ty Ngân Nga",
        tax_code: "0101248141",
        address: "",
        version: "v1",
      });
    });

    test("has a right tax code", async () => {
      const { api } = await open(ready, {}, "seller");
      await field("Mã số thuế").fill("0101248142");
      await press("Lưu người bán");
      await expect
        .element(field("Mã số thuế"))
        .toHaveAccessibleDescription(/Mã số thuế không đúng, bạn kiểm tra lại từng số nhé/);
      expect(api.requests(putSeller)).toEqual([]);
    });
  });
});

describe("the form of Zalo", () => {
  const getZalo = "GET /api/admin/config/zalo";
  const putZalo = "PUT /api/admin/config/zalo";
  const testZalo = "POST /api/admin/config/zalo/test";

  type Zalo = Reply<Api[typeof getZalo]>;
  const off: Zalo = {
    ...emptyZaloConfig,
    status: { state: "off", problem: null, stopped_at: null, token_expires_at: null, wrong: [] },
  };
  const ready = someZaloSettings();

  const storageOff: Reply<Api["GET /api/admin/config/cloudflare-r2"]> = {
    ...emptyStorageConfig,
    status: { state: "off", stored_files: 0, stuck_files: 0, problem: null },
  };

  const panel = page.getByRole("tabpanel");
  const field = (label: string) => panel.getByLabelText(label, { exact: true });
  const press = (name: string) => panel.getByRole("button", { name, exact: true }).click();
  const banner = panel.getByRole("status").first();
  const alert = panel.getByRole("alert");
  const heading = "Cấu hình";
  const phone = panel.getByLabelText(/^Số nhận tin thử/);
  const template = (event: string) => panel.getByRole("group").filter({ hasText: event }).last();

  const toggle = (event: string) => template(event).getByText(event).first().click();

  async function open(zalo: Zalo, answers: Answers = {}) {
    const opened = await openAdmin(screen, "/admin/config?tab=zalo", {
      "GET /api/admin/config/song-pricing": defaultSongPricing,
      "GET /api/admin/config/cloudflare-r2": storageOff,
      "GET /api/admin/config/notifications": someNotificationSettings(),
      "GET /api/admin/config/orders": defaultOrderSettings,
      "GET /api/admin/config/retention": defaultRetention,
      "GET /api/admin/config/social-links": fails(500),
      "GET /api/admin/config/payments": fails(500),
      "GET /api/admin/config/receipts": fails(500),
      [getZalo]: zalo,
      ...answers,
    });
    await expect.element(field("ID ứng dụng")).toHaveValue(zalo.app_id);
    return opened;
  }

  describe("the state of the channel", () => {
    const at = "2026-05-05T05:00:00.000Z";

    test("is off", async () => {
      await open(off);
      await expect.element(banner).toMatchTextContent("Zalo đang tắt");
      await fits();
    });

    test("is ready, with the end of the token", async () => {
      await open(ready);
      await expect.element(banner).toMatchTextContent("Zalo sẵn sàng gửi.");
      await expect.element(banner).toMatchTextContent("Access Token có hạn đến");
      await checkScreen({ heading });
    });

    test("lacks something", async () => {
      await open({ ...ready, status: { ...off.status, state: "incomplete", problem: "Còn thiếu: Refresh Token." } });
      await expect.element(panel.getByText("Chưa gửi được qua Zalo. Còn thiếu: Refresh Token.")).toBeVisible();
    });

    test("has stopped, with the reason and what to do", async () => {
      const problem = "Tài khoản Zalo Cloud đã hết tiền (mã -115)";
      await open({ ...ready, status: { ...off.status, state: "stopped", problem, stopped_at: at } });
      await expect.element(alert).toMatchTextContent(/Zalo đã dừng lúc .*; email đang gửi thay\./);
      await expect.element(alert).toMatchTextContent(problem);
      await expect.element(alert).toMatchTextContent("Sửa xong rồi lưu lại thì Zalo chạy tiếp.");
      await fits();
    });

    test("can't be read", async () => {
      await open({ ...off, status: { ...off.status, state: "unreadable", problem: "SECRET_KEY đã thay đổi" } });
      await expect.element(alert).toHaveTextContent("SECRET_KEY đã thay đổi");
    });

    test("has an event whose template was refused, which stands open", async () => {
      const wrong = [{ event: "order_received" as const, reason: "Thiếu một tham số của mẫu (mã -1122)", at }];
      await open({ ...ready, status: { ...ready.status, wrong } });
      await expect.element(panel.getByText(/Đã nhận đơn hàng: Thiếu một tham số của mẫu \(mã -1122\)/)).toBeVisible();
      await expect.element(template("Đã nhận đơn hàng").getByLabelText("ID mẫu")).toBeVisible();
      await checkScreen({ heading });
    });
  });

  describe("the settings", () => {
    test("keep stored secrets by their mask, and send the template's parameters", async () => {
      const { api } = await open(ready, { [putZalo]: ready });
      await toggle("Đã nhận đơn hàng");
      const order = template("Đã nhận đơn hàng");
      await expect.element(order.getByLabelText("Mã đơn hoặc mã yêu cầu")).toHaveValue("ma_don");
      await order.getByLabelText("Số tiền").fill("so_tien");
      await press("Lưu cấu hình Zalo");
      await expect.element(panel.getByText("Cấu hình Zalo đã được cập nhật thành công!")).toBeVisible();
      const { status: _status, ...fields } = ready;
      expect(api.requests(putZalo)[0]?.body).toEqual({
        ...fields,
        templates: {
          ...fields.templates,
          order_received: {
            template_id: "7895417a",
            params: { ...fields.templates.order_received.params, amount: "so_tien" },
          },
        },
      });
    });

    test("show errors at their fields, and open the template that has one", async () => {
      const { api } = await open(off);
      await field("ID ứng dụng").fill("abc");
      await toggle("Bài hát đã xong");
      const ready = template("Bài hát đã xong");
      await ready.getByLabelText("ID mẫu").fill("123");
      await toggle("Bài hát đã xong");
      await press("Lưu cấu hình Zalo");
      await expect.element(field("ID ứng dụng")).toHaveAccessibleDescription("ID ứng dụng chỉ gồm chữ số");
      await expect.element(ready.getByText("Mẫu phải có ít nhất một tham số")).toBeVisible();
      expect(api.requests(putZalo)).toEqual([]);
      await fits();
    });

    test("say that saving failed", async () => {
      const { api } = await open(ready, { [putZalo]: fails(500) });
      await press("Lưu cấu hình Zalo");
      await expect.element(alert).toHaveTextContent("Có lỗi xảy ra khi cập nhật cấu hình Zalo");
      api.change({ [putZalo]: networkDown() });
      await press("Lưu cấu hình Zalo");
      await expect.element(alert).toHaveTextContent("Có lỗi xảy ra khi kết nối đến server");
    });
  });

  describe("the test", () => {
    test("waits for a saved template", async () => {
      await open(off);
      await expect.element(panel.getByText("Lưu ID mẫu của ít nhất một thông báo rồi gửi thử.")).toBeVisible();
    });

    test("refuses what is no mobile number, and shows what came of a message", async () => {
      const { api } = await open(ready, {
        [testZalo]: { success: false, message: "Số này không có tài khoản Zalo (mã -118)", details: null },
      });
      await phone.fill("024 3825 1234");
      await press("Gửi tin thử");
      await expect.element(phone).toHaveAccessibleDescription("Vui lòng nhập một số di động Việt Nam");
      await expect.element(phone).toHaveFocus();
      expect(api.requests(testZalo)).toEqual([]);
      await phone.fill("0905 123 456");
      await press("Gửi tin thử");
      await expect.element(alert).toHaveTextContent("Số này không có tài khoản Zalo (mã -118)");
      await fits();
      expect(api.requests(testZalo)[0]?.body).toEqual({ phone: "0905 123 456", event: "order_received" });
      api.change({ [testZalo]: { success: true, message: "Zalo đã nhận tin.", details: "Mã tin của Zalo: m1" } });
      await press("Gửi tin thử");
      await expect.element(panel.getByText("Mã tin của Zalo: m1")).toBeVisible();
    });

    test("says that it could not be made", async () => {
      await open(ready, { [testZalo]: networkDown() });
      await phone.fill("0905 123 456");
      await press("Gửi tin thử");
      await expect.element(alert).toHaveTextContent("Có lỗi xảy ra khi kết nối đến server");
    });
  });
});
