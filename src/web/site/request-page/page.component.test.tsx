import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { GiverGift } from "#contract/gifts.ts";
import { readLyrics } from "#contract/lyrics/formats.ts";
import type { RequestPaymentState } from "#contract/payment-state.ts";
import type { CustomerRequest, RequestEvent, SongVersion } from "#contract/requests.ts";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { passTime, stopClock } from "#test/component/clock.ts";
import { aGiverGift } from "#test/component/gifts.ts";
import { thePlayer } from "#test/component/player.ts";
import { renderRoute, renderWithin } from "#test/component/render.tsx";
import { aRequest, aRequestEvent, aSongVersion } from "#test/component/requests.ts";
import { aPayment } from "#test/component/sales.ts";
import { eventStream, fails, held, networkDown, type StubbedApi, stubApi } from "#test/component/stub-api.ts";
import { hideTab } from "#test/component/visitor.ts";
import sound from "../../../../demo/songs/buoi-sang-o-hem-nho.mp3?url";
import { readSession, writeSession, writeStored } from "../../lib/storage.ts";
import { GiveSong } from "../sales/giving/give-song.tsx";
import { isOwnGift } from "../sales/giving/stored-gift.ts";
import { storedOrders, storeRequest } from "../sales/own/stored-orders.ts";
import * as requestPage from "./page.tsx";

const read = "GET /api/requests/{token}";
const acceptCall = "POST /api/requests/{token}/accept";
const changesCall = "POST /api/requests/{token}/changes";
const consentCall = "PUT /api/requests/{token}/consent";
const token = aRequest().page_token;
const time = "2026-05-04T08:00:00.000Z";
const open = () => renderRoute(requestPage, { path: "/requests/:token", at: `/requests/${token}` });
const heading = page.getByRole("heading", { level: 1 });
const status = page.getByRole("region", { name: "Tình trạng" });
const next = status.getByRole("status");
const steps = status.getByRole("list").first().getByRole("listitem");
const alert = page.getByRole("alert");
const accept = page.getByRole("button", { name: "Tôi hài lòng, nhận bài" });
const dialog = page.getByRole("dialog", { name: "Nhận bài hát này?" });
const confirm = dialog.getByRole("button", { name: "Đồng ý nhận" });
const changes = page.getByRole("form", { name: "Muốn sửa" });
const text = changes.getByLabelText("Bạn muốn sửa điều gì? *");
const send = changes.getByRole("button", { name: "Gửi yêu cầu sửa" });
const pin = changes.getByRole("button", { name: /^Ghim vào giây hiện tại/ });
const pinned = changes.getByText(/^Ghim ở giây/);
const download = page.getByRole("link", { name: "Tải bản đầy đủ" });
const consent = page.getByRole("checkbox", { name: "Cho phép Ngân Nga đưa bài hát này vào thư viện" });

const version = ({ number = 1, ...fields }: Partial<SongVersion> = {}) =>
  aSongVersion({ id: 10 + number, number, stream_url: sound, delivered_at: time, ...fields });
const finished = (fields: Partial<CustomerRequest> = {}) =>
  aRequest({ status: "completed", is_assigned: true, completed_at: time, songs: [version()], ...fields });
const unpaid = (fields: Partial<CustomerRequest> = {}) =>
  finished({ accepted_at: time, payment: aPayment({ transfer_content: "HR2345678M", amount: 299_000 }), ...fields });
const paid = (fields: Partial<CustomerRequest> = {}) =>
  finished({ accepted_at: time, paid_at: time, download_url: "/files/song.mp3?download=1", ...fields });

let api: StubbedApi;
beforeEach(() => {
  vi.spyOn(Date, "now").mockReturnValue(Date.parse(time));
  api = stubApi({ [read]: aRequest() });
  return () => writeSession("draft:changes:3", null);
});

/** Opens the page of a request. */
async function show(request: CustomerRequest) {
  api.change({ [read]: request });
  const rendered = await open();
  await expect.element(page.getByText(`Yêu cầu ${request.code}`).first()).toBeVisible();
  return rendered;
}

/** Unfolds the form for changes. */
async function wish(): Promise<void> {
  await page.getByText("Muốn sửa", { exact: true }).click();
}

