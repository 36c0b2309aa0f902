/** The metrics of the site: its database, caches, background work, data folder, and what visitors did. */
import type { NotificationsService } from "#server/features/notifications/notifications.service.ts";
import { createOutboxOverview } from "#server/features/outbox/outbox.service.ts";
import type { PaymentProviders } from "#server/features/payment-providers/payment-providers.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import { type ReadDisk, readDisk } from "#server/platform/disk.ts";
import type { ResponseCache } from "#server/platform/http/replies/response-cache.ts";
import { lastBackup } from "#server/platform/last-backup.ts";
import type { Collector, Counter, Family, Sample } from "#server/platform/metrics/metrics.ts";
import { type Outbox, outcomes } from "#server/platform/outbox.ts";

export interface SiteMetricsDeps {
  database: Pick<Database, "db" | "commit" | "dialect" | "queries" | "pool">;
  outbox: Pick<Outbox, "outcomes">;
  notifications: Pick<NotificationsService, "outcomes">;
  payments: Pick<PaymentProviders, "outcomes">;
  dataDir: string;
  /** By their names. */
  caches: Readonly<Record<string, Pick<ResponseCache, "found">>>;
  /** Numbers of plays, orders and requests, counted by this process. */
  counts: Readonly<Record<"plays" | "orders" | "song_requests", Counter>>;
  readDisk?: ReadDisk | undefined;
}

/** Returns the collectors; each that asks the database or the disk stands for itself, so that the others answer when it hangs. */
export function siteMetrics({
  database,
  outbox,
  notifications,
  payments,
  dataDir,
  caches,
  counts,
  readDisk: spaceOf = readDisk,
}: SiteMetricsDeps): Collector[] {
  const { db, dialect, queries, pool } = database;
  const overview = createOutboxOverview(database);

  const inMemory = (): Family[] => [
    family("counter", "response_cache_hits_total", "Replies that came from the cache.", ofCaches("hits")),
    family("counter", "response_cache_misses_total", "Replies that had to be made for the cache.", ofCaches("misses")),
    family(
      "histogram",
      "db_query_duration_seconds",
      "Time of queries, without the wait for a connection.",
      queries.seconds,
    ),
    family("counter", "db_query_errors_total", "Queries that failed, conflicts included.", queries.failed.value),
    family("counter", "db_slow_queries_total", "Queries that were logged as slow.", queries.slow.value),
    ...(pool ? poolFamilies(pool()) : []),
    family("counter", "outbox_attempts_total", "Attempts at messages of the outbox by how they ended.", attempts()),
    family("counter", "deliveries_total", "Messages to people by channel and what became of them.", deliveries()),
    family("counter", "payments_received_total", "Calls of payment services by how they ended.", paymentCalls()),
    family("counter", "plays_total", "Plays that were counted.", counts.plays.value),
    family("counter", "orders_total", "Premium orders that were made.", counts.orders.value),
    family("counter", "song_requests_total", "Requests for songs that were made.", counts.song_requests.value),
  ];

  const ofCaches = (kind: "hits" | "misses"): Sample[] =>
    Object.entries(caches).map(([cache, { found }]) => ({ labels: { cache }, value: found[kind].value }));

  const attempts = (): Sample[] =>
    outbox
      .outcomes()
      .flatMap(({ topic, counts: ended }) =>
        outcomes.map((outcome) => ({ labels: { topic, outcome }, value: ended[outcome] })),
      );

  const deliveries = (): Sample[] =>
    notifications.outcomes().map(({ channel, outcome, value }) => ({ labels: { channel, outcome }, value }));

  const paymentCalls = (): Sample[] =>
    payments.outcomes().map(({ provider, outcome, value }) => ({ labels: { provider, outcome }, value }));

  async function backlog(): Promise<Family[]> {
    const now = Date.now();
    const found = new Map((await overview.backlog()).map((one) => [one.topic, one]));
    // Zeros for topics without messages, so that a graph shows when the last one was handled.
    const topics = new Set([...outbox.outcomes().map(({ topic }) => topic), ...found.keys()]);
    const depth: Sample[] = [];
    const oldest: Sample[] = [];
    for (const topic of [...topics].sort()) {
      const { waiting = 0, running = 0, failed = 0, oldestAt = null } = found.get(topic) ?? {};
      for (const [state, value] of Object.entries({ waiting, running, failed })) {
        depth.push({ labels: { topic, state }, value });
      }
      const age = oldestAt === null ? 0 : Math.max(0, (now - Date.parse(oldestAt)) / 1000);
      oldest.push({ labels: { topic }, value: age });
    }
    return [
      family(
        "gauge",
        "outbox_depth",
        "Messages of the outbox that are not done; failed ones wait for somebody.",
        depth,
      ),
      family(
        "gauge",
        "outbox_oldest_seconds",
        "Age of the oldest message that should have been handled by now.",
        oldest,
      ),
    ];
  }

  async function size(): Promise<Family[]> {
    const { bytes } = await dialect.about(db);
    return [family("gauge", "db_size_bytes", "Size of the database.", bytes)];
  }

  async function disk(): Promise<Family[]> {
    const { free, total } = await spaceOf(dataDir);
    return [
      family("gauge", "data_disk_free_bytes", "Free space on the disk of the data folder.", free),
      family("gauge", "data_disk_size_bytes", "Size of the disk of the data folder.", total),
    ];
  }

  async function backup(): Promise<Family[]> {
    const last = await lastBackup(dataDir);
    const seconds = last ? Date.parse(last.finished_at) / 1000 : 0;
    return [
      family("gauge", "backup_last_success_timestamp_seconds", "Last backup, seconds since 1970; 0 for none.", seconds),
    ];
  }

  return [inMemory, backlog, size, disk, backup];
}

const poolFamilies = ({ busy, idle, waiting }: { busy: number; idle: number; waiting: number }): Family[] => [
  family("gauge", "db_pool_connections", "Open connections to the database.", [
    { labels: { state: "busy" }, value: busy },
    { labels: { state: "idle" }, value: idle },
  ]),
  family("gauge", "db_pool_waiting", "Queries and transactions that wait for a connection.", waiting),
];

function family(type: Family["type"], name: string, help: string, value: Sample["value"] | Sample[]): Family {
  return { type, name, help, samples: Array.isArray(value) ? value : [{ value }] };
}
