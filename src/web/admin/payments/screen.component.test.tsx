import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { StatementColumns, TransferDetail } from "#contract/payments.ts";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { chooseInMenu } from "#test/component/list.ts";
import {
  anAllocation,
  aPayable,
  aProvider,
  aSuggestion,
  aTransfer,
  aTransferDetail,
  transferStats,
} from "#test/component/payments.ts";
import { aBulkJob } from "#test/component/samples.ts";
import { type Answers, counted, fails } from "#test/component/stub-api.ts";
import * as screen from "./screen.tsx";
import { StatementDrop } from "./statement-drop.tsx";

const own = "/api/admin/payments";
const list = `GET ${own}` as const;
const stats = `GET ${own}/stats` as const;
const days = `GET ${own}/days` as const;
const claims = `GET ${own}/claims` as const;
const one = `GET ${own}/{id}` as const;
const providers = `GET ${own}/providers` as const;
const payables = `GET ${own}/payables` as const;
const attach = `POST ${own}/{id}/attach` as const;
const accept = `POST ${own}/{id}/accept` as const;
const extend = `POST ${own}/{id}/extend` as const;
const refund = `POST ${own}/{id}/refund` as const;
const ignore = `POST ${own}/{id}/ignore` as const;
const split = `POST ${own}/tellings/{id}/split` as const;
const undo = `POST ${own}/{id}/undo` as const;
const preview = `GET ${own}/allocations/{id}/undo` as const;
const bulk = "POST /api/admin/bulk";
const exactPreview = "POST /api/admin/bulk/preview";
const poll = `POST ${own}/poll` as const;
const heading = "Đối soát";

const button = (name: string | RegExp) => page.getByRole("button", { name });
const main = page.getByRole("main");
const details = page.getByRole("dialog", { name: /^Tiền (vào|ra)/ });
const alert = page.getByRole("alert");

/** A transfer that paid an order. */
const matched = (): Partial<TransferDetail> => ({
  state: "matched",
  reason: null,
  allocated: 399_000,
  allocations: [anAllocation()],
});

async function open(answers: Answers = {}, address = "/admin/payments") {
  return openAdmin(screen, address, {
    [list]: counted([aTransfer()], 1),
    [stats]: transferStats({ unmatched: 1, under: 2, matched: 30, outgoing: 1 }),
    [claims]: counted([], 0),
    [providers]: [],
    [one]: aTransferDetail(),
    ...answers,
  });
}

/** Opens the details of the one row by the keyboard. */
async function openDetails(transfer: Parameters<typeof aTransferDetail>[0], answers: Answers = {}) {
  const detail = aTransferDetail(transfer);
  const { marks: _m, allocations: _a, refunds: _r, suggestions: _s, ...row } = detail;
  const opened = await open({ [list]: counted([aTransfer(row)], 1), [one]: detail, ...answers });
  const opener = button(/^Xem:/);
  await expect.element(opener).toBeVisible();
  opener.element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(details).toBeVisible();
  await expect.element(details.getByText("Quyết định bởi")).toBeVisible();
  return opened;
}

/** Presses a button of the details by the keyboard. */
async function pressByKey(name: string | RegExp) {
  const found = details.getByRole("button", { name });
  await expect.element(found).toBeVisible();
  found.element().focus();
  await userEvent.keyboard("{Enter}");
}

/** Chooses in the filter of reasons, which may be folded. */
async function chooseReason(name: string) {
  const fold = button(/^Bộ lọc/);
  const isFolded = fold
    .elements()
    .some((one) => one.checkVisibility() && one.getAttribute("aria-expanded") === "false");
  if (isFolded) await fold.click();
  await userEvent.selectOptions(page.getByRole("combobox", { name: "Lý do" }), name);
}

