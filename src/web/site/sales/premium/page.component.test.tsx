import { beforeEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { checkSign } from "#contract/transfer-code.ts";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { renderRoute } from "#test/component/render.tsx";
import { aRequest } from "#test/component/requests.ts";
import { anOrder, aPackage, aPremiumGift, selling } from "#test/component/sales.ts";
import { aLockedSong, aUser, loggedIn, loggedInAdmin } from "#test/component/samples.ts";
import { counted, eventStream, fails, held, networkDown, type StubbedApi, stubApi } from "#test/component/stub-api.ts";
import { settled } from "#test/component/visitor.ts";
import { readSession, readStored } from "../../../lib/storage.ts";
import { storeWantedSong } from "../../wanted-song.ts";
import { storedOrders, storeOrder, storeRequest } from "../own/stored-orders.ts";
import * as premiumPage from "./page.tsx";

const heading = "Nghe trọn, không ai chen ngang";
const list = "GET /api/premium-packages";
const songList = "GET /api/songs";
const create = "POST /api/premium-orders";
const open = (serverData?: unknown) => renderRoute(premiumPage, { path: "/premium", serverData });
const card = (name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });
const dialog = page.getByRole("dialog");
const field = (label: string) => dialog.getByLabelText(label);
const send = dialog.getByRole("button", { name: "Đặt mua" });
const alert = dialog.getByRole("alert");
const follow = dialog.getByRole("link", { name: "Theo dõi đơn hàng" });

let api: StubbedApi;
beforeEach(() => {
  api = stubApi({
    [list]: selling(aPackage()),
    [songList]: counted(
      [1, 2, 3, 4, 5, 6].map((id) => aLockedSong({ id, title: `Bài khóa ${id}` })),
      1234,
    ),
    "GET /api/auth/forgot-password": { is_available: true },
  });
});

async function choose(name = "Gói năm") {
  await page.getByRole("button", { name: `Chọn gói này: ${name}` }).click();
  await expect.element(dialog).toBeVisible();
}

async function fillIn() {
  await field("Họ và tên").fill(" Nguyễn Thị Lan ");
  await field("Số điện thoại").fill("0901 234 567");
  await field("Email").fill("lan@example.com");
}

