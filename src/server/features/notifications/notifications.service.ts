/** Messages to people: written in the transaction of what they tell of, sent after its commit. */
import type { NotificationEvent, RecipientKind } from "#contract/notifications.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import type { EventData } from "./events.ts";

export interface Recipient {
  kind: RecipientKind;
  /** Of the user, staff member or administrator; null for a customer without an account. */
  id: number | null;
  name: string;
  email: string | null;
  /** As it was typed; one that is no mobile number in Vietnam counts as none. */
  phone: string | null;
}

export interface Notice<E extends NotificationEvent> {
  event: E;
  data: EventData[E];
  /** What the message is about. */
  subject?: { kind: "request" | "order" | "user"; id: number };
  /** Of what happens once only: another notice with the same key to the same recipient makes no message. */
  key?: string;
}

export interface Notifications {
  /** Adds the message for one recipient to the transaction; none when the event is switched off. */
  notify<E extends NotificationEvent>(tx: Tx, to: Recipient, notice: Notice<E>): Promise<void>;
  /** Adds a message for each address of the administrators. */
  notifyAdmins<E extends NotificationEvent>(tx: Tx, notice: Notice<E>): Promise<void>;
  /** Sends what was committed, without waiting for it. */
  committed(): void;
}
