import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { styleViolations } from "./styles.ts";

const root = path.resolve(import.meta.dirname, "..");

/** The complaints about the given files alone. */
function about(files: Record<string, string>): string[] {
  return styleViolations(Object.entries(files).map(([file, text]) => ({ path: file, text })));
}

it("finds each class that the source tree names, and no other", () => {
  const files = globSync("src/{web,art}/**/*.{ts,tsx,css}", { cwd: root }).map((file) => ({
    path: file.replaceAll(path.sep, "/"),
    text: readFileSync(path.join(root, file), "utf8"),
  }));
  expect(files.filter((file) => file.path.endsWith(".module.css")).length).toBeGreaterThan(40);
  expect(styleViolations(files)).toEqual([]);
});

it("orders the layers before any module, also where each is loaded by itself", () => {
  const [first] = /^import .*/m.exec(readFileSync(path.join(root, "src/web/root.tsx"), "utf8")) ?? [];
  expect(first).toBe('import "./styles/app.css";');
});

describe("a module's classes", () => {
  const sheet = "src/web/site/song/page.module.css";
  const page = "src/web/site/song/page.tsx";
  const start = 'import styles from "./page.module.css";\n';

  it("are all named", () => {
    const css = ".title { gap: 0.5rem; }\n.title .line::before { content: '.x'; background: url(a.png); }";
    const name = (text: string) => about({ [sheet]: css, [page]: `${start}${text}` });
    expect(name("const a = `${styles.title} ${styles.line}`;")).toEqual([]);
    expect(name("const a = styles.title;")).toEqual([`${sheet}: no component names .line`]);
    expect(name("const a = [styles.title, styles.line, styles.lines];")).toEqual([
      `${page}: ${sheet} has no class .lines`,
    ]);
    expect(name("const a = [styles.title, styles.line, styles[kind]];")).toEqual([
      `${page}: names no single class of styles`,
    ]);
  });

  it("may belong to another screen's module", () => {
    const other = 'import songStyles from "../song/page.module.css";\nconst a = songStyles.title;';
    expect(about({ [sheet]: ".title {}", "src/web/site/embed/page.tsx": other })).toEqual([]);
  });

  it("reach only shared classes that exist", () => {
    const shared = {
      "src/web/styles/controls.css": ".btn {}",
      [page]: `${start}const a = [styles.row, <a className="btn" />];`,
    };
    expect(about({ ...shared, [sheet]: ".row :global(.btn) {}" })).toEqual([]);
    expect(about({ ...shared, [sheet]: ".row:has(> :global(.btn.chip)) {}" })).toEqual([
      `${sheet}: no shared class .chip`,
    ]);
  });

  it("stand in a module, with names of its own in the page", () => {
    expect(about({ "src/web/site/song/song.css": "" })).toEqual([
      "src/web/site/song/song.css: a look of one component or screen is a module, x.module.css",
    ]);
    expect(about({ "src/web/a/b-c.module.css": "", "src/web/a-b/c.module.css": "" })).toHaveLength(1);
  });
});

describe("a shared class", () => {
  const css = { "src/web/styles/controls.css": ".btn {}\n.btn--gold {}\n@media (min-width: 1.5rem) { .btn--line {} }" };
  const unused = (name: string) => `src/web/styles/controls.css: no component names .${name}`;

  it.each([
    '<a className="btn btn--gold btn--line" />',
    '<a className={isLine ? "btn btn--gold" : `btn btn--line`} />',
    "<a className={`btn btn--${kind}`} />",
    '<a linkClass="btn btn--gold btn--line" />',
    'const column = { className: "btn btn--gold btn--line" };',
    'const classes = { gold: "btn btn--gold", line: "btn btn--line" };',
    'function A({ className = "btn btn--gold btn--line" }) {}',
    'document.body.classList.toggle("btn", isOpen); element.classList.add("btn--gold", "btn--line");',
    'const svg = `<path class="btn btn--gold btn--line"/>`;',
  ])("is named by %s", (text) => {
    expect(about({ ...css, "src/web/ui/a.tsx": text })).toEqual([]);
  });

  it("is missing", () => {
    const text = '<a className="btn btn--gold btn--line btn--silver" id="x" />';
    expect(about({ ...css, "src/web/ui/a.tsx": text })).toEqual(["src/web/ui/a.tsx: no shared class btn--silver"]);
  });

  it("is not named by a test, another string or the condition of a class", () => {
    const text = '<a className={kind === "btn--line" ? "btn" : "btn--gold"} title="btn--line">btn--line</a>';
    expect(about({ ...css, "src/web/ui/a.tsx": text })).toEqual([unused("btn--line")]);
    expect(
      about({ ...css, "src/web/ui/a.component.test.tsx": '<a className="btn btn--gold btn--line" />' }),
    ).toHaveLength(3);
  });
});
