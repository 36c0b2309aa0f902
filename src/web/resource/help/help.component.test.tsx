import { describe, expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { openDesk } from "#test/component/desk.tsx";
import { aCountedCategory } from "#test/component/samples.ts";
import { hangs } from "#test/component/stub-api.ts";
import * as genres from "../../admin/genres/screen.tsx";
import * as premium from "../../admin/premium/screen.tsx";
import { adminMenu, findAdminScreen } from "../../admin/routes.ts";
import * as security from "../../admin/security/screen.tsx";
import { writeStored } from "../../lib/storage.ts";

const help = (label: string) => page.getByRole("dialog", { name: `Hướng dẫn: ${label}`, exact: true });
const ownHelp = "Hướng dẫn trang này";
const others = page.getByRole("navigation", { name: "Hướng dẫn các trang khác" });
const palette = page.getByRole("dialog", { name: "Tìm nhanh" });

async function openGenres() {
  const opened = await openAdmin(genres, "/admin/genres", {
    "GET /api/categories/with-song-count": [aCountedCategory()],
  });
  await expect.element(page.getByRole("heading", { level: 1, name: "Thể loại" })).toBeVisible();
  return opened;
}

describe("the help of a screen", () => {
  test("opens from the list's menu, gives the focus back, and fits a phone", async () => {
    await openGenres();
    const menu = page.getByRole("button", { name: "Tùy chọn danh sách" });
    await menu.click();
    await page.getByRole("menuitem", { name: ownHelp }).click();
    await expect.element(help("Thể loại")).toMatchTextContent("Mỗi bài hát thuộc ít nhất một thể loại.");
    await checkScreen({ widths: [1280, 390, 320] });
    await page.getByRole("button", { name: "Đóng" }).click();
    await expect.element(help("Thể loại")).not.toBeInTheDocument();
    await expect.element(menu).toHaveFocus();
  });

  test("opens by H, shows that of other screens, and leads there", async () => {
    const { address } = await openGenres();
    await userEvent.keyboard("h");
    await expect.element(help("Thể loại")).toHaveFocus();
    await others.getByRole("button", { name: "Đối soát" }).click();
    await expect.element(help("Đối soát").getByRole("heading", { level: 3, name: "Mỗi ngày" })).toBeInViewport();
    await expect.element(others.getByRole("button", { name: "Thể loại" })).toBeInTheDocument();
    expect(address()).toBe("/admin/genres");
    await userEvent.keyboard("{Tab}");
    await userEvent.keyboard("{Escape}");
    await expect.element(help("Đối soát")).not.toBeInTheDocument();
    await userEvent.keyboard("h");
    await others.getByRole("button", { name: "Đối soát" }).click();
    await page.getByRole("link", { name: "Mở Đối soát" }).click();
    await expect.poll(address).toBe("/admin/payments");
    await expect.element(help("Đối soát")).not.toBeInTheDocument();
  });

  test("opens from the menu of a phone and from the sheet of keys", async () => {
    await page.viewport(390, 844);
    await openGenres();
    await page.getByRole("button", { name: "Mở trình đơn" }).click();
    await page.getByRole("button", { name: ownHelp }).click();
    await expect.element(help("Thể loại")).toBeVisible();
    await expect.element(page.getByRole("dialog")).toHaveAccessibleName("Hướng dẫn: Thể loại");
    await userEvent.keyboard("{Escape}");
    await expect.element(help("Thể loại")).not.toBeInTheDocument();
    await userEvent.keyboard("?");
    await page.getByRole("dialog", { name: "Phím tắt" }).getByRole("button", { name: ownHelp }).click();
    await expect.element(page.getByRole("dialog")).toHaveAccessibleName("Hướng dẫn: Thể loại");
  });

  test("opens from the palette, which names that of each screen to who asks for help", async () => {
    await openGenres();
    await userEvent.keyboard("{Control>}k{/Control}");
    await expect.element(palette.getByRole("option", { name: ownHelp })).toBeVisible();
    await expect.element(palette.getByRole("option", { name: /^Hướng dẫn:/ })).not.toBeInTheDocument();
    await palette.getByRole("combobox").fill("huong dan don hang");
    await expect.element(palette.getByRole("option")).toHaveTextContent("Hướng dẫn: Đơn hàng");
    await userEvent.keyboard("{Enter}");
    await expect.element(help("Đơn hàng")).toBeVisible();
  });

  test("opens from the menu where no list is", async () => {
    await openAdmin(security, "/admin/security", {
      "GET /api/account/sessions": hangs(),
      "GET /api/account/second-factor": hangs(),
    });
    await page.getByRole("complementary").getByRole("button", { name: ownHelp }).click();
    await expect.element(help("Bảo mật tài khoản")).toMatchTextContent("Mã khôi phục");
  });
});

test("the help of the desk fits a phone", async () => {
  await page.viewport(390, 844);
  await openDesk({});
  await page.getByRole("button", { name: "Tùy chọn danh sách" }).click();
  await page.getByRole("menuitem", { name: ownHelp }).click();
  await expect.element(help("Bàn làm việc")).toMatchTextContent("Nhận việc");
  await checkScreen({ widths: [390, 320] });
  await others.getByRole("button", { name: "Bảo mật tài khoản" }).click();
  await expect.element(help("Bảo mật tài khoản")).toBeVisible();
  await fits();
});

test("an accountant reads the help of the own screens, without links to others", async () => {
  writeStored("adminInfo", JSON.stringify({ full_name: "Lan", role: "accountant" }));
  onTestFinished(() => writeStored("adminInfo", null));
  await openAdmin(premium, "/admin/premium", {
    "GET /api/auth/me": { email: "ke-toan@example.com", full_name: "Lan", role: "accountant" },
    "GET /api/admin/premium-packages": hangs(),
  });
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  await userEvent.keyboard("h");
  await expect.element(help("Gói Premium").getByRole("link", { name: "Đối soát" })).toBeVisible();
  await expect.element(help("Gói Premium")).toMatchTextContent("nằm trong Thùng rác");
  await expect.element(help("Gói Premium").getByRole("link", { name: "Thùng rác" })).not.toBeInTheDocument();
  await expect.element(others.getByRole("button", { name: "Đơn hàng" })).toBeVisible();
  await expect.element(others.getByRole("button", { name: "Bài hát" })).not.toBeInTheDocument();
});

test("all screens have their help, whose links lead to screens", async () => {
  await openGenres();
  await userEvent.keyboard("h");
  for (const { label } of adminMenu.screens.filter(({ path }) => path !== "/admin/genres")) {
    await others.getByRole("button", { name: label, exact: true }).click();
    await expect.element(help(label)).toBeVisible();
    const dialog = help(label).element();
    expect(dialog.querySelectorAll("h3").length, label).toBeGreaterThan(1);
    const links = [...dialog.querySelectorAll("a")].map((link) => link.pathname);
    expect(links.filter((path) => !findAdminScreen(path))).toEqual([]);
    await fits();
  }
});
