/**
 * Asks the services what their webhooks missed: every 15 minutes by a message of the outbox that schedules the next one, and on demand
 * (docs/rooms/payments.md#polling-and-links).
 */
import type { Logger } from "pino";
import type { PaymentConfigBody } from "#contract/payment-config.ts";
import { type PaymentProvider, paymentProviders } from "#contract/payments.ts";
import {
  type PaymentClients,
  ProviderError,
  type ReceivedEvent,
  type TransferList,
} from "#server/features/payment-providers/payment-clients.service.ts";
import { canAsk, type PaymentLinks, payosKeys } from "#server/features/payment-providers/payment-links.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import type { Outbox } from "#server/platform/outbox.ts";
import { TooSlowError, within } from "#server/platform/within.ts";
import type { TakeIn } from "./intake.ts";
import { createPollStates, type Progress } from "./poll-state.ts";
import { accountKey } from "./same-money.ts";
import { pollTopic } from "./topics.ts";

export interface Poll {
  /** Asks all configured services now; returns when they answered, or after a bounded time, while it goes on. */
  runNow(): Promise<void>;
  /** Registers the handler of the outbox topic. */
  handle(): void;
  /** Schedules the first run, unless one is scheduled already. */
  start(): Promise<void>;
  /** Ends what runs. */
  close(): Promise<void>;
}

export interface PollDeps {
  database: Pick<Database, "db" | "commit">;
  outbox: Pick<Outbox, "add" | "on">;
  settings: () => Promise<PaymentConfigBody>;
  clients: Pick<PaymentClients, "sepay" | "casso"> & { payos: Pick<PaymentClients["payos"], "find"> };
  links: Pick<PaymentLinks, "toCheck" | "noteCheck" | "noteState">;
  takeIn: TakeIn;
  /** Returns the numbers of the site's account. */
  accountNumbers(): Promise<string[]>;
  log: Pick<Logger, "warn" | "error">;
}

const everyMs = 15 * 60_000;
const dayMs = 24 * 3600_000;
/** The first run looks back so far. */
const firstMs = 7 * dayMs;
/** What is read once more: services tell of some transfers late, with their earlier time. */
const overlapMs = dayMs;
/** Services that know days alone begin with that of the time. */
const slackMs = dayMs;
const maxPages = 50;
/** Links of one run; three requests a second leave room for the next ones. */
const maxLinks = 60;
/** Wrong answers about links after which a run ends. */
const maxWrongLinks = 3;
/** The longest run with one service. */
const runMs = 60_000;
/** The longest time for which a service stays taken when its process dies. */
const holdMs = runMs + 30_000;
/** The longest wait of whoever asks on demand. */
const answerMs = 20_000;

const names: Record<PaymentProvider, string> = { sepay: "SePay", casso: "Casso", payos: "payOS" };
const slotOf = (ms: number) => Math.floor(ms / everyMs);
const isoOf = (ms: number) => new Date(ms).toISOString();
/** Returns the later of two times, neither in the future. */
const later = (a: string | null, b: string, now: string) => (a !== null && a > b ? a : b > now ? now : b);

/** One run with a service: what was learned is in `progress`, also when it ends in an error. */
interface Run {
  progress: Progress;
  /** Of its beginning. */
  now: string;
  signal: AbortSignal;
}

