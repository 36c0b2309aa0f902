/**
 * Retention: what is kept for a time only is erased after it, once a day, by the worker of an outbox topic, in small transactions that
 * hold their own progress (docs/rooms/retention-and-privacy.md#retention). The data belong to other features, which erase them.
 */

import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { z } from "zod";
import { ApiError } from "#contract/errors.ts";
import {
  type AdminRetention,
  defaultRetention,
  Retention,
  RetentionChange,
  type RetentionDue,
} from "#contract/retention.ts";
import {
  assertVersion,
  auditRetention,
  fieldChanges,
  recordAudit,
  type TrailFields,
} from "#server/features/audit/audit.service.ts";
import { settingsLock, storedDocument } from "#server/features/settings/settings.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Position } from "#server/platform/db/due-rows.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { AdminCaller } from "#server/platform/http/caller.ts";
import type { Idempotency } from "#server/platform/idempotency.ts";
import type { Outbox } from "#server/platform/outbox.ts";
import { versionOf, withCurrent } from "#server/platform/record-version.ts";
import { startOfVietnamDay } from "#server/platform/vietnam-time.ts";
import { retentionRepository } from "./retention.repository.ts";
import { keptSince, nextRun } from "./retention-time.ts";

/** Outbox topic: the run of a day, `{day}`. */
export const retentionTopic = "retention.run";
/** Stands for the name of a customer. */
export const erasedCustomer = "(đã xóa)";
const lockName = "retention";
/** Between two batches, for the requests of visitors. */
const pauseMs = 50;

/** ISO times of a run. */
export interface Limits {
  /** The first moment that is still kept. */
  since: string;
  /** The beginning of the run's day. */
  now: string;
}

/** Data of one kind that are kept for a time only, for the feature that owns them. */
export interface RetainedData {
  /** Counts the rows that a run would erase. */
  count(limits: Limits): Promise<number>;
  /** Erases a batch of rows after a position. @returns their number, and the last row that was looked at; none at the end. */
  eraseNext(tx: Tx, limits: Limits, after: Position): Promise<{ erased: number; last: Position | undefined }>;
}

export interface RetentionService {
  /** Returns the times in force; an unusable document is logged, and shown as the default. */
  retention(): Promise<Retention>;
  adminRetention(): Promise<AdminRetention>;
  /** Updates the given times. @throws ApiError `conflict` when another version was seen. */
  save(caller: AdminCaller, body: RetentionChange): Promise<AdminRetention>;
  /** Counts what the next run would erase with these times; a missing one keeps for ever. */
  due(times: Partial<Retention>): Promise<RetentionDue>;
  /** Registers the handler of the outbox topic. */
  handle(): void;
  /** Schedules the next run, unless it is scheduled already. */
  start(): Promise<void>;
}

export interface RetentionDeps {
  database: Pick<Database, "db" | "commit" | "dialect">;
  outbox: Pick<Outbox, "add" | "on">;
  requests: RetainedData;
  orders: RetainedData;
  transfers: RetainedData;
  idempotency: Pick<Idempotency, "sweep">;
  /** Removes what has rested in the bin for its time. */
  emptyBin(signal: AbortSignal): Promise<unknown>;
  /** Erases words of notebooks whose deletion can't be undone any more. */
  eraseRemovedWords(): Promise<unknown>;
  log: Pick<Logger, "error" | "info">;
  now?: () => number;
}

export const kinds = ["requests", "orders", "transfers", "audit"] as const;
type Kind = (typeof kinds)[number];
/** Transfers are kept as long as the orders that they pay. */
const timeNames = {
  requests: "requests_months",
  orders: "orders_months",
  transfers: "orders_months",
  audit: "audit_months",
} as const satisfies Record<Kind, keyof Retention>;

/** Returns the months for which one kind is kept: null for ever, undefined where the times name none. */
export function monthsOf(times: Partial<Retention>, kind: Kind): number | null | undefined {
  return times[timeNames[kind]];
}