describe("the state", () => {
  test("of a new request says what comes next until when, and its price", async () => {
    await show(aRequest());
    await expect
      .poll(() => steps.elements().map((step) => step.textContent))
      .toEqual([
        "Đã nhận yêu cầu, xong01/05/2026 15:00",
        "Chờ người thực hiện, đang chờ",
        "Bài hát xong, chưa đến",
        "Bạn nghe và đồng ý, chưa đến",
        "Thanh toán, chưa đến",
        "Tải bài hát, chưa đến",
      ]);
    await expect
      .element(next)
      .toMatchTextContent(
        "Chúng tôi đã nhận câu chuyện của bạn và sẽ bắt tay vào viết. Khi bài xong, chúng tôi báo qua",
      );
    await expect.element(status.getByText(/^Muộn nhất/)).toHaveTextContent("Muộn nhất thứ tư, 06/05/2026");
    await expect.element(status).toMatchTextContent("Giá thỏa thuận299.000 ₫");
    await expect
      .element(page.getByRole("region", { name: "Yêu cầu của bạn" }))
      .toMatchTextContent("File tham khảoKhông có");
    await checkScreen({ heading: "Bài hát của bạn" });
  });

  test("of a song that is heard folds its steps, and has no due day", async () => {
    await show(finished());
    await status.getByText("Các bước và giá").click();
    await expect
      .poll(() => steps.elements().map((step) => step.textContent))
      .toEqual([
        "Đã nhận yêu cầu, xong01/05/2026 15:00",
        "Đã thực hiện, xong",
        "Bài hát đã xong, xong04/05/2026 15:00",
        "Bạn nghe và đồng ý, đang chờ",
        "Thanh toán, chưa đến",
        "Tải bài hát, chưa đến",
      ]);
    await expect.element(next).toMatchTextContent("Hài lòng thì nhận bài với giá 299.000 ₫");
    expect(status.getByText(/^Muộn nhất/).query()).toBeNull();
    await fits();
  });
});

test("the accepted version stays the customer's song when a later one comes", async () => {
  const songs = [version({ number: 3 }), version({ number: 2 }), version()];
  await show(paid({ accepted_version: 2, songs }));
  const song = page.getByRole("region", { name: "Bài hát của bạn" });
  await expect.element(song.getByText("Bản bạn đã nhận")).toBeVisible();
  await expect.element(song.getByRole("button", { name: "Phát: Bài hát HR2345678M, bản 2" })).toBeVisible();
  await expect.element(page.getByText("Bản 3", { exact: true })).not.toBeVisible();
  await page.getByText("Các bản khác (2)").click();
  await expect.element(page.getByText("Bản 3", { exact: true })).toBeVisible();
});