describe("the cards", () => {
  test("show name, price, duration and description, and highlight the most popular", async () => {
    api.change({
      [list]: selling(
        aPackage({ id: 1, name: "Thử", price: 0, duration_days: 7, sort_order: 1 }),
        aPackage({ id: 2, name: "Tháng", price: 49_000, duration_days: 30, description: "Thử cho biết" }),
        aPackage({ id: 3, name: "Năm phổ biến", sort_order: 5 }),
        aPackage({ id: 4, name: "Mãi mãi", price: 999_000, duration_days: null, is_lifetime: true, sort_order: 6 }),
      ),
    });
    await open();
    await expect.element(card("Thử")).toHaveTextContent("ThửPhổ biến nhấtMiễn phí7 ngàyChọn gói này");
    await expect.element(card("Tháng")).toHaveTextContent("Tháng49.000 ₫1 thángThử cho biếtChọn gói này");
    await expect
      .element(card("Năm phổ biến"))
      .toHaveTextContent("Năm phổ biếnPhổ biến nhất399.000 ₫1 năm33.250 ₫ mỗi thángChọn gói này");
    await expect.element(card("Mãi mãi")).toHaveTextContent("Mãi mãi999.000 ₫Vĩnh viễnChọn gói này");
    expect(api.requests(list).map(({ query }) => query)).toEqual([{ is_active: "true", limit: "100" }]);
    await checkScreen({ heading });
  });

  test("omit inactive packages for an administrator", async () => {
    loggedInAdmin();
    api.change({ [list]: selling(aPackage(), aPackage({ id: 2, name: "Ẩn", is_active: false })) });
    await open();
    await expect.element(card("Gói năm")).toBeVisible();
    expect(page.getByText("Ẩn").query()).toBeNull();
  });

  test("are skeletons while loading", async () => {
    const late = held(selling(aPackage()));
    api.change({ [list]: late.answer });
    await open();
    await expect.element(page.getByText("Đang tải các gói Premium")).toBeInTheDocument();
    await fits();
    late.release();
    await expect.element(card("Gói năm")).toBeVisible();
    expect(page.getByText("Đang tải các gói Premium").query()).toBeNull();
  });

  test("give way to an empty state with a link to the library", async () => {
    api.change({ [list]: selling() });
    const screen = await open();
    await expect.element(page.getByRole("heading", { name: "Chưa có gói Premium nào" })).toBeVisible();
    await checkScreen({ heading });
    await page.getByRole("link", { name: "Thư viện bài hát" }).click();
    await expect.poll(screen.address).toBe("/songs");
  });

  test("give way to an error with a retry when the list does not come", async () => {
    api.change({ [list]: networkDown() });
    await open();
    const message = page.getByRole("alert").getByRole("heading");
    await expect.element(message).toHaveTextContent("Không thể tải danh sách gói Premium. Vui lòng thử lại sau.");
    await expect.element(page.getByRole("button", { name: "Thử lại" })).toBeVisible();
    await checkScreen({ heading });
  });

  test("fit with long names at all widths", async () => {
    const widths = [360, 390, 768, 1280, 1600];
    api.change({
      [list]: selling(
        ...[1, 2, 3, 4, 5].map((id) =>
          aPackage({
            id,
            name: "Gói".repeat(33),
            price: 1_000_000_000,
            description: "mô tả dài ".repeat(100),
            sort_order: id,
          }),
        ),
      ),
    });
    await open();
    const choices = page.getByRole("button", { name: /Chọn gói này/ });
    await expect.poll(() => choices.elements()).toHaveLength(5);
    for (const width of widths) {
      await page.viewport(width, 800);
      const pageWidth = () => document.documentElement.scrollWidth;
      await expect.poll(pageWidth, { message: `at ${width}` }).toBeLessThanOrEqual(width);
    }
    await choices.first().click();
    await expect.element(dialog).toBeVisible();
    for (const width of widths) {
      await page.viewport(width, 800);
      const sideways = () => dialog.element().scrollWidth - dialog.element().clientWidth;
      await expect.poll(sideways, { message: `the dialog at ${width}` }).toBeLessThanOrEqual(0);
    }
  });
});

test("says first what one gets, by number, cover and benefit, then what it costs, then answers", async () => {
  await open();
  await expect.element(card("Gói năm")).toBeVisible();
  const headings = () =>
    page
      .getByRole("heading", { level: 2 })
      .elements()
      .map(({ textContent }) => textContent);
  await expect
    .poll(headings)
    .toEqual([
      "1.234 bài Premium hôm nay",
      "Vì sao nên chọn Premium?",
      "Các gói Premium",
      "Trước khi bạn trả tiền",
      "Nghe thử trước đi, rồi hãy quyết định",
    ]);
  expect(api.requests(songList).map(({ query }) => query)).toEqual([{ premium: "true", limit: "6" }]);
  const songs = page.getByRole("link", { name: /^Bài khóa \d/ });
  expect(songs.elements().map((link) => link.getAttribute("href"))).toEqual(
    [1, 2, 3, 4, 5, 6].map((id) => `/songs/${id}`),
  );
  await expect.element(page.getByRole("link", { name: "Xem các bài" })).toHaveAttribute("href", "/songs?premium=1");
  await checkScreen({ heading });
});

describe("the questions before paying", () => {
  const answer = (title: string) =>
    page.getByRole("heading", { name: title, exact: true }).element().nextElementSibling?.textContent;

  test("say how many songs there are, who is paid, what of a wrong transfer, and what the end brings", async () => {
    await open();
    await expect
      .poll(() => answer("Tôi nghe được bao nhiêu bài?"))
      .toMatch(/^1\.234 bài hôm nay: mọi bài có dấu vương miện trong thư viện, kể cả bài mới/);
    expect(answer("Tôi trả tiền cho ai?")).toContain("bằng chuyển khoản, theo hướng dẫn trên đơn hàng");
    expect(answer("Chuyển nhầm thì sao?")).toContain("kèm mã đơn và giờ chuyển");
    expect(answer("Hết hạn thì sao?")).toContain("Không có gì tự gia hạn");
    await expect.element(page.getByRole("link", { name: "Câu hỏi khác" })).toHaveAttribute("href", "/help#mua-premium");
  });

  test("leave the number out when it does not come", async () => {
    api.change({ [songList]: fails(500) });
    await open();
    await expect.element(card("Gói năm")).toBeVisible();
    expect(answer("Tôi nghe được bao nhiêu bài?")).toMatch(/^Mọi bài có dấu vương miện trong thư viện, kể cả bài mới/);
    expect(page.getByRole("heading", { name: /bài Premium hôm nay$/ }).query()).toBeNull();
  });
});

