/** The worker that looks at each new transfer: what it pays, and what follows, in one transaction (docs/rooms/payments.md#matching). */
import type { PayableTarget } from "#contract/payments.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import { codeOfLinkAccount, codeOfProviderOrder } from "#server/features/payment-providers/payment-links.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import { dong } from "#server/platform/money.ts";
import type { Outbox } from "#server/platform/outbox.ts";
import { columnsOf, ledgerRepository, type TransferRow } from "./ledger.repository.ts";
import { type Ledger, type PaymentPorts, systemName } from "./ledger.ts";
import { type Decision, decide, type MemoCodes, memoCodes } from "./matching.ts";
import { accountKey } from "./same-money.ts";
import { settleStatementTopic, settleTopic } from "./topics.ts";
import { transferName, transferStateNames } from "./transfer-names.ts";

const system = { kind: "system" } as const;

export interface SettleDeps {
  database: Pick<Database, "db" | "commit">;
  outbox: Pick<Outbox, "on">;
  ledger: Pick<Ledger, "lock" | "allocate" | "settle">;
  ports: PaymentPorts;
  /** Returns the numbers of the configured account. */
  ownAccounts(): Promise<readonly string[]>;
  /** Returns whole đồng that may be missing. */
  tolerance(): Promise<number>;
}

/** The codes, orders and requests that a transfer names, which no later change alters. */
export interface Named {
  memo: MemoCodes;
  linkCode: string | undefined;
  targets: PayableTarget[];
}

/** Returns the codes of a transfer with the orders and requests that have them. @param own numbers of the configured account */
export async function namedBy(
  db: Db,
  ports: PaymentPorts,
  row: Pick<TransferRow, "provider" | "provider_order" | "account" | "sub_account" | "memo">,
  own: readonly string[],
): Promise<Named> {
  const memo = memoCodes(row.memo);
  const linkCode = await linkCodeOf(db, row, own);
  const codes = linkCode === undefined ? memo.codes : [linkCode];
  const targets: PayableTarget[] = [];
  for (const kind of ["order", "request"] as const) {
    targets.push(...(await ports[kind].idsOf(db, codes)).map((id) => ({ kind, id })));
  }
  return { memo, linkCode, targets };
}

async function linkCodeOf(
  db: Db,
  { provider, provider_order, account, sub_account }: Parameters<typeof namedBy>[2],
  own: readonly string[],
): Promise<string | undefined> {
  if (provider === "payos" && provider_order !== null) {
    const code = await codeOfProviderOrder(db, provider_order);
    if (code !== undefined) return code;
  }
  // The account that everybody pays to stands for no order, also where it is that of a link.
  const keys = own.map(accountKey);
  for (const each of [sub_account, account]) {
    const code = each === null || keys.includes(accountKey(each)) ? undefined : await codeOfLinkAccount(db, each);
    if (code !== undefined) return code;
  }
  return undefined;
}

export function createSettler({ database: { db, commit }, outbox, ledger, ports, ownAccounts, tolerance }: SettleDeps) {
  /** Decides about a transfer that nobody has looked at; without effect on any other. */
  async function settle(id: number): Promise<void> {
    const seen = await ledgerRepository(db).find(id);
    if (seen?.state !== "new") return;
    const [own, allowed] = [await ownAccounts(), await tolerance()];
    const { memo, linkCode, targets } = await namedBy(db, ports, seen, own);
    await commit(async (tx) => {
      const payables = await ledger.lock(tx, targets, [id]);
      const row = await ledgerRepository(tx).find(id);
      if (row?.state !== "new") return;
      // payOS tells of the links of its own channel alone, each with an account that payOS chose.
      const isOurs = row.provider === "payos" || isAccountOf(row, own);
      const { direction, amount, occurred_at: occurredAt } = row;
      await apply(
        tx,
        row,
        decide({ direction, amount, occurredAt, memo, linkCode, isOurs, payables, tolerance: allowed }),
        allowed,
      );
    });
  }

  async function apply(tx: Tx, row: TransferRow, decision: Decision, allowed: number): Promise<void> {
    const { state, reason, code, payable, allocate } = decision;
    const { id } = row;
    const updated_at = new Date().toISOString();
    await ledgerRepository(tx).update(id, { state, reason, code, ...columnsOf(payable), updated_at });
    if (!payable || allocate === 0) return;
    await ledger.allocate(tx, system, { transferId: id, payable, amount: allocate, tolerance: allowed });
    await ledger.settle(tx, payable, systemName, [id]);
    const states = `${transferStateNames.new} → ${transferStateNames[state]}`;
    const details = [`ghép ${dong(allocate)} vào ${payable.code}`, states];
    await recordAudit(tx, system, { action: "update", entity: "transfer", id, name: transferName(row), details });
  }

  return {
    settle,
    /** Registers the handlers of the outbox topics. */
    handle(): void {
      outbox.on<{ id: number }>(settleTopic, ({ id }) => settle(id));
      outbox.on<{ ids: number[] }>(settleStatementTopic, async ({ ids }, { signal }) => {
        for await (const id of inTurns(ids, signal)) await settle(id);
      });
    },
  };
}

/** Whether a transfer came to one of some accounts, which it may name as its virtual one. */
function isAccountOf({ account, sub_account }: Pick<TransferRow, "account" | "sub_account">, own: readonly string[]) {
  const keys = own.map(accountKey);
  return [account, sub_account ?? ""].some((each) => keys.includes(accountKey(each)));
}
