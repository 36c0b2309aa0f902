/** Makes the e-mail of a stored message. */
import type { NotificationEvent } from "#contract/notifications.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { siteIdOf } from "#server/platform/site-id.ts";
import type { DeliveryRow } from "./deliveries.repository.ts";
import { type EventData, eventRules } from "./events.ts";
import type { OutgoingMail } from "./mailer.ts";
import { renderMail } from "./mails/mail.ts";
import type { UnsubscribeLinks } from "./unsubscribe.ts";

export type SecretEvent = "password_reset" | "admin_invitation" | "email_verification";

/** Returns the path with the token that gives access to an account, which is made when the message is sent and stored nowhere. */
export type SecretPath = <E extends SecretEvent>(event: E, data: EventData[E]) => string;

type ComposedRow = Pick<DeliveryRow, "id" | "event" | "data" | "recipient_name" | "created_at"> & { email: string };

export interface MailComposer {
  /**
   * @param options.resend part of the Message-ID of a resend.
   * @param options.origin of the links of a preview, in the place of the site's.
   */
  compose(
    row: ComposedRow,
    options?: { resend?: string | undefined; origin?: string | undefined },
  ): Promise<OutgoingMail>;
  /** Returns when the link of a message ends that gives access; undefined for any other message. */
  linkEnd(row: Pick<DeliveryRow, "event" | "data" | "created_at">): Date | undefined;
}

export interface MailComposerDeps {
  db: Db;
  origin: string;
  /** Of the sender's address. */
  host: string;
  links: Pick<UnsubscribeLinks, "path">;
  secretPath: SecretPath | undefined;
}

export function createMailComposer({
  db,
  origin: siteOrigin,
  host,
  links,
  secretPath,
}: MailComposerDeps): MailComposer {
  let siteId: string | undefined;
  return {
    async compose({ id, event, data: text, recipient_name, email, created_at }, { resend, origin = siteOrigin } = {}) {
      siteId ??= await siteIdOf(db);
      const data = JSON.parse(text) as EventData[NotificationEvent];
      const unsubscribeUrl = eventRules[event].isOwnBusiness ? undefined : `${origin}${links.path(email)}`;
      const secretUrl = isSecretEvent(event)
        ? `${origin}${secretPath?.(event, data as EventData[SecretEvent] as never) ?? ""}`
        : undefined;
      const mail = renderMail(event, data, { recipientName: recipient_name, origin, secretUrl, unsubscribeUrl });
      // After the restore of a backup ids come back, for other messages.
      const time = Date.parse(created_at).toString(36);
      const local = [`delivery-${id}`, time, siteId ?? "site", ...(resend === undefined ? [] : [resend])].join(".");
      return { ...mail, to: { name: recipient_name, address: email }, messageId: `${local}@${host}`, unsubscribeUrl };
    },
    linkEnd({ event, data, created_at }) {
      if (!isSecretEvent(event)) return undefined;
      const { valid_minutes } = JSON.parse(data) as EventData[SecretEvent];
      return new Date(Date.parse(created_at) + valid_minutes * 60_000);
    },
  };
}

export const isSecretEvent = (event: NotificationEvent): event is SecretEvent => eventRules[event].isSecret;
