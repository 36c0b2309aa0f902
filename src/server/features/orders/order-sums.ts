/** Sums of orders by their states, and the income of days. */
import type { IncomeStats } from "#contract/dashboard.ts";
import type { TabCounts } from "#contract/list.ts";
import {
  type OrderFilter,
  type OrderStats,
  type OrderSum,
  type OrderTab,
  orderStatuses,
  paymentStatuses,
} from "#contract/orders.ts";
import type { PremiumPackages } from "#server/features/premium-packages/premium-packages.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import { startOfVietnamDay } from "#server/platform/vietnam-time.ts";
import { ordersRepository, type StateSum } from "./orders.repository.ts";

export interface OrderSumsDeps {
  database: Pick<Database, "db" | "dialect">;
  packageNames: PremiumPackages["packageNames"];
}

export function createOrderSums({ database: { db, dialect }, packageNames }: OrderSumsDeps) {
  const repository = ordersRepository(db);

  /** Sums the orders of each tab that match, by their states. Sums are kept of all orders, and few are ungranted or paid in part: no tab is read whole. */
  async function tabSums({ tab: _tab, ...filter }: OrderFilter): Promise<Record<OrderTab | "all", StateSum[]>> {
    const [all, ungranted, part] = await Promise.all([
      repository.sums(dialect, filter),
      filter.granted === "yes" ? [] : repository.sums(dialect, { ...filter, granted: "none" }),
      repository.sums(dialect, { ...filter, tab: "part" }),
    ]);
    const others = all.map((sum) => {
      const same = [...ungranted, ...part].filter((each) => stateOf(each) === stateOf(sum));
      return { ...sum, orders: sum.orders - sumOf(same).orders, amount: sum.amount - sumOf(same).amount };
    });
    const isEnded = ({ status, payment_status }: StateSum) =>
      status === "cancelled" || payment_status === "failed" || payment_status === "refunded";
    return {
      all,
      ungranted,
      part,
      waiting: others.filter((sum) => sum.payment_status === "pending" && !isEnded(sum)),
      done: others.filter((sum) => sum.payment_status === "paid" && !isEnded(sum)),
      ended: others.filter(isEnded),
    };
  }

  return {
    /** Sums all orders that match. */
    async stats(filter: OrderFilter): Promise<OrderStats> {
      const [sums, refunded] = await Promise.all([tabSums(filter), repository.refunded(dialect, filter)]);
      const isAmongUngranted = filter.tab === undefined || filter.tab === "ungranted";
      const ungranted = sumOf(isAmongUngranted ? sums.ungranted : []);
      return { ...statsOf(sums[filter.tab ?? "all"]), ungranted, refunded };
    },

    /** Counts the orders of each tab. */
    async tabs(filter: OrderFilter): Promise<TabCounts<OrderTab>> {
      const sums = await tabSums(filter);
      const count = (tab: OrderTab | "all") => sumOf(sums[tab]).orders;
      return {
        all: count("all"),
        waiting: count("waiting"),
        part: count("part"),
        ungranted: count("ungranted"),
        done: count("done"),
        ended: count("ended"),
      };
    },

    /** Returns the income of some days in Vietnam, given in order up to today, and the sum of those from `earlier` until them. */
    async income(
      days: readonly string[],
      earlier: string,
    ): Promise<Pick<IncomeStats, "days" | "before" | "packages" | "refunded" | "placed">> {
      const first = days[0] ?? "";
      const [all, refunded, placed] = await Promise.all([
        repository.income(earlier, dialect),
        repository.refundedOfPaid(startOfVietnamDay(first).toISOString()),
        repository.sums(dialect, { from: first }),
      ]);
      const paid = all.filter(({ day }) => day >= first);
      const byDay = Map.groupBy(paid, ({ day }) => day);
      const byPackage = Map.groupBy(paid, ({ package_id }) => package_id);
      const names = await packageNames([...byPackage.keys()]);
      return {
        days: days.map((day) => ({ day, ...sumOf(byDay.get(day) ?? []) })),
        before: sumOf(all.filter(({ day }) => day < first)),
        packages: [...byPackage]
          .map(([package_id, sums]) => ({ package_id, name: names.get(package_id) ?? "", ...sumOf(sums) }))
          .sort((a, b) => b.amount - a.amount || a.package_id - b.package_id),
        refunded,
        placed: ordersByPayment(statsOf(placed)),
      };
    },
  };
}

function ordersByPayment({ payments }: Pick<OrderStats, "payments">): IncomeStats["placed"] {
  const { pending, paid, failed, refunded } = payments;
  return { pending: pending.orders, paid: paid.orders, failed: failed.orders, refunded: refunded.orders };
}

const stateOf = ({ status, payment_status }: StateSum) => `${status} ${payment_status}`;

function sumOf(rows: readonly OrderSum[]): OrderSum {
  return {
    orders: rows.reduce((sum, { orders }) => sum + orders, 0),
    amount: rows.reduce((sum, { amount }) => sum + amount, 0),
  };
}

function statsOf(sums: readonly StateSum[]): Omit<OrderStats, "ungranted" | "refunded"> {
  const { orders: total, amount } = sumOf(sums);
  return {
    total,
    amount,
    payments: Object.fromEntries(
      paymentStatuses.map((state) => [state, sumOf(sums.filter(({ payment_status }) => payment_status === state))]),
    ) as OrderStats["payments"],
    statuses: Object.fromEntries(
      orderStatuses.map((state) => [state, sumOf(sums.filter(({ status }) => status === state)).orders]),
    ) as OrderStats["statuses"],
  };
}
