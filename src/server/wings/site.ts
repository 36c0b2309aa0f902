/** The answers of the whole site to the outside: whether it is ready, its metrics, and how search engines and other sites find its pages. */
import { schemaState } from "#server/database/migrate.ts";
import { discoveryRoutes } from "#server/features/discovery/discovery.routes.ts";
import { createDiscovery } from "#server/features/discovery/discovery.service.ts";
import { pictureRoutes } from "#server/features/pictures/pictures.routes.ts";
import { siteMetrics } from "#server/features/system/site-metrics.ts";
import { systemRoutes } from "#server/features/system/system.routes.ts";
import { anonymous } from "#server/platform/http/caller.ts";
import { createDrain } from "#server/platform/http/drain.ts";
import { metricsRoute } from "#server/platform/http/metrics-route.ts";
import { createReadiness, type ReadinessDeps } from "#server/platform/readiness.ts";
import type { AccountsWing } from "./accounts.ts";
import type { CatalogueWing } from "./catalogue.ts";
import type { Messages } from "./messages.ts";
import type { Office } from "./office.ts";
import type { PagesWing } from "./pages.ts";
import type { Payments } from "./payments.ts";
import type { Platform } from "./platform.ts";
import type { Sales } from "./sales.ts";

export interface SiteOptions {
  /** Another disk and shorter times for `GET /api/ready`, for tests. */
  readiness?: Pick<ReadinessDeps, "readDisk" | "timeoutMs" | "keepMs">;
  /** Addresses per sitemap file; fewer in tests. */
  sitemapLimit?: number;
}

/** Adds the routes that are about the whole site. It offers the drain, by which the process says that it stops. */
export function openSite(
  { readiness = {}, sitemapLimit }: SiteOptions,
  {
    platform,
    messages: { notifications },
    accounts: { router, temporary },
    pages: { indexablePaths },
    catalogue: { categories, pictures, playlists, songs },
    sales: { paymentProviders },
    payments: { gifts },
    office: { system },
  }: {
    platform: Platform;
    messages: Messages;
    accounts: AccountsWing;
    pages: PagesWing;
    catalogue: CatalogueWing;
    sales: Sales;
    payments: Payments;
    office: Office;
  },
) {
  const { caches, config, counts, database, http, log, metrics, outbox, security } = platform;
  const { dataDir } = config;
  const ready = createReadiness({ database, schemaState, dataDir, temporary, ...readiness });
  const drain = createDrain(http);
  systemRoutes(router, system, ready, () => drain.isOn, log);
  for (const collector of siteMetrics({
    database,
    outbox,
    notifications,
    payments: paymentProviders,
    dataDir,
    caches,
    counts,
    readDisk: readiness.readDisk,
  }))
    metrics.add(collector);
  metricsRoute(http, { metrics, token: config.metricsToken });

  pictureRoutes(http, pictures, security.data, {
    song: (id) => songs.get(anonymous, id),
    gift: gifts.shared,
    playlist: (token) => playlists.shared(anonymous, token),
  });
  discoveryRoutes(
    http,
    createDiscovery({ songs, categories, playlists, changes: database.changes, pages: indexablePaths, sitemapLimit }),
    security.pages,
    config.http.publicUrl,
  );
  return { drain };
}
