import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { migrationNames } from "#server/database/migrate.ts";

const root = path.resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

const entries = read("CHANGELOG.md")
  .split(/^## /m)
  .slice(1)
  .map((text) => {
    const [, version = "", date = ""] = /^(\d+\.\d+\.\d+) — (20\d\d-\d\d-\d\d)$/m.exec(text) ?? [];
    const line = (name: string) => new RegExp(`^- ${name}: (.+)$`, "m").exec(text)?.[1] ?? "";
    const named = (name: string) =>
      [
        ...line(name)
          .split(";", 1)
          .join()
          .matchAll(/`([^`]+)`/g),
      ].map(([, word]) => word);
    return { version, date, line, named };
  });

describe("CHANGELOG.md", () => {
  it("tells settings, migrations and duration of each version", () => {
    expect(entries.length).toBeGreaterThan(10);
    for (const { version, line } of entries) {
      for (const name of ["Settings", "Migrations", "Duration"]) expect(line(name), `${version}: ${name}`).not.toBe("");
    }
  });

  it("has the newest version first, on rising dates", () => {
    const numbers = entries.map(({ version }) =>
      version
        .split(".")
        .map((part) => part.padStart(5, "0"))
        .join("."),
    );
    expect(numbers).toEqual([...new Set(numbers)].toSorted().toReversed());
    const dates = entries.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  it("has the version of the package, its lock file, the image and the documentation first", () => {
    const [{ version } = { version: "" }] = entries;
    const lock = JSON.parse(read("package-lock.json")) as { version: string; packages: { "": { version: string } } };
    expect([
      (JSON.parse(read("package.json")) as { version: string }).version,
      lock.version,
      lock.packages[""].version,
    ]).toEqual([version, version, version]);
    for (const file of ["compose.yaml", "docs/operations/set-up.md"])
      expect(read(file)).toContain(`ngan-nga:${version}`);
    expect(read("Dockerfile")).toContain(`image.version="${version}"`);
  });

  it("names each migration once, in the version that brought it", () => {
    const named = entries.toReversed().flatMap((entry) => entry.named("Migrations"));
    expect(named).toEqual(migrationNames);
  });

  it("names each setting once, in the version that brought it", () => {
    const known = [...read("src/server/platform/config.ts").matchAll(/^ {4}([A-Z][A-Z_]+): \w/gm)].map(
      ([, name]) => name,
    );
    expect(known.length).toBeGreaterThan(25);
    expect(entries.flatMap((entry) => entry.named("Settings")).toSorted()).toEqual(known.toSorted());
  });
});
