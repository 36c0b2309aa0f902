import { describe, expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Api } from "#contract/api.ts";
import type { Reply } from "#contract/endpoint.ts";
import { defaultOrderSettings } from "#contract/orders.ts";
import { defaultRetention } from "#contract/retention.ts";
import { defaultSocialLinks, defaultSongPricing } from "#contract/settings.ts";
import { emptyStorageConfig, maskedSecret } from "#contract/storage.ts";
import { emptyZaloConfig } from "#contract/zalo.ts";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { confirmationAnswers, confirmedOnly, confirmIdentity } from "#test/component/confirmation.ts";
import { someNotificationSettings } from "#test/component/messages.ts";
import { aReceiptSeller, somePaymentConfig } from "#test/component/payment-settings.ts";
import { type Answers, fails, held, networkDown } from "#test/component/stub-api.ts";
import * as screen from "./screen.tsx";

const getPrice = "GET /api/admin/config/song-pricing";
const putPrice = "PUT /api/admin/config/song-pricing";
const getStorage = "GET /api/admin/config/cloudflare-r2";
const putStorage = "PUT /api/admin/config/cloudflare-r2";
const testStorage = "POST /api/admin/config/cloudflare-r2/test-connection";

const getNotifications = "GET /api/admin/config/notifications";
const getOrders = "GET /api/admin/config/orders";
const putOrders = "PUT /api/admin/config/orders";
const getRetention = "GET /api/admin/config/retention";
const putRetention = "PUT /api/admin/config/retention";
const getSocial = "GET /api/admin/config/social-links";
const putSocial = "PUT /api/admin/config/social-links";
const getDue = "GET /api/admin/config/retention/due";

type Storage = Reply<Api[typeof getStorage]>;
const storageOff: Storage = {
  ...emptyStorageConfig,
  status: { state: "off", stored_files: 0, stuck_files: 0, problem: null },
};
const storageOn: Storage = {
  ...storageOff,
  account_id: "account",
  access_key_id: "key",
  secret_access_key: maskedSecret,
  status: { state: "ready", stored_files: 1200, stuck_files: 0, problem: null },
};

const zaloOff: Reply<Api["GET /api/admin/config/zalo"]> = {
  ...emptyZaloConfig,
  status: { state: "off", problem: null, stopped_at: null, token_expires_at: null, wrong: [] },
};

const passed = {
  success: true,
  message: "Kết nối Cloudflare R2 thành công!",
  error: null,
  details: "Đã ghi, đọc và xóa một file thử trong music",
  troubleshooting: [],
};
const failed = {
  success: false,
  message: "Kết nối thất bại",
  error: "Access Key ID không đúng",
  details: "https://s3.example.com, bucket music",
  troubleshooting: ["Kiểm tra Access Key ID", "Kiểm tra Region"],
};

const panel = page.getByRole("tabpanel");
const field = (label: string) => panel.getByLabelText(label, { exact: true });
const press = (name: string) => panel.getByRole("button", { name, exact: true }).click();
const status = panel.getByRole("status");
const alert = panel.getByRole("alert");
const question = page.getByRole("alertdialog", { name: "Bỏ các thay đổi?" });
const unreachable = "Có lỗi xảy ra khi kết nối đến server";
const heading = "Cấu hình";

function open(address: string, answers: Answers) {
  return openAdmin(screen, address, {
    [getPrice]: defaultSongPricing,
    [getStorage]: storageOff,
    [getNotifications]: someNotificationSettings(),
    [testStorage]: passed,
    [getOrders]: defaultOrderSettings,
    [getRetention]: defaultRetention,
    [getSocial]: defaultSocialLinks,
    "GET /api/admin/config/payments": somePaymentConfig(),
    "GET /api/admin/config/receipts": aReceiptSeller(),
    "GET /api/admin/config/zalo": zaloOff,
    ...answers,
  });
}

test("has five tabs, the two specified ones first", async () => {
  await open("/admin/config", {});
  await expect
    .poll(() =>
      page
        .getByRole("tab")
        .elements()
        .map((tab) => tab.textContent),
    )
    .toEqual(["Giá bài hát", "Lưu trữ (R2)", "Bán hàng", "Thư và Zalo", "Trang và dữ liệu"]);
  await checkScreen({ heading });
});

