/** What the administrator sets for the whole site, with the defaults that hold until then. */
import { defaultSongPricing, SongPricing } from "#contract/settings.ts";
import type { Database } from "#server/platform/db/database.ts";
import { settingsRepository } from "./settings.repository.ts";

export interface Settings {
  /** The price of a song made to order. */
  songPricing(): Promise<SongPricing>;
}

const pricingKey = "song_pricing";

export function createSettings({ database }: { database: Pick<Database, "db"> }): Settings {
  const repository = settingsRepository(database.db);
  return {
    async songPricing() {
      const stored = await repository.read(pricingKey);
      return stored === undefined ? defaultSongPricing : SongPricing.parse(stored);
    },
  };
}
