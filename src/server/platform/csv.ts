/** Reads CSV (RFC 4180) as spreadsheets and banks write it: any delimiter, quotes where they open a cell, LF, CRLF or CR. */

export interface CsvRow {
  /** Line of the file on which it begins, from 1. */
  line: number;
  /** Place behind it in the text. */
  end: number;
  cells: string[];
}

export interface CsvOptions {
  delimiter: string;
  /** Rows after which reading ends. */
  maxRows: number;
  /** Cells and signs of one that are kept. */
  maxCells: number;
  maxSigns: number;
  /** Whether the text goes on elsewhere: its last row is left out unless it is over. */
  isPart?: boolean;
}

/** Returns the rows that hold anything, in time that grows with the text alone. A quote that is never closed is an ordinary sign. */
export function readCsv(text: string, options: CsvOptions): CsvRow[] {
  const { delimiter, maxRows, maxCells, maxSigns, isPart = false } = options;
  const rows: CsvRow[] = [];
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  let line = 1;
  let hasQuotes = true;
  while (at < text.length && rows.length < maxRows) {
    const row: CsvRow = { line, end: at, cells: [] };
    for (let isRowOver = false; !isRowOver; ) {
      let cell = "";
      if (hasQuotes && text[at] === '"') {
        const end = closingQuote(text, at + 1);
        if (end === undefined && isPart) return rows;
        if (end === undefined) hasQuotes = false;
        else {
          const quoted = text.slice(at + 1, end);
          line += lineBreaks(quoted);
          cell = quoted.slice(0, 2 * maxSigns).replaceAll('""', '"');
          at = end + 1;
        }
      }
      const rest = at;
      while (at < text.length && text[at] !== delimiter && text[at] !== "\n" && text[at] !== "\r") at += 1;
      cell += text.slice(rest, Math.min(at, rest + maxSigns));
      if (row.cells.length < maxCells) row.cells.push(cell.slice(0, maxSigns));
      isRowOver = text[at] !== delimiter;
      at += text[at] === "\r" && text[at + 1] === "\n" ? 2 : 1;
    }
    line += 1;
    if (isPart && at > text.length) return rows;
    row.end = at;
    if (row.cells.some((cell) => cell.trim() !== "")) rows.push(row);
  }
  return rows;
}

/** Returns the place of the quote that closes a cell; two quotes are one sign of it. */
function closingQuote(text: string, from: number): number | undefined {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at;
  }
  return undefined;
}

function lineBreaks(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}