/** Progress of a run, stored in the transaction of each batch. */
interface Run {
  day: string;
  /** Null when the run is over. */
  kind: Kind | null;
  after: Position;
  erased: number;
}

const beginning: Position = { at: "1970-01-01T00:00:00.000Z", id: 0 };
const document = storedDocument("retention");
/** The names of the kinds. */
export const summaries: Record<Kind, string> = {
  requests: "yêu cầu sáng tác",
  orders: "đơn hàng",
  transfers: "giao dịch chuyển khoản",
  audit: "dòng sổ quản trị",
};

/** @throws SyntaxError, ZodError of an unusable document: erasing by the default could erase what is to be kept. */
async function stored(from: Db): Promise<Retention> {
  const value = await document.read(from);
  return value === undefined ? defaultRetention : Retention.parse(value);
}

/** Returns the times of a run for one kind; undefined when it is kept for ever. */
function limitsOf(times: Partial<Retention>, kind: Kind, day: string): Limits | undefined {
  const months = monthsOf(times, kind);
  if (months == null) return undefined;
  return { since: keptSince(day, months), now: startOfVietnamDay(day).toISOString() };
}

export interface PreviewDeps {
  db: Db;
  requests: Pick<RetainedData, "count">;
  orders: Pick<RetainedData, "count">;
  transfers: Pick<RetainedData, "count">;
  now?: () => number;
}

export interface NextRun {
  times: Retention;
  /** Milliseconds. */
  at: number;
  due: RetentionDue;
}

/** Counts what the next run would erase; changes nothing. */
export function createRetentionPreview({ db, now = () => Date.now(), ...others }: PreviewDeps) {
  const data: Record<Kind, Pick<RetainedData, "count">> = { ...others, audit: auditRetention(db) };

  async function due(times: Partial<Retention>): Promise<RetentionDue> {
    const { day } = nextRun(now());
    const count = async (kind: Kind) => {
      const limits = limitsOf(times, kind, day);
      return limits ? data[kind].count(limits) : 0;
    };
    const [requests = 0, orders = 0, transfers = 0, audit = 0] = await Promise.all(kinds.map(count));
    return { requests, orders, transfers, audit };
  }

  return {
    due,

    /** Returns the next run with the stored times. @throws ApiError `unavailable` when they can't be read: no run erases anything then. */
    async next(): Promise<NextRun> {
      const times = await stored(db).catch((error: unknown) => {
        if (!isUnusable(error)) throw error;
        throw new ApiError(
          "unavailable",
          "Thời hạn đã lưu không đọc được: không có gì bị xóa cho đến khi lưu lại thời hạn",
        );
      });
      return { times, at: nextRun(now()).at, due: await due(times) };
    },
  };
}

const isUnusable = (error: unknown) => error instanceof SyntaxError || error instanceof z.ZodError;

const trail: TrailFields<Retention, Retention> = {
  requests_months: { label: "Yêu cầu đã xong", show: shownMonths },
  orders_months: { label: "Dữ liệu cá nhân của đơn hàng", show: shownMonths },
  audit_months: { label: "Nhật ký hoạt động", show: shownMonths },
};

function shownMonths(months: number | null): string {
  return months === null ? "giữ mãi" : `${months} tháng`;
}

