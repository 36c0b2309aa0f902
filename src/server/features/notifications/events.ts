/** The data of each event: what a message says. Addresses are paths of the site, times ISO 8601, amounts whole đồng. */
import type { NotificationEvent } from "#contract/notifications.ts";
import type { BriefField } from "#contract/request-brief.ts";
import type { PaymentWay } from "#server/features/bank/bank.service.ts";

interface RequestData {
  code: string;
  /** The private page of the customer. */
  path: string;
  /** The beginning of what the customer wrote. */
  idea: string;
  due_at: string;
}

/** The customer's choices for the song; messages from before there were any have none. */
interface ChosenData {
  brief?: Partial<Record<BriefField, string>>;
}

interface OrderData {
  code: string;
  /** The private page of the customer. */
  path: string;
  package_name: string;
  amount: number;
}

/** An order of a gift; `to` is whom it is for, in the giver's words. */
interface GiftData extends OrderData {
  to: string;
}

/** How customers pay as the order is made; messages from before it was noted have none. */
interface Pays {
  pays?: PaymentWay;
}

/** An order that ended without its package. */
interface EndedOrder extends OrderData {
  /** To order the same package again. */
  package_id: number;
}

/** A request for those who work on it. */
interface WorkData {
  id: number;
  code: string;
  customer_name: string;
  idea: string;
  due_at: string;
}

/** A request that is due, or late and nobody's. */
interface DueData extends WorkData {
  /** Set when nobody has it; `told` is who is told in the place of a member. */
  unclaimed?: { told: "supervisor" | "admin"; is_late: boolean };
}

interface PremiumEnd {
  expires_at: string;
}

/** A link that gives access; the message carries a token that is made of this id when it is sent, and is stored nowhere. */
interface TokenData {
  token_id: number;
  /** Minutes from when it was asked for. */
  valid_minutes: number;
}

/** The recipients: the member, or others of a request without one. */
export type DeskReader = "member" | "supervisor" | "admin";

export interface EventData {
  request_received: RequestData & ChosenData & { price: number };
  request_taken_up: RequestData;
  request_song_ready: RequestData & { version: number };
  request_changes_noted: RequestData & { words: string };
  /** `version` is the number of the lyrics, `note` of their writers. */
  request_lyrics_ready: RequestData & { version: number; note: string | null; is_reminder: boolean };
  /** The customer has not accepted the song yet. */
  request_price_raised: RequestData & { amount: number; before: number };
  /** `is_quiet`: its occasion is one of grief or regret. */
  request_paid: RequestData & { amount: number; is_quiet?: boolean };
  /** `from` is the first name of the member; null for an administrator. Of several messages `words` are the first one's. */
  request_message: RequestData & { from: string | null; words: string };
  /** Thanks for a gift: `path` is the giver's page. */
  gift_thanked: { code: string; path: string; from: string; words: string; is_quiet?: boolean };
  order_received: OrderData & Pays & { is_gift?: boolean };
  /** A paid order without an account. */
  order_needs_account: OrderData & { is_reminder: boolean };
  /** `words` are the administrator's, to the customer. */
  order_refused: EndedOrder & { words: string | null };
  order_cancelled: EndedOrder & { words: string | null };
  /**
   * `amount` is what was given back now, `left` what is still here, `premium` whether what the order gave goes on; null where it gave
   * nothing. Messages of before the refunds in part have `amount` alone.
   */
  order_refunded: EndedOrder & {
    words: string | null;
    left?: number;
    premium?: "stays" | "ends" | null;
    is_gift?: boolean;
  };
  order_expired: EndedOrder;
  /** `expires_at` is null for a permanent Premium. */
  premium_active: OrderData & { expires_at: string | null };
  /** A gift that is paid for: the page that its giver passes on, its code, and the time before which it stays closed. */
  gift_premium_ready: GiftData & { gift_path: string; gift_code: string; opens_at: string | null };
  gift_taken: GiftData;
  premium_ends_in_7_days: PremiumEnd;
  premium_ends_in_1_day: PremiumEnd;
  admin_new_request: WorkData & ChosenData & { price: number };
  /** `is_done`: a free one that has given Premium by itself. */
  admin_new_order: Pays & {
    id: number;
    code: string;
    customer_name: string;
    package_name: string;
    amount: number;
    is_done?: boolean;
  };
  /** `from` is who handed it over. */
  staff_request_assigned: WorkData & { from: string };
  staff_request_due_today: DueData;
  /** `words` are what the customer wrote, also at the lines; empty for an agreement without any. */
  staff_lyrics_answered: WorkData & { version: number; agrees: boolean; words: string; told: DeskReader };
  staff_changes_wanted: WorkData & { version: number; words: string; told: DeskReader };
  staff_request_message: WorkData & { words: string; told: DeskReader };
  password_reset: TokenData & { account: "user" | "staff" | "admin" };
  admin_invitation: TokenData & { account: "admin"; from: string; role: "admin" | "accountant" };
  email_verification: TokenData;
  /** `what` names the change, `details` are sentences' parts with old and new values, masked; `by` is the e-mail of who did it. */
  sensitive_change: { what: string; details: readonly string[]; by: string; at: string };
  /** To the e-mail that an account had; `to` is the new one, masked. */
  email_changed: { to: string; at: string };
  channel_stopped: { channel: "zalo"; reason: string };
  /** Bytes: free on the disk, kept as its reserve, of recordings that wait, and how many of those there may be. */
  disk_filling: { free: number; reserve: number; recordings: number; max: number };
  /** The messages that were not sent one by one; `count` also has those beyond the listed ones. */
  messages_together: { for: "customer" | "admin"; count: number; items: { title: string; path: string }[] };
  test: Record<never, never>;
}