test.each([
  ["payments", "sales", "Báo tiền về · chưa dùng dịch vụ nào", "Lưu cấu hình báo tiền về"],
  ["orders", "sales", "Đơn chưa thanh toán · hết hạn sau 7 ngày", "Lưu cấu hình đơn hàng"],
  ["notifications", "messages", "Thư và thông báo", "Lưu cài đặt thông báo"],
  ["zalo", "messages", "Zalo · đang tắt", "Lưu cấu hình Zalo"],
  ["social", "site", "Mạng xã hội", "Lưu trang mạng xã hội"],
  ["retention", "site", "Lưu giữ dữ liệu cũ", "Lưu thời hạn"],
])("the address of the former tab %s opens its part, with one button to save", async (former, tab, title, action) => {
  const { address } = await open(`/admin/config?tab=${former}`, {});
  await expect.poll(address).toBe(`/admin/config?tab=${tab}&part=${former}`);
  await expect.element(panel.getByText(title, { exact: false }).first()).toBeVisible();
  await expect.element(panel.getByRole("button", { name: action })).toBeVisible();
  const filled = () => [...document.querySelectorAll(".btn--primary")].filter((one) => one.checkVisibility());
  expect(filled()).toHaveLength(1);
  await fits();
});

test("one part of a tab is open at a time, and a closed one keeps what was typed", async () => {
  await open("/admin/config?tab=sales&part=orders", {});
  const days = field("Chờ thanh toán trong");
  await days.fill("9");
  await panel
    .getByText(/^Người bán trên biên nhận/)
    .first()
    .click();
  await expect.element(panel.getByRole("button", { name: "Lưu người bán" })).toBeVisible();
  await expect.element(days).not.toBeVisible();
  await panel
    .getByText(/^Đơn chưa thanh toán/)
    .first()
    .click();
  await expect.element(days).toHaveValue("9");
  await expect.element(panel.getByText("Lưu người bán")).not.toBeVisible();
});

test("the switches of Zalo say when its channel is off", async () => {
  await open("/admin/config?tab=notifications", {});
  const head = panel.getByRole("columnheader", { name: "Zalo chưa bật" });
  await expect.element(head).toBeVisible();
  const colour = (name: string) => {
    const toggle = panel.getByRole("switch", { name, exact: true });
    return getComputedStyle(toggle.element()).backgroundColor;
  };
  await expect.poll(() => colour("Đã nhận đơn hàng: Zalo")).not.toBe(colour("Đã nhận đơn hàng: Email"));
});

test("the switches of Zalo are like the others while its channel is ready", async () => {
  const ready = { ...zaloOff, status: { ...zaloOff.status, state: "ready" as const } };
  await open("/admin/config?tab=notifications", { "GET /api/admin/config/zalo": ready });
  const head = panel.getByRole("columnheader", { name: "Zalo" });
  await expect.element(head).toBeVisible();
  expect(head.element().textContent).toBe("Zalo");
});

test("the days of unpaid orders are kept within their bounds, and saved", async () => {
  const { api } = await open("/admin/config?tab=orders", { [putOrders]: { unpaid_days: 14 } });
  const days = field("Chờ thanh toán trong");
  await expect.element(days).toHaveValue("7");
  await days.fill("14");
  await press("Lưu cấu hình đơn hàng");
  await expect.element(status).toHaveTextContent("Cấu hình đơn hàng đã được cập nhật thành công!");
  expect(api.requests(putOrders)[0]?.body).toEqual({ unpaid_days: 14 });
});

