/** The rules of support contacts: who sees which. */
import { ContactColor, type SupportContact } from "#contract/support.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/schema.ts";
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

/** Nobody's addresses, and said to be: example.com is reserved, and the number is no subscriber's. */
const demoContacts = [
  { name: "Viết thư (địa chỉ minh họa)", type: "email", value: "xin-chao@example.com", color: null },
  { name: "Tổng đài (số minh họa)", type: "phone", value: "1900 0000", color: "green-500" },
] as const;

/** Shows the widget on a first start: adds contacts that are no one's, unless there are others already. */
export async function addDemoContacts(tx: Tx, createdAt: string): Promise<void> {
  const repository = supportRepository(tx);
  if (!(await repository.isEmpty())) return;
  await repository.add(
    demoContacts.map((contact, place) => ({
      ...contact,
      icon_url: null,
      description: null,
      is_active: true,
      sort_order: place,
      is_demo: true,
      created_at: createdAt,
    })),
  );
}

/** @returns how many demo contacts were taken out. */
export function removeDemoContacts(tx: Tx): Promise<number> {
  return supportRepository(tx).removeDemo();
}
