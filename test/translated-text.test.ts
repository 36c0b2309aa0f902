import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { bareTexts } from "./translated-text.ts";

const root = path.resolve(import.meta.dirname, "..");

it("public pages hold no bare text that React exchanges", () => {
  const files = globSync("src/web/{site,ui,lib,player,talk,price-look,contact-look,lyrics}/**/*.tsx", { cwd: root });
  const sources = files.filter((file) => !file.includes(".test."));
  expect(sources.length).toBeGreaterThan(150);
  const found = sources.flatMap((file) =>
    bareTexts({ path: file.replaceAll(path.sep, "/"), text: readFileSync(path.join(root, file), "utf8") }),
  );
  expect(found).toEqual([]);
});

it.each([
  ["<p><Icon />{a ? 'một' : 'hai'}</p>", 1],
  ["<p>Còn {a && 'ít'}</p>", 1],
  ["<p>{a && <>Còn <b>ít</b></>}</p>", 1],
  ["<p><Icon />{a ? <b>một</b> : <Fragment>hai <b>ba</b></Fragment>}</p>", 1],
  ["function A() { return <>Còn <b>ít</b></>; }", 1],
  ["function A() { if (b) return 'một'; return <b>hai</b>; }", 1],
  ["() => () => <>Còn <b>ít</b></>", 1],
  ["<p>Còn {a ? `${n} từ` : <b>một</b>}</p>", 1],
  ["<p>{a && <Icon />}Gửi</p>", 1],
  ["<p>{a && <Icon />} <b>Gửi</b></p>", 1],
  ["<><h2>Tên</h2>{a ?? 'không tên'}</>", 1],
  ["<p><Icon /><span>{a ? 'một' : 'hai'}</span></p>", 0],
  ["<p>{a && <><b>Còn</b> <b>ít</b></>}</p>", 1],
  ["<p>{a && <><b>Còn</b><b>ít</b></>}</p>", 0],
  ["function A() { return <span>Còn <b>ít</b></span>; }", 0],
  ["function nameOf() { return 'một'; }", 0],
  ["<p>{a ? 'một' : 'hai'}</p>", 0],
  ["<p>Còn {n} từ</p>", 0],
  ["<p>Gửi{a && <Icon />}</p>", 0],
  ["<p>{a && <Icon />}<b>Gửi</b> ngay</p>", 0],
  ["<p>{a && <Icon />}<span>Gửi</span></p>", 0],
  ["<p>\n  {a && <Icon />}\n  <span>Gửi</span>\n</p>", 0],
])("tells whether a text is safe: %s", (jsx, count) => {
  expect(bareTexts({ path: "src/web/site/a.tsx", text: `export const a = ${jsx};` })).toHaveLength(count);
});
