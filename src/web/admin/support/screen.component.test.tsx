import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { anAdminContact, openAdmin } from "#test/component/admin.tsx";
import { checkScreen } from "#test/component/check-screen.ts";
import { confirmationAnswers, confirmedOnly, confirmIdentity } from "#test/component/confirmation.ts";
import { type Answers, fails, networkDown } from "#test/component/stub-api.ts";
import { stubUploads } from "#test/component/stub-upload.ts";
import * as screen from "./screen.tsx";

const list = "GET /api/admin/support";
const toggle = "PATCH /api/admin/support/{id}/toggle-status";
const phone = anAdminContact({ id: 1 });
const zalo = anAdminContact({
  id: 2,
  name: "Zalo của nhóm",
  type: "zalo",
  value: "0901 234 567",
  color: null,
  sort_order: 2,
  description: "Lan trực buổi tối",
});
const listOf = (...items: (typeof phone)[]) => ({ items, total: items.length });

const rows = page.getByRole("row");
const button = (name: string) => page.getByRole("button", { name, exact: true });
const form = page.getByRole("dialog", { name: /^(Thêm liên lạc|Sửa liên lạc: .+)$/ });
const name = form.getByLabelText(/^Tên( \*)?$/);
const type = form.getByLabelText(/^Loại/);
const icon = form.getByLabelText("Biểu tượng");
const file = form.getByLabelText("Tải ảnh lên");
const save = form.getByRole("button", { name: "Lưu" });
const question = page.getByRole("alertdialog", { name: "Xóa liên lạc" });
const status = page.getByRole("status").last();
const flag = page.getByRole("switch", { name: "Kích hoạt: Tổng đài" });
const alert = page.getByRole("alert");

async function open(answers: Answers = {}) {
  const opened = await openAdmin(screen, "/admin/support", { [list]: listOf(phone, zalo), ...answers });
  await expect.element(page.getByRole("table")).toBeVisible();
  return opened;
}

async function add(answers: Answers = {}) {
  const opened = await openAdmin(screen, "/admin/support", { [list]: listOf(), ...answers });
  await button("Thêm liên lạc").first().click();
  return opened;
}

describe("the list", () => {
  test("shows the contacts in their order with the names of their types", async () => {
    await open({ [list]: listOf(phone, { ...zalo, is_active: false }) });
    await expect.element(page.getByText("2 liên lạc")).toBeVisible();
    await expect.element(rows.nth(1)).toMatchTextContent(/Tổng đài.*Điện thoại.*1900 0000.*Kích hoạt.*1/);
    await expect
      .element(rows.nth(2))
      .toMatchTextContent(/Zalo của nhóm.*Lan trực buổi tối.*Zalo.*0901 234 567.*Tạm dừng.*2/);
    await checkScreen({ heading: "Liên hệ hỗ trợ" });
  });

  test("has an empty state with an add button", async () => {
    await openAdmin(screen, "/admin/support", { [list]: listOf() });
    await expect.element(page.getByRole("heading", { name: "Chưa có thông tin liên lạc nào" })).toBeVisible();
    await button("Thêm liên lạc").last().click();
    await expect.element(form).toBeVisible();
  });

  test("shows an error with a retry when it can't be loaded", async () => {
    const { api } = await openAdmin(screen, "/admin/support", { [list]: fails(500) });
    await expect.element(alert).toMatchTextContent("Không thể tải danh sách liên lạc");
    api.change({ [list]: networkDown() });
    await button("Thử lại").click();
    await expect.element(alert).toMatchTextContent("Lỗi kết nối");
    api.change({ [list]: listOf() });
    await button("Thử lại").click();
    await expect.element(page.getByRole("heading", { name: "Chưa có thông tin liên lạc nào" })).toBeVisible();
  });

  test("stacks the cells of each row on a phone", async () => {
    await page.viewport(390, 844);
    await open({
      [list]: listOf({ ...phone, name: "Một cái tên rất dài để xem nó xuống dòng ra sao trên điện thoại" }),
    });
    await expect.element(rows.last()).toBeVisible();
    expect(document.documentElement.scrollWidth).toBe(390);
  });
});

