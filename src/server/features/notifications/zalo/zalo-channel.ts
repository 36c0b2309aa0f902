/** Sends messages by Zalo: each at most once, as far as Zalo tells what became of it. */
import { randomBytes } from "node:crypto";
import type { ZaloEvent, ZaloTemplate } from "#contract/zalo.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { PostponeError } from "#server/platform/outbox.ts";
import { vietnamUtcOffset } from "#server/platform/vietnam-time.ts";
import type { Channel, ChannelOutcome } from "../channel.ts";
import { notByZalo } from "../delivery-work.ts";
import { zaloRepository } from "./zalo.repository.ts";
import { type Answer, verdictOf, wordsOf } from "./zalo-answers.ts";
import type { ZaloApi } from "./zalo-api.ts";
import { type Opened, stateOf, type ZaloSettings } from "./zalo-settings.ts";
import type { TokenResult, ZaloTokens } from "./zalo-tokens.ts";
import { isZaloMessage, templateData } from "./zalo-values.ts";

interface ZaloChannelDeps {
  db: Db;
  settings: ZaloSettings;
  tokens: ZaloTokens;
  api: ZaloApi;
  /** Stops the channel and tells the administrators, unless the settings were saved since. */
  stop(saved: Opened, reason: string): Promise<void>;
  /** Marks the template of an event as wrong, unless the settings were saved since. */
  markWrong(saved: Opened, event: ZaloEvent, reason: string): Promise<void>;
}

/** How long a report of Zalo is waited for after a call that was cut off. */
export const reportMs = 15 * 60_000;
/** Between two looks for that report; also before a call without an answer is repeated. */
export const lookMs = 60_000;
const hour = 3600_000;

export function createZaloChannel({ db, settings, tokens, api, stop, markWrong }: ZaloChannelDeps): Channel {
  const repository = zaloRepository(db);

  return {
    async isReady(from, event) {
      const saved = await settings.load(from);
      return usableTemplate(saved, event) !== undefined;
    },

    async send(message, { signal }): Promise<ChannelOutcome> {
      const row = await repository.open(message.id, message.resend ?? "", newTrackingId());
      if (row.received_at !== null || row.state === "taken") return { state: "sent", providerId: row.message_id };
      const saved = await settings.load(db);
      const template = usableTemplate(saved, message.event);
      const wait = waitOf(row, saved, template !== undefined);
      if (wait) return wait;
      if (!saved || !template || !isZaloMessage(message)) return unable(stateOf(saved).problem ?? notByZalo);
      const made = templateData(message, template);
      if ("missing" in made) return unable("Thông báo này thiếu dữ liệu cho một tham số của mẫu Zalo");
      const { phone, event } = message;
      const { template_id } = template;
      const outgoing = { phone, template_id, template_data: made.data, tracking_id: row.tracking_id };

      const call = async (token: Extract<TokenResult, { state: "ready" }>): Promise<Answer> => {
        await repository.begin(row.tracking_id, new Date().toISOString());
        const answer = await api.send(outgoing, token, signal);
        // The server stops: what became of the call is not known.
        signal.throwIfAborted();
        const verdict = verdictOf(answer);
        const state = verdict === "sent" ? "taken" : verdict === "unanswered" ? "unanswered" : "refused";
        await repository.finish(row.tracking_id, state, answer.kind === "number" ? answer.messageId : null);
        return answer;
      };
      const result = await callWithToken(tokens, call);
      if ("state" in result) {
        if (result.state === "stopped") return unable(result.reason);
        throw new Error(result.reason);
      }
      const { answer, isFreshTokenRefused } = result;
      const words = wordsOf(answer);
      switch (verdictOf(answer)) {
        case "sent":
          return { state: "sent", providerId: answer.kind === "number" ? answer.messageId : null };
        case "morning":
          throw new PostponeError(nextMorning(Date.now()), words);
        case "mistake":
          await markWrong(saved, event, words);
          return unable(words);
        case "stop":
          await stop(saved, words);
          return unable(words);
        case "token":
          if (isFreshTokenRefused) await stop(saved, words);
          return unable(words);
        case "number":
        case "unknown":
          return unable(words);
        case "retry":
        case "unanswered":
          throw new Error(words);
      }
    },
  };
}

const unable = (reason: string): ChannelOutcome => ({ state: "unable", reason });

/** Without a mark that needs a person's eye: letters and digits, as Zalo wants it. */
const newTrackingId = () => randomBytes(16).toString("hex");

/** Calls with the stored token; when Zalo refuses it, once more with a new one. */
export async function callWithToken(
  tokens: ZaloTokens,
  call: (token: Extract<TokenResult, { state: "ready" }>) => Promise<Answer>,
): Promise<{ answer: Answer; isFreshTokenRefused: boolean } | Exclude<TokenResult, { state: "ready" }>> {
  const token = await tokens.get();
  if (token.state !== "ready") return token;
  const answer = await call(token);
  if (verdictOf(answer) !== "token") return { answer, isFreshTokenRefused: false };
  const fresh = await tokens.get({ refused: token.accessToken });
  if (fresh.state !== "ready") return fresh;
  const second = await call(fresh);
  return { answer: second, isFreshTokenRefused: verdictOf(second) === "token" };
}

/** Returns the template of an event that can be sent now. */
function usableTemplate(saved: Opened | undefined, event: string): ZaloTemplate | undefined {
  if (!saved || stateOf(saved).state !== "ready" || saved.wrong.some((each) => each.event === event)) return undefined;
  const template = saved.templates[event as ZaloEvent] as ZaloTemplate | undefined;
  return template?.template_id ? template : undefined;
}

/**
 * Waits for Zalo's report on an earlier call whose result is not known.
 * @param canRepeat whether the channel can send the message now.
 * @returns the end of the wait, or undefined when the message may be sent.
 * @throws PostponeError
 */
function waitOf(
  { state, called_at }: { state: string; called_at: string | null },
  saved: Opened | undefined,
  canRepeat: boolean,
): ChannelOutcome | undefined {
  if (state !== "calling" && state !== "unanswered") return undefined;
  const now = Date.now();
  const calledAt = Date.parse(called_at ?? "");
  const reports = Boolean(saved?.opened?.oa_secret_key);
  const isRepeated = state === "unanswered" && canRepeat;
  const end = calledAt + (isRepeated ? lookMs : reportMs);
  const why = state === "calling" ? "máy chủ đã dừng giữa lúc gửi" : "Zalo không trả lời";
  if (reports && now < end) {
    const until = new Date(Math.min(now + lookMs, end));
    throw new PostponeError(until, `Chờ Zalo báo tin đã đến, vì ${why}`);
  }
  return isRepeated ? undefined : unable(`Không rõ Zalo đã nhận tin hay chưa vì ${why}`);
}

/** Returns the next 6:00 in Vietnam. */
function nextMorning(now: number): Date {
  const local = now + vietnamUtcOffset * hour;
  const six = Math.floor(local / (24 * hour)) * 24 * hour + 6 * hour;
  return new Date((local < six ? six : six + 24 * hour) - vietnamUtcOffset * hour);
}
