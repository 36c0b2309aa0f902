/** Checks where rules of CSS stand, and that each class that a component names exists, and each class that exists is named. */
import path from "node:path";
import { parseSync } from "vite";
import type { SourceFile } from "./architecture.ts";

const shared = "src/web/styles/";
/** Classes of packages' own markup. */
const ofPackages = new Set(["u-cursor-x"]);

/** Returns a message for each violation. */
export function styleViolations(files: readonly SourceFile[]): string[] {
  const sheets = files.filter((file) => file.path.endsWith(".css"));
  const code = files.filter((file) => /\.tsx?$/.test(file.path) && !/\.test\.tsx?$/.test(file.path));
  const sharedSheets = sheets.filter((file) => file.path.startsWith(shared));
  const modules = new Map(sheets.filter((file) => file.path.endsWith(".module.css")).map((file) => [file.path, file]));
  const found = sheets
    .filter((file) => !sharedSheets.includes(file) && !modules.has(file.path))
    .map((file) => `${file.path}: a look of one component or screen is a module, x.module.css`);

  const sharedClasses = new Map(sharedSheets.flatMap((file) => classesOf(file.text).map((name) => [name, file.path])));
  const sharedNamed = new Set<string>();
  const named = new Map([...modules.keys()].map((file) => [file, new Set<string>()]));
  const names = new Set<string>();
  for (const file of modules.values()) {
    const name = file.path.replaceAll("/", "-");
    if (names.has(name)) found.push(`${file.path}: another module gives its classes the same names in the page`);
    names.add(name);
    for (const each of globalsOf(file.text)) {
      if (!sharedClasses.has(each) && !ofPackages.has(each)) found.push(`${file.path}: no shared class .${each}`);
    }
  }

  for (const file of code) {
    const text = file.text.replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, "");
    for (const { alias, target } of moduleImports(file)) {
      const classes = classesOf(modules.get(target)?.text ?? "");
      for (const [, name] of text.matchAll(new RegExp(`\\b${alias}\\b(?!["/])(?:\\.(\\w+))?(?! from ")`, "g"))) {
        if (name === undefined) found.push(`${file.path}: names no single class of ${alias}`);
        else if (!classes.includes(name)) found.push(`${file.path}: ${target} has no class .${name}`);
        else named.get(target)?.add(name);
      }
    }
    for (const word of sharedWords(file)) {
      const matches = [...sharedClasses.keys()].filter((name) =>
        word.isPart ? name.startsWith(word.text) : name === word.text,
      );
      if (matches.length === 0) found.push(`${file.path}: no shared class ${word.text}`);
      for (const name of matches) sharedNamed.add(name);
    }
  }

  for (const [file, classes] of named) {
    const unused = unique(classesOf(modules.get(file)?.text ?? "")).filter((name) => !classes.has(name));
    found.push(...unused.map((name) => `${file}: no component names .${name}`));
  }
  for (const [name, file] of sharedClasses) {
    if (!sharedNamed.has(name)) found.push(`${file}: no component names .${name}`);
  }
  return found;
}

const unique = (names: string[]) => [...new Set(names)];
const className = /\.([a-zA-Z_][\w-]*)/g;

/** The selectors of a sheet, without what is written in quotes. */
function selectorsOf(css: string): string[] {
  const bare = css.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/url\([^)]*\)|"[^"]*"/g, "");
  return [...bare.matchAll(/([^{};]+)\{/g)].map(([, text = ""]) => text.trim()).filter((text) => !text.startsWith("@"));
}

/** The classes that a sheet defines itself; the others are in `:global()`. */
function classesOf(css: string): string[] {
  return selectorsOf(css).flatMap((text) =>
    [...text.replaceAll(/:global\([^)]*\)/g, "").matchAll(className)].map(([, name = ""]) => name),
  );
}

function globalsOf(css: string): string[] {
  return selectorsOf(css)
    .flatMap((text) => text.match(/:global\([^)]*\)/g) ?? [])
    .flatMap((text) => [...text.matchAll(className)].map(([, name = ""]) => name));
}

function moduleImports(file: SourceFile): { alias: string; target: string }[] {
  return [...file.text.matchAll(/^import (\w+) from "(\.[^"]+\.module\.css)";/gm)].map(
    ([, alias = "", specifier = ""]) => ({ alias, target: path.posix.join(path.posix.dirname(file.path), specifier) }),
  );
}

interface Word {
  text: string;
  /** A template goes on with an expression: `badge--${tone}`. */
  isPart: boolean;
}

interface Node {
  type: string;
  [key: string]: unknown;
}

const holdsClasses = (name: unknown) => typeof name === "string" && /[cC]lass(?:Name|es)?$/.test(name);
const nameOf = (node: unknown) => (node as { name?: unknown } | null)?.name;

/** The words of all strings that become classes: of `className` and what is named like it, `classList`, and `class="…"` in strings. */
function sharedWords(file: SourceFile): Word[] {
  const words: Word[] = [...file.text.matchAll(/\bclass="([\w -]+)"/g)].flatMap(([, text = ""]) => split(text));
  const visit = (value: unknown, inClass: boolean): void => {
    if (Array.isArray(value)) return value.forEach((each) => visit(each, inClass));
    if (typeof value !== "object" || value === null || !("type" in value)) return;
    const node = value as Node;
    if (node.type === "Literal" && inClass && typeof node.value === "string") words.push(...split(node.value));
    if (node.type === "TemplateElement" && inClass) {
      words.push(...split((node.value as { cooked: string }).cooked, node.tail !== true));
    }
    const inner = entersClass(node, inClass);
    for (const [key, child] of Object.entries(node)) visit(child, inner(key));
  };
  visit(parseSync(file.path, file.text).program, false);
  return words;
}

/** Tells for each property of a node whether its strings become classes. */
function entersClass(node: Node, inClass: boolean): (key: string) => boolean {
  switch (node.type) {
    case "JSXAttribute":
      return () => holdsClasses(nameOf(node.name));
    case "JSXElement":
    case "BinaryExpression":
      return () => false;
    case "Property":
      return () => inClass || holdsClasses(nameOf(node.key));
    case "AssignmentPattern":
      return () => inClass || holdsClasses(nameOf(node.left));
    case "VariableDeclarator":
      return () => inClass || holdsClasses(nameOf(node.id));
    case "CallExpression": {
      const { object } = node.callee as { object?: { property?: unknown } };
      const ofList = nameOf(object?.property) === "classList";
      return (key) => (key === "arguments" ? ofList : inClass);
    }
    default:
      return () => inClass;
  }
}

function split(text: string, goesOn = false): Word[] {
  const words = text.split(/\s+/);
  const parts = words.map((word, index) => ({ text: word, isPart: goesOn && index === words.length - 1 }));
  return parts.filter((word) => word.text !== "");
}
