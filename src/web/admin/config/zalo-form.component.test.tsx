import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { Api } from "#contract/api.ts";
import type { Reply } from "#contract/endpoint.ts";
import { defaultOrderSettings } from "#contract/orders.ts";
import { defaultRetention } from "#contract/retention.ts";
import { defaultSongPricing } from "#contract/settings.ts";
import { emptyStorageConfig } from "#contract/storage.ts";
import { emptyZaloConfig } from "#contract/zalo.ts";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen } from "#test/component/check-screen.ts";
import { someNotificationSettings, someZaloSettings } from "#test/component/messages.ts";
import { type Answers, fails, networkDown } from "#test/component/stub-api.ts";
import * as screen from "./screen.tsx";

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

const toggle = (event: string) => panel.getByText(event).first().click();

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
    await checkScreen({ heading });
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
    await checkScreen({ heading });
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
    await checkScreen({ heading });
  });

  test.each([
    ["saving", fails(500), "Có lỗi xảy ra khi cập nhật cấu hình Zalo"],
    ["saving without an answer", networkDown(), "Có lỗi xảy ra khi kết nối đến server"],
  ])("say that %s failed", async (_name, answer, message) => {
    await open(ready, { [putZalo]: answer });
    await press("Lưu cấu hình Zalo");
    await expect.element(alert).toHaveTextContent(message);
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
    await checkScreen({ heading });
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
