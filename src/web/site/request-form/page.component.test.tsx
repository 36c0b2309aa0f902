import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { defaultSongPricing } from "#contract/settings.ts";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { passTime, stopClock } from "#test/component/clock.ts";
import { tone } from "#test/component/files.ts";
import { renderRoute } from "#test/component/render.tsx";
import { aRequest } from "#test/component/requests.ts";
import { loggedIn } from "#test/component/samples.ts";
import { fails, hangs, held, type StubbedApi, stubApi } from "#test/component/stub-api.ts";
import { stubUploads } from "#test/component/stub-upload.ts";
import { settled } from "#test/component/visitor.ts";
import { readSession, readStored, writeStored } from "../../lib/storage.ts";
import { storedOrders } from "../sales/own/stored-orders.ts";
import * as requestPage from "./page.tsx";

const price = "GET /api/song-requests/public/pricing";
const create = "POST /api/song-requests";
const open = (serverData?: unknown) => renderRoute(requestPage, { path: "/request", serverData });
const form = page.getByRole("form", { name: "Yêu cầu sáng tác" });
const field = (label: string) => form.getByLabelText(label, { exact: true });
const fileInput = form.getByLabelText(/^File tham khảo/);
const submit = form.getByRole("button", { name: "Gửi yêu cầu", exact: true });
const dialog = page.getByRole("dialog", { name: "Xác nhận gửi yêu cầu" });
const confirm = dialog.getByRole("button", { name: "Xác nhận gửi" });
const sending = page.getByRole("heading", { name: "Đang gửi yêu cầu...", level: 1 });
const cancel = page.getByRole("button", { name: "Hủy gửi" });
const success = page.getByRole("heading", { name: "Yêu cầu đã được gửi!", level: 1 });
const alert = page.getByRole("alert");
const brief = form.getByText(/Kể thêm một chút/);
const music = form.getByText(/^Giọng, thể loại, tâm trạng, nhịp: để chúng tôi chọn/);
const chip = (group: string, choice: string) =>
  form.getByRole("group", { name: group }).getByText(choice, { exact: true });
const choice = (group: string, name: string) => form.getByRole("group", { name: group }).getByRole("radio", { name });
const heading = /^Kể chuyện của bạn/;
const story = "Bài hát tặng ba má nhân 30 năm ngày cưới";

let api: StubbedApi;
beforeEach(() => {
  api = stubApi({
    [price]: defaultSongPricing,
    "GET /api/song-requests/public/examples": [],
    "GET /api/song-requests/public/reviews": { items: [], count: 0, average: null },
  });
});

async function fillIn() {
  await field("Họ và tên *").fill(" Nguyễn Thị Lan ");
  await field("Email *").fill("lan@example.com");
  await field("Nội dung yêu cầu *").fill(story);
}

/** Confirms the dialog of a filled form; the clock stands still until the returned function is called. */
async function confirmForm() {
  await submit.click();
  await expect.element(dialog).toBeVisible();
  const restartClock = stopClock();
  await confirm.click();
  await expect.element(sending).toHaveFocus();
  return restartClock;
}

/** Sends the form as it is. Returns the function that lets the clock go on. */
async function sendForm() {
  const restartClock = await confirmForm();
  await passTime(3000);
  return restartClock;
}

const bodies = () => api.requests(create).map(({ body }) => Object.fromEntries(body as FormData));