/** The facts of an event beside its data. */
export interface EventRules {
  /** Waits for the end of the quiet hours. */
  waits: boolean;
  /** About one's own order, account or work; else the e-mail offers to unsubscribe. */
  isOwnBusiness: boolean;
  /** Its link gives access to an account, so nobody else may read the message. */
  isSecret: boolean;
  /** Milliseconds that it waits at least: what is done with meanwhile is not sent. */
  delay: number;
}

const now: EventRules = { waits: false, isOwnBusiness: true, isSecret: false, delay: 0 };
const canWait: EventRules = { ...now, waits: true };
/** A reader who looks at the page sees it there. */
const talk: EventRules = { ...canWait, delay: 3 * 60_000 };
const offer: EventRules = { ...canWait, isOwnBusiness: false };
const secret: EventRules = { ...now, isSecret: true };

export const eventRules: Readonly<Record<NotificationEvent, EventRules>> = {
  request_received: now,
  request_taken_up: canWait,
  request_song_ready: now,
  request_changes_noted: now,
  request_lyrics_ready: canWait,
  request_price_raised: canWait,
  request_paid: now,
  request_message: talk,
  gift_thanked: canWait,
  order_received: now,
  order_needs_account: now,
  order_refused: now,
  order_cancelled: now,
  order_refunded: now,
  order_expired: canWait,
  premium_active: now,
  gift_premium_ready: now,
  gift_taken: canWait,
  premium_ends_in_7_days: offer,
  premium_ends_in_1_day: offer,
  admin_new_request: canWait,
  admin_new_order: canWait,
  staff_request_assigned: canWait,
  staff_request_due_today: canWait,
  staff_request_message: talk,
  staff_lyrics_answered: canWait,
  staff_changes_wanted: canWait,
  password_reset: secret,
  admin_invitation: secret,
  email_verification: secret,
  sensitive_change: now,
  email_changed: now,
  channel_stopped: canWait,
  disk_filling: now,
  messages_together: canWait,
  test: now,
};
