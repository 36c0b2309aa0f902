import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen } from "#test/component/check-screen.ts";
import { aBankAccount, aPayment } from "#test/component/sales.ts";
import { type Answers, eventStream, fails, networkDown } from "#test/component/stub-api.ts";
import { stubUploads } from "#test/component/stub-upload.ts";
import * as screen from "./screen.tsx";

const account = "GET /api/bank-config";
const create = "POST /api/bank-config";
const none = fails(404, "Chưa có tài khoản ngân hàng");
const heading = "Ngân hàng";
const button = (name: string) => page.getByRole("button", { name, exact: true });
const card = page.getByRole("article");
const form = page.getByRole("dialog", { name: /^(Thêm tài khoản ngân hàng|Sửa tài khoản ngân hàng: Vietcombank)$/ });
const field = (label: string) => form.getByLabelText(new RegExp(`^${label}`)).first();
const bank = form.getByRole("combobox");
const save = form.getByRole("button", { name: "Lưu" });
const status = page.getByRole("status").last();
const alert = page.getByRole("alert");

const orderTabs = "GET /api/premium-orders/tabs";
const waiting = (orders: number) => ({ all: orders, waiting: orders, part: 0, ungranted: 0, done: 0, ended: 0 });
const open = (answers: Answers = {}) =>
  openAdmin(screen, "/admin/bank", { [account]: aBankAccount(), [orderTabs]: waiting(0), ...answers });

async function add(answers: Answers = {}) {
  // A form that is left drops the file that it has uploaded.
  const opened = await open({ [account]: none, "DELETE /api/admin/uploads": { removed: true }, ...answers });
  await button("Thêm tài khoản ngân hàng").first().click();
  return opened;
}

describe("the card", () => {
  test("shows the account with a masked number", async () => {
    await open({ [account]: aBankAccount({ is_active: false }) });
    for (const text of [
      "Vietcombank",
      "Tạm ẩn",
      "01/05/2026 15:00",
      "CONG TY NGAN NGA",
      "0123••6789",
      "Hà Nội",
      "BFTVVNVX",
    ]) {
      await expect.element(card).toMatchTextContent(text);
    }
    await expect.element(button("Thêm tài khoản ngân hàng")).not.toBeInTheDocument();
    await checkScreen({ heading });
  });

  test("shows the whole number in the details", async () => {
    await open();
    await button("Xem: Vietcombank").click();
    await expect.element(page.getByRole("dialog", { name: "Vietcombank" }).getByText("0123456789")).toBeVisible();
  });

  test("leads to the orders that wait for it", async () => {
    const stream = eventStream();
    const { api } = await open({ [orderTabs]: waiting(1204), "GET /api/admin/changes": stream.answer });
    const link = card.getByRole("link", { name: "1.204 đơn đang chờ tiền" });
    await expect.element(link).toHaveAttribute("href", "/admin/orders?tab=waiting");
    api.change({ [orderTabs]: waiting(0) });
    await expect.poll(stream.isOpen).toBe(true);
    stream.send({ topics: ["orders"] }, "1.1");
    await expect.element(card.getByText("Không có đơn nào đang chờ tiền")).toBeVisible();
  });

  test("tells who changed it last, and the history from what to what", async () => {
    await open({
      [account]: aBankAccount({ updated_by: "Lan" }),
      "GET /api/admin/history/{entity}/{id}": [
        {
          id: 9,
          actor_kind: "admin",
          actor_name: "Lan",
          action: "update",
          entity: "bank_account",
          entity_id: 1,
          summary: "Vietcombank (số tài khoản: 0071…5678 → 0123…6789)",
          name_now: "Vietcombank",
          changes: [],
          created_at: "2026-05-01T08:00:00.000Z",
        },
      ],
    });
    await expect.element(card).toMatchTextContent(/Đổi lúc.*bởi Lan/);
    await button("Xem: Vietcombank").click();
    await page.getByText("Lịch sử thay đổi").click();
    await expect
      .element(page.getByRole("list", { name: "Lịch sử thay đổi" }))
      .toMatchTextContent(/Lan đã sửa: số tài khoản: 0071…5678 → 0123…6789/);
  });

  test("is tried out by a code of 1.000 ₫", async () => {
    const payment = aPayment({ amount: 1_000, transfer_content: "QUET THU" });
    const test = "GET /api/bank-config/test-payment";
    const { api } = await open({ [test]: fails(500) });
    await button("Quét thử 1.000 ₫").click();
    const dialog = page.getByRole("dialog", { name: "Quét thử 1.000 ₫" });
    await expect.element(dialog.getByRole("alert")).toMatchTextContent("Có lỗi xảy ra khi tạo mã quét thử");
    api.change({ [test]: payment });
    await dialog.getByRole("button", { name: "Thử lại" }).click();
    await expect.element(dialog.getByRole("img", { name: "Mã VietQR 1.000 ₫ đến CONG TY NGAN NGA" })).toBeVisible();
    for (const text of ["Vietcombank", "0123456789", "1.000 ₫", "QUET THU"]) {
      await expect.element(dialog).toMatchTextContent(text);
    }
    await checkScreen({ heading });
  });

  test("without a bank of NAPAS there is no code to try", async () => {
    await open({ [account]: aBankAccount({ bank_bin: null }) });
    await expect.element(card).toBeVisible();
    await expect.element(button("Quét thử 1.000 ₫")).not.toBeInTheDocument();
  });

  test("has a placeholder for a picture that can't be loaded", async () => {
    await open({ [account]: aBankAccount({ qr_code_url: "/uploads/images/none.png" }) });
    await expect.element(card.getByText("Không tải được ảnh QR")).toBeVisible();
  });

  test("without an account, the screen invites to add one", async () => {
    await open({ [account]: none });
    await expect.element(page.getByRole("heading", { name: "Chưa có tài khoản ngân hàng" })).toBeVisible();
    await expect.element(alert).not.toBeInTheDocument();
    await button("Thêm tài khoản ngân hàng").last().click();
    await expect.element(form).toBeVisible();
  });

  test("tells of an error", async () => {
    const { api } = await open({ [account]: fails(500) });
    await expect.element(alert).toMatchTextContent("Có lỗi xảy ra khi tải tài khoản ngân hàng");
    api.change({ [account]: networkDown() });
    await button("Thử lại").click();
    await expect.element(alert).toMatchTextContent("Lỗi kết nối");
  });
});

