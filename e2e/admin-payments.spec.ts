import type { Locator, Page } from "@playwright/test";
import type { AdminOrder, PayableOrder } from "../src/contract/orders.ts";
import { emptyPaymentConfig } from "../src/contract/payment-config.ts";
import type { Transfer, TransferStats } from "../src/contract/payments.ts";
import type { PremiumPackage } from "../src/contract/premium-packages.ts";
import { simulatedCall } from "../src/server/features/payment-providers/simulator.ts";
import type { Account, Site } from "./support/site.ts";
import { expect, open, storeToken, test } from "./support/test.ts";

test.use({ catalogue: "own:admin-payments" });

const price = 399_000;
const columns = {
  occurred_at: 0,
  amount_in: 1,
  amount_out: null,
  memo: 2,
  reference: 3,
  balance: null,
  sender_name: null,
  skip_rows: 1,
};

let references = 100;

/** An empty site with a bank account that sells one package. @returns the package's id */
async function sellingSite(site: Site): Promise<number> {
  site.empty();
  const token = await site.asAdmin();
  const bank = {
    bank_name: "Vietcombank",
    bank_bin: "970436",
    account_number: "0123456789",
    account_holder: "NGAN NGA",
  };
  await site.api("POST /api/bank-config", { token, json: bank });
  const json = { name: "Gói năm", price, duration_days: 365, is_lifetime: false };
  const { id } = await site.api<PremiumPackage>("POST /api/admin/premium-packages", { token, json });
  return id;
}

/** Lets the bank tell of transfers of today; a negative amount left. */
async function transfer(site: Site, lines: readonly { amount: number; memo: string }[]): Promise<void> {
  const token = await site.asAdmin();
  const day = new Date().toLocaleDateString("en-GB", { timeZone: "Asia/Ho_Chi_Minh" });
  const rows = lines.map(({ amount, memo }) => `${day} 08:30,${amount},${memo},FT2632508${++references}`);
  const text = ["Thời gian,Số tiền,Nội dung,Số GD", ...rows].join("\n");
  await site.api("POST /api/admin/payments/statement", { token, json: { text, columns } });
  const isSettled = async () => (await stats(site)).states.new;
  await expect.poll(isSettled).toBe(0);
}

const stats = async (site: Site) =>
  site.api<TransferStats>("GET /api/admin/payments/stats", { token: await site.asAdmin() });

async function orderOf(
  site: Site,
  { token, full_name, email }: Account,
  package_id: number,
  user_phone = "0903 555 142",
): Promise<PayableOrder> {
  const json = { package_id, user_name: full_name, user_phone, user_email: email };
  return site.api<PayableOrder>("POST /api/premium-orders", { token, json });
}

/** Presses Tab until the focus is on `target`, then Enter. */
async function press(page: Page, target: Locator, most = 120): Promise<void> {
  await expect(target).toBeVisible();
  for (let n = 0; n < most; n++) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      await page.keyboard.press("Enter");
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error(`Not reached by ${most} presses of Tab: ${target}`);
}

