/** A shop that sells Premium: customers with waiting orders, the services and the statements that tell of their money. */
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { emptyPaymentConfig } from "#contract/payment-config.ts";
import { migrate } from "#server/database/migrate.ts";
import { userSearchText } from "#server/features/accounts/accounts.repository.ts";
import { orderSearchText } from "#server/features/orders/orders.repository.ts";
import { simulatedCall } from "#server/features/payment-providers/simulator.ts";
import { packageTexts } from "#server/features/premium-packages/premium-packages.repository.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import { newTransferCode } from "#server/platform/transfer-code.ts";
import { vietnamUtcOffset } from "#server/platform/vietnam-time.ts";
import { type Answer, admin, type Site, send } from "./site.ts";
import type { Place } from "./stored.ts";

export const price = 49_000;
export const packageDays = 30;
const account = "0071000123456";
const secret = "a-signing-key";
const settledLimitMs = 300_000;
/** Rows of one statement of SQL. */
const atOnce = 200;

export interface ShopOrder {
  id: number;
  code: string;
  userId: number;
  /** Of its private page. */
  token: string;
}

/** Makes a package and customers, each with an order that waits, before the server starts. */
export async function fillShop(place: Place, count: number): Promise<ShopOrder[]> {
  const database = await openDatabase(place);
  const now = new Date().toISOString();
  try {
    await migrate(database);
    const name = "Một tháng";
    const { db } = database;
    const bank = { bank_name: "Vietcombank", bank_bin: "970436", account_number: account, account_holder: "NGAN NGA" };
    const times = { created_at: now, updated_at: now };
    await db
      .insertInto("bank_config")
      .values({ ...bank, branch: null, swift_code: null, qr_code_url: null, is_active: true, ...times })
      .execute();
    const { id: package_id } = await db
      .insertInto("premium_packages")
      .values({
        name,
        ...packageTexts(name),
        price,
        duration_days: packageDays,
        is_lifetime: false,
        is_active: true,
        description: null,
        sort_order: 0,
        is_demo: false,
        created_at: now,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const orders: ShopOrder[] = [];
    for (let first = 0; first < count; first += atOnce) {
      const rows = Array.from({ length: Math.min(atOnce, count - first) }, (_, n) => first + n);
      orders.push(...(await database.db.transaction().execute((tx) => addCustomers(tx, rows, package_id, now))));
    }
    return orders;
  } finally {
    await database.close();
  }
}

async function addCustomers(tx: Tx, numbers: readonly number[], package_id: number, now: string): Promise<ShopOrder[]> {
  const people = numbers.map((n) => ({ username: `khach${n}`, email: `khach${n}@example.com`, full_name: null }));
  const users = await tx
    .insertInto("users")
    .values(
      people.map((person) => ({
        ...person,
        username_key: person.username,
        email_key: person.email,
        search_text: userSearchText(person),
        password_hash: "none",
        is_active: true,
        subscription_type: "free" as const,
        premium_expires_at: null,
        premium_package_id: null,
        created_at: now,
      })),
    )
    .returning(["id", "username"])
    .execute();
  const orders = await tx
    .insertInto("premium_orders")
    .values(
      users.map(({ id, username }) => {
        const code = newTransferCode("HM");
        const customer = {
          code,
          user_name: username,
          user_phone: "0901 234 567",
          user_email: `${username}@example.com`,
        };
        return {
          ...customer,
          page_token: randomBytes(16).toString("base64url"),
          package_id,
          user_id: id,
          user_address: null,
          user_telegram: null,
          user_facebook: null,
          user_zalo: null,
          package_name: "Một tháng",
          package_duration_days: packageDays,
          is_lifetime: false,
          payment_amount: price,
          payment_method: "bank_transfer",
          payment_reference: null,
          payment_note: null,
          status: "pending" as const,
          payment_status: "pending" as const,
          admin_notes: null,
          search_text: orderSearchText(customer),
          created_at: now,
          updated_at: now,
          paid_at: null,
          confirmed_at: null,
          completed_at: null,
          premium_granted_at: null,
          premium_expires_at: null,
        };
      }),
    )
    .returning(["id", "code", "user_id", "page_token"])
    .execute();
  return orders.map(({ id, code, user_id, page_token }) => ({
    id,
    code,
    userId: user_id as number,
    token: page_token,
  }));
}

/** Ends the leases of messages that a killed server had begun, for which the next one would wait a minute. */
export async function endLeases(place: Place): Promise<void> {
  const database = await openDatabase(place);
  const ended = { available_at: new Date(0).toISOString() };
  await database.db.updateTable("outbox").set(ended).where("state", "=", "running").execute();
  await database.close();
}

/** Lets the site take the calls of SePay. */
export async function openForCalls(site: Site): Promise<void> {
  const { token } = site;
  const confirmed = await send(site, "POST /api/account/confirmation", { token, json: { password: admin.password } });
  const { confirmation } = JSON.parse(confirmed.text) as { confirmation: string };
  const { status, text } = await send(site, "PUT /api/admin/config/payments", {
    token,
    headers: { "x-confirmation": confirmation },
    json: { ...emptyPaymentConfig, sepay: { method: "hmac", secret, api_token: "" } },
  });
  if (status !== 200) throw new Error(`The settings were answered with ${status}: ${text}`);
}

/** Money that came once. */
export interface Movement {
  /** Unique, but of those who pay twice. */
  memo: string;
  reference: string | null;
  /** Of SePay; undefined where it does not tell. */
  callId?: number;
  isInStatement: boolean;
  order?: ShopOrder;
}

const day = (at: number) => new Date(at + vietnamUtcOffset * 3600_000).toISOString().slice(0, 10);

/** Tells of money as SePay does. */
export function tell(site: Site, { memo, reference, callId = 0 }: Movement): Promise<Answer> {
  const transfer = { amount: price, memo, account, id: callId, reference: reference ?? "", occurredAt: Date.now() };
  const { path, body, headers } = simulatedCall("sepay", transfer, { secret, at: Date.now() });
  return send(site, `POST ${path}`, { headers, body });
}

/** Returns a statement of today as CSV. */
export function statementOf(movements: readonly Movement[]): string {
  const [year, month, date] = day(Date.now()).split("-");
  return [
    "Ngày giao dịch,Số bút toán,Nội dung,Rút ra,Gửi vào",
    ...movements
      .filter(({ isInStatement }) => isInStatement)
      .map(({ memo, reference }) => `${date}/${month}/${year},${reference ?? ""},${memo},,${price}`),
  ].join("\n");
}

/** Imports a statement. @returns the answer, of status 0 when the server is gone */
export const importStatement = (site: Site, text: string): Promise<Answer> =>
  send(site, "POST /api/admin/payments/statement", { token: site.token, json: { text }, limitMs: settledLimitMs });

/** Looks at a statement without taking anything. */
export const previewStatement = (site: Site, text: string): Promise<Answer> =>
  send(site, "POST /api/admin/payments/statement/preview", {
    token: site.token,
    json: { text },
    limitMs: settledLimitMs,
  });

/** Waits until the server has looked at all transfers. @throws Error when it has not after five minutes */
export async function settled(site: Site): Promise<void> {
  const until = performance.now() + settledLimitMs;
  for (;;) {
    const { status, text } = await send(site, "GET /api/admin/payments/stats", { token: site.token });
    if (status === 200 && (JSON.parse(text) as { states: { new: number } }).states.new === 0) return;
    if (performance.now() > until) throw new Error(`Transfers are left unsettled: ${status} ${text}`);
    await pause(100);
  }
}
