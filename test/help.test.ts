/** The words of the screens that their help quotes, `<b>like this</b>`, are words of the screens. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8").replace(/\s+/g, " ");
const find = (pattern: string) => globSync(pattern, { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file));

const isHelp = (file: string) => /(?:^|[/-])help\.tsx$/.test(file) && !file.endsWith("login-help.tsx");
const screens = find("src/web/{admin,staff,resource,request-parts,talk,price-look}/**/*.{ts,tsx}");
const helps = screens.filter(isHelp);
const source = [...screens.filter((file) => !isHelp(file)), ...find("src/contract/**/*.ts")].map(read).join(" ");

const quotedIn = (file: string) => [...read(file).matchAll(/<b>([^<{]+)<\/b>/g)].map(([, words = ""]) => words.trim());

/** Whether the words are all of a text of the source, up to what is computed, or the button of a list that adds a record. */
function areOnScreen(words: string): boolean {
  const text = words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const [, noun] = words.match(/^Thêm (.+)$/) ?? [];
  return new RegExp(`[">\`}] ?${text} ?["<\`{$(]`).test(source) || source.includes(`noun: "${noun}"`);
}

it("finds the help of the screens", () => {
  expect(helps.length).toBeGreaterThan(20);
});

describe.each(helps)("%s", (file) => {
  it("quotes words that are on the screens", () => {
    expect(quotedIn(file).filter((words) => !areOnScreen(words))).toEqual([]);
  });
});
