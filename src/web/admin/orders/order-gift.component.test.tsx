import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { AdminOrderDetail } from "#contract/orders.ts";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen } from "#test/component/check-screen.ts";
import { anAdminOrder, anOrderDetail, aPremiumGift } from "#test/component/sales.ts";
import { aUser } from "#test/component/samples.ts";
import { counted } from "#test/component/stub-api.ts";
import * as screen from "./screen.tsx";

const time = "2026-05-02T08:00:00.000Z";
const details = page.getByRole("dialog", { name: "Đơn hàng HM2345678K" });
const { secret: _secret, code: _code, ...gift } = aPremiumGift({ opens_on: "2026-12-24" });
const ready = { is_gift: true, user_id: null, username: null, status: "confirmed", payment_status: "paid" } as const;

/** Opens the screen with one order, and its panel. */
async function open(fields: Partial<AdminOrderDetail>) {
  const { gift: given, matching_user: _user, account: _account, invoice: _invoice, ...order } = anOrderDetail(fields);
  const api = await openAdmin(screen, "/admin/orders", {
    "GET /api/premium-orders": counted([anAdminOrder(order)], 1),
    "GET /api/premium-orders/stats": {
      total: 1,
      amount: 0,
      payments: {
        pending: { orders: 0, amount: 0 },
        paid: { orders: 1, amount: 399_000 },
        failed: { orders: 0, amount: 0 },
        refunded: { orders: 0, amount: 0 },
      },
      ungranted: { orders: 0, amount: 0 },
      statuses: { pending: 0, confirmed: 1, cancelled: 0, completed: 0 },
    },
    "GET /api/premium-orders/tabs": { all: 1, waiting: 0, ungranted: 0, done: 1, ended: 0 },
    "GET /api/premium-orders/{id}": anOrderDetail({ ...order, gift: given }),
    "GET /api/premium-orders/{id}/history": [],
    "GET /api/admin/users/{id}": aUser({ id: 9, username: "me_nghe_nhac", subscription_type: "premium" }),
  });
  await page.getByRole("button", { name: "Xem: HM2345678K" }).click();
  return api;
}

test("an order of a gift says for whom it is and that nobody took it", async () => {
  await open({ ...ready, gift });
  const row = page.getByRole("row").nth(1);
  for (const text of ["Chưa ai nhận", "Quà tặng", "Chờ người nhận"]) {
    await expect.element(row.getByText(text, { exact: true })).toBeInTheDocument();
  }
  await expect.element(details.getByText("Lan và Minh")).toBeVisible();
  await expect.element(details.getByText("Chúc mẹ nghe nhạc thật vui.")).toBeVisible();
  await expect.element(details.getByText("24/12/2026")).toBeVisible();
  await expect.element(details.getByText("Chưa cộng Premium")).not.toBeInTheDocument();
  await expect.element(details.getByText("Tìm tài khoản để gắn")).not.toBeInTheDocument();
  await checkScreen();
});

test("one that was taken names the account, also in the question of a downgrade", async () => {
  const refunded = { payment_status: "refunded", premium_granted_at: time, receiver_id: 9 } as const;
  await open({ ...ready, ...refunded, receiver_username: "me_nghe_nhac", gift: { ...gift, taken_at: time } });
  await expect.element(details.getByRole("link", { name: "me_nghe_nhac" })).toBeVisible();
  await details.getByRole("button", { name: "Đóng" }).first().click();
  await page.getByRole("button", { name: "Thao tác: HM2345678K" }).click();
  await page.getByRole("menuitem", { name: "Hạ cấp tài khoản" }).click();
  await expect
    .element(page.getByRole("alertdialog", { name: "Hạ cấp tài khoản?" }))
    .toMatchTextContent(/Hạ cấp tài khoản me_nghe_nhac, nơi đã nhận món quà, về miễn phí/);
});
