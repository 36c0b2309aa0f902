import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { CustomerActivity, CustomerPurchases } from "#contract/customers.ts";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen } from "#test/component/check-screen.ts";
import { confirmationAnswers, confirmedOnly, confirmIdentity } from "#test/component/confirmation.ts";
import { openFilters } from "#test/component/list.ts";
import { aPackage, unpaidStats } from "#test/component/sales.ts";
import { aUser } from "#test/component/samples.ts";
import { type Answers, counted, fails } from "#test/component/stub-api.ts";
import * as customer from "../customer/screen.tsx";
import * as screen from "./screen.tsx";

const list = "GET /api/admin/users";
const upgrade = "PATCH /api/admin/users/{id}/upgrade-premium";
const addDays = "PATCH /api/admin/users/{id}/add-premium-days";
const downgrade = "PATCH /api/admin/users/{id}/downgrade-free";
const put = "PUT /api/admin/users/{id}";
const post = "POST /admin/users";
const orderStats = "GET /api/premium-orders/stats";
const toggle = "PATCH /api/admin/users/{id}/toggle-active";
const heading = "Người dùng";

const hour = 60 * 60 * 1000;
/** An expiry shortly before the given number of days is over. */
const inDays = (days: number) => new Date(Date.now() + days * 24 * hour - hour).toISOString();
const premiumUntil = (premium_expires_at: string | null) =>
  ({ is_premium: true, subscription_type: "premium", premium_expires_at }) as const;

const lan = aUser({ id: 1, username: "lan", email: "lan@example.com", full_name: "Đỗ Thị Lan" });
const minh = aUser({ id: 2, username: "minh", full_name: null, ...premiumUntil(inDays(24)) });
const vinh = aUser({ id: 3, username: "vinh", is_email_verified: false, ...premiumUntil(null) });
const month = aPackage({ id: 5, name: "Gói tháng", duration_days: 30 });
const season = aPackage({ id: 6, name: "Gói mùa", duration_days: 24 });
const life = aPackage({ id: 7, name: "Trọn đời", duration_days: null, is_lifetime: true });
const packages = { packages: [month, season, life], total: 3, total_pages: 1 };

const rows = page.getByRole("row");
const row = (name: string) => rows.filter({ has: page.getByRole("rowheader", { name, exact: true }) });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const form = page.getByRole("dialog");
const field = (label: RegExp) => form.getByLabelText(label);
const username = field(/^Tên đăng nhập/);
const password = field(/^Mật khẩu/);
const plan = field(/^Gói$/);
const days = field(/^Số ngày/);
const packageField = field(/^Gói Premium/);
const save = form.getByRole("button", { name: "Lưu" });
const alert = page.getByRole("alert");
const toast = (text: string) => page.getByRole("status").getByText(text, { exact: true });
const question = (name: string) => page.getByRole("alertdialog", { name });
const menuItem = (name: string) => page.getByRole("menuitem", { name });

async function open(answers: Answers = {}, at = "/admin/users") {
  return openAdmin(screen, at, {
    [list]: counted([lan, minh, vinh], 3),
    "GET /api/admin/users/count": { total: 3 },
    "GET /api/admin/users/{id}": ({ params }) => [lan, minh, vinh].find(({ id }) => String(id) === params.id) ?? lan,
    "GET /api/admin/users/tabs": { all: 3, premium: 2, expiring: 1, ended: 0, locked: 0 },
    "GET /admin/users": { total_users: 2418, active_users: 2371, premium_users: 346, free_users: 2072 },
    "GET /api/admin/premium-packages": packages,
    [orderStats]: unpaidStats(0),
    ...answers,
  });
}

async function edit(name: string, answers: Answers = {}) {
  const opened = await open(answers);
  await button(`Sửa: ${name}`).click();
  return opened;
}

async function add(answers: Answers = {}) {
  const opened = await open(answers);
  await button("Thêm người dùng").click();
  return opened;
}

async function fillNew() {
  await username.fill("hoa");
  await field(/^Email/).fill("hoa@example.com");
  await password.fill("bi-mat-1");
}

