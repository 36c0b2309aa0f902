import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { checkScreen } from "#test/component/check-screen.ts";
import { renderRoute } from "#test/component/render.tsx";
import { anOrder } from "#test/component/sales.ts";
import { fails, type StubbedApi, stubApi } from "#test/component/stub-api.ts";
import * as orderPage from "./page.tsx";

const read = "GET /api/orders/{token}";
const put = "PUT /api/orders/{token}/invoice";
const invoice = {
  company: "Công ty TNHH Lan",
  tax_code: "0101248141",
  address: "17 Nguyễn Trãi, Hà Nội",
  email: "ketoan@example.com",
};
const time = "2026-11-21T08:00:00.000Z";
const paid = { status: "completed", payment_status: "paid", completed_at: time, premium_granted_at: time } as const;
const open = () => renderRoute(orderPage, { path: "/orders/:token", at: `/orders/${anOrder().page_token}` });
const field = (label: string) => page.getByLabelText(label, { exact: true });
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const receipt = page.getByRole("link", { name: "Tải biên nhận" });

let api: StubbedApi;
beforeEach(() => {
  api = stubApi({ [read]: anOrder(), "GET /api/auth/forgot-password": { is_available: true } });
});

test("a company's invoice is asked for, its fields checked first", async () => {
  api.change({ [put]: anOrder({ invoice }) });
  await open();
  await page.getByText("Tôi cần hóa đơn công ty").click();
  await field("Tên công ty").fill(invoice.company);
  await field("Mã số thuế").fill("0101248142");
  await field("Địa chỉ công ty").fill(invoice.address);
  await field("Email nhận hóa đơn").fill(invoice.email);
  await press("Lưu thông tin hóa đơn");
  await expect.element(field("Mã số thuế")).toHaveFocus();
  await expect
    .element(field("Mã số thuế"))
    .toHaveAccessibleDescription("Mã số thuế không đúng, bạn kiểm tra lại từng số nhé");
  expect(api.requests(put)).toEqual([]);
  await checkScreen({ heading: "Đơn hàng HM2345678K" });
  await field("Mã số thuế").fill(invoice.tax_code);
  api.change({ [read]: anOrder({ invoice }) });
  await press("Lưu thông tin hóa đơn");
  await expect.element(page.getByText("Hóa đơn cho Công ty TNHH Lan")).toBeVisible();
  expect(api.requests(put).map(({ body }) => body)).toEqual([{ invoice }]);
});

test("one that was asked for can be given up", async () => {
  api.change({ [read]: anOrder({ invoice }), [put]: anOrder() });
  await open();
  await page.getByText("Hóa đơn cho Công ty TNHH Lan").click();
  api.change({ [read]: anOrder() });
  await press("Thôi xin hóa đơn");
  await expect.element(page.getByText("Tôi cần hóa đơn công ty")).toBeVisible();
  expect(api.requests(put).map(({ body }) => body)).toEqual([{ invoice: null }]);
});

test("a refusal stands in the form", async () => {
  const detail = "Đã quá 30 ngày từ khi thanh toán, bạn liên hệ chúng tôi về hóa đơn nhé";
  api.change({ [read]: anOrder({ invoice }), [put]: fails(409, detail) });
  await open();
  await page.getByText("Hóa đơn cho Công ty TNHH Lan").click();
  await press("Lưu thông tin hóa đơn");
  await expect.element(page.getByRole("alert")).toHaveTextContent(detail);
});

test.each([
  { status: "cancelled" },
  { ...paid, payment_amount: 0 },
] as const)("an order that ended, or costs nothing, has no invoice and no receipt", async (fields) => {
  api.change({ [read]: anOrder({ ...fields, payment: null }) });
  await open();
  await expect.element(page.getByRole("heading", { name: "Tình trạng" })).toBeVisible();
  await expect.element(page.getByText("Tôi cần hóa đơn công ty")).not.toBeInTheDocument();
  await expect.element(receipt).not.toBeInTheDocument();
});

test("a paid and confirmed order has its receipt", async () => {
  api.change({ [read]: anOrder({ ...paid, payment: null }) });
  await open();
  await expect.element(receipt).toHaveAttribute("href", `/api/orders/${anOrder().page_token}/receipt.pdf`);
});
