/** Guesses delimiter and columns of a bank's statement by the names of its header, which are Vietnamese, English or both. */
import { fold } from "#contract/fold.ts";
import type { StatementColumns } from "#contract/payments.ts";
import { type CsvRow, readCsv } from "#server/platform/csv.ts";
import { statementTime } from "./statement-values.ts";

/** Columns that may be chosen, by the contract. */
const maxCells = 61;
const maxSigns = 2000;
/** Rows above the transfers: names and addresses of bank and account. */
const maxHeadRows = 50;
/** Rows between the header and the first transfer, such as its English names. */
const maxGapRows = 3;
const delimiters = [",", ";", "\t", "|"];

type Role = Exclude<keyof StatementColumns, "skip_rows">;

/** What the folded names say, the surest first; a column has one role. */
const roles: readonly (readonly [Role, RegExp])[] = [
  ["amount_in", /ghi co|phat sinh co|gui vao|tien vao|nhan vao|credit|^co$|^co[ /(]/],
  ["amount_out", /ghi no|phat sinh no|rut ra|tien ra|chuyen ra|debit|^no$|^no[ /(]/],
  ["balance", /so du|balance/],
  ["occurred_at", /ngay (giao dich|gd)|transaction date|tnx date|thoi gian/],
  [
    "reference",
    /tham chieu|ma (giao dich|gd)|so (gd|giao dich|but toan|ct|chung tu)|reference|transaction (no|id)|doc no/,
  ],
  ["occurred_at", /ngay|^date/],
  ["memo", /noi dung|dien giai|mo ta|description|details|remarks?$/],
  [
    "sender_name",
    /^(?!.*(ngan hang|\bnh\b|bank|tai khoan|account)).*(doi tac|nguoi chuyen|nguoi gui|don vi chuyen|doi ung|remitter|correspond)/,
  ],
  ["amount_in", /so tien|amount|gia tri/],
];

/** Reads a statement. @param delimiter as `guessLayout` found it. */
export const statementRows = (text: string, delimiter: string, maxRows: number): CsvRow[] =>
  readCsv(text, { delimiter, maxRows, maxCells, maxSigns });

/** Returns delimiter and columns; without columns when the header is not known. */
export function guessLayout(text: string): { delimiter: string; columns: StatementColumns | null } {
  const guesses = delimiters.map((delimiter) => {
    const rows = statementRows(text, delimiter, maxHeadRows + maxGapRows + 1);
    return { delimiter, columns: columnsOf(rows), cells: usualCells(rows) };
  });
  const found = guesses.find(({ columns }) => columns !== null);
  const widest = guesses.reduce((a, b) => (b.cells > a.cells ? b : a));
  return found ?? { delimiter: widest.delimiter, columns: null };
}

/** Returns how many rows have the commonest number of cells above one, times that number. */
function usualCells(rows: readonly CsvRow[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of rows) if (cells.length > 1) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  return Math.max(0, ...[...counts].map(([cells, count]) => cells * count));
}

function columnsOf(rows: readonly CsvRow[]): StatementColumns | null {
  for (const [index, { cells }] of rows.slice(0, maxHeadRows).entries()) {
    const found = rolesOf(cells);
    const { occurred_at, memo, amount_in } = found;
    if (occurred_at === undefined || memo === undefined || amount_in === undefined) continue;
    const { amount_out = null, reference = null, balance = null, sender_name = null } = found;
    const gap = rows
      .slice(index + 1, index + 1 + maxGapRows)
      .findIndex((row) => statementTime(row.cells[occurred_at] ?? "") !== undefined);
    const skip_rows = Math.min(index + 1 + Math.max(0, gap), maxHeadRows);
    return { occurred_at, memo, amount_in, amount_out, reference, balance, sender_name, skip_rows };
  }
  return null;
}

function rolesOf(cells: readonly string[]): Partial<Record<Role, number>> {
  const names = cells.map((cell) => fold(cell.slice(0, 100)));
  const found: Partial<Record<Role, number>> = {};
  for (const [role, pattern] of roles) {
    if (found[role] !== undefined) continue;
    const taken = new Set(Object.values(found));
    const column = names.findIndex((name, index) => !taken.has(index) && pattern.test(name));
    if (column !== -1) found[role] = column;
  }
  return found;
}