describe("the list", () => {
  test("shows plan, state and dates of each user as a table", async () => {
    const expired = aUser({ id: 4, username: "cu", is_active: false, ...premiumUntil("2026-01-01T00:00:00.000Z") });
    const soon = aUser({ id: 5, username: "sap", ...premiumUntil(inDays(7)) });
    await open({ [list]: counted([lan, minh, vinh, expired, soon], 5) });
    for (const [name, text, kind] of [
      ["lan", /lan@example.com.*Đỗ Thị Lan.*Hoạt động.*Miễn phí.*01\/05\/2026/, undefined],
      ["minh", /Chưa có họ tên.*Premium.*Còn 24 ngày/, "success"],
      ["vinh", /Premium.*Vĩnh viễn/, "gold"],
      ["cu", /Đã khóa.*Premium.*Hết hạn/, "danger"],
      ["sap", /Còn 7 ngày/, "warning"],
    ] as const) {
      await expect.element(row(name)).toMatchTextContent(text);
      if (!kind) continue;
      const badge = row(name).getByText(/^(Còn \d+ ngày|Vĩnh viễn|Hết hạn)$/);
      await expect.element(badge).toHaveClass(`badge--${kind}`);
    }
  });

  test("has a column for each value", async () => {
    await open();
    const texts = (role: "columnheader" | "cell", within: { getByRole: typeof page.getByRole } = page) =>
      within
        .getByRole(role)
        .elements()
        .map((each) => each.textContent);
    await expect
      .poll(() => texts("columnheader"))
      .toEqual([
        "Chọn cả trang",
        "Tên đăng nhập",
        "Email",
        "Họ và tên",
        "Trạng thái",
        "Gói",
        "Hạn Premium",
        "Ngày tạo",
        "Thao tác",
      ]);
    expect(texts("cell", row("lan")).slice(1, 7)).toEqual([
      "lan@example.comEmail đã xác minh",
      "Đỗ Thị Lan",
      "Hoạt động: lanHoạt động",
      "Miễn phí",
      "",
      "01/05/2026",
    ]);
    expect(texts("cell", row("vinh"))[1]).toBe(vinh.email);
    expect(texts("cell", row("vinh")).slice(4, 6)).toEqual(["Premium", "Vĩnh viễn"]);
    await checkScreen({ heading });
  });

  test("fits 1280 and 1600 pixels with its longest texts", async () => {
    const long = aUser({
      id: 4,
      username: "nguyen_thi_hoang_oanh_nghe_nhac_moi_buoi_sang_2026",
      email: "mot.dia.chi.rat.la.dai.cua.khach.hang@thu-dien-tu-cong-ty-am-nhac.example.com",
      full_name: "Công Tằng Tôn Nữ Thị Nguyễn Hoàng Phương Khánh Linh Đan",
      ...premiumUntil(inDays(3650)),
    });
    await open({ [list]: counted([lan, minh, vinh, long], 4) });
    await expect.element(row("vinh")).toBeVisible();
    const frame = page.getByRole("table").element().parentElement as HTMLElement;
    for (const width of [1280, 1600]) {
      await page.viewport(width, 900);
      await expect.poll(() => frame.scrollWidth - frame.clientWidth, { message: `${width} px` }).toBe(0);
    }
  });

  test("shows the four numbers, each the way to the users that it counts", async () => {
    const { api } = await open();
    for (const name of ["Tổng người dùng 2.418", "Đang hoạt động 2.371", "Premium 346", "Miễn phí 2.072"]) {
      await expect.element(page.getByRole("link", { name })).toBeVisible();
    }
    await page.getByRole("link", { name: "Đang hoạt động 2.371" }).click();
    await expect.poll(() => api.requests(list).at(-1)?.query.is_active).toBe("true");
    await page.getByRole("link", { name: "Miễn phí 2.072" }).click();
    await expect.element(page.getByRole("link", { name: "Miễn phí 2.072" })).toHaveAttribute("aria-current", "true");
    const { is_active, subscription_type } = api.requests(list).at(-1)?.query ?? {};
    expect({ is_active, subscription_type }).toEqual({ is_active: undefined, subscription_type: "free" });
  });

  test("keeps the parts of former addresses as a filter, with their numbers", async () => {
    const { api } = await open({}, "/admin/users?tab=expiring");
    await expect.poll(() => api.requests(list).at(-1)?.query.tab).toBe("expiring");
    await openFilters();
    await expect.element(page.getByLabelText("Nhóm")).toHaveDisplayValue("Sắp hết Premium (1)");
  });

  test("shows the errors of list and numbers", async () => {
    await open({ [list]: fails(500), "GET /admin/users": fails(500) });
    await expect.element(alert.first()).toMatchTextContent("Có lỗi xảy ra khi tải thống kê người dùng");
    await expect.element(alert.last()).toMatchTextContent("Có lỗi xảy ra khi tải danh sách người dùng");
  });

  test("is newest first, ten a page, and takes search, filters and sorts", async () => {
    const { api } = await open();
    await expect.element(row("lan")).toBeVisible();
    expect(api.requests(list)[0]?.query).toEqual({
      sort_by: "created_at",
      sort_order: "desc",
      skip: "0",
      limit: "10",
    });
    const labels = (label: string) =>
      [...page.getByLabelText(label, { exact: true }).element().querySelectorAll("option")].map((each) => each.text);
    expect(labels("Gói")).toEqual(["Tất cả gói", "Miễn phí", "Premium"]);
    expect(labels("Trạng thái")).toEqual(["Mọi trạng thái", "Hoạt động", "Đã khóa"]);
    expect(labels("Sắp xếp")).toEqual([
      "Mới nhất",
      "Cũ nhất",
      "Tên đăng nhập A-Z",
      "Tên đăng nhập Z-A",
      "Email A-Z",
      "Email Z-A",
      "Premium hết trước",
      "Premium hết sau",
    ]);
    expect(labels("Số dòng mỗi trang")).toEqual([5, 10, 20, 50, 100].map((size) => `${size} mỗi trang`));
    await openFilters();
    await page.getByLabelText("Gói", { exact: true }).selectOptions("Premium");
    await page.getByLabelText("Trạng thái", { exact: true }).selectOptions("Đã khóa");
    await page.getByLabelText("Sắp xếp").selectOptions("Email Z-A");
    await expect
      .poll(() => api.requests(list).at(-1)?.query)
      .toMatchObject({ subscription_type: "premium", is_active: "false", sort_by: "email", sort_order: "desc" });
  });

  test("is read again by its button", async () => {
    const { api } = await open();
    await expect.element(row("lan")).toBeVisible();
    api.change({ [list]: counted([minh], 1) });
    await button("Làm mới").click();
    await expect.element(row("lan")).not.toBeInTheDocument();
    await expect.poll(() => api.requests("GET /admin/users").length).toBe(2);
  });

  test("has an empty state", async () => {
    await open({ [list]: counted([], 0), "GET /api/admin/users/count": { total: 0 } });
    await expect.element(page.getByRole("heading", { name: "Chưa có người dùng nào" })).toBeVisible();
  });
});