describe("the price", () => {
  test("stands beside the form with its description, features and the pledge", async () => {
    await open({ pricing: { ...defaultSongPricing, base_price: 1_250_000, description: "Trọn gói cho đám cưới" } });
    const aside = page.getByRole("complementary", { name: "Giá và cam kết" });
    await expect.element(aside).toMatchTextContent("Giá trọn gói1.250.000 VNDTrọn gói cho đám cưới");
    for (const feature of defaultSongPricing.features) await expect.element(aside).toMatchTextContent(feature);
    await expect.element(aside).toMatchTextContent("Không đặt cọc.");
    await expect.element(aside).toMatchTextContent("hài lòng mới thanh toán");
    await expect.element(aside).toMatchTextContent("Tối đa 3 ngày làm việc");
    await expect.element(aside).toMatchTextContent("Giai điệu, phần đệm và giọng hát do AI tạo.");
    await expect.element(aside).toMatchTextContent("Mỗi yêu cầu có một trang riêng");
    await expect.element(aside).not.toMatchTextContent(/email|tin nhắn/);
    expect(api.requests(price)).toEqual([]);
  });

  test("is a skeleton while it loads, beside a form that works", async () => {
    const late = held(defaultSongPricing);
    api.change({ [price]: late.answer });
    await open();
    await expect.element(page.getByText("Đang tải giá")).toBeInTheDocument();
    await expect.element(submit).toBeEnabled();
    late.release();
    await expect.element(page.getByLabelText("Giá và cam kết").getByText("299.000 VND")).toBeVisible();
    await page.viewport(390, 844);
    await expect
      .element(
        page.getByText(
          "299.000 VND, trả khi ưng, 2 lần sửa miễn phí. Nhận bài trong 3 ngày làm việc. Người viết lời, AI hát.",
        ),
      )
      .toBeVisible();
  });

  test("stays a skeleton when it fails to load", async () => {
    api.change({ [price]: fails(500) });
    await open();
    await expect.poll(() => api.requests(price)).toHaveLength(1);
    await settled();
    await expect.element(page.getByText("Đang tải giá")).toBeInTheDocument();
    expect(alert.query()).toBeNull();
  });
});

describe("the form", () => {
  test("shows each field's error on sending and on change, and asks nothing", async () => {
    await open();
    await submit.click();
    await expect.element(field("Họ và tên *")).toHaveAccessibleDescription("Vui lòng nhập họ và tên");
    await expect.element(field("Email *")).toHaveAccessibleDescription("Vui lòng nhập email");
    await expect.element(field("Nội dung yêu cầu *")).toHaveAccessibleDescription("Vui lòng nhập nội dung yêu cầu");
    await expect.element(field("Nội dung yêu cầu *")).toHaveFocus();
    await checkScreen({ heading });
    expect(dialog.query()).toBeNull();
    await field("Email *").fill("lan@");
    await expect.element(field("Email *")).toHaveAccessibleDescription("Email không hợp lệ");
    await field("Email *").fill("lan@example.com");
    await expect.element(field("Email *")).toHaveAccessibleDescription("");
    await field("Số điện thoại").fill("09a");
    await expect.element(field("Số điện thoại")).toHaveAccessibleDescription("Số điện thoại không hợp lệ");
  });

  test("opens the folded fields for an error in one of them", async () => {
    await open();
    await fillIn();
    await brief.click();
    await field("Ngân sách dự kiến (VND)").fill("năm trăm");
    await brief.click();
    await expect.element(field("Ngân sách dự kiến (VND)")).not.toBeVisible();
    await submit.click();
    await expect.element(field("Ngân sách dự kiến (VND)")).toHaveFocus();
    await expect
      .element(field("Ngân sách dự kiến (VND)"))
      .toHaveAccessibleDescription("Bạn ghi số tiền, ví dụ: 500.000, 500k hoặc 1,5 triệu");
  });

  test("is filled in for a user, whose cleared field stays empty", async () => {
    api.change(loggedIn());
    await open();
    await expect.element(field("Họ và tên *")).toHaveValue("Trần Thu Hà");
    await expect.element(field("Email *")).toHaveValue("thu-ha@example.com");
    await field("Họ và tên *").fill("");
    await expect.element(field("Họ và tên *")).toHaveValue("");
    await submit.click();
    await expect.element(field("Họ và tên *")).toHaveAccessibleDescription("Vui lòng nhập họ và tên");
  });

  test("has a field for robots that neither keyboard nor screen reader reaches", async () => {
    await open();
    await expect.element(submit).toBeVisible();
    const trap = document.querySelector<HTMLInputElement>("input[name=website]");
    expect(trap?.checkVisibility()).toBe(false);
    expect(form.getByRole("textbox", { name: "Website" }).query()).toBeNull();
  });

  test("fits with long texts at all widths", async () => {
    const widths = [1280, 768, 390, 360];
    const expectFit = async (element: () => Element) => {
      for (const width of widths) {
        await page.viewport(width, 800);
        const sideways = () => element().scrollWidth - element().clientWidth;
        await expect.poll(sideways, { message: `at ${width}` }).toBeLessThanOrEqual(0);
      }
    };
    await open({ pricing: { ...defaultSongPricing, features: ["Dài".repeat(60)], base_price: 1_000_000_000_000 } });
    await chip("Dịp", "Em bé chào đời").click();
    await chip("Tặng ai", "Khác…").click();
    await field("Tặng ai, theo lời bạn").fill("con".repeat(60));
    await expect.element(form.getByRole("button", { name: /^Bắt đầu bằng/ })).toBeVisible();
    await expectFit(() => document.documentElement);
    await field("Nội dung yêu cầu *").fill("chữ".repeat(500));
    await field("Họ và tên *").fill("Lan".repeat(60));
    await field("Email *").fill("lan@example.com");
    await userEvent.upload(fileInput, tone(`${"ba-hat".repeat(30)}.mp3`));
    await brief.click();
    await submit.click();
    await expect.element(dialog).toBeVisible();
    await expectFit(() => dialog.element());
    await expectFit(() => document.documentElement);
  });
});

