/** The Zalo channel with its settings, its test and the reports of Zalo. */
import { randomBytes } from "node:crypto";
import { invalidField } from "#contract/errors.ts";
import type { TestOutcome } from "#contract/notifications.ts";
import { mobileNumber } from "#contract/phone.ts";
import type { ZaloConfig, ZaloConfigChange, ZaloTestBody } from "#contract/zalo.ts";
import type { RecordSensitiveChange } from "#server/features/audit/audit.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import type { AdminCaller } from "#server/platform/http/caller.ts";
import { type Outbox, PostponeError } from "#server/platform/outbox.ts";
import type { Channel } from "../channel.ts";
import { zaloRepository } from "./zalo.repository.ts";
import { verdictOf, wordsOf } from "./zalo-answers.ts";
import { createZaloApi, type ZaloApiOptions } from "./zalo-api.ts";
import { callWithToken, createZaloChannel } from "./zalo-channel.ts";
import { sampleMessage } from "./zalo-samples.ts";
import { createZaloSettings, type Opened, objectionTo, type Saved, stateOf } from "./zalo-settings.ts";
import { createZaloTokens } from "./zalo-tokens.ts";
import { templateData } from "./zalo-values.ts";
import { checkReport } from "./zalo-webhook.ts";

/** Outbox topic: the tokens are renewed before they expire. */
const keepTokensTopic = "zalo.tokens";

export interface Zalo {
  channel: Channel;
  read(): Promise<ZaloConfig>;
  save(caller: AdminCaller, body: ZaloConfigChange): Promise<ZaloConfig>;
  /** Sends a real message; a failure is part of the reply. @throws ApiError `invalid` for an event without a template. */
  test(body: ZaloTestBody): Promise<TestOutcome>;
  /** Takes a report of Zalo, as often as it comes. @returns false for one that is not Zalo's. */
  report(body: Buffer, signature: string | undefined): Promise<boolean>;
  /** Lets this process keep the tokens valid. */
  handle(): void;
  close(): void;
}

/** Times in milliseconds, and Zalo's addresses, for tests. */
export interface ZaloOptions extends ZaloApiOptions {
  leaseMs?: number;
  tokenLookMs?: number;
  testMs?: number;
}

export interface ZaloDeps {
  database: Pick<Database, "db" | "commit">;
  outbox: Pick<Outbox, "add" | "on">;
  /** Seals the secrets. */
  key: Buffer;
  oldKey?: Buffer | undefined;
  /** Adds a message to the administrators to the transaction. @param reason why the channel stopped, in Vietnamese. */
  tellAdmins(tx: Tx, reason: string): Promise<void>;
  recordSensitive: RecordSensitiveChange;
  options?: ZaloOptions | undefined;
}

const hour = 3600_000;
/** A refresh token lives three months, an access token 25 hours: a quiet site renews both each day. */
const keepEveryMs = 6 * hour;
const keepReserveMs = 8 * hour;
const keepRetryMs = 10 * 60_000;
const defaultTestMs = 7_000;

export function createZalo(deps: ZaloDeps): Zalo {
  const { database, outbox, tellAdmins, options = {} } = deps;
  const { db } = database;
  const settings = createZaloSettings(deps);
  const api = createZaloApi(options);
  const repository = zaloRepository(db);

  async function stopIn(tx: Tx, saved: Opened, reason: string): Promise<Saved> {
    if (saved.is_on) await tellAdmins(tx, reason);
    return { ...saved, stopped: { reason, at: new Date().toISOString() } };
  }

  const tokens = createZaloTokens({
    settings,
    api,
    stop: stopIn,
    leaseMs: options.leaseMs,
    lookMs: options.tokenLookMs,
  });

  async function stop({ revision }: Opened, reason: string): Promise<void> {
    await settings.change(async (tx, saved) => {
      if (saved?.revision !== revision || saved.stopped) return { result: undefined };
      return { result: undefined, save: await stopIn(tx, saved, reason) };
    });
  }

  async function markWrong({ revision }: Opened, event: ZaloTestBody["event"], reason: string): Promise<void> {
    await settings.change(async (_tx, saved) => {
      if (saved?.revision !== revision || saved.wrong.some((each) => each.event === event))
        return { result: undefined };
      const wrong = [...saved.wrong, { event, reason, at: new Date().toISOString() }];
      return { result: undefined, save: { ...saved, wrong } };
    });
  }

  async function sendTest({ phone, event }: ZaloTestBody, signal: AbortSignal): Promise<TestOutcome> {
    const saved = await settings.load(db);
    const objection = objectionTo(saved);
    if (objection !== undefined || !saved) return failed(objection ?? "");
    const template = saved.templates[event];
    const number = mobileNumber(phone);
    if (number === null) throw invalidField("phone", "Vui lòng nhập một số di động Việt Nam");
    if (template.template_id === "") throw invalidField("event", "Thông báo này chưa có mẫu. Hãy lưu ID mẫu trước.");
    const made = templateData(sampleMessage(event, number), template);
    const template_data = "data" in made ? made.data : {};
    const { template_id } = template;
    const tracking_id = randomBytes(16).toString("hex");
    const result = await callWithToken(tokens, (token) =>
      api.send({ phone: number, template_id, template_data, tracking_id }, token, signal),
    );
    if ("state" in result) return failed(result.reason);
    const { answer } = result;
    if (verdictOf(answer) !== "sent") return failed(wordsOf(answer));
    const id = answer.kind === "number" && answer.messageId ? `Mã tin của Zalo: ${answer.messageId}` : null;
    return { success: true, message: "Zalo đã nhận tin. Tin sẽ đến số này trong giây lát.", details: id };
  }

  return {
    channel: createZaloChannel({ db, settings, tokens, api, stop, markWrong }),
    read: settings.show,

    async save(caller, body) {
      await settings.save(caller, body, (tx) => outbox.add(tx, keepTokensTopic, {}, { key: "zalo" }));
      return settings.show();
    },

    async test(body) {
      const testMs = options.testMs ?? defaultTestMs;
      const signal = AbortSignal.timeout(testMs);
      // A renewal of the tokens goes on behind it: its result must not be lost.
      const timeout = new Promise<TestOutcome>((resolve) => {
        signal.addEventListener("abort", () => resolve(failed("Zalo không trả lời kịp")), { once: true });
      });
      const sending = sendTest(body, signal);
      sending.catch(() => {});
      return Promise.race([sending, timeout]);
    },

    async report(body, signature) {
      const saved = await settings.load(db);
      const secret = saved?.opened?.oa_secret_key;
      if (!saved?.app_id || !secret) return false;
      const report = checkReport(body, signature, { appId: saved.app_id, secret });
      if (!report) return false;
      const { received } = report;
      if (received) await repository.markReceived(received.trackingId, new Date().toISOString(), received.messageId);
      return true;
    },

    handle() {
      outbox.on(keepTokensTopic, async () => {
        if (stateOf(await settings.load(db)).state !== "ready") return;
        const result = await tokens.get({ reserveMs: keepReserveMs });
        if (result.state === "stopped") return;
        const isKept = result.state === "ready";
        throw new PostponeError(
          new Date(Date.now() + (isKept ? keepEveryMs : keepRetryMs)),
          isKept ? "The tokens of Zalo are valid" : result.reason,
        );
      });
    },

    close: api.close,
  };
}

const failed = (message: string): TestOutcome => ({ success: false, message, details: null });