describe("the form", () => {
  test("can be saved once bank, number and holder are filled", async () => {
    const { api } = await add({ [create]: aBankAccount() });
    await expect.element(save).toBeDisabled();
    await bank.fill("vietcom");
    await expect.element(page.getByRole("option").first()).toBeVisible();
    await checkScreen({ heading, widths: [1280] });
    await page.getByRole("option", { name: /^Vietcombank/ }).click();
    await expect.element(form.getByText("Mã BIN 970436: đơn hàng có mã VietQR.")).toBeVisible();
    await field("Số tài khoản").fill("0123 456 789");
    await expect.element(save).toBeDisabled();
    await field("Chủ tài khoản").fill("CONG TY NGAN NGA");
    await save.click();
    await expect.element(status).toHaveTextContent("Đã thêm tài khoản ngân hàng");
    expect(api.requests(create)[0]?.body).toMatchObject({
      bank_name: "Vietcombank",
      bank_bin: "970436",
      account_number: "0123456789",
      account_holder: "CONG TY NGAN NGA",
      is_active: true,
    });
  });

  test("takes a bank that is not in the list", async () => {
    const { api } = await add({ [create]: aBankAccount() });
    await bank.fill("Ngân hàng của làng");
    await field("Số tài khoản").fill("0123456789");
    await field("Chủ tài khoản").fill("LAN");
    await save.click();
    await expect.element(status).toHaveTextContent("Đã thêm tài khoản ngân hàng");
    expect(api.requests(create)[0]?.body).toMatchObject({ bank_name: "Ngân hàng của làng", bank_bin: null });
  });

  test("shows the fields of the account and saves their changes", async () => {
    const change = "PUT /api/bank-config/{id}";
    const { api } = await open({ [change]: aBankAccount() });
    await button("Sửa: Vietcombank").click();
    await expect.element(bank).toHaveValue("Vietcombank");
    await expect.element(field("Số tài khoản")).toHaveValue("0123456789");
    await checkScreen({ heading });
    await field("Chi nhánh").fill("Đà Nẵng");
    await save.click();
    await expect.element(status).toHaveTextContent("Đã lưu tài khoản ngân hàng");
    expect(api.requests(change)[0]?.body).toEqual({ branch: "Đà Nẵng" });
  });

  test.each([
    ["a new account", none, "Thêm tài khoản ngân hàng", create, "Có lỗi xảy ra khi tạo tài khoản ngân hàng"],
    [
      "a change",
      aBankAccount(),
      "Sửa: Vietcombank",
      "PUT /api/bank-config/{id}",
      "Có lỗi xảy ra khi cập nhật tài khoản ngân hàng",
    ],
  ])("tells of the error of %s", async (_name, stored, opener, endpoint, message) => {
    await open({ [account]: stored, [endpoint]: fails(500) });
    await button(opener).first().click();
    await bank.fill("ACB");
    await field("Số tài khoản").fill("0123456789");
    await field("Chủ tài khoản").fill("LAN");
    await save.click();
    await expect.element(form.getByRole("alert")).toHaveTextContent(message);
  });
});

