import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { openAdmin } from "#test/component/admin.tsx";
import { aTransfer, transferStats } from "#test/component/payments.ts";
import { aUser } from "#test/component/samples.ts";
import { type Answers, counted } from "#test/component/stub-api.ts";
import { writeStored } from "../lib/storage.ts";
import * as dashboard from "./dashboard/screen.tsx";
import * as payments from "./payments/screen.tsx";
import * as songs from "./songs/screen.tsx";
import * as users from "./users/screen.tsx";

const side = page.getByRole("complementary", { name: "Trình đơn quản trị" });
const accountant: Answers = {
  "GET /api/auth/me": { email: "ke-toan@example.com", full_name: "Lan", role: "accountant" },
};

/** A browser in which an accountant has logged in. */
function loggedIn() {
  writeStored("adminInfo", JSON.stringify({ full_name: "Lan", role: "accountant" }));
  onTestFinished(() => writeStored("adminInfo", null));
}

test("the dashboard of an accountant reads the income alone, and the menu has the own screens alone", async () => {
  loggedIn();
  await openAdmin(dashboard, "/admin/dashboard", {
    ...accountant,
    "GET /api/admin/dashboard/income": {
      waiting_orders: 12,
      ungranted_orders: 0,
      days: Array.from({ length: 30 }, (_, n) => ({
        day: `2026-11-${String(n + 1).padStart(2, "0")}`,
        orders: n % 2,
        amount: (n % 2) * 299_000,
      })),
      packages: [{ package_id: 1, name: "Premium 3 tháng", orders: 2, amount: 598_000 }],
      payments: {
        pending: { orders: 0, amount: 0 },
        paid: { orders: 2, amount: 598_000 },
        failed: { orders: 0, amount: 0 },
        refunded: { orders: 0, amount: 0 },
      },
      new_premium: 2,
      ending_premium: 1,
      waiting_payments: 0,
      payment_troubles: [],
    },
  });
  await expect.element(page.getByRole("main")).toMatchTextContent(/Đã thanh toán.*2 đơn.*Premium 3 tháng/);
  await expect.element(page.getByRole("link", { name: "12 đơn chờ tiền" })).toBeVisible();
  await expect.element(page.getByRole("link", { name: /yêu cầu/ })).not.toBeInTheDocument();
  await expect.element(page.getByText("Hoạt động gần đây")).not.toBeInTheDocument();
  expect(
    side
      .getByRole("link")
      .elements()
      .map((link) => link.textContent?.trim() || link.getAttribute("aria-label")),
  ).toEqual([
    "Ngân Nga",
    "Tổng quan",
    "Người dùng",
    "Gói Premium",
    "Đơn hàng",
    "Đối soát",
    "Ngân hàng",
    "Bảo mật tài khoản",
  ]);
  await expect.element(side).toMatchTextContent(/LanKế toán/);
});

test("another screen is closed to an accountant, and calls nothing", async () => {
  loggedIn();
  await openAdmin(songs, "/admin/songs", accountant);
  await expect
    .element(page.getByRole("heading", { name: "Tài khoản của bạn không mở được màn hình này" }))
    .toBeVisible();
});

test("users show their Premium to an accountant, and no form, switch or deletion", async () => {
  loggedIn();
  await openAdmin(users, "/admin/users", {
    ...accountant,
    "GET /api/admin/users": counted([aUser()], 1),
    "GET /api/admin/users/count": { total: 1 },
    "GET /api/admin/users/tabs": { all: 1, premium: 0, expiring: 0, ended: 0, locked: 0 },
    "GET /admin/users": { total_users: 1, active_users: 1, premium_users: 0, free_users: 1 },
  });
  await expect.element(page.getByRole("button", { name: /^Nâng cấp Premium/ })).toBeVisible();
  expect(page.getByRole("button", { name: /^(Sửa|Xóa|Thêm người dùng)/ }).elements()).toEqual([]);
  expect(page.getByRole("switch").elements()).toEqual([]);
});

test("an accountant reconciles transfers; what a request is opens for administrators alone", async () => {
  loggedIn();
  const rows = [aTransfer({ order_id: 7 }), aTransfer({ id: 4, request_id: 9 })];
  await openAdmin(payments, "/admin/payments", {
    ...accountant,
    "GET /api/admin/payments": counted(rows, 2),
    "GET /api/admin/payments/stats": transferStats({ unmatched: 2 }),
    "GET /api/admin/payments/claims": counted([], 0),
    "GET /api/admin/payments/providers": [],
  });
  await expect.element(page.getByRole("link", { name: "Đơn #7" })).toBeVisible();
  await expect.element(page.getByText("Yêu cầu #9")).toBeVisible();
  expect(page.getByRole("link", { name: "Yêu cầu #9" }).elements()).toEqual([]);
});
