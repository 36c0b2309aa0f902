import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { OpenGift, PremiumContent } from "#contract/gifts.ts";
import { checkScreen } from "#test/component/check-screen.ts";
import { renderRoute } from "#test/component/render.tsx";
import { aUser, loggedIn } from "#test/component/samples.ts";
import { fails, type StubbedApi, stubApi } from "#test/component/stub-api.ts";
import * as giftPage from "./page.tsx";
import { markOwnGift } from "./stored-gift.ts";

const secret = "qybk8n0t6eaf03bruYlvLw";
const path = `/g/${secret}`;
const takeCall = "POST /api/gifts/{secret}/take";
const opener = page.getByRole("button", { name: "Mở quà" });
const take = page.getByRole("button", { name: "Nhận Premium" });

const gift = (fields: Partial<PremiumContent> = {}): OpenGift => ({
  state: "open",
  recipient_name: "Mẹ",
  giver_name: "Lan và Minh",
  message: "Chúc mẹ nghe nhạc thật vui.",
  content: {
    kind: "premium",
    package_name: "1 năm",
    package_duration_days: 365,
    package_is_lifetime: false,
    is_taken: false,
    ...fields,
  },
});

let api: StubbedApi;
beforeEach(() => {
  api = stubApi({
    "GET /api/gifts/{secret}": gift(),
    "POST /api/gifts/{secret}/opening": { success: true },
  });
});
const open = () => renderRoute(giftPage, { path: "/g/:secret", at: path });

test("a visitor sees the package and the words, and registers to take it", async () => {
  const screen = await open();
  await expect.element(page.getByText("Từ Lan và Minh")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Quà tặng từ Ngân Nga" })).toBeVisible();
  await opener.click();
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Premium 1 năm");
  await expect.element(page.getByText("Chúc mẹ nghe nhạc thật vui.")).toBeVisible();
  await expect.element(take).not.toBeInTheDocument();
  await expect.poll(() => document.querySelector("[data-phase]")?.getAttribute("data-phase")).toBe("open");
  await checkScreen({ heading: "Premium 1 năm" });
  await page.getByRole("link", { name: "Tạo tài khoản và nhận Premium" }).click();
  await expect.poll(screen.address).toBe("/register");
  expect(screen.location().state).toEqual({ returnTo: path, intent: "take" });
});

test("a user takes it, and is told why not", async () => {
  api.change({ ...loggedIn(), [takeCall]: fails(409, "Món quà này đã được nhận") });
  await open();
  await opener.click();
  await take.click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Món quà này đã được nhận");
  await expect.element(page.getByRole("alert")).toHaveFocus();
  const end = "2027-05-01T08:00:00.000Z";
  api.change({ [takeCall]: { package_name: "1 năm", taken_at: end, premium_expires_at: end } });
  await take.click();
  await expect.element(page.getByText("Premium đã vào tài khoản của bạn, đến hết ngày 01/05/2027.")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Nghe nhạc" })).toBeVisible();
  await expect.poll(() => api.requests("GET /api/user/me").length).toBeGreaterThan(1);
  await checkScreen();
});

test("one that was taken says so, and offers nothing", async () => {
  api.change({ ...loggedIn(aUser()), "GET /api/gifts/{secret}": gift({ is_taken: true }) });
  await open();
  await opener.click();
  await expect.element(page.getByText("Món quà này đã được nhận.")).toBeVisible();
  await expect.element(page.getByText(/^Nếu bạn là người đã nhận/)).toBeVisible();
  await expect.element(take).not.toBeInTheDocument();
  await checkScreen({ widths: [390] });
});

test("its giver is told whose it is, and takes it only after a warning", async () => {
  markOwnGift(secret);
  api.change({ ...loggedIn(), [takeCall]: { package_name: "1 năm", taken_at: "", premium_expires_at: null } });
  await open();
  await opener.click();
  await expect.element(page.getByText(/^Đây là quà bạn tặng/)).toBeVisible();
  await expect.element(take).not.toBeInTheDocument();
  await checkScreen({ widths: [390] });
  await page.getByRole("button", { name: "Tôi muốn tự nhận" }).click();
  await expect.element(page.getByText(/người khác không nhận được nữa/)).toHaveFocus();
  expect(api.requests(takeCall)).toHaveLength(0);
  await take.click();
  await expect.element(page.getByText("Premium đã vào tài khoản của bạn, vĩnh viễn.")).toBeVisible();
});

test("its giver without an account is not led to the login at once", async () => {
  markOwnGift(secret);
  await open();
  await opener.click();
  await expect.element(page.getByText(/^Đây là quà bạn tặng/)).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Tạo tài khoản và nhận Premium" })).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Tôi muốn tự nhận" }).click();
  await expect.element(page.getByRole("link", { name: "Tạo tài khoản và nhận Premium" })).toBeVisible();
});