describe("the price", () => {
  const price = field("Giá cơ bản (VND)");
  const features = panel.getByRole("group", { name: "Khách nhận được" }).getByRole("listitem");
  const featureTexts = () => features.elements().map((each) => each.textContent);

  async function openPrice(answers: Answers = {}) {
    const opened = await open("/admin/config", answers);
    await expect.element(price).toHaveValue("299.000");
    return opened;
  }

  test("accepts grouped digits and previews the price as visitors see it", async () => {
    const { api } = await openPrice({ [putPrice]: { ...defaultSongPricing, base_price: 1_450_000 } });
    await price.fill("1.450.000");
    await expect.element(price).toHaveAccessibleDescription("Khách thấy: 1.450.000 VND");
    await field("Mô tả").fill("Bài hát của riêng bạn");
    await expect
      .element(panel.getByRole("region", { name: "Khách sẽ thấy" }))
      .toMatchTextContent(/Giá trọn gói.*1\.450\.000 VND.*Bài hát của riêng bạn.*Người viết lời theo chuyện của bạn/);
    await checkScreen({ heading });
    await field("Mô tả").fill(defaultSongPricing.description);
    await press("Lưu cấu hình giá");
    await expect.element(status).toHaveTextContent("Cấu hình giá đã được cập nhật thành công!");
    await expect.element(price).toHaveValue("1.450.000");
    expect(api.requests(putPrice)[0]?.body).toEqual({ base_price: 1_450_000 });
  });

  test("tells the free changes among what customers get", async () => {
    const { api } = await openPrice({ [putPrice]: { ...defaultSongPricing, free_changes: 3 } });
    const shown = panel.getByRole("region", { name: "Khách sẽ thấy" });
    const count = panel.getByLabelText(/^Số lần sửa miễn phí/);
    await expect.element(shown).toMatchTextContent("2 lần sửa miễn phí");
    await count.fill("21");
    await press("Lưu cấu hình giá");
    await expect.element(count).toHaveAccessibleDescription(/Số lần sửa miễn phí phải là số nguyên từ 0 đến 20/);
    await count.fill("3");
    await press("Lưu cấu hình giá");
    await expect.element(status).toBeVisible();
    expect(api.requests(putPrice).map(({ body }) => body)).toEqual([{ free_changes: 3 }]);
    await expect.element(shown).toMatchTextContent("3 lần sửa miễn phí");
  });

  test("refuses digits with letters", async () => {
    const { api } = await openPrice();
    await price.fill("299abc");
    await userEvent.tab();
    await expect.element(price).toHaveAccessibleDescription("Chỉ nhập số nguyên, ví dụ 49.500");
    await press("Lưu cấu hình giá");
    await expect.element(price).toHaveAccessibleDescription("Giá phải là số nguyên không âm");
    expect(api.requests(putPrice)).toEqual([]);
  });

  test("shows no success beside the error of the next save", async () => {
    await openPrice({ [putPrice]: defaultSongPricing });
    await press("Lưu cấu hình giá");
    await expect.element(status).toHaveTextContent("Cấu hình giá đã được cập nhật thành công!");
    await price.fill("ba trăm");
    await press("Lưu cấu hình giá");
    await expect.element(price).toHaveAccessibleDescription("Giá phải là số nguyên không âm");
    await expect.element(status).not.toBeInTheDocument();
  });

  test("is 0 when the field is empty", async () => {
    const { api } = await openPrice({ [putPrice]: { ...defaultSongPricing, base_price: 0 } });
    await price.fill("");
    await press("Lưu cấu hình giá");
    await expect.element(status).toBeVisible();
    expect(api.requests(putPrice)[0]?.body).toMatchObject({ base_price: 0 });
  });

  test("shows an error at the field for an invalid price", async () => {
    await openPrice();
    await price.fill("ba trăm");
    await panel.getByLabelText(/^Đơn vị tiền tệ/).fill(" ");
    await press("Lưu cấu hình giá");
    await expect.element(price).toHaveAccessibleDescription("Giá phải là số nguyên không âm");
    await expect
      .element(panel.getByLabelText(/^Đơn vị tiền tệ/))
      .toHaveAccessibleDescription("Vui lòng nhập đơn vị tiền tệ");
    await expect.element(price).toHaveFocus();
    await fits();
  });

  test("adds lines by Enter or by the button, and no blank ones", async () => {
    const { api } = await openPrice({ [putPrice]: defaultSongPricing });
    const added = field("Thêm mục");
    await added.fill("   ");
    await userEvent.keyboard("{Enter}");
    await press("Thêm");
    await added.fill("  Hai bản phối ");
    await userEvent.keyboard("{Enter}");
    await expect.element(added).toHaveValue("");
    await expect.element(added).toHaveFocus();
    await added.fill("Sửa lời một lần");
    await press("Thêm");
    await expect.poll(featureTexts).toEqual([...defaultSongPricing.features, "Hai bản phối", "Sửa lời một lần"]);
    await press("Xóa AI phổ nhạc và hát");
    await expect.element(panel.getByRole("button", { name: "Xóa File âm thanh chất lượng cao" })).toHaveFocus();
    expect(api.requests(putPrice), "Enter does not send the form").toEqual([]);
    await press("Lưu cấu hình giá");
    await expect.element(status).toBeVisible();
    expect(api.requests(putPrice)[0]?.body).toMatchObject({
      features: [
        "Người viết lời theo chuyện của bạn",
        "File âm thanh chất lượng cao",
        "Chuyển giao bản quyền",
        "Hai bản phối",
        "Sửa lời một lần",
      ],
    });
  });

  test("saves the text of a line that was not added, and asks before it is lost", async () => {
    const { api } = await openPrice({ [putPrice]: defaultSongPricing });
    await field("Thêm mục").fill("Hai bản phối");
    await page.getByRole("navigation", { name: "Quản trị" }).getByRole("link", { name: "Thể loại" }).click();
    await question.getByRole("button", { name: "Ở lại" }).click();
    await expect.element(question).not.toBeInTheDocument();
    await press("Lưu cấu hình giá");
    await expect.element(status).toHaveTextContent("Cấu hình giá đã được cập nhật thành công!");
    expect(api.requests(putPrice)[0]?.body).toMatchObject({
      features: [...defaultSongPricing.features, "Hai bản phối"],
    });
    await expect.element(field("Thêm mục")).toHaveValue("");
  });

  test("shows an error for a duplicate line until one is removed", async () => {
    await openPrice();
    await field("Thêm mục").fill("AI phổ nhạc và hát");
    await press("Thêm");
    await press("Lưu cấu hình giá");
    const twice = panel.getByText("Mỗi mục chỉ ghi một lần");
    await expect.element(twice).toBeVisible();
    await expect.element(field("Thêm mục")).toHaveFocus();
    await panel.getByRole("button", { name: "Xóa AI phổ nhạc và hát" }).last().click();
    await expect.element(twice).not.toBeInTheDocument();
    await expect.poll(featureTexts).toEqual(defaultSongPricing.features);
  });

  test("keeps the input after a failed save and shows the error", async () => {
    const { api } = await openPrice({ [putPrice]: fails(500) });
    await price.fill("500000");
    await press("Lưu cấu hình giá");
    await expect.element(alert).toHaveTextContent("Có lỗi xảy ra khi cập nhật cấu hình giá");
    await expect.element(price).toHaveValue("500.000");
    api.change({ [putPrice]: networkDown() });
    await press("Lưu cấu hình giá");
    await expect.element(alert).toHaveTextContent(unreachable);
  });

  test("asks before an unsaved price is lost, but not when switching tabs", async () => {
    await openPrice();
    await field("Mô tả").fill("Giá mùa cưới");
    const away = page.getByRole("navigation", { name: "Quản trị" }).getByRole("link", { name: "Thể loại" });
    await away.click();
    await question.getByRole("button", { name: "Ở lại" }).click();
    await expect.element(question).not.toBeInTheDocument();
    await page.getByRole("tab", { name: "Lưu trữ (R2)" }).click();
    await expect.element(field("Account ID")).toBeVisible();
    await page.getByRole("tab", { name: "Giá bài hát" }).click();
    await expect.element(field("Mô tả")).toHaveValue("Giá mùa cưới");
    await away.click();
    await question.getByRole("button", { name: "Bỏ thay đổi" }).click();
    await expect.element(field("Mô tả")).not.toBeInTheDocument();
  });

  test("does not ask after it is saved", async () => {
    const opened = await openPrice({ [putPrice]: { ...defaultSongPricing, description: "Giá mùa cưới" } });
    await field("Mô tả").fill("Giá mùa cưới");
    await press("Lưu cấu hình giá");
    await expect.element(status).toBeVisible();
    await opened.go("/admin/genres");
    await expect.poll(opened.address).toBe("/admin/genres");
  });

  test("is not sent without a token, and an expired token ends the session", async () => {
    const opened = await openPrice({ [putPrice]: fails(401, "Hết phiên") });
    await field("Mô tả").fill("Giá mùa cưới");
    localStorage.removeItem("adminToken");
    await press("Lưu cấu hình giá");
    await expect.element(alert).toHaveTextContent("Không tìm thấy token xác thực. Vui lòng đăng nhập lại.");
    expect(opened.api.requests(putPrice)).toEqual([]);
    localStorage.setItem("adminToken", "da-het-han");
    await press("Lưu cấu hình giá");
    await expect.poll(opened.address).toBe("/admin");
    expect(localStorage.getItem("adminToken")).toBeNull();
  });
});

