/** Tellings of transfers that are known already, for a person who sees that it is other money (docs/rooms/payments.md#the-same-money). */
import { ApiError } from "#contract/errors.ts";
import type { TransferTelling } from "#contract/payments.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { OfficeCaller } from "#server/platform/http/caller.ts";
import { findOrThrow } from "#server/platform/http/found.ts";
import type { Outbox } from "#server/platform/outbox.ts";
import { intakeLock, splitRow } from "./intake.ts";
import { ledgerRepository } from "./ledger.repository.ts";
import { type ShownTelling, tellingsRepository } from "./tellings.repository.ts";
import { settleTopic } from "./topics.ts";
import { transferName } from "./transfer-names.ts";
import { transfersRepository } from "./transfers.repository.ts";

export interface Tellings {
  /**
   * Makes what was told again a transfer of its own, which the worker looks at. @returns its id
   * @throws ApiError `not_found`; `conflict` for one that is erased, or that is the transfer by its id
   */
  split(caller: OfficeCaller, id: number): Promise<number>;
}

export interface TellingsDeps {
  database: Pick<Database, "commit">;
  outbox: Pick<Outbox, "add">;
}

export function createTellings({ database: { commit }, outbox }: TellingsDeps): Tellings {
  return {
    split: (caller, id) =>
      commit({ lock: intakeLock }, async (tx) => {
        const telling = await findOrThrow(tellingsRepository(tx).find(id), "Không tìm thấy lần báo lại này");
        const transfer = await findOrThrow(ledgerRepository(tx).find(telling.transfer_id), "Không tìm thấy giao dịch");
        const { event } = telling;
        if (event === null || !canSplit(telling, transfer)) {
          throw new ApiError("conflict", "Lần báo này không tách được: cùng mã với giao dịch, hoặc đã xóa vì quá cũ");
        }
        const row = splitRow({ ...telling, event }, transfer);
        const { id: newId } = await transfersRepository(tx).insert(row);
        await tellingsRepository(tx).remove(id);
        await outbox.add(tx, settleTopic, { id: newId });
        const parted = [`tách ra giao dịch số ${newId}`];
        await recordAudit(tx, caller, {
          action: "update",
          entity: "transfer",
          id: transfer.id,
          name: transferName(transfer),
          details: parted,
        });
        const name = transferName({ ...transfer, id: newId });
        await recordAudit(tx, caller, {
          action: "create",
          entity: "transfer",
          id: newId,
          name,
          details: [`tách từ giao dịch số ${transfer.id}`],
        });
        return newId;
      }),
  };
}

/** Whether a telling tells of it under another id than the transfer's own. */
const canSplit = (telling: ShownTelling, transfer: { provider: string; provider_id: string }): boolean =>
  telling.event !== null && (telling.provider !== transfer.provider || telling.provider_id !== transfer.provider_id);

/** Returns a telling as administrators see it. */
export function tellingView(
  telling: ShownTelling,
  transfer: { provider: string; provider_id: string },
): TransferTelling {
  const { id, provider, source, told_at, told_by } = telling;
  return { id, provider, source, told_at, told_by, can_split: canSplit(telling, transfer) };
}
