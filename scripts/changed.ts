/**
 * For `npm test -- --changed`: prints as JSON the changed files of the working tree, and the tests that they reach.
 *
 * A changed file reaches the tests that import it, over any number of steps, up to the wiring that imports everything; tests of the server
 * stand for their whole feature, since they drive it through HTTP. A journey in the browser is reached by the folders that it walks through
 * (`e2e/journeys.ts`). The contract, the helpers of the tests and the settings of the project reach everything.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { journeys } from "../e2e/journeys.ts";
import { importsOf } from "../test/architecture.ts";

interface Reach {
  /** Paths from the project's folder, with slashes; none that was removed. */
  changed: string[];
  /** Whether all tests are reached. */
  isAll: boolean;
  tests: string[];
}

const root = path.dirname(import.meta.dirname);
const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file);
/** Files that import every feature or screen, so that what they are imported by says nothing. */
const isWiring = (file: string) =>
  file.startsWith("src/server/wings/") ||
  ["src/server/app.ts", "src/server/main.ts", "src/server/features/entities.ts", "src/web/routes.ts"].includes(file);
const reachesAll = (file: string) =>
  !isTest(file) &&
  /^(src\/contract|test|e2e\/support)\/|^[^/]+\.(json|ts)$|^src\/(server|server\/wings|web)\/[^/]+\.(ts|tsx)$/.test(
    file,
  );

/** The files that differ from a commit, those that git does not track yet among them. */
function changedSince(commit: string): string[] {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\0").filter(Boolean);
  return [
    ...git("diff", "--name-only", "-z", "--relative", commit),
    ...git("ls-files", "--others", "--exclude-standard", "-z"),
  ];
}

/** The folder of a feature of the server; of other files their own. */
function roomOf(file: string): string {
  return /^src\/server\/features\/[^/]+\//.exec(file)?.[0] ?? `${path.posix.dirname(file)}/`;
}

function reachOf(changed: readonly string[]): Reach {
  const present = changed.filter((file) => existsSync(path.join(root, file)));
  if (changed.some(reachesAll)) return { changed: present, isAll: true, tests: [] };

  const files = ["src", "test", "hostile"].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(ts|tsx|css)$/.test(file))
      .map((file) => `${folder}/${file.replaceAll(path.sep, "/")}`),
  );
  const importers = new Map<string, string[]>();
  for (const file of files) {
    if (isWiring(file) || file.endsWith(".css")) continue;
    for (const { target, typeOnly } of importsOf({ path: file, text: readFileSync(path.join(root, file), "utf8") })) {
      if (!typeOnly) importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  const migrations = changed.filter((file) => file.startsWith("src/server/database/migrations/"));
  const reached = new Set([...changed, ...(migrations.length > 0 ? ["src/server/database/migrate.ts"] : [])]);
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer);

  const rooms = new Set([...reached].filter((file) => file.startsWith("src/server/") && !isTest(file)).map(roomOf));
  const tests = files.filter((file) => isTest(file) && (reached.has(file) || rooms.has(roomOf(file))));
  const walked = Object.entries(journeys).filter(
    ([spec, folders]) =>
      changed.includes(spec) || folders.some((folder) => changed.some((file) => file.startsWith(folder))),
  );
  return { changed: present, isAll: false, tests: [...tests, ...walked.map(([spec]) => spec)] };
}

process.stdout.write(JSON.stringify(reachOf(changedSince(process.argv[2] ?? "HEAD"))));
