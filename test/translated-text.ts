/**
 * Finds texts that stand bare among other children although React exchanges, adds or removes them, or elements before them. A browser that
 * translates a page puts its own elements in place of bare texts, and React then fails to find them; a text in an element of its own is safe.
 */
import { parseSync } from "vite";
import type { SourceFile } from "./architecture.ts";

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

type Kind = "text" | "element" | "unknown";

interface Shown {
  kinds: ReadonlySet<Kind>;
  /** Whether it depends on a condition. */
  changes: boolean;
  /** Whether it may show nothing. */
  vanishes: boolean;
}

const shown = (kind: Kind): Shown => ({ kinds: new Set([kind]), changes: false, vanishes: false });
const nothing: Shown = { kinds: new Set(), changes: false, vanishes: true };

/** The texts and elements that an expression between tags may come to. */
function shownBy(node: Node): Shown {
  const part = (name: string) => shownBy(node[name] as Node);
  switch (node.type) {
    case "ParenthesizedExpression":
      return part("expression");
    case "Literal":
      return typeof node.value === "string" || typeof node.value === "number" ? shown("text") : nothing;
    case "TemplateLiteral":
      return shown("text");
    case "JSXElement":
    case "JSXFragment":
      return shown("element");
    case "ConditionalExpression": {
      const [one, other] = [part("consequent"), part("alternate")];
      return {
        kinds: new Set([...one.kinds, ...other.kinds]),
        changes: true,
        vanishes: one.vanishes || other.vanishes,
      };
    }
    case "LogicalExpression": {
      const right = part("right");
      if (node.operator === "&&") return { ...right, changes: true, vanishes: true };
      return { kinds: new Set([...part("left").kinds, ...right.kinds]), changes: true, vanishes: right.vanishes };
    }
    default:
      return shown("unknown");
  }
}

function childOf(node: Node): Shown | undefined {
  if (node.type === "JSXText") {
    const value = String(node.value);
    return value.trim() === "" && value.includes("\n") ? undefined : shown("text");
  }
  if (node.type !== "JSXExpressionContainer") return shown("element");
  const expression = node.expression as Node;
  return expression.type === "JSXEmptyExpression" ? undefined : shownBy(expression);
}

/** Whether React would fail among children whose bare texts were moved. */
function isFragile(children: readonly Shown[]): boolean {
  if (children.length < 2) return false;
  return children.some((child, at) => {
    if (!child.kinds.has("text")) return false;
    if (child.changes) return true;
    // An element that comes back is put before the next child that is there.
    const before = children.slice(0, at);
    const since = before.slice(before.findLastIndex((each) => !each.changes) + 1);
    return since.some((each) => each.kinds.has("element"));
  });
}

/** Returns the places of such texts, as `path:line`. */
export function bareTexts({ path, text }: SourceFile): string[] {
  const found: string[] = [];
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk);
    if (typeof node !== "object" || node === null) return;
    const { type, start, children } = node as Node;
    if (type === "JSXElement" || type === "JSXFragment") {
      const shownChildren = (children as Node[]).map(childOf).filter((each) => each !== undefined);
      if (isFragile(shownChildren)) found.push(`${path}:${text.slice(0, start).split("\n").length}`);
    }
    Object.values(node).forEach(walk);
  };
  walk(parseSync(path, text, { lang: "tsx" }).program);
  return found;
}
