import { beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { Session } from "#contract/own-account.ts";
import { checkSign } from "#contract/transfer-code.ts";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { renderRoute } from "#test/component/render.tsx";
import { aUserRequest } from "#test/component/requests.ts";
import { anOrder } from "#test/component/sales.ts";
import { aUser, loggedIn } from "#test/component/samples.ts";
import { fails, hangs, held, networkDown, type StubbedApi, stubApi } from "#test/component/stub-api.ts";
import { readStored } from "../../lib/storage.ts";
import * as accountPage from "./page.tsx";

const day = 24 * 60 * 60_000;
const now = Date.parse("2026-11-22T05:00:00.000Z");
const inDays = (days: number) => new Date(now + days * day).toISOString();

const section = (name: string) => page.getByRole("region", { name, exact: true });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const form = (name: string) => page.getByRole("form", { name });
const toast = page.getByRole("status");

function aSession(fields: Partial<Session> = {}): Session {
  return {
    id: 1,
    created_at: inDays(-3),
    last_used_at: inDays(0),
    device: "Chrome trên Windows",
    is_current: true,
    ...fields,
  };
}
const phone = aSession({ id: 2, device: "Safari trên iPhone", is_current: false, last_used_at: inDays(-2) });

let api: StubbedApi;
beforeEach(() => {
  vi.spyOn(Date, "now").mockReturnValue(now);
  api = stubApi({
    ...loggedIn(),
    "GET /api/auth/forgot-password": { is_available: true },
    "GET /api/user/orders": [],
    "GET /api/user/song-requests": [],
    "GET /api/user/sessions": [aSession()],
  });
});
const open = () => renderRoute(accountPage, { path: "/account" });

describe("the page", () => {
  test("sends a visitor to the login and asks to come back", async () => {
    localStorage.clear();
    const screen = await open();
    await expect.poll(screen.address).toBe("/login");
    expect(screen.location().state).toEqual({ returnTo: "/account" });
  });

  test("sends a visitor with an ended session to the login", async () => {
    const ended = fails(401);
    api.change({
      "GET /api/user/me": ended,
      "GET /api/user/orders": ended,
      "GET /api/user/song-requests": ended,
      "GET /api/user/sessions": ended,
    });
    const screen = await open();
    await expect.poll(screen.address).toBe("/login");
  });

  test("shows a placeholder until the user is known, and is hidden from search engines", async () => {
    const answer = held(aUser());
    api.change({ "GET /api/user/me": answer.answer });
    await open();
    await expect.element(page.getByRole("heading", { level: 1, name: "Tài khoản" })).toBeVisible();
    expect(document.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex");
    await expect.element(section("Premium")).not.toBeInTheDocument();
    answer.release();
    await expect.element(section("Premium")).toBeVisible();
    await expect.element(page.getByText("Tên đăng nhập: thu_ha")).toBeVisible();
  });

  test("loads orders, requests and sessions with the token when the server rendered the page", async () => {
    await renderRoute(accountPage, { path: "/account", serverData: accountPage.loader() });
    await expect.element(section("Thiết bị đã đăng nhập").getByText("Chrome trên Windows")).toBeVisible();
    for (const endpoint of ["GET /api/user/sessions", "GET /api/user/song-requests"] as const) {
      expect(api.requests(endpoint).map(({ token }) => token)).toEqual(["user-token"]);
    }
  });
});

test("shows orders and requests in all states, several devices and an end of Premium", async () => {
  const { payment: _payment, ...order } = anOrder({ package_name: "Gói Premium một năm cho cả nhà" });
  const finished = { has_song: true, status: "completed" } as const;
  const accepted = { ...finished, accepted_at: inDays(-1) };
  api.change({
    ...loggedIn({ subscription_type: "premium", is_premium: true, premium_expires_at: inDays(3) }),
    "GET /api/user/orders": [
      order,
      { ...order, id: 2, payment_status: "paid", premium_granted_at: inDays(0) },
      { ...order, id: 3, payment_status: "failed" },
      { ...order, id: 4, status: "cancelled" },
    ],
    "GET /api/user/song-requests": [
      aUserRequest({ id: 1, due_at: inDays(2) }),
      aUserRequest({ id: 2, due_at: inDays(-1), is_assigned: true, summary: `${"Tặng mẹ một chiều mưa ".repeat(5)}…` }),
      aUserRequest({ id: 3, ...finished }),
      aUserRequest({ id: 4, ...accepted, title: "Ổng chở tôi cả đời", unread_messages: 2 }),
      aUserRequest({ id: 5, ...accepted, paid_at: inDays(-1) }),
      aUserRequest({ id: 6, status: "cancelled" }),
    ],
    "GET /api/user/sessions": [aSession(), phone],
  });
  await open();
  await expect.element(page.getByText("Safari trên iPhone")).toBeVisible();
  await expect.element(page.getByText("Chờ bạn nghe")).toBeVisible();
  await expect.element(page.getByRole("link", { name: /^Ổng chở tôi cả đời .*2 tin mới$/ })).toBeVisible();
  expect(page.getByRole("link", { name: /tin mới/ }).elements()).toHaveLength(1);
  await form("Thông tin cá nhân").getByLabelText("Email").fill("khac@example.com");
  await checkScreen({ heading: "Tài khoản" });
});

test("has what people come for first and what they rarely need last, with a table of contents", async () => {
  await page.viewport(390, 844);
  await open();
  await expect.element(section("Premium")).toBeVisible();
  const order = [
    "Premium",
    "Bài hát đã đặt",
    "Đơn hàng",
    "Thông tin cá nhân",
    "Mật khẩu",
    "Thiết bị đã đăng nhập",
    "Dữ liệu của bạn",
    "Xóa tài khoản",
  ];
  expect([...document.querySelectorAll("h2")].map(({ textContent }) => textContent)).toEqual(order);
  const links = page.getByRole("navigation", { name: "Mục trong trang" }).getByRole("link").elements();
  expect(links.map(({ textContent }) => textContent)).toEqual(order);
  for (const link of links) {
    const id = link.getAttribute("href")?.slice(1) ?? "";
    expect(document.getElementById(id)?.textContent).toBe(link.textContent);
  }
  expect(document.querySelectorAll("section.card")).toHaveLength(0);
  expect(section("Bài hát đã đặt").element().getBoundingClientRect().top).toBeLessThan(844);
});

test("shows what could not be loaded, each with its own retry", async () => {
  api.change({
    "GET /api/user/orders": networkDown(),
    "GET /api/user/song-requests": networkDown(),
    "GET /api/user/sessions": networkDown(),
  });
  await open();
  const alerts = page.getByRole("alert");
  await expect.poll(() => alerts.elements()).toHaveLength(3);
  const [orders, requests, sessions] = [
    section("Đơn hàng"),
    section("Bài hát đã đặt"),
    section("Thiết bị đã đăng nhập"),
  ];
  for (const [part, message] of [
    [orders, "Không thể tải đơn hàng. Vui lòng thử lại sau."],
    [requests, "Không thể tải các bài hát đã đặt. Vui lòng thử lại sau."],
    [sessions, "Không thể tải các phiên đăng nhập. Vui lòng thử lại sau."],
  ] as const) {
    await expect.element(part.getByRole("alert")).toMatchTextContent(message);
  }
  await checkScreen({ heading: "Tài khoản" });
  api.change({ "GET /api/user/orders": [] });
  await orders.getByRole("button", { name: "Thử lại" }).click();
  await expect.element(orders.getByText("Bạn chưa có đơn hàng nào.")).toBeVisible();
  await expect.poll(() => alerts.elements()).toHaveLength(2);
  api.change({ "GET /api/user/song-requests": [] });
  await requests.getByRole("button", { name: "Thử lại" }).click();
  await expect.element(requests.getByText("Bạn chưa đặt bài hát nào.")).toBeVisible();
  api.change({ "GET /api/user/sessions": [aSession()] });
  await sessions.getByRole("button", { name: "Thử lại" }).click();
  await expect.element(sessions.getByText("Thiết bị này")).toBeVisible();
  expect(alerts.query()).toBeNull();
});

test("shows that orders and requests are on their way", async () => {
  api.change({ "GET /api/user/orders": hangs(), "GET /api/user/song-requests": hangs() });
  await open();
  await expect.element(section("Thiết bị đã đăng nhập").getByText("Thiết bị này")).toBeVisible();
  for (const name of ["Đơn hàng", "Bài hát đã đặt"]) {
    expect(section(name).element().querySelector("[aria-busy]")).not.toBeNull();
  }
});

test("says of a new account that it has no orders, requests and other devices, with the way to a first request", async () => {
  const screen = await open();
  await expect.element(section("Đơn hàng").getByText("Bạn chưa có đơn hàng nào.")).toBeVisible();
  await expect
    .element(section("Thiết bị đã đăng nhập").getByText("Tài khoản của bạn không đăng nhập ở thiết bị nào khác."))
    .toBeVisible();
  await expect.element(button("Đăng xuất khỏi thiết bị khác")).not.toBeInTheDocument();
  const requests = section("Bài hát đã đặt");
  await expect.element(requests.getByText("Bạn chưa đặt bài hát nào.")).toBeVisible();
  await requests.getByRole("link", { name: "Đặt bài hát riêng" }).click();
  await expect.poll(screen.address).toBe("/request");
});

describe("Premium", () => {
  const premium = section("Premium");

  test("of a gift begins with its code", async () => {
    api.change({ "POST /api/gift-codes": { secret: "Qm3xT8vK2pLw5nRs9cYd7A" } });
    const screen = await open();
    await premium.getByText("Nhập mã quà").click();
    await button("Xem món quà").click();
    await expect.element(premium.getByLabelText("Mã quà")).toHaveAccessibleDescription("Vui lòng nhập mã quà");
    await fits();
    await premium.getByLabelText("Mã quà").fill(`HG2222222${checkSign("2222222")}`);
    await button("Xem món quà").click();
    await expect.poll(screen.address).toBe("/g/Qm3xT8vK2pLw5nRs9cYd7A");
  });

  test("is shown with its end and a link to the packages", async () => {
    api.change(loggedIn({ is_premium: true, premium_expires_at: inDays(12) }));
    const screen = await open();
    await expect.element(premium.getByText("Premium", { exact: true }).last()).toBeVisible();
    await expect
      .element(premium.getByText("Đến 04/12/2026 12:00, còn 12 ngày. Gia hạn sớm thì thời gian được cộng dồn."))
      .toBeVisible();
    await premium.getByRole("link", { name: "Gia hạn" }).click();
    await expect.poll(screen.address).toBe("/premium");
  });

  test("for ever has no link to renew", async () => {
    api.change(loggedIn({ is_premium: true }));
    await open();
    await expect.element(premium.getByText("Premium vĩnh viễn")).toBeVisible();
    await expect.element(premium.getByRole("link")).not.toBeInTheDocument();
  });
});

describe("orders", () => {
  const orders = section("Đơn hàng");

  test("are listed with code, package, sum, day and state, and link to their private pages", async () => {
    const { payment: _payment, ...order } = anOrder({ created_at: inDays(-1) });
    const free = { ...order, id: 8, code: "HM7777777A", payment_amount: 0, status: "cancelled" as const };
    api.change({ "GET /api/user/orders": [order, free] });
    const screen = await open();
    await expect.element(orders.getByRole("link")).toHaveLength(2);
    const link = orders.getByRole("link").first();
    for (const text of ["HM2345678K", "Gói năm", "399.000 ₫", "21/11/2026", "Chờ thanh toán"]) {
      await expect.element(link.getByText(text)).toBeVisible();
    }
    await expect.element(orders.getByText("Đã hủy")).toBeVisible();
    await expect.element(orders.getByText("Miễn phí")).toBeVisible();
    await link.click();
    await expect.poll(screen.address).toBe(`/orders/${order.page_token}`);
  });
});

describe("requests for songs", () => {
  const requests = section("Bài hát đã đặt");

  test("are listed with what they are about, code, due day, price and state, and link to their private pages", async () => {
    const request = aUserRequest({ created_at: inDays(-1), due_at: inDays(2) });
    const late = aUserRequest({ id: 4, code: "HR7777777A", is_assigned: true, due_at: inDays(-1), agreed_price: 0 });
    const cancelled = aUserRequest({ id: 5, status: "cancelled" });
    api.change({ "GET /api/user/song-requests": [request, late, cancelled] });
    const screen = await open();
    await expect.element(requests.getByRole("link")).toHaveLength(3);
    const link = requests.getByRole("link").first();
    for (const text of [
      "Bài hát tặng ba má nhân 30 năm ngày cưới",
      "HR2345678M",
      "muộn nhất 24/11/2026",
      "299.000 ₫",
      "Chờ thực hiện",
    ]) {
      await expect.element(link.getByText(text)).toBeVisible();
    }
    for (const text of ["HR7777777A", "trễ hạn 21/11/2026", "Miễn phí", "Đang thực hiện"]) {
      await expect.element(requests.getByRole("link").nth(1).getByText(text)).toBeVisible();
    }
    // The day when it was sent: there is no due day any more.
    for (const text of ["01/05/2026", "Đã hủy"]) {
      await expect.element(requests.getByRole("link").last().getByText(text, { exact: true })).toBeVisible();
    }
    expect(api.requests("GET /api/user/song-requests").map(({ query }) => query)).toEqual([{ limit: "100" }]);
    await link.click();
    await expect.poll(screen.address).toBe(`/requests/${request.page_token}`);
  });
});

describe("the profile", () => {
  const profile = form("Thông tin cá nhân");
  const name = profile.getByLabelText("Họ và tên (không bắt buộc)");
  const email = profile.getByLabelText("Email");
  const password = profile.getByLabelText("Mật khẩu hiện tại");
  const save = button("Lưu thông tin");

  test("saves the name without a password", async () => {
    const saved = aUser({ full_name: "Trần Hà" });
    const answer = held(saved);
    api.change({ "PATCH /api/user/me": answer.answer });
    await open();
    await expect.element(name).toHaveValue("Trần Thu Hà");
    await name.fill(" Trần Hà ");
    await expect.element(password).not.toBeInTheDocument();
    await save.click();
    await expect.element(button("Đang lưu...")).toBeDisabled();
    api.change({ "GET /api/user/me": saved });
    answer.release();
    await expect.element(toast.getByText("Đã lưu thông tin của bạn")).toBeVisible();
    await expect.element(name).toHaveValue("Trần Hà");
    expect(api.requests("PATCH /api/user/me").map(({ body }) => body)).toEqual([
      { full_name: "Trần Hà", email: "thu-ha@example.com" },
    ]);
  });

  test("asks for the present password while the e-mail is another", async () => {
    await open();
    await email.fill("ha@example.com");
    await expect.element(password).toBeVisible();
    await save.click();
    await expect.element(password).toHaveAccessibleDescription("Vui lòng nhập mật khẩu hiện tại");
    await expect.element(password).toHaveFocus();
    await email.fill("thu-ha@example.com");
    await expect.element(password).not.toBeInTheDocument();

    const saved = aUser({ email: "ha@example.com" });
    api.change({ "PATCH /api/user/me": saved, "GET /api/user/me": saved });
    await email.fill(" ha@example.com ");
    await password.fill("mat-khau-1");
    await save.click();
    await expect.element(toast.getByText("Đã lưu thông tin của bạn")).toBeVisible();
    await expect.element(password).not.toBeInTheDocument();
    expect(api.requests("PATCH /api/user/me").map(({ body }) => body)).toEqual([
      { full_name: "Trần Thu Hà", email: "ha@example.com", current_password: "mat-khau-1" },
    ]);
  });

  test("refuses wrong fields at their places", async () => {
    await open();
    for (const [input, value, message, right] of [
      [email, "", "Vui lòng nhập email", "thu-ha@example.com"],
      [email, "ha@", "Email không hợp lệ", "thu-ha@example.com"],
      [name, "a".repeat(201), "Họ và tên không được dài quá 200 ký tự", "Hà"],
    ] as const) {
      await input.fill(value);
      await expect.element(input).toHaveAccessibleDescription(message);
      await save.click();
      await expect.element(input).toHaveFocus();
      await input.fill(right);
      await expect.element(input).not.toHaveAccessibleDescription(message);
    }
    expect(api.requests("PATCH /api/user/me")).toEqual([]);
  });

  test("shows the server's errors at their fields", async () => {
    await open();
    await email.fill("ha@example.com");
    await password.fill("sai");
    api.change({ "PATCH /api/user/me": fails(409, "Email đã được sử dụng") });
    await save.click();
    await expect.element(email).toHaveAccessibleDescription("Email đã được sử dụng");
    await expect.element(email).toHaveFocus();
    const message = "Mật khẩu hiện tại không đúng";
    api.change({ "PATCH /api/user/me": fails(422, message, [{ field: "current_password", message }]) });
    await save.click();
    await expect.element(password).toHaveAccessibleDescription(message);
    await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  });

  test("shows other errors above the form", async () => {
    api.change({ "PATCH /api/user/me": fails(500) });
    await open();
    await save.click();
    await expect.element(profile.getByRole("alert")).toMatchTextContent("Chưa lưu được thông tin. Bạn thử lại nhé.");
    await expect.element(save).toBeEnabled();
  });
});

describe("the password", () => {
  const password = form("Đổi mật khẩu");
  const present = password.getByLabelText("Mật khẩu hiện tại");
  const next = password.getByLabelText("Mật khẩu mới", { exact: true });
  const confirmation = password.getByLabelText("Xác nhận mật khẩu mới");
  const change = button("Đổi mật khẩu");

  async function openForm(): Promise<void> {
    await open();
    await expect.element(section("Mật khẩu")).toBeVisible();
    expect(present.query()).toBeNull();
    await change.click();
    await expect.element(present).toHaveFocus();
  }

  async function fillIn(): Promise<void> {
    await present.fill("mat-khau-1");
    await next.fill("mat-khau-2");
    await confirmation.fill("mat-khau-2");
  }

  test("is changed, which empties the form and says that other devices are logged out", async () => {
    const answer = held({ success: true as const });
    api.change({ "POST /api/user/change-password": answer.answer, "GET /api/user/sessions": [aSession(), phone] });
    await openForm();
    await expect.element(page.getByText("Safari trên iPhone")).toBeVisible();
    await fillIn();
    await change.click();
    await expect.element(button("Đang đổi...")).toBeDisabled();
    api.change({ "GET /api/user/sessions": [aSession()] });
    answer.release();
    await expect.element(toast.getByText("Đã đổi mật khẩu. Các thiết bị khác đã được đăng xuất.")).toBeVisible();
    await expect.element(page.getByText("Safari trên iPhone")).not.toBeInTheDocument();
    for (const input of [present, next, confirmation]) await expect.element(input).toHaveValue("");
    expect(api.requests("POST /api/user/change-password").map(({ body }) => body)).toEqual([
      { current_password: "mat-khau-1", new_password: "mat-khau-2" },
    ]);
  });

  test("shows each missing field without a request", async () => {
    await openForm();
    await change.click();
    for (const [input, message] of [
      [present, "Vui lòng nhập mật khẩu hiện tại"],
      [next, "Vui lòng nhập mật khẩu mới"],
      [confirmation, "Vui lòng xác nhận mật khẩu"],
    ] as const) {
      await expect.element(input).toHaveAccessibleDescription(message);
    }
    await expect.element(present).toHaveFocus();
    await next.fill("12345");
    await expect.element(next).toHaveAccessibleDescription("Mật khẩu phải có ít nhất 6 ký tự");
    await confirmation.fill("khac");
    await expect.element(confirmation).toHaveAccessibleDescription("Mật khẩu xác nhận không khớp");
    expect(api.requests("POST /api/user/change-password")).toEqual([]);
  });

  test("shows the server's errors at their fields, others above", async () => {
    await openForm();
    await fillIn();
    for (const [field, input, message] of [
      ["current_password", present, "Mật khẩu hiện tại không đúng"],
      ["new_password", next, "Mật khẩu này quá dễ đoán, bạn chọn mật khẩu khác nhé"],
    ] as const) {
      api.change({ "POST /api/user/change-password": fails(422, message, [{ field, message }]) });
      await change.click();
      await expect.element(input).toHaveAccessibleDescription(message);
      await expect.element(input).toHaveFocus();
    }
    api.change({ "POST /api/user/change-password": fails(500) });
    await change.click();
    await expect.element(password.getByRole("alert")).toMatchTextContent("Chưa đổi được mật khẩu. Bạn thử lại nhé.");
  });
});

describe("sessions", () => {
  const sessions = section("Thiết bị đã đăng nhập");

  test("are shown with device and last use, the present one marked", async () => {
    api.change({ "GET /api/user/sessions": [aSession(), { ...phone, device: null }] });
    await open();
    const rows = sessions.getByRole("listitem");
    await expect.element(rows.first()).toMatchTextContent("Chrome trên Windows");
    await expect.element(rows.first()).toMatchTextContent("Thiết bị này");
    await expect.element(rows.first().getByRole("button")).not.toBeInTheDocument();
    await expect.element(rows.last()).toMatchTextContent("Thiết bị không rõ");
    await expect.element(rows.last()).toMatchTextContent("Dùng lần cuối 2 ngày trước · đăng nhập ngày 19/11/2026");
  });

  test("are ended one by one, and the focus moves to the heading", async () => {
    const tablet = { ...phone, id: 3, device: "Safari trên iPad" };
    api.change({ "GET /api/user/sessions": [aSession(), phone, tablet] });
    await open();
    await expect.element(button("Đăng xuất khỏi Safari trên iPad")).toBeVisible();
    api.change({
      "DELETE /api/user/sessions/{id}": { success: true },
      "GET /api/user/sessions": [aSession(), tablet],
    });
    await button("Đăng xuất khỏi Safari trên iPhone").click();
    await expect.element(toast.getByText("Đã đăng xuất khỏi thiết bị đó")).toBeVisible();
    await expect.element(sessions.getByText("Safari trên iPhone")).not.toBeInTheDocument();
    await expect.element(sessions.getByRole("heading")).toHaveFocus();
    expect(api.requests("DELETE /api/user/sessions/{id}").map(({ params }) => params.id)).toEqual(["2"]);
  });

  test("of other devices are ended at once", async () => {
    api.change({ "GET /api/user/sessions": [aSession(), phone] });
    await open();
    await expect.element(button("Đăng xuất khỏi thiết bị khác")).toBeVisible();
    api.change({ "DELETE /api/user/sessions": { success: true }, "GET /api/user/sessions": [aSession()] });
    await button("Đăng xuất khỏi thiết bị khác").click();
    await expect.element(toast.getByText("Đã đăng xuất khỏi các thiết bị khác")).toBeVisible();
    await expect.element(sessions.getByText("Safari trên iPhone")).not.toBeInTheDocument();
  });

  test("that have ended already count as ended, other errors are shown", async () => {
    api.change({
      "GET /api/user/sessions": [aSession(), phone],
      "DELETE /api/user/sessions/{id}": fails(500),
    });
    await open();
    await button("Đăng xuất khỏi Safari trên iPhone").click();
    await expect.element(page.getByRole("alert")).toMatchTextContent("Chưa đăng xuất được. Bạn thử lại nhé.");
    api.change({ "DELETE /api/user/sessions/{id}": fails(404, "Không tìm thấy phiên đăng nhập") });
    await button("Đăng xuất khỏi Safari trên iPhone").click();
    await expect.element(toast.getByText("Đã đăng xuất khỏi thiết bị đó")).toBeVisible();
  });
});

test("an export that fails is told", async () => {
  api.change({ "GET /api/user/export": fails(500) });
  await open();
  await button("Tải dữ liệu của tôi").click();
  await expect.element(page.getByRole("alert")).toMatchTextContent("Chưa tải được dữ liệu. Bạn thử lại nhé.");
  await expect.element(button("Tải dữ liệu của tôi")).toBeEnabled();
});

describe("the deletion", () => {
  const dialog = page.getByRole("dialog", { name: "Xóa tài khoản?" });
  const password = dialog.getByLabelText("Mật khẩu", { exact: true });
  const remove = dialog.getByRole("button", { name: "Xóa vĩnh viễn" });

  test("names what goes, and is given up without a request", async () => {
    api.change(loggedIn({ is_premium: true }));
    await open();
    await button("Xóa tài khoản").click();
    for (const text of [
      "thu_ha",
      "thời gian Premium còn lại",
      "các bài bạn đã thích",
      "mọi phiên đăng nhập",
      "yêu cầu đặt bài hát",
    ]) {
      await expect.element(dialog).toMatchTextContent(text);
    }
    await remove.click();
    await expect.element(password).toHaveAccessibleDescription("Vui lòng nhập mật khẩu");
    await checkScreen({ heading: "Tài khoản" });
    await dialog.getByRole("button", { name: "Giữ tài khoản" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(button("Xóa tài khoản")).toHaveFocus();
    expect(api.requests("DELETE /api/user/me")).toEqual([]);
  });

  test("shows a wrong password at its field", async () => {
    const message = "Mật khẩu hiện tại không đúng";
    api.change({ "DELETE /api/user/me": fails(422, message, [{ field: "password", message }]) });
    await open();
    await button("Xóa tài khoản").click();
    await password.fill("sai");
    await remove.click();
    await expect.element(password).toHaveAccessibleDescription(message);
    api.change({ "DELETE /api/user/me": fails(500) });
    await remove.click();
    await expect.element(dialog.getByRole("alert")).toMatchTextContent("Chưa xóa được tài khoản. Bạn thử lại nhé.");
    expect(readStored("userToken")).toBe("user-token");
  });

  test("logs out and opens the home page with a notice", async () => {
    const answer = held({ success: true as const });
    api.change({ "DELETE /api/user/me": answer.answer });
    const screen = await open();
    await button("Xóa tài khoản").click();
    await password.fill("mat-khau-1");
    await remove.click();
    await expect.element(dialog.getByRole("button", { name: "Đang xóa..." })).toBeDisabled();
    answer.release();
    await expect.poll(screen.address).toBe("/");
    await expect.element(toast.getByText(/^Đã xóa tài khoản của bạn\./)).toBeVisible();
    expect(readStored("userToken")).toBeNull();
    expect(api.requests("DELETE /api/user/me").map(({ body }) => body)).toEqual([{ password: "mat-khau-1" }]);
    // The server has ended the session itself.
    expect(api.requests("POST /api/user/logout")).toEqual([]);
  });
});

describe("the e-mail", () => {
  const profile = section("Thông tin cá nhân");
  const resend = "POST /api/user/email-verification";
  const again = profile.getByRole("button", { name: "Gửi lại thư xác minh" });

  test("says that it is verified", async () => {
    await open();
    await expect.element(profile.getByText("Email đã xác minh")).toBeVisible();
    await expect.element(again).not.toBeInTheDocument();
  });

  test("gets another link while it is not verified", async () => {
    api.change({ ...loggedIn({ is_email_verified: false }), [resend]: { success: true as const } });
    await open();
    await expect.element(profile.getByText("Email chưa xác minh")).toBeVisible();
    await again.click();
    await expect.element(toast).toMatchTextContent("Đã gửi thư xác minh đến thu-ha@example.com");
    expect(api.requests(resend).map(({ token }) => token)).toEqual(["user-token"]);
  });

  test("promises no link where the site can't send one", async () => {
    api.change({ ...loggedIn({ is_email_verified: false }), "GET /api/auth/forgot-password": { is_available: false } });
    await open();
    await expect.element(profile.getByText("Hiện trang không gửi được email", { exact: false })).toBeVisible();
    await expect.element(again).not.toBeInTheDocument();
    expect(profile.getByText(/thư chúng tôi gửi/).query()).toBeNull();
  });

  test("says why no link was sent", async () => {
    api.change({ ...loggedIn({ is_email_verified: false }), [resend]: fails(500) });
    await open();
    await again.click();
    await expect.element(toast).toMatchTextContent("Chưa gửi được thư. Bạn thử lại nhé.");
    await expect.element(again).toBeEnabled();
  });
});
