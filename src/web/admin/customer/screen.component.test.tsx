import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { CustomerActivity, CustomerPurchases } from "#contract/customers.ts";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen } from "#test/component/check-screen.ts";
import { aUser } from "#test/component/samples.ts";
import { type Answers, fails } from "#test/component/stub-api.ts";
import * as screen from "./screen.tsx";

const created_at = "2026-05-01T08:00:00.000Z";
const user = { ...aUser({ id: 5, username: "lan_nghe_nhac" }), version: "1" };
const purchases: CustomerPurchases = {
  orders: [
    {
      id: 7,
      code: "HMABCD1234",
      user_id: null,
      package_name: "Gói năm",
      payment_amount: 399_000,
      status: "pending",
      payment_status: "pending",
      premium_granted_at: null,
      end_reason: null,
      is_gift: false,
      erased_at: null,
      created_at,
    },
  ],
  orders_total: 0,
  receipts: [{ number: 12, code: "HMABCD1234", amount: 399_000, issued_at: created_at, cancelled_at: created_at }],
  premium: [{ created_at, text: "thêm Premium 7 ngày", actor_name: "admin@example.com", order_id: null }],
  same_accounts: [{ ...aUser({ id: 9, username: "lan_2" }), orders: 3, reasons: ["mailbox", "phone"] }],
};
const activity: CustomerActivity = {
  requests: [
    {
      id: 12,
      code: "HRABCD1234",
      status: "new",
      agreed_price: 299_000,
      paid_at: null,
      accepted_at: null,
      completed_at: null,
      created_at,
    },
  ],
  requests_total: 1,
  receipts: [],
  likes: [{ song_id: 3, title: "Mưa hạ", created_at }],
  sessions: [
    { id: 77, device: "Chrome trên Windows", created_at, last_used_at: created_at },
    { id: 78, device: null, created_at, last_used_at: created_at },
  ],
  messages: [{ id: 8, event: "order_received", channel: "email", state: "sent", created_at }],
};
const answers: Answers = {
  "GET /api/admin/users/{id}": user,
  "GET /api/admin/users/{id}/purchases": purchases,
  "GET /api/admin/users/{id}/activity": activity,
};
const open = (given: Answers = {}) =>
  openAdmin(screen, "/admin/users/5", { ...answers, ...given }, { path: "/admin/users/:id" });
const region = (name: string) => page.getByRole("region", { name });

test("shows all of a customer, one press away from each record", async () => {
  await open();
  const links: [part: string, name: string, href: string][] = [
    ["Đơn cùng email, chưa gắn tài khoản", "HMABCD1234", "/admin/orders?open=7"],
    ["Đơn hàng (0)", "Xem trong danh sách", "/admin/orders?user=5"],
    ["Yêu cầu sáng tác (1)", "HRABCD1234 · #12", "/admin/requests?open=12"],
    ["Bài đã thích", "Mưa hạ", "/admin/songs?open=3"],
    ["Thông báo đã gửi", "Đã nhận đơn hàng", "/admin/deliveries?open=8"],
  ];
  for (const [part, name, href] of links) {
    await expect.element(region(part).getByRole("link", { name })).toHaveAttribute("href", href);
  }
  await expect.element(region("Đơn hàng (0)")).toMatchTextContent("Chưa có đơn hàng nào.");
  await expect.element(region("Biên nhận")).toMatchTextContent(/Số 12.*399\.000 ₫.*Đã hủy/);
  await expect.element(region("Premium")).toMatchTextContent(/Thêm Premium 7 ngày.*admin@example\.com/);
  await checkScreen({ heading: "lan_nghe_nhac" });
});

test("puts the other accounts of the person beside this one", async () => {
  await open();
  const rows = page.getByRole("table").getByRole("row");
  await expect.element(rows.nth(1)).toMatchTextContent(/lan_nghe_nhac.*đang xem/);
  await expect.element(rows.nth(2)).toMatchTextContent(/lan_2.*3.*cùng hộp thư, cùng số điện thoại trên đơn/);
  await expect.element(rows.nth(2).getByRole("link")).toHaveAttribute("href", "/admin/users/9");
});

test("logs the customer out of a device", async () => {
  const { api } = await open({ "DELETE /api/admin/users/{id}/sessions/{session_id}": { success: true } });
  await page.getByRole("button", { name: "Đăng xuất khỏi Chrome trên Windows" }).click();
  await expect.element(page.getByText("Đã đăng xuất khỏi thiết bị đó")).toBeVisible();
  expect(api.requests("DELETE /api/admin/users/{id}/sessions/{session_id}")).toHaveLength(1);
});

test("tells when the user is gone", async () => {
  await open({ "GET /api/admin/users/{id}": fails(404, "Không tìm thấy người dùng") });
  await expect.element(page.getByRole("alert")).toMatchTextContent("Không tìm thấy người dùng");
});