describe("the inbox", () => {
  test("shows the exceptions first, with memo, state, reason and what they pay", async () => {
    const under = aTransfer({
      state: "under",
      reason: "too_little",
      code: "HM2345678K",
      order_id: 7,
      allocated: 399_000,
    });
    const { api } = await open({ [list]: counted([{ ...under, amount: 499_000 }], 1) });
    const row = page.getByRole("row").last();
    for (const text of [
      "01/05/2026 15:00",
      "+499.000 ₫",
      "MBVCB.2427.",
      "NGUYEN THI LAN",
      "Thiếu",
      "Đơn #7",
      "Còn 100.000 ₫",
    ])
      await expect.element(row).toMatchTextContent(text);
    await expect.element(row.getByRole("mark")).toHaveTextContent("HM2345678K");
    // The state says the same.
    await expect.element(row).not.toMatchTextContent("Chưa đủ số tiền của đơn");
    expect(api.requests(list)[0]?.query).toMatchObject({ state: "exceptions", skip: "0" });
    await expect.poll(() => api.requests(stats)[0]?.query).toEqual({});
    await checkScreen({ heading });
  });

  test("has all its parts in sight where there is room for them", async () => {
    await open({ [stats]: transferStats({ unmatched: 475, under: 39, matched: 1631, outgoing: 220, late: 45 }) });
    const tabs = page.getByRole("navigation", { name: "Tình trạng" });
    await expect.element(tabs.getByRole("link", { name: "Đã khớp 1.631" })).toBeVisible();
    const { scrollWidth, clientWidth } = tabs.element();
    expect(scrollWidth).toBe(clientWidth);
    await checkScreen({ heading, widths: [1280, 768] });
  });

  test("is read as cards", async () => {
    await open({ [list]: counted([aTransfer({ code: "HM2345678K", order_id: 7 })], 1) }, "/admin/payments?view=cards");
    const card = main.getByRole("listitem").last();
    for (const text of ["+399.000 ₫", "01/05/2026 15:00", "Chưa rõ", "Đơn #7"])
      await expect.element(card).toMatchTextContent(text);
    await checkScreen({ heading });
  });

  test("tells the reason of a row where its state does not say it", async () => {
    const rows = [aTransfer({ reason: "mistyped" }), aTransfer({ id: 4, state: "late", reason: "package_changed" })];
    await open({ [list]: counted(rows, 2) });
    for (const text of ["Mã trong nội dung bị gõ sai", "Đơn đã hết hạn, gói đã đổi giá hoặc ngừng bán"])
      await expect.element(main).toMatchTextContent(text);
  });

  test("names the likeliest order of a transfer without one, and opens its details", async () => {
    const suggestion = aSuggestion({ code_distance: null, is_same_name: true });
    const { api } = await open({ [list]: counted([aTransfer({ suggestion })], 1) });
    const row = page.getByRole("row").last();
    await expect.element(row).toMatchTextContent("HM2345678K?Nguyễn Thị Lan · Trùng tên người gửi");
    await checkScreen({ heading, widths: [1280] });
    await button("Gợi ý cho +399.000 ₫: HM2345678K, Nguyễn Thị Lan. Xem để ghép").click();
    await expect.element(details).toBeVisible();
    await expect.poll(() => api.requests(one).length).toBe(1);
    expect(api.requests(attach)).toHaveLength(0);
  });

  test("has four tabs with their numbers", async () => {
    const { api } = await open({
      [stats]: transferStats({ unmatched: 1, under: 2, matched: 30, outgoing: 1, ignored: 4 }),
    });
    const tabs = page.getByRole("navigation", { name: "Tình trạng" }).getByRole("link");
    await expect
      .poll(() => tabs.elements().map((tab) => tab.textContent))
      .toEqual(["Cần xử lý3", "Đã khớp30", "Bỏ qua và tiền ra5", "Tất cả38"]);
    await expect.element(tabs.first()).toHaveAttribute("aria-current", "true");
    for (const [name, state] of [
      ["Đã khớp", "matched"],
      ["Bỏ qua và tiền ra", "aside"],
    ] as const) {
      const tab = page.getByRole("link", { name: new RegExp(`^${name}`) });
      await tab.click();
      await expect.poll(() => api.requests(list).at(-1)?.query.state).toBe(state);
      await expect.element(tab).toHaveAttribute("aria-current", "true");
    }
    await page.getByRole("link", { name: /^Tất cả/ }).click();
    await expect.poll(() => api.requests(list).at(-1)?.query).not.toHaveProperty("state");
  });

  test("narrows what waits to one reason; another tab leaves it behind", async () => {
    const { api, address } = await open();
    await chooseReason("Thiếu");
    await expect.poll(() => api.requests(list).at(-1)?.query).toMatchObject({ state: "exceptions", only: "under" });
    await expect.poll(() => api.requests(stats).at(-1)?.query).toEqual({ only: "under" });
    await page.getByRole("link", { name: /^Đã khớp/ }).click();
    await expect.poll(address).toBe("/admin/payments?state=matched");
    await expect.poll(() => api.requests(list).at(-1)?.query).not.toHaveProperty("only");
    expect(api.requests(list).at(-1)?.query).toMatchObject({ state: "matched" });
  });

  test("leads from any tab to that of a chosen reason", async () => {
    const { api, address } = await open({}, "/admin/payments?state=matched");
    await chooseReason("Tiền ra");
    await expect.poll(address).toBe("/admin/payments?state=aside&reason=outgoing");
    await expect.poll(() => api.requests(list).at(-1)?.query).toMatchObject({ state: "aside", only: "outgoing" });
    await chooseReason("Trễ");
    await expect.poll(address).toBe("/admin/payments?reason=late");
  });

  test.each([
    ["?state=under&q=lan", "?q=lan&reason=under", { state: "exceptions", only: "under", search: "lan" }],
    ["?state=ignored", "?state=aside&reason=ignored", { state: "aside", only: "ignored" }],
    ["?state=all&order=7", "?state=all&order=7", { order_id: "7" }],
  ])("opens the address %s of an earlier version", async (former, present, query) => {
    const { api, address } = await open({}, `/admin/payments${former}`);
    await expect.poll(() => api.requests(list).at(0)?.query).toMatchObject(query);
    expect(address()).toBe(`/admin/payments${present}`);
  });

  test("sends search, reason, provider, days and sort, and counts the tabs by the same", async () => {
    const address = "/admin/payments?q=lan&reason=under&provider=sepay&from=2026-05-01&to=2026-05-31&sort=amount-desc";
    const { api } = await open({}, address);
    const filter = { search: "lan", provider: "sepay", from: "2026-05-01", to: "2026-05-31" };
    await expect
      .poll(() => api.requests(list)[0]?.query)
      .toEqual({
        ...filter,
        state: "exceptions",
        only: "under",
        sort_by: "amount",
        sort_order: "desc",
        skip: "0",
        limit: "20",
      });
    await expect.poll(() => api.requests(stats)[0]?.query).toEqual({ ...filter, only: "under" });
  });

  test("shows the transfers of one order, as its dialog links to them", async () => {
    const { api } = await open({}, "/admin/payments?state=all&order=7");
    await expect.element(main).toMatchTextContent("Chỉ các giao dịch của đơn hàng #7");
    await expect.poll(() => api.requests(list)[0]?.query).toMatchObject({ order_id: "7" });
    await page.getByRole("link", { name: "Xem tất cả" }).click();
    await expect.poll(() => api.requests(list).at(-1)?.query).not.toHaveProperty("order_id");
  });

  test("says when nothing waits, and when nothing is found", async () => {
    const { api, address } = await open({ [list]: counted([], 0), [stats]: transferStats({ matched: 30 }) });
    await expect.element(page.getByRole("heading", { name: "Không có giao dịch nào cần xử lý" })).toBeVisible();
    await fits();
    api.change({ [list]: counted([], 0) });
    await chooseReason("Trễ");
    await expect.element(page.getByRole("heading", { name: "Không tìm thấy giao dịch nào" })).toBeVisible();
    const all = page.getByRole("link", { name: "Xem 30 giao dịch ở “Tất cả”" });
    await all.click();
    await expect.poll(address).toBe("/admin/payments?state=all");
  });

  test("tells of an error", async () => {
    await open({ [list]: fails(500) });
    await expect.element(alert.first()).toMatchTextContent("Không thể tải giao dịch");
  });

  test("sums what came, and tells the days against the bank's balance", async () => {
    const { api } = await open({
      [providers]: [aProvider()],
      [days]: [
        {
          day: "2026-05-02",
          received: 399_000,
          sent: 0,
          allocated: 0,
          open: 399_000,
          balance: 12_145_000,
          gap: -200_000,
        },
        { day: "2026-05-01", received: 99_000, sent: 0, allocated: 99_000, open: 0, balance: null, gap: null },
      ],
    });
    expect(api.requests(days)).toHaveLength(0);
    await button("Theo ngày").click();
    const dialog = page.getByRole("dialog", { name: "Tiền theo ngày" });
    for (const text of ["Đã nhận12.399.000 ₫", "Đã ghép11.900.000 ₫", "Còn mở399.000 ₫", "SePay: hỏi lại"])
      await expect.element(dialog).toMatchTextContent(text);
    const row = page.getByRole("row", { name: /^02\/05\/2026/ });
    await expect.element(row).toMatchTextContent("12.145.000-200.000");
    await expect.element(dialog).toMatchTextContent("Lệch âm thường là tiền ra mà dịch vụ không báo");
    await checkScreen({ widths: [1280, 390] });
  });

  test("is exported by a link of its filter", async () => {
    const link = `POST ${own}/export/link` as const;
    const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
    const { api } = await open({ [link]: { url: `${own}/export/file?link=x` } });
    await chooseInMenu("Xuất Excel");
    await expect
      .poll(() => (click.mock.contexts[0] as HTMLAnchorElement | undefined)?.href)
      .toMatch(/\/api\/admin\/payments\/export\/file\?link=x$/);
    expect(api.requests(link)[0]?.query).toEqual({ state: "exceptions" });
  });
});

