/** The administrator's settings of messages. */
import type { Logger } from "pino";
import { z } from "zod";
import { channelLabels, eventLabels } from "#contract/delivery-names.ts";
import type { FieldChange } from "#contract/history.ts";
import {
  type Channel,
  channels,
  defaultNotificationSettings,
  type NotificationEvent,
  NotificationSettingsBody,
  type SwitchableEvent,
  switchableEvents,
} from "#contract/notifications.ts";
import { fieldChanges, masked, type TrailFields } from "#server/features/audit/audit.service.ts";
import { storedDocument } from "#server/features/settings/settings.service.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { caseless } from "#server/platform/text.ts";

const key = "notifications";
export const settingsDocument = storedDocument(key);

/** Reads the settings; an invalid document is logged and counts as never saved. */
export async function readSettings(db: Db, log: Pick<Logger, "error">): Promise<NotificationSettingsBody> {
  try {
    const stored = await settingsDocument.read(db);
    return stored === undefined ? defaultNotificationSettings : NotificationSettingsBody.parse(withNewEvents(stored));
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
    log.error({ err: error, key }, "invalid stored setting; its default is used");
    return defaultNotificationSettings;
  }
}

/** Adds the events that the site did not know when the settings were saved. */
function withNewEvents(stored: unknown): unknown {
  const { events } = (stored ?? {}) as { events?: object };
  return { ...(stored as object), events: { ...defaultNotificationSettings.events, ...events } };
}

const trail: TrailFields<NotificationSettingsBody, NotificationSettingsBody> = {
  // One entry for each event and channel.
  events: null,
  quiet_hours: "Giờ yên lặng",
  admin_emails: "Email quản trị viên",
};

/** Returns what a change of the settings made of what. */
export function settingsChanges(before: NotificationSettingsBody, after: NotificationSettingsBody): FieldChange[] {
  const shown = (isOn: boolean | undefined) => (isOn ? "bật" : "tắt");
  const switched = switchableEvents.flatMap((event) =>
    channels.flatMap((channel) => {
      const [from, to] = [channelsOf(before, event)[channel], channelsOf(after, event)[channel]];
      const field = `${eventLabels[event]}, ${channelLabels[channel]}`;
      return from === to ? [] : { field, from: shown(from), to: shown(to) };
    }),
  );
  const others = fieldChanges(trail, before, after);
  return [...switched, ...others];
}

/** Returns the addresses of one list that another lacks. */
export function missingAddresses(emails: readonly string[], others: readonly string[]): string[] {
  const keys = new Set(others.map(caseless));
  return emails.filter((email) => !keys.has(caseless(email)));
}

/** Names where messages to administrators no longer go, and where they go from now on, masked. */
export function addressDetails(before: readonly string[], after: readonly string[]): string[] {
  const shown = (emails: readonly string[], others: readonly string[]) =>
    emails.length === 0 ? ["email riêng của mỗi quản trị viên"] : missingAddresses(emails, others).map(masked);
  return [
    ...shown(before, after).map((address) => `thôi gửi đến ${address}`),
    ...shown(after, before).map((address) => `gửi đến ${address}`),
  ];
}

/** Returns where an event goes; events that can't be switched off go by e-mail. */
export function channelsOf({ events }: NotificationSettingsBody, event: NotificationEvent): Record<Channel, boolean> {
  return { zalo: false, ...(isSwitchable(event) ? events[event] : { email: true }) };
}

const isSwitchable = (event: NotificationEvent): event is SwitchableEvent =>
  (switchableEvents as readonly string[]).includes(event);
