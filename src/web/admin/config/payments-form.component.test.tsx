import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { maskedSecret, type PaymentConfig } from "#contract/payment-config.ts";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen } from "#test/component/check-screen.ts";
import { aProviderStatus, aReceiptSeller, somePaymentConfig } from "#test/component/payment-settings.ts";
import { type Answers, fails, networkDown } from "#test/component/stub-api.ts";
import * as screen from "./screen.tsx";

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

async function open(config: PaymentConfig, answers: Answers = {}) {
  const opened = await openAdmin(screen, "/admin/config?tab=payments", {
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
      await expect.element(group.getByText("Chưa dùng")).toBeVisible();
      await expect.element(group.getByText(`${location.origin}/api/payments/${provider}`)).toBeVisible();
      await expect.element(group.getByRole("button", { name: `Sao chép địa chỉ webhook ${name}` })).toBeVisible();
    }
    await checkScreen({ heading });
  });

  test("tell when they last fared well", async () => {
    await open(ready);
    const group = service("SePay");
    await expect.element(group.getByText("Sẵn sàng", { exact: true })).toBeVisible();
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
    await expect.element(service("Casso").getByText(/nhập lại khóa rồi lưu/)).toBeVisible();
    await checkScreen({ heading });
  });
});

describe("saving", () => {
  test("keeps stored secrets by their mask and sends all fields", async () => {
    const { api } = await open(ready, { [put]: ready });
    await field("Khóa của webhook Casso").fill("khoa-casso");
    await field("Loại webhook").selectOptions("Loại cũ (secure-token)");
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
    await field("Client ID").fill("có dấu");
    await field("Khóa của webhook Casso").fill("có dấu");
    await field("Số tiền được phép thiếu").fill("100001");
    await press("Lưu cấu hình báo tiền về");
    await expect.element(field("Client ID")).toHaveAccessibleDescription("Client ID không hợp lệ");
    await expect.element(field("Khóa của webhook Casso")).toHaveAccessibleDescription("Khóa không hợp lệ");
    await expect.element(panel.getByText("Tối đa 100.000 đ")).toBeVisible();
    expect(api.requests(put)).toEqual([]);
    await checkScreen({ heading });
  });

  test.each([
    [fails(500), "Có lỗi xảy ra khi cập nhật cấu hình báo tiền về"],
    [networkDown(), "Có lỗi xảy ra khi kết nối đến server"],
  ])("that fails says so", async (answer, message) => {
    await open(ready, { [put]: answer });
    await field("Client ID").fill("abc");
    await press("Lưu cấu hình báo tiền về");
    await expect.element(panel.getByText(message)).toBeVisible();
  });

  test("payOS without its links says what that means", async () => {
    await open(somePaymentConfig({ payos: { client_id: "a", api_key: "b", checksum_key: "c", makes_links: false } }));
    await expect.element(service("payOS").getByText(/^Đang tắt: payOS chỉ còn báo tiền/)).toBeVisible();
  });
});

describe("the seller on receipts", () => {
  test("is saved", async () => {
    const saved = aReceiptSeller({ name: "Công ty Ngân Nga", tax_code: "0101248141" });
    const { api } = await open(ready, { [putSeller]: saved });
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
    const { api } = await open(ready);
    await field("Mã số thuế").fill("0101248142");
    await press("Lưu người bán");
    await expect
      .element(field("Mã số thuế"))
      .toHaveAccessibleDescription(/Mã số thuế không đúng, bạn kiểm tra lại từng số nhé/);
    expect(api.requests(putSeller)).toEqual([]);
  });
});