describe("claims", () => {
  const claim = { id: 4, payable: aPayable(), receipt_url: null, created_at: "2026-05-01T08:00:00.000Z" };
  const picture = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

  test("stand above the list, with the picture and the way to the order and the money", async () => {
    await open({
      [claims]: counted(
        [
          { ...claim, receipt_url: picture },
          { ...claim, id: 5 },
        ],
        2,
      ),
    });
    const band = page.getByRole("group").filter({ hasText: "Khách báo đã chuyển" });
    await page.getByText(/^Khách báo đã chuyển/).click();
    for (const text of ["HM2345678K", "Nguyễn Thị Lan", "399.000 ₫"])
      await expect.element(band).toMatchTextContent(text);
    await expect
      .element(band.getByRole("link", { name: "Xem ảnh biên nhận của HM2345678K" }))
      .toHaveAttribute("href", picture);
    await expect
      .element(band.getByRole("link", { name: "HM2345678K", exact: true }).first())
      .toHaveAttribute("href", "/admin/orders?open=7");
    await expect
      .element(band.getByRole("link", { name: "Tìm tiền: HM2345678K" }).first())
      .toHaveAttribute("href", expect.stringContaining("state=all&q=399.000"));
    await checkScreen({ heading });
  });

  test("are closed, and opened again", async () => {
    const close = `POST ${own}/claims/{id}/close` as const;
    const reopen = `POST ${own}/claims/{id}/reopen` as const;
    const { api } = await open({
      [claims]: counted([claim], 1),
      [close]: { success: true },
      [reopen]: { success: true },
    });
    await page.getByText(/^Khách báo đã chuyển/).click();
    await expect.element(button("Đóng lời báo: HM2345678K")).toBeVisible();
    api.change({ [claims]: counted([], 0) });
    await button("Đóng lời báo: HM2345678K").click();
    await expect.element(page.getByText("Đã đóng lời báo của HM2345678K")).toBeVisible();
    await expect.element(page.getByText(/^Khách báo đã chuyển/)).not.toBeInTheDocument();
    await button("Hoàn tác").click();
    await expect.poll(() => api.requests(reopen)[0]?.params).toEqual({ id: "4" });
  });
});