test("shows an error with a retry when the configuration can't be loaded", async () => {
  const { api } = await open("/admin/config", { [getPrice]: networkDown() });
  await expect.element(alert).toMatchTextContent(unreachable);
  api.change({ [getPrice]: fails(500) });
  await press("Thử lại");
  await expect.element(alert).toMatchTextContent("Không thể tải cấu hình");
  api.change({ [getPrice]: defaultSongPricing });
  await press("Thử lại");
  await expect.element(field("Giá cơ bản (VND)")).toHaveValue("299.000");
});

test("removes an expired token on loading", async () => {
  const opened = await open("/admin/config?tab=storage", { [getStorage]: fails(401, "Hết phiên") });
  await expect.poll(opened.address).toBe("/admin");
  expect(localStorage.getItem("adminToken")).toBeNull();
});

describe("object storage", () => {
  async function openStorage(answers: Answers = {}) {
    const opened = await open("/admin/config?tab=storage", answers);
    await expect.element(field("Region")).toHaveValue("auto");
    return opened;
  }

  async function fill(): Promise<void> {
    await field("Account ID").fill("account");
    await field("Access Key ID").fill("key");
    await field("Secret Access Key").fill("secret");
    await field("Bucket Name").fill("music");
  }

  test("has its fields in the specified order", async () => {
    await openStorage();
    const fields = panel.getByRole("textbox", { includeHidden: true });
    await expect.element(field("Account ID")).toHaveAttribute("type", "password");
    const labels = [...panel.element().querySelectorAll("label")].map((label) => label.textContent);
    expect(labels).toEqual([
      "Account ID",
      "Access Key ID",
      "Secret Access Key",
      "Bucket Name",
      "Bucket riêng tư (không bắt buộc)",
      "Public URL (không bắt buộc)",
      "Region",
      "Endpoint URL",
    ]);
    await expect.element(fields.first()).toBeVisible();
  });

  test("shows that it is off", async () => {
    await openStorage();
    await expect.element(status.first()).toHaveTextContent("Kho lưu trữ đang tắt: file nằm trên đĩa của máy chủ.");
  });

  test("shows how many files it holds", async () => {
    await openStorage({ [getStorage]: storageOn });
    await expect.element(status.first()).toHaveTextContent("Kho lưu trữ đang bật, giữ 1.200 file.");
  });

  test("warns of a storage error and of files that could not be moved", async () => {
    const status: Storage["status"] = {
      state: "unreadable",
      stored_files: 0,
      stuck_files: 3,
      problem: "Hãy nhập lại khóa.",
    };
    await openStorage({ [getStorage]: { ...storageOn, status } });
    await expect.element(alert).toMatchTextContent("Hãy nhập lại khóa.");
    await expect.element(alert).toMatchTextContent("3 file chưa chuyển được đến chỗ của mình");
  });

  test("masks the secret after saving", async () => {
    const { api } = await openStorage({ [putStorage]: storageOn });
    await fill();
    await press("Lưu cấu hình R2");
    await expect.element(status.last()).toHaveTextContent("Cấu hình Cloudflare R2 đã được cập nhật thành công!");
    await expect.element(field("Secret Access Key")).toHaveValue(maskedSecret);
    expect(api.requests(putStorage)[0]?.body).toMatchObject({ account_id: "account", secret_access_key: "secret" });
  });

  test("keeps the stored secret when its mask is unchanged", async () => {
    const { api } = await openStorage({ [getStorage]: storageOn, [putStorage]: storageOn });
    await expect
      .element(field("Secret Access Key"))
      .toHaveAccessibleDescription("Khóa đang lưu không hiện ra; để nguyên thì giữ khóa ấy.");
    await field("Bucket riêng tư (không bắt buộc)").fill("private");
    await press("Lưu cấu hình R2");
    await expect.element(status.last()).toMatchTextContent("thành công");
    expect(api.requests(putStorage)[0]?.body).toMatchObject({
      secret_access_key: maskedSecret,
      private_bucket_name: "private",
    });
  });

  test("does not test incomplete settings", async () => {
    const { api } = await openStorage();
    const missing = "Vui lòng điền đầy đủ thông tin: Account ID, Access Key ID, Secret Access Key và Bucket Name.";
    await press("Kiểm tra kết nối");
    await expect.element(alert).toHaveTextContent(missing);
    await expect.element(field("Account ID")).toHaveFocus();
    await fill();
    await field("Bucket Name").fill("  ");
    await press("Kiểm tra kết nối");
    await expect.element(field("Bucket Name")).toHaveFocus();
    await expect.element(alert).toHaveTextContent(missing);
    expect(api.requests(testStorage)).toEqual([]);
  });

  test("shows a running test, then its result until a field changes", async () => {
    const answer = held(passed);
    await openStorage({ [testStorage]: answer.answer });
    await fill();
    await press("Kiểm tra kết nối");
    await expect.element(panel.getByRole("button", { name: "Đang kiểm tra..." })).toBeDisabled();
    answer.release();
    await expect.element(status.last()).toMatchTextContent("Kết nối Cloudflare R2 thành công!");
    await expect.element(status.last()).toMatchTextContent("Đã ghi, đọc và xóa một file thử trong music");
    await expect.element(panel.getByRole("button", { name: "Kiểm tra kết nối" })).toBeEnabled();
    await field("Bucket Name").fill("khac");
    await expect.element(panel.getByText("Kết nối Cloudflare R2 thành công!")).not.toBeInTheDocument();
  });

  test("shows the error of a failed test with hints, also during the next test", async () => {
    const { api } = await openStorage({ [testStorage]: failed });
    await fill();
    await press("Kiểm tra kết nối");
    for (const text of [failed.message, failed.error, failed.details]) {
      await expect.element(alert).toMatchTextContent(text);
    }
    expect(
      alert
        .getByRole("listitem")
        .elements()
        .map((each) => each.textContent),
    ).toEqual(failed.troubleshooting);
    // The notice was scrolled into view: at the top no field stands half below the page's bar.
    window.scrollTo(0, 0);
    await checkScreen({ heading });
    await field("Access Key ID").fill("other");
    await expect.element(alert).toBeVisible();
    api.change({ [testStorage]: passed });
    await press("Kiểm tra kết nối");
    await expect.element(status.last()).toMatchTextContent("thành công");
    await expect.element(alert).not.toBeInTheDocument();
  });

  test("shows hints that are one text", async () => {
    await openStorage({ [testStorage]: { ...failed, troubleshooting: "Kiểm tra lại khóa rồi thử lại" } });
    await fill();
    await press("Kiểm tra kết nối");
    await expect.element(alert).toMatchTextContent("Kiểm tra lại khóa rồi thử lại");
    await expect.element(alert.getByRole("listitem")).not.toBeInTheDocument();
  });

  test.each([
    ["a phone", 390, 844],
    ["a laptop", 1280, 720],
  ])("scrolls the result of a test into view on %s", async (_name, width, height) => {
    onTestFinished(() => page.viewport(1280, 800));
    await page.viewport(width, height);
    await openStorage({ [testStorage]: failed });
    await fill();
    await press("Kiểm tra kết nối");
    await expect.element(alert).toBeInViewport({ ratio: 1 });
  });

  describe("that can't be reached", () => {
    const reachQuestion = page.getByRole("alertdialog", { name: "Lưu dù không kết nối được?" });

    test.each([
      ["the test fails", failed, "Access Key ID không đúng"],
      ["the test has no answer of its own", fails(500), "Có lỗi xảy ra khi test kết nối R2"],
    ])("is saved after a question when %s", async (_name, answer, reason) => {
      const { api } = await openStorage({ [testStorage]: answer, [putStorage]: storageOn });
      await fill();
      await press("Lưu cấu hình R2");
      await expect.element(reachQuestion).toMatchTextContent(reason);
      await expect.element(reachQuestion.getByRole("button", { name: "Ở lại" })).toHaveFocus();
      expect(api.requests(putStorage)).toEqual([]);
      await reachQuestion.getByRole("button", { name: "Vẫn lưu" }).click();
      await expect.element(status.last()).toHaveTextContent("Cấu hình Cloudflare R2 đã được cập nhật thành công!");
    });

    test("is not saved when the operator stays, and the result is shown", async () => {
      const { api } = await openStorage({ [testStorage]: failed, [putStorage]: storageOn });
      await fill();
      await press("Lưu cấu hình R2");
      await reachQuestion.getByRole("button", { name: "Ở lại" }).click();
      await expect.element(alert).toMatchTextContent("Kiểm tra Access Key ID");
      await expect.element(alert).toBeInViewport();
      await expect.element(panel.getByRole("button", { name: "Lưu cấu hình R2" })).toBeEnabled();
      expect(api.requests(putStorage)).toEqual([]);
      await page.getByRole("navigation", { name: "Quản trị" }).getByRole("link", { name: "Thể loại" }).click();
      await expect.element(question).toBeVisible();
    });
  });

  test("is tested before it is saved, without a question when it can be reached", async () => {
    const { api } = await openStorage({ [putStorage]: storageOn });
    await fill();
    await press("Lưu cấu hình R2");
    await expect.element(status.last()).toHaveTextContent("Cấu hình Cloudflare R2 đã được cập nhật thành công!");
    expect(api.requests(testStorage).map(({ body }) => body)).toEqual(api.requests(putStorage).map(({ body }) => body));
  });

  test("is turned off by empty fields, without a test", async () => {
    const { api } = await openStorage({ [getStorage]: storageOn, [putStorage]: storageOff });
    for (const label of ["Account ID", "Access Key ID", "Secret Access Key", "Bucket Name", "Endpoint URL"]) {
      await field(label).fill("");
    }
    api.change({ [getStorage]: storageOff });
    await press("Lưu cấu hình R2");
    await expect.element(status.last()).toHaveTextContent("Cấu hình Cloudflare R2 đã được cập nhật thành công!");
    await expect.element(status.first()).toMatchTextContent("đang tắt");
    expect(api.requests(testStorage)).toEqual([]);
    expect(api.requests(putStorage)[0]?.body).toMatchObject({ account_id: "", secret_access_key: "", bucket_name: "" });
  });

  test("its status has the result of the last test", async () => {
    const { api } = await openStorage({ [getStorage]: storageOn, [testStorage]: failed });
    await press("Kiểm tra kết nối");
    await expect.element(status.first()).toMatchTextContent(/Kiểm tra gần nhất, lúc .*: Access Key ID không đúng/);
    api.change({ [testStorage]: passed });
    await press("Kiểm tra kết nối");
    await expect
      .element(status.first())
      .toMatchTextContent(/Kiểm tra gần nhất, lúc .*: Kết nối Cloudflare R2 thành công!/);
  });

  test("shows errors at their fields", async () => {
    const { api } = await openStorage();
    await fill();
    await field("Endpoint URL").fill("không phải địa chỉ");
    await press("Lưu cấu hình R2");
    await expect.element(field("Endpoint URL")).toHaveAccessibleDescription("Địa chỉ phải có dạng https://…");
    expect(api.requests(putStorage)).toEqual([]);
  });

  test("shows the specified message when a save failed", async () => {
    const { api } = await openStorage({ [putStorage]: fails(500) });
    await fill();
    await press("Lưu cấu hình R2");
    await expect.element(alert).toHaveTextContent("Có lỗi xảy ra khi cập nhật cấu hình R2");
    api.change({ [putStorage]: networkDown() });
    await press("Lưu cấu hình R2");
    await expect.element(alert).toHaveTextContent(unreachable);
  });

  test("shows the specified message when a test failed", async () => {
    const { api } = await openStorage({ [testStorage]: fails(500) });
    await fill();
    await press("Kiểm tra kết nối");
    await expect.element(alert).toHaveTextContent("Có lỗi xảy ra khi test kết nối R2");
    api.change({ [testStorage]: networkDown() });
    await press("Kiểm tra kết nối");
    await expect.element(alert).toHaveTextContent(unreachable);
  });
});