/** Drags files over an element and drops them. Returns whether the page took them from the browser. */
function drop(target: Element, ...files: File[]): boolean {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  const fire = (type: string) =>
    !target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  return fire("dragover") && fire("drop");
}

describe("the chips", () => {
  test("a chosen one is taken back by a second press, and words of one's own take its place", async () => {
    await open();
    await music.click();
    await chip("Giọng hát", "Nữ").click();
    await expect.element(choice("Giọng hát", "Nữ")).toBeChecked();
    await chip("Giọng hát", "Nữ").click();
    await expect.element(choice("Giọng hát", "Nữ")).not.toBeChecked();
    await chip("Giọng hát", "Khác…").click();
    await field("Giọng hát, theo lời bạn").fill("Nữ trầm");
    await expect.element(form.getByText(/^Nữ trầm \(không bắt buộc\)/)).toBeVisible();
    await fits();
    await chip("Giọng hát", "Nam").click();
    expect(field("Giọng hát, theo lời bạn").query()).toBeNull();
    await expect.element(choice("Giọng hát", "Nam")).toBeChecked();
  });

  test("show the server's error, with words of one's own at them", async () => {
    const message = "Không được dài quá 200 ký tự";
    api.change({ [create]: fails(422, message, [{ field: "mood", message }]) });
    await open();
    await fillIn();
    await music.click();
    await chip("Tâm trạng", "Khác…").click();
    await field("Tâm trạng, theo lời bạn").fill("Nửa vui nửa buồn");
    const restartClock = await sendForm();
    await expect.element(field("Tâm trạng, theo lời bạn")).toHaveAccessibleDescription(message);
    restartClock();
    await chip("Tâm trạng", "Ấm áp").click();
    await expect.element(form.getByRole("group", { name: "Tâm trạng" })).not.toHaveTextContent(message);
  });

  test("are reached by the arrow keys", async () => {
    await open();
    await music.click();
    await expect.element(choice("Nhịp", "Chậm")).toBeVisible();
    choice("Nhịp", "Chậm").element().focus();
    await userEvent.keyboard(" ");
    await expect.element(choice("Nhịp", "Chậm")).toBeChecked();
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(choice("Nhịp", "Vừa")).toBeChecked();
  });

  test("ask for what belongs to the occasion, and begin the story", async () => {
    await open();
    const begin = form.getByRole("button", { name: /^Bắt đầu bằng/ });
    expect(begin.query()).toBeNull();
    await chip("Dịp", "Ngày cưới").click();
    await expect.element(field("Nội dung yêu cầu *")).toHaveAccessibleDescription(/gặp nhau ở đâu/);
    await chip("Tặng ai", "Cha mẹ").click();
    await begin.click();
    await expect
      .element(field("Nội dung yêu cầu *"))
      .toHaveValue("Bài hát cho ngày cưới, tặng cha mẹ. Kỷ niệm tôi muốn kể: ");
    await expect.element(field("Nội dung yêu cầu *")).toHaveFocus();
    expect(begin.query()).toBeNull();
  });
});

