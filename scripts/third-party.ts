/** `npm run third-party`: writes THIRD-PARTY.md from package-lock.json, for every platform alike. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

interface LockEntry {
  version?: string;
  license?: string;
  dev?: boolean;
}

const root = path.resolve(import.meta.dirname, "..");

/** Licences that ask for no more than the notice that each package brings in its own folder. */
const permissive = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC-BY-4.0",
  "ISC",
  "MIT",
  "MIT-0",
  "Unlicense",
]);

/** Licences of packages that bring a licence's text, but name none in their package.json. */
const unnamed: Record<string, string> = { "@react-aria/optimize-locales-plugin": "Apache-2.0" };

/** Licences whose text has to come along, by the file that holds it. */
const texts: Record<string, string[]> = {
  "LGPL-2.1-or-later": ["LICENSES/LGPL-2.1.txt"],
  "LGPL-3.0-or-later": ["LICENSES/LGPL-3.0.txt", "LICENSES/GPL-3.0.txt"],
  "MPL-2.0": ["LICENSES/MPL-2.0.txt"],
  "OFL-1.1": ["src/web/fonts/OFL.txt"],
};

/** Libraries inside the WebAssembly of a package, which its own licence does not name. */
const compiledIn = [
  {
    packageName: "mpg123-decoder",
    library: "mpg123",
    licence: "LGPL-2.1-or-later",
    source: "https://github.com/eshaz/wasm-audio-decoders",
  },
  {
    packageName: "taglib-wasm",
    library: "TagLib",
    licence: "LGPL-2.1-or-later",
    source: "https://github.com/CharlesWiltgen/TagLib-Wasm",
  },
  {
    packageName: "@audio/decode-opus",
    library: "libopus",
    licence: "BSD-3-Clause",
    source: "https://opus-codec.org",
  },
  {
    packageName: "@wasm-audio-decoders/flac",
    library: "libFLAC",
    licence: "BSD-3-Clause",
    source: "https://github.com/eshaz/wasm-audio-decoders",
  },
  {
    packageName: "@wasm-audio-decoders/ogg-vorbis",
    library: "libvorbis",
    licence: "BSD-3-Clause",
    source: "https://github.com/eshaz/wasm-audio-decoders",
  },
];

const isLibvips = (name: string) => /^@img\/sharp-(?:libvips|win32|wasm32)/.test(name);

/**
 * The text of THIRD-PARTY.md.
 * @param lock the content of package-lock.json
 * @throws Error when a package has a licence that this script does not know, or a library's package is gone
 */
export function thirdParty(lock: string): string {
  const packages = productionPackages(JSON.parse(lock) as { packages: Record<string, LockEntry> });
  for (const { name, licence } of packages) {
    const unknown = partsOf(licence).find((part) => !permissive.has(part) && !texts[part]);
    if (unknown !== undefined)
      throw new Error(`${name} has the licence ${unknown}: read it, then add it to this script`);
  }
  const gone = compiledIn.find(({ packageName }) => !packages.some(({ name }) => name === packageName));
  if (gone) throw new Error(`${gone.packageName} is no longer installed: take ${gone.library} out of this script`);

  const withText = packages.filter(({ licence }) => partsOf(licence).some((part) => texts[part]));
  return `# Third-party software

Made by \`npm run third-party\` from package-lock.json; not to be edited by hand. \`npm start\` downloads these packages from the
npm registry, each with its own licence and notices; development packages are not listed. The fonts in \`src/web/fonts\` and the
JavaScript that browsers load are made from packages of this list.

## Licences that ask for their text

| licence | text | software |
| --- | --- | --- |
${Object.entries(texts)
  .map(([licence, files]) => {
    const linked = files.map((file) => `[${path.basename(file, ".txt")}](${file})`).join(", ");
    return row(licence, linked, softwareUnder(licence, withText));
  })
  .join("\n")}

- **Be Vietnam Pro** (OFL-1.1): \`src/web/fonts\` holds subsets of it, made by \`subset.py\`; the share pictures are set in it,
  with letters composed of its own by \`compose.py\` in \`src/server/features/pictures/pinyin\`.
- **@zxcvbn-ts/language-common** ([MIT](LICENSES/MIT-zxcvbn.txt)): \`common-passwords.txt\` is the head of its list of passwords. The package
  itself is a development package: a test compares the two.
- **kuromoji** (Apache-2.0) holds the dictionary mecab-ipadic, under a licence of its own ([IPADIC](LICENSES/IPADIC.txt)).
- **libvips** (LGPL-3.0-or-later) and the libraries linked with it come as shared libraries in the packages \`@img/sharp-*\` and can
  be replaced by others; the \`README.md\` of each package lists them with their licences. Sources:
  <https://github.com/lovell/sharp-libvips>.
- **codec-parser** (LGPL-3.0-or-later), **satori** and **lightningcss** (MPL-2.0) are used unchanged. Sources:
  <https://github.com/eshaz/codec-parser>, <https://github.com/vercel/satori>, <https://github.com/parcel-bundler/lightningcss>.

## Libraries compiled to WebAssembly

They are used unchanged. Each lies in the folder of its package in \`node_modules\`, where it can be replaced by another build.

| library | licence | in the package | source |
| --- | --- | --- | --- |
${compiledIn.map(({ library, licence, packageName, source }) => row(library, licence, packageName, `<${source}>`)).join("\n")}

## All packages

| package | version | licence |
| --- | --- | --- |
${packages.map(({ name, versions, licence }) => row(name, versions.join(", "), licence)).join("\n")}
`;
}

interface Package {
  name: string;
  versions: string[];
  licence: string;
}

function productionPackages({ packages }: { packages: Record<string, LockEntry> }): Package[] {
  const found = new Map<string, Package>();
  for (const [where, { version, license: named, dev }] of Object.entries(packages)) {
    if (where === "" || dev || version === undefined) continue;
    const name = where.slice(where.lastIndexOf("node_modules/") + "node_modules/".length);
    const license = named ?? unnamed[name] ?? "unknown";
    const same = found.get(`${name} ${license}`);
    if (!same) found.set(`${name} ${license}`, { name, versions: [version], licence: license });
    else if (!same.versions.includes(version)) same.versions.push(version);
  }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function softwareUnder(licence: string, packages: Package[]): string {
  const named = packages
    .filter((each) => partsOf(each.licence).includes(licence))
    .map(({ name }) => (isLibvips(name) ? "libvips (`@img/sharp-*`)" : name.replace(/^(lightningcss)-.*/, "$1")));
  const compiled = compiledIn.filter((each) => each.licence === licence).map(({ library }) => library);
  return [...new Set([...named, ...compiled])].join(", ");
}

const partsOf = (licence: string) => licence.replace(/^\(|\)$/g, "").split(/ AND | OR /);

const row = (...cells: string[]) => `| ${cells.join(" | ")} |`;

if (import.meta.main) {
  writeFileSync(
    path.join(root, "THIRD-PARTY.md"),
    thirdParty(readFileSync(path.join(root, "package-lock.json"), "utf8")),
  );
}