test("leads from a gift's code to its page, and says what is wrong with one", async () => {
  const gift = { find: "POST /api/gift-codes" } as const;
  const screen = await open();
  await page.getByText("Nhập mã quà").click();
  const input = page.getByLabelText("Mã quà");
  const look = page.getByRole("button", { name: "Xem món quà" });
  await input.fill("HG7K3PQRW3");
  await look.click();
  await expect.element(input).toHaveAccessibleDescription("Mã quà chưa đúng, bạn xem lại từng chữ nhé");
  await checkScreen({ heading });
  const missing = "Không có món quà nào mang mã này, bạn xem lại từng chữ nhé";
  api.change({ [gift.find]: fails(404, missing) });
  const code = `HG2222222${checkSign("2222222")}`;
  await input.fill(code);
  await look.click();
  await expect.element(page.getByRole("alert")).toHaveTextContent(missing);
  api.change({ [gift.find]: { secret: "Qm3xT8vK2pLw5nRs9cYd7A" } });
  await look.click();
  await expect.poll(screen.address).toBe("/g/Qm3xT8vK2pLw5nRs9cYd7A");
  expect(api.requests(gift.find).map(({ body }) => body)).toEqual([{ code }, { code }]);
});

test("links to the packages and to the library", async () => {
  await open();
  await expect.element(page.getByRole("link", { name: "Chọn gói Premium" })).toHaveAttribute("href", "/premium");
  await expect.element(page.getByRole("link", { name: "Nghe nhạc miễn phí" })).toHaveAttribute("href", "/songs");
});

test("tells a user until when Premium lasts", async () => {
  api.change(loggedIn({ is_premium: true, premium_expires_at: "2027-03-05T20:00:00.000Z" }));
  await open();
  await expect.element(page.getByText(/^Tài khoản của bạn có Premium đến 06\/03\/2027 03:00\./)).toBeVisible();
});

describe("own orders", () => {
  test("and requests are twenty of each, the oldest of a kind go", () => {
    storeOrder(anOrder({ page_token: "order" }));
    for (let number = 1; number <= 21; number += 1) storeRequest(aRequest({ page_token: `r${number}` }), false);
    const tokens = storedOrders().map(({ page_token }) => page_token);
    expect(tokens).toHaveLength(21);
    expect([tokens[0], tokens[19], tokens[20]]).toEqual(["r21", "r2", "order"]);
  });

  test("are linked together with requests, the newest first", async () => {
    storeOrder(anOrder({ page_token: "a", code: "HM1", created_at: "2026-05-01T20:00:00.000Z" }));
    storeRequest(aRequest({ page_token: "r", code: "HR1" }), false);
    storeOrder(anOrder({ page_token: "b", code: "HM2" }));
    await open();
    await expect.element(page.getByRole("heading", { name: "Yêu cầu và đơn hàng của bạn" })).toBeVisible();
    const links = page.getByRole("link", { name: /^H[MR]/ });
    await expect
      .poll(() => links.elements().map((link) => link.getAttribute("href")))
      .toEqual(["/orders/b", "/requests/r", "/orders/a"]);
    await expect.element(links.nth(1)).toHaveTextContent("HR1Đặt bài hát riêng01/05/2026 15:00");
    await expect.element(links.nth(2)).toHaveTextContent("HM1Gói năm02/05/2026 03:00");
    await checkScreen({ heading });
  });

  test("are removed by a cross", async () => {
    storeOrder(anOrder({ page_token: "a", code: "HM1" }));
    storeOrder(anOrder({ page_token: "b", code: "HM2" }));
    await open();
    await page.getByRole("button", { name: "Thôi nhớ HM2" }).click();
    expect(storedOrders().map(({ code }) => code)).toEqual(["HM1"]);
    await expect.element(page.getByRole("heading", { name: "Đơn hàng của bạn" })).toHaveFocus();
  });
});

