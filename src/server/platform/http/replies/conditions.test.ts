import { describe, expect, test } from "vitest";
import { conditionalStatus, tagOf, tagsByEncoding } from "./conditions.ts";

const tags = tagsByEncoding('"a"');
const changed = Date.parse("2026-01-02T03:04:05.678Z");
const [before, atChange, after] = [4, 5, 6].map((second) => `Fri, 02 Jan 2026 03:04:0${second} GMT`) as [
  string,
  string,
  string,
];

const statusOf = (...args: Parameters<typeof conditionalStatus>) => {
  try {
    return conditionalStatus(...args);
  } catch (error) {
    return (error as { status: number }).status;
  }
};

describe("the status of a conditional request", () => {
  test.each([
    [{}, 200],
    [{ "if-none-match": '"a"' }, 304],
    [{ "if-none-match": 'W/"a"' }, 304],
    [{ "if-none-match": '"b", "a"' }, 304],
    [{ "if-none-match": 'W/"a-gzip"' }, 304],
    [{ "if-none-match": "*" }, 304],
    [{ "if-none-match": '"b"' }, 200],
    [{ "if-none-match": '"b"', "if-modified-since": atChange }, 200],
    [{ "if-modified-since": atChange }, 304],
    [{ "if-modified-since": before }, 200],
    [{ "if-modified-since": "yesterday" }, 200],
    [{ "if-match": '"a"' }, 200],
    [{ "if-match": '"b", "a"' }, 200],
    [{ "if-match": "*" }, 200],
    [{ "if-match": '"b"' }, 412],
    [{ "if-match": "" }, 412],
    [{ "if-match": 'W/"a"' }, 412],
    [{ "if-match": '"a-br"' }, 412],
    [{ "if-match": '"b"', "if-unmodified-since": after }, 412],
    [{ "if-match": '"a"', "if-unmodified-since": before }, 200],
    [{ "if-match": '"b"', "if-none-match": '"a"' }, 412],
    [{ "if-match": '"a"', "if-none-match": '"a"' }, 304],
    [{ "if-unmodified-since": before }, 412],
    [{ "if-unmodified-since": atChange }, 200],
    [{ "if-unmodified-since": "yesterday" }, 200],
    [{ "if-unmodified-since": before, "if-none-match": '"a"' }, 412],
    [{ "if-unmodified-since": after, "if-modified-since": after }, 304],
  ])("with %o is %i", (headers, status) => {
    expect(statusOf(headers, tags, undefined, changed)).toBe(status);
  });

  test.each([
    [{ "if-unmodified-since": before }, 200],
    [{ "if-modified-since": after }, 200],
  ])("without a time of change, with %o, is %i", (headers, status) => {
    expect(statusOf(headers, tags)).toBe(status);
  });

  test("compares If-Match with the form that is sent", () => {
    expect(statusOf({ "if-match": '"a-br"' }, tags, "br")).toBe(200);
    expect(statusOf({ "if-match": '"a"' }, tags, "br")).toBe(412);
  });
});

test("each encoding has a tag of its own, and content without encodings has one", () => {
  expect([tagOf(tags, undefined), tagOf(tags, "br"), tagOf(tags, "gzip")]).toEqual(['"a"', '"a-br"', '"a-gzip"']);
  expect(tagOf({ plain: '"a"' }, "br")).toBe('"a"');
});
