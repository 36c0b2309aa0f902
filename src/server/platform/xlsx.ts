/**
 * Excel files as streams: one sheet, written row by row as it is read, with back-pressure from the receiver to the rows
 * (docs/rooms/lists.md#excel). Texts are inline strings, which no program reads as formulas, and stay texts when the sheet is saved as CSV.
 */
import { type PassThrough, Readable } from "node:stream";
import { ZipFile } from "yazl";

export type Cell = string | number | Date | null;

export interface SheetColumn {
  title: string;
  /** In characters. */
  width: number;
}

export interface Sheet {
  name: string;
  columns: readonly SheetColumn[];
  /** Rows in batches, each with a cell for every column. */
  rows: AsyncIterable<readonly (readonly Cell[])[]>;
  /** Hours east of UTC of the times that are shown. */
  utcOffset: number;
}

/** Numbers of the styles in `styles.xml`. */
const style = { header: 1, time: 2, number: 3 } as const;
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const office = "http://schemas.openxmlformats.org";
const relations = `${office}/officeDocument/2006/relationships`;
const main = `xmlns="${office}/spreadsheetml/2006/main"`;
const spreadsheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** The parts of a workbook beside itself and its sheet. */
function parts(): Record<string, string> {
  const packageRelations = `xmlns="${office}/package/2006/relationships"`;
  return {
    "[Content_Types].xml": `<Types xmlns="${office}/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Override PartName="/xl/workbook.xml" ContentType="${spreadsheetType}.sheet.main+xml"/>
<Override PartName="/xl/styles.xml" ContentType="${spreadsheetType}.styles+xml"/>
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${spreadsheetType}.worksheet+xml"/>
</Types>`,
    "_rels/.rels": `<Relationships ${packageRelations}>
<Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/>
</Relationships>`,
    "xl/_rels/workbook.xml.rels": `<Relationships ${packageRelations}>
<Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/>
<Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/>
</Relationships>`,
    "xl/styles.xml": `<styleSheet ${main}>
<numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy hh:mm"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="4">
<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="3" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`,
  };
}

/** Yields the bytes of an Excel file. Rows are read no faster than the bytes are taken, and no more once the iteration ends. */
export async function* xlsxFile(sheet: Sheet): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  const extent: Extent = { range: "" };
  const rows = Readable.from(sheetXml(sheet, extent));
  const fail = (error: Error) => output.destroy(error);
  rows.on("error", fail);
  zip.on("error", fail);
  for (const [name, text] of Object.entries(parts())) zip.addBuffer(Buffer.from(declaration + text), name);
  zip.addReadStream(rows, "xl/worksheets/sheet1.xml");
  // Written behind the rows, whose number it tells.
  zip.addReadStream(Readable.from(workbookXml(sheet.name, extent)), "xl/workbook.xml");
  zip.end();
  try {
    for await (const chunk of output) yield chunk as Buffer;
  } finally {
    rows.destroy();
  }
}

/** The cells of a sheet, known once it is written. */
interface Extent {
  /** Of header and rows: `$A$1:$C$3`. */
  range: string;
}

/** The workbook; the hidden name lets LibreOffice find the filter. */
async function* workbookXml(sheetName: string, extent: Extent): AsyncGenerator<Buffer> {
  const name = escapeXml(sheetName);
  const filter = `'${name.replaceAll("'", "''")}'!${extent.range}`;
  yield Buffer.from(`${declaration}<workbook ${main} xmlns:r="${relations}">
<sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets>
<definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">${filter}</definedName></definedNames>
</workbook>`);
}

/** Rows that are written in one go; other requests run while they are compressed. */
const rowsAtOnce = 100;

async function* sheetXml({ columns, rows, utcOffset }: Sheet, extent: Extent): AsyncGenerator<Buffer> {
  const widths = columns.map(({ width }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`);
  const header = columns.map(({ title }, i) => textCell(cellName(i, 1), title, style.header));
  yield Buffer.from(
    `${declaration}<worksheet ${main}><sheetViews><sheetView tabSelected="1" workbookViewId="0">` +
      '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
      `<cols>${widths.join("")}</cols><sheetData><row r="1">${header.join("")}</row>`,
  );
  let number = 1;
  let text = "";
  for await (const batch of rows) {
    for (const cells of batch) {
      number += 1;
      const row = number;
      text += `<row r="${row}">${cells.map((cell, i) => cellXml(cellName(i, row), cell, utcOffset)).join("")}</row>`;
      if (row % rowsAtOnce !== 0) continue;
      yield Buffer.from(text);
      text = "";
    }
  }
  const last = cellName(columns.length - 1, number);
  extent.range = `$A$1:${last.replace(/([A-Z]+)(\d+)/, "$$$1$$$2")}`;
  yield Buffer.from(`${text}</sheetData><autoFilter ref="A1:${last}"/></worksheet>`);
}

function cellXml(name: string, cell: Cell, utcOffset: number): string {
  if (cell === null || cell === "") return "";
  if (typeof cell === "string") return textCell(name, cell);
  const [value, number] = cell instanceof Date ? [serialOf(cell, utcOffset), style.time] : [cell, style.number];
  return `<c r="${name}" s="${number}"><v>${value}</v></c>`;
}

function textCell(name: string, text: string, number = 0): string {
  const inline = escapeXml(guarded(writable(text)).slice(0, maxCellText));
  return `<c r="${name}" s="${number}" t="inlineStr"><is><t xml:space="preserve">${inline}</t></is></c>`;
}

/** Characters that Excel takes in a cell. */
const maxCellText = 32_767;
const dayMs = 24 * 60 * 60_000;
/** The day 1970-01-01 as Excel counts days. */
const firstDay = 25_569;

/** Returns a time as Excel counts: days since 1900, on the clock of the place. */
function serialOf(time: Date, utcOffset: number): number {
  return (time.getTime() + utcOffset * 60 * 60_000) / dayMs + firstDay;
}

/** `A1`; columns beyond Z are AA, AB, … */
function cellName(column: number, row: number): string {
  const letter = (index: number) => String.fromCharCode(65 + index);
  const first = column < 26 ? "" : letter(Math.floor(column / 26) - 1);
  return `${first}${letter(column % 26)}${row}`;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/**
 * What spreadsheets take for a formula where they read it from CSV, which keeps neither types nor styles. A telephone number and a name with
 * @ have no signs of a call, so they stay as they are.
 */
const formula = /^(?!\+?[\d ().-]+$|@[\w.]+$)[=+\-@＝＋－＠\t]/;
const guarded = (text: string) => (formula.test(text) ? `'${text}` : text);

/** Drops what XML can't hold. */
function writable(text: string): string {
  return text.toWellFormed().replace(/[\p{Cc}\uFFFE\uFFFF]/gu, (sign) => (sign === "\n" || sign === "\t" ? sign : ""));
}

/** Escapes text, and keeps Excel from reading `_x0041_` as a letter. */
function escapeXml(text: string): string {
  return text.replace(/_(?=x[\da-f]{4}_)/gi, "_x005F_").replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}
