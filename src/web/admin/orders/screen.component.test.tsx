import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { AdminOrderDetail, OrderStats } from "#contract/orders.ts";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { chooseInMenu as chooseOfList } from "#test/component/list.ts";
import { renderWithin } from "#test/component/render.tsx";
import { anAdminOrder, anOrderDetail, aPremiumGift } from "#test/component/sales.ts";
import { aBulkJob, aUser } from "#test/component/samples.ts";
import { type Answers, counted, fails, outdated } from "#test/component/stub-api.ts";
import * as screen from "./screen.tsx";
import { SearchNote } from "./search-note.tsx";

const list = "GET /api/premium-orders";
const stats = "GET /api/premium-orders/stats";
const tabs = "GET /api/premium-orders/tabs";
const one = "GET /api/premium-orders/{id}";
const history = "GET /api/premium-orders/{id}/history";
const change = "PUT /api/premium-orders/{id}";
const account = "GET /api/admin/users/{id}";
const refunds = "POST /api/premium-orders/{id}/refunds";
const undo = "POST /api/premium-orders/{id}/refunds/{refund_id}/undo";
const heading = "Đơn hàng";
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
  refunded: { orders: 2, amount: 305_000 },
  statuses: { pending: 3, confirmed: 4, cancelled: 1, completed: 4 },
};
const button = (name: string) => page.getByRole("button", { name, exact: true });
const item = page.getByRole("main").getByRole("listitem").first();
const details = page.getByRole("dialog", { name: "Đơn hàng HM2345678K" });
const save = details.getByRole("button", { name: "Lưu" });
const status = page.getByRole("status").last();
const alert = page.getByRole("alert");
const confirmQuestion = page.getByRole("alertdialog", { name: "Xác nhận đã thanh toán" });
const refundForm = page.getByRole("dialog", { name: "Hoàn tiền đơn HM2345678K" });
const paid = { status: "confirmed", payment_status: "paid", premium_granted_at: "2026-05-02T08:00:00.000Z" } as const;

async function open(answers: Answers = {}, address = "/admin/orders?view=cards") {
  return openAdmin(screen, address, {
    [list]: counted([anAdminOrder()], 1),
    [stats]: sums,
    [tabs]: { all: 12, waiting: 2, part: 0, ungranted: 1, done: 7, ended: 2 },
    [one]: anOrderDetail(),
    [history]: [],
    [account]: aUser({ id: 5, username: "lan_nghe_nhac", subscription_type: "premium" }),
    ...answers,
  });
}

