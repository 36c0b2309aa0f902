import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { thirdParty } from "../scripts/third-party.ts";

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), "utf8");

describe("THIRD-PARTY.md", () => {
  it("equals the output of npm run third-party", () => {
    expect(read("THIRD-PARTY.md")).toBe(thirdParty(read("package-lock.json")));
  });

  it("links to existing texts", () => {
    const files = [...read("THIRD-PARTY.md").matchAll(/\]\(([^)]+)\)/g)].map(([, file = ""]) => file);
    expect(files.length).toBeGreaterThan(4);
    for (const file of files) expect(existsSync(new URL(`../${file}`, import.meta.url)), file).toBe(true);
  });

  it("fails for an unknown licence", () => {
    const lock = JSON.parse(read("package-lock.json")) as { packages: Record<string, object> };
    const found = { version: "1.0.0", license: "AGPL-3.0-only" };
    const withNew = (entry: object) =>
      JSON.stringify({ packages: { ...lock.packages, "node_modules/new-package": entry } });
    expect(() => thirdParty(withNew(found))).toThrow("new-package has the licence AGPL-3.0-only");
    expect(() => thirdParty(withNew({ version: "1.0.0" }))).toThrow("unknown");
    expect(thirdParty(withNew({ ...found, dev: true }))).toBe(read("THIRD-PARTY.md"));
  });
});
