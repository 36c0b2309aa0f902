/** The tables of messages to people. */
import type { Generated } from "kysely";
import { deliveriesTopic } from "#server/features/topics.ts";
import type { Entities } from "#server/platform/db/entity.ts";

interface DeliveryTable {
  id: Generated<number>;
  event: string;
  /** Of what happens once only, for one recipient; null for all else. */
  event_key: string | null;
  recipient_kind: "customer" | "user" | "staff" | "admin";
  recipient_id: number | null;
  recipient_name: string;
  email: string | null;
  /** The address as messages to it are counted; null for older messages and those without one. */
  address_key: string | null;
  /** As `84…`. */
  phone: string | null;
  subject_kind: "request" | "order" | "user" | null;
  subject_id: number | null;
  /** JSON of the event's data. */
  data: string;
  channel: "email" | "zalo";
  state: "waiting" | "sent" | "kept" | "failed" | "skipped";
  error: string | null;
  attempts: number;
  /** The service's own id of the message. */
  provider_id: string | null;
  search_text: string;
  created_at: string;
  not_before: string | null;
  /** After this it is not true any more, and is not sent. */
  not_after: string | null;
  sent_at: string | null;
}

/** A message to all administrators, until the worker has made the message of each. */
interface AdminNoticeTable {
  id: Generated<number>;
  event: string;
  /** Of what happens once only, the same for all recipients; null for all else. */
  event_key: string | null;
  subject_kind: "request" | "order" | "user" | null;
  subject_id: number | null;
  /** JSON of the event's data. */
  data: string;
  not_after: string | null;
}

/** Facts about an e-mail address, for all accounts and requests that have it. */
interface EmailAddressTable {
  email_key: string;
  /** When the mail server refused it for good. */
  bounced_at: string | null;
  bounce_error: string | null;
  /** When its owner asked for no more e-mails but those about their own orders. */
  unsubscribed_at: string | null;
}

/** A sending by Zalo: the first one of a delivery, or a resend. */
interface ZaloMessageTable {
  /** Sent along, and reported back by Zalo. */
  tracking_id: string;
  delivery_id: number;
  /** Of a resend; empty for the first sending. */
  resend: string;
  /** `calling`: whether the call arrived is not known until it has another state. */
  state: "new" | "calling" | "refused" | "unanswered" | "taken";
  called_at: string | null;
  /** Zalo's own id. */
  message_id: string | null;
  /** When Zalo first reported that it reached the phone. */
  received_at: string | null;
}

export interface NotificationTables {
  deliveries: DeliveryTable;
  admin_notices: AdminNoticeTable;
  email_addresses: EmailAddressTable;
  zalo_messages: ZaloMessageTable;
}

export const notificationEntities = {
  deliveries: { key: ["id"], topic: deliveriesTopic },
  admin_notices: { key: ["id"] },
  email_addresses: { key: ["email_key"] },
  zalo_messages: { key: ["tracking_id"], references: ["deliveries"] },
} as const satisfies Entities<keyof NotificationTables>;
