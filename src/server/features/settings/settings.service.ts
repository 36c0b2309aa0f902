/** What the administrator sets for the whole site, with the defaults that hold until then. */
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
  /** The price of a song made to order. */
  songPricing(): Promise<SongPricing>;
  saveSongPricing(caller: AdminCaller, body: SongPricingBody): Promise<SongPricing>;
}

/** One document of the settings, for the feature that owns it. */
export interface StoredDocument {
  /** Parsed; undefined when it was never saved. @throws SyntaxError when it is no JSON. */
  read(db: Db): Promise<unknown>;
  write(tx: Tx, document: unknown): Promise<void>;
  remove(tx: Tx): Promise<void>;
}

/** The document of a key; saving it raises the topic `site`. */
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

/** A document that can't be used counts as never saved, and the log says so: a page must not fail for a price. */
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
        log.error({ err: error, key: pricingKey }, "a stored setting can't be used; its default holds");
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
