import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { aPackage } from "#test/component/sales.ts";
import { type Answers, eventStream, fails, networkDown, outdated } from "#test/component/stub-api.ts";
import * as screen from "./screen.tsx";

const list = "GET /api/admin/premium-packages";
const create = "POST /api/admin/premium-packages";
const pageOf = (...packages: ReturnType<typeof aPackage>[]) => ({
  packages,
  total: packages.length,
  total_pages: 1,
});
const button = (name: string) => page.getByRole("button", { name, exact: true });
const form = page.getByRole("dialog", { name: /^(Thêm gói Premium|Sửa gói Premium: .+)$/ });
const field = (label: string) => form.getByLabelText(new RegExp(`^${label}`));
const days = field("Số ngày");
const lifetime = form.getByRole("switch", { name: "Trọn đời" });
const save = form.getByRole("button", { name: "Lưu" });
const status = page.getByRole("status").last();
const alert = page.getByRole("alert");
const question = page.getByRole("alertdialog", { name: "Xóa gói Premium" });

async function open(answers: Answers = {}, address = "/admin/premium") {
  const opened = await openAdmin(screen, address, { [list]: pageOf(aPackage()), ...answers });
  await expect.element(page.getByRole("table", { name: "Gói Premium" })).toBeVisible();
  return opened;
}

async function add(answers: Answers = {}) {
  const opened = await open(answers);
  await button("Thêm gói Premium").click();
  return opened;
}

describe("the list", () => {
  test("shows package, duration, price, status and description", async () => {
    await open({
      [list]: pageOf(
        aPackage({ description: "Nghe cả năm" }),
        aPackage({ id: 2, name: "Dùng thử", price: 0, duration_days: 7, is_active: false, sort_order: 0 }),
        aPackage({ id: 3, name: "Trọn đời", is_lifetime: true, duration_days: null, description: null }),
      ),
    });
    const rows = page.getByRole("row");
    for (const [at, texts] of [
      ["Gói năm", "Thứ tự 2", "1 năm", "399.000 ₫", "Đang hiện", "Nghe cả năm"],
      ["Dùng thử", "Thứ tự 0", "7 ngày", "Miễn phí", "Tạm ẩn"],
      ["Trọn đời", "Vĩnh viễn", "Chưa có mô tả"],
    ].entries()) {
      for (const text of texts) await expect.element(rows.nth(at + 1)).toMatchTextContent(text);
    }
    await checkScreen({ heading: "Gói Premium" });
  });

  test("asks for the first page in the order of the site", async () => {
    const { api } = await open();
    expect(api.requests(list)[0]?.query).toEqual({ page: "1", limit: "10", sort_by: "sort_order", sort_order: "asc" });
  });

  test("sends search, status and sort", async () => {
    const { api } = await open({}, "/admin/premium?q=nam&active=false&sort=price-desc&size=50");
    expect(api.requests(list)[0]?.query).toEqual({
      search: "nam",
      is_active: "false",
      page: "1",
      limit: "50",
      sort_by: "price",
      sort_order: "desc",
    });
  });

  test("is read again by its button", async () => {
    const { api } = await open();
    api.change({ [list]: pageOf(aPackage({ name: "Gói quý" })) });
    await button("Làm mới").click();
    await expect.element(page.getByRole("rowheader", { name: /^Gói quý/ })).toBeVisible();
  });

  test("invites to add the first package", async () => {
    await openAdmin(screen, "/admin/premium", { [list]: pageOf() });
    await expect.element(page.getByRole("heading", { name: "Chưa có gói Premium nào" })).toBeVisible();
  });

  test("tells of an error", async () => {
    const { api } = await openAdmin(screen, "/admin/premium", { [list]: fails(500) });
    await expect.element(alert).toMatchTextContent("Có lỗi xảy ra khi tải danh sách gói Premium");
    api.change({ [list]: networkDown() });
    await button("Thử lại").click();
    await expect.element(alert).toMatchTextContent("Lỗi kết nối");
  });
});

