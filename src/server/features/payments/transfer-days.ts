/** Money of days against the balance that the bank tells. */
import type { TransferDay } from "#contract/payments.ts";
import type { AccountDay, ToldBalance } from "./transfer-list.repository.ts";

/** A balance that is known, and what came and went since. */
interface Anchor {
  balance: number;
  since: number;
}

/**
 * Returns a day for each day that has transfers, the latest first. The balance is the sum over the accounts that tell one. The gap is what
 * the balances have more (or, negative, less) than the balances before and the transfers between them explain.
 * @param sums by day and account, the oldest first; days before the first shown one give their balances alone
 * @param told the balances of the last moments of each day; where a bank tells several at one moment, the one that leaves no gap is the last
 */
export function daysOf(sums: readonly AccountDay[], told: readonly ToldBalance[], firstDay: string): TransferDay[] {
  const balancesOf = Map.groupBy(told, ({ day, account }) => `${day} ${account}`);
  const anchors = new Map<string, Anchor>();
  const days: TransferDay[] = [];
  for (const [day, accounts] of Map.groupBy(sums, (sum) => sum.day)) {
    let gap: number | null = null;
    let isTold = false;
    for (const { account, received, sent, told_at, until_told } of accounts) {
      const anchor = anchors.get(account);
      const balances = told_at === null ? [] : (balancesOf.get(`${day} ${account}`) ?? []);
      const last = balances.at(-1)?.balance;
      if (last === undefined) {
        if (anchor) anchor.since += received - sent;
        continue;
      }
      isTold = true;
      const expected = anchor && anchor.balance + anchor.since + until_told;
      const isExplained = balances.some(({ balance }) => balance === expected);
      const balance = isExplained && expected !== undefined ? expected : last;
      if (expected !== undefined) gap = (gap ?? 0) + balance - expected;
      anchors.set(account, { balance, since: received - sent - until_told });
    }
    if (day < firstDay) continue;
    const sumOf = (value: (one: AccountDay) => number) => accounts.reduce((sum, one) => sum + value(one), 0);
    days.push({
      day,
      received: sumOf((one) => one.received),
      sent: sumOf((one) => one.sent),
      allocated: sumOf((one) => one.allocated),
      open: sumOf((one) => one.received - one.allocated - one.refunded - one.ignored),
      balance: isTold ? [...anchors.values()].reduce((sum, { balance }) => sum + balance, 0) : null,
      gap,
    });
  }
  return days.reverse();
}
