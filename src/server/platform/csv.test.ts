import { expect, test } from "vitest";
import { readCsv } from "./csv.ts";

const read = (text: string, options = {}) =>
  readCsv(text, { delimiter: ",", maxRows: 1000, maxCells: 60, maxSigns: 100, ...options });
const cells = (text: string, options = {}) => read(text, options).map((row) => row.cells);

test.each<[string, string, string[][]]>([
  ["rows of all line ends", "a,b\r\nc,d\ne,f\rg", [["a", "b"], ["c", "d"], ["e", "f"], ["g"]]],
  ["a mark at the beginning", "\uFEFFa,b", [["a", "b"]]],
  ["quotes with delimiters, line ends and quotes within", '"a,b","c\nd","e""f"', [["a,b", "c\nd", 'e"f']]],
  ["quotes within a cell", 'a"b,c"', [['a"b', 'c"']]],
  ["words after a closing quote", '"a"b,c', [["ab", "c"]]],
  [
    "a quote that is never closed",
    '"a,b\nc,d""',
    [
      ['"a', "b"],
      ["c", 'd""'],
    ],
  ],
  ["empty rows", "\n\n , \na\n", [["a"]]],
  ["a delimiter at the end", "a,\n", [["a", ""]]],
  ["NUL and formulas as they are", "a\0b,=1+1", [["a\0b", "=1+1"]]],
  ["nothing", "", []],
])("reads %s", (_what, text, rows) => {
  expect(cells(text)).toEqual(rows);
});

test("tells the line of the file, also after line ends within quotes", () => {
  expect(read('a\n\n"b\r\nb"\nc').map(({ line }) => line)).toEqual([1, 3, 5]);
});

test("keeps no more rows, cells and signs than wanted", () => {
  expect(cells("a,b,c\nd", { maxCells: 2 })).toEqual([["a", "b"], ["d"]]);
  expect(cells("a\nb\nc", { maxRows: 2 })).toEqual([["a"], ["b"]]);
  expect(cells(`"${"x".repeat(500)}",${"y".repeat(500)}`)).toEqual([["x".repeat(100), "y".repeat(100)]]);
});

test.each([
  ["one cell", "x".repeat(900_000)],
  ["a million cells", ",".repeat(900_000)],
  ["quotes alone", '"'.repeat(900_000)],
  ["quotes that open every cell", '"a,'.repeat(300_000)],
  ["doubled quotes", ',"""'.repeat(225_000)],
  ["rows of one sign", "a\n".repeat(450_000)],
])("reads %s", (_what, text) => {
  const rows = read(text);
  expect(rows.length).toBeLessThanOrEqual(1000);
  expect(Math.max(0, ...rows.map((row) => row.cells.length))).toBeLessThanOrEqual(60);
});
