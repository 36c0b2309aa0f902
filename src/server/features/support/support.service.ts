/** The rules of support contacts: who sees which. */
import { ContactColor, type SupportContact } from "#contract/support.ts";
import type { Database } from "#server/platform/db/database.ts";
import { type ContactRow, supportRepository } from "./support.repository.ts";

export interface Support {
  /** What the public widget offers, in order. */
  activeContacts(): Promise<SupportContact[]>;
}

export function createSupport({ database }: { database: Pick<Database, "db"> }): Support {
  const repository = supportRepository(database.db);
  return {
    activeContacts: async () => (await repository.active()).map(toPublic),
  };
}

function toPublic({ id, name, type, value, icon_url, color }: ContactRow): SupportContact {
  return { id, name, type, value, icon_url, color: ContactColor.safeParse(color).data ?? null };
}
