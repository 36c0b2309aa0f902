import { beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { PayableOrder } from "#contract/orders.ts";
import type { PremiumGift } from "#contract/premium-gifts.ts";
import { checkScreen } from "#test/component/check-screen.ts";
import { renderRoute } from "#test/component/render.tsx";
import { anOrder, aPremiumGift } from "#test/component/sales.ts";
import { fails, type StubbedApi, stubApi } from "#test/component/stub-api.ts";
import * as orderPage from "./page.tsx";

const read = "GET /api/orders/{token}";
const save = "PUT /api/orders/{token}/gift";
const token = anOrder().page_token;
const time = "2026-11-21T08:00:00.000Z";
const paid = { status: "confirmed", payment_status: "paid", confirmed_at: time, payment: null } as const;
const title = page.getByRole("heading", { name: "Quà Premium" });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const field = (label: string) => page.getByLabelText(label);

const aGiftOrder = (gift: Partial<PremiumGift> = {}, fields: Partial<PayableOrder> = {}) =>
  anOrder({ is_gift: true, has_account: false, gift: aPremiumGift(gift), ...paid, ...fields });

let api: StubbedApi;
beforeEach(() => {
  api = stubApi({ "GET /api/auth/forgot-password": { is_available: true } });
});

function open(order: PayableOrder) {
  api.change({ [read]: order });
  return renderRoute(orderPage, { path: "/orders/:token", at: `/orders/${token}` });
}

test("before the money comes it asks for no account, and says for whom it is", async () => {
  const unpaid = {
    status: "pending",
    payment_status: "pending",
    confirmed_at: null,
    payment: anOrder().payment,
  } as const;
  await open(aGiftOrder({ secret: null, code: null, state: "closed" }, unpaid));
  await expect.element(page.getByText("Tặng cho")).toBeVisible();
  await expect.element(page.getByText("Người nhận mở quà")).toBeVisible();
  await expect.element(page.getByText(/Premium cần một tài khoản/)).not.toBeInTheDocument();
  await expect.element(title).not.toBeInTheDocument();
});

describe("a gift that is paid for", () => {
  test("shows its page and code to give", async () => {
    await open(aGiftOrder());
    await expect.element(title).toBeVisible();
    await expect.element(page.getByText(/cho Mẹ đã sẵn sàng, chưa ai nhận/)).toBeVisible();
    await expect.element(page.getByText("HG7K3PQRW2")).toBeVisible();
    await expect.element(button("Sao chép đường dẫn trang quà")).toBeVisible();
    await expect.element(button("Sao chép mã quà")).toBeVisible();
    await expect
      .element(page.getByRole("link", { name: "Xem trang quà" }))
      .toHaveAttribute("href", "/g/Qm3xT8vK2pLw5nRs9cYd7A");
    await expect.element(page.getByText(/nhận Premium vào tài khoản này/)).not.toBeInTheDocument();
    await checkScreen({ heading: "Đơn hàng HM2345678K" });
  });

  test("has its words changed, checked first", async () => {
    await open(aGiftOrder());
    await page.getByText("Sửa tên, lời nhắn và ngày mở").click();
    await field("Tặng cho").fill(" ");
    await button("Lưu lời tặng").click();
    await expect.element(field("Tặng cho")).toHaveFocus();
    await expect.element(field("Tặng cho")).toHaveAccessibleDescription("Vui lòng nhập tên người nhận");
    await checkScreen({ widths: [320, 1280] });
    expect(api.requests(save)).toEqual([]);
    const changed = aGiftOrder({ recipient_name: "Bà ngoại" });
    api.change({ [save]: changed, [read]: changed });
    await field("Tặng cho").fill("Bà ngoại");
    await button("Lưu lời tặng").click();
    await expect.element(page.getByText(/cho Bà ngoại đã sẵn sàng/)).toBeVisible();
    const { giver_name, message } = aPremiumGift();
    expect(api.requests(save).map(({ body }) => body)).toEqual([
      { recipient_name: "Bà ngoại", giver_name, message, opens_on: null },
    ]);
  });

  test("is closed and opened again, and says why it can't be", async () => {
    await open(aGiftOrder());
    api.change({ [save]: fails(409, "Món quà này đã được nhận nên không đổi được nữa") });
    await button("Tạm đóng trang quà").click();
    await expect.element(page.getByRole("alert")).toHaveTextContent("Món quà này đã được nhận nên không đổi được nữa");
    const closed = aGiftOrder({ is_open: false, state: "closed" });
    api.change({ [save]: closed, [read]: closed });
    await button("Tạm đóng trang quà").click();
    await expect.element(button("Mở lại trang quà")).toBeVisible();
    await expect.element(page.getByText(/đang đóng: không ai mở hay nhận được/)).toBeVisible();
    expect(api.requests(save).map(({ body }) => body)).toEqual([{ is_open: false }, { is_open: false }]);
  });

  test("that waits for its day tells it", async () => {
    await open(aGiftOrder({ opens_on: "2099-12-24", state: "waiting" }));
    await expect.element(page.getByText(/mở từ ngày 24\/12\/2099/)).toBeVisible();
  });
});

test("one that was taken tells when, with the thanks, and is not changed any more", async () => {
  const thanks = [{ name: "Mẹ", text: "Mẹ cảm ơn hai con.", created_at: time }];
  await open(aGiftOrder({ taken_at: time, hearts: 1, thanks }, { premium_granted_at: time }));
  await expect.element(page.getByText(/đã được nhận ngày 21\/11\/2026/)).toBeVisible();
  await expect.element(page.getByText("Mẹ cảm ơn hai con.")).toBeVisible();
  await expect.element(page.getByText("HG7K3PQRW2")).not.toBeInTheDocument();
  await expect.element(page.getByText("Sửa tên, lời nhắn và ngày mở")).not.toBeInTheDocument();
  await expect.element(page.getByText("Hạn Premium")).not.toBeInTheDocument();
  await checkScreen();
});
