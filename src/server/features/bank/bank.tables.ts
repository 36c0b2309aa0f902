/** The table of the bank account. */
import type { Generated } from "kysely";
import { siteTopic } from "#server/features/topics.ts";
import type { Entities } from "#server/platform/db/entity.ts";

interface BankConfigTable {
  id: Generated<number>;
  /** 1 in every row, and unique. */
  only_one: Generated<number>;
  bank_name: string;
  /** NAPAS number of the bank, six digits. */
  bank_bin: string | null;
  account_number: string;
  account_holder: string;
  branch: string | null;
  swift_code: string | null;
  qr_code_url: string | null;
  is_active: boolean;
  created_at: string;
  updated_at: string;
  /** E-mail of the administrator. */
  updated_by: string | null;
}

export interface BankTables {
  bank_config: BankConfigTable;
}

export const bankEntities = {
  bank_config: {
    key: ["id"],
    topic: siteTopic,
    trail: { entity: "bank_account", name: "bank_name" },
    fileOwner: "bank_account",
  },
} as const satisfies Entities<keyof BankTables>;
