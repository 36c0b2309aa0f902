/**
 * The actions of people on transfers: attach, accept, extend, note a refund, ignore, and undo each of them. Every action takes the locks of the
 * ledger, checks the version that was seen, and writes what it did into the audit trail (docs/rooms/payments.md#matching).
 */
import { ApiError, invalidField } from "#contract/errors.ts";
import {
  type AttachBody,
  type ExtendBody,
  exceptionStates,
  type IgnoreBody,
  type PayableTarget,
  type RefundBody,
  type TransferDetail,
  TransferFilter,
  type UndoBody,
  type UndoPreview,
} from "#contract/payments.ts";
import { assertVersion, recordAudit } from "#server/features/audit/audit.service.ts";
import type { BulkRun, BulkWork } from "#server/features/bulk/bulk-port.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import type { OfficeCaller } from "#server/platform/http/caller.ts";
import { findOrThrow } from "#server/platform/http/found.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import { dong } from "#server/platform/money.ts";
import { withCurrent } from "#server/platform/record-version.ts";
import { type AllocationRow, columnsOf, ledgerRepository, type TransferRow, targetOf } from "./ledger.repository.ts";
import type { Ledger, PaymentPorts } from "./ledger.ts";
import { isEnough, missingOf } from "./matching.ts";
import type { Payables } from "./payables-port.ts";
import type { OrderPaymentPort, PayableState } from "./payment-port.ts";
import { namedBy } from "./settle.ts";
import { transferListReader } from "./transfer-list.repository.ts";
import { payingTransfer, transferName, transferStateNames } from "./transfer-names.ts";
import { versionOfTransfer } from "./transfer-version.ts";

export interface PaymentActions {
  /**
   * Lets open money of a transfer pay orders and requests, also ended ones, which go on then.
   * @throws ApiError `not_found`; `conflict` for more than is open or missing, or a transfer that was ignored or left
   */
  attach(caller: OfficeCaller, id: number, body: AttachBody): Promise<TransferDetail>;
  /** Takes what came for enough. @throws ApiError `conflict` for one that is paid, or that the transfer does not pay */
  accept(caller: OfficeCaller, id: number, body: PayableTarget & Seen): Promise<TransferDetail>;
  /** Turns the open rest into days of Premium. @throws ApiError `conflict` without a rest, or for an order that gave no Premium */
  extend(caller: OfficeCaller, id: number, body: ExtendBody): Promise<TransferDetail>;
  /** Notes money that was sent back by hand. @throws ApiError `conflict` for more than is open, or than the outgoing transfer was */
  refund(caller: OfficeCaller, id: number, body: RefundBody): Promise<TransferDetail>;
  /** @throws ApiError `conflict` for one that waits for nobody */
  ignore(caller: OfficeCaller, id: number, body: IgnoreBody): Promise<TransferDetail>;
  /** @throws ApiError `not_found`; `invalid` without a word about Premium that was given; `conflict` for what is undone already */
  undo(caller: OfficeCaller, id: number, body: UndoBody): Promise<TransferDetail>;
  /** @param allocationId of an allocation @throws ApiError `not_found` */
  undoPreview(allocationId: number): Promise<UndoPreview>;
  /** What bulk jobs do with transfers. */
  bulkWorks: readonly BulkWork[];
  /** @throws ApiError `not_found` */
  setClaimClosed(caller: OfficeCaller, id: number, isClosed: boolean): Promise<void>;
}

interface Seen {
  version?: string | undefined;
}

export interface PaymentActionsDeps {
  database: Pick<Database, "db" | "commit" | "dialect">;
  ledger: Ledger;
  ports: PaymentPorts & { order: OrderPaymentPort };
  payables: Readonly<Record<PayableTarget["kind"], Pick<Payables, "byId">>>;
  /** Returns the numbers of the configured account. */
  ownAccounts(): Promise<readonly string[]>;
  /** Returns whole đồng that may be missing. */
  tolerance(): Promise<number>;
  /** Returns a transfer as the back office shows it. */
  detail(id: number): Promise<TransferDetail>;
}