describe("the status", () => {
  test("is changed by a switch that keeps the focus", async () => {
    const paused = { ...phone, is_active: false };
    const { api } = await open({ [toggle]: paused });
    api.change({ [list]: listOf(paused, zalo) });
    await flag.click();
    await expect.element(flag).toHaveFocus();
    await expect.element(flag).not.toBeChecked();
    await expect.element(rows.nth(1)).toMatchTextContent("Tạm dừng");
    await expect.element(page.getByRole("status").getByText("Đã cập nhật trạng thái liên lạc")).toBeVisible();
    expect(api.requests(toggle).map(({ params }) => params.id)).toEqual(["1"]);
  });

  test.each([
    ["refused", fails(500), "Không thể thay đổi trạng thái"],
    ["not answered", networkDown(), "Lỗi kết nối"],
  ])("is restored when the change is %s", async (_name, answer, message) => {
    await open({ [toggle]: answer });
    await flag.click();
    await expect.element(alert).toHaveTextContent(message);
    await expect.element(rows.nth(1)).toMatchTextContent("Kích hoạt");
  });
});

describe("deleting", () => {
  test("says what goes along, and is taken back from its message", async () => {
    const { api } = await open({
      "DELETE /api/admin/support/{id}": { success: true },
      "GET /api/admin/bin/preview": { likes: 3 },
      "POST /api/admin/bin/restore": { entity: "support", id: 1, name: "Tổng đài", notes: [] },
    });
    await button("Xóa: Tổng đài").click();
    await expect.element(question.getByText("Đi cùng: 3 lượt thích.")).toBeVisible();
    await expect.element(question.getByText("Nằm trong thùng rác 30 ngày, khôi phục được.")).toBeVisible();
    await question.getByRole("button", { name: "Xóa liên lạc" }).click();
    await button("Hoàn tác").click();
    await expect.element(status).toHaveTextContent("Đã khôi phục Tổng đài");
    expect(api.requests("POST /api/admin/bin/restore").map(({ body }) => body)).toEqual([{ entity: "support", id: 1 }]);
  });

  test("asks with the name, then removes the contact from the list", async () => {
    const { api } = await open({ "DELETE /api/admin/support/{id}": { success: true } });
    await button("Xóa: Tổng đài").click();
    await expect.element(question.getByText("Bạn có chắc chắn muốn xóa thông tin liên lạc này?")).toBeVisible();
    await expect.element(question.getByText("Tổng đài")).toBeVisible();
    await question.getByRole("button", { name: "Hủy" }).click();
    await expect.element(button("Xóa: Tổng đài")).toHaveFocus();
    expect(api.requests("DELETE /api/admin/support/{id}")).toEqual([]);
    api.change({ [list]: listOf(zalo) });
    await button("Xóa: Tổng đài").click();
    await question.getByRole("button", { name: "Xóa liên lạc" }).click();
    await expect.element(status).toHaveTextContent("Đã xóa thông tin liên lạc");
    await expect.element(page.getByText("Tổng đài")).not.toBeInTheDocument();
    await expect.element(page.getByRole("main")).toHaveFocus();
  });

  test.each([
    ["with its own message", fails(500), "Không thể xóa thông tin liên lạc"],
    ["with another message without a response", networkDown(), "Lỗi kết nối"],
  ])("shows the error of a failed request %s", async (_name, answer, message) => {
    await open({ "DELETE /api/admin/support/{id}": answer });
    await button("Xóa: Tổng đài").click();
    await question.getByRole("button", { name: "Xóa liên lạc" }).click();
    await expect.element(alert).toHaveTextContent(message);
    await expect.element(rows.nth(1)).toMatchTextContent("Tổng đài");
  });
});

