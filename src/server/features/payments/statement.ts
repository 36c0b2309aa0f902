/**
 * Takes the transfers of a bank statement (CSV), for the time that no service tells of them
 * (docs/decisions/0086-asking-what-was-missed.md).
 */
import type { z } from "zod";
import { invalidField } from "#contract/errors.ts";
import { type StatementBody, StatementColumns, type StatementPreview, type StatementRow } from "#contract/payments.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import { storedDocument } from "#server/features/settings/settings.service.ts";
import { startOfVietnamDay, vietnamDay } from "#server/features/vietnam-time.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { OfficeCaller } from "#server/platform/http/caller.ts";
import { accountsOf, memoKey, referenceKey, rowOf, type TakeIn } from "./intake.ts";
import { memoCodes } from "./matching.ts";
import { guessLayout, statementRows } from "./statement-columns.ts";
import { type StatementLine, statementLines } from "./statement-events.ts";
import { type NewTransfer, type SeenTransfer, transfersRepository } from "./transfers.repository.ts";

export interface Statements {
  /** Shows what would be taken. @throws ApiError `invalid` for too many rows, or without a bank account. */
  preview(body: StatementBody): Promise<StatementPreview>;
  /** Takes the transfers that are not here, and remembers the columns. @throws ApiError `invalid`, also for columns that can't be guessed. */
  take(caller: OfficeCaller, body: StatementBody): Promise<{ taken: number; known: number; wrong: number }>;
}

export interface StatementsDeps {
  database: Pick<Database, "db" | "commit">;
  takeIn: TakeIn;
  /** Returns the numbers of the site's account. */
  accountNumbers(): Promise<string[]>;
}

const maxRows = 5000;
/** Rows and signs of the preview. */
const [shownRows, headRows, headSigns] = [500, 12, 200];
/** Letters and digits of a memo that are enough to find it within another one. */
const sureSigns = 8;
const dayMs = 24 * 3600_000;
const document = storedDocument("statement_columns");

interface Reading {
  head: string[][];
  columns: StatementColumns | null;
  lines: StatementLine[];
}

export function createStatements({ database, takeIn, accountNumbers }: StatementsDeps): Statements {
  const { db, commit } = database;

  async function remembered(): Promise<StatementColumns | undefined> {
    try {
      return StatementColumns.safeParse(await document.read(db)).data;
    } catch (error) {
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  }

  async function read({ text, columns }: StatementBody): Promise<Reading> {
    const [account] = await accountNumbers();
    if (account === undefined) throw invalidField("text", "Chưa có tài khoản ngân hàng, hãy thêm trong phần cấu hình");
    const guess = guessLayout(text);
    const rows = statementRows(text, guess.delimiter, maxRows + 1 + 50);
    const linesOf = (chosen: StatementColumns) => statementLines(rows, chosen, account);
    const kept = columns ? undefined : await remembered();
    const isFitting = (lines: readonly StatementLine[]) => lines.some(({ event }) => event !== null);
    const chosen = columns ?? (kept && isFitting(linesOf(kept)) ? kept : guess.columns);
    const lines = chosen ? linesOf(chosen) : [];
    if (Math.max(lines.length, rows.length - 50) > maxRows) {
      throw invalidField("text", "Sao kê có hơn 5.000 dòng, hãy chia thành nhiều file");
    }
    const head = rows.slice(0, headRows).map(({ cells }) => cells.map((cell) => shown(cell, headSigns)));
    return { head, columns: chosen, lines };
  }

  /** Returns the lines that are here already: by reference or their own id, then those of a day with the same amount and memo. */
  async function knownLines(lines: readonly StatementLine[]): Promise<Set<StatementLine>> {
    const transfers = transfersRepository(db);
    const known = new Set<StatementLine>();
    const absorbed = new Set<number>();
    const rest: { line: StatementLine; row: NewTransfer }[] = [];
    for (const line of lines) {
      if (!line.event) continue;
      const row = rowOf(line.event, "statement", undefined);
      const found =
        (await transfers.findByProviderId(row)) ??
        (row.money_key === null ? undefined : await transfers.findByMoneyKey(row.money_key));
      if (!found) rest.push({ line, row });
      else {
        known.add(line);
        absorbed.add(found.id);
      }
    }
    for (const { line, row } of rest) {
      const from = startOfVietnamDay(vietnamDay(Date.parse(row.occurred_at))).getTime();
      const ofDay = await transfers.sameAmount(row, new Date(from).toISOString(), new Date(from + dayMs).toISOString());
      const same = ofDay.find((seen) => !absorbed.has(seen.id) && isSameMoney(seen, row));
      if (!same) continue;
      known.add(line);
      absorbed.add(same.id);
    }
    return known;
  }

  return {
    async preview(body) {
      const { head, columns, lines } = await read(body);
      const known = await knownLines(lines);
      const stateOf = (line: StatementLine) => (line.event === null ? "wrong" : known.has(line) ? "known" : "new");
      const counts = { new: 0, known: 0, wrong: 0 };
      for (const line of lines) counts[stateOf(line)] += 1;
      const rows = lines.slice(0, shownRows).map(
        (line): z.output<typeof StatementRow> => ({
          line: line.line,
          occurred_at: line.occurredAt,
          direction: line.event?.direction ?? null,
          amount: line.event?.amount ?? null,
          memo: line.memo,
          reference: line.reference,
          state: stateOf(line),
          problem: line.problem,
          code: memoCodes(line.memo).codes[0] ?? null,
        }),
      );
      return { head, columns, rows, counts };
    },

    async take(caller, body) {
      const { columns, lines } = await read(body);
      if (!columns) throw invalidField("columns", "Không nhận ra các cột của sao kê, hãy chọn cột");
      const known = await knownLines(lines);
      const events = lines.flatMap((line) => (line.event && !known.has(line) ? [line.event] : []));
      const intake = await takeIn(events, { source: "statement" });
      const counts = {
        taken: intake.taken.length,
        known: known.size + intake.known.length,
        wrong: lines.filter(({ event }) => event === null).length,
      };
      await commit(async (tx) => {
        await document.write(tx, columns);
        const name = `Sao kê: ${counts.taken} giao dịch mới, ${counts.known} đã có, ${counts.wrong} dòng không đọc được`;
        await recordAudit(tx, caller, "create", "transfer", { id: null, name });
      });
      return counts;
    },
  };
}

/** Whether a transfer that a service told of is that of a row: with one of its accounts and its memo, which one of both may have shortened. */
function isSameMoney(seen: SeenTransfer, row: NewTransfer): boolean {
  if (seen.provider === "statement") return false;
  const accounts = accountsOf(row);
  if (!accountsOf(seen).some((account) => accounts.includes(account))) return false;
  const reference = referenceKey(row.reference);
  if (reference !== null && reference === referenceKey(seen.reference)) return true;
  const [short = "", long = ""] = [memoKey(seen.memo), memoKey(row.memo)].sort((a, b) => a.length - b.length);
  return short === long || (short.length >= sureSigns && long.includes(short));
}

const shown = (text: string, max: number) =>
  text
    .slice(0, max)
    .replace(/\p{Cc}+/gu, " ")
    .toWellFormed()
    .trim();
