/** All of a customer for the back office, collected from the other features. */
import type { User } from "#contract/accounts.ts";
import {
  type CustomerActivity,
  type CustomerPurchases,
  customerRows,
  type PremiumStep,
  type SameAccount,
  type Sameness,
} from "#contract/customers.ts";
import type { AdminOrder } from "#contract/orders.ts";
import { phoneNumber } from "#contract/phone.ts";
import type { Accounts } from "#server/features/accounts/accounts.service.ts";
import type { UserSessions } from "#server/features/accounts/users/user-sessions.service.ts";
import type { Users } from "#server/features/accounts/users/users.service.ts";
import { auditOf } from "#server/features/audit/audit.service.ts";
import type { Listening } from "#server/features/catalogue/listening.service.ts";
import { countedAddress, type NotificationsService } from "#server/features/notifications/notifications.service.ts";
import type { Orders } from "#server/features/orders/orders.service.ts";
import type { Receipts } from "#server/features/receipts/receipts.service.ts";
import type { Requests } from "#server/features/requests/requests.service.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { caseless } from "#server/platform/text.ts";

/** Orders and accounts that are looked through for the same person. */
const searchedRows = 50;
/** Phone numbers of a customer that are looked for. */
const searchedPhones = 3;
const mostSame = 5;
/** Entries of the trail that are looked through for those of Premium. */
const trailRows = 200;

export interface CustomersDeps {
  db: Db;
  accounts: Pick<Accounts, "userByEmail" | "usernames">;
  users: Pick<Users, "user" | "list">;
  sessions: UserSessions;
  orders: Pick<Orders, "page" | "giftsOf">;
  requests: Pick<Requests, "page">;
  receipts: Pick<Receipts, "listOf">;
  listening: Pick<Listening, "latestLikes">;
  notifications: Pick<NotificationsService, "latestOfUser">;
}

export type Customers = ReturnType<typeof createCustomers>;

export function createCustomers(deps: CustomersDeps) {
  const { db, accounts, users, sessions, orders, requests, receipts, listening, notifications } = deps;
  const newest = { sort_by: "created_at", skip: 0 } as const;

  const searchOrders = async (search: string) => (await orders.page({ ...newest, limit: searchedRows, search })).rows;

  /** Returns the orders with an e-mail, whatever their account. */
  async function ordersOfEmail(email: string): Promise<AdminOrder[]> {
    const key = caseless(email);
    return (await searchOrders(email)).filter(({ user_email }) => caseless(user_email) === key);
  }

  /** Returns the accounts that have the mailbox of an e-mail with another `+` variant. */
  async function accountsOfMailbox(email: string): Promise<User[]> {
    const address = countedAddress(email);
    const search = `${address.slice(0, address.lastIndexOf("@"))}+`;
    const [plain, { rows }] = await Promise.all([
      accounts.userByEmail(address),
      users.list({ ...newest, limit: searchedRows, search }),
    ]);
    return [...(plain ? [plain] : []), ...rows].filter((user) => countedAddress(user.email) === address);
  }

  async function sameAccounts(user: User, own: readonly AdminOrder[], ofEmail: readonly AdminOrder[]) {
    const reasons = new Map<number, Set<Sameness>>();
    const add = (id: number | null, reason: Sameness) => {
      if (id !== null && id !== user.id) reasons.set(id, (reasons.get(id) ?? new Set()).add(reason));
    };
    const phones = new Set(own.flatMap(({ user_phone }) => phoneNumber(user_phone) ?? []));
    const ofPhones = await Promise.all([...phones].slice(0, searchedPhones).map(searchOrders));
    for (const { id } of await accountsOfMailbox(user.email)) add(id, "mailbox");
    for (const { user_id } of ofEmail) add(user_id, "order_email");
    for (const { user_id, user_phone } of ofPhones.flat()) {
      if (phones.has(phoneNumber(user_phone) ?? "")) add(user_id, "phone");
    }
    const ids = [...(await accounts.usernames([...reasons.keys()])).keys()].slice(0, mostSame);
    return Promise.all(
      ids.map(
        async (id): Promise<SameAccount> => ({
          ...(await users.user(id)),
          orders: (await orders.page({ ...newest, limit: 1, user_id: id })).total,
          reasons: [...(reasons.get(id) ?? [])],
        }),
      ),
    );
  }

  /** Returns the steps of a user's Premium: those that orders and gifts gave, and those of the back office. */
  async function premiumOf(userId: number, own: readonly AdminOrder[]): Promise<PremiumStep[]> {
    const taken = await orders.giftsOf(userId);
    const given = [...own.filter(({ is_gift }) => !is_gift), ...taken].flatMap((order) => {
      const { id, code, package_name, is_gift, premium_granted_at: created_at } = order;
      if (created_at === null) return [];
      const text = `${package_name} ${is_gift ? "được tặng, từ" : "từ"} đơn ${code}`;
      return { created_at, text, actor_name: null, order_id: id };
    });
    const entries = await auditOf(db, "user", userId, trailRows);
    const byHand = entries.flatMap(({ summary, actor_name, created_at }) => {
      const text = /\(([^()]*Premium[^()]*)\)$/.exec(summary)?.[1];
      return text === undefined ? [] : { created_at, text, actor_name, order_id: null };
    });
    return [...given, ...byHand].sort((a, b) => (a.created_at < b.created_at ? 1 : -1)).slice(0, customerRows);
  }

  return {
    /** Returns what a user bought. @throws ApiError 404. */
    async purchases(id: number): Promise<CustomerPurchases> {
      const user = await users.user(id);
      const [{ rows, total }, ofEmail] = await Promise.all([
        orders.page({ ...newest, limit: customerRows, user_id: id }),
        ordersOfEmail(user.email),
      ]);
      const [same_accounts, premium, issued] = await Promise.all([
        sameAccounts(user, rows, ofEmail),
        premiumOf(id, rows),
        receipts.listOf(
          "order",
          rows.map((order) => order.id),
        ),
      ]);
      const unattached = ofEmail.filter(({ user_id }) => user_id === null).slice(0, customerRows);
      return { orders: [...rows, ...unattached], orders_total: total, receipts: issued, premium, same_accounts };
    },

    /** Returns what a user did and was told. @throws ApiError 404. */
    async activity(id: number): Promise<CustomerActivity> {
      await users.user(id);
      const [made, likes, open, messages] = await Promise.all([
        requests.page({ ...newest, limit: customerRows, user_id: id }),
        listening.latestLikes(id, customerRows),
        sessions.list(id),
        notifications.latestOfUser(id, customerRows),
      ]);
      const issued = await receipts.listOf(
        "request",
        made.rows.map((request) => request.id),
      );
      return {
        requests: made.rows,
        requests_total: made.total,
        receipts: issued,
        likes,
        sessions: open.slice(0, customerRows),
        messages,
      };
    },
  };
}
