/** What the administrator sees first, put together from what the other features count. */
import type { Activity, ActivityEntity, DashboardStats, DayOfStats } from "#contract/dashboard.ts";
import type { Accounts } from "#server/features/accounts/accounts.service.ts";
import { recentAudit } from "#server/features/audit/audit.service.ts";
import type { Catalogue } from "#server/features/catalogue/catalogue.service.ts";
import type { Listening } from "#server/features/catalogue/listening.service.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { vietnamDay } from "#server/platform/vietnam-time.ts";

const shownDays = 30;
const shownActivities = 15;
const shownSongs = 5;
const dayMs = 24 * 3600_000;

/** Finds what things are called now, by id; those that are gone are missing. */
type NamesNow = (ids: readonly number[]) => Promise<Map<number, string>>;

export interface DashboardDeps {
  db: Db;
  catalogue: Pick<Catalogue, "totals" | "songTitles" | "categoryNames">;
  listening: Pick<Listening, "playsByDay" | "mostPlayed">;
  accounts: Pick<Accounts, "countUsers" | "newUsersByDay">;
  contactNames: NamesNow;
  /** Song requests: how many there are, and how many of them nobody has looked at. */
  requestCounts(): Promise<{ total: number; new: number }>;
  now?: () => number;
}

export type Dashboard = ReturnType<typeof createDashboard>;

export function createDashboard(deps: DashboardDeps) {
  const { db, catalogue, listening, accounts, requestCounts, now = Date.now } = deps;
  const namesNow: Partial<Record<ActivityEntity, NamesNow>> = {
    song: catalogue.songTitles,
    category: catalogue.categoryNames,
    support: deps.contactNames,
  };

  async function recentActivity(since: string): Promise<Activity[]> {
    const entries = await recentAudit(db, since, shownActivities);
    const known = new Map<ActivityEntity, Map<number, string>>();
    for (const [entity, find] of Object.entries(namesNow) as [ActivityEntity, NamesNow][]) {
      const ids = entries.flatMap((entry) =>
        entry.entity === entity && entry.entity_id !== null ? entry.entity_id : [],
      );
      if (ids.length > 0) known.set(entity, await find([...new Set(ids)]));
    }
    return entries.map(({ id, actor_kind, actor_name, action, entity, entity_id, summary, created_at }) => {
      const name = entity_id === null ? undefined : known.get(entity)?.get(entity_id);
      const name_now = entity === "settings" ? summary : (name ?? null);
      return { id, actor_kind, actor_name, action, entity, entity_id, summary, name_now, created_at };
    });
  }

  return {
    async stats(): Promise<DashboardStats> {
      const days = lastDays(now());
      const [first, last] = [days[0] ?? "", days.at(-1) ?? ""];
      const since = new Date(`${first}T00:00:00+07:00`).toISOString();
      const [totals, users, requests, plays, newUsers, top_songs, recent_activity] = await Promise.all([
        catalogue.totals(),
        accounts.countUsers(),
        requestCounts(),
        listening.playsByDay(first, last),
        accounts.newUsersByDay(since),
        listening.mostPlayed(first, last, shownSongs),
        recentActivity(since),
      ]);
      const playsOn = new Map(plays.map((each) => [each.day, each.plays]));
      const usersOn = new Map(newUsers.map((each) => [each.day, each.users]));
      return {
        total_songs: totals.songs,
        total_categories: totals.categories,
        total_requests: requests.total,
        new_requests: requests.new,
        total_users: users,
        days: days.map((day): DayOfStats => ({ day, plays: playsOn.get(day) ?? 0, new_users: usersOn.get(day) ?? 0 })),
        top_songs,
        recent_activity,
      };
    },
  };
}

/** The last days in Vietnam up to the one of `ms`, oldest first. */
function lastDays(ms: number): string[] {
  return Array.from({ length: shownDays }, (_, place) => vietnamDay(ms - (shownDays - 1 - place) * dayMs));
}
