/** A channel beside e-mail; e-mail takes over where it can't. */
import type { NotificationEvent } from "#contract/notifications.ts";
import type { Db } from "#server/platform/db/schema.ts";
import type { Attempt } from "#server/platform/outbox.ts";
import type { EventData } from "./events.ts";

/** A message to one phone number. */
export type ChannelMessage = {
  [E in NotificationEvent]: {
    /** Of the delivery; the same for all attempts. */
    id: number;
    /** Of a resend by the administrator; it differs for each, and is null for the first sending. */
    resend: string | null;
    event: E;
    data: EventData[E];
    recipientName: string;
    /** As `84…`. */
    phone: string;
    /** Origin of the links. */
    origin: string;
  };
}[NotificationEvent];

export type ChannelOutcome =
  | { state: "sent" /** The service's own id of the message. */; providerId: string | null }
  /** Not by this channel, now or later: the message goes on by e-mail. @param reason in Vietnamese. */
  | { state: "unable"; reason: string };

export interface Channel {
  /** Whether the channel is set up to send an event, to choose it for a message. @param db of the transaction that adds the message. */
  isReady(db: Db, event: NotificationEvent): Promise<boolean>;
  /**
   * Sends a message, or finds out that an earlier attempt has sent it, also when the channel is not set up any more.
   * @throws PostponeError to wait, GiveUpError when it has failed for good; any other error is retried. The messages are in Vietnamese,
   *   without secrets: the delivery log shows them.
   */
  send(message: ChannelMessage, attempt: Attempt): Promise<ChannelOutcome>;
}