describe("a row", () => {
  test("is locked by its switch", async () => {
    const locked = { ...lan, is_active: false };
    const { api } = await open({ [toggle]: locked });
    await expect.element(row("lan")).toBeVisible();
    api.change({ [list]: counted([locked], 1) });
    await page.getByRole("switch", { name: "Hoạt động: lan" }).click();
    await expect.element(row("lan")).toMatchTextContent("Đã khóa");
    await expect.element(toast("Đã cập nhật trạng thái người dùng")).toBeVisible();
    expect(api.requests(toggle).map(({ params }) => params.id)).toEqual(["1"]);
  });

  test("keeps its state when the change is refused", async () => {
    await open({ [toggle]: fails(500) });
    await page.getByRole("switch", { name: "Hoạt động: lan" }).click();
    await expect.element(alert).toHaveTextContent("Có lỗi xảy ra khi cập nhật trạng thái người dùng");
    await expect.element(row("lan")).toMatchTextContent("Hoạt động");
  });

  test("is deleted after a question that names it", async () => {
    const { api } = await open({ "DELETE /api/admin/users/{id}": fails(500) });
    await button("Xóa: lan").click();
    const asked = question("Xóa người dùng");
    await expect.element(asked.getByText("Bạn có chắc chắn muốn xóa người dùng này?")).toBeVisible();
    await expect.element(asked.getByText("lan", { exact: true })).toBeVisible();
    expect(asked.getByText(/Premium kết thúc ngay/).query()).toBeNull();
    await asked.getByRole("button", { name: "Xóa người dùng" }).click();
    await expect.element(alert).toHaveTextContent("Có lỗi xảy ra khi xóa người dùng");
    api.change({ "DELETE /api/admin/users/{id}": { success: true } });
    await button("Xóa: lan").click();
    await asked.getByRole("button", { name: "Xóa người dùng" }).click();
    await expect.element(toast("Đã xóa người dùng")).toBeVisible();
  });

  test("with Premium says before it is deleted that Premium ends", async () => {
    await open();
    await button("Xóa: minh").click();
    await expect.element(question("Xóa người dùng").getByText(/Premium kết thúc ngay/)).toBeVisible();
    expect(
      question("Xóa người dùng")
        .getByText(/đơn hàng/)
        .query(),
    ).toBeNull();
  });

  test("with orders says before it is deleted what becomes of them", async () => {
    const { api } = await open({ [orderStats]: unpaidStats(1204) });
    await button("Xóa: lan").click();
    await expect
      .element(question("Xóa người dùng").getByText(/đơn hàng/))
      .toHaveTextContent("1.204 đơn hàng của tài khoản này vẫn còn, nhưng không gắn với tài khoản nào nữa.");
    expect(api.requests(orderStats).map(({ query }) => query)).toEqual([{ user_id: "1" }]);
  });

  test("offers what suits its plan", async () => {
    await open();
    await expect.element(button("Nâng cấp Premium: lan")).toBeVisible();
    await expect.element(button("Thao tác: lan")).not.toBeInTheDocument();
    await expect.element(button("Nâng cấp Premium: minh")).not.toBeInTheDocument();
    await button("Thao tác: minh").click();
    await expect.element(menuItem("Thêm ngày")).toBeVisible();
    await expect.element(menuItem("Hạ về miễn phí")).toBeVisible();
  });

  test("of permanent Premium offers no days", async () => {
    await open();
    await button("Thao tác: vinh").click();
    await expect.element(menuItem("Hạ về miễn phí")).toBeVisible();
    await expect.element(menuItem("Thêm ngày")).not.toBeInTheDocument();
  });

  test("is downgraded after a question that names it", async () => {
    const { api } = await open({ [downgrade]: fails(500) });
    const asked = question("Hạ về miễn phí");
    const confirm = async () => {
      await button("Thao tác: minh").click();
      await menuItem("Hạ về miễn phí").click();
      await expect.element(asked.getByText("minh", { exact: true })).toBeVisible();
      await asked.getByRole("button", { name: "Hạ về miễn phí" }).click();
    };
    await confirm();
    await expect.element(alert).toHaveTextContent("Có lỗi xảy ra khi hạ cấp tài khoản");
    api.change({ [downgrade]: lan });
    await confirm();
    await expect.element(toast("Đã hạ tài khoản về miễn phí")).toBeVisible();
  });
});