describe("the picture", () => {
  const file = form.getByLabelText("Tải ảnh lên").last();
  /** Picks a file within the page: `userEvent.upload` sends its bytes to the runner and back, which is slow for megabytes. */
  const pick = async (given: File) => {
    await expect.element(file).toBeInTheDocument();
    const transfer = new DataTransfer();
    transfer.items.add(given);
    const input = file.element() as HTMLInputElement;
    input.files = transfer.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const picture = async (width: number, height: number) => {
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext("2d");
    return new File([await canvas.convertToBlob()], "qr.png", { type: "image/png" });
  };

  test("is refused when it is none, too large, of another type, or can't be read", async () => {
    const sent = stubUploads();
    await add();
    for (const [given, message] of [
      [new File(["x"], "qr.txt", { type: "text/plain" }), "File phải là hình ảnh"],
      [
        new File([new Uint8Array(5 * 1024 * 1024 + 1)], "qr.png", { type: "image/png" }),
        "File ảnh không được vượt quá 5MB",
      ],
      [new File(["GIF89a"], "qr.gif", { type: "image/gif" }), "Chỉ hỗ trợ file JPG, PNG hoặc WebP"],
      [new File(["x"], "qr.png", { type: "image/png" }), "File ảnh không hợp lệ"],
    ] as const) {
      await pick(given);
      await expect.element(form.getByRole("alert")).toHaveTextContent(message);
    }
    expect(sent).toEqual([]);
  });

  test("is uploaded, shown, and its address saved", async () => {
    const sent = stubUploads();
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    await add();
    await userEvent.upload(file, await picture(100, 90));
    await expect.poll(() => sent.length).toBe(1);
    sent[0]?.reply({ url: "/favicon.svg" });
    await expect.element(form.getByRole("textbox", { name: "Ảnh QR", exact: true })).toHaveValue("/favicon.svg");
    expect(warn).not.toHaveBeenCalled();
  });

  test("is taken as base64, and refused at its field", async () => {
    const change = "PUT /api/bank-config/{id}";
    const { api } = await open({ [change]: aBankAccount() });
    await button("Sửa: Vietcombank").click();
    await field("Ảnh QR dạng base64").fill("không phải ảnh");
    await save.click();
    await expect
      .element(field("Ảnh QR dạng base64"))
      .toHaveAccessibleDescription("Không đọc được ảnh QR, vui lòng chọn ảnh khác");
    await field("Ảnh QR dạng base64").fill("data:image/png;base64,iVBORw0KGgo=");
    await save.click();
    await expect.element(status).toHaveTextContent("Đã lưu tài khoản ngân hàng");
    expect(api.requests(change)[0]?.body).toMatchObject({ qr_code_image: "iVBORw0KGgo=" });
  });

  test("far from a square is taken with a warning in the console", async () => {
    const sent = stubUploads();
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    await add();
    await userEvent.upload(file, await picture(100, 50));
    await expect.poll(() => sent.length).toBe(1);
    expect(warn).toHaveBeenCalledOnce();
  });
});

describe("deleting", () => {
  const question = page.getByRole("alertdialog", { name: "Xóa tài khoản ngân hàng" });
  const remove = "DELETE /api/bank-config/{id}";

  test("asks, and then the screen invites to add one", async () => {
    const { api } = await open({ [remove]: { success: true } });
    await button("Xóa: Vietcombank").click();
    await expect.element(question.getByText("Bạn có chắc chắn muốn xóa tài khoản ngân hàng này?")).toBeVisible();
    api.change({ [account]: none });
    await question.getByRole("button", { name: "Xóa tài khoản ngân hàng" }).click();
    await expect.element(page.getByRole("heading", { name: "Chưa có tài khoản ngân hàng" })).toBeVisible();
    expect(api.requests(remove).map(({ params }) => params.id)).toEqual(["1"]);
  });

  test("says how many orders wait for money", async () => {
    await open({ [orderTabs]: waiting(3) });
    await button("Xóa: Vietcombank").click();
    const text = "3 đơn đang chờ tiền sẽ không còn nơi để khách chuyển khoản đến.";
    await expect.element(question.getByText(text)).toBeVisible();
  });

  test("tells of an error", async () => {
    await open({ [remove]: fails(500) });
    await button("Xóa: Vietcombank").click();
    await question.getByRole("button", { name: "Xóa tài khoản ngân hàng" }).click();
    await expect.element(alert).toHaveTextContent("Có lỗi xảy ra khi xóa tài khoản ngân hàng");
  });
});
