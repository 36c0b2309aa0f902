/** Money of transfers for requests: by the same changes that an administrator makes by hand. */
import { recordAudit } from "#server/features/audit/audit.service.ts";
import type { PayableState, PaymentActor, PaymentPort } from "#server/features/payments/payment-port.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import { dong } from "#server/platform/money.ts";
import { workOn } from "./request-life.ts";
import type { RequestWrites } from "./request-writes.ts";
import { type RequestRow, requestsRepository } from "./requests.repository.ts";

export interface RequestPaymentsDeps {
  writes: Pick<RequestWrites, "lockAll" | "state" | "save">;
}

export function createRequestPayments({ writes }: RequestPaymentsDeps): PaymentPort {
  /** Notes the payment of a locked request, or withdraws it. */
  async function setPaid(tx: Tx, actor: PaymentActor, id: number, is_paid: boolean): Promise<void> {
    const state = await writes.state(tx, id);
    if ((state.row.paid_at !== null) === is_paid) return;
    const outcomes = workOn(state, { kind: "admin" }, { kind: "save", fields: { is_paid } }, Date.now());
    await writes.save(tx, actor, state, outcomes);
  }

  const note: PaymentPort["receive"] = async (tx, actor, id, received, transfer) => {
    const { row } = await writes.state(tx, id);
    if (row.received_amount === received) return;
    await requestsRepository(tx).update(id, { received_amount: received, updated_at: new Date().toISOString() });
    const details = [`đã nhận: ${dong(row.received_amount)} → ${dong(received)}`];
    if (transfer) details.push(`từ ${transfer.name}`);
    await recordAudit(tx, actor, {
      action: "update",
      entity: "song_request",
      id,
      name: row.code,
      details,
      changes: [],
    });
  };

  return {
    idsOf: (db, codes) => requestsRepository(db).idsOf(codes),
    codeOf: async (db, id) => (await requestsRepository(db).find(id))?.code,
    unpaid: (db, ids) => requestsRepository(db).unpaidOf(ids),

    isErased: async (db, id) => (await requestsRepository(db).find(id))?.erased_at != null,

    async lock(tx, ids) {
      const wanted = [...new Set(ids)];
      if (wanted.length === 0) return [];
      await writes.lockAll(tx, wanted);
      return (await requestsRepository(tx).byIds(wanted)).map(stateOf);
    },

    async pay(tx, actor, id, received, transfer) {
      await setPaid(tx, actor, id, true);
      await note(tx, actor, id, received, transfer);
    },

    receive: note,

    async unpay(tx, actor, id, received) {
      await setPaid(tx, actor, id, false);
      await note(tx, actor, id, received);
    },
  };
}

/** A price is agreed once it is set: staff may note a payment before the customer accepts the song, and so may a transfer. */
function stateOf(row: RequestRow): PayableState {
  const { id, code, agreed_price: price, received_amount: received, paid_at } = row;
  return { kind: "request", id, code, price, received, paid_at, standing: standingOf(row) };
}

function standingOf({ erased_at, paid_at, status }: RequestRow): PayableState["standing"] {
  if (erased_at !== null) return "erased";
  if (status === "cancelled") return "ended";
  return paid_at === null ? "waiting" : "paid";
}