test("a change needs the password again, from the switch, the question and the form", async () => {
  const put = "PUT /api/admin/support/{id}";
  const remove = "DELETE /api/admin/support/{id}";
  const answers: Answers = {
    [toggle]: confirmedOnly({ ...phone, is_active: false }),
    [remove]: confirmedOnly({ success: true as const }),
    [put]: confirmedOnly({ ...zalo, name: "Zalo" }),
  };
  const { api } = await open({ ...confirmationAnswers, ...answers });
  const expired = { confirmation: "fresh", expires_at: new Date(Date.now() - 1).toISOString() };
  api.change({ "POST /api/account/confirmation": expired });
  await flag.click();
  await confirmIdentity();
  await expect.element(page.getByText("Đã cập nhật trạng thái liên lạc")).toBeVisible();
  await button("Xóa: Tổng đài").click();
  await question.getByRole("button", { name: "Xóa liên lạc" }).click();
  await confirmIdentity();
  await expect.element(page.getByText("Đã xóa thông tin liên lạc")).toBeVisible();
  await button("Sửa: Zalo của nhóm").click();
  await name.fill("Zalo");
  await save.click();
  await confirmIdentity();
  await expect.element(form).not.toBeInTheDocument();
  for (const key of [toggle, remove, put] as const) {
    expect(api.requests(key).map(({ confirmation }) => confirmation)).toEqual([undefined, "fresh"]);
  }
});

describe("the form", () => {
  test("shows the fields of a contact and saves their changes", async () => {
    const { api } = await open({ "PUT /api/admin/support/{id}": zalo });
    await button("Sửa: Zalo của nhóm").click();
    await expect.element(form.getByLabelText(/^Số hoặc liên kết Zalo/)).toHaveValue("0901 234 567");
    await type.selectOptions("Telegram");
    await form.getByLabelText(/^Tên hoặc liên kết Telegram/).fill("@ngannga");
    await form.getByRole("radio", { name: "Hồng" }).click();
    await form.getByLabelText("Thứ tự").fill("0");
    await save.click();
    await expect.element(status).toHaveTextContent("Đã lưu thông tin liên lạc");
    const [sent] = api.requests("PUT /api/admin/support/{id}");
    expect(sent?.params.id).toBe("2");
    expect(sent?.body).toMatchObject({ type: "telegram", value: "@ngannga", color: "pink-500", sort_order: 0 });
  });

  test("shows an error at each invalid field", async () => {
    await add();
    await form.getByLabelText(/^Số điện thoại/).fill("gọi Lan");
    await icon.fill("javascript:alert(1)");
    await save.click();
    for (const [field, message] of [
      [name, "Vui lòng nhập tên"],
      [form.getByLabelText(/^Số điện thoại/), "Số điện thoại không hợp lệ: cần 3 đến 15 chữ số, ví dụ 0901 234 567"],
      [icon, "Địa chỉ không hợp lệ"],
    ] as const) {
      await expect.element(field).toHaveAccessibleDescription(message);
    }
    await expect.element(name).toHaveFocus();
    await checkScreen({ heading: "Liên hệ hỗ trợ" });
  });

  test("labels the value by its type, and validates it again when the type changes", async () => {
    await add();
    await form.getByLabelText(/^Số điện thoại/).fill("gọi Lan");
    await save.click();
    await type.selectOptions("Email");
    await expect.element(form.getByText("Email không hợp lệ")).toBeVisible();
    await type.selectOptions("Messenger");
    await expect.element(form.getByText(/^Nhập tên trang hoặc liên kết/)).toBeVisible();
    const value = form.getByLabelText(/^Tên trang hoặc liên kết Messenger/);
    await value.fill("ngan.nga");
    await expect.element(value).toHaveAttribute("aria-invalid", "false");
  });

  test("needs no value for a request", async () => {
    const { api } = await add({ "POST /api/admin/support": phone });
    await name.fill("Đặt một bài hát");
    await type.selectOptions("Gửi yêu cầu sáng tác");
    await save.click();
    await expect.element(status).toHaveTextContent("Đã thêm thông tin liên lạc");
    expect(api.requests("POST /api/admin/support")[0]?.body).toMatchObject({ type: "request", value: "/request" });
  });

  test("shows the error of a failed save and allows another try", async () => {
    const { api } = await open({ "PUT /api/admin/support/{id}": fails(500) });
    await button("Sửa: Tổng đài").click();
    await name.fill("Tổng đài mới");
    await save.click();
    await expect.element(form.getByRole("alert")).toHaveTextContent("Không thể lưu thông tin liên lạc");
    await expect.element(name).toHaveValue("Tổng đài mới");
    api.change({ "PUT /api/admin/support/{id}": networkDown() });
    await save.click();
    await expect.element(form.getByRole("alert")).toHaveTextContent("Lỗi kết nối");
    api.change({ "PUT /api/admin/support/{id}": { ...phone, name: "Tổng đài mới" } });
    await save.click();
    await expect.element(form).not.toBeInTheDocument();
  });
});

