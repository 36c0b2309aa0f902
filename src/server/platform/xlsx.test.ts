import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { rowsOfXlsx, unzip } from "#test/xlsx.ts";
import { type Cell, xlsxFile } from "./xlsx.ts";

const columns = [
  { title: "Tên", width: 20 },
  { title: "Số", width: 10 },
  { title: "Lúc", width: 16 },
];

async function* batchesOf(...batches: Cell[][][]) {
  for (const batch of batches) yield batch;
}

async function fileOf(...batches: Cell[][][]): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const rows = batchesOf(...batches);
  for await (const chunk of xlsxFile({ name: "Trang <1>", columns, rows, utcOffset: 7 })) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe("an Excel file", () => {
  it("has its header in bold and frozen, and columns as wide as asked", async () => {
    const parts = unzip(await fileOf());
    expect(Object.keys(parts)).toEqual([
      "[Content_Types].xml",
      "_rels/.rels",
      "xl/_rels/workbook.xml.rels",
      "xl/styles.xml",
      "xl/worksheets/sheet1.xml",
      "xl/workbook.xml",
    ]);
    expect(parts["xl/workbook.xml"]).toContain('<sheet name="Trang &lt;1&gt;"');
    const sheet = parts["xl/worksheets/sheet1.xml"] ?? "";
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    expect(sheet).toContain('<col min="2" max="2" width="10" customWidth="1"/>');
    expect(sheet).toContain('<c r="A1" s="1" t="inlineStr">');
    expect(rowsOfXlsx(await fileOf())).toEqual([["Tên", "Số", "Lúc"]]);
  });

  it("has a filter over all its rows, and a default style", async () => {
    const parts = unzip(await fileOf([["a", 1, null]], [["b", 2, null]]));
    expect(parts["xl/worksheets/sheet1.xml"]).toContain('</sheetData><autoFilter ref="A1:C3"/></worksheet>');
    expect(parts["xl/workbook.xml"]).toContain(`hidden="1">'Trang &lt;1&gt;'!$A$1:$C$3</definedName>`);
    expect(unzip(await fileOf())["xl/worksheets/sheet1.xml"]).toContain('<autoFilter ref="A1:C1"/>');
    expect(parts["xl/styles.xml"]).toContain('<cellStyle name="Normal" xfId="0" builtinId="0"/>');
  });

  it("holds numbers and times as such, times on the clock of the place", async () => {
    const time = new Date("2026-11-22T17:00:00.000Z");
    const sheet = unzip(await fileOf([["a", 1_000_000_000, time]], [["b", 0, null]]))["xl/worksheets/sheet1.xml"];
    expect(sheet).toContain('<c r="B2" s="3"><v>1000000000</v></c>');
    // 2026-11-23, 00:00 in Vietnam.
    expect(sheet).toContain('<c r="C2" s="2"><v>46349</v></c>');
    expect(sheet).toContain('<row r="3">');
    expect(sheet).not.toContain('r="C3"');
  });

  it.each([
    ["an equals sign", "1=1"],
    ["a telephone number", "+84 (901) 234-567"],
    ["a negative number", "-5"],
    ["a name with @", "@ngan.nga_42"],
    ["HTML", `<b a="1">&amp;</b>`],
    ["Vietnamese and emoji", "Đặng Văn Đức 🎵"],
    ["lines and blanks", "  a\nb\tc  "],
    ["an escape of Excel", "_x0041_ _x_"],
  ])("keeps %s as text", async (_, text) => {
    const file = await fileOf([[text, 1, null]]);
    expect(rowsOfXlsx(file)[1]).toEqual([text, "1"]);
    expect(unzip(file)["xl/worksheets/sheet1.xml"]).not.toContain("<f>");
  });

  it.each([
    "=1+1",
    '=HYPERLINK("http://evil.example")',
    "+cmd|' /C calc'!A0",
    "-2+3",
    "- gọi lại",
    "@SUM(A1:A9)",
    "＝1+1",
    "\t=1+1",
  ])("marks %j as text by an apostrophe, which CSV keeps", async (text) => {
    const file = await fileOf([[text, -1, null]]);
    expect(rowsOfXlsx(file)[1]).toEqual([`'${text}`, "-1"]);
  });

  it.each(["\r=1+1", "\u0000=1+1"])("marks %j by what is left of it", async (text) => {
    expect(rowsOfXlsx(await fileOf([[text, 1, null]]))[1]?.[0]).toBe("'=1+1");
  });

  it("drops what XML can't hold, and the end of a text that is too long", async () => {
    const file = await fileOf([
      ["a\u0000\u0008b\ud800\uffff", 1, null],
      ["x".repeat(40_000), 1, null],
    ]);
    expect(rowsOfXlsx(file)[1]?.[0]).toBe("ab\ufffd");
    expect(rowsOfXlsx(file)[2]?.[0]).toHaveLength(32_767);
  });

  it("reads no more rows than the receiver takes, and none after it has left", async () => {
    let read = 0;
    let hasEnded = false;
    async function* endless() {
      try {
        for (;;) {
          read += 1;
          yield Array.from({ length: 500 }, () => [crypto.randomUUID(), read, null]);
        }
      } finally {
        hasEnded = true;
      }
    }
    const file = xlsxFile({ name: "a", columns, rows: endless(), utcOffset: 7 });
    for (let i = 0; i < 20; i++) await file.next();
    for (let turn = 0; turn < 2000; turn++) await nextTurn();
    expect(read).toBeLessThan(100);
    await file.return(undefined);
    await expect.poll(() => hasEnded).toBe(true);
  });

  it("fails when its rows fail", async () => {
    async function* failing(): AsyncGenerator<Cell[][]> {
      yield [["a", 1, null]];
      throw new Error("no more rows");
    }
    const file = xlsxFile({ name: "a", columns, rows: failing(), utcOffset: 7 });
    const readAll = async () => {
      for await (const _ of file);
    };
    await expect(readAll()).rejects.toThrow("no more rows");
  });
});