describe("sales", () => {
  test("are told with the way to the orders", async () => {
    await open({
      [list]: pageOf(aPackage({ sold: 1204, earned: 480_396_000 }), aPackage({ id: 2, name: "Dùng thử" })),
    });
    const link = page.getByRole("link", { name: "1.204 đơn đã trả tiền của Gói năm" });
    await expect.element(link).toHaveAttribute("href", "/admin/orders?package=1&payment=paid");
    await expect.element(page.getByRole("row").nth(1)).toMatchTextContent("480.396.000 ₫");
    await expect.element(page.getByRole("row").nth(2)).toMatchTextContent("Chưa bán");
  });

  test("are read again when orders change", async () => {
    const stream = eventStream();
    const { api } = await open({ "GET /api/admin/changes": stream.answer });
    await expect.poll(stream.isOpen).toBe(true);
    api.change({ [list]: pageOf(aPackage({ sold: 1, earned: 399_000 })) });
    stream.send({ topics: ["orders"] }, "1.1");
    await expect.element(page.getByRole("row").nth(1)).toMatchTextContent("1 đơn");
  });

  test("the page of visitors opens beside the back office", async () => {
    await open();
    const link = page.getByRole("link", { name: "Xem như khách" });
    await expect.element(link).toHaveAttribute("href", "/premium");
    await expect.element(link).toHaveAttribute("target", "_blank");
  });
});

