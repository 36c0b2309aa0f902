/** Checks the rules of `docs/architecture.md`: allowed imports, and the places of a few constructs. */
import path from "node:path";

export interface SourceFile {
  /** From the project's folder, with slashes: `src/server/app.ts`. */
  path: string;
  text: string;
}

interface Import {
  target: string;
  typeOnly: boolean;
}

const statement = /^\s*(?:import|export)\s+(type\s+)?(?:[\w*\s{},$]*?\sfrom\s+)?"([^"\n]+)"/gm;
const dynamic = /\bimport\(\s*"([^"\n]+)"\s*\)/g;

/** The project's own files that a file imports, as paths from the project's folder. */
export function importsOf(file: SourceFile): Import[] {
  const found: Import[] = [];
  const add = (specifier: string, typeOnly: boolean) => {
    const target = resolve(file.path, specifier);
    if (target !== undefined) found.push({ target, typeOnly });
  };
  for (const [, type, specifier = ""] of file.text.matchAll(statement)) add(specifier, type !== undefined);
  for (const [, specifier = ""] of file.text.matchAll(dynamic)) add(specifier, false);
  return found;
}

function resolve(from: string, specifier: string): string | undefined {
  if (specifier.startsWith("#test/")) return specifier.replace("#test", "test");
  if (specifier.startsWith("#")) return specifier.replace("#", "src/");
  // React Router writes these types itself.
  if (!specifier.startsWith(".") || specifier.includes("/+types/")) return undefined;
  return path.posix.join(path.posix.dirname(from), specifier);
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const backOffices = ["admin", "staff"];
const areas = ["site", ...backOffices];
/** Folders that no public page loads. */
const backOfficeOnly = ["resource", "request-parts", ...backOffices];
/** The folders that each folder of the web may import; files directly in src/web may import all. */
const webLayers: Record<string, readonly string[]> = {
  styles: [],
  fonts: [],
  lib: ["ui", "styles", "fonts"],
  ui: ["lib", "styles", "fonts"],
  "contact-look": ["ui", "lib", "styles"],
  "price-look": ["ui", "lib", "styles"],
  lyrics: ["styles"],
  resource: ["ui", "lib", "styles"],
  player: ["lyrics", "ui", "lib", "styles"],
  talk: ["player", "ui", "lib", "styles"],
  "request-parts": ["resource", "lyrics", "talk", "player", "ui", "lib", "styles"],
  site: ["talk", "player", "lyrics", "contact-look", "price-look", "ui", "lib", "styles"],
  ...Object.fromEntries(
    backOffices.map((area) => [
      area,
      ["request-parts", "resource", "talk", "player", "lyrics", "contact-look", "price-look", "ui", "lib", "styles"],
    ]),
  ),
};
/** Loaded by public pages, which must stay free of zod. */
const zodFree = [
  "src/contract/banks.ts",
  "src/contract/contact-link.ts",
  "src/contract/counting.ts",
  "src/contract/email.ts",
  "src/contract/embed.ts",
  "src/contract/errors.ts",
  "src/contract/file-address.ts",
  "src/contract/invoice-rules.ts",
  "src/contract/gift-code-rules.ts",
  "src/contract/gift-rules.ts",
  "src/contract/gift-word-rules.ts",
  "src/contract/occasions.ts",
  "src/contract/text-file.ts",
  "src/contract/learn/answers.ts",
  "src/contract/learn/choices.ts",
  "src/contract/learn/gaps.ts",
  "src/contract/learn/order.ts",
  "src/contract/learn/rounds.ts",
  "src/contract/learn/seeded.ts",
  "src/contract/learn/words.ts",
  "src/contract/lyrics/document.ts",
  "src/contract/lyrics/glossary.ts",
  "src/contract/lyrics/lyric-lines.ts",
  "src/contract/lyrics/ruby.ts",
  "src/contract/lyrics/words.ts",
  "src/contract/notebook-rules.ts",
  "src/contract/own-songs-rules.ts",
  "src/contract/playlist-rules.ts",
  "src/contract/queue-rules.ts",
  "src/contract/order-money.ts",
  "src/contract/lyrics-rules.ts",
  "src/contract/message-rules.ts",
  "src/contract/request-brief.ts",
  "src/contract/fold.ts",
  "src/contract/pictures.ts",
  "src/contract/rules.ts",
  "src/contract/social-networks.ts",
];
/** Modules of the contract that belong to no feature. */
const sharedContract = [
  "src/contract/api.ts",
  "src/contract/counting.ts",
  "src/contract/endpoint.ts",
  "src/contract/errors.ts",
  "src/contract/fold.ts",
  "src/contract/list.ts",
  "src/contract/transfer-code.ts",
  "src/contract/version.ts",
];
/** The module that opens the wings of the server, and the one module of theirs that they share. */
const wingOpener = "src/server/app.ts";
const wingPorts = "src/server/wings/ports.ts";
/** The one module that reads the types and records of all features' tables. */
const entityList = "src/server/features/entities.ts";
const queries = /\.(?:selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(|\bsql(?:<[^`]*>)?`/;

/** Functions that `commit` alone calls (platform/db/commit.ts): a transaction of one's own, and what follows a change. */
const commitsByHand = /\.transaction\(\)|\boutbox\.flush\(|\bcommitted\(/;

/** The only modules that read the content of uploaded audio, and the script of the processes in which they run. */
const uploadReaders = ["inspect", "mark-tags", "waveform", "sample", "clean-picture", "decoder", "sound", "mp4"].map(
  (name) => `src/server/features/media/${name}.ts`,
);
/** The only modules that load dictionaries of languages, which take hundreds of megabytes of memory. */
const lineReaders = ["chinese", "japanese", "korean"].map(
  (name) => `src/server/features/catalogue/readings/${name}.ts`,
);
/** The modules that run in helper processes alone, by the script that loads them. */
const helperScripts: Readonly<Record<string, readonly string[]>> = {
  "src/server/features/media/media-helper.ts": uploadReaders,
  "src/server/features/catalogue/readings/readings-helper.ts": lineReaders,
};
const readsUploads =
  /^import (?!type ).*"(?:music-metadata|file-type|taglib-wasm)"|^} from "music-metadata"|"@audio\//m;
const loadsDictionaries =
  /^import (?!type ).*"(?:kuromoji|pinyin-pro|es-hangul)"|import\("(?:kuromoji|pinyin-pro|es-hangul)"/m;

/** The one module that loads components late, with what stands in their place while their code can't be had. */
const lazyParts = "src/web/lib/lazy-part.tsx";
const usesLazy = /\blazy\b[^;]*\}?\s*from "react"|\bReact\.lazy\b/;
/** Imports of a module of components while the page is open; the first group is there where the import is all that a late part loads. */
const lateComponents = /(lazyPart(?:<[\w\s]+>)?\(\s*async \(\) =>\s*\(await )?\bimport\(\s*"[./#][^"\n]+\.tsx"/g;

const usesReactAria = /"(?:react-(?:aria|stately)(?:-components)?|@internationalized)["/]/;

/** Lists of a few entries: parts of the product, an account's kinds, the files of one upload, the steps of one change. */
const shortLists = [
  "await accountsOf(",
  "await highestIds(",
  "binEntities",
  "byVisibility",
  "demoPackages.",
  "fileFolders",
  "kind.dependents",
  "kinds",
  "messages",
  "Object.entries(channelTopics)",
  "outcomes",
  "paymentProviders",
  "personalData",
  "proofs",
  "received",
  "sources",
  "trailNames",
  "windowsOf(",
  "works",
];
/** Features whose loops read or write the disk with each step, and so give the event loop its turns. */
const diskFeatures = /^src\/server\/features\/(?:backup|pictures|storage)\//;

/** Returns the first lines of loops that await something without turns (platform/in-turns.ts), as the formatter lays loops out. */
function loopsWithoutTurns(text: string): string[] {
  const lines = text.split("\n");
  return lines.flatMap((line, at) => {
    const [, indent, list] = /^( *)(?:.*\W)?for \(const .+? of (?!\[)(.+)$/.exec(line) ?? [];
    if (list === undefined || shortLists.some((name) => list.startsWith(name))) return [];
    const isEnd = (each: string) => (line.endsWith("{") ? each.startsWith(`${indent}}`) : each.endsWith(";"));
    const count = lines.slice(at).findIndex(isEnd);
    const body = [list.replace(/^await /, ""), ...lines.slice(at + 1, at + count + 1)];
    return /\bawait\b/.test(body.join("\n")) ? [line.trim()] : [];
  });
}

/** Returns a message for each violation. */
export function violations(files: readonly SourceFile[]): string[] {
  const sources = files.filter((file) => file.path.startsWith("src/") && !isTest(file.path));
  const found: string[] = [];
  const featureTable = featureTablePattern(files);
  const featureTopic = featureTopicPattern(files);
  for (const file of sources) {
    const isGeneral = file.path.startsWith("src/server/platform/");
    if (isGeneral && featureTable?.test(file.text)) found.push(`${file.path}: names a feature's table`);
    if (isGeneral && featureTopic?.test(file.text)) found.push(`${file.path}: names a feature's topic`);
    for (const { target, typeOnly } of importsOf(file)) {
      const reason = forbidden(file.path, target, typeOnly);
      if (reason) found.push(`${file.path} imports ${target}: ${reason}`);
    }
    found.push(...misplaced(file).map((reason) => `${file.path}: ${reason}`));
  }
  for (const kind of Object.keys(inOneDirection) as (keyof typeof inOneDirection)[]) {
    for (const circle of circlesOf(kind, sources)) found.push(`${kind} in a circle: ${circle}`);
  }
  for (const name of zodFree) {
    const route = wayToZod(name, files);
    if (route) found.push(`${route.join(" imports ")}: ${name} must stay free of zod`);
  }
  return found;
}

/**
 * Matches the name of a feature's table: in a query, in a declaration of its type, and as a text where it is no plain word (`staff` is a role
 * too). Undefined when the files hold no tables.
 */
function featureTablePattern(files: readonly SourceFile[]): RegExp | undefined {
  const lists = files.filter((file) => /^src\/server\/features\/.*\.tables\.ts$/.test(file.path));
  const names = lists.flatMap(({ text }) => [...text.matchAll(/^ {2}(\w+): \w+Table;/gm)].map(([, name = ""]) => name));
  if (names.length === 0) return undefined;
  const any = names.join("|");
  const inQuery = `\\("(?:${any})"|\\b(?:from|into|join|update) (?:${any})\\b`;
  const compound = names.filter((name) => name.includes("_")).map((name) => `|"${name}"`);
  return new RegExp(`${inQuery}|^ *(?:${any}): \\w+Table;${compound.join("")}`, "m");
}

/** Matches the name of a topic of changes that the features declare; undefined when the files hold no declaration. */
function featureTopicPattern(files: readonly SourceFile[]): RegExp | undefined {
  const declarations = files.find((file) => file.path === "src/server/features/topics.ts")?.text ?? "";
  const names = [...declarations.matchAll(/Topic = "(\w+)"/g)].map(([, name = ""]) => name).join("|");
  return names === "" ? undefined : new RegExp(`"(?:${names})"`);
}

function forbidden(from: string, to: string, typeOnly: boolean): string | undefined {
  if (isTest(to) || to.startsWith("test/")) return "the product does not import its tests";
  if (!to.startsWith("src/")) return undefined;
  const isForeign = Object.entries(helperScripts).some(
    ([script, loads]) => loads.includes(to) && from !== script && !loads.includes(from),
  );
  if (isForeign && !typeOnly) return "it runs in helper processes only";
  const [, side = "", folder = "", feature = ""] = from.split("/");
  const [, otherSide = "", otherFolder = "", otherFeature = ""] = to.split("/");
  if (side === "art") return otherSide === "art" ? undefined : "art knows nothing but itself";
  if (otherSide === "art") return undefined;
  if (side === "contract") return otherSide === "contract" ? undefined : "the contract knows neither server nor web";
  if (otherSide === "contract") {
    if (folder === "platform") return sharedContract.includes(to) ? undefined : "the platform knows no feature";
    const weighs = side === "web" && !backOfficeOnly.includes(folder) && !zodFree.includes(to);
    return weighs && !typeOnly ? "public pages take types only from a module that brings zod" : undefined;
  }
  if (side !== otherSide) return "server and web never import each other";
  if (side === "web") {
    const wired = !from.slice("src/web/".length).includes("/");
    if (wired || folder === otherFolder) return undefined;
    if (areas.includes(folder) && areas.includes(otherFolder)) return "areas never import one another";
    return webLayers[folder]?.includes(otherFolder) ? undefined : `${folder} stands below ${otherFolder}`;
  }
  if (folder === "platform") return otherFolder === "platform" ? undefined : "the platform knows no feature";
  if (otherFolder === "platform") return undefined;
  if (folder === "database") return otherFolder === "database" ? undefined : "the migrations know no feature";
  if (otherFolder === "database") return undefined;
  if (folder === "features" && otherFolder !== "features") return "a feature knows nothing of what wires it";
  if (folder === "wings") return forbiddenToWing(to, otherFolder, typeOnly);
  if (otherFolder === "wings") return from === wingOpener ? undefined : "wings are opened by app.ts only";
  if (folder !== "features") return undefined;
  if (from === entityList && to.endsWith(".tables.ts")) return undefined;
  // Modules directly in features/ are shared by all features.
  if (feature === otherFeature || otherFeature.endsWith(".ts") || /(?:\.service|-port)\.ts$/.test(to)) return undefined;
  return "a feature uses another only through its service";
}

/** A wing works with what it is given, of which it knows the types. */
function forbiddenToWing(to: string, otherFolder: string, typeOnly: boolean): string | undefined {
  if (otherFolder === "features") return undefined;
  if (otherFolder !== "wings") return "a wing knows nothing of what opens it";
  return typeOnly || to === wingPorts ? undefined : "a wing takes another only as a type";
}

function misplaced({ path: file, text }: SourceFile): string[] {
  const found: string[] = [];
  if (text.includes("process.env") && file !== "src/server/platform/config.ts") {
    found.push("the environment is read in platform/config.ts only");
  }
  const mayQuery = file.endsWith(".repository.ts") || /^src\/server\/(?:platform|database)\//.test(file);
  if (queries.test(text) && !mayQuery) found.push("SQL stands in repositories only");
  if (file.startsWith("src/server/features/") && commitsByHand.test(text)) {
    found.push("features change data by database.commit() only");
  }
  if (file.startsWith("src/server/features/") && !diskFeatures.test(file) && !uploadReaders.includes(file)) {
    found.push(...loopsWithoutTurns(text).map((loop) => `a loop awaits without inTurns(): ${loop}`));
  }
  if (readsUploads.test(text) && !uploadReaders.includes(file)) found.push("uploads are read in helper processes only");
  if (loadsDictionaries.test(text) && !lineReaders.includes(file)) {
    found.push("dictionaries of languages are loaded in helper processes only");
  }
  const isLoadedBare = [...text.matchAll(lateComponents)].some(([, part]) => part === undefined);
  if ((isLoadedBare || usesLazy.test(text)) && file !== lazyParts)
    found.push("components load late by lazyPart() only");
  if (usesReactAria.test(text) && !file.startsWith("src/web/resource/")) {
    found.push("React Aria is used in src/web/resource only");
  }
  if (/^\s*(?:export\s+)?(?:declare\s+)?(?:const\s+)?enum\s/m.test(text)) found.push("no enums");
  if (/^\s*(?:export\s+)?(?:declare\s+)?namespace\s/m.test(text)) found.push("no namespaces");
  if (/^export \* from/m.test(text)) found.push("no barrels");
  return found;
}

/** Parts of the tree that import each other in one direction: folders, or the files of the wings; types count, too. */
const inOneDirection = {
  features: /^src\/server\/features\/([^/]+)\//,
  wings: /^src\/server\/wings\/([^/]+)\.ts$/,
  "rooms of the site": /^src\/web\/site\/([^/]+)\//,
  "rooms of the sales": /^src\/web\/site\/sales\/([^/]+)\//,
  "rooms of the back office": /^src\/web\/admin\/([^/]+)\//,
};

/** Returns the circles of imports among parts of one kind. */
function circlesOf(kind: keyof typeof inOneDirection, sources: readonly SourceFile[]): string[] {
  const nameOf = (file: string) => file.match(inOneDirection[kind])?.[1];
  const uses = new Map<string, Set<string>>();
  for (const file of sources) {
    const own = nameOf(file.path);
    if (own === undefined) continue;
    const used = uses.get(own) ?? new Set();
    uses.set(own, used);
    for (const { target } of importsOf(file)) {
      const other = nameOf(target);
      if (other !== undefined && other !== own) used.add(other);
    }
  }
  const circles = new Set<string>();
  const walk = (each: string, trail: readonly string[]) => {
    const start = trail.indexOf(each);
    if (start !== -1) {
      const circle = trail.slice(start);
      // Each circle once, starting at its first name.
      const first = circle.indexOf(circle.toSorted()[0] ?? "");
      const ordered = [...circle.slice(first), ...circle.slice(0, first)];
      circles.add([...ordered, ordered[0]].join(" → "));
      return;
    }
    for (const next of uses.get(each) ?? []) walk(next, [...trail, each]);
  };
  for (const each of uses.keys()) walk(each, []);
  return [...circles];
}

/** The chain of imports by which a module comes to load zod. */
function wayToZod(start: string, files: readonly SourceFile[]): string[] | undefined {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const seen = new Set<string>();
  const walk = (name: string): string[] | undefined => {
    const file = byPath.get(name);
    if (!file || seen.has(name)) return undefined;
    seen.add(name);
    if (/^\s*import\s+(?!type\s)[^;]*?"zod"/m.test(file.text)) return [name, "zod"];
    for (const { target, typeOnly } of importsOf(file)) {
      const rest = typeOnly ? undefined : walk(target);
      if (rest) return [name, ...rest];
    }
    return undefined;
  };
  return walk(start);
}