describe("the Premium dialog", () => {
  test("upgrades a free user by 30 days, or by what is typed", async () => {
    const { api } = await open({ [upgrade]: fails(500) });
    await button("Nâng cấp Premium: lan").click();
    await expect.element(page.getByRole("heading", { name: "Nâng cấp Premium cho lan" })).toBeVisible();
    await expect.element(days).toHaveValue("30");
    await checkScreen({ heading });
    const send = form.getByRole("button", { name: "Nâng cấp" });
    for (const [text, message] of [
      ["", "Vui lòng nhập số ngày"],
      ["0", "Số ngày phải lớn hơn 0"],
      ["3651", "Số ngày không được vượt quá 3650 ngày (10 năm)"],
    ] as const) {
      await days.fill(text);
      await send.click();
      await expect.element(form.getByText(message)).toBeVisible();
    }
    expect(api.requests(upgrade)).toEqual([]);
    await days.fill("45");
    await send.click();
    await expect.element(form.getByRole("alert")).toHaveTextContent("Có lỗi xảy ra khi nâng cấp tài khoản");
    api.change({ [upgrade]: minh });
    await send.click();
    await expect.element(toast("Đã nâng cấp Premium cho lan")).toBeVisible();
    expect(api.requests(upgrade).at(-1)).toMatchObject({ params: { id: "1" }, query: { duration_days: "45" } });
    expect(api.requests(upgrade).at(-1)?.query.premium_package_id).toBeUndefined();
  });

  test("takes the days of a package, and none of one for life", async () => {
    const { api } = await open({ [upgrade]: minh });
    await button("Nâng cấp Premium: lan").click();
    await expect.element(form.getByRole("option", { name: "Gói mùa (24 ngày)" })).toBeInTheDocument();
    await packageField.selectOptions("Gói mùa (24 ngày)");
    await expect.element(days).toHaveValue("24");
    await packageField.selectOptions("Trọn đời (vĩnh viễn)");
    await expect.element(days).not.toBeInTheDocument();
    await expect.element(packageField).toHaveAccessibleDescription("Gói vĩnh viễn: Premium không còn hạn.");
    await form.getByRole("button", { name: "Nâng cấp" }).click();
    await expect.element(form).not.toBeInTheDocument();
    expect(api.requests(upgrade)[0]?.query).toEqual({ duration_days: "30", premium_package_id: "7" });
    expect(api.requests("GET /api/admin/premium-packages")[0]?.query).toMatchObject({
      is_active: "true",
      limit: "100",
    });
  });

  test("adds days to Premium, with the package of that length preselected", async () => {
    const { api } = await open({ [addDays]: minh });
    await button("Thao tác: minh").click();
    await menuItem("Thêm ngày").click();
    await expect.element(form.getByText(/^Còn 24 ngày$/)).toBeVisible();
    await expect.element(form.getByText("Gói mùa", { exact: true })).toBeVisible();
    await expect.element(packageField).toHaveValue("6");
    await expect.element(days).toHaveValue("24");
    await packageField.selectOptions("Không theo gói");
    await days.fill("3");
    await form.getByRole("button", { name: "Thêm ngày" }).click();
    await expect.element(toast("Đã thêm ngày Premium cho minh")).toBeVisible();
    expect(api.requests(addDays)[0]).toMatchObject({ params: { id: "2" }, query: { days_to_add: "3" } });
  });

  test("works without the packages, and reads them again", async () => {
    const { api } = await open({ "GET /api/admin/premium-packages": fails(500), [upgrade]: minh });
    await button("Nâng cấp Premium: lan").click();
    await expect.element(form.getByRole("alert")).toMatchTextContent("Có lỗi xảy ra khi tải danh sách gói Premium");
    api.change({ "GET /api/admin/premium-packages": packages });
    await form.getByRole("button", { name: "Thử lại" }).click();
    await packageField.selectOptions("Gói tháng (30 ngày)");
    await expect.element(form.getByRole("alert")).not.toBeInTheDocument();
  });
});