describe("the order", () => {
  const order = "GET /api/admin/premium-packages/order";
  const save = "PUT /api/admin/premium-packages/order";
  const three = [
    aPackage({ id: 1, name: "Tháng", sort_order: 0 }),
    aPackage({ id: 2, name: "Quý", sort_order: 1 }),
    aPackage({ id: 3, name: "Năm", sort_order: 4, is_active: false }),
  ];
  const dialog = page.getByRole("dialog", { name: "Thứ tự các gói" });
  const items = dialog.getByRole("grid", { name: "Thứ tự các gói" }).getByRole("row");
  const names = () => items.elements().map((row) => row.querySelector("b")?.textContent);
  const saveOrder = dialog.getByRole("button", { name: "Lưu thứ tự" });
  const mover = (name: string) => dialog.getByRole("button", { name, exact: true });

  async function sort(answers: Answers = {}) {
    const opened = await open({ [order]: { packages: three, first: 0, version: "v1" }, ...answers });
    await button("Sắp xếp").click();
    await expect.poll(names).toEqual(["Tháng", "Quý", "Năm"]);
    return opened;
  }

  test("is changed by dragging, and saved by one call", async () => {
    const { api } = await sort({ [save]: { packages: three, first: 0, version: "v2" } });
    await userEvent.dragAndDrop(items.nth(2), items.nth(0), {
      sourcePosition: { x: 10, y: 10 },
      targetPosition: { x: 40, y: 3 },
    });
    await expect.poll(names).toEqual(["Năm", "Tháng", "Quý"]);
    await checkScreen({ heading: "Gói Premium" });
    await saveOrder.click();
    await expect.element(status).toHaveTextContent("Đã lưu thứ tự các gói");
    expect(api.requests(save).map(({ body }) => body)).toEqual([{ ids: [3, 1, 2], first: 0, version: "v1" }]);
  });

  test("is changed by keys", async () => {
    await sort();
    (items.nth(0).getByRole("button").first().element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => document.activeElement?.getAttribute("aria-label")).toMatch(/^Chèn/);
    await userEvent.keyboard("{ArrowDown}{Enter}");
    await expect.poll(names).toEqual(["Quý", "Tháng", "Năm"]);
  });

  test("is changed by buttons, which keep the focus and tell the place", async () => {
    await sort();
    await expect.element(mover("Đưa lên: Tháng")).toBeDisabled();
    await mover("Đưa lên: Quý").click();
    await expect.poll(names).toEqual(["Quý", "Tháng", "Năm"]);
    await expect.element(mover("Đưa xuống: Quý")).toHaveFocus();
    await expect.element(dialog.getByRole("status")).toHaveTextContent("Quý: vị trí 1 trong 3");
  });

  test("shows which package is marked as the most popular", async () => {
    const { api } = await sort({ [save]: { packages: three, first: 1, version: "v2" } });
    await expect.element(items.nth(1)).toMatchTextContent(/Quý.*Phổ biến nhất/);
    await expect.element(items.nth(2)).toMatchTextContent(/Năm.*Tạm ẩn/);
    await dialog.getByRole("combobox", { name: /Đánh dấu/ }).selectOptions("Gói đứng đầu");
    await expect.element(items.nth(0)).toMatchTextContent(/Tháng.*Phổ biến nhất/);
    await saveOrder.click();
    await expect.element(status).toHaveTextContent("Đã lưu thứ tự các gói");
    expect(api.requests(save)[0]?.body).toEqual({ ids: [1, 2, 3], first: 1, version: "v1" });
  });

  test("asks which order stays when somebody else changed it too", async () => {
    const theirs = [three[2], three[0], three[1]] as typeof three;
    const current = { packages: theirs, first: 0, version: "v2" };
    const { api } = await sort({
      [save]: outdated("Lan đã sửa nội dung này sau khi bạn mở, nên chưa lưu gì", current, "Lan"),
    });
    await mover("Đưa lên: Quý").click();
    await saveOrder.click();
    const question = page.getByRole("dialog", { name: "Chọn giá trị để giữ" });
    await expect.element(question).toMatchTextContent(/Quý, Tháng, Năm.*Năm, Tháng, Quý/);
    api.change({ [save]: { packages: three, first: 0, version: "v3" } });
    await question.getByRole("radio").first().click();
    await question.getByRole("button", { name: "Lưu lựa chọn" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(api.requests(save).at(-1)?.body).toEqual({ ids: [2, 1, 3], first: 0, version: "v2" });
  });

  test("asks before a new order is lost", async () => {
    await sort();
    await mover("Đưa lên: Quý").click();
    await dialog.getByRole("button", { name: "Hủy" }).click();
    await expect.element(page.getByRole("alertdialog")).toBeVisible();
  });

  test("tells that it could not be read", async () => {
    await open({ [order]: fails(500) });
    await button("Sắp xếp").click();
    await expect.element(dialog.getByRole("alert")).toMatchTextContent("Có lỗi xảy ra khi tải danh sách gói Premium");
  });
});

describe("the preview", () => {
  const card = form.getByRole("region", { name: "Khách sẽ thấy" });

  test("shows the card of visitors, changing while one types", async () => {
    await add();
    await expect.element(card).toMatchTextContent("Nhập giá và thời hạn để thấy thẻ của gói.");
    await field("Tên gói").fill("Gói năm");
    await field("Giá").fill("399000");
    await days.fill("365");
    await field("Mô tả").fill("Cả năm không phải nghĩ");
    await field("Thứ tự").fill("1");
    (field("Thứ tự").element() as HTMLElement).blur();
    await expect
      .element(card)
      .toMatchTextContent(/Gói năm.*Phổ biến nhất.*399\.000 ₫.*1 năm.*33\.250 ₫ mỗi tháng.*Cả năm không phải nghĩ/);
    await lifetime.click();
    await expect.element(card).toMatchTextContent("Vĩnh viễn");
    await form.getByRole("switch", { name: "Đang hiện" }).click();
    await expect.element(card).toMatchTextContent("Gói chưa bán nên khách chưa thấy thẻ này.");
    await checkScreen({ heading: "Gói Premium" });
  });
});

describe("the form", () => {
  test("adds a package with days", async () => {
    const { api } = await add({ [create]: aPackage() });
    await field("Tên gói").fill("Gói quý");
    await field("Giá").fill("129000");
    await expect.element(days).toHaveAccessibleDescription(/7, 30, 90, 180 hoặc 365/);
    await days.fill("90");
    await save.click();
    await expect.element(status).toHaveTextContent("Đã thêm gói Premium");
    expect(api.requests(create)[0]?.body).toEqual({
      name: "Gói quý",
      price: 129_000,
      duration_days: 90,
      is_lifetime: false,
      sort_order: 0,
      description: null,
      is_active: true,
    });
  });

  test("hides the days of a lifetime package and does not send them", async () => {
    const { api } = await add({ [create]: aPackage() });
    await field("Tên gói").fill("Trọn đời");
    await field("Giá").fill("999000");
    await days.fill("30");
    await lifetime.click();
    await expect.element(days).not.toBeInTheDocument();
    await save.click();
    await expect.element(status).toHaveTextContent("Đã thêm gói Premium");
    expect(api.requests(create)[0]?.body).toMatchObject({ name: "Trọn đời", is_lifetime: true });
    expect(api.requests(create)[0]?.body).not.toHaveProperty("duration_days");
  });

  test("shows what is missing at its field", async () => {
    const { api } = await add();
    await save.click();
    await expect.element(field("Tên gói")).toHaveAccessibleDescription("Vui lòng nhập tên gói");
    await expect.element(field("Giá")).toHaveAccessibleDescription(/Vui lòng nhập giá/);
    await expect.element(days).toHaveAccessibleDescription(/Vui lòng nhập số ngày/);
    await days.fill("0");
    await save.click();
    await expect.element(days).toHaveAccessibleDescription(/Số ngày phải là số nguyên từ 1/);
    expect(api.requests(create)).toEqual([]);
    await fits();
  });

  test("shows the fields of a package and keeps a price that is no round thousand", async () => {
    const change = "PUT /api/admin/premium-packages/{id}";
    const { api } = await open({ [list]: pageOf(aPackage({ price: 99_500 })), [change]: aPackage() });
    await button("Sửa: Gói năm").click();
    await expect.element(field("Giá")).toHaveValue("99.500");
    await expect.element(days).toHaveValue("365");
    await field("Thứ tự").fill("1");
    await save.click();
    await expect.element(status).toHaveTextContent("Đã lưu gói Premium");
    expect(api.requests(change)[0]?.body).toEqual({ sort_order: 1 });
  });

  test("tells of an error", async () => {
    const { api } = await add({ [create]: fails(500) });
    await field("Tên gói").fill("Gói quý");
    await field("Giá").fill("129000");
    await days.fill("90");
    await save.click();
    await expect.element(form.getByRole("alert")).toHaveTextContent("Có lỗi xảy ra khi lưu gói Premium");
    api.change({ [create]: networkDown() });
    await save.click();
    await expect.element(form.getByRole("alert")).toHaveTextContent("Lỗi kết nối");
  });
});

describe("the status", () => {
  const toggle = "PATCH /api/admin/premium-packages/{id}/toggle-active";
  const isOnSale = page.getByRole("switch", { name: "Đang hiện: Gói năm" });

  test("changes with one click", async () => {
    const { api } = await open({ [toggle]: aPackage({ is_active: false }) });
    api.change({ [list]: pageOf(aPackage({ is_active: false })) });
    await isOnSale.click();
    await expect.element(isOnSale).not.toBeChecked();
    await expect.element(page.getByText("Đã cập nhật trạng thái gói Premium")).toBeVisible();
    expect(api.requests(toggle).map(({ params }) => params.id)).toEqual(["1"]);
  });

  test("returns after an error", async () => {
    await open({ [toggle]: fails(500) });
    await isOnSale.click();
    await expect.element(alert).toHaveTextContent("Có lỗi xảy ra khi cập nhật trạng thái gói Premium");
    await expect.element(isOnSale).toBeChecked();
  });
});

describe("deleting", () => {
  const remove = "DELETE /api/admin/premium-packages/{id}";

  test("asks with the name, and tells of an error", async () => {
    await open({ [remove]: fails(500) });
    await button("Xóa: Gói năm").click();
    await expect.element(question.getByText("Bạn có chắc chắn muốn xóa gói Premium này?")).toBeVisible();
    await expect.element(question.getByText("Gói năm")).toBeVisible();
    await question.getByRole("button", { name: "Xóa gói Premium" }).click();
    await expect.element(alert).toHaveTextContent("Có lỗi xảy ra khi xóa gói Premium");
  });
});
