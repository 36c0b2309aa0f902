import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const find = (pattern: string) => globSync(pattern, { cwd: root }).filter((file) => !file.includes("node_modules"));

const files = ["*", ".*", "{bench,demo,docs,e2e,hostile,public,scripts,src,test,LICENSES}/**"].flatMap(find);
const places = new Set(files);
const documents = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", ...find("docs/**/*.md")];
const rooms = find("docs/rooms/*.md").filter((file) => path.basename(file) !== "README.md");

/** Returns the files that a path names, which may leave out the folders that it begins with. */
const namedBy = (name: string) => files.filter((file) => file === name || file.endsWith(`/${name}`));

/** Returns the anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (document: string) =>
  new Set(
    [...read(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );

/** Returns the links that lead nowhere: to a file that is not there, or to a heading that its document does not have. */
function broken(document: string, links: Iterable<string>): string[] {
  return [...links].filter((link) => {
    const [target = "", anchor] = link.split("#");
    const file = target === "" ? document : path.join(path.dirname(document), target).replace(/\/$/, "");
    if (!places.has(file)) return true;
    return anchor !== undefined && !anchorsOf(file).has(anchor);
  });
}

const codeIn = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
const isPath = (code: string) =>
  /^[\w.@:/-]+\.(?:ts|tsx|mjs|css|json|md|txt|yaml|py|jsonl)$|^[\w.-]+(?:\/[\w.-]+)*\/$/.test(code);

describe.each(documents)("%s", (document) => {
  it("has links to files and headings that there are", () => {
    const text = read(document).replace(/^```.*?^```/gms, "");
    const links = [...text.matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)].map(([, link = ""]) => link);
    expect(broken(document, links)).toEqual([]);
  });
});

it("code leads to documents and headings that there are", () => {
  const pattern = /(?<![\w/])docs\/[\w/-]+\.md(?:#[\p{L}\d-]+)?/gu;
  const sources = files.filter((file) => /\.(?:ts|tsx|mjs|css|yaml|sh)$|Dockerfile|\.example$/.test(file));
  const lost = sources.flatMap((file) => {
    const links = [...read(file).matchAll(pattern)].map(([link]) => link);
    return broken("README.md", links).map((link) => `${file}: ${link}`);
  });
  expect(lost).toEqual([]);
});

it("the list of rooms names each page once", () => {
  const listed = [...read("docs/rooms/README.md").matchAll(/^\| \[[^\]]+\]\(([\w-]+\.md)\)/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual(rooms.map((file) => path.basename(file)).toSorted());
});

describe.each(rooms)("%s", (room) => {
  it("names files and folders that there are", () => {
    const lost = codeIn(read(room)).filter(
      (code) => isPath(code) && !code.startsWith("DATA_DIR") && namedBy(code.replace(/\/$/, "")).length === 0,
    );
    expect(lost).toEqual([]);
  });

  it("says of each rule where it is: in a file that has what is named beside it", () => {
    const rows = [...read(room).matchAll(/^\| .+ \|$/gm)].map(([row]) => codeIn(row)).filter((row) => row.some(isPath));
    expect(rows.length).toBeGreaterThanOrEqual(4);
    const lost = rows.flatMap((row) => {
      const text = row
        .filter(isPath)
        .flatMap(namedBy)
        .filter((file) => /\.\w+$/.test(file))
        .map(read)
        .join("\n");
      return row.filter((code) => /^[A-Za-z_]\w*$/.test(code) && !new RegExp(`\\b${code}\\b`).test(text));
    });
    expect(lost).toEqual([]);
  });
});

/** Returns the first sentence of a module's docstring, without the places that it refers to. */
function headOf(file: string): string | undefined {
  const [, text] = /^\/\*\*([\s\S]*?)\*\//.exec(read(file)) ?? [];
  return text
    ?.replace(/\n \*/g, "")
    .replace(/ \(docs\/[^)]*\)/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .split(/(?<=\.) /)[0];
}

/** Returns a line for each folder that has a module of its name, from the head of that module, indented by its depth. */
function treeOf(root: string): string[] {
  const modulesOf = (folder: string) =>
    ["service", "routes", "tables"].map((kind) => `${folder}/${path.basename(folder)}.${kind}.ts`);
  return find(`${root}/**/*.ts`)
    .map((file) => path.dirname(file))
    .filter((folder, index, all) => all.indexOf(folder) === index)
    .toSorted((a, b) => a.localeCompare(b))
    .flatMap((folder) => {
      const main = modulesOf(folder).find((file) => places.has(file));
      const depth = path.relative(root, folder).split("/").length - 1;
      return main === undefined ? [] : `${"  ".repeat(depth)}- \`${path.basename(folder)}/\`: ${headOf(main)}`;
    });
}

it("the tree of the server is written from the heads of its modules", async () => {
  const wings = find("src/server/wings/*.ts").filter((file) => !file.includes(".test."));
  const text = `# The server's tree

Written from the first sentences of the modules by \`vitest run --project=server test/docs.test.ts -u\`; the whole: [architecture](architecture.md).

\`src/server/wings/\`, what the server is put together of:

${wings.map((file) => `- \`${path.basename(file)}\`: ${headOf(file)}`).join("\n")}

\`src/server/features/\`:

${treeOf("src/server/features").join("\n")}
`;
  const untold = find("src/server/features/*/").filter((folder) => !text.includes(`- \`${path.basename(folder)}/\``));
  expect(untold).toEqual([]);
  await expect(text).toMatchFileSnapshot("../docs/tree.md");
});
