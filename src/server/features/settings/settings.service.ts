/** Settings of the whole site, with their defaults. */
import type { Logger } from "pino";
import { z } from "zod";
import { defaultSongPricing, SongPricing, type SongPricingBody } from "#contract/settings.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import { siteTopic } from "#server/features/topics.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { AdminCaller } from "#server/platform/http/caller.ts";
import { settingsRepository } from "./settings.repository.ts";

export interface Settings {
  /** Returns the price of a commissioned song. */
  songPricing(): Promise<SongPricing>;
  saveSongPricing(caller: AdminCaller, body: SongPricingBody): Promise<SongPricing>;
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

/** An invalid document is logged and counts as never saved: a page must not fail because of a price. */
export function createSettings({
  database,
  log,
}: {
  database: Pick<Database, "db" | "changes">;
  log: Pick<Logger, "error">;
}): Settings {
  const { db, changes } = database;
  return {
    async songPricing() {
      try {
        const stored = await pricing.read(db);
        return stored === undefined ? defaultSongPricing : SongPricing.parse(stored);
      } catch (error) {
        if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
        log.error({ err: error, key: pricingKey }, "invalid stored setting; its default is used");
        return defaultSongPricing;
      }
    },

    async saveSongPricing(caller, body) {
      await db.transaction().execute(async (tx) => {
        await pricing.write(tx, body);
        await recordAudit(tx, caller, {
          action: "update",
          entity: "settings",
          entityId: null,
          summary: "Giá bài hát viết riêng",
        });
      });
      changes.committed(siteTopic);
      return body;
    },
  };
}