/** Returns what an action did, in Vietnamese, for the trail. */
type Work = (tx: Tx, row: TransferRow, payables: readonly PayableState[]) => Promise<string[]>;

interface Action {
  seen?: string | undefined;
  /** Orders and requests that it changes. */
  targets?: readonly PayableTarget[];
  /** Another transfer that it changes. */
  otherId?: number | null | undefined;
  work: Work;
}

const noTransfer = "Không tìm thấy giao dịch";

export function createPaymentActions(deps: PaymentActionsDeps): PaymentActions {
  const { ledger, ports, payables, ownAccounts, tolerance, detail } = deps;
  const { db, commit, dialect } = deps.database;

  const run = (caller: OfficeCaller, id: number, action: Action) => commit((tx) => runIn(tx, caller, id, action));

  async function runIn(
    tx: Tx,
    caller: OfficeCaller,
    id: number,
    { seen, targets = [], otherId, work }: Action,
  ): Promise<void> {
    const locked = await ledger.lock(tx, targets, [id, ...(otherId == null ? [] : [otherId])]);
    const repository = ledgerRepository(tx);
    const row = await findOrThrow(repository.find(id), noTransfer);
    const subject = { id, name: transferName(row) };
    await assertVersion(tx, caller, seen, versionOfTransfer(row), "transfer", subject);
    const details = await work(tx, row, locked);
    await repository.update(id, { decided_by: caller.name, updated_at: new Date().toISOString() });
    const after = await findOrThrow(repository.find(id), noTransfer);
    const states = [row.state, after.state].map((state) => transferStateNames[state]);
    await recordAudit(tx, caller, {
      action: "update",
      entity: "transfer",
      ...subject,
      details: [...details, states.join(" → ")],
    });
  }

  const act = (caller: OfficeCaller, id: number, action: Action): Promise<TransferDetail> =>
    withCurrent(
      () => detail(id),
      async () => {
        await run(caller, id, action);
        return detail(id);
      },
    );

  /** Lets a transfer pay parts of what is locked, and brings all that it concerns in line. */
  async function pay(
    tx: Tx,
    caller: OfficeCaller,
    row: TransferRow,
    parts: readonly { payable: PayableState; amount: number }[],
    allowed: number,
  ): Promise<string[]> {
    for await (const { payable, amount } of inTurns(parts)) {
      await ledger.allocate(tx, caller, { transferId: row.id, payable, amount, tolerance: allowed });
    }
    await ledgerRepository(tx).update(row.id, { ...columnsOf(parts[0]?.payable), reason: null });
    for await (const { payable } of inTurns(parts)) await ledger.settle(tx, payable, caller.name, [row.id]);
    return parts.map(({ payable, amount }) => `ghép ${dong(amount)} vào ${payable.code}`);
  }

  /** Undoes what a transfer pays of an order or request. @param keepsPremium whether what it gave stays, and so that it is paid */
  async function undoPayment(
    tx: Tx,
    caller: OfficeCaller,
    allocation: AllocationRow,
    { payable, allowed, keepsPremium }: { payable: PayableState; allowed: number; keepsPremium: boolean },
  ): Promise<void> {
    const { kind, id, price, standing } = payable;
    const received = await ledger.receivedOf(tx, payable);
    if (allocation.extra_days !== null && kind === "order") {
      if (keepsPremium) await ports.order.receive(tx, caller, id, received);
      else await ports.order.shorten(tx, caller, id, received, allocation.extra_days);
      return;
    }
    const isOver = standing === "refunded" || standing === "erased";
    const isPaid = !isOver && (await ports[kind].unpaid(tx, [id])).length === 0;
    if (!isPaid || keepsPremium || isEnough(price, received, allowed)) {
      await ports[kind].receive(tx, caller, id, received);
      return;
    }
    const others = await ledgerRepository(tx).paymentsOf(payable);
    if (others.some(({ extra_days }) => extra_days !== null)) {
      throw new ApiError("conflict", "Đơn này còn một lần cộng thêm ngày Premium, bạn hoàn tác lần đó trước nhé");
    }
    const payers = [allocation, ...others].map(({ transfer_id }) => transfer_id);
    await ports[kind].unpay(tx, caller, id, received, await ledger.referencesOf(tx, payers));
  }

  async function undoAllocation(
    caller: OfficeCaller,
    id: number,
    what: Extract<UndoBody["what"], { kind: "allocation" }>,
    seen: string | undefined,
  ): Promise<TransferDetail> {
    const allocation = await findAllocation(what.id);
    if (allocation.transfer_id !== id) throw new ApiError("not_found", noAllocation);
    const target = targetOf(allocation);
    const { premium } = await undoPreview(what.id);
    if (premium !== null && what.take_back_premium === undefined) {
      throw invalidField("take_back_premium", "Vui lòng chọn có thu lại Premium hay không");
    }
    const keepsPremium = premium !== null && what.take_back_premium === false;
    const allowed = await tolerance();
    return act(caller, id, {
      seen,
      targets: target ? [target] : [],
      async work(tx, _row, locked) {
        const repository = ledgerRepository(tx);
        assertInEffect(await repository.allocation(what.id));
        await repository.undoAllocation(what.id, new Date().toISOString(), caller.name);
        const payable = locked.find((each) => isTarget(each, target));
        if (payable) await undoPayment(tx, caller, allocation, { payable, allowed, keepsPremium });
        await repository.update(id, { reason: null });
        await ledger.refresh(tx, id);
        if (target) await ledger.settle(tx, target, caller.name);
        const kept = keepsPremium ? ["giữ lại Premium"] : [];
        return [`hoàn tác ghép ${dong(allocation.amount)} vào ${payable?.code ?? "đơn đã xóa"}`, ...kept];
      },
    });
  }

  async function undoRefund(caller: OfficeCaller, id: number, refundId: number, seen: string | undefined) {
    const refund = await findOrThrow(ledgerRepository(db).findRefund(refundId), noRefund);
    if (refund.transfer_id !== id) throw new ApiError("not_found", noRefund);
    const { outgoing_id: otherId } = refund;
    return act(caller, id, {
      seen,
      otherId,
      async work(tx) {
        const repository = ledgerRepository(tx);
        assertInEffect(await repository.findRefund(refundId));
        await repository.undoRefund(refundId, new Date().toISOString(), caller.name);
        await ledger.refresh(tx, id);
        if (otherId !== null) await markOutgoing(tx, caller, otherId);
        return [`hoàn tác lần hoàn tiền ${dong(refund.amount)}`];
      },
    });
  }

  const undoIgnoring = (caller: OfficeCaller, id: number, seen: string | undefined) =>
    act(caller, id, {
      seen,
      async work(tx, row) {
        if (row.state !== "ignored") throw new ApiError("conflict", "Giao dịch này không bị bỏ qua");
        if (openOf(row) === 0 || (await ledgerRepository(tx).sentBy(id)) > 0) {
          throw new ApiError("conflict", "Giao dịch này đã ghi hoàn tiền, bạn hoàn tác lần hoàn tiền đó nhé");
        }
        await ledger.refresh(tx, id, true);
        return ["thôi bỏ qua"];
      },
    });

  /** Sets the state of an outgoing transfer by whether it was a refund. */
  async function markOutgoing(tx: Tx, caller: OfficeCaller, id: number): Promise<void> {
    const repository = ledgerRepository(tx);
    const isRefund = (await repository.sentBy(id)) > 0;
    const state = isRefund ? "ignored" : "outgoing";
    const note = isRefund ? "Tiền hoàn cho khách" : null;
    await repository.update(id, { state, note, decided_by: caller.name, updated_at: new Date().toISOString() });
  }

  const findAllocation = (id: number) => findOrThrow(ledgerRepository(db).allocation(id), noAllocation);

  const undoPreview: PaymentActions["undoPreview"] = async (allocationId) => {
    const allocation = await findAllocation(allocationId);
    const target = targetOf(allocation);
    const nothing = { is_unpaid_then: false, premium: null };
    if (!target || allocation.undone_at !== null) return nothing;
    const [payable] = await payables[target.kind].byId([target.id]);
    if (!payable) return nothing;
    const { price, received, is_paid } = payable;
    const isExtra = allocation.extra_days !== null;
    const isLess = !isEnough(price, received - allocation.amount, await tolerance());
    const is_unpaid_then = !isExtra && is_paid && isLess && !(await ports[target.kind].isErased(db, target.id));
    const isTaken = target.kind === "order" && (isExtra || is_unpaid_then);
    const days = allocation.extra_days ?? undefined;
    return { is_unpaid_then, premium: isTaken ? await ports.order.premiumOf(db, target.id, days) : null };
  };

  return {
    async attach(caller, id, { parts, version: seen }) {
      const keys = new Set(parts.map(({ kind, id: target }) => `${kind} ${target}`));
      if (keys.size < parts.length) throw invalidField("parts", "Mỗi đơn chỉ chọn một lần");
      const allowed = await tolerance();
      return act(caller, id, {
        seen,
        targets: parts,
        async work(tx, row, locked) {
          assertUsable(row);
          const chosen = parts.map(({ amount, ...target }) => {
            const payable = foundIn(locked, target);
            assertTakes(payable, amount);
            return { payable, amount };
          });
          assertOpen(
            row,
            parts.reduce((sum, { amount }) => sum + amount, 0),
          );
          return pay(tx, caller, row, chosen, allowed);
        },
      });
    },

    accept: (caller, id, { kind, id: targetId, version: seen }) =>
      act(caller, id, {
        seen,
        targets: [{ kind, id: targetId }],
        async work(tx, row, locked) {
          const payable = foundIn(locked, { kind, id: targetId });
          const paying = await ledgerRepository(tx).allocationsOf(id);
          if (!paying.some((each) => isTarget(payable, targetOf(each)))) {
            throw new ApiError("conflict", `Giao dịch này chưa ghép vào ${payable.code}`);
          }
          assertGoesOn(payable);
          if ((await ports[kind].unpaid(tx, [targetId])).length === 0) {
            throw new ApiError("conflict", `${payable.code} đã thanh toán rồi`);
          }
          await ports[kind].pay(tx, caller, targetId, payable.received, payingTransfer(row));
          await ledger.settle(tx, payable, caller.name);
          return [`nhận ${dong(payable.received)} là đủ cho ${payable.code} (${dong(payable.price)})`];
        },
      }),

    extend: (caller, id, { order_id, days, version: seen }) =>
      act(caller, id, {
        seen,
        targets: [{ kind: "order", id: order_id }],
        async work(tx, row, locked) {
          assertUsable(row);
          const payable = foundIn(locked, { kind: "order", id: order_id });
          const amount = openOf(row);
          if (amount === 0) throw new ApiError("conflict", "Giao dịch này không còn tiền chưa dùng");
          if (payable.standing !== "paid") {
            throw new ApiError(
              "conflict",
              "Chỉ cộng thêm ngày cho đơn hàng đã thanh toán, bạn ghép tiền vào đơn trước nhé",
            );
          }
          const repository = ledgerRepository(tx);
          await repository.allocate({
            transfer_id: id,
            ...columnsOf(payable),
            amount,
            extra_days: days,
            created_at: new Date().toISOString(),
            created_by: caller.name,
          });
          await ports.order.extend(tx, caller, order_id, await ledger.receivedOf(tx, payable), days);
          await repository.update(id, { ...columnsOf(payable), reason: null });
          await ledger.settle(tx, payable, caller.name, [id]);
          return [`cộng thêm ${days} ngày Premium cho ${payable.code} bằng ${dong(amount)}`];
        },
      }),

    refund: (caller, id, { amount, reference = null, reason, outgoing_id = null, version: seen }) =>
      act(caller, id, {
        seen,
        otherId: outgoing_id,
        async work(tx, row) {
          assertUsable(row);
          assertOpen(row, amount);
          const repository = ledgerRepository(tx);
          if (outgoing_id !== null) await assertSent(tx, outgoing_id, amount);
          const created = { created_at: new Date().toISOString(), created_by: caller.name };
          await repository.refund({ transfer_id: id, amount, reference, reason, outgoing_id, ...created });
          await ledger.refresh(tx, id);
          if (outgoing_id !== null) await markOutgoing(tx, caller, outgoing_id);
          return [`hoàn ${dong(amount)} cho khách`];
        },
      }),

    ignore: (caller, id, { reason: note, version: seen }) =>
      act(caller, id, {
        seen,
        async work(tx, { state }) {
          if (state === "new" || state === "matched" || state === "ignored") {
            throw new ApiError(
              "conflict",
              `Giao dịch này ở tình trạng “${transferStateNames[state]}” nên không bỏ qua được`,
            );
          }
          await ledgerRepository(tx).update(id, { state: "ignored", note });
          return ["bỏ qua, có ghi lý do"];
        },
      }),

    undo(caller, id, { what, version: seen }) {
      switch (what.kind) {
        case "allocation":
          return undoAllocation(caller, id, what, seen);
        case "refund":
          return undoRefund(caller, id, what.id, seen);
        case "ignored":
          return undoIgnoring(caller, id, seen);
      }
    },

    undoPreview,

    bulkWorks: [
      {
        kind: "attach_transfers",
        roles: ["admin", "accountant"],
        filter: TransferFilter,
        choose: (from, filter, limit) => transferListReader(from, dialect).ids(filter, limit),
        async names(from, ids) {
          const rows = await ledgerRepository(from).named(ids);
          return new Map(rows.map((row) => [row.id, transferName(row)]));
        },
        run: attachExact,
      },
    ],

    async setClaimClosed(caller, id, isClosed) {
      await commit({ lock: `transfer claim ${id}` }, async (tx) => {
        const repository = ledgerRepository(tx);
        const claim = await findOrThrow(repository.claim(id), "Không tìm thấy lời báo này");
        if ((claim.closed_at !== null) === isClosed) return;
        const closed = { closed_at: new Date().toISOString(), closed_by: caller.name };
        await repository.setClaimClosed(id, isClosed ? closed : { closed_at: null, closed_by: null });
        const target = targetOf(claim);
        if (!target) return;
        const entity = target.kind === "order" ? "order" : "song_request";
        const states = isClosed ? "đang chờ → đã xem" : "đã xem → đang chờ";
        const code = await ports[target.kind].codeOf(tx, target.id);
        const details = [`lời báo đã chuyển khoản: ${states}`];
        await recordAudit(tx, caller, {
          action: "update",
          entity,
          id: target.id,
          name: code ?? "",
          details,
          changes: [],
        });
      });
    },
  };

  /** Attaches each transfer to the one thing that its codes name and that lacks just what is open of it. */
  async function attachExact(job: BulkRun): Promise<void> {
    const { caller } = job;
    const [allowed, own] = [await tolerance(), await ownAccounts()];
    await job.each(async (tx, id) => {
      const seen = await findOrThrow(ledgerRepository(tx).find(id), noTransfer);
      const { targets } = await namedBy(tx, ports, seen, own);
      const work: Work = async (inner, row, locked) => {
        const amount = openOf(row);
        const fitting = locked.filter((each) => isExpected(each) && missingOf(each) === amount);
        const [payable] = fitting;
        const isOpen = isException(row) && row.direction === "in" && amount > 0;
        if (!isOpen || !payable || fitting.length > 1) {
          throw new ApiError("conflict", "Không khớp cả mã lẫn số tiền với đúng một đơn");
        }
        return pay(inner, caller, row, [{ payable, amount }], allowed);
      };
      await runIn(tx, caller, id, { targets, work });
      return { state: "changed" };
    });
  }

  /** @throws ApiError `not_found`; `conflict` for a transfer that came in, was ignored by a person, or is a refund of more already */
  async function assertSent(tx: Tx, id: number, amount: number): Promise<void> {
    const repository = ledgerRepository(tx);
    const outgoing = await findOrThrow(repository.find(id), noTransfer);
    const sent = await repository.sentBy(id);
    if (outgoing.direction !== "out" || (outgoing.state === "ignored" && sent === 0)) {
      throw new ApiError("conflict", "Giao dịch đã chọn không phải là tiền ra đang chờ");
    }
    if (sent + amount > outgoing.amount) {
      throw new ApiError("conflict", `Giao dịch tiền ra chỉ còn ${dong(outgoing.amount - sent)} chưa ghi là hoàn tiền`);
    }
  }
}