export function createRetention(deps: RetentionDeps): RetentionService {
  const {
    database,
    outbox,
    requests,
    orders,
    transfers,
    idempotency,
    emptyBin,
    eraseRemovedWords,
    log,
    now = () => Date.now(),
  } = deps;
  const { db, commit, dialect } = database;
  const data: Record<Kind, RetainedData> = { requests, orders, transfers, audit: auditRetention(db) };

  /** Returns the times for the administrator; the default for an unusable document. */
  async function shown(from: Db): Promise<Retention> {
    try {
      return await stored(from);
    } catch (error) {
      if (!isUnusable(error)) throw error;
      log.error({ err: error, key: "retention" }, "invalid stored setting; nothing is erased until it is saved again");
      return defaultRetention;
    }
  }

  const adminRetention = async () => forAdmin(await shown(db));

  /** Erases one batch of the run of a day, or of an earlier one that is not over. @returns false when this day's is over. */
  async function step(day: string): Promise<boolean> {
    return commit({ lock: lockName }, async (tx) => {
      const repository = retentionRepository(tx);
      const run = continued(await repository.run(), day, nextRun(now()).day);
      const { kind } = run;
      if (kind === null) return false;
      const limits = limitsOf(await stored(tx), kind, run.day);
      const { erased, last } = limits
        ? await data[kind].eraseNext(tx, limits, run.after)
        : { erased: 0, last: undefined };
      const total = run.erased + erased;
      if (last) {
        await repository.setRun(JSON.stringify({ ...run, after: last, erased: total } satisfies Run));
      } else {
        if (total > 0) await recordRun(tx, kind, total);
        const next = kinds[kinds.indexOf(kind) + 1] ?? null;
        await repository.setRun(JSON.stringify({ ...run, kind: next, after: beginning, erased: 0 } satisfies Run));
      }
      return true;
    });
  }

  async function recordRun(tx: Tx, kind: Kind, total: number): Promise<void> {
    const summary = `${total.toLocaleString("vi-VN")} ${summaries[kind]}`;
    await recordAudit(tx, { kind: "system" }, { action: "delete", entity: "retention", id: null, name: summary });
  }

  /** @param running the day of the run that schedules the next one. */
  async function schedule(running?: string): Promise<void> {
    const time = now();
    const next = nextRun(time);
    // The clock was set back: the run of a day that begins itself anew would do so without end.
    const { day, at } = next.day === running ? nextRun(next.at) : next;
    await outbox.add(db, retentionTopic, { day }, { key: day, after: at - time });
  }

  return {
    retention: () => shown(db),
    adminRetention,

    async save(caller, { version, ...body }) {
      const save = () =>
        commit({ lock: settingsLock }, async (tx) => {
          const before = await shown(tx);
          const subject = { id: null, name: "Thời hạn lưu giữ dữ liệu" };
          await assertVersion(tx, caller, version, forAdmin(before).version, "settings", subject);
          const saved = Retention.parse({ ...before, ...body });
          await document.write(tx, saved);
          await recordAudit(tx, caller, {
            action: "update",
            entity: "settings",
            ...subject,
            changes: fieldChanges(trail, before, saved),
          });
          return forAdmin(saved);
        });
      return withCurrent(adminRetention, save);
    },

    due: createRetentionPreview({ db, requests, orders, transfers, now }).due,

    handle() {
      outbox.on<{ day: string }>(retentionTopic, async ({ day }, { signal }) => {
        // Before the work, so that a run that fails does not end the chain.
        await schedule(day);
        await idempotency.sweep();
        await emptyBin(signal);
        await eraseRemovedWords();
        while (await step(day)) await pause(pauseMs, undefined, { signal });
        await dialect.eraseDeleted(db);
      });
    },

    start: () => schedule().catch((err: unknown) => log.error({ err }, "the next retention run is not scheduled")),
  };
}

function forAdmin(times: Retention): AdminRetention & { version: string } {
  return { ...times, version: versionOf(RetentionChange, times) };
}

/**
 * Returns the run to go on with: the stored one while it is not over, or when it is that of the day or of a later one; else a new one.
 * @param latest the day of the next run: a later one comes from a clock that was wrong, and does not count.
 */
function continued(text: string | undefined, day: string, latest: string): Run {
  const run = text === undefined ? undefined : (JSON.parse(text) as Run);
  const isPlausible = run !== undefined && (run.day <= day || run.day <= latest);
  if (isPlausible && (run.kind !== null || run.day >= day)) return run;
  return { day, kind: kinds[0], after: beginning, erased: 0 };
}