async function chooseInMenu(entry: string): Promise<void> {
  await button("Thao tác: HM2345678K").click();
  await page.getByRole("menuitem", { name: entry }).click();
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
    await checkScreen({ heading });
  });

  test("shows a paid order that gave no Premium, one that ended by itself, and their tab", async () => {
    const paidOrder = anAdminOrder({ status: "confirmed", payment_status: "paid" });
    const { api } = await open({
      [list]: counted([paidOrder], 1),
    });
    await expect.element(item).toMatchTextContent("Chưa cộng Premium");
    const counter = page.getByRole("link", { name: /^Đã trả, chưa cộng/ });
    await expect.element(counter).toHaveAttribute("href", "/admin/orders?view=cards&tab=ungranted");
    api.change({ [list]: counted([anAdminOrder({ status: "cancelled", end_reason: "expired" })], 1) });
    await counter.click();
    await expect.element(item).toMatchTextContent("Hết hạn");
    await expect.element(item).not.toMatchTextContent("Chưa cộng Premium");
    expect(api.requests(list).at(-1)?.query).toMatchObject({ tab: "ungranted" });
  });

  test("opens as a table, with the account and the one state of each order", async () => {
    const rows = [
      anAdminOrder({ username: "lan_nghe_nhac" }),
      anAdminOrder({
        id: 8,
        code: "HM22222222",
        user_id: null,
        username: null,
        status: "confirmed",
        payment_status: "paid",
      }),
      anAdminOrder({ id: 9, code: "HM33333333", status: "cancelled", end_reason: "customer", payment_status: "paid" }),
    ];
    await open({ [list]: counted(rows, 3) }, "/admin/orders");
    await expect.element(page.getByRole("rowheader").first()).toMatchTextContent("HM2345678K");
    const texts = () =>
      page
        .getByRole("row")
        .elements()
        .slice(1)
        .map((row) => row.textContent);
    expect(texts()).toEqual([
      expect.stringMatching(/lan_nghe_nhac.*Chờ thanh toán/),
      expect.stringMatching(/Chưa gắn.*Chưa cộng Premium/),
      expect.stringMatching(/Khách đã hủy.*Đã thanh toán/),
    ]);
    await expect.element(page.getByRole("link", { name: "Đã trả, chưa cộng 1" })).toBeVisible();
    await checkScreen({ heading });
  });

  test("tells what it recognised in a search", async () => {
    await open({}, `/admin/orders?${new URLSearchParams({ q: "CT DEN:hm7k2qf9xg NGUYEN VAN A" })}`);
    await expect.element(page.getByRole("main")).toMatchTextContent("Tìm theo mã HM7K2QF9XG");
  });

  test("explains a wrong code, an amount, and a code of a request", async () => {
    await renderWithin(
      <>
        <SearchNote search="HM7K2QF9XH" />
        <SearchNote search="399k" />
        <SearchNote search="HR22222222" />
      </>,
    );
    for (const text of [
      /^Mã HM7K2QF9XH không đúng/,
      "Tìm các đơn có số tiền 399.000 ₫.",
      /^HR22222222 là mã của một yêu cầu sáng tác/,
    ]) {
      await expect.element(page.getByText(text)).toBeVisible();
    }
    const link = page.getByRole("link", { name: "Tìm yêu cầu này" });
    await expect.element(link).toHaveAttribute("href", "/admin/requests?q=HR22222222");
  });

  test("sends search, states, days and page", async () => {
    const address =
      "/admin/orders?q=lan&status=confirmed&payment=paid&tab=done&granted=yes&from=2026-11-01&to=2026-11-22&page=2&size=20";
    const { api } = await open({ [list]: counted([anAdminOrder()], 21) }, address);
    const filter = {
      search: "lan",
      status: "confirmed",
      payment_status: "paid",
      tab: "done",
      granted: "yes",
      from: "2026-11-01",
      to: "2026-11-22",
    };
    const sort = { sort_by: "created_at", sort_order: "desc" };
    await expect.poll(() => api.requests(list)[0]?.query).toEqual({ ...filter, ...sort, skip: "20", limit: "20" });
    await expect.poll(() => api.requests(stats)[0]?.query).toEqual(filter);
    const { tab: _tab, ...others } = filter;
    await expect.poll(() => api.requests(tabs)[0]?.query).toEqual(others);
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
      .toEqual(["3", "798.000 ₫", "3.192.000 ₫", "305.000 ₫"]);
  });

  test("fits 1280 and 1600 pixels as a table with its longest texts", async () => {
    const long = {
      user_name: "Công Tằng Tôn Nữ Thị Nguyễn Hoàng Phương Khánh Linh Đan",
      package_name: "Gói năm ".repeat(12),
      username: "cong_tang_ton_nu_khanh_linh_dan",
    };
    await open(
      { [list]: counted([anAdminOrder({ ...long, payment_amount: 999_999_999 })], 1) },
      "/admin/orders?view=table",
    );
    await expect.element(page.getByRole("rowheader")).toBeVisible();
    const frame = page.getByRole("table").element().parentElement as HTMLElement;
    for (const width of [1280, 1600]) {
      await page.viewport(width, 900);
      await expect.poll(() => frame.scrollWidth - frame.clientWidth, { message: `${width} px` }).toBe(0);
    }
  });

  test("is read again by its button, with its sums", async () => {
    const { api } = await open();
    await expect.element(item).toMatchTextContent("HM2345678K");
    api.change({
      [list]: counted([anAdminOrder({ code: "HM23456789" })], 1),
      [stats]: { ...sums, statuses: { ...sums.statuses, pending: 13 } },
    });
    await button("Làm mới").click();
    await expect.element(item).toMatchTextContent("HM23456789");
    await expect.element(page.getByRole("definition").first()).toHaveTextContent("13");
  });

  test("has an empty state", async () => {
    await open({ [list]: counted([], 0) });
    await expect.element(page.getByRole("heading", { name: "Chưa có đơn hàng nào" })).toBeVisible();
  });

  test("tells of an error", async () => {
    await open({ [list]: fails(500) });
    await expect.element(alert).toMatchTextContent("Có lỗi xảy ra khi tải đơn hàng");
  });

  test("is exported by a link of its filter", async () => {
    const link = "POST /api/premium-orders/export/link";
    const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
    const { api } = await open(
      { [link]: { url: "/api/premium-orders/export/file?link=x" } },
      "/admin/orders?status=pending&view=cards",
    );
    await chooseOfList("Xuất Excel");
    await expect
      .poll(() => (click.mock.contexts[0] as HTMLAnchorElement | undefined)?.href)
      .toMatch(/\/api\/premium-orders\/export\/file\?link=x$/);
    expect(api.requests(link)[0]?.query).toEqual({ status: "pending" });
    api.change({ [link]: fails(500) });
    await chooseOfList("Xuất Excel");
    await expect.element(alert).toHaveTextContent("Không xuất được file, bạn thử lại nhé");
  });
});

