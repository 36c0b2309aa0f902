/** The programs of the machine that the tests drive: Chromium, PostgreSQL, LibreOffice. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { fail } from "./prepare.mjs";

const onPath = (program) =>
  (process.env.PATH ?? "").split(path.delimiter).some((folder) => existsSync(path.join(folder, program)));

function hasPostgres() {
  if (process.env.TEST_DATABASE_URL || onPath("postgres")) return true;
  const base = "/usr/lib/postgresql";
  return (
    existsSync(base) && readdirSync(base).some((version) => existsSync(path.join(base, version, "bin", "postgres")))
  );
}

/** Each by the system package that brings it, and the test files that need it. */
const programs = [
  {
    title: "Chromium",
    // The build without windows, in which a page costs a third of the time.
    packageName: "chromium-headless-shell",
    neededBy: (file) => file.endsWith(".spec.ts") || file.endsWith(".component.test.tsx"),
    isThere: () => existsSync("/usr/bin/chromium-headless-shell"),
    hasOther: () => existsSync("/usr/bin/chromium"),
  },
  {
    title: "PostgreSQL",
    packageName: "postgresql",
    neededBy: (file) => /^(src\/server|test|hostile)\/.*\.test\.ts$/.test(file),
    isThere: hasPostgres,
  },
  {
    title: "LibreOffice Calc",
    packageName: "libreoffice-calc-nogui",
    neededBy: (file) => file.endsWith("/orders-export.process.test.ts"),
    isThere: () => onPath("soffice"),
  },
];

/** Installs what the test files need and the machine lacks. Ends the command where that can't be done and nothing else will do. */
export function bringPrograms(files) {
  const missing = programs.filter((program) => files.some(program.neededBy) && !program.isThere());
  if (missing.length === 0) return;
  if (process.getuid?.() === 0 && onPath("apt-get")) {
    process.stdout.write(`Installing ${titlesOf(missing)} from the system's packages …\n`);
    const options = { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
    spawnSync("apt-get", ["update", "-q"], options);
    // One by one: a package that the system does not know keeps no other out.
    for (const { packageName } of missing)
      spawnSync("apt-get", ["install", "-y", "-q", "--no-install-recommends", packageName], options);
  }
  const still = missing.filter((program) => !program.isThere() && !program.hasOther?.());
  if (still.length === 0) return;
  fail(
    `The tests need ${titlesOf(still)}. Install: apt-get install ${still.map((program) => program.packageName).join(" ")}\n` +
      "Chromium is looked for at /usr/bin/chromium-headless-shell and /usr/bin/chromium; PostgreSQL on the PATH, in /usr/lib/postgresql, or through TEST_DATABASE_URL; " +
      "LibreOffice as soffice on the PATH.",
  );
}

const titlesOf = (some) => new Intl.ListFormat("en").format(some.map((program) => program.title));