export function createPoll(deps: PollDeps): Poll {
  const { database, outbox, settings, clients, links, takeIn, accountNumbers, log } = deps;
  const states = createPollStates(database);
  const closing = new AbortController();
  /** The services that this process asks now. */
  const running = new Map<PaymentProvider, Promise<void>>();

  const schedule = (slot: number) =>
    outbox.add(
      database.db,
      pollTopic,
      { slot },
      { key: String(slot), after: Math.max(0, slot * everyMs - Date.now()) },
    );

  async function take(events: readonly ReceivedEvent[]): Promise<void> {
    const raw = new Map(events.map((one) => [one.event, one.raw]));
    await takeIn([...raw.keys()], { source: "poll", raw: (event) => raw.get(event) ?? "" });
  }

  function note({ progress, now }: Run, events: readonly ReceivedEvent[]): void {
    for (const { event } of events) progress.newest_at = later(progress.newest_at, event.occurredAt, now);
  }

  /** Reads a list, oldest first. @throws ProviderError */
  async function readList(provider: "sepay" | "casso", list: TransferList, token: string, run: Run): Promise<void> {
    const { progress, now, signal } = run;
    const name = names[provider];
    const ours = new Set((await accountNumbers()).map(accountKey));
    if (ours.size === 0) throw new ProviderError("Chưa có tài khoản ngân hàng nào để đối chiếu giao dịch");
    const before = Date.parse(now);
    const from = isoOf(progress.until === null ? before - firstMs : Date.parse(progress.until) - overlapMs);
    const oldest = isoOf(Date.parse(from) - slackMs);
    const isOurs = ({ event }: ReceivedEvent) =>
      ours.has(accountKey(event.account)) || (event.subAccount !== null && ours.has(accountKey(event.subAccount)));
    const seen = new Set<string>();
    const found = { ours: 0, foreign: 0, unreadable: 0 };
    let isInOrder = true;
    let last = "";

    for (let page = 1; page <= maxPages; page++) {
      const { events, unreadable, hasMore } = await list(token, { from, page, signal });
      found.unreadable += unreadable;
      const fresh = events.filter(({ event }) => !seen.has(event.providerId));
      if (page > 1 && events.length > 0 && fresh.length === 0) {
        throw new ProviderError(`${name} trả lời mãi cùng một trang`);
      }
      for (const { event } of fresh) {
        seen.add(event.providerId);
        if (event.occurredAt < last) isInOrder = false;
        last = event.occurredAt;
      }
      const own = fresh.filter(({ event }) => event.occurredAt >= oldest).filter(isOurs);
      found.ours += own.length;
      found.foreign += fresh.filter((one) => !isOurs(one)).length;
      await take(own);
      note(run, own);
      if (!hasMore) {
        if (found.unreadable === 0) progress.until = now;
        return complain(name, found);
      }
      if (isInOrder && found.unreadable === 0 && last !== "") progress.until = later(progress.until, last, now);
    }
    throw new ProviderError(`${name} có quá nhiều giao dịch cho một lần hỏi, lần sau sẽ đọc tiếp`);
  }

  /** Asks about links that may have got money. @throws ProviderError */
  async function readLinks(current: PaymentConfigBody, run: Run): Promise<void> {
    const keys = payosKeys(current);
    if (!keys) return;
    const wrong: ProviderError[] = [];
    let unreadable = 0;
    for await (const link of inTurns(await links.toCheck(maxLinks))) {
      run.signal.throwIfAborted();
      await links.noteCheck(link);
      try {
        const state = await clients.payos.find(keys, link.provider_code, run.signal);
        await take(state?.events ?? []);
        note(run, state?.events ?? []);
        unreadable += state?.unreadable ?? 0;
        await links.noteState(link, state);
      } catch (error) {
        if (!(error instanceof ProviderError) || error.retryAt) throw error;
        wrong.push(error);
        if (wrong.length === maxWrongLinks) break;
      }
    }
    if (wrong[0]) throw wrong[0];
    complain(names.payos, { unreadable, ours: 0, foreign: 0 });
  }

  async function ask(provider: PaymentProvider): Promise<void> {
    const taken = await states.take(provider, holdMs);
    if (!taken) return;
    const { until, newest_at } = taken.state;
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(runMs)]);
    const run: Run = { progress: { until, newest_at, rest_until: null }, now: new Date().toISOString(), signal };
    let told: string | null = null;
    try {
      const current = await settings();
      if (provider === "payos") await readLinks(current, run);
      else await readList(provider, clients[provider], current[provider].api_token, run);
    } catch (error) {
      told = messageOf(provider, error, signal);
      run.progress.rest_until = error instanceof ProviderError ? (error.retryAt?.toISOString() ?? null) : null;
      log.warn({ provider, reason: told }, "a payment service could not be asked");
      if (!(error instanceof ProviderError) && !signal.aborted)
        log.error({ err: error, provider }, "payment poll failed");
    }
    await states.giveBack(provider, taken.id, run.progress, closing.signal.aborted ? undefined : { error: told });
  }

  /** Asks a service, unless this process does so already. Never throws. */
  function askOnce(provider: PaymentProvider): Promise<void> {
    const asking =
      running.get(provider) ??
      ask(provider)
        .catch((err: unknown) => log.error({ err, provider }, "payment poll failed"))
        .finally(() => running.delete(provider));
    running.set(provider, asking);
    return asking;
  }

  async function askAll(): Promise<void> {
    const current = await settings();
    await Promise.all(paymentProviders.filter((provider) => canAsk(current, provider)).map(askOnce));
  }

  return {
    async runNow() {
      try {
        await within(answerMs, askAll);
      } catch (error) {
        if (!(error instanceof TooSlowError)) throw error;
      }
    },

    handle() {
      outbox.on<{ slot: number }>(
        pollTopic,
        async ({ slot }) => {
          // Before the work, so that a run that fails does not end the chain.
          await schedule(Math.max(slot, slotOf(Date.now())) + 1);
          await askAll();
        },
        { keepDoneMs: everyMs },
      );
    },

    start: () =>
      schedule(slotOf(Date.now())).catch((err: unknown) => log.error({ err }, "the payment poll is not scheduled")),

    async close() {
      closing.abort();
      await Promise.all(running.values());
    },
  };
}

/** @throws ProviderError for a list that was read and is not as it should be. */
function complain(name: string, { ours, foreign, unreadable }: { ours: number; foreign: number; unreadable: number }) {
  if (unreadable > 0) {
    throw new ProviderError(`${unreadable} giao dịch của ${name} không đọc được, hãy đối chiếu bằng sao kê`);
  }
  if (foreign > 0 && ours === 0) {
    throw new ProviderError(`${name} chỉ có giao dịch của tài khoản khác, hãy kiểm tra số tài khoản nhận tiền`);
  }
}

function messageOf(provider: PaymentProvider, error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return `${names[provider]} trả lời quá chậm, lần sau sẽ hỏi tiếp`;
  return error instanceof ProviderError ? error.message : "Máy chủ gặp lỗi khi ghi giao dịch, lần sau sẽ hỏi lại";
}
