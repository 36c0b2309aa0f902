/** Settings of the whole site, with their defaults. */
import type { Logger } from "pino";
import { z } from "zod";
import { type AdminSongPricing, defaultSongPricing, SongPricing, SongPricingChange } from "#contract/settings.ts";
import { assertVersion, recordAudit } from "#server/features/audit/audit.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { AdminCaller } from "#server/platform/http/caller.ts";
import { versionOf, withCurrent } from "#server/platform/record-version.ts";
import { settingsRepository } from "./settings.repository.ts";

export interface Settings {
  /** Returns the price of a commissioned song. */
  songPricing(): Promise<SongPricing>;
  adminSongPricing(): Promise<AdminSongPricing>;
  /** Updates the given fields. @throws ApiError `conflict` when another version was seen. */
  saveSongPricing(caller: AdminCaller, body: SongPricingChange): Promise<AdminSongPricing>;
}

/** A JSON document of the settings, for the feature that owns it. */
export interface StoredDocument {
  /** Returns the parsed document; undefined when it was never saved. @throws SyntaxError for invalid JSON. */
  read(db: Db): Promise<unknown>;
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
    write: (tx, document) => settingsRepository(tx).write(key, JSON.stringify(document)),
    remove: (tx) => settingsRepository(tx).remove(key),
  };
}

const pricingKey = "song_pricing";
const pricing = storedDocument(pricingKey);

/** Lock of a change of settings, which reads them first. */
export const settingsLock = "settings";

/** An invalid document is logged and counts as never saved: a page must not fail because of a price. */
export function createSettings({
  database,
  log,
}: {
  database: Pick<Database, "db" | "commit" | "dialect">;
  log: Pick<Logger, "error">;
}): Settings {
  const { db, commit } = database;

  async function read(from: Db): Promise<SongPricing> {
    try {
      const stored = await pricing.read(from);
      return stored === undefined ? defaultSongPricing : SongPricing.parse(stored);
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
      log.error({ err: error, key: pricingKey }, "invalid stored setting; its default is used");
      return defaultSongPricing;
    }
  }

  const adminSongPricing = async () => forAdmin(await read(db));

  return {
    songPricing: () => read(db),
    adminSongPricing,

    async saveSongPricing(caller, { version, ...body }) {
      const save = () =>
        commit({ lock: settingsLock }, async (tx) => {
          const stored = await read(tx);
          const subject = { id: null, name: "Giá bài hát viết riêng" };
          await assertVersion(tx, caller, version, forAdmin(stored).version, "settings", subject);
          const saved = SongPricing.parse({ ...stored, ...body });
          await pricing.write(tx, saved);
          await recordAudit(tx, caller, "update", "settings", subject);
          return forAdmin(saved);
        });
      return withCurrent(adminSongPricing, save);
    },
  };
}

function forAdmin(price: SongPricing): AdminSongPricing & { version: string } {
  return { ...price, version: versionOf(SongPricingChange, price) };
}
