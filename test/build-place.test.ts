import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { addAssets, putInPlace } from "../scripts/build-place.mjs";
import { folderOf } from "./folders.ts";

const day = 24 * 60 * 60_000;
const start = Date.UTC(2026, 10, 1);

/** A build whose page names a script and loads a part of the server. */
const build = (hash: string) =>
  folderOf({
    [`client/assets/app-${hash}.js`]: hash,
    [`client/assets/app-${hash}.js.br`]: hash,
    "client/assets/react-1.js": "react",
    "client/favicon.svg": hash,
    [`client/only-${hash}.txt`]: hash,
    [`server/assets/page-${hash}.js`]: hash,
    "server/index.js": hash,
  });
const filesOf = (place: string, folder: string) => readdirSync(path.join(place, folder)).toSorted();

describe("putInPlace", () => {
  it("leaves the hashed files of the former build beside the new one, and nothing else of it", () => {
    const place = folderOf();
    putInPlace(build("a"), place, start);
    const next = build("b");
    putInPlace(next, place, start + 100 * day);
    expect(filesOf(place, "client/assets")).toEqual([
      "app-a.js",
      "app-a.js.br",
      "app-b.js",
      "app-b.js.br",
      "react-1.js",
    ]);
    expect(filesOf(place, "server/assets")).toEqual(["page-a.js", "page-b.js"]);
    expect(filesOf(place, "client")).toEqual(["assets", "favicon.svg", "only-b.txt"]);
    for (const file of ["server/index.js", "client/favicon.svg"]) {
      expect(readFileSync(path.join(place, file), "utf8")).toBe("b");
    }
    expect(existsSync(next)).toBe(false);
  });

  it("puts them away a week after another build took their place", () => {
    const place = folderOf();
    putInPlace(build("a"), place, start);
    putInPlace(build("b"), place, start + 100 * day);
    putInPlace(build("c"), place, start + 106 * day);
    expect(filesOf(place, "client/assets")).toContain("app-a.js");
    putInPlace(build("d"), place, start + 108 * day);
    expect(filesOf(place, "client/assets").filter((name) => name.endsWith(".js"))).toEqual([
      "app-b.js",
      "app-c.js",
      "app-d.js",
      "react-1.js",
    ]);
    expect(filesOf(place, "server/assets")).toEqual(["page-b.js", "page-c.js", "page-d.js"]);
  });

  it("keeps the files of a build that was made before there was a list of them", () => {
    const place = build("a");
    putInPlace(build("b"), place, start + 100 * day);
    expect(filesOf(place, "client/assets")).toContain("app-a.js");
    expect(filesOf(place, "client")).not.toContain("only-a.txt");
  });
});

describe("addAssets", () => {
  it("gives a build what the browser may ask of another, and no more", () => {
    const [one, other] = [build("a"), build("b")];
    addAssets(one, other);
    const all = ["app-a.js", "app-a.js.br", "app-b.js", "app-b.js.br", "react-1.js"];
    expect(filesOf(other, "client/assets")).toEqual(all);
    expect(readFileSync(path.join(other, "client/favicon.svg"), "utf8")).toBe("b");
    expect(filesOf(other, "client")).toEqual(["assets", "favicon.svg", "only-b.txt"]);
  });
});
