/**
 * Takes the transfers of a bank statement (CSV), for the time that no service tells of them
 * (docs/rooms/payments.md#polling-and-links).
 */
import type { z } from "zod";
import { invalidField } from "#contract/errors.ts";
import { type StatementBody, StatementColumns, type StatementPreview, type StatementRow } from "#contract/payments.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import type { BankEvent } from "#server/features/payment-providers/payment-providers.service.ts";
import { storedDocument } from "#server/features/settings/settings.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { OfficeCaller } from "#server/platform/http/caller.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import { rowOf, type TakeIn } from "./intake.ts";
import { memoCodes } from "./matching.ts";
import { type Recognised, recognise } from "./recognise.ts";
import { guessLayout, statementRows } from "./statement-columns.ts";
import { type StatementLine, statementLines } from "./statement-events.ts";
import type { NewTransfer } from "./transfers.repository.ts";

export interface Statements {
  /** Shows what would be taken. @throws ApiError `invalid` for too many rows, or without a bank account; the signal's reason */
  preview(body: StatementBody, signal?: AbortSignal): Promise<StatementPreview>;
  /** Takes the transfers that are not here, until the signal, and remembers the columns. @throws ApiError `invalid`, also for columns that can't be guessed. */
  take(
    caller: OfficeCaller,
    body: StatementBody,
    signal?: AbortSignal,
  ): Promise<{ taken: number; known: number; wrong: number }>;
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

  async function read({ text, columns }: StatementBody, signal: AbortSignal | undefined): Promise<Reading> {
    const [account] = await accountNumbers();
    if (account === undefined) throw invalidField("text", "Chưa có tài khoản ngân hàng, hãy thêm trong phần cấu hình");
    const guess = guessLayout(text);
    const rows = statementRows(text, guess.delimiter, maxRows + 1 + 50);
    const linesOf = async (chosen: StatementColumns | undefined | null) =>
      chosen ? await statementLines(rows, chosen, account, signal) : [];
    const kept = columns ? undefined : await remembered();
    const keptLines = await linesOf(kept);
    const isFitting = keptLines.some(({ event }) => event !== null);
    const chosen = columns ?? (kept && isFitting ? kept : guess.columns);
    const lines = isFitting ? keptLines : await linesOf(chosen);
    if (Math.max(lines.length, rows.length - 50) > maxRows) {
      throw invalidField("text", "Sao kê có hơn 5.000 dòng, hãy chia thành nhiều file");
    }
    const head = rows.slice(0, headRows).map(({ cells }) => cells.map((cell) => shown(cell, headSigns)));
    return { head, columns: chosen, lines };
  }

  /** Returns what each line's event is. @throws the signal's reason */
  async function recogniseLines(
    lines: readonly StatementLine[],
    signal: AbortSignal | undefined,
  ): Promise<Map<BankEvent, Recognised>> {
    const events = lines.flatMap(({ event }) => event ?? []);
    const rows: NewTransfer[] = [];
    for await (const event of inTurns(events, signal)) rows.push(rowOf(event, { source: "statement" }));
    const found = await recognise(db, rows, signal);
    return new Map(found.map((one, at) => [events[at] as BankEvent, one]));
  }

  return {
    async preview(body, signal) {
      const { head, columns, lines } = await read(body, signal);
      const found = await recogniseLines(lines, signal);
      const stateOf = ({ event }: StatementLine) =>
        event === null ? "wrong" : found.get(event)?.id === undefined ? "new" : "known";
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

    async take(caller, body, signal) {
      const { columns, lines } = await read(body, signal);
      if (!columns) throw invalidField("columns", "Không nhận ra các cột của sao kê, hãy chọn cột");
      const planned = await recogniseLines(lines, signal);
      const events = [...planned.keys()];
      const intake = await takeIn(events, { source: "statement", planned, by: caller.name, signal });
      const counts = { taken: intake.taken.length, known: intake.known.length, wrong: lines.length - events.length };
      const rest = events.length - counts.taken - counts.known;
      await commit(async (tx) => {
        await document.write(tx, columns);
        const parts = [`${counts.taken} giao dịch mới`, `${counts.known} đã có`, `${counts.wrong} dòng không đọc được`];
        if (rest > 0) parts.push(`${rest} dòng chưa nhập vì trình duyệt đã ngắt kết nối`);
        await recordAudit(tx, caller, {
          action: "create",
          entity: "transfer",
          id: null,
          name: `Sao kê: ${parts.join(", ")}`,
        });
      });
      return counts;
    },
  };
}

const shown = (text: string, max: number) =>
  text
    .slice(0, max)
    .replace(/\p{Cc}+/gu, " ")
    .toWellFormed()
    .trim();