const noAllocation = "Không tìm thấy lần ghép này";
const noRefund = "Không tìm thấy lần hoàn tiền này";

const openOf = ({ amount, allocated, refunded }: TransferRow) => amount - allocated - refunded;
const isException = ({ state }: TransferRow) => exceptionStates.some((each) => each === state);

const isTarget = (payable: PayableTarget, target: PayableTarget | undefined) =>
  payable.kind === target?.kind && payable.id === target.id;

/** Whether money may be for something without a person's word: it waits, or it expired. */
function isExpected({ standing }: PayableState): boolean {
  return standing === "waiting" || standing === "renewable" || standing === "changed";
}

/** @throws ApiError `not_found` */
function foundIn(payables: readonly PayableState[], target: PayableTarget): PayableState {
  const found = payables.find((each) => isTarget(each, target));
  if (!found) throw new ApiError("not_found", "Không tìm thấy đơn hàng hoặc yêu cầu này");
  return found;
}

/** @throws ApiError `conflict` for money that left, or that a person said needs no hand. */
function assertUsable({ direction, state }: TransferRow): void {
  if (direction === "out") throw new ApiError("conflict", "Đây là tiền ra nên không dùng để thanh toán được");
  if (state === "ignored")
    throw new ApiError("conflict", "Giao dịch này đã bỏ qua, bạn hoàn tác việc bỏ qua trước nhé");
}

