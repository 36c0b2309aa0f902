/** Turns the rows of a statement into events. */
import { createHash } from "node:crypto";
import type { StatementColumns } from "#contract/payments.ts";
import type { BankEvent } from "#server/features/payment-providers/payment-providers.service.ts";
import type { CsvRow } from "#server/platform/csv.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import { vietnamDay } from "#server/platform/vietnam-time.ts";
import { memoKey } from "./same-money.ts";
import { statementAmount, statementTime } from "./statement-values.ts";

/** A row with what is known of it; without an event `problem` says why in Vietnamese. */
export interface StatementLine {
  line: number;
  occurredAt: string | null;
  memo: string;
  reference: string | null;
  event: BankEvent | null;
  problem: string | null;
}

const dayMs = 24 * 3600_000;

/**
 * Returns the transfers below the head. Equal rows are transfers of their own, by their number among their equals.
 * @param account of the site. @throws the signal's reason
 */
export async function statementLines(
  rows: readonly CsvRow[],
  columns: StatementColumns,
  account: string,
  signal?: AbortSignal,
): Promise<StatementLine[]> {
  const equals = new Map<string, number>();
  const lines: StatementLine[] = [];
  const latest = Date.now() + dayMs;
  for await (const row of inTurns(rows.slice(columns.skip_rows), signal)) {
    lines.push(lineOf(row, columns, { account, equals, latest }));
  }
  return lines;
}

interface Statement {
  account: string;
  /** How many rows of each content came before. */
  equals: Map<string, number>;
  /** Milliseconds since 1970; a later time is wrong. */
  latest: number;
}

function lineOf(
  { line, cells }: CsvRow,
  columns: StatementColumns,
  { account, equals, latest }: Statement,
): StatementLine {
  const cell = (column: number | null) => (column === null ? "" : cleanCell(cells[column] ?? ""));
  const memo = cell(columns.memo).slice(0, 1000);
  const reference = cell(columns.reference).slice(0, 200) || null;
  const occurredAt = statementTime(cell(columns.occurred_at)) ?? null;
  const money = moneyOf(
    cell(columns.amount_in),
    columns.amount_out === columns.amount_in ? null : cell(columns.amount_out),
  );
  const wrong = (problem: string) => ({ line, occurredAt, memo, reference, event: null, problem });
  if (occurredAt === null) return wrong("Không đọc được ngày giao dịch");
  if (Date.parse(occurredAt) > latest) return wrong("Ngày giao dịch ở tương lai");
  if (typeof money === "string") return wrong(money);
  const content = [
    account,
    vietnamDay(Date.parse(occurredAt)),
    money.direction,
    money.amount,
    memoKey(memo),
    reference ?? "",
  ];
  const hash = createHash("sha256").update(content.join("\n")).digest("hex").slice(0, 40);
  const number = (equals.get(hash) ?? 0) + 1;
  equals.set(hash, number);
  const event: BankEvent = {
    provider: "statement",
    providerId: `${hash} ${number}`,
    ...money,
    memo,
    account,
    subAccount: null,
    senderName: cell(columns.sender_name).slice(0, 200) || null,
    senderAccount: null,
    senderBank: null,
    reference,
    balance: columns.balance === null ? null : balanceOf(cell(columns.balance)),
    occurredAt,
  };
  return { line, occurredAt, memo, reference, event, problem: null };
}

/** Returns amount and direction, or what is wrong with them. @param sent null when the sign of the other cell tells. */
function moneyOf(received: string, sent: string | null): Pick<BankEvent, "amount" | "direction"> | string {
  const [plus, minus] = [statementAmount(received), statementAmount(sent ?? "")];
  if (plus === undefined || minus === undefined) return "Số tiền không phải là số nguyên đồng";
  if (plus !== 0 && minus !== 0) return "Có cả tiền vào lẫn tiền ra";
  if (plus === 0 && minus === 0) return "Không có số tiền";
  return plus > 0 ? { amount: plus, direction: "in" } : { amount: Math.abs(plus || minus), direction: "out" };
}

const balanceOf = (text: string): number | null => (text === "" ? null : (statementAmount(text) ?? null));

/** Returns the text of a cell in one line; spreadsheets wrap long numbers as `="0123"`. */
function cleanCell(text: string): string {
  const line = text.replace(/[\p{Cc}\s]+/gu, " ").trim();
  return /^="([^"]*)"$/.exec(line)?.[1] ?? line;
}