describe("the services", () => {
  test("are asked again, and tell of an error", async () => {
    const { api } = await open({ [providers]: [aProvider()], [poll]: [aProvider()] });
    await button("Hỏi lại dịch vụ").click();
    await expect.element(page.getByText("Đã hỏi lại, danh sách là mới nhất")).toBeVisible();
    api.change({ [poll]: [aProvider({ poll_error: "Khóa API không đúng" })] });
    await expect.element(button("Hỏi lại dịch vụ")).toBeVisible();
    // On a narrow screen the message lies over the button.
    button("Hỏi lại dịch vụ").element().focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("SePay: Khóa API không đúng")).toBeVisible();
  });

  test("that can't be asked are told of", async () => {
    await open({ [providers]: [aProvider({ poll_error: "Khóa API không đúng" })] });
    await expect.element(main).toMatchTextContent("SePay: hỏi lại không được (Khóa API không đúng).");
  });

  test("that are silent are told of", async () => {
    await open({ [providers]: [aProvider({ is_silent: true, can_poll: false })] });
    await expect.element(main).toMatchTextContent("SePay im lặng hơn một giờ dù có đơn mới");
    await expect.element(main).toMatchTextContent("rồi nhập sao kê nếu có tiền về");
    await expect.element(button("Hỏi lại dịch vụ")).not.toBeInTheDocument();
  });
});

