import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { openDesk } from "#test/component/desk.tsx";
import { aCountedCategory } from "#test/component/samples.ts";
import { type Answers, fails, held } from "#test/component/stub-api.ts";
import * as genres from "../../admin/genres/screen.tsx";

const list = "GET /api/categories/with-song-count";
const find = "GET /api/admin/find";
const palette = page.getByRole("dialog", { name: "Tìm nhanh" });
const field = palette.getByRole("combobox");
const options = palette.getByRole("option");
const selected = palette.getByRole("option", { selected: true });
const order = { kind: "order", id: 7, title: "HM2A3B4C5D", detail: "Lan · 399.000 ₫ · Chờ thanh toán" } as const;

async function open(answers: Answers = {}) {
  const opened = await openAdmin(genres, "/admin/genres", { [list]: [aCountedCategory()], ...answers });
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  return opened;
}
async function openPalette() {
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(field).toHaveFocus();
}

describe("the command palette", () => {
  test("opens by Ctrl+K with all screens and actions, walks by arrows, and closes by Esc or the same key", async () => {
    await open();
    await openPalette();
    await expect.element(selected).toHaveTextContent("Tổng quan");
    await expect.element(field).toHaveAttribute("aria-activedescendant", selected.element().id);
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(selected).toHaveTextContent("Bài hát");
    await userEvent.keyboard("{ArrowUp}{ArrowUp}");
    await expect.element(selected).toHaveTextContent("Đăng xuất");
    await checkScreen({ widths: [1280, 390] });
    await userEvent.keyboard("{Escape}");
    await expect.element(palette).not.toBeInTheDocument();
    await openPalette();
    await userEvent.keyboard("{Control>}k{/Control}");
    await expect.element(palette).not.toBeInTheDocument();
  });

  test("opens a screen by letters without marks", async () => {
    const { address } = await open({ [find]: { found: [] } });
    await page.getByRole("button", { name: /^Tìm nhanh/ }).click();
    await field.fill("doi soat");
    await expect.element(options).toHaveTextContent("Đối soát");
    await userEvent.keyboard("{Enter}");
    await expect.poll(address).toBe("/admin/payments");
    await expect.element(palette).not.toBeInTheDocument();
  });

  test("opens the order of a pasted bank's line, also when Enter comes before the reply", async () => {
    const reply = held({ found: [order] });
    const { address, api } = await open({ [find]: reply.answer });
    await openPalette();
    await field.fill("CT DEN:HM2A3B4C5D LAN");
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => api.requests(find).length).toBe(1);
    await expect.element(palette.getByRole("status")).toHaveTextContent("Đang tìm…");
    reply.release();
    await expect.poll(address).toBe("/admin/orders?open=7");
    expect(api.requests(find)[0]?.query).toEqual({ search: "CT DEN:HM2A3B4C5D LAN" });
  });

  test("names the kinds of what it finds", async () => {
    const song = { kind: "song", id: 3, title: "Lan và Điệp", detail: "Ngân Nga" } as const;
    await open({ [find]: { found: [order, song] } });
    await openPalette();
    await field.fill("lan");
    await expect.element(palette.getByRole("group", { name: "Bài hát" }).getByRole("option")).toBeVisible();
    await expect.element(palette.getByRole("group", { name: "Đơn hàng" })).toMatchTextContent("HM2A3B4C5D");
    await fits();
  });

  test("says what it can't find", async () => {
    const { api } = await open({ [find]: { found: [] } });
    await openPalette();
    await field.fill("không có đâu");
    await expect.element(palette.getByRole("status")).toHaveTextContent("Không tìm thấy gì");
    api.change({ [find]: fails(422, "Từ khóa tìm kiếm quá dài") });
    await field.fill("vẫn không có");
    await expect.element(palette.getByText("Từ khóa tìm kiếm quá dài")).toBeVisible();
  });

  test("opens the form of a new record", async () => {
    const { address } = await open({ [find]: { found: [] } });
    await openPalette();
    await field.fill("them the loai");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("dialog", { name: "Thêm thể loại" })).toBeVisible();
    expect(address()).toBe("/admin/genres?new");
  });

  test("stays away from dialogs", async () => {
    await open();
    await page.getByRole("button", { name: "Thêm thể loại" }).first().click();
    await expect.element(page.getByRole("dialog", { name: "Thêm thể loại" })).toBeVisible();
    await userEvent.keyboard("{Control>}k{/Control}");
    await expect.element(palette).not.toBeInTheDocument();
  });

  test("finds requests at the desk", async () => {
    const { api } = await openDesk({});
    await openPalette();
    await field.fill("lan");
    await expect
      .poll(() => api.requests("GET /api/staff/requests").some(({ query }) => query.search === "lan"))
      .toBe(true);
    await expect.element(palette.getByRole("status")).toHaveTextContent("Không tìm thấy gì");
    await userEvent.keyboard("{Escape}");
    await checkScreen({ widths: [390, 320] });
  });
});

test("? shows the keys, but not in a field", async () => {
  const keys = page.getByRole("dialog", { name: "Phím tắt" });
  await open();
  await page.getByRole("searchbox").click();
  await userEvent.keyboard("?");
  await expect.element(keys).not.toBeInTheDocument();
  await expect.element(page.getByRole("searchbox")).toHaveValue("?");
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard("?");
  await expect.element(keys).toMatchTextContent("Đến ô tìm kiếm");
  await checkScreen({ widths: [1280, 390] });
  await userEvent.keyboard("{Escape}");
  await expect.element(keys).not.toBeInTheDocument();
});

test("G and a letter open a screen, and the letter alone does not act then", async () => {
  const { address } = await open();
  await userEvent.keyboard("g/");
  await expect.element(page.getByRole("searchbox")).not.toHaveFocus();
  await userEvent.keyboard("/");
  await expect.element(page.getByRole("searchbox")).toHaveFocus();
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard("gd");
  await expect.poll(address).toBe("/admin/orders");
});

test("letter keys are turned off and on from the sheet of keys", async () => {
  const isOn = page.getByRole("switch", { name: "Dùng phím chữ và dấu trên thiết bị này" });
  await open();
  await userEvent.keyboard("?");
  await expect.element(isOn).toBeChecked();
  await isOn.click();
  await userEvent.keyboard("{Escape}");
  await userEvent.keyboard("?");
  await expect.element(isOn).not.toBeInTheDocument();
  await openPalette();
  await field.fill("phím tắt");
  await userEvent.keyboard("{Enter}");
  await expect.element(isOn).not.toBeChecked();
  await isOn.click();
  await userEvent.keyboard("{Escape}");
  await userEvent.keyboard("?");
  await expect.element(isOn).toBeChecked();
});