describe("the picture", () => {
  const logo = new File([new Uint8Array(100)], "logo.png", { type: "image/png" });
  const address = "/uploads/images/logo.png";

  test("refuses other files and large ones before the upload", async () => {
    const sent = stubUploads();
    await add();
    await userEvent.upload(file, new File(["x"], "ghi-chu.txt", { type: "text/plain" }));
    await expect.element(form.getByRole("alert")).toHaveTextContent("Chỉ hỗ trợ ảnh JPG, PNG hoặc WebP");
    const large = new File([new Uint8Array(5 * 1024 * 1024 + 1)], "lon.png", { type: "image/png" });
    await userEvent.upload(file, large);
    await expect.element(form.getByRole("alert")).toHaveTextContent("Ảnh không được vượt quá 5 MB");
    expect(sent).toEqual([]);
  });

  test("shows the server's error", async () => {
    const sent = stubUploads();
    await add();
    await userEvent.upload(file, logo);
    await expect.element(form.getByRole("progressbar")).toBeVisible();
    sent[0]?.fail(415, "File này không phải ảnh");
    await expect.element(form.getByRole("alert")).toHaveTextContent("File này không phải ảnh");
  });

  test("blocks saving during the upload, and is deleted when the form is discarded", async () => {
    const sent = stubUploads();
    const { api } = await add({ "DELETE /api/admin/uploads": { removed: true } });
    await name.fill("Tổng đài");
    await form.getByLabelText(/^Số điện thoại/).fill("1900 0000");
    await userEvent.upload(file, logo);
    await save.click();
    await expect.element(icon).toHaveAccessibleDescription("Vui lòng chờ ảnh được tải lên hoàn tất");
    sent[0]?.reply({ url: address });
    await expect.element(icon).toHaveValue(address);
    await form.getByRole("button", { name: "Hủy", exact: true }).click();
    await button("Bỏ thay đổi").click();
    await expect.poll(() => api.requests("DELETE /api/admin/uploads").map(({ query }) => query.url)).toEqual([address]);
  });

  test("is saved with the contact and not deleted", async () => {
    const sent = stubUploads();
    const { api } = await add({ "POST /api/admin/support": { ...phone, icon_url: address } });
    await name.fill("Tổng đài");
    await form.getByLabelText(/^Số điện thoại/).fill("1900 0000");
    await userEvent.upload(file, logo);
    await expect.element(form.getByRole("progressbar")).toBeVisible();
    sent[0]?.reply({ url: address });
    await expect.element(icon).toHaveValue(address);
    await save.click();
    await expect.element(form).not.toBeInTheDocument();
    expect(api.requests("POST /api/admin/support")[0]?.body).toMatchObject({ icon_url: address });
    expect(api.requests("DELETE /api/admin/uploads")).toEqual([]);
  });

  test("can be removed, and warns of URLs that public pages do not load", async () => {
    await open({ [list]: listOf({ ...phone, icon_url: "https://example.com/a.png" }) });
    await button("Sửa: Tổng đài").click();
    await form.getByRole("button", { name: "Bỏ ảnh" }).click();
    await expect.element(icon).toHaveValue("");
    await expect.element(icon).toHaveFocus();
    await icon.fill("http://example.com/a.png");
    await expect
      .element(icon)
      .toHaveAccessibleDescription("Trang công khai chỉ tải ảnh qua https://, nên biểu tượng của loại sẽ đứng thay.");
  });

  test("is previewed with name and link as visitors see it", async () => {
    await add();
    await expect.element(form.getByText("Tên liên lạc")).toBeVisible();
    await name.fill("Viết thư");
    await type.selectOptions("Email");
    await form.getByLabelText(/^Địa chỉ email/).fill("xin-chao@example.com");
    await expect.element(form.getByText("Viết thư")).toBeVisible();
    await expect.element(form.getByText("xin-chao@example.com")).toBeVisible();
  });
});
