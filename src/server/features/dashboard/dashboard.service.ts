/** The figures of the dashboard, collected from the other features. */
import type { Activity, DashboardStats, DayOfStats, IncomeStats } from "#contract/dashboard.ts";
import type { PaymentProviderStatus } from "#contract/payment-config.ts";
import type { Accounts } from "#server/features/accounts/accounts.service.ts";
import { presentActivities, recentAudit } from "#server/features/audit/audit.service.ts";
import type { Catalogue } from "#server/features/catalogue/catalogue.service.ts";
import type { Listening } from "#server/features/catalogue/listening.service.ts";
import type { NotificationsService } from "#server/features/notifications/notifications.service.ts";
import type { Orders } from "#server/features/orders/orders.service.ts";
import type { PaymentProviders } from "#server/features/payment-providers/payment-providers.service.ts";
import type { RequestReviews } from "#server/features/requests/request-reviews.service.ts";
import type { Requests } from "#server/features/requests/requests.service.ts";
import type { System } from "#server/features/system/system.service.ts";
import { startOfVietnamDay, vietnamDay } from "#server/features/vietnam-time.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { type StorageCondition, siteTroublesOf } from "./site-troubles.ts";

const dayCount = 30;
const maxActivities = 15;
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
  catalogue: Pick<Catalogue, "totals">;
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
  /** Returns the state of object storage. */
  storageCondition(): Promise<StorageCondition>;
  now?: () => number;
}

export type Dashboard = ReturnType<typeof createDashboard>;

export function createDashboard(deps: DashboardDeps) {
  const { db, catalogue, listening, accounts, orders, requests, reviews, notifications, now = () => Date.now() } = deps;
  const { countWaitingPayments, providers, system, storageCondition } = deps;

  /** Returns what is to be done about orders and transfers. */
  async function payments(
    time: number,
  ): Promise<Pick<IncomeStats, "waiting_orders" | "ungranted_orders" | "waiting_payments" | "payment_troubles">> {
    const [tabs, waiting_payments, statuses] = await Promise.all([
      orders.tabs({}),
      countWaitingPayments(),
      providers.statuses(),
    ]);
    return {
      waiting_orders: tabs.waiting,
      ungranted_orders: tabs.ungranted,
      waiting_payments,
      payment_troubles: statuses.flatMap((status) => troublesOf(status, time)),
    };
  }

  async function readTroubles(time: number) {
    const [condition, storage] = await Promise.all([system.condition(), storageCondition()]);
    return siteTroublesOf(condition, storage, time);
  }

  async function recentActivity(since: string): Promise<Activity[]> {
    return presentActivities(db, await recentAudit(db, since, maxActivities));
  }

  /** Reads the figures that grow with the listeners and the customers of the days, and the state of disk and storage. */
  function readSummed(time: number, first: string, last: string) {
    return Promise.all([
      listening.playsByDay(first, last),
      listening.mostPlayed(first, last, maxTopSongs),
      orders.countGranted(startOfVietnamDay(first).toISOString()),
      accounts.countEndingPremium(new Date(time).toISOString(), new Date(time + endingDays * dayMs).toISOString()),
      readTroubles(time),
    ]);
  }

  let summed: { first: string; until: number; figures: ReturnType<typeof readSummed> } | undefined;

  function summedFigures(time: number, first: string, last: string): ReturnType<typeof readSummed> {
    if (summed?.first !== first || summed.until <= time || summed.until > time + summedMs) {
      const mine = { first, until: time + summedMs, figures: readSummed(time, first, last) };
      summed = mine;
      mine.figures.catch(() => {
        if (summed === mine) summed = undefined;
      });
    }
    return summed.figures;
  }

  return {
    /** Returns the income of the last 30 days. */
    async income(): Promise<IncomeStats> {
      const time = now();
      const days = lastDays(time);
      const [income, figures, transfers] = await Promise.all([
        orders.income(days),
        summedFigures(time, days[0] ?? "", days.at(-1) ?? ""),
        payments(time),
      ]);
      const [, , new_premium, ending_premium] = figures;
      return { ...income, new_premium, ending_premium, ...transfers };
    },

    /** Returns the figures: orders, requests and users as they are now; plays, new and ending Premium and what is wrong with the site at most 10 s old. */
    async stats(): Promise<DashboardStats> {
      const time = now();
      const days = lastDays(time);
      const [first, last] = [days[0] ?? "", days.at(-1) ?? ""];
      const [
        totals,
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
        catalogue.totals(),
        accounts.countUsers(),
        requests.requestCounts(),
        requests.tabs({}),
        accounts.newUsersByDay(first),
        orders.income(days),
        recentActivity(startOfVietnamDay(first).toISOString()),
        summedFigures(time, first, last),
        notifications.countFailed(new Date(time - failedDays * dayMs).toISOString()),
        payments(time),
        reviews.countWaiting(),
      ]);
      const [plays, top_songs, new_premium, ending_premium, site_troubles] = figures;
      const playsOn = new Map(plays.map((each) => [each.day, each.plays]));
      const usersOn = new Map(newUsers.map((each) => [each.day, each.users]));
      return {
        total_songs: totals.songs,
        total_categories: totals.categories,
        total_requests: requestCounts.total,
        new_requests: requestCounts.new,
        total_users: users,
        failed_deliveries: failed,
        available_requests: requestTabs.available,
        late_requests: requestTabs.late,
        wishes: requestTabs.wishes,
        waiting_reviews,
        site_troubles,
        days: days.map((day): DayOfStats => ({ day, plays: playsOn.get(day) ?? 0, new_users: usersOn.get(day) ?? 0 })),
        top_songs,
        income: { ...income, new_premium, ending_premium, ...money },
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

/** Returns the last 30 days in Vietnam up to a time in ms, oldest first. */
function lastDays(ms: number): string[] {
  return Array.from({ length: dayCount }, (_, place) => vietnamDay(ms - (dayCount - 1 - place) * dayMs));
}
