import { describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { OrderStats } from "#contract/orders.ts";
import { openAdmin } from "#test/component/admin.tsx";
import { renderWithin } from "#test/component/render.tsx";
import { anAdminOrder, anOrderDetail } from "#test/component/sales.ts";
import { aUser } from "#test/component/samples.ts";
import { type Answers, counted, fails, networkDown } from "#test/component/stub-api.ts";
import { OrderBadges } from "./order-states.tsx";
import * as screen from "./screen.tsx";

const list = "GET /api/premium-orders";
const stats = "GET /api/premium-orders/stats";
const one = "GET /api/premium-orders/{id}";
const change = "PUT /api/premium-orders/{id}";
const account = "GET /api/admin/users/{id}";
const downgrade = "PATCH /api/admin/users/{id}/downgrade-free";
const sums: OrderStats = {
  total: 12,
  amount: 4_000_000,
  payments: {
    pending: { orders: 2, amount: 798_000 },
    paid: { orders: 8, amount: 3_192_000 },
    failed: { orders: 1, amount: 5000 },
    refunded: { orders: 1, amount: 5000 },
  },
  ungranted: { orders: 0, amount: 0 },
  statuses: { pending: 3, confirmed: 4, cancelled: 1, completed: 4 },
};
const button = (name: string) => page.getByRole("button", { name, exact: true });
const item = page.getByRole("main").getByRole("listitem").first();
const form = page.getByRole("dialog", { name: "Sửa đơn hàng HM2345678K" });
const details = page.getByRole("dialog", { name: "HM2345678K", exact: true });
const save = form.getByRole("button", { name: "Lưu" });
const status = page.getByRole("status").last();
const alert = page.getByRole("alert");
const confirmQuestion = page.getByRole("alertdialog", { name: "Xác nhận đã thanh toán" });
const downgradeQuestion = page.getByRole("alertdialog", { name: "Hạ cấp tài khoản?" });
const paid = { status: "confirmed", payment_status: "paid", premium_granted_at: "2026-05-02T08:00:00.000Z" } as const;

async function open(answers: Answers = {}, address = "/admin/orders") {
  return openAdmin(screen, address, {
    [list]: counted([anAdminOrder()], 1),
    [stats]: sums,
    [one]: anOrderDetail(),
    [account]: aUser({ id: 5, username: "lan_nghe_nhac", subscription_type: "premium" }),
    ...answers,
  });
}

describe("the list", () => {
  test("shows customer, package and payment", async () => {
    await open({ [list]: counted([anAdminOrder({ payment_reference: "FT2632508817" })], 1) });
    for (const text of [
      "HM2345678K",
      "01/05/2026 15:00",
      "Chờ xử lý",
      "Chờ thanh toán",
      "Nguyễn Thị Lan",
      "0903 555 142",
      "lan@example.com",
      "Gói năm",
      "1 năm",
      "399.000 ₫",
      "Mã tham chiếu FT2632508817",
    ]) {
      await expect.element(item).toMatchTextContent(text);
    }
  });

  test.each([
    ["confirmed", "paid", "Đã xác nhận", "Đã thanh toán"],
    ["cancelled", "failed", "Đã hủy", "Thất bại"],
    ["completed", "refunded", "Hoàn thành", "Đã hoàn tiền"],
  ] as const)("shows %s and %s as %s and %s", async (state, payment, ...labels) => {
    const order = anAdminOrder({ status: state, payment_status: payment });
    await open({ [list]: counted([order], 1) });
    for (const label of labels) await expect.element(item).toMatchTextContent(label);
  });

  test("shows unknown states as pending", async () => {
    await renderWithin(<OrderBadges order={{ status: "lost" as "pending", payment_status: "lost" as "pending" }} />);
    await expect.element(page.getByText("Chờ xử lý")).toBeVisible();
    await expect.element(page.getByText("Chờ thanh toán")).toBeVisible();
  });

  test("sends search, states, days and page", async () => {
    const address = "/admin/orders?q=lan&status=confirmed&payment=paid&from=2026-11-01&to=2026-11-22&page=2&size=20";
    const { api } = await open({ [list]: counted([anAdminOrder()], 21) }, address);
    const filter = {
      search: "lan",
      status: "confirmed",
      payment_status: "paid",
      from: "2026-11-01",
      to: "2026-11-22",
    };
    await expect.poll(() => api.requests(list)[0]?.query).toEqual({ ...filter, skip: "20", limit: "20" });
    await expect.poll(() => api.requests(stats)[0]?.query).toEqual(filter);
  });

  test("sums all pages", async () => {
    await open();
    await expect
      .poll(() =>
        page
          .getByRole("definition")
          .elements()
          .map((each) => each.textContent),
      )
      .toEqual(["12", "3", "3.192.000 ₫", "798.000 ₫"]);
  });

  test.each([1280, 1600])("fits %i pixels as a table with its longest texts", async (width) => {
    await page.viewport(width, 900);
    const long = {
      user_name: "Công Tằng Tôn Nữ Thị Nguyễn Hoàng Phương Khánh Linh Đan",
      package_name: "Gói năm ".repeat(12),
    };
    await open(
      { [list]: counted([anAdminOrder({ ...long, payment_amount: 999_999_999 })], 1) },
      "/admin/orders?view=table",
    );
    await expect.element(page.getByRole("rowheader")).toBeVisible();
    const frame = page.getByRole("table").element().parentElement;
    expect(frame?.scrollWidth).toBe(frame?.clientWidth);
  });

  test("is read again by its button, with its sums", async () => {
    const { api } = await open();
    await expect.element(item).toMatchTextContent("HM2345678K");
    api.change({ [list]: counted([anAdminOrder({ code: "HM23456789" })], 1), [stats]: { ...sums, total: 13 } });
    await button("Làm mới").click();
    await expect.element(item).toMatchTextContent("HM23456789");
    await expect.element(page.getByRole("definition").first()).toHaveTextContent("13");
  });

  test("has an empty state", async () => {
    await open({ [list]: counted([], 0) });
    await expect.element(page.getByRole("heading", { name: "Chưa có đơn hàng nào" })).toBeVisible();
  });

  test.each([
    ["an error", fails(500), "Có lỗi xảy ra khi tải đơn hàng"],
    ["no response", networkDown(), "Lỗi kết nối"],
  ])("tells of %s", async (_name, answer, message) => {
    await open({ [list]: answer });
    await expect.element(alert).toMatchTextContent(message);
  });

  test("is exported by a link of its filter", async () => {
    const link = "POST /api/premium-orders/export/link";
    const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
    const { api } = await open(
      { [link]: { url: "/api/premium-orders/export/file?link=x" } },
      "/admin/orders?status=pending",
    );
    await button("Xuất Excel").click();
    await expect
      .poll(() => (click.mock.contexts[0] as HTMLAnchorElement | undefined)?.href)
      .toMatch(/\/api\/premium-orders\/export\/file\?link=x$/);
    expect(api.requests(link)[0]?.query).toEqual({ status: "pending" });
    api.change({ [link]: fails(500) });
    await button("Xuất Excel").click();
    await expect.element(alert).toHaveTextContent("Không xuất được file, bạn thử lại nhé");
  });
});

describe("the confirmation of a payment", () => {
  const confirmButton = button("Xác nhận đã thanh toán: HM2345678K");

  test("names order, sum and Premium, and sets both states", async () => {
    const { api } = await open({ [change]: anOrderDetail(paid) });
    await confirmButton.click();
    await expect
      .element(confirmQuestion)
      .toMatchTextContent(
        "Đơn HM2345678K: đã nhận 399.000 ₫? Tài khoản của Nguyễn Thị Lan được cộng 1 năm Premium (365 ngày).",
      );
    api.change({ [list]: counted([anAdminOrder(paid)], 1) });
    await confirmQuestion.getByRole("button", { name: "Xác nhận" }).click();
    await expect.element(status).toHaveTextContent("Đã xác nhận thanh toán");
    expect(api.requests(change)[0]?.body).toEqual({ payment_status: "paid", status: "confirmed" });
    await expect.element(confirmButton).not.toBeInTheDocument();
  });

  test.each([
    [{ user_id: null }, "Đơn chưa gắn với tài khoản nào"],
    [{ package_is_lifetime: true, package_duration_days: null }, "được cộng Premium vĩnh viễn"],
    [{ premium_granted_at: paid.premium_granted_at }, "sẽ không cộng lại"],
  ])("tells what an order with %o gives", async (fields, text) => {
    await open({ [list]: counted([anAdminOrder(fields)], 1) });
    await confirmButton.click();
    await expect.element(confirmQuestion).toMatchTextContent(text);
  });

  test("keeps the state of a completed order", async () => {
    const { api } = await open({
      [list]: counted([anAdminOrder({ status: "completed" })], 1),
      [change]: anOrderDetail(),
    });
    await confirmButton.click();
    await confirmQuestion.getByRole("button", { name: "Xác nhận" }).click();
    await expect.poll(() => api.requests(change)[0]?.body).toEqual({ payment_status: "paid", status: "completed" });
  });
});

describe("the details", () => {
  test("show all fields, a code to copy and a link to the account", async () => {
    const copy = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    await open({
      [list]: counted([anAdminOrder({ ...paid, user_zalo: "0903 555 142", payment_note: "Chồng em chuyển" })], 1),
    });
    await button("Xem: HM2345678K").click();
    for (const text of [
      "Gói năm, 1 năm",
      "399.000 ₫",
      "Chồng em chuyển",
      "Chuyển khoản ngân hàng",
      "02/05/2026 15:00",
    ]) {
      await expect.element(details).toMatchTextContent(text);
    }
    await expect
      .element(details.getByRole("link", { name: "lan_nghe_nhac" }))
      .toHaveAttribute("href", "/admin/users?q=lan_nghe_nhac");
    await details.getByRole("button", { name: "Sao chép mã đơn hàng" }).click();
    await expect.element(status).toHaveTextContent("Đã sao chép mã đơn hàng");
    expect(copy.mock.calls).toEqual([["HM2345678K"]]);
  });

  test("offer the account with the e-mail of the order", async () => {
    const matching_user = {
      id: 9,
      username: "lan",
      email: "lan@example.com",
      is_email_verified: false,
      is_active: true,
    };
    const { api } = await open({
      [list]: counted([anAdminOrder({ user_id: null })], 1),
      [one]: anOrderDetail({ user_id: null, matching_user }),
      [change]: anOrderDetail({ user_id: 9 }),
    });
    await button("Xem: HM2345678K").click();
    await expect.element(details.getByText(/Email này do khách tự khai/)).toBeVisible();
    await expect.element(details.getByText("Email chưa xác minh")).toBeVisible();
    await details.getByRole("button", { name: "Gắn với tài khoản này" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Gắn tài khoản" }).click();
    await expect.element(status).toHaveTextContent("Đã gắn đơn hàng với tài khoản");
    expect(api.requests(change)[0]?.body).toEqual({ user_id: 9 });
  });

  test("confirm the payment too", async () => {
    const { api } = await open({ [change]: anOrderDetail(paid) });
    await button("Xem: HM2345678K").click();
    await details.getByRole("button", { name: "Xác nhận đã thanh toán" }).click();
    await confirmQuestion.getByRole("button", { name: "Xác nhận" }).click();
    await expect.poll(() => api.requests(change)[0]?.body).toEqual({ payment_status: "paid", status: "confirmed" });
  });
});

describe("the form", () => {
  const payment = form.getByLabelText("Trạng thái thanh toán");

  test("saves states, reference and notes", async () => {
    const { api } = await open({ [change]: anOrderDetail() });
    await button("Sửa: HM2345678K").click();
    await form.getByLabelText("Trạng thái đơn hàng").selectOptions("Đã hủy");
    await payment.selectOptions("Thất bại");
    await form.getByLabelText("Mã tham chiếu").fill("FT1");
    await form.getByLabelText("Ghi chú thanh toán").fill("Chuyển thiếu");
    await form.getByLabelText("Ghi chú quản trị").fill("Đã gọi khách");
    await save.click();
    await expect.element(status).toHaveTextContent("Đã lưu đơn hàng");
    await expect.element(form).not.toBeInTheDocument();
    expect(api.requests(change)[0]?.body).toEqual({
      status: "cancelled",
      payment_status: "failed",
      payment_reference: "FT1",
      payment_note: "Chuyển thiếu",
      admin_notes: "Đã gọi khách",
    });
  });

  test("offers to downgrade the account after a refund", async () => {
    const refunded = { ...paid, payment_status: "refunded" } as const;
    const { api } = await open({
      [list]: counted([anAdminOrder(paid)], 1),
      [change]: anOrderDetail(refunded),
      [downgrade]: fails(500),
    });
    await button("Sửa: HM2345678K").click();
    await payment.selectOptions("Đã hoàn tiền");
    await save.click();
    await expect.element(downgradeQuestion).toMatchTextContent(/Hạ cấp tài khoản lan_nghe_nhac về miễn phí/);
    await downgradeQuestion.getByRole("button", { name: "Hạ cấp" }).click();
    await expect.element(alert).toHaveTextContent("Có lỗi xảy ra khi hạ cấp tài khoản");
    api.change({ [downgrade]: aUser() });
    await downgradeQuestion.getByRole("button", { name: "Hạ cấp" }).click();
    await expect.element(downgradeQuestion).not.toBeInTheDocument();
    expect(api.requests(downgrade).map(({ params }) => params.id)).toEqual(["5", "5"]);
  });

  test("asks nothing after the refund of an order that gave no Premium", async () => {
    await open({ [change]: anOrderDetail({ payment_status: "refunded" }) });
    await button("Sửa: HM2345678K").click();
    await payment.selectOptions("Đã hoàn tiền");
    await save.click();
    await expect.element(form).not.toBeInTheDocument();
    await expect.element(downgradeQuestion).not.toBeInTheDocument();
  });

  test("tells of an error", async () => {
    await open({ [change]: fails(500) });
    await button("Sửa: HM2345678K").click();
    await payment.selectOptions("Đã hoàn tiền");
    await save.click();
    await expect.element(form.getByRole("alert")).toHaveTextContent("Có lỗi xảy ra khi cập nhật đơn hàng");
  });
});

test("a refunded order offers the downgrade in the list", async () => {
  await open({ [list]: counted([anAdminOrder({ ...paid, payment_status: "refunded" })], 1) });
  await button("Hạ cấp tài khoản: HM2345678K").click();
  await expect.element(downgradeQuestion).toBeVisible();
});

test("the offer tells of an account that is free already", async () => {
  await open({
    [list]: counted([anAdminOrder({ ...paid, payment_status: "refunded" })], 1),
    [account]: aUser({ id: 5, username: "lan_nghe_nhac" }),
  });
  await button("Hạ cấp tài khoản: HM2345678K").click();
  await expect.element(downgradeQuestion).toMatchTextContent("không còn Premium để hạ");
  await expect.element(downgradeQuestion.getByRole("button", { name: "Hạ cấp" })).not.toBeInTheDocument();
});

describe("after a deletion", () => {
  const remove = async () => {
    await button("Xóa: HM2345678K").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Xóa đơn hàng" }).click();
  };

  test("of an order that gave Premium, the downgrade of its account is offered", async () => {
    const { api } = await open({
      [list]: counted([anAdminOrder(paid)], 1),
      "DELETE /api/premium-orders/{id}": { success: true },
      [downgrade]: aUser(),
    });
    await remove();
    await expect
      .element(downgradeQuestion)
      .toMatchTextContent(/Đơn HM2345678K đã xóa.*Hạ cấp tài khoản lan_nghe_nhac về miễn phí/);
    await downgradeQuestion.getByRole("button", { name: "Hạ cấp" }).click();
    await expect.element(downgradeQuestion).not.toBeInTheDocument();
    expect(api.requests(downgrade).map(({ params }) => params.id)).toEqual(["5"]);
  });

  test.each([
    ["gave no Premium", {}],
    ["has no account", { ...paid, user_id: null }],
  ])("of an order that %s, nothing is offered", async (_name, fields) => {
    await open({
      [list]: counted([anAdminOrder(fields)], 1),
      "DELETE /api/premium-orders/{id}": { success: true },
    });
    await remove();
    await expect.element(status).toHaveTextContent("Đã xóa đơn hàng");
    await expect.element(downgradeQuestion).not.toBeInTheDocument();
  });
});

test("deleting asks, and tells of an error", async () => {
  await open({ "DELETE /api/premium-orders/{id}": fails(500) });
  await button("Xóa: HM2345678K").click();
  const question = page.getByRole("alertdialog", { name: "Xóa đơn hàng" });
  await expect.element(question.getByText("Bạn có chắc chắn muốn xóa đơn hàng này?")).toBeVisible();
  await question.getByRole("button", { name: "Xóa đơn hàng" }).click();
  await expect.element(alert).toHaveTextContent("Có lỗi xảy ra khi xóa đơn hàng");
});