describe("the times to keep data", () => {
  const group = (name: RegExp) => panel.getByRole("group", { name });
  const months = group(/^Yêu cầu sáng tác/).getByLabelText("Giữ trong");
  const forEver = (what: string) => panel.getByRole("switch", { name: `Giữ mãi ${what}` });
  const shorter = page.getByRole("alertdialog", { name: "Rút ngắn thời hạn lưu giữ?" });
  const due = { requests: 3, orders: 1200, transfers: 40, audit: 0 };

  async function openTimes(answers: Answers = {}) {
    const opened = await open("/admin/config?tab=retention", {
      [putRetention]: defaultRetention,
      [getDue]: due,
      ...answers,
    });
    await expect.element(panel.getByRole("button", { name: "Lưu thời hạn" })).toBeVisible();
    return opened;
  }

  test("show the times in force, and those for ever without a number", async () => {
    await openTimes({ [getRetention]: { ...defaultRetention, requests_months: 36, audit_months: null } });
    await expect.element(months).toHaveValue("36");
    await expect.element(forEver("sổ quản trị")).toBeChecked();
    await expect.element(group(/^Sổ quản trị/).getByLabelText("Giữ trong")).not.toBeInTheDocument();
    await checkScreen({ heading });
  });

  test("a longer time is saved without a question", async () => {
    const { api } = await openTimes();
    await months.fill("36");
    await press("Lưu thời hạn");
    await expect.element(status).toHaveTextContent("Thời hạn lưu giữ đã được cập nhật thành công!");
    expect(api.requests(putRetention)[0]?.body).toEqual({ requests_months: 36 });
    expect(api.requests(getDue)).toEqual([]);
  });

  test("for ever is saved as null, without a question", async () => {
    const { api } = await openTimes();
    await forEver("sổ quản trị").click();
    await press("Lưu thời hạn");
    await expect.element(status).toBeVisible();
    expect(api.requests(putRetention)[0]?.body).toEqual({ audit_months: null });
  });

  test("a shorter time says what it removes, and is saved when that is confirmed", async () => {
    const { api } = await openTimes();
    await months.fill("12");
    await press("Lưu thời hạn");
    await expect
      .element(shorter.getByText(/^3 yêu cầu sáng tác mất thông tin khách, nội dung và các file/))
      .toBeVisible();
    await expect.element(shorter.getByText(/^1\.200 đơn hàng mất thông tin khách/)).toBeVisible();
    await expect.element(shorter.getByRole("listitem")).toHaveLength(3);
    await checkScreen({ heading });
    expect(api.requests(getDue)[0]?.query).toEqual({ requests_months: "12", orders_months: "24", audit_months: "24" });
    expect(api.requests(putRetention)).toEqual([]);
    await shorter.getByRole("button", { name: "Lưu thời hạn" }).click();
    await expect.element(status).toHaveTextContent("Thời hạn lưu giữ đã được cập nhật thành công!");
    expect(api.requests(putRetention)[0]?.body).toEqual({ requests_months: 12 });
  });

  test("a shorter time that is not confirmed is not saved", async () => {
    const { api } = await openTimes({ [getRetention]: { ...defaultRetention, audit_months: null } });
    await forEver("sổ quản trị").click();
    await press("Lưu thời hạn");
    await shorter.getByRole("button", { name: "Ở lại" }).click();
    await expect.element(panel.getByText("Chưa lưu: thời hạn vẫn như cũ.")).toBeVisible();
    expect(api.requests(putRetention)).toEqual([]);
  });

  test("a shorter time that removes nothing yet says so", async () => {
    await openTimes({ [getDue]: { requests: 0, orders: 0, transfers: 0, audit: 0 } });
    await months.fill("12");
    await press("Lưu thời hạn");
    await expect.element(shorter.getByText("Lần dọn kế tiếp, lúc 3 giờ sáng, chưa có gì phải xóa.")).toBeVisible();
  });

  test("nothing is saved while it is not known what it removes", async () => {
    const { api } = await openTimes({ [getDue]: networkDown });
    await months.fill("12");
    await press("Lưu thời hạn");
    await expect.element(alert).toHaveTextContent(unreachable);
    expect(api.requests(putRetention)).toEqual([]);
  });

  test("a time out of range is refused at its field", async () => {
    const { api } = await openTimes();
    for (const wrong of ["5", "121", ""]) {
      await months.fill(wrong);
      await press("Lưu thời hạn");
      await expect.element(months).toHaveAccessibleDescription(/Thời hạn phải từ 6 đến 120 tháng/);
    }
    expect(api.requests(putRetention)).toEqual([]);
    window.scrollTo(0, 0);
    await fits();
  });
});

