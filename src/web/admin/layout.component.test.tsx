import { describe, expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openAdmin } from "#test/component/admin.tsx";
import { logInTo, openArea, testAreas } from "#test/component/area.tsx";
import { checkScreen } from "#test/component/check-screen.ts";
import { aTransfer, transferStats } from "#test/component/payments.ts";
import { aCountedCategory, aUser } from "#test/component/samples.ts";
import { type Answers, counted, fails } from "#test/component/stub-api.ts";
import { writeStored } from "../lib/storage.ts";
import * as dashboard from "./dashboard/screen.tsx";
import * as genres from "./genres/screen.tsx";
import * as payments from "./payments/screen.tsx";
import * as songs from "./songs/screen.tsx";
import * as users from "./users/screen.tsx";

const side = page.getByRole("complementary", { name: "Trình đơn quản trị" });
const link = (name: string) => side.getByRole("link", { name });
const open = (answers: Answers = {}) =>
  openAdmin(genres, "/admin/genres", { "GET /api/categories/with-song-count": [aCountedCategory()], ...answers });

/** Opens the frame with an empty screen. */
function openScreen(at: string) {
  const area = testAreas.find(({ kind }) => kind === "admin") ?? expect.fail("There is no administrators' area.");
  logInTo(area);
  return openArea(area, at, () => <h1>Màn hình</h1>);
}