describe("the form", () => {
  test("shows the specified error at each field", async () => {
    await add();
    await save.click();
    for (const [input, message] of [
      [username, "Tên đăng nhập là bắt buộc"],
      [field(/^Email/), "Email là bắt buộc"],
      [password, "Mật khẩu là bắt buộc"],
    ] as const) {
      await expect.element(input).toHaveAccessibleDescription(message);
    }
    await expect.element(username).toHaveFocus();
    await username.fill("ab");
    await field(/^Email/).fill("a@");
    await password.fill("12345");
    await plan.selectOptions("Premium");
    await days.fill("0");
    await save.click();
    for (const message of [
      "Tên đăng nhập phải có ít nhất 3 ký tự",
      "Email không hợp lệ",
      "Mật khẩu phải có ít nhất 6 ký tự",
      "Số ngày phải lớn hơn 0",
    ]) {
      await expect.element(form.getByText(message)).toBeVisible();
    }
    await checkScreen({ heading });
  });

  test("adds a free user", async () => {
    const { api } = await add({ [post]: lan });
    await fillNew();
    await save.click();
    await expect.element(toast("Đã thêm người dùng")).toBeVisible();
    expect(api.requests(post)[0]?.body).toEqual({
      username: "hoa",
      email: "hoa@example.com",
      full_name: null,
      password: "bi-mat-1",
      is_active: true,
    });
    expect(api.requests(upgrade)).toEqual([]);
  });

  test("adds a user and upgrades it", async () => {
    const { api } = await add({ [post]: { ...lan, id: 9 }, [upgrade]: minh });
    await fillNew();
    await plan.selectOptions("Premium");
    await expect.element(days).toHaveValue("30");
    await save.click();
    await expect.element(toast("Đã thêm người dùng và nâng cấp Premium")).toBeVisible();
    expect(api.requests(upgrade)[0]).toMatchObject({ params: { id: "9" }, query: { duration_days: "30" } });
  });

  test("tells what is saved when the upgrade fails, and then only repeats the upgrade", async () => {
    const hoa = { ...lan, id: 9, username: "hoa" };
    const { api } = await add({ [post]: hoa, [put]: hoa, [upgrade]: fails(500) });
    await fillNew();
    await plan.selectOptions("Premium");
    await save.click();
    await expect
      .element(form.getByRole("alert"))
      .toHaveTextContent("Đã thêm người dùng hoa, nhưng chưa đổi được gói: Có lỗi xảy ra khi nâng cấp tài khoản");
    await expect.element(page.getByRole("heading", { name: "Sửa người dùng: hoa" })).toBeVisible();
    api.change({ [upgrade]: minh });
    await save.click();
    await expect.element(toast("Đã lưu người dùng và nâng cấp Premium")).toBeVisible();
    expect(api.requests(post)).toHaveLength(1);
    expect(api.requests(put).map(({ params }) => params.id)).toEqual(["9"]);
  });

  test("changes nothing when the save is refused", async () => {
    const { api } = await add({ [post]: fails(500) });
    await fillNew();
    await plan.selectOptions("Premium");
    await save.click();
    await expect.element(form.getByRole("alert")).toHaveTextContent("Có lỗi xảy ra khi lưu người dùng");
    expect(api.requests(upgrade)).toEqual([]);
  });

  test("keeps password and Premium when they are left alone", async () => {
    const { api } = await edit("minh", { [put]: minh });
    await expect.element(password).toHaveAccessibleDescription("Để trống thì mật khẩu giữ nguyên.");
    await expect.element(plan).toHaveValue("premium");
    await expect.element(days).not.toBeInTheDocument();
    await field(/^Họ và tên/).fill("Trần Minh");
    await save.click();
    await expect.element(toast("Đã lưu người dùng")).toBeVisible();
    expect(api.requests(put)[0]?.body).toEqual({ full_name: "Trần Minh" });
    expect([...api.requests(addDays), ...api.requests(downgrade)]).toEqual([]);
  });

  test("needs the administrator's password for another e-mail", async () => {
    const email = "lan-moi@example.com";
    const { api } = await edit("lan", { ...confirmationAnswers, [put]: confirmedOnly({ ...lan, email }) });
    await field(/^Email/).fill(email);
    await save.click();
    await confirmIdentity();
    await expect.element(toast("Đã lưu người dùng")).toBeVisible();
    expect(api.requests(put).map(({ body, confirmation }) => [body, confirmation])).toEqual([
      [{ email }, undefined],
      [{ email }, "fresh"],
    ]);
  });

  test("adds days to Premium after the save", async () => {
    const { api } = await edit("minh", { [put]: minh, [addDays]: minh });
    await form.getByRole("switch", { name: "Thêm ngày Premium" }).click();
    await expect.element(packageField).toHaveValue("6");
    await days.fill("7");
    await save.click();
    await expect.element(toast("Đã lưu người dùng và thêm ngày Premium")).toBeVisible();
    expect(api.requests(addDays)[0]?.query).toEqual({ days_to_add: "7", premium_package_id: "6" });
    // The panel stays open: what it saves next gives no more days.
    await expect.element(form.getByRole("switch", { name: "Thêm ngày Premium" })).not.toBeChecked();
    await field(/^Họ và tên/).fill("Trần Minh");
    await save.click();
    await expect.element(toast("Đã lưu người dùng")).toBeVisible();
    expect(api.requests(addDays)).toHaveLength(1);
  });

  test("stands beside the list with the facts of the user, and leads to the customer's page", async () => {
    await page.viewport(1280, 850);
    const { address } = await open({}, "/admin/users?open=3");
    await expect.element(form.getByText("Chưa xác minh", { exact: false }).first()).toBeVisible();
    const more = form.getByRole("link", { name: "Đơn hàng, yêu cầu, thiết bị…" });
    await expect.element(more).toHaveAttribute("href", "/admin/users/3");
    await checkScreen({ heading });
    await button("Dòng trước").click();
    await expect.poll(address).toBe("/admin/users?open=2");
  });

  test("upgrades a free user after the save", async () => {
    const { api } = await edit("lan", { [put]: lan, [upgrade]: minh });
    await plan.selectOptions("Premium");
    await save.click();
    await expect.element(toast("Đã lưu người dùng và nâng cấp Premium")).toBeVisible();
    expect(api.requests(upgrade)).toHaveLength(1);
  });

  test("offers no days for permanent Premium", async () => {
    await edit("vinh");
    await expect.element(form.getByText("Vĩnh viễn").first()).toBeVisible();
    await expect.element(form.getByText("Trọn đời", { exact: true })).toBeVisible();
    await expect.element(form.getByRole("switch", { name: "Thêm ngày Premium" })).not.toBeInTheDocument();
  });

  test("downgrades after a question that names the account", async () => {
    const { api } = await edit("minh", { [put]: minh, [downgrade]: fails(500) });
    await plan.selectOptions("Miễn phí");
    await save.click();
    const asked = question("Hạ về miễn phí");
    await expect.element(asked.getByText("minh", { exact: true })).toBeVisible();
    await asked.getByRole("button", { name: "Hủy" }).click();
    await expect.element(plan).toHaveValue("free");
    expect(api.requests(put)).toEqual([]);
    const confirm = async () => {
      await save.click();
      await asked.getByRole("button", { name: "Hạ về miễn phí" }).click();
    };
    await confirm();
    await expect
      .element(form.getByRole("alert"))
      .toHaveTextContent("Đã lưu người dùng minh, nhưng chưa đổi được gói: Có lỗi xảy ra khi hạ cấp tài khoản");
    api.change({ [downgrade]: lan });
    await confirm();
    await expect.element(toast("Đã lưu người dùng và hạ về miễn phí")).toBeVisible();
  });

  test("ignores invalid days of a plan that is not chosen", async () => {
    const { api } = await add({ [post]: lan });
    await fillNew();
    await plan.selectOptions("Premium");
    await days.fill("0");
    await plan.selectOptions("Miễn phí");
    await save.click();
    await expect.element(toast("Đã thêm người dùng")).toBeVisible();
    expect(api.requests(upgrade)).toEqual([]);
  });
});