describe("the reference file", () => {
  const zone = () => {
    const label = fileInput.element().closest("label");
    if (!label) throw new Error("The field has no label.");
    return label;
  };
  const chosen = (name: string) => form.getByRole("button", { name: `Bỏ file ${name}` });

  test("has a hint, is picked and removed", async () => {
    await open();
    await expect.element(fileInput).toHaveAccessibleDescription("MP3, WAV, MP4, AVI, tối đa 50MB");
    await expect.element(fileInput).toHaveAttribute("accept", "audio/*,video/*");
    await userEvent.upload(fileInput, tone("ba-hat.mp3"));
    await expect.element(form.getByText("4 KB")).toBeVisible();
    await chosen("ba-hat.mp3").click();
    await expect.element(fileInput).toHaveFocus();
    expect(chosen("ba-hat.mp3").query()).toBeNull();
  });

  test("is dropped", async () => {
    await open();
    await expect.element(submit).toBeVisible();
    expect(drop(zone(), new File(["x"], "clip.mp4", { type: "video/mp4" }))).toBe(true);
    await expect.element(chosen("clip.mp4")).toBeVisible();
  });

  test("refuses two files, and keeps the chosen one", async () => {
    const message = "Chỉ gửi một file mỗi lần";
    await open();
    await userEvent.upload(fileInput, tone("ba-hat.mp3"));
    drop(zone(), tone(), tone("hai.mp3"));
    await expect.element(alert).toHaveTextContent(message);
    await expect.element(fileInput).toHaveAccessibleDescription(message);
    await expect.element(chosen("ba-hat.mp3")).toBeVisible();
    drop(zone(), tone("moi.mp3"));
    await expect.element(chosen("moi.mp3")).toBeVisible();
    expect(alert.query()).toBeNull();
  });

  test("accepts audio whose type the system does not know, and discards a file beside the field", async () => {
    await open();
    await expect.element(submit).toBeVisible();
    expect(drop(document.body, tone("ngoai.mp3"))).toBe(true);
    drop(zone(), new File(["x"], "la.FLAC"));
    await expect.element(chosen("la.FLAC")).toBeVisible();
    expect(chosen("ngoai.mp3").query()).toBeNull();
  });
});

describe("the confirmation", () => {
  test("shows what will be sent, and returns to the form by its button and by Esc", async () => {
    await open();
    await fillIn();
    await userEvent.upload(fileInput, tone("ba-hat.mp3"));
    await chip("Tặng ai", "Cha mẹ").click();
    await brief.click();
    await field("Ngân sách dự kiến (VND)").fill("500.000 ₫");
    await submit.click();
    for (const text of [
      "Họ và tênNguyễn Thị Lan",
      "Emaillan@example.com",
      `Nội dung yêu cầu${story}`,
      "Tặng aiCha mẹ",
      "Ngân sách dự kiến500.000 VND",
      "File tham khảoba-hat.mp3 (4 KB)",
    ]) {
      await expect.element(dialog).toMatchTextContent(text);
    }
    expect(dialog.getByText("Số điện thoại").query()).toBeNull();
    await checkScreen({ heading });
    await dialog.getByRole("button", { name: "Quay lại sửa" }).click();
    expect(dialog.query()).toBeNull();
    await expect.element(submit).toHaveFocus();
    await expect.element(choice("Tặng ai", "Cha mẹ")).toBeChecked();
    await submit.click();
    await expect.element(dialog).toBeVisible();
    await userEvent.keyboard("{Escape}");
    expect(dialog.query()).toBeNull();
    await expect.element(field("Email *")).toHaveValue("lan@example.com");
    expect(api.requests(create)).toEqual([]);
  });
});

