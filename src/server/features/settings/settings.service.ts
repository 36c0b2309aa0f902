/** Settings of the whole site, with their defaults. */

import type { Logger } from "pino";
import { z } from "zod";
import {
  type AdminSocialLinks,
  type AdminSongPricing,
  defaultSocialLinks,
  defaultSongPricing,
  SocialLinks,
  SocialLinksChange,
  SongPricing,
  SongPricingChange,
} from "#contract/settings.ts";
import {
  assertVersion,
  changedDetails,
  fieldChanges,
  type RecordSensitiveChange,
  recordAudit,
  shownAddress,
  type TrailFields,
} from "#server/features/audit/audit.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { AdminCaller } from "#server/platform/http/caller.ts";
import { dong } from "#server/platform/money.ts";
import { versionOf, withCurrent } from "#server/platform/record-version.ts";
import { settingsRepository } from "./settings.repository.ts";

export interface Settings {
  /** Returns the price of a commissioned song. */
  songPricing(): Promise<SongPricing>;
  adminSongPricing(): Promise<AdminSongPricing>;
  /** Updates the given fields. @throws ApiError `conflict` when another version was seen. */
  saveSongPricing(caller: AdminCaller, body: SongPricingChange): Promise<AdminSongPricing>;
  socialLinks(): Promise<SocialLinks>;
  adminSocialLinks(): Promise<AdminSocialLinks>;
  /** Updates the given fields. @throws ApiError `conflict` when another version was seen. */
  saveSocialLinks(caller: AdminCaller, body: SocialLinksChange): Promise<AdminSocialLinks>;
}

/** A JSON document of the settings, for the feature that owns it. */
export interface StoredDocument {
  /** Returns the parsed document; undefined when it was never saved. @throws SyntaxError for invalid JSON. */
  read(db: Db): Promise<unknown>;
  /** Returns when it was last saved; ISO, undefined when it never was. */
  savedAt(db: Db): Promise<string | undefined>;
  write(tx: Tx, document: unknown): Promise<void>;
  remove(tx: Tx): Promise<void>;
}

/** Returns the document of a key; saving it raises the topic `site`. */
export function storedDocument(key: string): StoredDocument {
  return {
    async read(db) {
      const text = await settingsRepository(db).read(key);
      return text === undefined ? undefined : JSON.parse(text);
    },
    savedAt: (db) => settingsRepository(db).savedAt(key),
    write: (tx, document) => settingsRepository(tx).write(key, JSON.stringify(document)),
    remove: (tx) => settingsRepository(tx).remove(key),
  };
}

/** Lock of a change of settings, which reads them first. */
export const settingsLock = "settings";

interface SettingsDeps {
  database: Pick<Database, "db" | "commit" | "dialect">;
  log: Pick<Logger, "error">;
}

export function createSettings({
  recordSensitive,
  ...deps
}: SettingsDeps & { recordSensitive: RecordSensitiveChange }): Settings {
  const pricing = createSetting(deps, {
    key: "song_pricing",
    schema: SongPricing,
    standard: defaultSongPricing,
    name: "Giá bài hát viết riêng",
    versionOf: (price) => versionOf(SongPricingChange, price),
    trail: {
      base_price: { label: "Giá", show: dong },
      currency: "Đơn vị tiền",
      description: "Mô tả",
      features: "Gồm có",
      free_changes: "Số lần sửa miễn phí",
    },
  });
  const social = createSetting(deps, {
    key: "social_links",
    schema: SocialLinks,
    standard: defaultSocialLinks,
    name: "Trang mạng xã hội",
    versionOf: (links) => versionOf(SocialLinksChange, links),
    trail: { facebook: "Facebook", youtube: "YouTube", tiktok: "TikTok", instagram: "Instagram", zalo: "Zalo" },
    recordSensitive,
  });
  return {
    songPricing: pricing.read,
    adminSongPricing: pricing.readForAdmin,
    saveSongPricing: pricing.save,
    socialLinks: social.read,
    adminSocialLinks: social.readForAdmin,
    saveSocialLinks: social.save,
  };
}

interface SettingOptions<Value> {
  key: string;
  schema: z.ZodType<Value>;
  /** Holds until another value is saved. */
  standard: Value;
  /** In the audit trail. */
  name: string;
  versionOf(value: Value): string;
  /** What the history shows of a change. */
  trail: TrailFields<Value, Value>;
  /** Tells all administrators of its changes, for addresses that customers are led to. */
  recordSensitive?: RecordSensitiveChange;
}

/** One setting. An invalid document is logged and counts as never saved: a page must not fail because of a setting. */
export function createSetting<Value extends object>(
  { database: { db, commit }, log }: SettingsDeps,
  { key, schema, standard, name, versionOf, trail, recordSensitive }: SettingOptions<Value>,
) {
  const document = storedDocument(key);

  async function read(from: Db): Promise<Value> {
    try {
      const stored = await document.read(from);
      return stored === undefined ? standard : schema.parse(stored);
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
      log.error({ err: error, key }, "invalid stored setting; its default is used");
      return standard;
    }
  }

  const forAdmin = (value: Value) => ({ ...value, version: versionOf(value) });
  const readForAdmin = async () => forAdmin(await read(db));

  return {
    read: () => read(db),
    /** As a transaction sees it. */
    readFrom: read,
    readForAdmin,

    async save(caller: AdminCaller, { version, ...body }: { version?: string | undefined }) {
      const save = () =>
        commit({ lock: settingsLock }, async (tx) => {
          const stored = await read(tx);
          const subject = { id: null, name };
          await assertVersion(tx, caller, version, forAdmin(stored).version, "settings", subject);
          const saved = schema.parse({ ...stored, ...body });
          await document.write(tx, saved);
          const changes = fieldChanges(trail, stored, saved);
          if (recordSensitive && changes.length > 0) {
            await recordSensitive(tx, caller, {
              action: "update",
              entity: "settings",
              entityId: null,
              what: name,
              name,
              details: changedDetails(
                changes.map(({ field: label, ...rest }) => ({ label, ...rest, mask: shownAddress })),
              ),
              trailDetails: [],
              changes,
            });
          } else await recordAudit(tx, caller, { action: "update", entity: "settings", ...subject, changes });
          return forAdmin(saved);
        });
      return withCurrent(readForAdmin, save);
    },
  };
}