describe("the page of a customer", () => {
  const created_at = "2026-05-01T08:00:00.000Z";
  const user = { ...aUser({ id: 5, username: "lan_nghe_nhac" }), version: "1" };
  const purchases: CustomerPurchases = {
    orders: [
      {
        id: 7,
        code: "HMABCD1234",
        user_id: null,
        package_name: "Gói năm",
        payment_amount: 399_000,
        received_amount: 0,
        refunded_amount: 0,
        premium_taken_at: null,
        status: "pending",
        payment_status: "pending",
        premium_granted_at: null,
        end_reason: null,
        is_gift: false,
        erased_at: null,
        created_at,
      },
    ],
    orders_total: 0,
    receipts: [{ number: 12, code: "HMABCD1234", amount: 399_000, issued_at: created_at, cancelled_at: created_at }],
    premium: [{ created_at, text: "thêm Premium 7 ngày", actor_name: "admin@example.com", order_id: null }],
    same_accounts: [{ ...aUser({ id: 9, username: "lan_2" }), orders: 3, reasons: ["mailbox", "phone"] }],
  };
  const activity: CustomerActivity = {
    requests: [
      {
        id: 12,
        code: "HRABCD1234",
        status: "new",
        agreed_price: 299_000,
        paid_at: null,
        accepted_at: null,
        completed_at: null,
        created_at,
      },
    ],
    requests_total: 1,
    receipts: [],
    likes: [{ song_id: 3, title: "Mưa hạ", created_at }],
    sessions: [
      { id: 77, device: "Chrome trên Windows", created_at, last_used_at: created_at },
      { id: 78, device: null, created_at, last_used_at: created_at },
    ],
    messages: [{ id: 8, event: "order_received", channel: "email", state: "sent", created_at }],
  };
  const answers: Answers = {
    "GET /api/admin/users/{id}": user,
    "GET /api/admin/users/{id}/purchases": purchases,
    "GET /api/admin/users/{id}/activity": activity,
  };
  const open = (given: Answers = {}) =>
    openAdmin(customer, "/admin/users/5", { ...answers, ...given }, { path: "/admin/users/:id" });
  const region = (name: string) => page.getByRole("region", { name });

  test("shows all of a customer, one press away from each record", async () => {
    await open();
    const links: [part: string, name: string, href: string][] = [
      ["Đơn cùng email, chưa gắn tài khoản", "HMABCD1234", "/admin/orders?open=7"],
      ["Đơn hàng (0)", "Xem trong danh sách", "/admin/orders?user=5"],
      ["Yêu cầu sáng tác (1)", "HRABCD1234 · #12", "/admin/requests?open=12"],
      ["Bài đã thích", "Mưa hạ", "/admin/songs?open=3"],
      ["Thông báo đã gửi", "Đã nhận đơn hàng", "/admin/deliveries?open=8"],
    ];
    for (const [part, name, href] of links) {
      await expect.element(region(part).getByRole("link", { name })).toHaveAttribute("href", href);
    }
    await expect.element(region("Đơn hàng (0)")).toMatchTextContent("Chưa có đơn hàng nào.");
    await expect.element(region("Biên nhận")).toMatchTextContent(/Số 12.*399\.000 ₫.*Đã hủy/);
    await expect.element(region("Premium")).toMatchTextContent(/Thêm Premium 7 ngày.*admin@example\.com/);
    await checkScreen({ heading: "lan_nghe_nhac" });
  });

  test("puts the other accounts of the person beside this one", async () => {
    await open();
    const rows = page.getByRole("table").getByRole("row");
    await expect.element(rows.nth(1)).toMatchTextContent(/lan_nghe_nhac.*đang xem/);
    await expect.element(rows.nth(2)).toMatchTextContent(/lan_2.*3.*cùng hộp thư, cùng số điện thoại trên đơn/);
    await expect.element(rows.nth(2).getByRole("link")).toHaveAttribute("href", "/admin/users/9");
  });

  test("logs the customer out of a device", async () => {
    const { api } = await open({ "DELETE /api/admin/users/{id}/sessions/{session_id}": { success: true } });
    await page.getByRole("button", { name: "Đăng xuất khỏi Chrome trên Windows" }).click();
    await expect.element(page.getByText("Đã đăng xuất khỏi thiết bị đó")).toBeVisible();
    expect(api.requests("DELETE /api/admin/users/{id}/sessions/{session_id}")).toHaveLength(1);
  });

  test("tells when the user is gone", async () => {
    await open({ "GET /api/admin/users/{id}": fails(404, "Không tìm thấy người dùng") });
    await expect.element(page.getByRole("alert")).toMatchTextContent("Không tìm thấy người dùng");
  });
});