describe("sending", () => {
  test("waits 3000 ms, sends once, and says where the request is found", async () => {
    const answer = held(aRequest());
    api.change({ [create]: answer.answer });
    const screen = await open();
    await fillIn();
    await field("Số điện thoại").fill("0901 234 567");
    await confirmForm();
    await passTime(2999);
    expect(api.requests(create)).toEqual([]);
    await expect.element(cancel).toBeVisible();
    await passTime(1);
    expect(bodies()).toEqual([
      {
        customer_name: "Nguyễn Thị Lan",
        customer_phone: "0901 234 567",
        customer_email: "lan@example.com",
        request_content: story,
      },
    ]);
    expect(api.requests(create)[0]?.idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
    expect(api.requests(create)[0]?.token).toBeUndefined();
    expect(cancel.query(), "what is sent can't be taken back").toBeNull();
    answer.release();
    await expect.element(success).toHaveFocus();
    await expect.element(page.getByText("06/05/2026")).toBeVisible();
    expect(storedOrders().map(({ code }) => code)).toEqual(["HR2345678M"]);
    const link = page.getByRole("link", { name: "Theo dõi yêu cầu" });
    await expect.element(link).toHaveAttribute("href", "/requests/ZyXwVuTsRqPoNmLkJiHgFe");
    // The list of what was ordered would repeat it.
    expect(page.getByRole("link", { name: /^HR2345678M/ }).query()).toBeNull();
    await expect.element(page.getByRole("button", { name: "Sao chép đường dẫn" })).toBeVisible();
    await link.click();
    await expect.poll(screen.address).toBe("/requests/ZyXwVuTsRqPoNmLkJiHgFe");
  });

  test("promises a message where the site sends one", async () => {
    api.change({ [create]: aRequest({ news_channel: "email" }) });
    await open();
    await fillIn();
    const restartClock = await sendForm();
    await expect.element(success).toBeVisible();
    await expect
      .element(page.getByText(/^Cảm ơn bạn đã kể/))
      .toMatchTextContent("Khi bài xong, chúng tôi báo qua email lan@example.com.");
    restartClock();
    await checkScreen({ heading: "Yêu cầu đã được gửi!" });
  });

  test("clears form and file, so that another request starts empty", async () => {
    const uploads = stubUploads();
    await open();
    await fillIn();
    await userEvent.upload(fileInput, tone("ba-hat.mp3"));
    await chip("Dịp", "Ngày cưới").click();
    await sendForm();
    uploads[0]?.reply(aRequest());
    await expect.element(success).toBeVisible();
    expect(readStored("requestDraft")).toBeNull();
    expect(readSession("idempotencyKey:request"), "another request has another key").toBeNull();
    await page.getByRole("button", { name: "Gửi yêu cầu khác" }).click();
    await expect.element(page.getByRole("heading", { level: 1 })).toHaveFocus();
    for (const label of ["Họ và tên *", "Email *", "Nội dung yêu cầu *"])
      await expect.element(field(label)).toHaveValue("");
    expect(form.getByRole("button", { name: /^Bỏ file/ }).query()).toBeNull();
    await expect.element(choice("Dịp", "Ngày cưới")).not.toBeChecked();
  });

  test("sends all fields, the file and the user's token, and shows the progress", async () => {
    const uploads = stubUploads();
    api.change(loggedIn());
    await open();
    await expect.element(field("Email *")).toHaveValue("thu-ha@example.com");
    await field("Nội dung yêu cầu *").fill(story);
    await brief.click();
    await music.click();
    for (const [group, name] of [
      ["Dịp", "Ngày cưới"],
      ["Giọng hát", "Song ca"],
      ["Thể loại", "Bolero"],
      ["Nhịp", "Chậm"],
      ["Tặng ai", "Khác…"],
      ["Tâm trạng", "Ấm áp"],
    ] as const) {
      await chip(group, name).click();
    }
    const texts = {
      "Tặng ai, theo lời bạn": "Ba má",
      "Từ phải có": "Mỹ Thuận",
      "Từ không được có": "buồn",
      "Cách đọc tên": "Ny là Ni",
      "Ngân sách dự kiến (VND)": "1.500.000",
    };
    for (const [label, text] of Object.entries(texts)) await field(label).fill(text);
    await userEvent.upload(fileInput, tone("ba-hat.mp3"));
    await sendForm();
    const [sent] = uploads;
    expect(sent?.endpoint).toBe(create);
    expect(sent?.token).toBe("user-token");
    const { reference_file, ...fields } = Object.fromEntries(sent?.body ?? []);
    expect(fields).toEqual({
      customer_name: "Trần Thu Hà",
      customer_email: "thu-ha@example.com",
      request_content: story,
      occasion: "Ngày cưới",
      recipient: "Ba má",
      mood: "Ấm áp",
      voice: "Song ca",
      genre: "Bolero",
      tempo: "Chậm",
      words_wanted: "Mỹ Thuận",
      words_unwanted: "buồn",
      name_pronunciation: "Ny là Ni",
      budget: "1500000",
    });
    expect((reference_file as File).name).toBe("ba-hat.mp3");
    sent?.progress(2 * 1024 * 1024, 4 * 1024 * 1024);
    const bar = page.getByRole("progressbar", { name: "Đang tải file tham khảo lên" });
    await expect.element(bar).toHaveAttribute("value", "50");
    await expect.element(page.getByText("2 MB / 4 MB, 50%")).toBeVisible();
    await expect.element(cancel).toBeVisible();
    sent?.progress(4 * 1024 * 1024, 4 * 1024 * 1024);
    await settled();
    expect(cancel.query()).toBeNull();
    sent?.reply(aRequest());
    await expect.element(success).toBeVisible();
  });

  test("looks right while it is on its way", async () => {
    api.change({ [create]: hangs() });
    await open();
    await fillIn();
    await submit.click();
    await confirm.click();
    await checkScreen({ heading: "Đang gửi yêu cầu..." });
  });

  test("can be cancelled before the call, which is then not made", async () => {
    await open();
    await fillIn();
    await confirmForm();
    await passTime(2000);
    await cancel.click();
    await expect.element(submit).toHaveFocus();
    await expect.element(field("Nội dung yêu cầu *")).toHaveValue(story);
    await passTime(10_000);
    expect(api.requests(create)).toEqual([]);
    expect(alert.query()).toBeNull();
  });

  test("can be cancelled while the file is on its way", async () => {
    const uploads = stubUploads();
    await open();
    await fillIn();
    await userEvent.upload(fileInput, tone("ba-hat.mp3"));
    await sendForm();
    uploads[0]?.progress(10, 4096);
    await cancel.click();
    expect(uploads[0]?.aborted).toBe(true);
    await expect.element(submit).toHaveFocus();
    await expect.element(form.getByText("ba-hat.mp3")).toBeVisible();
    expect(alert.query()).toBeNull();
  });

  test("ends when the page is left before the call", async () => {
    const screen = await open();
    await fillIn();
    await confirmForm();
    await screen.go("/songs");
    await expect.poll(() => sending.query()).toBeNull();
    await passTime(10_000);
    expect(api.requests(create)).toEqual([]);
    expect(readStored("requestDraft")).toContain(story);
  });

  test("keeps the request of a page that was left after the call", async () => {
    const answer = held(aRequest());
    api.change({ [create]: answer.answer });
    const screen = await open();
    await fillIn();
    await sendForm();
    await screen.go("/songs");
    await expect.poll(() => sending.query()).toBeNull();
    answer.release();
    await expect.poll(() => storedOrders().map(({ code }) => code)).toEqual(["HR2345678M"]);
    expect(readStored("requestDraft")).toBeNull();
  });

  test("asks before the tab is closed", async () => {
    await open();
    await fillIn();
    const closing = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    expect(closing()).toBe(false);
    await confirmForm();
    expect(closing()).toBe(true);
    await cancel.click();
    await expect.element(submit).toBeVisible();
    expect(closing()).toBe(false);
  });

  test("ends after ten seconds without progress", async () => {
    const uploads = stubUploads();
    await open();
    await fillIn();
    await userEvent.upload(fileInput, tone());
    await sendForm();
    await passTime(9_999);
    uploads[0]?.progress(10, 4096);
    await passTime(9_999);
    await expect.element(sending).toBeVisible();
    await passTime(1);
    await expect.element(alert).toHaveTextContent("Không kết nối được với máy chủ. Bạn kiểm tra mạng rồi thử lại nhé.");
  });
});

describe("an error", () => {
  test("stands above the form, which keeps its texts", async () => {
    api.change({ [create]: fails(500) });
    await open();
    await fillIn();
    const restartClock = await sendForm();
    await expect.element(alert).toHaveTextContent("Failed to create song request");
    await expect.element(alert).toHaveFocus();
    await expect.element(field("Nội dung yêu cầu *")).toHaveValue(story);
    await expect.element(submit).toBeEnabled();
    expect(storedOrders()).toEqual([]);
    restartClock();
    await fits();
  });

  test("of a field stands at the field too, also at a folded one", async () => {
    const message = "Không được dài quá 200 ký tự";
    api.change({ [create]: fails(422, message, [{ field: "words_wanted", message }]) });
    await open();
    await fillIn();
    await sendForm();
    await expect.element(field("Từ phải có")).toHaveFocus();
    await expect.element(field("Từ phải có")).toHaveAccessibleDescription(message);
    await expect.element(alert).toHaveTextContent(message);
  });

  test("of the file stands at it", async () => {
    const message = "Vui lòng chọn file âm thanh hoặc video hợp lệ";
    const uploads = stubUploads();
    await open();
    await fillIn();
    await userEvent.upload(fileInput, tone("ba-hat.mp3"));
    await sendForm();
    uploads[0]?.fail(415, message);
    await expect.element(fileInput).toHaveFocus();
    await expect.element(fileInput).toHaveAccessibleDescription(message);
    await expect.element(alert.first()).toHaveTextContent(message);
  });

  test("disappears with the next attempt, which has the same key until the content changes", async () => {
    const uploads = stubUploads();
    const attempt = async (number: number) => {
      await submit.click();
      await confirm.click();
      await expect.element(sending).toBeVisible();
      await passTime(3000);
      uploads[number]?.lose();
      await expect.element(alert).toBeVisible();
    };
    await open();
    await fillIn();
    await userEvent.upload(fileInput, tone("mot.mp3"));
    stopClock();
    await attempt(0);
    await attempt(1);
    await userEvent.upload(fileInput, tone("hai.mp3"));
    await attempt(2);
    await field("Nội dung yêu cầu *").fill("Khác");
    await attempt(3);
    const keys = uploads.map(({ idempotencyKey }) => idempotencyKey);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(new Set(keys).size).toBe(3);
    await submit.click();
    await expect.element(dialog).toBeVisible();
    expect(page.getByText("Không kết nối được").query()).toBeNull();
  });
});

describe("what is typed", () => {
  test("is there again after a reload, and says that the file is not", async () => {
    const screen = await open();
    await fillIn();
    await chip("Dịp", "Ngày cưới").click();
    await chip("Tặng ai", "Khác…").click();
    await field("Tặng ai, theo lời bạn").fill("Ba má");
    await userEvent.upload(fileInput, tone("ba-hat.mp3"));
    await settled();
    await screen.unmount();
    await open();
    await expect.element(field("Nội dung yêu cầu *")).toHaveValue(story);
    await expect.element(choice("Dịp", "Ngày cưới")).toBeChecked();
    await expect.element(field("Tặng ai, theo lời bạn")).toHaveValue("Ba má");
    await expect.element(page.getByText("Những gì bạn viết dở vẫn còn đây.")).toBeVisible();
    await expect
      .element(form.getByText("Trình duyệt không giữ được file này. Bạn chọn lại nếu vẫn muốn gửi kèm."))
      .toBeVisible();
    await submit.click();
    await expect.element(dialog).toMatchTextContent("Không có: ba-hat.mp3 cần được chọn lại");
    await dialog.getByRole("button", { name: "Quay lại sửa" }).click();
    await form.getByRole("button", { name: "Bỏ file ba-hat.mp3" }).click();
    expect(form.getByText("ba-hat.mp3").query()).toBeNull();
  });

  test("can be thrown away", async () => {
    writeStored("requestDraft", JSON.stringify({ typed: { request_content: story }, at: Date.now() }));
    await open();
    await music.click();
    await chip("Giọng hát", "Khác…").click();
    await page.getByRole("button", { name: "Viết lại từ đầu" }).click();
    await expect.element(page.getByRole("heading", { level: 1 })).toHaveFocus();
    await expect.element(field("Nội dung yêu cầu *")).toHaveValue("");
    await music.click();
    await expect.element(choice("Giọng hát", "Khác…")).not.toBeChecked();
    await expect.poll(() => readStored("requestDraft")).toBeNull();
  });

  test("goes with the browser's storage closed", async () => {
    const original = Object.getOwnPropertyDescriptor(window, "localStorage");
    if (!original) throw new Error("The browser has no storage.");
    Object.defineProperty(window, "localStorage", {
      configurable: true,
      get() {
        throw new DOMException("denied", "SecurityError");
      },
    });
    onTestFinished(() => void Object.defineProperty(window, "localStorage", original));
    api.change({ [create]: aRequest() });
    await open();
    await fillIn();
    await sendForm();
    await expect.element(success).toBeVisible();
  });
});
