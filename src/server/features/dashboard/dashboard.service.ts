/** The figures of the dashboard, collected from the other features. */
import {
  type Activity,
  type DashboardQuery,
  type DashboardStats,
  type DayOfStats,
  defaultSpan,
  type FirstSteps,
  type IncomeStats,
} from "#contract/dashboard.ts";
import type { PaymentProviderStatus } from "#contract/payment-config.ts";
import type { Accounts } from "#server/features/accounts/accounts.service.ts";
import type { Staff } from "#server/features/accounts/staff/staff.service.ts";
import { presentActivities, recentAudit } from "#server/features/audit/audit.service.ts";
import type { Bank } from "#server/features/bank/bank.service.ts";
import type { Categories } from "#server/features/catalogue/categories.service.ts";
import type { Listening } from "#server/features/catalogue/listening.service.ts";
import type { SongReading } from "#server/features/catalogue/song-reading.service.ts";
import type { NotificationsService } from "#server/features/notifications/notifications.service.ts";
import type { Orders } from "#server/features/orders/orders.service.ts";
import type { PaymentProviders } from "#server/features/payment-providers/payment-providers.service.ts";
import type { RequestReviews } from "#server/features/requests/request-reviews.service.ts";
import type { Requests } from "#server/features/requests/requests.service.ts";
import type { System } from "#server/features/system/system.service.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { startOfVietnamDay, vietnamDay } from "#server/platform/vietnam-time.ts";
import { type StorageCondition, siteTroublesOf } from "./site-troubles.ts";

/** Entries, of which the screen makes one of each job. */
const maxActivities = 60;
const maxTopSongs = 5;
const dayMs = 24 * 3600_000;
/** Days of the failed messages. */
const failedDays = 7;
/** Days before its end in which Premium counts as ending. */
const endingDays = 7;
/** Milliseconds for which figures are shown again that are summed over rows of all these days. */
const summedMs = 10_000;

export interface DashboardDeps {
  db: Db;
  songs: Pick<SongReading, "total">;
  categories: Pick<Categories, "total">;
  listening: Pick<Listening, "playsByDay" | "mostPlayed">;
  accounts: Pick<Accounts, "countUsers" | "newUsersByDay" | "countEndingPremium">;
  orders: Pick<Orders, "income" | "countGranted" | "tabs">;
  requests: Pick<Requests, "requestCounts" | "tabs">;
  reviews: Pick<RequestReviews, "countWaiting">;
  notifications: Pick<NotificationsService, "countFailed">;
  /** Counts the transfers that wait for a person. */
  countWaitingPayments(): Promise<number>;
  providers: Pick<PaymentProviders, "statuses">;
  system: Pick<System, "condition">;
  bank: Pick<Bank, "hasActiveAccount">;
  /** Whether any transfer is known. */
  hasTransfers(): Promise<boolean>;
  hasMailServer: boolean;
  staff: Pick<Staff, "members">;
  /** Returns the state of object storage. */
  storageCondition(): Promise<StorageCondition>;
  now?: () => number;
}

export type Dashboard = ReturnType<typeof createDashboard>;