describe("a transfer", () => {
  test("shows its memo with the mark, its facts and suggestions", async () => {
    const memo = "MBVCB.2427.HM2345678K.CT tu 1027236393";
    await openDetails({
      memo,
      marks: [{ from: 11, to: 21 }],
      suggestions: [
        aSuggestion(),
        aSuggestion({ id: 8, code: "HM23456789", code_distance: 2, is_same_amount: false, is_same_name: true }),
      ],
    });
    await expect.element(details.getByRole("mark")).toHaveTextContent("HM2345678K");
    for (const text of [
      "FT26325088172",
      "1027236393 · ACB",
      "12.345.000 ₫",
      "Đúng mã · Đúng số tiền",
      "Mã lệch 2 ký tự · Trùng tên người gửi",
    ])
      await expect.element(details).toMatchTextContent(text);
    await checkScreen();
  });

  test("shows folded what was told again, and splits it off after a question", async () => {
    const telling = { provider: "sepay", source: "poll", told_at: "2026-05-02T08:00:00.000Z", told_by: null } as const;
    const { api } = await openDetails(
      {
        source: "statement",
        provider: "statement",
        told_by: "Lan",
        tellings: [
          { ...telling, id: 31, can_split: true },
          { ...telling, id: 32, provider: "casso", can_split: false },
        ],
      },
      { [split]: aTransferDetail({ id: 9 }) },
    );
    await expect.element(details).toMatchTextContent("Sao kê, Lan nhập");
    const act = details.getByRole("button", { name: "Tách riêng: SePay, hỏi lại" });
    await expect.element(act).not.toBeInTheDocument();
    await details.getByText("Được báo lại 2 lần").click();
    await act.click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Tách ra" }).click();
    await expect.element(page.getByText("Đã tách thành giao dịch riêng")).toBeVisible();
    expect(api.requests(split).map(({ params }) => params)).toEqual([{ id: "31" }]);
    await expect.element(details.getByRole("button", { name: /^Tách riêng: Casso/ })).not.toBeInTheDocument();
    await fits();
  });

  test("is attached to a suggested order by one press, by the keyboard", async () => {
    const { api } = await openDetails({ suggestions: [aSuggestion()] });
    api.change({
      [attach]: () => {
        // The details are read again once it is attached, and not before.
        api.change({ [one]: aTransferDetail(matched()) });
        return aTransferDetail(matched());
      },
    });
    await pressByKey("Ghép 399.000 ₫ vào HM2345678K");
    await expect.element(page.getByText("Đã ghép 399.000 ₫ vào HM2345678K")).toBeVisible();
    expect(api.requests(attach)[0]?.body).toEqual({
      parts: [{ kind: "order", id: 7, amount: 399_000 }],
      version: "v1",
    });
    await expect.element(details.getByRole("button", { name: /^Hoàn tác/ })).toBeVisible();
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Tình trạng");
    await fits();
  });

  test("attaches no more than is open and missing", async () => {
    await openDetails({
      amount: 100_000,
      suggestions: [aSuggestion(), aSuggestion({ id: 8, code: "HM23456789", price: 60_000, received: 10_000 })],
    });
    await expect.element(details.getByRole("button", { name: "Ghép 100.000 ₫ vào HM2345678K" })).toBeVisible();
    await expect.element(details.getByRole("button", { name: "Ghép 50.000 ₫ vào HM23456789" })).toBeVisible();
  });

  test("guesses by the sum alone are folded and asked about by both names, and what was attached is undone from its message", async () => {
    const named = aSuggestion({ code_distance: null, is_same_name: true });
    const guess = { code_distance: null, customer_name: "Dương Quốc Hùng", is_ended: true, state_text: "Hết hạn" };
    const { api } = await openDetails({
      code: null,
      sender_name: "NGUYEN THI LAN",
      suggestions: [named, aSuggestion({ ...guess, id: 8, code: "HM23456789" })],
    });
    api.change({
      [attach]: aTransferDetail({ ...matched(), allocations: [anAllocation({ id: 33 })] }),
      [undo]: aTransferDetail(),
    });
    await expect.element(details.getByRole("button", { name: /vào HM2345678K/ })).toHaveClass("btn--primary");
    const strange = details.getByRole("button", { name: /vào HM23456789/ });
    await expect.element(strange).not.toBeInTheDocument();
    await details.getByText("Cùng số tiền (1)").click();
    await expect.element(strange).toHaveClass("btn--line");
    await strange.click();
    const question = page.getByRole("alertdialog", { name: "Vẫn ghép?" });
    await expect
      .element(question)
      .toMatchTextContent("Người gửi NGUYEN THI LAN, đơn HM23456789 của Dương Quốc Hùng (Hết hạn).");
    await question.getByRole("button", { name: "Hủy" }).click();
    expect(api.requests(attach)).toHaveLength(0);
    await strange.click();
    await question.getByRole("button", { name: "Vẫn ghép" }).click();
    await expect.element(page.getByText("Đã ghép 399.000 ₫ vào HM23456789")).toBeVisible();
    await page.getByRole("alertdialog").getByRole("button", { name: "Hoàn tác" }).click();
    await expect
      .poll(() => api.requests(undo)[0]?.body)
      .toEqual({ what: { kind: "allocation", id: 33, take_back_premium: true } });
  });

  test("that somebody decided meanwhile is read again", async () => {
    const { api } = await openDetails(
      { suggestions: [aSuggestion()] },
      { [attach]: fails(409, "An vừa quyết định giao dịch này") },
    );
    await expect.element(details.getByRole("button", { name: /^Ghép/ })).toBeVisible();
    api.change({ [one]: aTransferDetail({ state: "ignored", note: "tiền riêng" }) });
    await pressByKey(/^Ghép/);
    await expect.element(page.getByText("An vừa quyết định giao dịch này")).toBeVisible();
    await expect.element(details.getByRole("button", { name: "Thôi bỏ qua" })).toBeVisible();
  });

  test("is split over several orders that a search finds", async () => {
    const other = aPayable({ kind: "request", id: 9, code: "HR22222222", customer_name: "Trần Minh", price: 200_000 });
    const { api } = await openDetails(
      { amount: 500_000 },
      { [payables]: [aPayable(), other], [attach]: aTransferDetail() },
    );
    await pressByKey("Tìm đơn khác, chia nhiều đơn");
    const form = page.getByRole("dialog", { name: "Ghép 500.000 ₫" });
    const search = form.getByRole("combobox", { name: "Tìm đơn hàng hoặc yêu cầu" });
    for (const code of ["HM2345678K", "HR22222222"]) {
      await search.fill("lan");
      await page.getByRole("option", { name: new RegExp(code) }).click();
    }
    await expect.element(form).toMatchTextContent("Đã chia 500.000 ₫ trên 500.000 ₫, vừa đủ");
    await expect.element(form.getByLabelText("Số tiền cho HR22222222")).toHaveValue("101.000");
    await checkScreen({ widths: [1280, 390] });
    await form.getByRole("button", { name: "Ghép", exact: true }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Vẫn ghép" }).click();
    await expect
      .poll(() => api.requests(attach)[0]?.body)
      .toEqual({
        parts: [
          { kind: "order", id: 7, amount: 399_000 },
          { kind: "request", id: 9, amount: 101_000 },
        ],
        version: "v1",
      });
    await expect.element(form).not.toBeInTheDocument();
  });

  test("a split without an order is refused", async () => {
    const { api } = await openDetails({}, { [attach]: aTransferDetail() });
    await pressByKey("Tìm đơn khác, chia nhiều đơn");
    await page
      .getByRole("dialog", { name: "Ghép 399.000 ₫" })
      .getByRole("button", { name: "Ghép", exact: true })
      .click();
    await expect.element(page.getByText("Vui lòng chọn ít nhất một đơn")).toBeVisible();
    expect(api.requests(attach)).toHaveLength(0);
  });

  test("that is too little is accepted as enough", async () => {
    const part = anAllocation({ amount: 300_000, payable: aPayable({ received: 300_000 }) });
    const { api } = await openDetails(
      { state: "under", reason: "too_little", amount: 300_000, allocated: 300_000, allocations: [part] },
      { [accept]: aTransferDetail() },
    );
    await pressByKey("Nhận là đủ: HM2345678K");
    await expect.poll(() => api.requests(accept)[0]?.body).toEqual({ kind: "order", id: 7, version: "v1" });
    await expect.element(page.getByText("HM2345678K được nhận là đủ tiền")).toBeVisible();
  });

  test("that is too much gives more days", async () => {
    const { api } = await openDetails(
      { state: "over", reason: "too_much", amount: 499_000, allocated: 399_000, allocations: [anAllocation()] },
      { [extend]: aTransferDetail() },
    );
    await pressByKey("Cộng thêm ngày cho HM2345678K");
    const form = page.getByRole("dialog", { name: "Cộng thêm ngày cho HM2345678K" });
    await expect.element(form).toMatchTextContent("Phần còn lại 100.000 ₫");
    await form.getByLabelText(/^Số ngày/).fill("90");
    await fits();
    await form.getByRole("button", { name: "Cộng ngày" }).click();
    await expect.poll(() => api.requests(extend)[0]?.body).toEqual({ order_id: 7, days: 90, version: "v1" });
  });

  test("that came twice is noted as sent back, with the outgoing transfer", async () => {
    const out = aTransfer({ id: 12, direction: "out", state: "outgoing", memo: "hoan tien lan" });
    const { api } = await openDetails(
      { state: "duplicate", reason: "already_paid", order_id: 7, suggestions: [aSuggestion({ is_paid: true })] },
      { [refund]: aTransferDetail() },
    );
    await expect.element(details.getByRole("button", { name: "Cộng thêm ngày cho HM2345678K" })).toBeVisible();
    api.change({ [list]: counted([out], 1) });
    await pressByKey("Ghi hoàn tiền");
    const form = page.getByRole("dialog", { name: "Ghi hoàn tiền" });
    await expect.element(form.getByLabelText(/^Số tiền đã hoàn/)).toHaveValue("399.000");
    await form.getByLabelText(/^Lý do/).fill("chuyển hai lần");
    await form.getByLabelText("Mã giao dịch hoàn").fill("FT99");
    await form.getByLabelText("Giao dịch tiền ra").selectOptions("12");
    await checkScreen({ widths: [1280, 390] });
    await form.getByRole("button", { name: "Ghi hoàn tiền" }).click();
    await expect
      .poll(() => api.requests(refund)[0]?.body)
      .toEqual({ amount: 399_000, reference: "FT99", reason: "chuyển hai lần", outgoing_id: 12, version: "v1" });
  });

  test("is ignored with a reason, and opened again", async () => {
    const { api } = await openDetails({}, { [ignore]: aTransferDetail(), [undo]: aTransferDetail() });
    await pressByKey("Bỏ qua");
    const form = page.getByRole("dialog", { name: "Bỏ qua 399.000 ₫" });
    await expect.element(form.getByRole("button", { name: "Bỏ qua", exact: true })).toBeDisabled();
    await form.getByLabelText(/^Lý do/).fill("tiền riêng");
    api.change({ [one]: aTransferDetail({ state: "ignored", note: "tiền riêng", version: "v2" }) });
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.poll(() => api.requests(ignore)[0]?.body).toEqual({ reason: "tiền riêng", version: "v1" });
    await expect.element(details).toMatchTextContent("tiền riêng");
    await pressByKey("Thôi bỏ qua");
    await expect.poll(() => api.requests(undo)[0]?.body).toEqual({ what: { kind: "ignored" }, version: "v2" });
  });

  test("is ignored without the part that pays an order", async () => {
    await openDetails({ ...matched(), state: "over", amount: 499_000, suggestions: [aSuggestion({ is_paid: true })] });
    await expect.element(details).toMatchTextContent("Không có đơn nào khác giống mã hay tên người gửi");
    await pressByKey("Bỏ qua");
    const form = page.getByRole("dialog", { name: "Bỏ qua 100.000 ₫" });
    await expect.element(form).toMatchTextContent("Phần còn lại không trả cho đơn nào");
  });

  test("an allocation is undone after a question that tells the Premium, which is taken back or kept", async () => {
    const premium = { username: "lan", expires_at: "2027-05-01T08:00:00.000Z", expires_at_then: null };

    const { api } = await openDetails(matched(), {
      [preview]: { is_unpaid_then: true, premium },
      [undo]: aTransferDetail(),
    });
    await pressByKey(/^Hoàn tác: Ghép/);
    const question = page.getByRole("alertdialog", { name: "Hoàn tác 399.000 ₫?" });
    await expect
      .element(question)
      .toMatchTextContent(
        "HM2345678K không còn là đã thanh toán.Đơn đã cộng Premium cho lan, hạn đến 01/05/2027. Nếu thu lại, tài khoản không còn Premium.",
      );
    await expect.element(question.getByRole("button", { name: "Hủy" })).toHaveFocus();
    await checkScreen({ widths: [1280, 390] });
    await userEvent.keyboard("{Escape}");
    await expect.element(question).not.toBeInTheDocument();
    await pressByKey(/^Hoàn tác: Ghép/);
    await question.getByRole("button", { name: "Hoàn tác và thu lại Premium" }).click();
    await expect
      .poll(() => api.requests(undo)[0]?.body)
      .toEqual({ what: { kind: "allocation", id: 21, take_back_premium: true }, version: "v1" });
    await expect.element(question).not.toBeInTheDocument();
    await pressByKey(/^Hoàn tác: Ghép/);
    await question.getByRole("button", { name: "Hoàn tác, giữ Premium" }).click();
    await expect.poll(() => api.requests(undo)[1]?.body).toMatchObject({ what: { take_back_premium: false } });
  });

  test("an allocation that gave nothing is undone without a choice", async () => {
    const { api } = await openDetails(matched(), {
      [preview]: { is_unpaid_then: false, premium: null },
      [undo]: aTransferDetail(),
    });
    await pressByKey(/^Hoàn tác: Ghép/);
    const question = page.getByRole("alertdialog", { name: "Hoàn tác 399.000 ₫?" });
    await question.getByRole("button", { name: "Hoàn tác", exact: true }).click();
    await expect
      .poll(() => api.requests(undo)[0]?.body)
      .toEqual({ what: { kind: "allocation", id: 21 }, version: "v1" });
  });

  test("keeps the history of what was undone, and undoes a refund", async () => {
    const undone = { undone_at: "2026-05-02T08:00:00.000Z", undone_by: "An" };
    const sent = {
      id: 31,
      amount: 99_000,
      reference: "FT99",
      reason: "thừa",
      outgoing_id: 12,
      created_at: "2026-05-01T09:00:00.000Z",
      created_by: "An",
    };
    const { api } = await openDetails(
      {
        state: "over",
        reason: "too_much",
        refunded: 99_000,
        allocations: [anAllocation({ ...undone }), anAllocation({ id: 22, payable: null, ...undone })],
        refunds: [
          { ...sent, undone_at: null, undone_by: null },
          { ...sent, id: 30, ...undone },
        ],
      },
      { [undo]: aTransferDetail() },
    );
    for (const text of ["Hoàn tác: An, 02/05/2026 15:00", "Đơn đã bị xóa", "thừa · FT99 · tiền ra #12"])
      await expect.element(details).toMatchTextContent(text);
    await checkScreen({ widths: [1280, 390] });
    await pressByKey("Hoàn tác: hoàn 99.000 ₫");
    await expect.poll(() => api.requests(undo)[0]?.body).toEqual({ what: { kind: "refund", id: 31 }, version: "v1" });
  });

  test("that left offers nothing to decide", async () => {
    await openDetails({ direction: "out", state: "outgoing", reason: null });
    await expect.element(page.getByRole("dialog", { name: "Tiền ra 399.000 ₫" })).toBeVisible();
    expect(
      details
        .getByRole("button")
        .elements()
        .map((each) => each.textContent),
    ).not.toContain("Bỏ qua");
  });
});

test("exact matches are attached together by a job", async () => {
  const rows = [aTransfer(), aTransfer({ id: 4, amount: 99_000 })];
  const { api } = await open({
    [list]: counted(rows, 2),
    [exactPreview]: { total: 2, amount: null, names: [], notes: [] },
    [bulk]: aBulkJob({ kind: "attach_transfers", total: 2 }),
  });
  await page.getByRole("checkbox", { name: "Chọn cả trang" }).click();
  await expect.element(page.getByText("Đã chọn 2 giao dịch · 498.000 ₫")).toBeVisible();
  await button("Ghép các giao dịch khớp hoàn toàn").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Ghép 2 giao dịch" }).click();
  await expect
    .poll(() => api.requests(bulk)[0]?.body)
    .toEqual({ kind: "attach_transfers", ids: [3, 4], options: {}, expected: 2 });
});

describe("StatementDrop", () => {
  const previewCall = "POST /api/admin/payments/statement/preview";
  const takeCall = "POST /api/admin/payments/statement";
  const dialog = page.getByRole("dialog", { name: "Nhập sao kê" });
  const column = (label: string) => dialog.getByLabelText(label, { exact: true });
  const text = "Ngày,Nội dung,Có\n20/11/2026,HM7K2QF9XA,399000\n";

  const columns: StatementColumns = {
    occurred_at: 0,
    memo: 1,
    amount_in: 2,
    amount_out: null,
    reference: null,
    balance: null,
    sender_name: null,
    skip_rows: 1,
  };
  const preview = {
    head: [
      ["Ngày", "Nội dung", "Có"],
      ["20/11/2026", "HM7K2QF9XA", "399000"],
    ],
    columns,
    rows: [
      {
        line: 2,
        occurred_at: "2026-11-20T02:00:00.000Z",
        direction: "in" as const,
        amount: 399_000,
        memo: "HM7K2QF9XA",
        reference: null,
        state: "new" as const,
        problem: null,
        code: "HM7K2QF9XA",
      },
      {
        line: 3,
        occurred_at: null,
        direction: null,
        amount: null,
        memo: "",
        reference: null,
        state: "wrong" as const,
        problem: "Ngày không hợp lệ: 99/99/2026",
        code: null,
      },
    ],
    counts: { new: 1200, known: 3, wrong: 1 },
  };

  const Screen = {
    default: () => (
      <>
        <h1>Đối soát</h1>
        <StatementDrop />
      </>
    ),
  };

  async function choose(content: BlobPart, answers: Answers = {}) {
    const opened = await openAdmin(Screen, "/admin/payments", { [previewCall]: preview, ...answers });
    await page.getByRole("button", { name: "Nhập sao kê" }).click();
    const file = new File([content], "sao-ke.csv", { type: "text/csv" });
    const data = new DataTransfer();
    data.items.add(file);
    const area = dialog.getByText("Thả file sao kê CSV vào đây").element().parentElement;
    area?.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    return opened;
  }

  describe("a statement", () => {
    test("is shown with its wrong lines before it is taken", async () => {
      const { api } = await choose(text, { [takeCall]: { taken: 1199, known: 4, wrong: 1 } });
      await expect
        .element(dialog.getByRole("status"))
        .toHaveTextContent("1.200 giao dịch mới, 3 đã có, 1 dòng không đọc được.");
      await expect.element(dialog.getByText("Ngày không hợp lệ: 99/99/2026")).toBeVisible();
      await expect.element(dialog.getByText("+399.000 ₫")).toBeVisible();
      await expect.element(column("Nội dung")).toHaveDisplayValue("B: Nội dung");
      await checkScreen();
      await dialog.getByRole("button", { name: "Nhận 1.200 giao dịch" }).click();
      await expect.element(page.getByText("Đã nhận 1.199 giao dịch, 4 đã có trước, 1 dòng bỏ qua")).toBeVisible();
      await expect.element(dialog).not.toBeInTheDocument();
      expect(api.requests(previewCall)[0]?.body).toEqual({ text });
      expect(api.requests(takeCall)[0]?.body).toEqual({ text, columns });
    });

    test("is read anew with other columns", async () => {
      const { api } = await choose(text);
      await column("Tiền vào").selectOptions("B: Nội dung");
      await expect.poll(() => api.requests(previewCall)).toHaveLength(2);
      expect(api.requests(previewCall)[1]?.body).toEqual({ text, columns: { ...columns, amount_in: 1 } });
    });

    test("whose columns nobody knows asks for them", async () => {
      const unknown = { ...preview, columns: null, rows: [], counts: { new: 0, known: 0, wrong: 0 } };
      const { api } = await choose(text, { [previewCall]: unknown });
      await expect.element(dialog.getByRole("status")).toMatchTextContent(/^Bạn chọn các cột/);
      await column("Ngày giờ").selectOptions("A: Ngày");
      await column("Nội dung").selectOptions("B: Nội dung");
      expect(api.requests(previewCall)).toHaveLength(1);
      await column("Tiền vào").selectOptions("C: Có");
      await expect.poll(() => api.requests(previewCall)).toHaveLength(2);
      expect(api.requests(previewCall)[1]?.body).toEqual({ text, columns });
    });

    test.each([
      ["of Excel", new Uint8Array([0x50, 0x4b, 3, 4]), {}, "Đây là file Excel"],
      [
        "that the server refuses",
        text,
        { [previewCall]: fails(422, "Sao kê có quá nhiều dòng") },
        "Sao kê có quá nhiều dòng",
      ],
    ])("%s says why", async (_name, content, answers, message) => {
      await choose(content, answers);
      await expect.element(dialog.getByRole("alert")).toMatchTextContent(message);
      await expect.element(dialog.getByRole("button", { name: /^Nhận/ })).not.toBeInTheDocument();
    });
  });
});