test("shows the administrator's name and the current route", async () => {
  await open();
  await expect.element(side).toMatchTextContent(/Admin.*Quản trị viên/);
  await expect.element(side.getByTitle("quan-tri@example.com")).toBeVisible();
  await expect.element(link("Thể loại")).toHaveAttribute("aria-current", "page");
  await expect.element(link("Tổng quan")).not.toHaveAttribute("aria-current");
  await expect.element(page.getByText("Quản trị / Thể loại")).toBeVisible();
  await expect.poll(() => document.title).toBe("Thể loại · Quản trị Ngân Nga");
  expect(document.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex");
  await checkScreen({ heading: "Thể loại" });
});

test("links to each route and focuses its content", async () => {
  const { address } = await open();
  for (const [name, path] of [
    ["Tổng quan", "/admin/dashboard"],
    ["Bài hát", "/admin/songs"],
    ["Thể loại", "/admin/genres"],
    ["Cấu hình", "/admin/config"],
    ["Liên hệ hỗ trợ", "/admin/support"],
    ["Hệ thống", "/admin/system"],
  ] as const) {
    await expect.element(link(name)).toHaveAttribute("href", path);
  }
  await expect.element(page.getByRole("link", { name: "Xem trang công khai" })).toHaveAttribute("target", "_blank");
  await link("Bài hát").click();
  await expect.poll(address).toBe("/admin/songs");
});

test("has thirteen entries", async () => {
  await open();
  await expect.element(link("Thể loại")).toBeVisible();
  const names = side.getByRole("navigation").getByRole("link").elements();
  const groups = [
    "Tổng quan",
    "Bài hát Thể loại Yêu cầu",
    "Người dùng Nhân viên",
    "Gói Premium Đơn hàng Đối soát Ngân hàng",
  ];
  const text = [...groups, "Cấu hình Liên hệ hỗ trợ Hệ thống"].join(" ");
  expect(names.map((each) => each.textContent).join(" ")).toBe(text);
  expect(names).toHaveLength(13);
});

test.each([
  { entry: "Yêu cầu", parts: ["Yêu cầu", "Lời khách", "Bài nghe thử"], at: "/admin/examples" },
  { entry: "Nhân viên", parts: ["Nhân viên", "Quản trị viên"], at: "/admin/administrators" },
  { entry: "Hệ thống", parts: ["Tình trạng", "Nhật ký gửi", "Lịch sử", "Thùng rác"], at: "/admin/bin" },
])("$entry leads to $parts", async ({ entry, parts, at }) => {
  await page.viewport(320, 800);
  await openScreen(at);
  const nav = page.getByRole("navigation", { name: `Các phần của ${entry}` });
  expect([...nav.element().children].map((each) => each.textContent)).toEqual(parts);
  const last = nav.getByRole("link", { name: parts.at(-1) });
  await expect.element(last).toHaveAttribute("aria-current", "page");
  // Scrolled to a whole pixel.
  await expect.element(last).toBeInViewport({ ratio: 0.98 });
  expect(document.documentElement.scrollWidth).toBe(320);
  await page.viewport(1280, 600);
  await expect.element(link(entry)).toHaveAttribute("aria-current", "page");
  await nav.getByRole("link", { name: parts[0] }).click();
  await expect.element(nav.getByRole("link", { name: parts[0] })).toHaveAttribute("aria-current", "page");
});

test.each([600, 800])("the current entry is in sight at a height of %i px", async (height) => {
  await page.viewport(1280, height);
  await openScreen("/admin/system");
  await expect.element(link("Hệ thống")).toBeInViewport({ ratio: 1 });
  const { bottom } = link("Hệ thống").element().getBoundingClientRect();
  expect(bottom).toBeLessThanOrEqual(side.getByTitle("quan-tri@example.com").element().getBoundingClientRect().top);
});

test("closes its groups by keyboard, all open at first", async () => {
  await open();
  await expect.element(link("Cấu hình")).toBeVisible();
  const summary = side.getByText("Nội dung");
  (summary.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(link("Thể loại")).not.toBeInTheDocument();
  await expect.element(link("Cấu hình")).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.element(link("Thể loại")).toBeVisible();
});

test("changes and stores the theme", async () => {
  await open();
  const button = page.getByRole("button", { name: "Đổi giao diện sáng hoặc tối" });
  await button.click();
  await expect.poll(() => document.documentElement.classList.contains("dark")).toBe(true);
  expect(localStorage.getItem("darkMode")).toBe("true");
  await button.click();
  await expect.poll(() => document.documentElement.classList.contains("dark")).toBe(false);
  expect(localStorage.getItem("darkMode")).toBe("false");
});

test("has a skip link to the content", async () => {
  await open();
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  await userEvent.tab();
  await expect.element(page.getByRole("link", { name: "Đến nội dung chính" })).toHaveFocus();
  await expect.element(page.getByRole("link", { name: "Đến nội dung chính" })).toHaveAttribute("href", "#main");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("main")).toHaveFocus();
  expect(window.location.hash).toBe("");
  await userEvent.tab();
  await expect.element(page.getByRole("button", { name: "Thêm thể loại" }).first()).toHaveFocus();
});

test("has a skip link to the first row of a list", async () => {
  await open({
    "GET /api/categories/with-song-count": [aCountedCategory({ id: 5, name: "Dân ca" }), aCountedCategory({ id: 6 })],
  });
  await expect.element(page.getByText("Dân ca")).toBeVisible();
  await userEvent.tab();
  await userEvent.tab();
  await expect.element(page.getByRole("link", { name: "Đến dòng đầu danh sách" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => document.activeElement?.getAttribute("data-row")).toBe("5");
});

describe("on a phone", () => {
  const button = page.getByRole("button", { name: "Mở trình đơn" });
  const drawer = page.getByRole("dialog", { name: "Trình đơn quản trị" });

  test("is a drawer that Esc, its close button and a navigation close", async () => {
    await page.viewport(390, 844);
    const { address } = await open();
    await expect.element(page.getByRole("link", { name: "Tổng quan" })).not.toBeInTheDocument();
    await button.click();
    await expect.element(drawer.getByRole("link", { name: "Xem trang công khai" })).toBeVisible();
    await checkScreen({ heading: "Thể loại", widths: [390] });
    await userEvent.keyboard("{Escape}");
    await expect.element(drawer).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
    await button.click();
    await drawer.getByRole("button", { name: "Đóng trình đơn" }).click();
    await expect.element(drawer).not.toBeInTheDocument();
    await button.click();
    await drawer.getByRole("link", { name: "Thể loại" }).click();
    await expect.element(drawer).not.toBeInTheDocument();
    await button.click();
    await drawer.getByRole("link", { name: "Bài hát" }).click();
    await expect.poll(address).toBe("/admin/songs");
  });
});

describe("the session", () => {
  test("ends when the server does not know the token", async () => {
    const { address } = await open({ "GET /api/auth/me": fails(401, "Hết phiên") });
    await expect.poll(address).toBe("/admin");
    expect(localStorage.getItem("adminToken")).toBeNull();
  });

  test("ends when the stream of changes is refused", async () => {
    const { address } = await open({ "GET /api/admin/changes": fails(401, "Hết phiên") });
    await expect.poll(address).toBe("/admin");
  });

  test("goes on when the server refuses the kind of the token", async () => {
    const { address } = await open({ "GET /api/auth/me": fails(403, "Bạn không có quyền") });
    await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(address()).toBe("/admin/genres");
    expect(localStorage.getItem("adminToken")).toBe("admin-token");
  });
});

describe("an accountant", () => {
  const side = page.getByRole("complementary", { name: "Trình đơn quản trị" });
  const accountant: Answers = {
    "GET /api/auth/me": { email: "ke-toan@example.com", full_name: "Lan", role: "accountant" },
  };

  /** A browser in which an accountant has logged in. */
  function loggedIn() {
    writeStored("adminInfo", JSON.stringify({ full_name: "Lan", role: "accountant" }));
    onTestFinished(() => writeStored("adminInfo", null));
  }

  test("the dashboard of an accountant reads the income alone, and the menu has the own screens alone", async () => {
    loggedIn();
    await openAdmin(dashboard, "/admin/dashboard", {
      ...accountant,
      "GET /api/admin/dashboard/income": {
        waiting_orders: 12,
        ungranted_orders: 0,
        days: Array.from({ length: 30 }, (_, n) => ({
          day: `2026-11-${String(n + 1).padStart(2, "0")}`,
          orders: n % 2,
          amount: (n % 2) * 299_000,
        })),
        before: { orders: 0, amount: 0 },
        packages: [{ package_id: 1, name: "Premium 3 tháng", orders: 2, amount: 598_000 }],
        refunded: { orders: 0, amount: 0 },
        placed: { pending: 0, paid: 2, failed: 0, refunded: 0 },
        new_premium: 2,
        ending_premium: 1,
        waiting_payments: 0,
        payment_troubles: [],
      },
    });
    await expect.element(page.getByRole("main")).toMatchTextContent(/Đã thanh toán.*2 đơn.*Premium 3 tháng/);
    await expect.element(page.getByRole("link", { name: "12 đơn chờ tiền" })).toBeVisible();
    await expect.element(page.getByRole("link", { name: /yêu cầu/ })).not.toBeInTheDocument();
    await expect.element(page.getByText("Hoạt động gần đây")).not.toBeInTheDocument();
    expect(
      side
        .getByRole("link")
        .elements()
        .map((link) => link.textContent?.trim() || link.getAttribute("aria-label")),
    ).toEqual([
      "Ngân Nga",
      "Tổng quan",
      "Người dùng",
      "Gói Premium",
      "Đơn hàng",
      "Đối soát",
      "Ngân hàng",
      "Bảo mật tài khoản",
    ]);
    await expect.element(side).toMatchTextContent(/LanKế toán/);
  });

  test("another screen is closed to an accountant, and calls nothing", async () => {
    loggedIn();
    await openAdmin(songs, "/admin/songs", accountant);
    await expect
      .element(page.getByRole("heading", { name: "Tài khoản của bạn không mở được màn hình này" }))
      .toBeVisible();
  });

  test("users show their Premium to an accountant, and no form, switch or deletion", async () => {
    loggedIn();
    await openAdmin(users, "/admin/users", {
      ...accountant,
      "GET /api/admin/users": counted([aUser()], 1),
      "GET /api/admin/users/count": { total: 1 },
      "GET /api/admin/users/tabs": { all: 1, premium: 0, expiring: 0, ended: 0, locked: 0 },
      "GET /admin/users": { total_users: 1, active_users: 1, premium_users: 0, free_users: 1 },
    });
    await expect.element(page.getByRole("button", { name: /^Nâng cấp Premium/ })).toBeVisible();
    expect(page.getByRole("button", { name: /^(Sửa|Xóa|Thêm người dùng)/ }).elements()).toEqual([]);
    expect(page.getByRole("switch").elements()).toEqual([]);
  });

  test("an accountant reconciles transfers; what a request is opens for administrators alone", async () => {
    loggedIn();
    const rows = [aTransfer({ order_id: 7 }), aTransfer({ id: 4, request_id: 9 })];
    await openAdmin(payments, "/admin/payments", {
      ...accountant,
      "GET /api/admin/payments": counted(rows, 2),
      "GET /api/admin/payments/stats": transferStats({ unmatched: 2 }),
      "GET /api/admin/payments/claims": counted([], 0),
      "GET /api/admin/payments/providers": [],
    });
    await expect.element(page.getByRole("link", { name: "Đơn #7" })).toBeVisible();
    await expect.element(page.getByText("Yêu cầu #9")).toBeVisible();
    expect(page.getByRole("link", { name: "Yêu cầu #9" }).elements()).toEqual([]);
  });
});
