/**
 * Keeps strangers from filling mailboxes with the site's help: beyond a number of messages to one address, the rest become one message
 * (docs/rooms/messages.md#strangers).
 */
import type { NotificationEvent, RecipientKind } from "#contract/notifications.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { Outbox } from "#server/platform/outbox.ts";
import { caseless } from "#server/platform/text.ts";
import { countedAddress, deliveriesRepository } from "./deliveries.repository.ts";
import { channelTopics, type DeliveryWork } from "./delivery-work.ts";
import { type EventData, eventRules } from "./events.ts";
import { contentOf } from "./mails/contents.ts";

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
/** Messages of one kind in an hour, and of all kinds in a day, to an address that no account has verified. */
const [maxOfKind, maxInDay] = [3, 10];
/** New orders and requests in an hour that administrators hear of one by one. */
const maxNews = 10;
const news: readonly NotificationEvent[] = ["admin_new_order", "admin_new_request"];
const maxItems = 20;
/** A message that is about to be sent takes nothing in any more: it may be rendered already. */
const closingMs = 10_000;

export interface TogetherDeps {
  dialect: Dialect;
  outbox: Pick<Outbox, "add">;
  /** Whether an account has verified the address. */
  isVerified(db: Db, emailKey: string): Promise<boolean>;
}

/** A message before it is written. */
export interface Draft<E extends NotificationEvent = NotificationEvent> {
  event: E;
  data: EventData[E];
  to: { kind: RecipientKind; id: number | null; name: string; email: string };
  /** `kept` without a mail server. */
  state: "waiting" | "kept";
}

export function createTogether({ dialect, outbox, isVerified }: TogetherDeps) {
  /** Whether a message would be one too many to its address. */
  async function isTooMany(tx: Tx, { event, to }: Draft, now: number): Promise<boolean> {
    const address = countedAddress(to.email);
    const repository = deliveriesRepository(tx);
    if (to.kind === "admin") {
      if (!news.includes(event)) return false;
      const since = new Date(now - hourMs).toISOString();
      return (await repository.recentTo(address, { since, events: news, limit: maxNews })).length >= maxNews;
    }
    if (to.kind !== "customer" || eventRules[event].isSecret) return false;
    const since = new Date(now - dayMs).toISOString();
    const recent = await repository.recentTo(address, { since, limit: maxInDay });
    const anHourAgo = new Date(now - hourMs).toISOString();
    const ofKind = recent.filter((one) => one.event === event && one.created_at >= anHourAgo);
    if (recent.length < maxInDay && ofKind.length < maxOfKind) return false;
    return !(await isVerified(tx, caseless(to.email)));
  }

  /**
   * Adds a message to the one that is sent in the place of several. Where there is none it makes one, which administrators get after an
   * hour, and others at most once a day.
   */
  async function join(tx: Tx, { event, data, to, state }: Draft, now: number): Promise<void> {
    const address = countedAddress(to.email);
    await dialect.lock(tx, `messages together ${address}`);
    const repository = deliveriesRepository(tx);
    const content = contentOf(event, data);
    const item = { title: content.subject, path: content.action.path ?? "/" };
    const latest = await repository.latestTogether(address, new Date(now - 2 * dayMs).toISOString());
    const isOpen =
      latest?.state === "kept" ||
      (latest?.state === "waiting" && latest.attempts === 0 && Date.parse(latest.not_before ?? "") > now + closingMs);
    if (latest && isOpen) {
      const { count, items, ...rest } = JSON.parse(latest.data) as EventData["messages_together"];
      const joined = { ...rest, count: count + 1, items: items.length < maxItems ? [...items, item] : items };
      await repository.setData(latest.id, JSON.stringify(joined));
      return;
    }
    const isAdmin = to.kind === "admin";
    const last = latest?.sent_at ?? latest?.not_before;
    const due = Math.max(now + hourMs, !isAdmin && last ? Date.parse(last) + dayMs : 0);
    const first: EventData["messages_together"] = { for: isAdmin ? "admin" : "customer", count: 1, items: [item] };
    const [added] = await repository.insert([
      {
        event: "messages_together",
        event_key: null,
        recipient_kind: to.kind,
        recipient_id: to.id,
        recipient_name: to.name,
        email: to.email,
        phone: null,
        subject_kind: null,
        subject_id: null,
        data: JSON.stringify(first),
        channel: "email",
        state,
        error: null,
        attempts: 0,
        provider_id: null,
        created_at: new Date(now).toISOString(),
        not_before: new Date(due).toISOString(),
        not_after: null,
        sent_at: null,
      },
    ]);
    if (added && state === "waiting") {
      await outbox.add(tx, channelTopics.email, { id: added.id } satisfies DeliveryWork, { after: due - now });
    }
  }

  return { isTooMany, join };
}
