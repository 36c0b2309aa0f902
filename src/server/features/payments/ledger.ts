/**
 * The ledger of transfers: locks, allocations, and the sums and states that follow from them. Each change locks orders first, then requests, then
 * transfers, and each kind in the order of the ids, so that no two wait for each other.
 */
import { type PayableTarget, TransferReason } from "#contract/payments.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import { findOrThrow } from "#server/platform/http/found.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import { type AllocationRow, columnsOf, ledgerRepository, targetOf } from "./ledger.repository.ts";
import { isEnough, stateAfter } from "./matching.ts";
import type { PayableState, PaymentActor, PaymentPort } from "./payment-port.ts";
import { referenceKey } from "./same-money.ts";
import { payingTransfer } from "./transfer-names.ts";

/** Orders and requests, as the payments reach them. */
export type PaymentPorts = Readonly<Record<PayableTarget["kind"], PaymentPort>>;

export interface Allocation {
  transferId: number;
  payable: PayableState;
  /** Whole đồng. */
  amount: number;
  /** Whole đồng that may be missing. */
  tolerance: number;
}

export const systemName = "Hệ thống";
export const nameOf = (actor: PaymentActor) => (actor.kind === "system" ? systemName : actor.name);

export type Ledger = ReturnType<typeof createLedger>;

export function createLedger({ dialect, ports }: { dialect: Pick<Dialect, "lock">; ports: PaymentPorts }) {
  /** Returns the transfers that pay some orders or requests, which nobody changes while those are locked. */
  async function payersOf(tx: Tx, targets: readonly PayableTarget[]): Promise<number[]> {
    const found: number[] = [];
    for await (const target of inTurns(targets)) {
      found.push(...(await ledgerRepository(tx).paymentsOf(target)).map(({ transfer_id }) => transfer_id));
    }
    return found;
  }

  async function lockTransfers(tx: Tx, ids: readonly number[]): Promise<void> {
    for await (const id of inTurns([...new Set(ids)].toSorted((a, b) => a - b)))
      await dialect.lock(tx, `transfer ${id}`);
  }

  /** Sums what is paid to an order or request. */
  async function receivedOf(tx: Tx, target: PayableTarget): Promise<number> {
    return sumOf(await ledgerRepository(tx).paymentsOf(target));
  }

  /** Returns the bank's numbers of some transfers that identify them. */
  async function referencesOf(tx: Tx, ids: readonly number[]): Promise<string[]> {
    const rows = await ledgerRepository(tx).references(ids);
    return rows.filter((reference) => referenceKey(reference) !== null);
  }

  /** Whether all that some allocations pay is paid. */
  async function arePaid(tx: Tx, allocations: readonly AllocationRow[]): Promise<boolean> {
    const targets = allocations.flatMap((each) => targetOf(each) ?? []);
    for (const kind of kinds) {
      const ids = targets.filter((target) => target.kind === kind).map(({ id }) => id);
      if ((await ports[kind].unpaid(tx, ids)).length > 0) return false;
    }
    return true;
  }

  /**
   * Writes sums and state of a transfer whose allocations, refunds or orders changed. One that was ignored stays so while its sums do.
   * @param isTakenUp ends that it is ignored.
   */
  async function refresh(tx: Tx, id: number, isTakenUp = false): Promise<void> {
    const repository = ledgerRepository(tx);
    const row = await repository.find(id);
    if (!row) return;
    const paid = await repository.allocationsOf(id);
    const sums = { allocated: sumOf(paid), refunded: await repository.refundedOf(id) };
    const isSame = sums.allocated === row.allocated && sums.refunded === row.refunded;
    if (row.state === "ignored" && isSame && !isTakenUp) return;
    const reason = TransferReason.safeParse(row.reason).data ?? null;
    const after = stateAfter({ ...row, ...sums, reason, isPaid: await arePaid(tx, paid) });
    const note = after.state === "ignored" ? row.note : null;
    await repository.update(id, { ...sums, ...after, note, updated_at: new Date().toISOString() });
  }

  /** Brings the transfers of an order or request in line with it, and closes its claim once it is paid. */
  async function settle(tx: Tx, target: PayableTarget, by: string, transferIds: readonly number[] = []): Promise<void> {
    for await (const id of inTurns(new Set([...transferIds, ...(await payersOf(tx, [target]))]))) await refresh(tx, id);
    const [unpaid] = await ports[target.kind].unpaid(tx, [target.id]);
    if (unpaid === undefined) await ledgerRepository(tx).closeClaims(target, new Date().toISOString(), by);
  }

  return {
    /** Locks orders, requests and transfers, with all transfers that pay those orders and requests. @returns those that are there */
    async lock(tx: Tx, targets: readonly PayableTarget[], transferIds: readonly number[]): Promise<PayableState[]> {
      const idsOf = (kind: PayableTarget["kind"]) =>
        targets.filter((target) => target.kind === kind).map((target) => target.id);
      const payables = [
        ...(await ports.order.lock(tx, idsOf("order"))),
        ...(await ports.request.lock(tx, idsOf("request"))),
      ];
      await lockTransfers(tx, [...transferIds, ...(await payersOf(tx, targets))]);
      return payables;
    },

    refresh,

    /** Lets locked money pay a locked order or request, which is paid once the sum is enough. */
    async allocate(tx: Tx, actor: PaymentActor, { transferId, payable, amount, tolerance }: Allocation): Promise<void> {
      const repository = ledgerRepository(tx);
      const now = new Date().toISOString();
      await repository.allocate({
        transfer_id: transferId,
        ...columnsOf(payable),
        amount,
        created_at: now,
        created_by: nameOf(actor),
      });
      const { kind, id, price } = payable;
      const received = await receivedOf(tx, payable);
      const isPaid = isEnough(price, received, tolerance);
      const transfer = payingTransfer(await findOrThrow(repository.find(transferId), "Không tìm thấy giao dịch"));
      if (isPaid) await ports[kind].pay(tx, actor, id, received, transfer);
      else await ports[kind].receive(tx, actor, id, received, transfer);
    },

    receivedOf,

    referencesOf,

    settle,

    /** Does so after a person changed how an order or request is paid, in the transaction that holds its lock. */
    async follow(tx: Tx, target: PayableTarget, by: string): Promise<void> {
      await lockTransfers(tx, await payersOf(tx, [target]));
      await settle(tx, target, by);
    },
  };
}

const kinds = ["order", "request"] as const;
const sumOf = (rows: readonly { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0);
