import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { checkScreen } from "#test/component/check-screen.ts";
import { passTime, stopClock } from "#test/component/clock.ts";
import { renderWithin } from "#test/component/render.tsx";
import { aUser, loggedIn } from "#test/component/samples.ts";
import { fails, networkDown, type StubbedApi, stubApi } from "#test/component/stub-api.ts";
import { hideTab } from "#test/component/visitor.ts";
import { readStored } from "../../lib/storage.ts";
import { PremiumNotice } from "./premium-notice.tsx";

const hour = 60 * 60_000;
const day = 24 * hour;
const end = "2026-11-29T05:00:00.000Z";
const member = { is_premium: true, premium_expires_at: end };
const former = aUser({ is_premium: false, subscription_type: "premium", premium_expires_at: end });

const soon = page.getByText("Premium của bạn còn 5 ngày, đến 29/11/2026 12:00.");
const ended = page.getByText("Premium của bạn đã hết hạn lúc 29/11/2026 12:00.");
const renew = page.getByRole("link", { name: "Gia hạn" });

let api: StubbedApi;
beforeEach(() => {
  api = stubApi();
});
/** Sets the time to some milliseconds from the end. */
const setTime = (ms: number) => vi.spyOn(Date, "now").mockReturnValue(Date.parse(end) + ms);
const checks = () => api.requests("GET /api/user/me").length;
const show = () => renderWithin(<PremiumNotice />);

test("announces an end within seven days, with a link to renew", async () => {
  setTime(-5 * day);
  api.change(loggedIn(member));
  const screen = await show();
  await expect.element(soon).toBeVisible();
  expect(soon.element().closest("[aria-live=polite]")).not.toBeNull();
  await checkScreen();
  await renew.click();
  await expect.poll(screen.address).toBe("/premium");
});

test.each([
  ["a visitor", undefined],
  ["a user with Premium for eight days", { is_premium: true, premium_expires_at: "2026-12-02T06:00:00.000Z" }],
])("shows nothing to %s", async (_, user) => {
  setTime(-5 * day);
  if (user) api.change(loggedIn(user));
  await show();
  await expect.poll(checks).toBe(user ? 1 : 0);
  await expect.element(renew).not.toBeInTheDocument();
});

test("stays dismissed for the day, and comes back the next one and with the end", async () => {
  setTime(-5 * day);
  api.change(loggedIn(member));
  const first = await show();
  await page.getByRole("button", { name: "Ẩn thông báo này hôm nay" }).click();
  await expect.element(soon).not.toBeInTheDocument();
  await first.unmount();
  const second = await show();
  await expect.poll(checks).toBe(2);
  await expect.element(renew).not.toBeInTheDocument();
  await second.unmount();

  setTime(-4 * day);
  const third = await show();
  await expect.element(page.getByText(/còn 4 ngày/)).toBeVisible();
  await page.getByRole("button", { name: "Ẩn thông báo này hôm nay" }).click();
  api.change({ "GET /api/user/me": former });
  await third.unmount();
  await show();
  await expect.element(ended).toBeVisible();
});

test("says that Premium has ended at the moment when it ends in the middle of a visit", async () => {
  setTime(-2 * hour);
  stopClock();
  api.change(loggedIn(member));
  await show();
  await expect.element(page.getByText(/còn 2 giờ/)).toBeVisible();
  api.change({ "GET /api/user/me": former });
  await passTime(2 * hour - 1);
  expect(checks()).toBe(1);
  setTime(1);
  await passTime(2);
  await expect.element(ended).toBeVisible();
  expect(checks()).toBe(2);
});

test("asks again a minute later while the server's clock is behind", async () => {
  setTime(5);
  stopClock();
  api.change(loggedIn(member));
  await show();
  await expect.poll(checks).toBe(1);
  await expect.element(page.getByText(/còn chưa đầy một giờ/)).toBeVisible();
  await passTime(59_999);
  expect(checks()).toBe(1);
  await passTime(1);
  expect(checks()).toBe(2);
});

test("fetches the user when the tab is shown again, and only then", async () => {
  setTime(-5 * day);
  api.change(loggedIn(member));
  await show();
  await expect.element(soon).toBeVisible();
  api.change({ "GET /api/user/me": former });
  await hideTab(true);
  expect(checks()).toBe(1);
  await hideTab(false);
  await expect.element(ended).toBeVisible();
});

test.each([
  ["fails", fails(500)],
  ["can't be reached", networkDown()],
])("keeps the user when the tab is shown while the server %s", async (_, answer) => {
  setTime(-5 * day);
  api.change(loggedIn(member));
  await show();
  await expect.element(soon).toBeVisible();
  api.change({ "GET /api/user/me": answer });
  await hideTab(false);
  await expect.poll(checks).toBe(2);
  await expect.element(soon).toBeVisible();
  expect(readStored("userToken")).toBe("user-token");
});

test.each([401, 403])("logs out when the tab is shown after the session has ended with %d", async (status) => {
  setTime(-5 * day);
  api.change(loggedIn(member));
  await show();
  await expect.element(soon).toBeVisible();
  api.change({ "GET /api/user/me": fails(status) });
  await hideTab(false);
  await expect.element(soon).not.toBeInTheDocument();
  expect(readStored("userToken")).toBeNull();
});
