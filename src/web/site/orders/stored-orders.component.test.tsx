import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderWithin } from "#test/component/render.tsx";
import { anOrder } from "#test/component/sales.ts";
import { aUser, loggedIn } from "#test/component/samples.ts";
import { fails, stubApi } from "#test/component/stub-api.ts";
import { useUserAuth } from "../../lib/session.tsx";
import { readSession, readStored, writeSession, writeStored } from "../../lib/storage.ts";
import { storedOrders, storeOrder, useForgetAccountOrders } from "./stored-orders.ts";

function Probe() {
  useForgetAccountOrders();
  const { user, logout } = useUserAuth();
  return (
    <button type="button" onClick={logout}>
      {user ? `Đăng xuất ${user.username}` : "Khách"}
    </button>
  );
}

const codes = () => storedOrders().map(({ code }) => code);
function storeTwo() {
  storeOrder(anOrder({ page_token: "a", code: "HM1" }));
  storeOrder(anOrder({ page_token: "b", code: "HM2", has_account: false }));
}

test("a logout forgets the account's orders and the tab's drafts, and keeps the orders without an account", async () => {
  stubApi({ ...loggedIn(), "POST /api/user/logout": { success: true } });
  storeTwo();
  writeSession("orderDraft", "{}");
  writeSession("draft:review:3", "{}");
  writeStored("requestDraft", "{}");
  await renderWithin(<Probe />);
  const button = page.getByRole("button", { name: `Đăng xuất ${aUser().username}` });
  await expect.element(button).toBeVisible();
  expect(codes()).toEqual(["HM2", "HM1"]);
  await button.click();
  await expect.poll(codes).toEqual(["HM2"]);
  expect([readSession("orderDraft"), readStored("requestDraft")]).toEqual([null, null]);
  expect(readSession("draft:review:3")).toBeNull();
});

test("a session that has ended forgets the account's orders, and keeps the drafts", async () => {
  stubApi({ ...loggedIn(), "GET /api/user/me": fails(401) });
  storeTwo();
  writeSession("orderDraft", "{}");
  await renderWithin(<Probe />);
  await expect.poll(codes).toEqual(["HM2"]);
  expect(readSession("orderDraft")).toBe("{}");
});