describe("the order form", () => {
  test("shows each field's error on sending and on change, and sends nothing", async () => {
    await open();
    await choose();
    await send.click();
    await expect.element(field("Họ và tên")).toHaveAccessibleDescription("Vui lòng nhập họ và tên");
    await expect.element(field("Số điện thoại")).toHaveAccessibleDescription("Vui lòng nhập số điện thoại");
    await expect.element(field("Email")).toHaveAccessibleDescription("Bạn cần nhập email");
    await expect.element(field("Họ và tên")).toHaveFocus();
    await checkScreen({ heading });
    await field("Số điện thoại").fill("09a");
    await expect.element(field("Số điện thoại")).toHaveAccessibleDescription("Số điện thoại không hợp lệ");
    await field("Số điện thoại").fill("+84 (90) 123-4567");
    await expect.element(field("Số điện thoại")).toHaveAccessibleDescription("");
    await field("Email").fill("lan@");
    await expect.element(field("Email")).toHaveAccessibleDescription("Email không hợp lệ");
    expect(api.requests(create)).toEqual([]);
  });

  test("sends what was typed once, and then shows how to pay", async () => {
    const answer = held(anOrder());
    api.change({ [create]: answer.answer });
    await open();
    await choose();
    await fillIn();
    await field("Địa chỉ").fill("Hà Nội");
    await field("Telegram").fill("@lan");
    await field("Facebook").fill("fb.com/lan");
    await field("Zalo").fill("0901");
    await field("Ghi chú").fill("<b>Quà</b>");
    await userEvent.keyboard("{Tab}");
    await send.click();
    await expect.element(dialog.getByRole("button", { name: "Đang tạo đơn hàng..." })).toBeDisabled();
    answer.release();
    await expect.element(dialog.getByRole("heading", { name: "Thanh toán gói năm: 399.000 ₫" })).toHaveFocus();
    expect(follow.element().classList).not.toContain("btn--primary");
    const [sent, ...others] = api.requests(create);
    expect(others).toEqual([]);
    expect(sent?.idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
    expect(sent?.token).toBeUndefined();
    expect(sent?.body).toEqual({
      user_name: "Nguyễn Thị Lan",
      user_phone: "0901 234 567",
      user_email: "lan@example.com",
      user_address: "Hà Nội",
      user_telegram: "@lan",
      user_facebook: "fb.com/lan",
      user_zalo: "0901",
      payment_note: "<b>Quà</b>",
      package_id: 1,
      payment_amount: 399_000,
    });
    const link = dialog.getByRole("link", { name: "Theo dõi đơn hàng" });
    await expect.element(link).toHaveAttribute("href", `/orders/${anOrder().page_token}`);
    expect(storedOrders().map(({ code }) => code)).toEqual([anOrder().code]);
    await checkScreen({ heading });
  });

  test("asks for a company's invoice, checked once any of it is filled in", async () => {
    api.change({ [create]: anOrder() });
    await open();
    await choose();
    await fillIn();
    await dialog.getByText("Tôi cần hóa đơn công ty").click();
    await field("Tên công ty").fill("Công ty TNHH Lan");
    await field("Mã số thuế").fill("123");
    await send.click();
    await expect.element(field("Mã số thuế")).toHaveFocus();
    await expect.element(field("Mã số thuế")).toHaveAccessibleDescription(/^Mã số thuế gồm 10 số/);
    await expect.element(field("Địa chỉ công ty")).toHaveAccessibleDescription("Vui lòng nhập địa chỉ công ty");
    expect(api.requests(create)).toEqual([]);
    await fits();
    await field("Mã số thuế").fill("0101248141");
    await field("Địa chỉ công ty").fill("Hà Nội");
    await field("Email nhận hóa đơn").fill("ketoan@example.com");
    await send.click();
    await expect.poll(() => api.requests(create)).toHaveLength(1);
    expect(api.requests(create)[0]?.body).toMatchObject({
      user_name: "Nguyễn Thị Lan",
      invoice: {
        company: "Công ty TNHH Lan",
        tax_code: "0101248141",
        address: "Hà Nội",
        email: "ketoan@example.com",
      },
    });
  });

  test("buys the package for somebody else, with the words of the gift", async () => {
    const gift = aPremiumGift({ secret: null, code: null, state: "closed" });
    api.change({ [create]: anOrder({ is_gift: true, has_account: false, gift }) });
    await open();
    await choose();
    await expect.element(field("Tặng cho")).not.toBeInTheDocument();
    await field("Mua tặng người khác").click();
    await expect.element(dialog.getByText("Tài khoản", { exact: true })).not.toBeInTheDocument();
    await fillIn();
    await send.click();
    await expect.element(field("Tặng cho")).toHaveFocus();
    await expect.element(field("Tặng cho")).toHaveAccessibleDescription("Vui lòng nhập tên người nhận");
    await fits();
    expect(api.requests(create)).toEqual([]);
    await field("Tặng cho").fill(" Mẹ ");
    await field("Người tặng").fill("Lan và Minh");
    const message = field("Lời nhắn (không bắt buộc)");
    await message.fill("a".repeat(1001));
    await expect.element(message).toHaveAccessibleDescription("Lời nhắn không được dài quá 1.000 ký tự");
    await message.fill("Chúc mẹ vui.");
    await send.click();
    // No account is asked for: the receiver's is.
    await expect.element(dialog.getByRole("heading", { name: /^Thanh toán/ })).toHaveFocus();
    await expect.element(dialog.getByText(/món quà sẵn sàng ngay/)).toBeVisible();
    const words = { recipient_name: "Mẹ", giver_name: "Lan và Minh", message: "Chúc mẹ vui.", opens_on: null };
    expect(api.requests(create).map(({ body }) => body)).toMatchObject([{ gift: words }]);
  });

  test("is filled in for a user, keeps what was typed, and sends the user's token", async () => {
    api.change({ ...loggedIn({ full_name: null }), [create]: anOrder() });
    await open();
    await expect.poll(() => api.requests("GET /api/user/me")).toHaveLength(1);
    await choose();
    await expect.element(field("Họ và tên")).toHaveValue(aUser().username);
    await expect.element(field("Email")).toHaveValue(aUser().email);
    expect(dialog.getByText("Chưa có tài khoản").query()).toBeNull();
    await field("Họ và tên").fill("Thu Hà");
    await field("Số điện thoại").fill("0901");
    await send.click();
    await expect.element(dialog.getByRole("link", { name: "Theo dõi đơn hàng" })).toBeVisible();
    expect(api.requests(create)[0]).toMatchObject({ token: "user-token", body: { user_name: "Thu Hà" } });
  });

  test("offers a visitor login and registration, with the way back", async () => {
    const screen = await open();
    await choose();
    for (const [name, address] of [
      ["Đăng nhập", "/login"],
      ["đăng ký", "/register"],
    ] as const) {
      await dialog.getByRole("link", { name, exact: true }).click();
      await expect.poll(screen.address).toBe(address);
      expect(screen.location().state).toEqual({ returnTo: "/premium?goi=1" });
      await screen.go(-1);
      await expect.element(dialog).toBeVisible();
    }
  });

  test("keeps the texts after an error, and says its own message", async () => {
    api.change({ [create]: fails(500) });
    await open();
    await choose();
    await fillIn();
    await send.click();
    await expect.element(alert).toHaveTextContent("Chưa tạo được đơn hàng. Vui lòng thử lại sau ít phút.");
    await expect.element(field("Số điện thoại")).toHaveValue("0901 234 567");
    await expect.element(send).toBeEnabled();
  });

  test("shows the server's error at its field, and focuses it", async () => {
    const errors = [{ field: "user_email", message: "Email này không nhận được thư" }];
    api.change({ [create]: fails(422, { email: "Email này không nhận được thư" }, errors) });
    await open();
    await choose();
    await fillIn();
    await send.click();
    await expect.element(field("Email")).toHaveAccessibleDescription("Email này không nhận được thư");
    await expect.element(field("Email")).toHaveFocus();
  });

  test("retries with the same key, also after a reload; other texts and another order have another", async () => {
    const keys = () => api.requests(create).map(({ idempotencyKey }) => idempotencyKey);
    api.change({ [create]: networkDown() });
    const first = await open();
    await choose();
    await fillIn();
    await send.click();
    await expect.element(alert).toBeVisible();
    await send.click();
    await expect.poll(keys).toHaveLength(2);
    await expect.element(send).toBeEnabled();
    await field("Số điện thoại").fill("0902 000 000");
    await send.click();
    await expect.poll(keys).toHaveLength(3);
    await expect.element(send).toBeEnabled();
    await first.unmount();
    api.change({ [create]: anOrder() });
    for (const number of [4, 5]) {
      const screen = await open();
      await choose();
      await fillIn();
      await field("Số điện thoại").fill("0902 000 000");
      await send.click();
      await expect.element(follow).toBeVisible();
      expect(keys()).toHaveLength(number);
      await screen.unmount();
    }
    const [sent, retried, changed, reloaded, another] = keys();
    expect(retried).toBe(sent);
    expect(changed).not.toBe(sent);
    expect(reloaded).toBe(changed);
    expect(another).not.toBe(changed);
  });

  test("leads from a free package to its confirmation, without a transfer", async () => {
    api.change({ [list]: selling(aPackage({ price: 0 })), [create]: anOrder({ payment_amount: 0, payment: null }) });
    await open();
    await choose();
    await fillIn();
    await send.click();
    await expect.element(dialog.getByRole("heading", { name: "Đã đặt gói năm" })).toBeVisible();
    await expect.element(dialog.getByText("Chờ xác nhận")).toHaveAttribute("aria-current", "step");
    expect(dialog.getByText("Chuyển khoản", { exact: true }).query()).toBeNull();
  });

  test("turns as soon as the money has come, and leads to the song that was wanted", async () => {
    storeWantedSong({ id: 7, title: "Gửi người ở lại" });
    const stream = eventStream();
    api.change({
      ...loggedIn({ is_premium: false }),
      [create]: anOrder(),
      "GET /api/orders/{token}/events": stream.answer,
    });
    const screen = await open();
    await choose();
    await field("Số điện thoại").fill("0901 234 567");
    await send.click();
    await expect.element(dialog.getByText("Đang chờ tiền về…")).toBeVisible();
    await expect.poll(stream.isOpen).toBe(true);
    const paid = { status: "confirmed", payment_status: "paid", received_amount: 399_000 } as const;
    const premium_granted_at = "2026-05-01T08:00:00.000Z";
    api.change({
      "GET /api/orders/{token}": anOrder({ ...paid, premium_granted_at, payment: null }),
      "GET /api/user/me": aUser({ is_premium: true }),
      "GET /api/songs/{id}": aLockedSong({ id: 7, title: "Gửi người ở lại" }),
    });
    const { code } = anOrder();
    const sums = { missing: 0, excess_amount: 0, premium_expires_at: null };
    stream.send({ code, ...paid, ...sums, premium_granted_at }, "1");
    await expect.element(dialog.getByRole("heading", { name: "Đã nhận được tiền" })).toHaveFocus();
    await expect.poll(() => api.requests("GET /api/user/me").length).toBeGreaterThan(1);
    await fits();
    await dialog.getByRole("link", { name: "Nghe ngay: Gửi người ở lại" }).click();
    await expect.poll(screen.address).toBe("/songs/7");
  });

  test("leads from a free package to the song that was wanted", async () => {
    storeWantedSong({ id: 7, title: "Gửi người ở lại" });
    const free = {
      payment_amount: 0,
      payment: null,
      status: "completed",
      premium_granted_at: "2026-05-01T08:00:00.000Z",
    } as const;
    api.change({ [list]: selling(aPackage({ price: 0 })), [create]: anOrder(free) });
    const screen = await open();
    await choose();
    await fillIn();
    await send.click();
    await dialog.getByRole("link", { name: "Nghe tiếp: Gửi người ở lại" }).click();
    await expect.poll(screen.address).toBe("/songs/7");
    expect(storedOrders()[0]?.song).toEqual({ id: 7, title: "Gửi người ở lại" });
  });

  test("tells a new price before it orders at it", async () => {
    await open();
    await choose();
    await fillIn();
    const message = "Giá của gói này vừa đổi thành 499.000 VND, vui lòng xem lại rồi đặt";
    api.change({ [create]: fails(409, message), [list]: selling(aPackage({ price: 499_000 })) });
    await send.click();
    await expect.element(alert).toHaveTextContent(message);
    await expect.element(alert).toHaveFocus();
    await expect.element(dialog.getByText("499.000 ₫")).toBeVisible();
    api.change({ [create]: anOrder({ payment_amount: 499_000 }) });
    await send.click();
    await expect.element(dialog.getByRole("link", { name: "Theo dõi đơn hàng" })).toBeVisible();
    expect(api.requests(create).map(({ body }) => (body as { payment_amount: number }).payment_amount)).toEqual([
      399_000, 499_000,
    ]);
  });

  test("offers what else is on sale once its package is not, and keeps the texts", async () => {
    const screen = await open();
    await choose();
    await fillIn();
    const message = "Gói này không còn bán, vui lòng chọn gói khác";
    const month = aPackage({ id: 2, name: "Gói tháng", price: 49_000, duration_days: 30 });
    api.change({ [create]: fails(422, message, [{ field: "package_id", message }]), [list]: selling(month) });
    await send.click();
    await expect.element(dialog.getByText(/^Gói này không còn bán.* vẫn còn đây\.$/)).toHaveFocus();
    await dialog.getByRole("button", { name: /Gói tháng/ }).click();
    await expect.element(dialog.getByRole("heading", { name: "Đặt mua gói tháng" })).toHaveFocus();
    expect(screen.address()).toBe("/premium?goi=2");
    await expect.element(field("Email")).toHaveValue("lan@example.com");
    api.change({ [create]: anOrder() });
    await send.click();
    await expect.element(follow).toBeVisible();
    expect(api.requests(create).at(-1)?.body).toMatchObject({ package_id: 2, payment_amount: 49_000 });
  });

  test("stands in the history: Back closes it, Forward opens it with the texts", async () => {
    const screen = await open();
    await choose();
    await fillIn();
    expect(screen.address()).toBe("/premium?goi=1");
    await screen.go(-1);
    await expect.poll(() => dialog.query()).toBeNull();
    expect(screen.address()).toBe("/premium");
    await screen.go(1);
    await expect.element(field("Email")).toHaveValue("lan@example.com");
    expect(api.requests(list)).toHaveLength(1);
  });

  test("keeps its texts after closing and after a reload, until the order is made", async () => {
    api.change({ [create]: anOrder() });
    const screen = await open();
    await choose();
    await fillIn();
    await userEvent.keyboard("{Escape}{Escape}");
    await expect.poll(() => dialog.query()).toBeNull();
    expect(screen.address()).toBe("/premium");
    await choose();
    await expect.element(field("Số điện thoại")).toHaveValue("0901 234 567");
    await screen.unmount();
    await renderRoute(premiumPage, { path: "/premium", at: "/premium?goi=1" });
    await expect.element(field("Số điện thoại")).toHaveValue("0901 234 567");
    await send.click();
    await expect.element(follow).toBeVisible();
    expect(readSession("orderDraft")).toBeNull();
  });

  test("of a link to a package that is not on sale offers the others", async () => {
    await renderRoute(premiumPage, { path: "/premium", at: "/premium?goi=99" });
    await dialog.getByRole("button", { name: /Gói năm/ }).click();
    await expect.element(dialog.getByRole("heading", { name: "Đặt mua gói năm" })).toBeVisible();
  });

  test("makes no order of a session that the server has ended, and keeps the texts", async () => {
    api.change(loggedIn());
    await open();
    await choose();
    await fillIn();
    await expect.poll(() => dialog.getByRole("link", { name: "Đăng nhập" }).query()).toBeNull();
    api.change({ "GET /api/user/me": fails(401), [create]: anOrder({ has_account: false }) });
    await send.click();
    await expect.element(alert).toMatchTextContent(/^Phiên đăng nhập của bạn đã kết thúc/);
    expect(api.requests(create)).toEqual([]);
    expect(readStored("userToken")).toBeNull();
    await expect.element(dialog.getByRole("link", { name: "Đăng nhập" })).toBeVisible();
    await expect.element(field("Số điện thoại")).toHaveValue("0901 234 567");
  });

  test("stores an order that is answered after closing", async () => {
    const answer = held(anOrder());
    api.change({ [create]: answer.answer });
    await open();
    await choose();
    await fillIn();
    await send.click();
    await dialog.getByRole("button", { name: "Đóng" }).click();
    answer.release();
    await expect.element(page.getByRole("heading", { name: "Đơn hàng của bạn" })).toBeVisible();
    await settled();
    expect(dialog.query()).toBeNull();
    expect(readStored("orders")).toContain(anOrder().page_token);
  });
});

describe("the account of a visitor's order", () => {
  const register = "POST /api/user/register";
  const login = "POST /api/user/login-json";
  const attach = "POST /api/orders/{token}/attach";
  const unowned = anOrder({ has_account: false });
  const session = { access_token: "new-token", token_type: "bearer", user: aUser() } as const;
  const pay = dialog.getByRole("heading", { name: "Thanh toán gói năm: 399.000 ₫" });

  async function order(made = unowned) {
    api.change({ [create]: made });
    await open();
    await choose();
    await fillIn();
    await send.click();
    await expect.element(dialog.getByRole("heading", { name: "Premium vào tài khoản nào?" })).toHaveFocus();
  }

  test("is made before the transfer is shown, by a password alone", async () => {
    api.change({ [register]: aUser(), [login]: session, [attach]: anOrder() });
    await order();
    expect(dialog.getByRole("img", { name: /Mã QR/ }).query()).toBeNull();
    await expect.element(field("Email đăng nhập")).toHaveValue("lan@example.com");
    await checkScreen({ heading });
    await field("Mật khẩu mới").fill("mat-khau-1");
    await dialog.getByRole("button", { name: "Tạo tài khoản" }).click();
    await expect.element(pay).toHaveFocus();
    expect(api.requests(register)[0]?.body).toMatchObject({
      username: expect.stringMatching(/^lan_\d{6}$/),
      email: "lan@example.com",
      full_name: "Nguyễn Thị Lan",
    });
    expect(api.requests(attach)).toMatchObject([{ token: "new-token", params: { token: unowned.page_token } }]);
    expect(storedOrders()[0]?.has_account).toBe(true);
    expect(dialog.getByText("Tạo tài khoản để nhận Premium").query()).toBeNull();
  });

  test("is the one of a known e-mail after its password", async () => {
    api.change({ [register]: fails(409, "Email đã được sử dụng"), [login]: session, [attach]: anOrder() });
    await order();
    await field("Mật khẩu mới").fill("mat-khau-1");
    await dialog.getByRole("button", { name: "Tạo tài khoản" }).click();
    await expect.element(dialog.getByRole("status").filter({ hasText: "đã có tài khoản" })).toBeVisible();
    await expect.element(field("Tên đăng nhập hoặc email")).toHaveValue("lan@example.com");
    await field("Mật khẩu").fill("mat-khau-1");
    await dialog.getByRole("button", { name: "Đăng nhập" }).click();
    await expect.element(pay).toHaveFocus();
  });

  test("can wait, and the payment says that it is missing", async () => {
    await order();
    await dialog.getByRole("button", { name: "Để sau, xem cách chuyển khoản" }).click();
    await expect.element(pay).toHaveFocus();
    await dialog.getByRole("button", { name: "Tạo tài khoản để nhận Premium" }).click();
    await expect.element(field("Mật khẩu mới")).toBeVisible();
  });

  test("promises no transfer while the site has no bank account", async () => {
    await order({ ...unowned, payment: null });
    await expect.element(dialog.getByRole("button", { name: "Để sau", exact: true })).toBeVisible();
    await expect.element(dialog.getByText(/^Premium cần một tài khoản/)).not.toMatchTextContent("chuyển khoản");
  });

  test("is tried again when the order could not be attached", async () => {
    api.change({ [register]: aUser(), [login]: session, [attach]: fails(503) });
    await order();
    await field("Mật khẩu mới").fill("mat-khau-1");
    await dialog.getByRole("button", { name: "Tạo tài khoản" }).click();
    await expect.element(alert).toMatchTextContent("Chưa gắn được đơn hàng vào tài khoản");
    api.change({ [attach]: anOrder() });
    await dialog.getByRole("button", { name: "Nhận Premium vào tài khoản này" }).click();
    await expect.element(pay).toHaveFocus();
    expect(api.requests(register)).toHaveLength(1);
  });
});
