/** What the administrator sets for the whole site, with the defaults that hold until then. */
import type { Logger } from "pino";
import { defaultSongPricing, SongPricing } from "#contract/settings.ts";
import type { Database } from "#server/platform/db/database.ts";
import { settingsRepository } from "./settings.repository.ts";

export interface Settings {
  /** The price of a song made to order. */
  songPricing(): Promise<SongPricing>;
}

const pricingKey = "song_pricing";

/** A document that can't be used counts as never saved, and the log says so: a page must not fail for a price. */
export function createSettings({
  database,
  log,
}: {
  database: Pick<Database, "db">;
  log: Pick<Logger, "error">;
}): Settings {
  const repository = settingsRepository(database.db);
  return {
    async songPricing() {
      const stored = await repository.read(pricingKey);
      if (stored === undefined) return defaultSongPricing;
      try {
        return SongPricing.parse(JSON.parse(stored));
      } catch (error) {
        log.error({ err: error, key: pricingKey }, "a stored setting can't be used; its default holds");
        return defaultSongPricing;
      }
    },
  };
}