/** @throws ApiError `conflict` */
function assertOpen(row: TransferRow, amount: number): void {
  const open = openOf(row);
  if (amount > open) throw new ApiError("conflict", `Giao dịch này chỉ còn ${dong(open)} chưa dùng`);
}

/** @throws ApiError `conflict` for one that was erased or refunded. */
function assertGoesOn({ standing, code }: PayableState): void {
  if (standing === "erased") {
    throw new ApiError("conflict", `Thông tin khách của ${code} đã xóa theo thời hạn lưu giữ nên không ghép được nữa`);
  }
  if (standing === "refunded") throw new ApiError("conflict", `${code} đã hoàn tiền nên không ghép được nữa`);
}

/** @throws ApiError `conflict` for more than is missing. */
function assertTakes(payable: PayableState, amount: number): void {
  assertGoesOn(payable);
  const missing = missingOf(payable);
  if (amount <= missing) return;
  const rest = missing === 0 ? "không còn thiếu tiền" : `chỉ còn thiếu ${dong(missing)}`;
  throw new ApiError("conflict", `${payable.code} ${rest}`);
}

/** @throws ApiError `conflict` for what is undone already. */
function assertInEffect(row: { undone_at: string | null } | undefined): void {
  if (row?.undone_at !== null) throw new ApiError("conflict", "Việc này đã được hoàn tác rồi");
}
