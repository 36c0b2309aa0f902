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
      if (!isFragment(node)) return shown("element");
      return { ...nothing, kinds: new Set(childrenOf(node).flatMap(({ kinds }) => [...kinds])) };
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

/** Whether a tag leaves its children to the element around it. */
function isFragment({ type, openingElement }: Node): boolean {
  if (type === "JSXFragment") return true;
  return type === "JSXElement" && ((openingElement as Node).name as Node).name === "Fragment";
}

function childrenOf({ children }: Node): Shown[] {
  return (children as Node[]).map(childOf).filter((each) => each !== undefined);
}

function childOf(node: Node): Shown | undefined {
  if (node.type === "JSXText") {
    const value = String(node.value);
    return value.trim() === "" && value.includes("\n") ? undefined : shown("text");
  }
  if (node.type !== "JSXExpressionContainer") return shownBy(node);
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

const isTag = ({ type }: Node) => type === "JSXElement" || type === "JSXFragment";
const isFunction = ({ type }: Node) =>
  /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type);

/** What a component, told by its capital, may come to. Where it stands is not known. */
function resultsOf(node: Node): Node[] {
  const made = node.type === "VariableDeclarator" ? (node.init as Node | null) : node;
  const name = (node.id as Node | null | undefined)?.name;
  if (!made || !isFunction(made) || typeof name !== "string" || !/^[A-Z]/.test(name)) return [];
  const body = made.body as Node;
  return body.type === "BlockStatement" ? returnedIn(body) : [body];
}

function returnedIn(node: Node): Node[] {
  if (node.type === "ReturnStatement") return node.argument ? [node.argument as Node] : [];
  if (isFunction(node)) return [];
  return nodesIn(node).flatMap(returnedIn);
}

const nodesIn = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter((each): each is Node => typeof each === "object" && each !== null && "type" in each);

/** Returns the places of such texts, as `path:line`. */
export function bareTexts({ path, text }: SourceFile): string[] {
  const found = new Set<string>();
  const add = ({ start }: Node) => found.add(`${path}:${text.slice(0, start).split("\n").length}`);
  const inTags = new Set<unknown>();
  const walk = (node: Node): void => {
    if (isTag(node)) {
      for (const child of node.children as Node[]) inTags.add(child);
      const shownChildren = childrenOf(node);
      // A fragment that is no child of a tag here comes and goes as a whole, with its texts, among others that are not known.
      const isLoose = isFragment(node) && !inTags.has(node) && shownBy(node).kinds.has("text");
      if (isLoose || isFragile(shownChildren)) add(node);
    }
    if (node.type === "JSXExpressionContainer") inTags.add(node.expression);
    for (const result of resultsOf(node)) if (!isTag(result) && shownBy(result).kinds.has("text")) add(result);
    nodesIn(node).forEach(walk);
  };
  walk(parseSync(path, text, { lang: "tsx" }).program as unknown as Node);
  return [...found];
}