test("all orders that wait are confirmed together in four presses, and what was refused says why", async () => {
  const start = "POST /api/admin/bulk";
  const leftover = "5 chưa có tài khoản nhận Premium";
  const job = aBulkJob({ kind: "confirm_orders", total: 40, changed: 39, refused: 1, leftover });
  const { api } = await open({
    [list]: counted([anAdminOrder({ id: 7 }), anAdminOrder({ id: 8 })], 40),
    "POST /api/admin/bulk/preview": {
      total: 40,
      amount: 15_960_000,
      names: ["HM2345678K · Nguyễn Thị Lan"],
      notes: ["1 đơn mới nhận một phần, còn thiếu 10.000 ₫: xác nhận là nhận đủ."],
    },
    [start]: job,
    "GET /api/admin/bulk/{id}/rows": counted(
      [{ id: 8, name: "HM2345678K · Nguyễn Thị Lan", state: "refused", message: "Đơn hàng này đã hủy" }],
      1,
    ),
  });
  await chooseOfList("Chọn cả trang");
  await expect.element(page.getByText("Đã chọn 2 đơn hàng · 798.000 ₫")).toBeVisible();
  await page.getByRole("button", { name: /^Chọn tất cả 40/ }).click();
  await checkScreen({ heading, widths: [1280, 390] });
  await button("Xác nhận đã nhận tiền").click();
  const question = page.getByRole("alertdialog", { name: "Xác nhận 40 đơn hàng?" });
  await expect
    .element(question)
    .toMatchTextContent(/Tổng cộng 15\.960\.000 ₫ ?1 đơn mới nhận một phần, còn thiếu 10\.000 ₫/);
  await fits();
  api.change({ "GET /api/admin/bulk": [job] });
  await question.getByRole("button", { name: "Xác nhận 40 đơn hàng" }).click();
  expect(api.requests(start)[0]?.body).toMatchObject({ kind: "confirm_orders", except: [], expected: 40 });
  await button("Xem lý do").click();
  const jobs = page.getByRole("list", { name: "Thao tác hàng loạt" });
  await expect.element(jobs).toMatchTextContent("Nguyễn Thị Lan: Đơn hàng này đã hủy");
  await expect.element(jobs).toMatchTextContent(`39 đơn hàng, 1 không được, ${leftover}`);
  await expect.element(jobs.getByRole("link", { name: "Xem" })).toHaveAttribute("href", "/admin/orders?tab=ungranted");
  await checkScreen({ heading, widths: [1280, 390] });
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
    await expect.element(confirmButton).toHaveTextContent("Xác nhận");
    await checkScreen({ heading });
    api.change({ [list]: counted([anAdminOrder(paid)], 1) });
    await confirmQuestion.getByRole("button", { name: "Xác nhận" }).click();
    await expect.element(status).toHaveTextContent("Đã xác nhận thanh toán");
    expect(api.requests(change)[0]?.body).toEqual({ payment_status: "paid", status: "confirmed" });
    await expect.element(confirmButton).not.toBeInTheDocument();
  });

  test("is asked for by the key C, on the row that has the focus and in the open order", async () => {
    await open();
    await expect.element(confirmButton).toBeVisible();
    await userEvent.keyboard("jc");
    await expect.element(confirmQuestion).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(confirmQuestion).not.toBeInTheDocument();
    await button("Xem: HM2345678K").click();
    await expect.element(details.getByRole("button", { name: "Xác nhận đã thanh toán" })).toBeVisible();
    await userEvent.keyboard("c");
    await expect.element(confirmQuestion).toBeVisible();
  });

  test("asks whether a part is enough, which the list tells of", async () => {
    const part = { received_amount: 389_000 };
    await open({
      [list]: counted([anAdminOrder(part)], 1),
      "GET /api/premium-orders/{id}": anOrderDetail(part),
    });
    await expect.element(page.getByText("Thiếu 10.000 ₫")).toBeVisible();
    await confirmButton.click();
    await expect
      .element(confirmQuestion)
      .toMatchTextContent("Đơn HM2345678K: mới nhận 389.000 ₫ / 399.000 ₫. Nhận là đủ?");
  });

  test("takes the bank's reference from the pasted line, and tells an amount that differs", async () => {
    const code = "HM7K2QF9XG";
    const line = "+379,000VND FT26325088172 HM7K2QF9XG NGUYEN VAN A";
    const { api } = await open(
      { [list]: counted([anAdminOrder({ code })], 1), [one]: anOrderDetail({ code }), [change]: anOrderDetail(paid) },
      `/admin/orders?${new URLSearchParams({ q: line })}`,
    );
    await button(`Xác nhận đã thanh toán: ${code}`).click();
    await expect.element(confirmQuestion).toMatchTextContent("Dòng đã dán ghi 379.000 ₫, thiếu 20.000 ₫.");
    const reference = confirmQuestion.getByLabelText("Mã giao dịch của ngân hàng (không bắt buộc)");
    await expect.element(reference).toHaveValue("FT26325088172");
    await reference.fill("FT1");
    await confirmQuestion.getByRole("button", { name: "Xác nhận" }).click();
    await expect
      .poll(() => api.requests(change)[0]?.body)
      .toEqual({ payment_status: "paid", status: "confirmed", payment_reference: "FT1" });
  });

  test("tells of a locked account", async () => {
    const locked = { id: 5, username: "lan", email: "lan@example.com", is_email_verified: true, is_active: false };
    await open({ [one]: anOrderDetail({ account: locked }) });
    await confirmButton.click();
    await expect.element(confirmQuestion).toMatchTextContent("Tài khoản lan đang bị khóa");
  });

  test("sends the version that it shows, and shows the order anew once another save came before", async () => {
    const account = { id: 5, username: "lan", email: "lan@example.com", is_email_verified: true, is_active: true };
    const theirs = { ...paid, account, version: "2" };
    const { api } = await open({
      [list]: counted([anAdminOrder({ version: "1" })], 1),
      [one]: anOrderDetail({ account, version: "1" }),
      [change]: outdated("Lan đã sửa nội dung này sau khi bạn mở, nên chưa lưu gì", anOrderDetail(theirs), "Lan"),
    });
    await confirmButton.click();
    await expect.element(confirmQuestion).toMatchTextContent("Tài khoản lan được cộng 1 năm Premium");
    api.change({ [one]: anOrderDetail(theirs) });
    await confirmQuestion.getByRole("button", { name: "Xác nhận" }).click();
    await expect.element(page.getByText("Lan đã sửa nội dung này sau khi bạn mở, nên chưa lưu gì")).toBeVisible();
    expect(api.requests(change)[0]?.body).toEqual({ payment_status: "paid", status: "confirmed", version: "1" });
    await expect.element(confirmQuestion).toMatchTextContent("sẽ không cộng lại");
    api.change({ [change]: anOrderDetail(theirs) });
    await confirmQuestion.getByRole("button", { name: "Xác nhận" }).click();
    await expect.element(confirmQuestion).not.toBeInTheDocument();
    expect(api.requests(change)[1]?.body).toMatchObject({ version: "2" });
  });

  test("keeps the state of a completed order", async () => {
    const { api } = await open({
      [list]: counted([anAdminOrder({ status: "completed" })], 1),
      [one]: anOrderDetail({ status: "completed" }),
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
    const fields = { ...paid, user_zalo: "0903 555 142", payment_note: "Chồng em chuyển" };
    await open({ [list]: counted([anAdminOrder(fields)], 1), [one]: anOrderDetail(fields) });
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
      .toHaveAttribute("href", "/admin/users/5");
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
    await checkScreen({ heading });
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

  test("find an account, which can be exchanged until Premium was given", async () => {
    const user = aUser({ id: 9, username: "hoa", email: "hoa@example.com", is_active: false });
    const { api } = await open({
      [one]: anOrderDetail(),
      [change]: anOrderDetail({ user_id: 9 }),
      "GET /api/admin/users": counted([user], 1),
      [account]: user,
    });
    await button("Xem: HM2345678K").click();
    await details.getByRole("button", { name: "Đổi tài khoản" }).click();
    const picker = details.getByRole("combobox", { name: "Tìm tài khoản để gắn" });
    await picker.fill("hoa");
    await page.getByRole("option", { name: /^hoa/ }).click();
    const question = page.getByRole("alertdialog", { name: "Gắn tài khoản" });
    await expect.element(question).toMatchTextContent(/tài khoản hoa \(hoa@example.com\).*còn đổi được.*đang bị khóa/);
    await question.getByRole("button", { name: "Gắn tài khoản" }).click();
    await expect.poll(() => api.requests(change)[0]?.body).toEqual({ user_id: 9 });
    expect(api.requests("GET /api/admin/users")[0]?.query).toMatchObject({ search: "hoa" });
    await details.getByRole("button", { name: "Bỏ gắn" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Bỏ gắn" }).click();
    await expect.poll(() => api.requests(change)[1]?.body).toEqual({ user_id: null });
  });

  test("find by a phone number the accounts of other orders with it", async () => {
    const { api } = await open({ [one]: anOrderDetail({ user_id: null }) });
    await button("Xem: HM2345678K").click();
    api.change({ [list]: counted([anAdminOrder({ id: 8, code: "HM22222222", user_id: 5 })], 1) });
    await details.getByRole("combobox", { name: "Tìm tài khoản để gắn" }).fill("0903 555 142");
    await page.getByRole("option", { name: /Tài khoản của Nguyễn Thị Lan/ }).click();
    await expect
      .element(page.getByRole("alertdialog", { name: "Gắn tài khoản" }))
      .toMatchTextContent("với tài khoản lan_nghe_nhac");
  });

  test("offer no other account once Premium was given, and tell of a locked one", async () => {
    const locked = { id: 5, username: "lan", email: "lan@example.com", is_email_verified: true, is_active: false };
    await open({ [list]: counted([anAdminOrder(paid)], 1), [one]: anOrderDetail({ ...paid, account: locked }) });
    await button("Xem: HM2345678K").click();
    await expect.element(details).toMatchTextContent("Tài khoản này đang bị khóa");
    await expect.element(details.getByRole("button", { name: "Đổi tài khoản" })).not.toBeInTheDocument();
    await expect.element(details.getByRole("combobox", { name: "Tìm tài khoản để gắn" })).not.toBeInTheDocument();
  });

  test("tell who changed the order", async () => {
    const at = "2026-05-02T08:00:00.000Z";
    await open({
      [history]: [
        { id: 2, actor_name: "hoa@nganga.vn", changes: ["Chờ thanh toán → Đã thanh toán"], created_at: at },
        { id: 1, actor_name: "an@nganga.vn", changes: [], created_at: at },
      ],
    });
    await button("Xem: HM2345678K").click();
    await details.getByText("Lịch sử thay đổi").click();
    const steps = details.getByRole("list", { name: "Lịch sử thay đổi" });
    await expect.element(steps).toMatchTextContent(/hoa@nganga.vn Chờ thanh toán → Đã thanh toán.*02\/05\/2026 15:00/);
    await expect.element(steps).toMatchTextContent("an@nganga.vn đã cập nhật đơn hàng");
  });

  test("confirm late money of an order that ended by itself", async () => {
    const expired = { status: "cancelled", end_reason: "expired" } as const;
    const { api } = await open({
      [list]: counted([anAdminOrder(expired)], 1),
      [one]: anOrderDetail(expired),
      [change]: anOrderDetail(paid),
    });
    await button("Xem: HM2345678K").click();
    await expect.element(details).toMatchTextContent("Tiền về trễ?");
    await details.getByRole("button", { name: "Xác nhận đã thanh toán" }).click();
    await confirmQuestion.getByRole("button", { name: "Xác nhận" }).click();
    await expect.poll(() => api.requests(change)[0]?.body).toEqual({ payment_status: "paid", status: "confirmed" });
  });

  test("of an erased order tell that its customer's data are gone", async () => {
    const erased = { user_name: "(đã xóa)", user_phone: "", user_email: "", erased_at: "2028-05-01T20:00:00.000Z" };
    await open({
      [list]: counted([anAdminOrder({ user_id: null, ...erased })], 1),
      [one]: anOrderDetail({ user_id: null, ...erased }),
    });
    await button("Xem: HM2345678K").click();
    await expect.element(details.getByText(/đã quá thời hạn lưu giữ/)).toBeVisible();
    await fits();
  });

  test("of an order that does not exist are told as missing", async () => {
    await open({ [one]: fails(404) }, "/admin/orders?open=999999");
    await expect.element(alert).toHaveTextContent("Không tìm thấy đơn này");
  });
});

test("an order is refused in one step, with words to its customer", async () => {
  const { api } = await open({ [change]: anOrderDetail() });
  await chooseInMenu("Từ chối");
  const refusal = page.getByRole("dialog", { name: "Từ chối đơn HM2345678K" });
  await refusal.getByRole("combobox", { name: "Lời nhắn cho khách" }).fill("thiếu");
  await page.getByRole("option", { name: /còn thiếu 20\.000 ₫/ }).click();
  await refusal.getByRole("button", { name: "Từ chối" }).click();
  await expect.element(status).toHaveTextContent("Đã từ chối đơn hàng");
  expect(api.requests(change)[0]?.body).toEqual({
    status: "cancelled",
    payment_status: "failed",
    end_message: "Số tiền nhận được còn thiếu 20.000 ₫, bạn liên hệ chúng tôi để chuyển thêm nhé.",
  });
});

test("an end asks about what a colleague has made of the order meanwhile", async () => {
  const theirs = anOrderDetail({ ...paid, version: "2" });
  const { api } = await open({
    [list]: counted([anAdminOrder({ version: "1" })], 1),
    [change]: outdated("Lan đã sửa nội dung này sau khi bạn mở, nên chưa lưu gì", theirs, "Lan"),
  });
  await chooseInMenu("Từ chối");
  await page.getByRole("dialog").getByRole("button", { name: "Từ chối" }).click();
  const question = page.getByRole("dialog", { name: "Chọn giá trị để giữ" });
  const state = question.getByRole("group", { name: "Trạng thái đơn hàng" });
  const payment = question.getByRole("group", { name: "Trạng thái thanh toán" });
  await expect.element(state).toHaveTextContent("Trạng thái đơn hàngCủa bạnĐã hủyCủa LanĐã xác nhận");
  await expect.element(payment).toHaveTextContent("Trạng thái thanh toánCủa bạnThất bạiCủa LanĐã thanh toán");
  expect(api.requests(change).map(({ body }) => body)).toEqual([
    { status: "cancelled", payment_status: "failed", end_message: null, version: "1" },
  ]);
  await state.getByRole("radio", { name: /Của Lan/ }).click();
  await payment.getByRole("radio", { name: /Của Lan/ }).click();
  await question.getByRole("button", { name: "Lưu lựa chọn" }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(api.requests(change)).toHaveLength(1);
});

test("an end that a colleague's change is overruled by is sent with the newer version", async () => {
  const { api } = await open({
    [list]: counted([anAdminOrder({ version: "1" })], 1),
    [change]: outdated(
      "Nội dung này đã được sửa sau khi bạn mở, nên chưa lưu gì",
      anOrderDetail({ status: "confirmed", version: "2" }),
    ),
  });
  await chooseInMenu("Từ chối");
  await page.getByRole("dialog").getByRole("button", { name: "Từ chối" }).click();
  const question = page.getByRole("dialog", { name: "Chọn giá trị để giữ" });
  await question.getByRole("radio", { name: /Của bạn/ }).click();
  api.change({ [change]: anOrderDetail({ status: "cancelled", payment_status: "failed", version: "3" }) });
  await question.getByRole("button", { name: "Lưu lựa chọn" }).click();
  await expect.element(page.getByText("Đã lưu, và giữ cả thay đổi của một lần lưu khác")).toBeVisible();
  expect(api.requests(change)[1]?.body).toEqual({
    status: "cancelled",
    payment_status: "failed",
    end_message: null,
    version: "2",
  });
});

describe("the form", () => {
  const payment = details.getByLabelText("Trạng thái thanh toán");

  test("saves states, reference and notes", async () => {
    const noted = { payment_note: "Chồng em chuyển" };
    const { api } = await open({
      [list]: counted([anAdminOrder(noted)], 1),
      [one]: anOrderDetail(noted),
      [change]: anOrderDetail(),
    });
    await button("Xem: HM2345678K").click();
    await details.getByLabelText("Trạng thái đơn hàng").selectOptions("Đã hủy");
    await payment.selectOptions("Thất bại");
    await details.getByLabelText("Mã tham chiếu").fill("FT1");
    await details.getByRole("combobox", { name: "Lời nhắn cho khách" }).fill("Chuyển thiếu 5.000 ₫");
    await details.getByRole("button", { name: "Sửa ghi chú của khách" }).click();
    await details.getByLabelText("Ghi chú của khách").fill("Vợ em chuyển");
    await details.getByLabelText("Ghi chú quản trị").fill("Đã gọi khách");
    await checkScreen({ heading });
    await save.click();
    await expect.element(status).toHaveTextContent("Đã lưu đơn hàng");
    await expect.element(details).toBeVisible();
    expect(api.requests(change)[0]?.body).toEqual({
      status: "cancelled",
      payment_status: "failed",
      payment_reference: "FT1",
      payment_note: "Vợ em chuyển",
      end_message: "Chuyển thiếu 5.000 ₫",
      admin_notes: "Đã gọi khách",
    });
  });

  test("says what setting the payment to refunded notes, and asks nothing after it", async () => {
    await open({
      [list]: counted([anAdminOrder(paid)], 1),
      [one]: anOrderDetail(paid),
      [change]: anOrderDetail({ ...paid, payment_status: "refunded" }),
    });
    await button("Xem: HM2345678K").click();
    await expect.element(details.getByText(/Ghi là đã hoàn hết/)).not.toBeInTheDocument();
    await payment.selectOptions("Đã hoàn tiền");
    await expect.element(details.getByText(/Ghi là đã hoàn hết, Premium giữ nguyên/)).toBeVisible();
    await save.click();
    await expect.element(status).toHaveTextContent("Đã lưu đơn hàng");
    await expect.element(page.getByRole("alertdialog")).not.toBeInTheDocument();
  });

  test("tells of an error", async () => {
    await open({ [change]: fails(500) });
    await button("Xem: HM2345678K").click();
    await payment.selectOptions("Đã hoàn tiền");
    await save.click();
    await expect.element(details.getByRole("alert")).toHaveTextContent("Có lỗi xảy ra khi cập nhật đơn hàng");
  });
});

describe("a refund", () => {
  const amount = refundForm.getByLabelText(/^Số tiền hoàn/);
  const premium = refundForm.getByLabelText("Premium", { exact: true });
  const send = refundForm.getByRole("button", { name: "Ghi hoàn tiền" });
  const order = { ...paid, payment_amount: 999_000, version: "1" };

  /** Opens the form from the menu of a paid order. */
  async function openForm(fields: Partial<AdminOrderDetail> = {}, answers: Answers = {}) {
    const shown = anOrderDetail({ ...order, ...fields });
    const {
      gift: _gift,
      matching_user: _user,
      account: _account,
      invoice: _invoice,
      refunds: _refunds,
      ...row
    } = shown;
    const opened = await open({
      [list]: counted([anAdminOrder(row)], 1),
      [one]: shown,
      [refunds]: anOrderDetail({ ...shown, refunded_amount: 300_000, version: "2" }),
      ...answers,
    });
    await chooseInMenu("Hoàn tiền");
    return opened;
  }

  test("is asked once: sum, reason, reference, Premium and words, in the version that was seen", async () => {
    const { api } = await openForm();
    await expect.element(refundForm).toMatchTextContent(/Nguyễn Thị Lan, Gói năm, 1 năm: đã nhận 999\.000 ₫\./);
    await expect.element(amount).toHaveValue("999.000");
    await expect.element(premium).toHaveValue("take");
    await expect.element(refundForm).toMatchTextContent(/Tài khoản khach đã được cộng 1 năm Premium/);
    await expect.element(send).toBeDisabled();
    await amount.fill("300000");
    await expect.element(premium).toHaveValue("keep");
    await refundForm.getByLabelText(/^Lý do/).fill("Dùng được một phần");
    await refundForm.getByLabelText("Mã giao dịch hoàn").fill("FT9");
    await refundForm.getByRole("combobox", { name: "Lời nhắn cho khách" }).fill("chuyển lại");
    await page.getByRole("option", { name: /Chúng tôi đã chuyển lại 300\.000 ₫/ }).click();
    await checkScreen({ heading });
    await send.click();
    await expect.element(status).toHaveTextContent("Đã ghi hoàn tiền");
    await expect.element(refundForm).not.toBeInTheDocument();
    await expect.element(page.getByRole("alertdialog")).not.toBeInTheDocument();
    expect(api.requests(refunds).map(({ body }) => body)).toEqual([
      {
        amount: 300_000,
        reason: "Dùng được một phần",
        reference: "FT9",
        premium: "keep",
        end_message: "Chúng tôi đã chuyển lại 300.000 ₫ vào tài khoản bạn đã dùng để trả.",
        version: "1",
      },
    ]);
  });

  test("keeps the Premium that was chosen, whatever the sum becomes", async () => {
    await openForm();
    await amount.fill("300000");
    await premium.selectOptions("Thu lại Premium");
    await amount.fill("200000");
    await expect.element(premium).toHaveValue("take");
    await amount.fill("999000");
    await premium.selectOptions("Giữ Premium");
    await amount.fill("100000");
    await amount.fill("999000");
    await expect.element(premium).toHaveValue("keep");
  });

  test("offers what is left, refuses more, and has no Premium where the order gave none or it is taken", async () => {
    const { api } = await openForm({ refunded_amount: 300_000, premium_taken_at: "2026-05-03T08:00:00.000Z" });
    await expect.element(refundForm).toMatchTextContent(/đã nhận 999\.000 ₫, đã hoàn 300\.000 ₫\./);
    await expect.element(amount).toHaveValue("699.000");
    await expect.element(premium).not.toBeInTheDocument();
    await refundForm.getByLabelText(/^Lý do/).fill("Trùng đơn");
    await amount.fill("699001");
    await send.click();
    await expect.element(refundForm.getByText("Đơn này chỉ còn 699.000 ₫ để hoàn")).toBeVisible();
    expect(api.requests(refunds)).toHaveLength(0);
    await fits();
  });

  test("tells of an error, and that somebody else gave money back meanwhile", async () => {
    const { api } = await openForm({}, { [refunds]: fails(500) });
    await refundForm.getByLabelText(/^Lý do/).fill("Trùng đơn");
    await send.click();
    await expect.element(refundForm.getByRole("alert")).toHaveTextContent("Có lỗi xảy ra khi cập nhật đơn hàng");
    api.change({
      [refunds]: outdated(
        "Thu đã sửa nội dung này sau khi bạn mở, nên chưa lưu gì",
        anOrderDetail({ ...order, refunded_amount: 1 }),
      ),
    });
    await send.click();
    await expect.element(refundForm.getByRole("alert")).toMatchTextContent(/Thu đã sửa nội dung này sau khi bạn mở/);
    await expect.element(refundForm).toBeVisible();
  });

  test("in part stands in list and panel, with each time, and can be undone", async () => {
    const made = { created_at: "2026-05-03T08:00:00.000Z", created_by: "thu@example.com" };
    const undone = { undone_at: "2026-05-04T08:00:00.000Z", undone_by: "lan@example.com" };
    const part = {
      ...order,
      refunded_amount: 300_000,
      premium_taken_at: "2026-05-03T08:00:00.000Z",
      refunds: [
        {
          id: 3,
          amount: 300_000,
          reason: "Dùng một phần",
          reference: "FT9",
          is_premium_taken: true,
          ...made,
          undone_at: null,
          undone_by: null,
        },
        { id: 2, amount: 30_000, reason: null, reference: null, is_premium_taken: false, ...made, ...undone },
      ],
    };
    const { refunds: _refunds, ...row } = part;
    const { api } = await open(
      { [list]: counted([anAdminOrder(row)], 1), [one]: anOrderDetail(part), [undo]: fails(500) },
      "/admin/orders",
    );
    await expect.element(page.getByRole("row").nth(1).getByText("Đã hoàn 300.000 / 999.000 ₫")).toBeVisible();
    await button("Xem: HM2345678K").click();
    await expect.element(details.getByText("Đã hoàn 300.000 / 999.000 ₫")).toBeVisible();
    await expect.element(details.getByText("Thu lại Premium", { exact: true })).toBeVisible();
    await expect
      .element(details)
      .toMatchTextContent(/300\.000 ₫, thu lại Premium · FT9.*Dùng một phần.*thu@example\.com/);
    await expect.element(details).toMatchTextContent(/lan@example\.com đã hoàn tác/);
    await expect.element(button("Hoàn tác lần hoàn 30.000 ₫")).not.toBeInTheDocument();
    await checkScreen({ heading });
    await button("Hoàn tác lần hoàn 300.000 ₫").click();
    const question = page.getByRole("alertdialog", { name: "Hoàn tác lần hoàn tiền" });
    await expect.element(question).toMatchTextContent(/300\.000 ₫ được tính lại.*1 năm Premium.*được cộng lại/);
    await question.getByRole("button", { name: "Hoàn tác" }).click();
    await expect.element(alert).toHaveTextContent("Có lỗi xảy ra khi cập nhật đơn hàng");
    api.change({ [undo]: anOrderDetail(order) });
    await button("Hoàn tác lần hoàn 300.000 ₫").click();
    await question.getByRole("button", { name: "Hoàn tác" }).click();
    await expect.element(status).toHaveTextContent("Đã hoàn tác lần hoàn tiền");
    expect(api.requests(undo)[1]).toMatchObject({ params: { id: "7", refund_id: "3" }, body: { version: "1" } });
  });

  test("stands in the sums, which lead to its orders", async () => {
    const { api } = await open();
    await page.getByRole("link", { name: /Đã hoàn tiền/ }).click();
    await expect.poll(() => api.requests(list).at(-1)?.query.refund).toBe("some");
  });
});

describe("deleting", () => {
  test("asks with sum, state and effect, and tells of an error", async () => {
    await open({ "DELETE /api/premium-orders/{id}": fails(500) });
    await button("Thao tác: HM2345678K").click();
    await page.getByRole("menuitem", { name: "Xóa" }).click();
    const question = page.getByRole("alertdialog", { name: "Xóa đơn hàng" });
    await expect
      .element(question)
      .toMatchTextContent(/Bạn có chắc chắn muốn xóa đơn hàng này\?.*399\.000 ₫.*Chờ thanh toán.*Không khôi phục được/);
    await question.getByRole("button", { name: "Xóa đơn hàng" }).click();
    await expect.element(alert).toHaveTextContent("Có lỗi xảy ra khi xóa đơn hàng");
  });

  test("a paid order can't be, and is refunded or cancelled instead, from its menu or beside its state", async () => {
    await open({
      [list]: counted([anAdminOrder(paid)], 1),
      "GET /api/premium-orders/{id}": anOrderDetail(paid),
    });
    await button("Thao tác: HM2345678K").click();
    await expect.element(page.getByRole("menuitem", { name: "Hủy đơn" })).toBeVisible();
    await expect.element(page.getByRole("menuitem", { name: "Xóa" })).not.toBeInTheDocument();
    await userEvent.keyboard("{Escape}");
    await button("Xem: HM2345678K").click();
    const panel = page.getByRole("dialog", { name: "Đơn hàng HM2345678K" });
    await expect.element(panel.getByRole("button", { name: "Hủy đơn" })).toBeVisible();
    await panel.getByRole("button", { name: "Hoàn tiền" }).click();
    await expect.element(refundForm).toBeVisible();
  });
});

describe("the order of a gift", () => {
  const time = "2026-05-02T08:00:00.000Z";
  const details = page.getByRole("dialog", { name: "Đơn hàng HM2345678K" });
  const { secret: _secret, code: _code, ...gift } = aPremiumGift({ opens_on: "2026-12-24" });
  const ready = { is_gift: true, user_id: null, username: null, status: "confirmed", payment_status: "paid" } as const;

  const openPanel = () => page.getByRole("button", { name: "Xem: HM2345678K" }).click();

  /** Opens the screen with one order. */
  async function open(fields: Partial<AdminOrderDetail>) {
    const {
      gift: given,
      matching_user: _user,
      account: _account,
      invoice: _invoice,
      refunds: _refunds,
      ...order
    } = anOrderDetail(fields);
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
        refunded: { orders: 0, amount: 0 },
        statuses: { pending: 0, confirmed: 1, cancelled: 0, completed: 0 },
      },
      "GET /api/premium-orders/tabs": { all: 1, waiting: 0, part: 0, ungranted: 0, done: 1, ended: 0 },
      "GET /api/premium-orders/{id}": anOrderDetail({ ...order, gift: given }),
      "GET /api/premium-orders/{id}/history": [],
      "GET /api/admin/users/{id}": aUser({ id: 9, username: "me_nghe_nhac", subscription_type: "premium" }),
    });
    return api;
  }

  test("an order of a gift says for whom it is and that nobody took it", async () => {
    await open({ ...ready, gift });
    const row = page.getByRole("row").nth(1);
    for (const text of ["Chưa ai nhận", "Quà tặng", "Chờ người nhận"]) {
      await expect.element(row.getByText(text, { exact: true })).toBeInTheDocument();
    }
    await openPanel();
    await expect.element(details.getByText("Lan và Minh")).toBeVisible();
    await expect.element(details.getByText("Chúc mẹ nghe nhạc thật vui.")).toBeVisible();
    await expect.element(details.getByText("24/12/2026")).toBeVisible();
    await expect.element(details.getByText("Chưa cộng Premium")).not.toBeInTheDocument();
    await expect.element(details.getByText("Tìm tài khoản để gắn")).not.toBeInTheDocument();
    await fits();
  });

  test("one that was taken names the account, also in the form of a refund", async () => {
    const taken = { premium_granted_at: time, receiver_id: 9, receiver_username: "me_nghe_nhac" };
    await open({ ...ready, ...taken, gift: { ...gift, taken_at: time } });
    await openPanel();
    await expect.element(details.getByRole("link", { name: "me_nghe_nhac" })).toBeVisible();
    await details.getByRole("button", { name: "Hoàn tiền" }).click();
    await expect.element(refundForm).toMatchTextContent(/Tài khoản me_nghe_nhac đã được cộng/);
  });
});
