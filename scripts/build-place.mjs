/** Where a build stands: put into its place beside a running site, which goes on to find the files of its own. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";

/** Milliseconds for which files of a former build stay: pages that are open in a browser ask for them. */
const keepMs = 7 * 24 * 60 * 60_000;
/** The parts of a build whose names hold a hash of their content: files of several builds stand side by side. */
const hashed = [path.join("client", "assets"), path.join("server", "assets")];
const isHashed = (file) => hashed.some((folder) => file.startsWith(folder + path.sep));

/**
 * Moves a build into its place file by file, each at once, first those that are named by others. Hashed files of the build that was
 * there stay for a week from now on; other files that the new one lacks are removed.
 * @param now time, for tests.
 */
export function putInPlace(next, place, now = Date.now()) {
  const list = path.join(place, "files.json");
  const former = existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : partsOf(place);
  const files = partsOf(next).toSorted((one, other) => rank(one) - rank(other));
  for (const file of files) {
    mkdirSync(path.dirname(path.join(place, file)), { recursive: true });
    renameSync(path.join(next, file), path.join(place, file));
  }
  const isNew = new Set(files);
  const time = new Date(now);
  for (const file of former) {
    if (!isNew.has(file) && isHashed(file) && existsSync(path.join(place, file))) {
      utimesSync(path.join(place, file), time, time);
    }
  }
  for (const file of partsOf(place)) {
    if (isNew.has(file)) continue;
    const at = path.join(place, file);
    if (!isHashed(file) || now - statSync(at).mtimeMs > keepMs) rmSync(at);
  }
  writeFileSync(list, JSON.stringify(files));
  rmSync(next, { recursive: true, force: true });
}

/** Gives a build the browser's files that it lacks of another, so that a process of either has them. */
export function addAssets(from, to) {
  const [folder] = hashed;
  const [source, target] = [path.join(from, folder), path.join(to, folder)];
  for (const name of readdirSync(source)) {
    if (existsSync(path.join(target, name))) continue;
    const part = path.join(to, `${name}.part`);
    copyFileSync(path.join(source, name), part);
    renameSync(part, path.join(target, name));
  }
}

/** What the browser asks for first, then the code that names it. */
function rank(file) {
  if (isHashed(file)) return 0;
  return file.startsWith("client") ? 1 : 2;
}

function partsOf(place) {
  return ["client", "server"].flatMap((part) => {
    const folder = path.join(place, part);
    if (!existsSync(folder)) return [];
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(place, path.join(entry.parentPath ?? entry.path, entry.name)));
  });
}