describe("the pages in social networks", () => {
  const facebook = "https://facebook.com/ngannga";

  test("are saved with what changed, and an address that is none is refused at its field", async () => {
    const { api } = await open("/admin/config?tab=social", { [putSocial]: { ...defaultSocialLinks, facebook } });
    await field("Facebook").fill(` ${facebook} `);
    await field("Zalo").fill("zalo.me/ngannga");
    await press("Lưu trang mạng xã hội");
    await expect.element(field("Zalo")).toHaveAccessibleDescription("Địa chỉ phải bắt đầu bằng https:// hoặc http://");
    await checkScreen({ heading });
    expect(api.requests(putSocial)).toEqual([]);
    await field("Zalo").fill("");
    await press("Lưu trang mạng xã hội");
    await expect.element(status).toHaveTextContent("Đã lưu trang mạng xã hội");
    expect(api.requests(putSocial).map(({ body }) => body)).toEqual([{ facebook }]);
    await expect.element(field("Facebook")).toHaveValue(facebook);
  });

  test("need the password again", async () => {
    const saved = confirmedOnly({ ...defaultSocialLinks, facebook });
    await open("/admin/config?tab=social", { ...confirmationAnswers, [putSocial]: saved });
    await field("Facebook").fill(facebook);
    await press("Lưu trang mạng xã hội");
    await confirmIdentity();
    await expect.element(status).toHaveTextContent("Đã lưu trang mạng xã hội");
  });

  test("keep what was typed when they can't be saved", async () => {
    await open("/admin/config?tab=social", { [putSocial]: fails(500) });
    await field("Facebook").fill(facebook);
    await press("Lưu trang mạng xã hội");
    await expect.element(alert).toHaveTextContent("Có lỗi xảy ra khi lưu trang mạng xã hội");
    await expect.element(field("Facebook")).toHaveValue(facebook);
  });
});