describe("the page", () => {
  test("is named after the song: its occasion and whom it is for, and later its title", async () => {
    const brief = { occasion: "Kỷ niệm", recipient: "Cha mẹ" };
    const titled = finished({ ...brief, songs: [version({ title: "Ổng chở tôi cả đời" })] });
    for (const [request, title] of [
      [aRequest(brief), "Bài hát kỷ niệm tặng cha mẹ"],
      [finished(brief), "Bài hát kỷ niệm tặng cha mẹ"],
      [titled, "Ổng chở tôi cả đời"],
    ] as const) {
      const { unmount } = await show(request);
      await expect.element(heading).toHaveTextContent(title);
      await unmount();
    }
  });

  test("has one way to write, before what was sent and what happened", async () => {
    await show(aRequest({ events: [aRequestEvent()] }));
    await expect.element(page.getByRole("button", { name: "Viết tin nhắn" })).toBeVisible();
    expect(page.getByRole("link", { name: /Liên hệ/ }).query()).toBeNull();
    const places = ["#request-state", "#trao-doi", "#request-sent", "summary"].map(
      (each) => document.querySelector(each)?.getBoundingClientRect().y,
    );
    expect(places).toEqual(places.toSorted((one = 0, other = 0) => one - other));
  });

  test("is told to no search engine and no other site", async () => {
    await show(aRequest());
    expect(document.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex");
    expect(document.querySelector("meta[name=referrer]")?.getAttribute("content")).toBe("no-referrer");
    expect(document.querySelector("link[rel=canonical]")).toBeNull();
    expect(requestPage.headers()).toEqual({
      "Cache-Control": "private, no-store",
      "X-Robots-Tag": "noindex, nofollow",
      "Referrer-Policy": "no-referrer",
    });
    expect(api.requests(read).map(({ params }) => params)).toEqual([{ token }]);
  });

  test("is the 404 page for an unknown address, which is forgotten", async () => {
    storeRequest(aRequest(), false);
    api.change({ [read]: fails(404, "Không tìm thấy yêu cầu") });
    await open();
    await expect.element(heading).toHaveTextContent("Trang không tồn tại");
    await expect.poll(storedOrders).toEqual([]);
    await fits();
  });

  test("is an error with a retry when loading fails, and the request stays stored", async () => {
    storeRequest(aRequest(), false);
    api.change({ [read]: networkDown() });
    await open();
    await expect.element(heading).toHaveTextContent("Không thể tải yêu cầu. Vui lòng thử lại sau.");
    await expect.element(page.getByRole("button", { name: "Thử lại" })).toBeVisible();
    expect(storedOrders()).toHaveLength(1);
  });

  test("is a skeleton while it loads", async () => {
    const late = held(aRequest());
    api.change({ [read]: late.answer });
    await open();
    await expect.element(page.getByText("Đang tải yêu cầu")).toBeInTheDocument();
    late.release();
    await expect.element(heading).toHaveTextContent("Bài hát của bạn");
  });

  test("shows what was sent, HTML as it was typed", async () => {
    await show(
      aRequest({
        request_content: "<b>Kể</b>\ndòng hai",
        occasion: "Ngày cưới",
        budget: 500_000,
        name_pronunciation: "Bảo Ni",
        reference_file_name: "ru con.mp3",
        customer_phone: "0901 234 567",
      }),
    );
    const sent = page.getByRole("region", { name: "Yêu cầu của bạn" });
    await expect
      .poll(() =>
        sent
          .getByRole("definition")
          .elements()
          .map((each) => each.textContent),
      )
      .toEqual([
        "<b>Kể</b>\ndòng hai",
        "Ngày cưới",
        "Bảo Ni",
        "500.000 ₫",
        "ru con.mp3",
        "Nguyễn Thị Lan, lan@example.com, 0901 234 567",
      ]);
  });

  test("shows each event in words, the latest first", async () => {
    const kinds: Partial<RequestEvent>[] = [
      { kind: "received" },
      { kind: "claimed" },
      { kind: "status_changed", text: "processing" },
      { kind: "song_attached", version: 1 },
      { kind: "status_changed", text: "completed" },
      { kind: "changes_requested", version: 1, second: 83, text: "Hát <i>chậm</i> lại" },
      { kind: "changes_requested", version: 1, text: "Nhỏ tiếng trống" },
      { kind: "price_changed", amount: 500_000 },
      { kind: "accepted", version: 2 },
      { kind: "paid" },
      { kind: "payment_withdrawn" },
      { kind: "consent_given" },
      { kind: "published" },
      { kind: "consent_withdrawn" },
      { kind: "status_changed", text: "cancelled" },
      { kind: "status_changed", text: "new" },
    ];
    await show(aRequest({ events: kinds.map((event, i) => aRequestEvent({ id: i + 1, ...event })) }));
    const items = page.getByRole("list", { name: "Diễn biến" }).getByRole("listitem");
    await expect.element(items.first()).not.toBeInTheDocument();
    await page.getByText("Diễn biến", { exact: true }).click();
    await expect
      .poll(() => items.elements().map((item) => item.textContent.replace(/\d\d\/\d\d\/\d{4} \d\d:\d\d$/, "")))
      .toEqual(
        [
          "Bạn gửi yêu cầu",
          "Có người nhận viết bài hát",
          "Bài hát đang được thực hiện",
          "Có bản 1 của bài hát",
          "Bài hát đã hoàn thành",
          "Bạn muốn sửa bản 1, ở giây 1:23Hát <i>chậm</i> lại",
          "Bạn muốn sửa bản 1Nhỏ tiếng trống",
          "Giá thỏa thuận đổi thành 500.000 ₫",
          "Bạn đồng ý với bản 2",
          "Chúng tôi nhận được thanh toán",
          "Thanh toán được ghi lại là chưa nhận",
          "Bạn cho phép đưa bài hát vào thư viện",
          "Bài hát có trong thư viện",
          "Bạn thôi cho phép đưa bài hát vào thư viện",
          "Yêu cầu bị hủy",
          "Yêu cầu trở lại danh sách chờ",
        ].reverse(),
      );
    await fits();
  });

  test("fits with long texts at all widths", async () => {
    const long = "Nguyễnthị".repeat(22);
    await show(
      finished({
        customer_name: long,
        request_content: long,
        events: [aRequestEvent({ kind: "changes_requested", version: 1, text: long })],
      }),
    );
    for (const width of [1280, 768, 390, 360]) {
      await page.viewport(width, 800);
      await expect
        .poll(() => document.documentElement.scrollWidth, { message: `at ${width}` })
        .toBeLessThanOrEqual(width);
    }
  });
});

describe("the song", () => {
  test("is heard for free and can't be saved, with earlier versions below", async () => {
    await show(finished({ songs: [version({ id: 12, number: 2 }), version({ id: 11, number: 1 })] }));
    await expect.element(page.getByText(/^Nghe miễn phí/)).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Phát: Bài hát HR2345678M, bản 2" })).toBeVisible();
    const earlier = page.getByRole("button", { name: "Phát: Bài hát HR2345678M, bản 1" });
    expect(earlier.query()).toBeNull();
    await page.getByText("Các bản trước (1)").click();
    await expect.element(earlier).toBeVisible();
    expect(page.getByRole("link", { name: /^Tải/ }).query()).toBeNull();
    await checkScreen({ heading: "Bài hát của bạn" });
  });

  test("says so when it fails to load, without a way to save it", async () => {
    await show(finished({ songs: [version({ id: 13, stream_url: "/files/khong-co.mp3?signature=1" })] }));
    await page.getByRole("button", { name: "Phát: Bài hát HR2345678M, bản 1" }).click();
    await expect
      .element(alert)
      .toHaveTextContent("Không thể tải file âm thanh. Vui lòng kiểm tra kết nối rồi thử lại.");
    expect(page.getByRole("link", { name: /^Tải/ }).query()).toBeNull();
  });

  test("is not there before it is delivered", async () => {
    await show(aRequest({ status: "processing" }));
    expect(page.getByRole("region", { name: "Bài hát của bạn" }).query()).toBeNull();
    expect(accept.query()).toBeNull();
    expect(consent.query()).toBeNull();
  });
});

describe("accepting", () => {
  test("asks first with the agreed price, can be put off, then sends version and price, and shows how to pay", async () => {
    await show(finished());
    await accept.click();
    await expect.element(dialog).toMatchTextContent("Bạn nhận bản 1 với giá thỏa thuận 299.000 ₫.");
    await checkScreen({ heading: "Bài hát của bạn" });
    await dialog.getByRole("button", { name: "Nghe lại đã" }).click();
    await expect.poll(() => dialog.query()).toBeNull();
    expect(api.requests(acceptCall)).toEqual([]);
    await accept.click();
    api.change({ [acceptCall]: unpaid(), [read]: unpaid() });
    await confirm.click();
    await expect.element(page.getByRole("heading", { name: "Chuyển khoản 299.000 ₫" })).toBeVisible();
    expect(api.requests(acceptCall).map(({ params, body }) => ({ params, body }))).toEqual([
      { params: { token }, body: { version_id: 11, agreed_price: 299_000 } },
    ]);
    await expect.element(page.getByRole("heading", { name: "Chuyển khoản 299.000 ₫" })).toHaveFocus();
    expect(accept.query()).toBeNull();
    expect(changes.query()).toBeNull();
  });

  test("of a free song says so, and opens the download at once", async () => {
    await show(finished({ agreed_price: 0 }));
    await accept.click();
    await expect.element(dialog).toMatchTextContent("Bạn nhận bản 1 miễn phí.");
    const free = paid({ agreed_price: 0, paid_at: null });
    api.change({ [acceptCall]: free, [read]: free });
    await confirm.click();
    await expect.element(download).toHaveAttribute("href", "/files/song.mp3?download=1");
    expect(page.getByRole("button", { name: "Sao chép số tài khoản" }).query()).toBeNull();
  });

  test("at a price that has changed shows the server's sentence and the new price", async () => {
    await show(finished());
    await accept.click();
    const message = "Giá của bài hát vừa thay đổi, bạn hãy tải lại trang để xem giá mới";
    api.change({ [acceptCall]: fails(409, message), [read]: finished({ agreed_price: 350_000 }) });
    await confirm.click();
    await expect.element(alert).toHaveTextContent(message);
    await expect.element(alert).toHaveFocus();
    await expect.element(status).toMatchTextContent("Giá thỏa thuận350.000 ₫");
    await accept.click();
    await expect.element(dialog).toMatchTextContent("350.000 ₫");
  });

  test("that fails can be tried again", async () => {
    await show(finished());
    api.change({ [acceptCall]: networkDown() });
    await accept.click();
    await confirm.click();
    await expect.element(alert).toMatchTextContent("Không kết nối được với máy chủ.");
    expect(api.requests(read)).toHaveLength(1);
    await expect.element(accept).toBeEnabled();
  });
});

describe("changes", () => {
  const changing = finished({ status: "processing", due_at: "2026-05-08T16:59:59.000Z" });

  test("are sent, and noted with the new due date", async () => {
    await show(finished());
    await wish();
    await text.fill("  Hát chậm lại  ");
    api.change({ [changesCall]: changing, [read]: changing });
    await send.click();
    await expect.element(next).toMatchTextContent("Đã ghi nhận");
    await expect.element(next).toMatchTextContent("Muộn nhất thứ sáu, 08/05/2026");
    expect(api.requests(changesCall).map(({ params, body }) => ({ params, body }))).toEqual([
      { params: { token }, body: { version_id: 11, text: "Hát chậm lại", second: null } },
    ]);
    expect(changes.query()).toBeNull();
    expect(readSession("draft:changes:3")).toBeNull();
  });

  test("can be sent after all free ones are used, and say so", async () => {
    await show(finished({ changes_done: 2, free_changes: 2 }));
    await wish();
    await expect.element(changes.getByText(/^Bạn đã dùng hết 2 lần sửa miễn phí\./)).toBeVisible();
    await expect.element(send).toBeEnabled();
  });

  test("need words, 3000 characters at most", async () => {
    await show(finished());
    await wish();
    await text.fill("   ");
    await send.click();
    await expect.element(text).toHaveAccessibleDescription("Vui lòng cho biết bạn muốn sửa điều gì");
    await expect.element(text).toHaveFocus();
    await checkScreen({ heading: "Bài hát của bạn" });
    await text.fill("a".repeat(3001));
    await expect.element(text).toHaveAccessibleDescription("Không được dài quá 3000 ký tự");
    await send.click();
    expect(api.requests(changesCall)).toEqual([]);
    await text.fill("a".repeat(3000));
    await expect.element(text).not.toHaveAccessibleDescription("Không được dài quá 3000 ký tự");
  });

  test("are pinned to the second that is played, and the pin can go", async () => {
    await show(finished());
    await wish();
    await expect.element(pin).toBeDisabled();
    await expect.element(changes.getByText("Bạn phát bài hát đến chỗ cần sửa để ghim.")).toBeVisible();
    await page.getByRole("button", { name: "Phát: Bài hát HR2345678M, bản 1" }).click();
    await page.getByRole("button", { name: "Tạm dừng: Bài hát HR2345678M, bản 1" }).click();
    thePlayer().seek(12.7);
    await expect.element(pin).toHaveTextContent("Ghim vào giây hiện tại(0:12)");
    await pin.click();
    await expect.element(pinned).toHaveTextContent("Ghim ở giây 0:12");
    await changes.getByRole("button", { name: "Bỏ ghim" }).click();
    expect(pinned.query()).toBeNull();
    await pin.click();
    await text.fill("Nhỏ tiếng trống");
    api.change({ [changesCall]: changing, [read]: changing });
    await send.click();
    await expect.element(next).toMatchTextContent("Đã ghi nhận");
    expect(api.requests(changesCall)[0]?.body).toEqual({ version_id: 11, text: "Nhỏ tiếng trống", second: 12 });
  });

  test("keep what is typed after an error and a reload; a newer version drops the pin alone", async () => {
    writeSession("draft:changes:3", JSON.stringify({ text: "Hát chậm lại", second: 83, versionId: 11 }));
    const rendered = await show(finished());
    await expect.element(text).toHaveValue("Hát chậm lại");
    await expect.element(changes.getByText("1:23")).toBeVisible();
    api.change({ [changesCall]: fails(503, "Máy chủ đang bận") });
    await text.fill("Hát chậm lại nhé");
    await send.click();
    await expect.element(alert).toHaveTextContent("Máy chủ đang bận");
    await expect.element(text).toHaveValue("Hát chậm lại nhé");
    expect(api.requests(changesCall)[0]?.body).toEqual({ version_id: 11, text: "Hát chậm lại nhé", second: 83 });
    await rendered.unmount();
    await show(finished({ songs: [version({ id: 12, number: 2 }), version()] }));
    await expect.element(text).toHaveValue("Hát chậm lại nhé");
    expect(changes.getByText("1:23").query()).toBeNull();
  });

  test("that come too late show the server's sentence and what is true now", async () => {
    await show(finished());
    await wish();
    await text.fill("Hát chậm lại");
    api.change({ [changesCall]: fails(409, "Bạn đã đồng ý với bài hát này"), [read]: unpaid() });
    await send.click();
    await expect.element(page.getByText("Bạn đã đồng ý với bài hát này")).toBeVisible();
    await expect.element(page.getByRole("heading", { name: "Chuyển khoản 299.000 ₫" })).toBeVisible();
  });
});

describe("paying", () => {
  const state: RequestPaymentState = {
    code: "HR2345678M",
    status: "completed",
    received_amount: 0,
    missing: 299_000,
    excess_amount: 0,
    paid_at: null,
  };

  test("is followed: what is missing, then the whole song, then an undone payment", async () => {
    const stream = eventStream();
    api.change({ "GET /api/requests/{token}/events": stream.answer });
    await show(unpaid());
    await expect.poll(stream.isOpen).toBe(true);
    const payment = aPayment({ transfer_content: "HR2345678M", amount: 99_000 });
    api.change({ [read]: unpaid({ received_amount: 200_000, payment }) });
    stream.send({ ...state, received_amount: 200_000, missing: 99_000 }, "1");
    await expect.element(page.getByRole("heading", { name: "Chuyển nốt 99.000 ₫" })).toBeVisible();
    api.change({ [read]: paid({ received_amount: 299_000, excess_amount: 1000 }) });
    stream.send({ ...state, received_amount: 299_000, missing: 0, excess_amount: 1000, paid_at: time }, "2");
    const news = page.getByText("Đã nhận được tiền");
    const owned = page.getByRole("heading", { name: "Bài hát là của bạn" });
    await expect.element(news).toBeVisible();
    await expect.element(owned).toHaveFocus();
    const below = owned.element().getBoundingClientRect().top - news.element().getBoundingClientRect().bottom;
    expect(below).toBeGreaterThanOrEqual(12);
    await expect.element(download).toBeVisible();
    await expect.element(page.getByText(/Bạn đã chuyển nhiều hơn 1\.000 ₫.*liên hệ để hoàn lại\./)).toBeVisible();
    api.change({ [read]: unpaid() });
    stream.send(state, "3");
    await expect.element(page.getByRole("heading", { name: "Chuyển khoản 299.000 ₫" })).toBeVisible();
    expect(download.query()).toBeNull();
  });

  test.each([
    ["Sinh nhật", "Chúc bạn và người nhận nghe thật vui."],
    ["Tưởng nhớ", "Mong bài hát nói hộ điều bạn muốn gửi."],
    ["Xin lỗi", "Mong bài hát nói hộ điều bạn muốn gửi."],
  ])("wishes what suits the occasion %s", async (occasion, wish) => {
    await show(paid({ occasion }));
    await expect.element(page.getByText(`Cảm ơn bạn đã tin Ngân Nga. ${wish}`)).toBeVisible();
  });

  test("takes the customer's word", async () => {
    const send = "POST /api/requests/{token}/claim";
    await show(unpaid());
    const claim = { claimed_at: time, has_receipt: false };
    api.change({ [send]: claim, [read]: unpaid({ claim }) });
    await page.getByRole("button", { name: "Tôi đã chuyển khoản" }).click();
    await expect.element(page.getByText(/^Bạn đã báo chuyển khoản lúc/)).toBeVisible();
    expect(api.requests(send).map(({ params }) => params)).toEqual([{ token }]);
  });

  test("shows the account, the sum, the code and the QR code, which can be saved", async () => {
    await show(unpaid());
    await expect
      .element(page.getByRole("img", { name: "Mã QR chuyển khoản 299.000 ₫, nội dung HR2345678M" }))
      .toBeVisible();
    await expect.element(page.getByRole("button", { name: "Sao chép số tài khoản" })).toBeVisible();
    await expect
      .element(page.getByRole("link", { name: "Lưu ảnh QR" }))
      .toHaveAttribute("href", `/api/requests/${token}/qr.png`);
    await expect.element(page.getByText(/đúng số tiền/)).toBeVisible();
    await expect.element(page.getByText(/ghi đúng mã yêu cầu vào nội dung chuyển khoản/)).toBeVisible();
    expect(download.query()).toBeNull();
    await checkScreen({ heading: "Bài hát của bạn" });
  });

  test("says that no bank account is configured, with a link to the team", async () => {
    await show(unpaid({ payment: null }));
    await expect
      .element(page.getByText(/chưa được cấu hình/))
      .toHaveTextContent(
        "Thông tin thanh toán chưa được cấu hình. Vui lòng liên hệ quản trị viên và đọc mã yêu cầu HR2345678M.",
      );
    await expect.element(next).toMatchTextContent("Vui lòng liên hệ quản trị viên để được hướng dẫn thanh toán.");
  });

  test("opens the download with thanks", async () => {
    await show(paid());
    await expect.element(download).toHaveAttribute("href", "/files/song.mp3?download=1");
    await expect.element(page.getByText(/^Cảm ơn bạn đã tin Ngân Nga/)).toBeVisible();
    const filled = [...document.querySelectorAll(".btn--primary")].filter((each) => each.checkVisibility());
    expect(filled.map(({ textContent }) => textContent)).toEqual(["Tải bản đầy đủ"]);
    await checkScreen({ heading: "Bài hát của bạn" });
  });
});

describe("the consent", () => {
  test("is given by keyboard, and withdrawn", async () => {
    await show(paid());
    await expect.element(consent).not.toBeChecked();
    api.change({ [consentCall]: paid({ consent_at: time }), [read]: paid({ consent_at: time }) });
    (consent.element() as HTMLElement).focus();
    await userEvent.keyboard(" ");
    await expect.element(consent).toBeChecked();
    api.change({ [consentCall]: paid(), [read]: paid() });
    await consent.click();
    await expect.element(consent).not.toBeChecked();
    expect(api.requests(consentCall).map(({ body }) => body)).toEqual([{ consent: true }, { consent: false }]);
  });

  test("stays as it was when the change fails", async () => {
    await show(paid());
    api.change({ [consentCall]: fails(503, "Máy chủ đang bận") });
    await consent.click();
    await expect.element(alert).toHaveTextContent("Máy chủ đang bận");
    await expect.element(consent).not.toBeChecked();
  });
});

describe("a request past its time", () => {
  const erased = (fields: Partial<CustomerRequest> = {}) =>
    aRequest({ status: "completed", erased_at: time, consent_at: time, customer_name: "(đã xóa)", ...fields });

  test("says that nothing is kept, and serves the consent to the song in the library", async () => {
    await show(erased());
    await expect.element(page.getByText(/Yêu cầu này đã quá thời hạn lưu giữ/)).toBeVisible();
    await expect.element(page.getByText("(đã xóa)")).not.toBeInTheDocument();
    await expect.element(status).not.toBeInTheDocument();
    await expect.element(consent).toBeChecked();
    await checkScreen({ heading: "Bài hát của bạn" });
    api.change({ [consentCall]: erased({ consent_at: null }), [read]: erased({ consent_at: null }) });
    await consent.click();
    await expect.element(consent).not.toBeChecked();
    expect(api.requests(consentCall)[0]?.body).toEqual({ consent: false });
  });
});

test("a song that was paid before it is accepted can be saved, and is not called the customer's yet", async () => {
  await show(paid({ accepted_at: null }));
  await expect.element(page.getByRole("heading", { name: "Bạn tải được bài hát rồi" })).toBeVisible();
  await expect.element(download).toBeVisible();
  await expect.element(accept).toBeVisible();
});

describe("the refresh", () => {
  const requests = () => api.requests(read).length;

  test("comes every 30 seconds while the request is open, and when the tab is shown", async () => {
    stopClock();
    await show(aRequest());
    api.change({ [read]: finished() });
    await passTime(30_000);
    await expect.element(accept).toBeVisible();
    await hideTab(true);
    await passTime(60_000);
    expect(requests()).toBe(2);
    await hideTab(false);
    expect(requests()).toBe(3);
  });

  test("goes on while the song waits for its payment, so that a message is seen", async () => {
    stopClock();
    await show(unpaid());
    api.change({ [read]: unpaid({ unread_messages: 1 }) });
    await passTime(30_000);
    await expect.element(page.getByRole("link", { name: "Bạn có 1 tin nhắn mới" })).toBeVisible();
  });

  test("of a finished request comes only when the tab is shown", async () => {
    stopClock();
    await show(paid());
    await passTime(60_000);
    expect(requests()).toBe(1);
    await hideTab(false);
    expect(requests()).toBe(2);
  });

  test("keeps the request when it fails", async () => {
    stopClock();
    await show(aRequest());
    api.change({ [read]: fails(503) });
    await passTime(30_000);
    await expect.poll(requests).toBe(2);
    await expect.element(heading).toHaveTextContent("Bài hát của bạn");
  });
});

describe("a song with its words", () => {
  const words = { title: "Ru cả nhà", dedication: "Tặng má", lyrics: "À ơi\nmá ru", note: "Hát như má hay hát" };

  test("stands first, and what was sent is folded below it", async () => {
    await page.viewport(390, 664);
    await show(finished({ songs: [version(words)], request_content: "Kể về má" }));
    const song = page.getByRole("region", { name: "Ru cả nhà" });
    await expect.element(song.getByText("Tặng má", { exact: true })).toBeVisible();
    const play = song.getByRole("button", { name: /^Phát/ }).first();
    expect(play.element().getBoundingClientRect().bottom).toBeLessThan(664);
    await expect.element(page.getByText("Hát như má hay hát")).toBeVisible();
    expect(page.getByText(/^À ơi/).element().textContent).toBe("À ơi\nmá ru");
    await expect.element(page.getByText("Kể về má")).not.toBeVisible();
    await expect.element(heading).toHaveTextContent("Ru cả nhà");
    await fits();
    await page.getByText("Xem lại yêu cầu bạn đã gửi").click();
    await expect.element(page.getByText("Kể về má")).toBeVisible();
  });

  test("move with it once it plays, where they have times", async () => {
    const { document } = readLyrics("[00:00.10]À ơi\n[00:12.00]má ru");
    await show(finished({ songs: [version({ ...words, lines: document })] }));
    await expect.element(page.getByText(/^À ơi/)).toBeVisible();
    await page.getByRole("region", { name: "Ru cả nhà" }).getByRole("button", { name: /^Phát/ }).first().click();
    const line = page.getByRole("button", { name: "má ru" });
    await line.click();
    await expect.element(page.getByRole("listitem").filter({ has: line })).toHaveAttribute("aria-current", "true");
    expect(thePlayer().positionNow()).toBeGreaterThanOrEqual(12);
  });

  test("of an accepted version stay in front of a later one", async () => {
    const later = version({ number: 2, title: "Bản khác" });
    await show(paid({ songs: [later, version(words)], accepted_version: 1 }));
    await expect.element(page.getByRole("region", { name: "Ru cả nhà" })).toBeVisible();
    await page.getByText("Các bản khác (1)").click();
    await expect.element(page.getByText("Bản 2", { exact: true })).toBeVisible();
  });

  test("without them has the name of any song", async () => {
    await show(finished());
    await expect.element(page.getByRole("region", { name: "Bài hát của bạn" })).toBeVisible();
    await expect.element(page.getByRole("heading", { name: "Lời bài hát" })).not.toBeInTheDocument();
  });
});

describe("the song as a gift", () => {
  const gift = "GET /api/requests/{token}/gift";
  const save = "PUT /api/requests/{token}/gift";
  const { secret } = aGiverGift();
  const form = page.getByRole("form", { name: "Lời tặng" });
  const create = form.getByRole("button", { name: "Tạo trang quà" });
  const open = page.getByRole("checkbox", { name: "Người có đường dẫn mở được món quà" });

  beforeEach(() => {
    vi.spyOn(Date, "now").mockReturnValue(Date.parse("2026-11-25T08:00:00.000Z"));
    return () => writeStored(`gift:${secret}`, null);
  });

  const give = (given: GiverGift | null) => {
    api.change({ [gift]: { gift: given } });
    return renderWithin(
      <main>
        <h1>Bài hát</h1>
        <GiveSong token={token} recipient="Cha mẹ" />
      </main>,
    );
  };

  test("makes a gift of what the customer writes, and shows its address", async () => {
    await give(null);
    await expect.element(form.getByLabelText("Tên người nhận")).toHaveValue("Cha mẹ");
    await expect.element(form.getByLabelText("Ngày mở quà")).toHaveAttribute("min", "2026-11-25");
    await checkScreen();
    await form.getByLabelText("Tên người nhận").fill("Mẹ");
    await form.getByLabelText("Lời nhắn").fill("a".repeat(1001));
    await create.click();
    await expect
      .element(form.getByLabelText("Lời nhắn"))
      .toHaveAccessibleDescription("Lời nhắn không được dài quá 1.000 ký tự");
    expect(api.requests(save)).toEqual([]);
    await form.getByLabelText("Lời nhắn").fill("Chúc mẹ vui");
    api.change({ [save]: aGiverGift({ opens_on: "2026-12-24", state: "waiting" }) });
    await form.getByLabelText("Ngày mở quà").fill("2026-12-24");
    await create.click();
    await expect.element(page.getByText("Món quà mở vào thứ năm, 24/12/2026.")).toBeVisible();
    expect(api.requests(save)).toMatchObject([
      { body: { recipient_name: "Mẹ", giver_name: null, message: "Chúc mẹ vui", opens_on: "2026-12-24" } },
    ]);
    await expect.element(page.getByText(new URL(`/g/${secret}`, window.location.origin).href)).toBeVisible();
    await expect.poll(() => isOwnGift(secret)).toBe(true);
  });

  test("half-written words come back with the page, are folded out, and are forgotten once saved", async () => {
    const rendered = await give(aGiverGift());
    const draft = () => readSession(`draft:gift:${token}`);
    const fold = page.getByText("Sửa tên, lời nhắn và ngày mở");
    await fold.click();
    const message = form.getByLabelText("Lời nhắn");
    const before = (message.element() as HTMLTextAreaElement).value;
    await message.fill("Chúc mẹ vui và khỏe");
    await rendered.unmount();
    await give(aGiverGift());
    await expect.element(message).toBeVisible();
    await expect.element(message).toHaveValue("Chúc mẹ vui và khỏe");
    await message.fill(before);
    expect(draft(), "the saved words are no draft").toBeNull();
    await message.fill("Chúc mẹ vui và khỏe");
    api.change({ [save]: aGiverGift({ message: "Chúc mẹ vui và khỏe" }) });
    await form.getByRole("button", { name: "Lưu lời tặng" }).click();
    await expect.poll(draft).toBeNull();
    await expect.element(message).not.toBeInTheDocument();
    expect(document.activeElement?.textContent).toBe("Sửa tên, lời nhắn và ngày mở");
    await fold.click();
    await expect.element(message).toHaveValue("Chúc mẹ vui và khỏe");
  });

  test("says beside the button what refused the gift, and at a field what is wrong there", async () => {
    await give(null);
    const name = form.getByLabelText("Tên người tặng");
    api.change({ [save]: fails(422, "Dữ liệu chưa hợp lệ", [{ field: "giver_name", message: "Tên này quá dài" }]) });
    await create.click();
    await expect.element(name).toHaveFocus();
    await expect.element(name).toHaveAccessibleDescription("Tên này quá dài");
    await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
    api.change({ [save]: fails(409, "Bạn nhận bài và thanh toán xong là tặng được bài hát này") });
    await create.click();
    await expect
      .element(page.getByRole("alert"))
      .toHaveTextContent("Bạn nhận bài và thanh toán xong là tặng được bài hát này");
    await fits();
  });

  test("has link, cards and what came back; closing saves at once", async () => {
    const time = "2026-11-25T08:05:00.000Z";
    const thanks = [
      { name: "Bà ngoại", text: "Cảm ơn con", created_at: time },
      { name: null, text: "Ba nữa", created_at: time },
    ];
    await give(aGiverGift({ opened_at: time, hearts: 2, thanks }));
    await expect.element(page.getByText("2 trái tim")).toBeVisible();
    await expect
      .element(page.getByRole("list"))
      .toHaveTextContent("Cảm ơn conBà ngoại, 25/11/2026Ba nữaMẹ, 25/11/2026");
    await expect.element(page.getByText("25/11/2026 15:05")).toBeVisible();
    const href = (name: string) => page.getByRole("link", { name }).element().getAttribute("href");
    expect(href("Xem trang quà (mở trong thẻ mới)")).toBe(`/g/${secret}`);
    expect(href("Thiệp giấy")).toBe(`/api/requests/${token}/gift/card.pdf?design=1`);
    expect(href("Thiệp sơn mài")).toBe(`/api/requests/${token}/gift/card.pdf?design=2`);
    await checkScreen();
    api.change({ [save]: aGiverGift({ is_open: false, state: "closed" }) });
    await open.click();
    await expect.element(page.getByText(/^Bạn đang đóng món quà\./)).toBeVisible();
    await expect.element(open).not.toBeChecked();
    expect(api.requests(save)).toMatchObject([{ body: { is_open: false } }]);
  });

  test("says why a gift is closed without its giver's doing, and when nobody has opened it", async () => {
    await give(aGiverGift({ state: "closed" }));
    await expect.element(page.getByText("Món quà đang đóng vì bài hát chưa được thanh toán.")).toBeVisible();
    await expect.element(page.getByText("Chưa ai mở món quà này.")).toBeVisible();
  });

  test("says when it could not be loaded", async () => {
    api.change({ [gift]: fails(503, "Máy chủ đang bận") });
    await renderWithin(<GiveSong token={token} recipient={null} />);
    await expect
      .element(page.getByRole("alert"))
      .toHaveTextContent("Không tải được phần quà tặng. Bạn tải lại trang nhé.");
  });
});
