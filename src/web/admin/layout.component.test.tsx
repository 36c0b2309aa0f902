import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen } from "#test/component/check-screen.ts";
import { aCountedCategory } from "#test/component/samples.ts";
import { type Answers, fails } from "#test/component/stub-api.ts";
import * as genres from "./genres/screen.tsx";

const side = page.getByRole("complementary", { name: "Trình đơn quản trị" });
const link = (name: string) => side.getByRole("link", { name });
const open = (answers: Answers = {}) =>
  openAdmin(genres, "/admin/genres", { "GET /api/categories/with-song-count": [aCountedCategory()], ...answers });

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
    ["Nhật ký gửi", "/admin/deliveries"],
  ] as const) {
    await expect.element(link(name)).toHaveAttribute("href", path);
  }
  await expect.element(page.getByRole("link", { name: "Xem trang công khai" })).toHaveAttribute("target", "_blank");
  await link("Bài hát").click();
  await expect.poll(address).toBe("/admin/songs");
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