export function createDashboard(deps: DashboardDeps) {
  const { db, songs, categories, listening, accounts, orders, requests, reviews, notifications } = deps;
  const { now = () => Date.now() } = deps;
  const { countWaitingPayments, providers, system, storageCondition, bank, hasTransfers, hasMailServer, staff } = deps;

  /** Returns what is to be done about orders and transfers. */
  async function payments(time: number) {
    const [tabs, waiting_payments, statuses] = await Promise.all([
      orders.tabs({}),
      countWaitingPayments(),
      providers.statuses(),
    ]);
    const figures: Pick<IncomeStats, "waiting_orders" | "ungranted_orders" | "waiting_payments" | "payment_troubles"> =
      {
        waiting_orders: tabs.waiting,
        ungranted_orders: tabs.ungranted,
        waiting_payments,
        payment_troubles: statuses.flatMap((status) => troublesOf(status, time)),
      };
    return { figures, hasPaidOrder: tabs.ungranted + tabs.done > 0 };
  }

  /** Returns the steps of a new site; null once all are done. */
  async function firstSteps(hasPaidOrder: boolean): Promise<FirstSteps | null> {
    const [bank_account, hasMoney, members, { last_backup }] = await Promise.all([
      bank.hasActiveAccount(),
      hasPaidOrder || hasTransfers(),
      staff.members(),
      system.condition(),
    ]);
    const steps: FirstSteps = {
      bank_account,
      first_money: hasMoney,
      mail: hasMailServer,
      backup: last_backup !== null,
      staff: members.length > 0,
    };
    return Object.values(steps).every((isDone) => isDone) ? null : steps;
  }

  async function readTroubles(time: number) {
    const [condition, storage] = await Promise.all([system.condition(), storageCondition()]);
    return siteTroublesOf(condition, storage, time);
  }

  async function recentActivity(since: string): Promise<Activity[]> {
    return presentActivities(db, await recentAudit(db, since, maxActivities));
  }

  /** Reads the figures that grow with the listeners and the customers of the days, and the state of disk and storage. */
  function readSummed(time: number, earlier: string, first: string, last: string) {
    return Promise.all([
      listening.playsByDay(earlier, last),
      listening.mostPlayed(first, last, maxTopSongs),
      orders.countGranted(startOfVietnamDay(first).toISOString()),
      accounts.countEndingPremium(new Date(time).toISOString(), new Date(time + endingDays * dayMs).toISOString()),
      readTroubles(time),
    ]);
  }

  /** By the first day of the figures; there are few, one of each span. */
  const summed = new Map<string, { until: number; figures: ReturnType<typeof readSummed> }>();

  function summedFigures(time: number, earlier: string, first: string, last: string): ReturnType<typeof readSummed> {
    for (const [day, { until }] of summed) if (until <= time || until > time + summedMs) summed.delete(day);
    const known = summed.get(first);
    if (known) return known.figures;
    const mine = { until: time + summedMs, figures: readSummed(time, earlier, first, last) };
    summed.set(first, mine);
    mine.figures.catch(() => {
      if (summed.get(first) === mine) summed.delete(first);
    });
    return mine.figures;
  }

  return {
    /** Returns the income of the last days. */
    async income({ days: span }: DashboardQuery = { days: defaultSpan }): Promise<IncomeStats> {
      const time = now();
      const { days, earlier, first, last } = spanOf(time, span);
      const [income, figures, money] = await Promise.all([
        orders.income(days, earlier),
        summedFigures(time, earlier, first, last),
        payments(time),
      ]);
      const [, , new_premium, ending_premium] = figures;
      return { ...income, new_premium, ending_premium, ...money.figures };
    },

    /** Returns the figures: orders, requests and users as they are now; plays, new and ending Premium and what is wrong with the site at most 10 s old. */
    async stats({ days: span }: DashboardQuery = { days: defaultSpan }): Promise<DashboardStats> {
      const time = now();
      const { days, earlier, first, last } = spanOf(time, span);
      const [
        total_songs,
        total_categories,
        users,
        requestCounts,
        requestTabs,
        newUsers,
        income,
        recent_activity,
        figures,
        failed,
        money,
        waiting_reviews,
      ] = await Promise.all([
        songs.total(),
        categories.total(),
        accounts.countUsers(),
        requests.requestCounts(),
        requests.tabs({}),
        accounts.newUsersByDay(earlier),
        orders.income(days, earlier),
        recentActivity(startOfVietnamDay(first).toISOString()),
        summedFigures(time, earlier, first, last),
        notifications.countFailed(new Date(time - failedDays * dayMs).toISOString()),
        payments(time),
        reviews.countWaiting(),
      ]);
      const [plays, top_songs, new_premium, ending_premium, site_troubles] = figures;
      const playsOn = new Map(plays.map((each) => [each.day, each.plays]));
      const usersOn = new Map(newUsers.map((each) => [each.day, each.users]));
      return {
        total_songs,
        total_categories,
        total_requests: requestCounts.total,
        new_requests: requestCounts.new,
        total_users: users,
        failed_deliveries: failed,
        available_requests: requestTabs.available,
        late_requests: requestTabs.late,
        wishes: requestTabs.wishes,
        waiting_reviews,
        site_troubles,
        first_steps: await firstSteps(money.hasPaidOrder),
        before: {
          plays: sumBefore(plays, first, (each) => each.plays),
          new_users: sumBefore(newUsers, first, (each) => each.users),
        },
        days: days.map((day): DayOfStats => ({ day, plays: playsOn.get(day) ?? 0, new_users: usersOn.get(day) ?? 0 })),
        top_songs,
        income: { ...income, new_premium, ending_premium, ...money.figures },
        recent_activity,
      };
    },
  };
}

/** Returns what is wrong with a service that is in use. */
function troublesOf({ provider, state, is_silent, wrong_at, poll_error }: PaymentProviderStatus, time: number) {
  if (state === "off") return [];
  const isWrong = wrong_at !== null && Date.parse(wrong_at) > time - dayMs;
  return [
    ...(is_silent ? [{ provider, kind: "silent" as const }] : []),
    ...(isWrong ? [{ provider, kind: "wrong_signature" as const }] : []),
    ...(poll_error === null ? [] : [{ provider, kind: "poll_failed" as const }]),
  ];
}

/** Returns some last days in Vietnam up to a time in ms, oldest first, and the first day of as many before them. */
function spanOf(ms: number, count: number) {
  const dayAt = (place: number) => vietnamDay(ms - place * dayMs);
  const days = Array.from({ length: count }, (_, place) => dayAt(count - 1 - place));
  return { days, earlier: dayAt(2 * count - 1), first: dayAt(count - 1), last: dayAt(0) };
}

function sumBefore<T extends { day: string }>(rows: readonly T[], first: string, valueOf: (row: T) => number): number {
  return rows.reduce((sum, row) => (row.day < first ? sum + valueOf(row) : sum), 0);
}
