/** Takes the notebook of a learner out as a file, and words of a file in. */
import { randomUUID } from "node:crypto";
import { invalidField } from "#contract/errors.ts";
import type { WordFileFormat, WordsImport, WordsImportReply, WordsRead } from "#contract/notebook.ts";
import { maxWordLines } from "#contract/notebook-rules.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import type { UserCaller } from "#server/platform/http/caller.ts";
import type { Download } from "#server/platform/http/router.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import { vietnamDay } from "#server/platform/vietnam-time.ts";
import { type NewLine, notebookRepository, type WordRow, wordKey } from "./notebook.repository.ts";
import { type ReadWord, readWords, writeWords } from "./word-files.ts";
import { presentWord } from "./word-views.ts";
import { assertRoom, filled, mergeTexts, newWord, notebookLock } from "./words.service.ts";

export interface WordFilesDeps {
  database: Pick<Database, "db" | "commit">;
  /** Returns milliseconds. */
  now?: () => number;
}

const exportedAtOnce = 500;
const insertedAtOnce = 100;
const shownProblems = 100;
const shownWords = 5;

export type WordFiles = ReturnType<typeof createWordFiles>;

export function createWordFiles({ database: { db, commit }, now = () => Date.now() }: WordFilesDeps) {
  async function* batches(caller: UserCaller) {
    const repository = notebookRepository(db);
    for (let after = 0; ; ) {
      const rows = await repository.after(caller.id, after, exportedAtOnce);
      const lines = await repository.linesOf(rows.map(({ id }) => id));
      yield rows.map((row) => presentWord(caller, row, lines.get(row.id)));
      const last = rows.at(-1);
      if (!last || rows.length < exportedAtOnce) return;
      after = last.id;
    }
  }

  return {
    export: (caller: UserCaller, format: WordFileFormat): Download => ({
      fileName: `so-tu-${vietnamDay(now())}.${format === "csv" ? "csv" : "txt"}`,
      content: writeWords(format, batches(caller)),
    }),

    /** Returns what {@link readFile} understands. @throws as it does */
    read(file: WordsImport): WordsRead {
      const { words, ...skipped } = readFile(file);
      const first = words.slice(0, shownWords).map(({ language, text, reading = null, meaning = null }) => ({
        language,
        text,
        reading,
        meaning,
      }));
      return { words: words.length, first, ...skipped };
    },

    /**
     * Takes words in. One that is there gets what it lacks, so that the same file again changes nothing; lines of a file have no clip.
     * @throws ApiError `invalid` for a file without words; `conflict` when they do not fit into the notebook
     */
    async import(caller: UserCaller, file: WordsImport): Promise<WordsImportReply> {
      const { words, ...skipped } = readFile(file);
      const counts = await commit(notebookLock(caller.id), (tx) => takeIn(tx, caller.id, words, now()));
      return { ...counts, ...skipped };
    },
  };
}

/** Returns the words of a file, or of a part of one, each once. @throws ApiError `invalid` for one without words */
function readFile({
  text,
  language,
  is_part,
}: WordsImport): { words: ReadWord[] } & Pick<WordsRead, "skipped" | "problems" | "rest"> {
  const { words, problems, rest } = readWords(text, language, is_part);
  if (words.length + problems.length === 0) {
    throw invalidField("text", is_part ? 'File có dòng quá dài, hoặc có dấu " không đóng' : "File không có từ nào");
  }
  return { words: withoutRepeats(words), skipped: problems.length, problems: problems.slice(0, shownProblems), rest };
}

const keyOf = ({ language, text }: Pick<WordRow, "language" | "text">) => `${language}\n${wordKey(text)}`;

/** Joins the rows of a word. */
function withoutRepeats(words: readonly ReadWord[]): ReadWord[] {
  const found = new Map<string, ReadWord>();
  for (const word of words) {
    const known = found.get(keyOf(word));
    if (!known) {
      found.set(keyOf(word), word);
      continue;
    }
    const texts = filled(known);
    Object.assign(known, mergeTexts(texts, word) ?? texts);
    known.lines = [...known.lines, ...missingLines(known.lines, word.lines)].slice(0, maxWordLines);
  }
  return [...found.values()];
}

function missingLines<T extends { text: string }>(known: readonly { text: string }[], lines: readonly T[]): T[] {
  const texts = new Set(known.map(({ text }) => text));
  return lines.filter(({ text }) => !texts.has(text));
}

async function takeIn(
  tx: Tx,
  userId: number,
  words: readonly ReadWord[],
  now: number,
): Promise<Pick<WordsImportReply, "added" | "changed" | "unchanged">> {
  const repository = notebookRepository(tx);
  const entries = new Map((await repository.entries(userId)).map((row) => [keyOf(row), row]));
  const fresh: ReadWord[] = [];
  const known: { word: ReadWord; row: WordRow }[] = [];
  for await (const word of inTurns(words)) {
    const row = entries.get(keyOf(word));
    if (row?.removed_at === null) known.push({ word, row });
    else fresh.push(word);
    if (row && row.removed_at !== null) await repository.purge(row.id);
  }
  await assertRoom(tx, userId, fresh.length);

  let changed = 0;
  for await (const part of inTurns(inParts(known, insertedAtOnce))) {
    const lines = await repository.linesOf(part.map(({ row }) => row.id));
    const missing: NewLine[] = [];
    for await (const { word, row } of inTurns(part)) {
      const merged = mergeTexts(row, word);
      if (merged) await repository.update(row.id, merged);
      const there = lines.get(row.id) ?? [];
      const added = missingLines(there, word.lines).slice(0, maxWordLines - there.length);
      missing.push(...added.map((line) => ({ word_id: row.id, ...line })));
      if (merged || added.length > 0) changed += 1;
    }
    await repository.addLines(missing);
  }

  for await (const part of inTurns(inParts(fresh, insertedAtOnce))) {
    const byClient = new Map(part.map((word) => [randomUUID() as string, word]));
    const rows = [...byClient].map(([client_id, { language, ...texts }]) =>
      newWord(userId, { client_id, language, ...filled(texts) }, now),
    );
    const added = await repository.insertAll(rows);
    await repository.addLines(
      added.flatMap(({ id, client_id }) =>
        (byClient.get(client_id)?.lines ?? []).map((line) => ({ word_id: id, ...line })),
      ),
    );
  }
  return { added: fresh.length, changed, unchanged: known.length - changed };
}

function* inParts<T>(rows: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size);
}
