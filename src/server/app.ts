/** Builds the server by opening its wings, in order of dependency (`wings/`). */
import type { FastifyInstance } from "fastify";
import type { Accounts } from "#server/features/accounts/accounts.service.ts";
import type { Confirmations } from "#server/features/accounts/sessions/confirmations.ts";
import type { Bin } from "#server/features/bin/bin.service.ts";
import type { BinContents } from "#server/features/bin/bin-contents.service.ts";
import type { AudioCheck } from "#server/features/catalogue/audio-check.service.ts";
import type { AudioWork } from "#server/features/catalogue/audio-work.service.ts";
import type { Releases } from "#server/features/catalogue/releases.service.ts";
import type { Files } from "#server/features/files/files.service.ts";
import type { MediaStore } from "#server/features/media/media.service.ts";
import type { NotificationsService } from "#server/features/notifications/notifications.service.ts";
import type { Orders } from "#server/features/orders/orders.service.ts";
import type { Poll } from "#server/features/payments/poll.ts";
import type { RetentionService } from "#server/features/retention/retention.service.ts";
import type { Storage } from "#server/features/storage/storage.service.ts";
import type { DailyWorks } from "#server/platform/daily-work.ts";
import type { Drain } from "#server/platform/http/drain.ts";
import type { CallInProcess } from "#server/platform/http/router.ts";
import type { Outbox } from "#server/platform/outbox.ts";
import { type AccountsOptions, openAccounts } from "./wings/accounts.ts";
import { openCatalogue } from "./wings/catalogue.ts";
import { type FilesOptions, openFiles } from "./wings/files.ts";
import { type MessagesOptions, openMessages } from "./wings/messages.ts";
import { openOffice } from "./wings/office.ts";
import { openPages } from "./wings/pages.ts";
import { openPayments } from "./wings/payments.ts";
import { openPlatform, type PlatformDeps } from "./wings/platform.ts";
import { assertFilled, createPorts } from "./wings/ports.ts";
import { openRequests } from "./wings/requests.ts";
import { openSales, type SalesOptions } from "./wings/sales.ts";
import { openSite, type SiteOptions } from "./wings/site.ts";
import { openTeam } from "./wings/team.ts";

/** The whole server, which answers; its `start` functions begin what it does by itself. */
export interface App {
  http: FastifyInstance;
  accounts: Accounts;
  confirmations: Confirmations;
  outbox: Outbox;
  store: MediaStore;
  storage: Storage;
  files: Files;
  bin: Pick<Bin, "put"> & Pick<BinContents, "emptyDue">;
  waveforms: AudioWork;
  samples: AudioWork;
  releases: Releases;
  audioCheck: AudioCheck;
  notifications: NotificationsService;
  daily: DailyWorks;
  orders: Pick<Orders, "start">;
  poll: Pick<Poll, "start" | "runNow">;
  retention: RetentionService;
  drain: Drain;
  call: CallInProcess;
}

/** The parts that the process or a test hands in; each wing says what its own part means. */
export interface AppDeps
  extends PlatformDeps,
    MessagesOptions,
    Omit<AccountsOptions, "readiness">,
    FilesOptions,
    SalesOptions,
    SiteOptions {}

/**
 * Builds the server without listening. A wing takes what those before it offer, and adds its own routes, handlers of the outbox and
 * closing; what it needs of a later one is a port.
 * @throws Error with the name of a port that no wing fills.
 */
export async function buildApp(deps: AppDeps): Promise<App> {
  const ports = createPorts();
  const platform = await openPlatform(deps, ports);
  const messages = openMessages(deps, { platform, ports });
  const accounts = await openAccounts(deps, { platform, messages });
  const { router } = accounts;
  await messages.addRoutes(router);
  const pages = await openPages({ platform, accounts, ports });
  const files = await openFiles(deps, { platform, messages, accounts });
  const catalogue = openCatalogue({ platform, accounts, files });
  const sales = await openSales(deps, { platform, messages, accounts, files, catalogue, ports });
  const team = openTeam({ platform, messages, accounts, files });
  const requests = openRequests({ platform, messages, accounts, files, catalogue, sales, team, ports });
  const payments = openPayments({ platform, accounts, files, sales, requests, ports });
  const below = { platform, messages, accounts, pages, files, catalogue, sales, team, requests, payments };
  const office = openOffice(deps, below);
  const { drain } = openSite(deps, { ...below, office });
  assertFilled(ports);
  return {
    http: platform.http,
    accounts: accounts.accounts,
    confirmations: accounts.confirmations,
    outbox: platform.outbox,
    store: files.store,
    storage: files.storage,
    files: files.files,
    bin: { ...files.bin, ...files.binContents },
    waveforms: catalogue.waveforms,
    samples: catalogue.samples,
    releases: catalogue.releases,
    audioCheck: catalogue.audioCheck,
    notifications: messages.notifications,
    daily: office.daily,
    orders: sales.orders,
    poll: sales.poll,
    retention: office.retention,
    drain,
    call: router.call,
  };
}
