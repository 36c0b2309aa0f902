import { beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { PayableOrder } from "#contract/orders.ts";
import type { OrderPaymentState } from "#contract/payment-state.ts";
import type { PremiumGift } from "#contract/premium-gifts.ts";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { passTime, stopClock } from "#test/component/clock.ts";
import { thePlayer } from "#test/component/player.ts";
import { renderRoute, renderWithin } from "#test/component/render.tsx";
import { anOrder, aPayment, aPremiumGift } from "#test/component/sales.ts";
import { aSong, aUser, loggedIn } from "#test/component/samples.ts";
import { eventStream, fails, held, networkDown, type StubbedApi, stubApi } from "#test/component/stub-api.ts";
import { hideTab } from "#test/component/visitor.ts";
import { useUserAuth } from "../../../lib/session.tsx";
import { readSession, readStored, writeSession, writeStored } from "../../../lib/storage.ts";
import { storedOrders, storeOrder, useForgetAccountOrders } from "../own/stored-orders.ts";
import * as orderPage from "./page.tsx";

const read = "GET /api/orders/{token}";
const token = anOrder().page_token;
const time = "2026-11-21T08:00:00.000Z";
const granted = { status: "completed", payment_status: "paid", completed_at: time, premium_granted_at: time } as const;
const open = () => renderRoute(orderPage, { path: "/orders/:token", at: `/orders/${token}` });
const heading = page.getByRole("heading", { level: 1 });
const premiumEnd = page.getByText("Hạn Premium");
const steps = page.getByRole("list").first().getByRole("listitem");

let api: StubbedApi;
beforeEach(() => {
  api = stubApi({ [read]: anOrder(), "GET /api/auth/forgot-password": { is_available: true } });
});

test("shows the state, what comes next and how to pay", async () => {
  await open();
  await expect.element(heading).toHaveTextContent("Đơn hàng HM2345678K");
  await expect
    .poll(() => steps.elements().map((step) => step.textContent))
    .toEqual([
      "Đã nhận đơn, xong01/05/2026 15:00",
      "Chờ thanh toán, đang chờ",
      "Chờ xác nhận, chưa đến",
      "Kích hoạt Premium, chưa đến",
    ]);
  await expect.element(page.getByText(/^Bạn chuyển khoản theo thông tin trên trang này/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Sao chép số tài khoản" })).toBeVisible();
  await expect.element(page.getByText("Nguyễn Thị Lan, lan@example.com")).toBeVisible();
  await expect.element(page.getByText("1 năm, tính từ lúc kích hoạt")).toBeVisible();
  expect(api.requests(read).map(({ params }) => params)).toEqual([{ token }]);
  await checkScreen({ heading: "Đơn hàng HM2345678K" });
});

test("has the payment first, and says until when the order is kept", async () => {
  await page.viewport(390, 844);
  api.change({ [read]: anOrder({ expires_at: "2026-05-08T08:00:00.000Z" }) });
  await open();
  const titles = page.getByRole("heading", { level: 2 });
  await expect
    .poll(() => titles.elements().map((title) => title.textContent))
    .toEqual(["Chuyển khoản 399.000 ₫", "Tình trạng"]);
  await expect.element(page.getByText("Đơn được giữ đến 08/05/2026")).toBeVisible();
  const qr = page.getByRole("img", { name: /^Mã QR chuyển khoản/ }).element();
  expect(qr.getBoundingClientRect().bottom).toBeLessThan(844);
});

test("says that its time is over until it ends", async () => {
  api.change({ [read]: anOrder({ expires_at: "2020-05-08T08:00:00.000Z", payment: null }) });
  await open();
  await expect.element(page.getByText(/^Đơn này vừa quá hạn thanh toán/)).toBeVisible();
  await expect.element(page.getByRole("status").getByText(/^Đã quá hạn thanh toán\./)).toBeVisible();
  expect(page.getByText(/chưa được cấu hình/).query()).toBeNull();
});

test("copies its address, and says where it was sent", async () => {
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await open();
  await expect.element(page.getByText(/Đã gửi vào email lan@example.com\./)).toBeVisible();
  await page.getByRole("button", { name: "Sao chép đường dẫn" }).click();
  expect(write).toHaveBeenCalledWith(`${window.location.origin}/orders/${token}`);
});

describe("an order that ended", () => {
  test("says so with its reason, and is ordered again with its texts", async () => {
    api.change({ [read]: anOrder({ payment_status: "failed", end_message: "Thiếu 20.000 ₫", payment: null }) });
    const screen = await open();
    await expect.element(page.getByText(/^Khoản chuyển của bạn chưa thành công/)).toBeVisible();
    await expect.element(page.getByText("Thiếu 20.000 ₫")).toBeVisible();
    expect(page.getByRole("img", { name: /Mã QR/ }).query()).toBeNull();
    await page.getByRole("link", { name: "Đặt lại gói này" }).click();
    await expect.poll(screen.address).toBe("/premium?goi=1");
    expect(JSON.parse(readSession("orderDraft") ?? "")).toEqual({
      typed: { user_name: "Nguyễn Thị Lan", user_email: "lan@example.com" },
    });
  });

  test("is not offered to one that a part of the money came for, who is told to write", async () => {
    api.change({ [read]: anOrder({ received_amount: 199_000 }) });
    await open();
    await expect.element(page.getByText(/^Đơn đã nhận một phần tiền nên bạn không tự hủy được\./)).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Liên hệ chúng tôi" })).toBeVisible();
    expect(page.getByRole("button", { name: "Hủy đơn hàng" }).query()).toBeNull();
  });

  test("by its customer is cancelled after a question", async () => {
    const cancel = "POST /api/orders/{token}/cancel";
    await open();
    await page.getByRole("button", { name: "Hủy đơn hàng" }).click();
    const question = page.getByRole("dialog", { name: "Hủy đơn hàng HM2345678K?" });
    await question.getByRole("button", { name: "Giữ đơn hàng" }).click();
    await page.getByRole("button", { name: "Hủy đơn hàng" }).click();
    expect(api.requests(cancel)).toEqual([]);
    const cancelled = anOrder({ status: "cancelled", end_reason: "customer", payment: null });
    api.change({ [cancel]: cancelled, [read]: cancelled });
    await question.getByRole("button", { name: "Hủy đơn hàng" }).click();
    await expect.element(page.getByText(/^Bạn đã hủy đơn hàng này/)).toBeVisible();
    await expect.element(page.getByRole("heading", { name: "Tình trạng" })).toHaveFocus();
    expect(page.getByRole("img", { name: /Mã QR/ }).query()).toBeNull();
  });
});

describe("an order without an account", () => {
  const attach = "POST /api/orders/{token}/attach";
  const create = page.getByRole("button", { name: "Tạo tài khoản để nhận Premium" });

  test("says so before the transfer, and opens the form", async () => {
    api.change({ [read]: anOrder({ has_account: false }) });
    await open();
    expect(page.getByLabelText("Mật khẩu mới").query()).toBeNull();
    await create.click();
    await expect.element(page.getByRole("heading", { name: "Tạo tài khoản để nhận Premium" })).toHaveFocus();
    await expect.element(page.getByLabelText("Email đăng nhập")).toHaveValue("lan@example.com");
  });

  test("that is paid asks for it first, and takes the account that is logged in", async () => {
    const paid = { payment_status: "paid", status: "confirmed", payment: null } as const;
    api.change({ ...loggedIn(), [read]: anOrder({ ...paid, has_account: false }) });
    await open();
    await expect.element(page.getByText(/^Còn một bước/)).toBeVisible();
    const attached = anOrder({ ...granted, payment: null });
    api.change({ [attach]: attached, [read]: attached });
    await page.getByRole("button", { name: "Nhận Premium vào tài khoản này" }).click();
    await expect.element(page.getByText("Premium đã kích hoạt")).toBeVisible();
    expect(api.requests(attach)).toMatchObject([{ token: "user-token", params: { token } }]);
    expect(page.getByRole("heading", { name: "Tạo tài khoản để nhận Premium" }).query()).toBeNull();
  });
});

test("is told to no search engine and no other site", async () => {
  await open();
  await expect.element(heading).toBeVisible();
  expect(document.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex");
  expect(document.querySelector("meta[name=referrer]")?.getAttribute("content")).toBe("no-referrer");
  expect(document.querySelector("link[rel=canonical]")).toBeNull();
  expect(orderPage.headers()).toMatchObject({ "Cache-Control": "private, no-store", "Referrer-Policy": "no-referrer" });
});

test("shows no payment once it is paid", async () => {
  api.change({ [read]: anOrder({ payment_status: "paid", payment: null }) });
  await open();
  await expect.element(steps.nth(1)).toMatchTextContent("Đã thanh toán");
  expect(page.getByRole("button", { name: "Sao chép số tài khoản" }).query()).toBeNull();
});

test("shows the granted Premium with its end", async () => {
  const premium_expires_at = "2027-11-21T08:00:00.000Z";
  api.change({ ...loggedIn(), [read]: anOrder({ ...granted, premium_expires_at, payment: null }) });
  await open();
  await expect.element(page.getByText("Premium đã được cộng vào tài khoản của bạn.", { exact: false })).toBeVisible();
  await expect.element(premiumEnd).toBeVisible();
  expect(premiumEnd.element().nextElementSibling?.textContent).toBe("21/11/2027 15:00");
  await expect.element(page.getByText("Premium đã mở trong tài khoản của bạn, đến 21/11/2027 15:00.")).toBeVisible();
  await expect.element(page.getByText("1 năm", { exact: true })).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Nghe nhạc" })).toHaveAttribute("href", "/songs?premium=1");
});

test("leads to the login where the granted Premium, here for ever, is not that of the device", async () => {
  api.change({ [read]: anOrder({ ...granted, premium_expires_at: null, payment: null }) });
  await open();
  await expect.element(premiumEnd).toBeVisible();
  expect(premiumEnd.element().nextElementSibling?.textContent).toBe("Vĩnh viễn");
  await expect.element(page.getByRole("link", { name: "Đăng nhập để nghe" })).toHaveAttribute("href", "/login");
  expect(page.getByRole("link", { name: "Nghe nhạc" }).query()).toBeNull();
});

test("leads to the song that the customer wanted to hear once Premium is granted", async () => {
  api.change(loggedIn());
  storeOrder(anOrder(), { id: 7, title: "Gửi người ở lại" });
  await open();
  await expect.element(heading).toHaveTextContent("Đơn hàng HM2345678K");
  const listen = page.getByRole("link", { name: "Nghe ngay: Gửi người ở lại" });
  expect(listen.query()).toBeNull();
  api.change({ [read]: anOrder({ ...granted, payment: null }) });
  await hideTab(false);
  await expect.element(listen).toHaveAttribute("href", "/songs/7");
  await expect.element(page.getByRole("heading", { name: "Đã nhận được tiền" })).toHaveFocus();
  expect(page.getByRole("link", { name: "Nghe nhạc" }).query()).toBeNull();
});

test("plays the wanted song of an early press once it has arrived", async () => {
  const song = held(aSong({ id: 7, title: "Gửi người ở lại" }));
  api.change({
    ...loggedIn({ is_premium: true }),
    [read]: anOrder({ ...granted, payment: null }),
    "GET /api/songs/{id}": song.answer,
  });
  storeOrder(anOrder(), { id: 7, title: "Gửi người ở lại" });
  await open();
  const started = vi.spyOn(thePlayer(), "play").mockReturnValue(undefined);
  await expect.poll(() => api.requests("GET /api/songs/{id}")).toHaveLength(1);
  await page.getByRole("link", { name: "Nghe ngay: Gửi người ở lại" }).click();
  expect(started).not.toHaveBeenCalled();
  song.release();
  await expect.poll(() => started.mock.lastCall?.[0]).toMatchObject({ id: 7 });
});

test("shows no end of Premium for an order that was paid back", async () => {
  api.change({ [read]: anOrder({ ...granted, payment_status: "refunded", premium_expires_at: time, payment: null }) });
  await open();
  await expect.element(heading).toBeVisible();
  expect(premiumEnd.query()).toBeNull();
  expect(page.getByRole("link", { name: "Nghe nhạc" }).query()).toBeNull();
});

test("shows what was given back in part, with its words, beside the Premium that goes on", async () => {
  const part = { ...granted, refunded_amount: 100_000, end_message: "Phần chưa dùng", payment: null } as const;
  api.change({ [read]: anOrder({ ...part, premium_expires_at: time }) });
  await open();
  await expect.element(page.getByText("100.000 / 399.000 ₫")).toBeVisible();
  await expect.element(page.getByText("Phần chưa dùng")).toBeVisible();
  await expect.element(page.getByText("Đã nhận được tiền")).toBeVisible();
  await fits();
});

test("tells that Premium ended with a part of the money, and offers the package anew", async () => {
  const part = { ...granted, refunded_amount: 100_000, premium_taken_at: time, payment: null } as const;
  api.change({ [read]: anOrder({ ...part, premium_expires_at: time }) });
  await open();
  await expect.element(page.getByText(/một phần tiền, và Premium của đơn hàng này đã kết thúc/)).toBeVisible();
  await expect.element(page.getByText("100.000 / 399.000 ₫")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Đặt lại gói này" })).toBeVisible();
  expect(page.getByText("Đã nhận được tiền").query()).toBeNull();
  expect(premiumEnd.query()).toBeNull();
});

test("shows HTML in the customer's and the package's texts as it was typed", async () => {
  const user_name = '<img src=x onerror="document.title = 1">';
  api.change({ [read]: anOrder({ user_name, package_name: "<b>Gói</b>" }) });
  await open();
  await expect.element(page.getByText(`${user_name}, lan@example.com`)).toBeVisible();
  await expect.element(page.getByText("<b>Gói</b>")).toBeVisible();
});

test("an unknown address is the 404 page, and is forgotten", async () => {
  storeOrder(anOrder());
  api.change({ [read]: fails(404, "Không tìm thấy đơn hàng") });
  await open();
  await expect.element(heading).toHaveTextContent("Trang không tồn tại");
  await expect.poll(storedOrders).toEqual([]);
});

test("an order that can't be loaded is an error with a retry, and stays stored", async () => {
  storeOrder(anOrder());
  api.change({ [read]: networkDown() });
  await open();
  await expect.element(heading).toHaveTextContent("Không thể tải đơn hàng. Vui lòng thử lại sau.");
  await expect.element(page.getByRole("button", { name: "Thử lại" })).toBeVisible();
  expect(storedOrders()).toHaveLength(1);
});

test("shows a skeleton while loading", async () => {
  const late = held(anOrder());
  api.change({ [read]: late.answer });
  await open();
  await expect.element(page.getByText("Đang tải đơn hàng")).toBeInTheDocument();
  late.release();
  await expect.element(heading).toHaveTextContent("Đơn hàng HM2345678K");
});

describe("the watch", () => {
  const events = "GET /api/orders/{token}/events";
  const requests = () => api.requests(read).length;
  const state = (fields: Partial<OrderPaymentState> = {}): OrderPaymentState => ({
    code: "HM2345678K",
    status: "pending",
    payment_status: "pending",
    received_amount: 0,
    missing: 399_000,
    excess_amount: 0,
    premium_granted_at: null,
    premium_expires_at: null,
    ...fields,
  });
  const paid = { ...granted, received_amount: 399_000, payment: null } as const;
  const paidState = state({ ...granted, received_amount: 399_000, missing: 0 });
  const premium = { is_premium: true, premium_expires_at: null };

  /** Opens the page with a stream that is open. */
  async function openWatched() {
    const stream = eventStream();
    api.change({ [events]: stream.answer });
    await open();
    await expect.element(heading).toHaveTextContent("Đơn hàng HM2345678K");
    await expect.poll(stream.isOpen).toBe(true);
    return stream;
  }

  /** Opens the page, whose order comes late, so that all its timers are the stopped clock's. */
  async function openStopped() {
    const late = held(anOrder());
    api.change({ [read]: late.answer });
    await open();
    await expect.element(page.getByText("Đang tải đơn hàng")).toBeInTheDocument();
    stopClock();
    late.release();
    await expect.element(heading).toHaveTextContent("Đơn hàng HM2345678K");
    api.change({ [read]: anOrder() });
  }

  test("turns the page and the session when the money has come, and follows when it is undone", async () => {
    api.change(loggedIn({ is_premium: false }));
    const stream = await openWatched();
    stream.send(state(), "1");
    await expect.element(page.getByText(/^Đang chờ tiền về…/)).toBeVisible();
    expect(requests()).toBe(1);
    expect(api.requests(events)[0]?.token).toBeUndefined();
    api.change({ [read]: anOrder(paid), "GET /api/user/me": aUser(premium) });
    stream.send(paidState, "2");
    await expect.element(page.getByRole("heading", { name: "Đã nhận được tiền" })).toHaveFocus();
    await expect.poll(() => api.requests("GET /api/user/me").length).toBe(2);
    expect(page.getByRole("img", { name: /Mã QR/ }).query()).toBeNull();
    api.change({ [read]: anOrder({ payment_status: "refunded", status: "cancelled", payment: null }) });
    stream.send(state({ payment_status: "refunded", status: "cancelled" }), "3");
    await expect.element(page.getByText("Số tiền của đơn hàng này đã được hoàn lại cho bạn.")).toBeVisible();
    expect(page.getByText("Đã nhận được tiền").query()).toBeNull();
    await expect.poll(() => api.requests("GET /api/user/me").length).toBe(3);
  });

  test("turns the page of an expired order that late money takes up again", async () => {
    api.change({ [read]: anOrder({ status: "cancelled", end_reason: "expired", payment: null }) });
    const stream = await openWatched();
    await expect.element(page.getByText(/^Đơn hàng này đã hết hạn/)).toBeVisible();
    api.change({ [read]: anOrder(paid) });
    stream.send(paidState, "1");
    await expect.element(page.getByRole("heading", { name: "Đã nhận được tiền" })).toHaveFocus();
  });

  test("says what came and what is missing, with the code of the rest", async () => {
    const stream = await openWatched();
    const news = page
      .getByText(/^Đang chờ tiền về…/)
      .element()
      .closest("section")
      ?.querySelector("[aria-live]:empty");
    expect(news).not.toBeNull();
    const payment = aPayment({ amount: 199_000 });
    api.change({ [read]: anOrder({ received_amount: 200_000, payment }) });
    stream.send(state({ received_amount: 200_000, missing: 199_000 }), "1");
    await expect.element(page.getByRole("heading", { name: "Chuyển nốt 199.000 ₫" })).toBeVisible();
    await expect.element(page.getByText(/^Đã nhận 200\.000 ₫, còn thiếu 199\.000 ₫/)).toBeVisible();
    expect(news?.textContent).toMatch(/^Đã nhận 200\.000 ₫/);
    await expect.element(page.getByRole("img", { name: /^Mã QR chuyển khoản 199\.000 ₫/ })).toBeVisible();
    await fits();
  });

  test("says of too much money what happens with it", async () => {
    const stream = await openWatched();
    api.change({ [read]: anOrder({ ...paid, excess_amount: 50_000 }) });
    stream.send({ ...paidState, excess_amount: 50_000 }, "1");
    await expect.element(page.getByText(/Bạn đã chuyển nhiều hơn 50\.000 ₫/)).toBeVisible();
    await checkScreen({ heading: "Đơn hàng HM2345678K" });
  });

  test("says of money that came after the end that it has come", async () => {
    api.change({
      [read]: anOrder({ status: "cancelled", end_reason: "expired", excess_amount: 399_000, payment: null }),
    });
    await open();
    await expect.element(page.getByText(/^Chúng tôi đã nhận 399\.000 ₫ sau khi đơn hàng này kết thúc/)).toBeVisible();
  });

  test("leaves the focus in a form when the money has come", async () => {
    const stream = eventStream();
    const order = anOrder({ has_account: false });
    api.change({ [events]: stream.answer, [read]: order });
    await open();
    await page.getByRole("button", { name: "Tạo tài khoản để nhận Premium" }).click();
    const word = page.getByLabelText("Mật khẩu mới");
    await word.fill("mật khẩu");
    const got = { payment_status: "paid", status: "confirmed", received_amount: 399_000 } as const;
    api.change({ [read]: { ...order, ...got, payment: null } });
    stream.send(state({ ...got, missing: 0 }), "1");
    await expect.element(page.getByRole("heading", { name: "Đã nhận được tiền" })).toBeVisible();
    await expect.element(page.getByText(/^Chỉ còn chọn tài khoản nhận Premium/)).toBeVisible();
    await expect.element(word).toHaveFocus();
    await expect.element(word).toHaveValue("mật khẩu");
  });

  test("looks after growing pauses while the stream fails, and never in a hidden tab", async () => {
    api.change({ [events]: fails(503) });
    await openStopped();
    expect(requests()).toBe(1);
    await passTime(5000);
    expect(requests()).toBe(2);
    await passTime(5000);
    expect(requests()).toBe(2);
    await passTime(2500);
    expect(requests()).toBe(3);
    await hideTab(true);
    await passTime(300_000);
    expect(requests()).toBe(3);
    await hideTab(false);
    expect(requests()).toBe(4);
  });

  test("looks at once when the network returns", async () => {
    await openWatched();
    window.dispatchEvent(new Event("online"));
    await expect.poll(requests).toBe(2);
  });

  test("keeps the order when a look fails", async () => {
    api.change({ [events]: fails(503) });
    await openStopped();
    api.change({ [read]: fails(503) });
    await passTime(5000);
    await expect.poll(requests).toBe(2);
    await expect.element(heading).toHaveTextContent("Đơn hàng HM2345678K");
  });

  test("of an order that was final when the page opened listens to nothing", async () => {
    api.change({ [read]: anOrder(paid) });
    await open();
    await expect.element(page.getByRole("heading", { name: "Đã nhận được tiền" })).toBeVisible();
    expect(api.requests(events)).toEqual([]);
  });
});

test("fits with long texts at all widths", async () => {
  const long = "Nguyễnthị".repeat(22);
  api.change({ [read]: anOrder({ user_name: long, package_name: long.slice(0, 100), user_email: `${long}@e.vn` }) });
  await open();
  await expect.element(heading).toBeVisible();
  await expect.element(page.getByText(long, { exact: false }).first()).toBeVisible();
  for (const width of [1280, 768, 390, 360]) {
    await page.viewport(width, 800);
    const pageWidth = () => document.documentElement.scrollWidth;
    await expect.poll(pageWidth, { message: `at ${width}` }).toBeLessThanOrEqual(width);
  }
});

describe("the invoice", () => {
  const put = "PUT /api/orders/{token}/invoice";
  const invoice = {
    company: "Công ty TNHH Lan",
    tax_code: "0101248141",
    address: "17 Nguyễn Trãi, Hà Nội",
    email: "ketoan@example.com",
  };
  const field = (label: string) => page.getByLabelText(label, { exact: true });
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const receipt = page.getByRole("link", { name: "Tải biên nhận" });

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
    { ...granted, payment_amount: 0 },
  ] as const)("an order that ended, or costs nothing, has no invoice and no receipt", async (fields) => {
    api.change({ [read]: anOrder({ ...fields, payment: null }) });
    await open();
    await expect.element(page.getByRole("heading", { name: "Tình trạng" })).toBeVisible();
    await expect.element(page.getByText("Tôi cần hóa đơn công ty")).not.toBeInTheDocument();
    await expect.element(receipt).not.toBeInTheDocument();
  });

  test("a paid and confirmed order has its receipt", async () => {
    api.change({ [read]: anOrder({ ...granted, payment: null }) });
    await open();
    await expect.element(receipt).toHaveAttribute("href", `/api/orders/${anOrder().page_token}/receipt.pdf`);
  });
});

describe("an order of a gift", () => {
  const save = "PUT /api/orders/{token}/gift";
  const paid = { status: "confirmed", payment_status: "paid", confirmed_at: time, payment: null } as const;
  const title = page.getByRole("heading", { name: "Quà Premium" });
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const field = (label: string) => page.getByLabelText(label);

  const aGiftOrder = (gift: Partial<PremiumGift> = {}, fields: Partial<PayableOrder> = {}) =>
    anOrder({ is_gift: true, has_account: false, gift: aPremiumGift(gift), ...paid, ...fields });

  function give(order: PayableOrder) {
    api.change({ [read]: order });
    return open();
  }

  test("before the money comes it asks for no account, and says for whom it is", async () => {
    const unpaid = {
      status: "pending",
      payment_status: "pending",
      confirmed_at: null,
      payment: anOrder().payment,
    } as const;
    await give(aGiftOrder({ secret: null, code: null, state: "closed" }, unpaid));
    await expect.element(page.getByText("Tặng cho")).toBeVisible();
    await expect.element(page.getByText("Người nhận mở quà")).toBeVisible();
    await expect.element(page.getByText(/Premium cần một tài khoản/)).not.toBeInTheDocument();
    await expect.element(title).not.toBeInTheDocument();
  });

  describe("a gift that is paid for", () => {
    test("shows its page and code to give", async () => {
      await give(aGiftOrder());
      await expect.element(title).toBeVisible();
      await expect.element(page.getByText(/cho Mẹ đã sẵn sàng, chưa ai nhận/)).toBeVisible();
      await expect.element(page.getByText("HG7K3PQRW2")).toBeVisible();
      await expect.element(button("Sao chép đường dẫn trang quà")).toBeVisible();
      await expect.element(button("Sao chép mã quà")).toBeVisible();
      await expect
        .element(page.getByRole("link", { name: "Xem trang quà (mở trong thẻ mới)" }))
        .toHaveAttribute("href", "/g/Qm3xT8vK2pLw5nRs9cYd7A");
      await expect.element(page.getByText(/nhận Premium vào tài khoản này/)).not.toBeInTheDocument();
      await checkScreen({ heading: "Đơn hàng HM2345678K" });
    });

    test("has its words changed, checked first", async () => {
      await give(aGiftOrder());
      await page.getByText("Sửa tên, lời nhắn và ngày mở").click();
      await field("Tặng cho").fill(" ");
      await button("Lưu lời tặng").click();
      await expect.element(field("Tặng cho")).toHaveFocus();
      await expect.element(field("Tặng cho")).toHaveAccessibleDescription("Vui lòng nhập tên người nhận");
      await checkScreen();
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
      await give(aGiftOrder());
      api.change({ [save]: fails(409, "Món quà này đã được nhận nên không đổi được nữa") });
      const isOpen = page.getByRole("checkbox", { name: "Người có đường dẫn mở được món quà" });
      await isOpen.click();
      await expect
        .element(page.getByRole("alert"))
        .toHaveTextContent("Món quà này đã được nhận nên không đổi được nữa");
      await expect.element(isOpen).toBeChecked();
      const closed = aGiftOrder({ is_open: false, state: "closed" });
      api.change({ [save]: closed, [read]: closed });
      await isOpen.click();
      await expect.element(isOpen).not.toBeChecked();
      await expect.element(page.getByText(/đang đóng: không ai mở hay nhận được/)).toBeVisible();
      expect(api.requests(save).map(({ body }) => body)).toEqual([{ is_open: false }, { is_open: false }]);
    });

    test("that waits for its day tells it", async () => {
      await give(aGiftOrder({ opens_on: "2099-12-24", state: "waiting" }));
      await expect.element(page.getByText(/mở từ ngày 24\/12\/2099/)).toBeVisible();
    });
  });

  test("one that was taken tells when, with the thanks, and is not changed any more", async () => {
    const thanks = [{ name: "Mẹ", text: "Mẹ cảm ơn hai con.", created_at: time }];
    await give(aGiftOrder({ taken_at: time, hearts: 1, thanks }, { premium_granted_at: time }));
    await expect.element(page.getByText(/đã được nhận ngày 21\/11\/2026/)).toBeVisible();
    await expect.element(page.getByText("Mẹ cảm ơn hai con.")).toBeVisible();
    await expect.element(page.getByText("HG7K3PQRW2")).not.toBeInTheDocument();
    await expect.element(page.getByText("Sửa tên, lời nhắn và ngày mở")).not.toBeInTheDocument();
    await expect.element(page.getByText("Hạn Premium")).not.toBeInTheDocument();
    await fits();
  });
});

describe("the stored orders", () => {
  function Probe() {
    useForgetAccountOrders();
    const { user, logout } = useUserAuth();
    return (
      <button type="button" onClick={logout}>
        {user ? `Đăng xuất ${user.username}` : "Khách"}
      </button>
    );
  }

  const codes = () => storedOrders().map(({ code }) => code);
  function storeTwo() {
    storeOrder(anOrder({ page_token: "a", code: "HM1" }));
    storeOrder(anOrder({ page_token: "b", code: "HM2", has_account: false }));
  }

  test("a logout forgets the account's orders and the tab's drafts, and keeps the orders without an account", async () => {
    stubApi({ ...loggedIn(), "POST /api/user/logout": { success: true } });
    storeTwo();
    writeSession("orderDraft", "{}");
    writeSession("draft:review:3", "{}");
    writeStored("requestDraft", "{}");
    await renderWithin(<Probe />);
    const button = page.getByRole("button", { name: `Đăng xuất ${aUser().username}` });
    await expect.element(button).toBeVisible();
    expect(codes()).toEqual(["HM2", "HM1"]);
    await button.click();
    await expect.poll(codes).toEqual(["HM2"]);
    expect([readSession("orderDraft"), readStored("requestDraft")]).toEqual([null, null]);
    expect(readSession("draft:review:3")).toBeNull();
  });

  test("a session that has ended forgets the account's orders, and keeps the drafts", async () => {
    stubApi({ ...loggedIn(), "GET /api/user/me": fails(401) });
    storeTwo();
    writeSession("orderDraft", "{}");
    await renderWithin(<Probe />);
    await expect.poll(codes).toEqual(["HM2"]);
    expect(readSession("orderDraft")).toBe("{}");
  });
});