test("each state is resolved by the keyboard, and undone", async ({ page, site }) => {
  test.slow();
  const package_id = await sellingSite(site);
  const token = await site.asAdmin();
  const users = await Promise.all(Array.from({ length: 4 }, () => site.makeUser()));
  const [under, over, late, twice] = (await Promise.all(users.map((user) => orderOf(site, user, package_id)))) as [
    PayableOrder,
    PayableOrder,
    PayableOrder,
    PayableOrder,
  ];
  await site.api(`PUT /api/premium-orders/${late.id}`, { token, json: { status: "cancelled" } });
  await transfer(site, [{ amount: price, memo: `lan dau ${twice.code}` }]);
  await transfer(site, [
    { amount: 300_000, memo: `thieu ${under.code}` },
    { amount: 499_000, memo: `thua ${over.code}` },
    { amount: price, memo: `tre ${late.code}` },
    { amount: price, memo: `lan hai ${twice.code}` },
    { amount: 77_000, memo: "khong co ma" },
    { amount: -price, memo: "hoan tien khach" },
  ]);
  const before = await stats(site);
  expect(before.states).toMatchObject({
    matched: 1,
    under: 1,
    over: 1,
    late: 1,
    duplicate: 1,
    unmatched: 1,
    outgoing: 1,
  });

  await storeToken(page, token, "admin");
  await open(page, "/admin/payments");
  const dialog = page.getByRole("dialog", { name: /^Tiền vào/ });
  const state = dialog.getByRole("group", { name: "Tình trạng" });
  // Messages have the same role.
  const question = page.getByRole("alertdialog", { name: /^Hoàn tác/ });
  const doubt = page.getByRole("alertdialog", { name: "Vẫn ghép?" });
  const inDialog = (name: string | RegExp) => dialog.getByRole("button", { name });
  const openRow = async (memo: string) => {
    await press(page, page.getByRole("row", { name: memo }).getByRole("button", { name: /^Xem:/ }));
    await expect(dialog.getByText("Quyết định bởi")).toBeVisible();
  };
  const closeDialog = async () => {
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  };
  /** Undoes what pays, and takes the Premium back where it gave some. */
  const undo = async (name: RegExp) => {
    await press(page, inDialog(name));
    await expect(question.getByRole("button", { name: "Hủy" })).toBeFocused();
    await press(page, question.getByRole("button", { name: /^Hoàn tác$|thu lại/ }));
    await expect(question).toHaveCount(0);
  };

  await openRow("thieu");
  await expect(state).toContainText("Thiếu");
  await press(page, inDialog(`Nhận là đủ: ${under.code}`));
  await expect(state).toContainText("Đã khớp");
  await undo(/^Hoàn tác: Ghép/);
  await expect(state).toContainText("Chưa rõ");
  await press(page, inDialog(`Ghép 300.000 ₫ vào ${under.code}`));
  await expect(state).toContainText("Thiếu");
  await closeDialog();

  await openRow("thua");
  await expect(state).toContainText("Thừa");
  await press(page, inDialog(`Cộng thêm ngày cho ${over.code}`));
  const days = page.getByRole("dialog", { name: `Cộng thêm ngày cho ${over.code}` });
  await expect(days.getByLabel("Số ngày")).toBeFocused();
  await page.keyboard.type("90");
  await page.keyboard.press("Control+Enter");
  await expect(state).toContainText("Đã khớp");
  await undo(/^Hoàn tác: 100\.000 ₫ cho thêm 90 ngày/);
  await expect(state).toContainText("Thừa");
  await closeDialog();

  await openRow("tre ");
  await expect(state).toContainText("Trễ");
  await press(page, inDialog(`Ghép 399.000 ₫ vào ${late.code}`));
  await expect(doubt).toContainText(`Đơn ${late.code}`);
  await press(page, doubt.getByRole("button", { name: "Vẫn ghép" }));
  await expect(doubt).toHaveCount(0);
  await expect(state).toContainText("Đã khớp");
  await undo(/^Hoàn tác: Ghép/);
  await expect(state).not.toContainText("Đã khớp");
  await closeDialog();

  await openRow("lan hai");
  await expect(state).toContainText("Trùng");
  await press(page, inDialog("Ghi hoàn tiền"));
  const refund = page.getByRole("dialog", { name: "Ghi hoàn tiền" });
  await refund.getByLabel("Lý do").focus();
  await page.keyboard.type("khách chuyển hai lần");
  await expect(refund.getByLabel("Giao dịch tiền ra").getByRole("option")).toHaveCount(2);
  await refund.getByLabel("Giao dịch tiền ra").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Control+Enter");
  await expect(state).toContainText("Đã hoàn hết cho khách");
  await press(page, inDialog(/^Hoàn tác: hoàn/));
  await expect(state).toContainText("Trùng");
  await closeDialog();

  await openRow("khong co ma");
  await expect(state).toContainText("Chưa rõ");
  await press(page, inDialog("Bỏ qua"));
  await expect(page.getByRole("dialog", { name: "Bỏ qua 77.000 ₫" }).getByLabel("Lý do")).toBeFocused();
  await page.keyboard.type("lãi ngân hàng");
  await page.keyboard.press("Control+Enter");
  await expect(state).toContainText("lãi ngân hàng");
  await press(page, inDialog("Thôi bỏ qua"));
  await expect(state).toContainText("Chưa rõ");
  await press(page, inDialog("Tìm đơn khác, chia nhiều đơn"));
  const split = page.getByRole("dialog", { name: "Ghép 77.000 ₫" });
  await expect(split.getByRole("combobox")).toBeFocused();
  await page.keyboard.type(under.code);
  await expect(page.getByRole("option", { name: under.code })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(split.getByLabel(`Số tiền cho ${under.code}`)).toHaveValue("77.000");
  await page.keyboard.press("Control+Enter");
  await expect(doubt).toContainText(`Không rõ người gửi, đơn ${under.code}`);
  await press(page, doubt.getByRole("button", { name: "Vẫn ghép" }));
  await expect(doubt).toHaveCount(0);
  await expect(state).toContainText("Thiếu");
  await undo(/^Hoàn tác: Ghép/);
  await expect(state).toContainText("Chưa rõ");
  await closeDialog();

  const after = await stats(site);
  expect({ ...after, states: undefined }).toEqual({ ...before, states: undefined });
  const rows = await site.api<Transfer[]>("GET /api/admin/payments?state=exceptions", { token });
  expect(rows).toHaveLength(5);
});

test("transfers that fit exactly by now are attached together, and an order leads to its transfers", async ({
  page,
  site,
}) => {
  const package_id = await sellingSite(site);
  const token = await site.asAdmin();
  const order = await orderOf(site, await site.makeUser(), package_id);
  // Cancelled when the money came, and taken up again since.
  await site.api(`PUT /api/premium-orders/${order.id}`, { token, json: { status: "cancelled" } });
  await transfer(site, [{ amount: price, memo: `dung so tien ${order.code}` }]);
  await site.api(`PUT /api/premium-orders/${order.id}`, { token, json: { status: "pending" } });
  await storeToken(page, token, "admin");
  await open(page, `/admin/orders?open=${order.id}`);
  await page.getByRole("dialog").getByRole("link", { name: "Giao dịch" }).click();
  await expect(page.getByText(`Chỉ các giao dịch của đơn hàng #${order.id}`)).toBeVisible();
  await page.getByRole("checkbox", { name: /^Chọn:/ }).click();
  await page.getByRole("button", { name: "Ghép các giao dịch khớp hoàn toàn" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Ghép 1 giao dịch" }).click();
  await expect(page.getByText("Đã ghép 1 giao dịch").first()).toBeVisible();
  await expect(page.getByRole("row", { name: "dung so tien" })).toContainText("Đã khớp");
});

test("two customers whose money comes from one account both get Premium", async ({ page, site }) => {
  const package_id = await sellingSite(site);
  const token = await site.asAdmin();
  const secret = "khoa-webhook-cua-casso";
  const casso = { method: "signature", secret, api_token: "" };
  await site.api("PUT /api/admin/config/payments", { token, json: { ...emptyPaymentConfig, casso } });
  const [lan, nga] = [
    { ...(await site.makeUser()), full_name: "Trần Thị Lan" },
    { ...(await site.makeUser()), full_name: "Bùi Thanh Nga" },
  ];
  const phones = { [lan.email]: "0912 345 678", [nga.email]: "0987 654 321" };
  const order = (user: Account) => orderOf(site, user, package_id, phones[user.email]);
  /** Lets Casso tell of money without a code from the account of both. */
  const pay = async (memo: string) => {
    const id = ++references;
    const now = Date.now();
    const sender = { name: "LE VAN CHONG", account: "19036521170018" };
    const money = { id, amount: price, memo, account: "0123456789", reference: `FT2633${id}`, occurredAt: now, sender };
    const { path, body, headers } = simulatedCall("casso", money, { secret, method: "signature", at: now });
    expect((await fetch(`${site.origin}${path}`, { method: "POST", body, headers })).status).toBe(200);
    await expect.poll(async () => (await stats(site)).states.unmatched).toBe(1);
  };
  const dialog = page.getByRole("dialog", { name: /^Tiền vào/ });
  const openTransfer = (memo: string) =>
    page.getByRole("row", { name: memo }).getByRole("button", { name: /^Xem:/ }).click();
  const attachButtons = dialog.getByRole("button", { name: /^Ghép 399\.000 ₫ vào/ });
  await storeToken(page, token, "admin");

  const first = await order(lan);
  await pay("TRAN THI LAN mua premium");
  await open(page, "/admin/payments");
  await openTransfer("TRAN THI LAN");
  await dialog.getByRole("button", { name: `Ghép 399.000 ₫ vào ${first.code}` }).click();
  await expect(dialog.getByRole("group", { name: "Tình trạng" })).toContainText("Đã khớp");

  // The account is known as Lan's now, and she has another order that waits.
  const [waiting, hers] = [await order(lan), await order(nga)];
  await pay("BUI THANH NGA mua premium");
  await open(page, "/admin/payments");
  await openTransfer("BUI THANH NGA");
  await expect(attachButtons).toHaveCount(2);
  await expect(attachButtons.first()).toHaveAccessibleName(`Ghép 399.000 ₫ vào ${hers.code}`);
  await attachButtons.last().click();
  const doubt = page.getByRole("alertdialog", { name: "Vẫn ghép?" });
  await expect(doubt).toContainText(`đơn ${waiting.code} của Trần Thị Lan`);
  await doubt.getByRole("button", { name: "Hủy" }).click();
  await attachButtons.first().click();
  await expect(dialog.getByRole("group", { name: "Tình trạng" })).toContainText("Đã khớp");

  const orders = await site.api<AdminOrder[]>("GET /api/premium-orders", { token });
  expect(new Map(orders.map(({ code, payment_status }) => [code, payment_status]))).toEqual(
    new Map([
      [first.code, "paid"],
      [waiting.code, "pending"],
      [hers.code, "paid"],
    ]),
  );
  for (const user of [lan, nga]) {
    const me = await site.api<{ is_premium: boolean }>("GET /api/user/me", { token: user.token });
    expect(me.is_premium).toBe(true);
  }
});
