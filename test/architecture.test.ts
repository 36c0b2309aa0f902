import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { importsOf, type SourceFile, violations } from "./architecture.ts";

const root = path.resolve(import.meta.dirname, "..");

function sources(): SourceFile[] {
  return globSync("src/**/*.{ts,tsx}", { cwd: root }).map((file) => ({
    path: file.replaceAll(path.sep, "/"),
    text: readFileSync(path.join(root, file), "utf8"),
  }));
}

/** The complaints about the given files alone. */
function about(files: Record<string, string>): string[] {
  return violations(Object.entries(files).map(([file, text]) => ({ path: file, text })));
}

describe("the source tree", () => {
  it("follows the rules", () => {
    const files = sources();
    expect(files.length).toBeGreaterThan(40);
    expect(violations(files)).toEqual([]);
  });

  it("has its tables where the checker finds them", () => {
    const file = "src/server/platform/a.ts";
    const found = violations([...sources(), { path: file, text: 'db.selectFrom("songs")' }]);
    expect(found).toEqual([`${file}: names a feature's table`]);
  });
});

describe("the checker", () => {
  it("reads every form of import", () => {
    const text = [
      'import "./a.ts";',
      'import b, { type c } from "./b.ts";',
      "import {\n  d,\n  e,\n} from\n  '#nothing'",
      'import type { F } from "../f.ts";',
      'export { g } from "#contract/g.ts";',
      'const h = await import("#server/h.ts");',
      'import type { Route } from "./+types/page";',
      'import { z } from "zod";',
      'import { t } from "#test/app.ts";',
    ].join("\n");
    expect(importsOf({ path: "src/web/site/page.tsx", text })).toEqual([
      { target: "src/web/site/a.ts", typeOnly: false },
      { target: "src/web/site/b.ts", typeOnly: false },
      { target: "src/web/f.ts", typeOnly: true },
      { target: "src/contract/g.ts", typeOnly: false },
      { target: "test/app.ts", typeOnly: false },
      { target: "src/server/h.ts", typeOnly: false },
    ]);
  });

  it.each([
    ["src/art/a.ts", "#contract/errors.ts", "art knows nothing but itself"],
    ["src/art/a.ts", "../web/lib/api.ts", "art knows nothing but itself"],
    ["src/contract/a.ts", "#server/app.ts", "the contract knows neither server nor web"],
    ["src/contract/a.ts", "../web/lib/api.ts", "the contract knows neither server nor web"],
    ["src/server/app.ts", "../web/server.ts", "server and web never import each other"],
    ["src/web/root.tsx", "#server/app.ts", "server and web never import each other"],
    ["src/web/lib/a.ts", "../site/page.tsx", "lib stands below site"],
    ["src/web/ui/a.tsx", "../player/player.ts", "ui stands below player"],
    ["src/web/player/a.ts", "../resource/table.tsx", "player stands below resource"],
    ["src/web/resource/a.ts", "../admin/page.tsx", "resource stands below admin"],
    ["src/web/request-parts/a.tsx", "../admin/page.tsx", "request-parts stands below admin"],
    ["src/web/resource/a.tsx", "../request-parts/timeline.tsx", "resource stands below request-parts"],
    ["src/web/site/a.tsx", "../request-parts/timeline.tsx", "site stands below request-parts"],
    ["src/web/site/a.tsx", "../admin/page.tsx", "areas never import one another"],
    ["src/web/staff/a.tsx", "../site/page.tsx", "areas never import one another"],
    ["src/web/site/a.tsx", "#contract/catalogue.ts", "public pages take types only from a module that brings zod"],
    ["src/server/platform/a.ts", "../features/media/media.service.ts", "the platform knows no feature"],
    ["src/server/platform/a.ts", "#server/app.ts", "the platform knows no feature"],
    ["src/server/platform/a.ts", "#contract/catalogue.ts", "the platform knows no feature"],
    ["src/server/platform/a.ts", "#server/database/migrate.ts", "the platform knows no feature"],
    ["src/server/database/a.ts", "../features/media/media.service.ts", "the migrations know no feature"],
    ["src/server/features/a.ts", "./media/media.tables.ts", "a feature uses another only through its service"],
    ["src/server/features/media/a.ts", "#server/app.ts", "a feature knows nothing of what wires it"],
    ["src/server/features/media/a.ts", "#server/wings/files.ts", "a feature knows nothing of what wires it"],
    ["src/server/platform/a.ts", "#server/wings/files.ts", "the platform knows no feature"],
    ["src/server/database/a.ts", "#server/wings/files.ts", "the migrations know no feature"],
    ["src/server/main.ts", "./wings/files.ts", "wings are opened by app.ts only"],
    ["src/server/wings/sales.ts", "#server/app.ts", "a wing knows nothing of what opens it"],
    ["src/server/wings/sales.ts", "./files.ts", "a wing takes another only as a type"],
    [
      "src/server/features/media/a.ts",
      "#server/features/accounts/accounts.repository.ts",
      "a feature uses another only through its service",
    ],
    ["src/server/app.ts", "#test/app.ts", "the product does not import its tests"],
    ["src/server/app.ts", "./platform/a.test.ts", "the product does not import its tests"],
    ["src/server/features/media/media.service.ts", "./inspect.ts", "it runs in helper processes only"],
    ["src/server/features/catalogue/a.ts", "./readings/japanese.ts", "it runs in helper processes only"],
    [
      "src/server/features/media/media-helper.ts",
      "../catalogue/readings/korean.ts",
      "it runs in helper processes only",
    ],
  ])("%s may not import %s", (file, specifier, reason) => {
    const found = about({ [file]: `import { x } from "${specifier}";` });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(reason);
  });

  it.each([
    ["src/art/a.ts", 'import { x } from "./seed.ts";'],
    ["src/contract/a.ts", 'import { x } from "#art/seed.ts";'],
    ["src/server/features/media/a.ts", 'import { x } from "#art/cover.ts";'],
    ["src/web/ui/a.tsx", 'import { x } from "#art/cover.ts";'],
    ["src/contract/a.ts", 'import { x } from "./errors.ts";'],
    ["src/server/features/media/a.ts", 'import { x } from "#server/features/audit/audit.service.ts";'],
    ["src/server/features/media/a.ts", 'import { x } from "#server/platform/outbox.ts";'],
    ["src/server/features/media/a.ts", 'import { x } from "#server/database/kept-sums.ts";'],
    ["src/server/database/a.ts", 'import { x } from "#server/platform/outbox.ts";'],
    ["src/server/features/entities.ts", 'import { x } from "#server/features/media/media.tables.ts";'],
    ["src/server/app.ts", 'import { x } from "./wings/files.ts";'],
    ["src/server/wings/files.ts", 'import { x } from "#server/features/media/mark.ts";'],
    ["src/server/wings/files.ts", 'import { x } from "#server/database/migrate.ts";'],
    ["src/server/wings/files.ts", 'import { x } from "#server/platform/outbox.ts";'],
    ["src/server/wings/sales.ts", 'import type { X } from "./files.ts";'],
    ["src/server/wings/sales.ts", 'import { x } from "./ports.ts";'],
    ["src/server/features/media/a.ts", 'import { x } from "#server/features/topics.ts";'],
    ["src/server/features/media/a.ts", 'import type { X } from "#server/features/bin/bin-port.ts";'],
    ["src/server/platform/a.ts", 'import { x } from "#contract/errors.ts";'],
    ["src/server/features/media/a.test.ts", 'import { x } from "#test/app.ts";'],
    ["src/web/site/a.tsx", 'import type { Song } from "#contract/catalogue.ts";'],
    ["src/web/site/a.tsx", 'import { ApiError } from "#contract/errors.ts";'],
    ["src/web/admin/a.tsx", 'import { SongBody } from "#contract/catalogue.ts";'],
    ["src/web/request-parts/a.tsx", 'import { fileRules } from "#contract/media.ts";'],
    ["src/web/request-parts/a.tsx", 'import { x } from "../player/player.ts";'],
    ["src/web/request-parts/a.tsx", 'import { x } from "../resource/controls/badge.tsx";'],
    ["src/web/staff/a.tsx", 'import { x } from "../request-parts/timeline.tsx";'],
    ["src/server/features/media/media-helper.ts", 'const load = () => import("./inspect.ts");'],
    ["src/server/features/media/tags.ts", 'import type { IAudioMetadata } from "music-metadata";'],
    ["src/web/site/a.tsx", 'import { x } from "../player/player.ts";'],
    ["src/web/root.tsx", 'import { x } from "./site/page.tsx";'],
    ["src/server/platform/config.ts", "const port = process.env.PORT;"],
    ["src/server/features/media/media.repository.ts", 'db.selectFrom("songs")'],
  ])("allows %s to contain: %s", (file, text) => {
    expect(about({ [file]: text })).toEqual([]);
  });

  it.each([
    ["process.env.PORT", "the environment is read in platform/config.ts only"],
    ['db.selectFrom("songs")', "SQL stands in repositories only"],
    ["await sql`select 1`", "SQL stands in repositories only"],
    ["sql<{ n: number }>`select 1`", "SQL stands in repositories only"],
    ["await db.transaction().execute(async (tx) => {})", "features change data by database.commit() only"],
    ["await db\n  .transaction()\n  .setIsolationLevel(x)", "features change data by database.commit() only"],
    ["changes.committed(catalogueTopic);", "features change data by database.commit() only"],
    ["outbox.flush().catch(() => {});", "features change data by database.commit() only"],
    ["export enum Colour { Red }", "no enums"],
    ["const enum Colour { Red }", "no enums"],
    ["export namespace Songs {}", "no namespaces"],
    ['export * from "./song.ts";', "no barrels"],
    ['import { parseFile } from "music-metadata";', "uploads are read in helper processes only"],
    ['import {\n  parseFile,\n  parseStream,\n} from "music-metadata";', "uploads are read in helper processes only"],
    ['const load = () => import("@audio/decode-mp3");', "uploads are read in helper processes only"],
    ['import { pinyin } from "pinyin-pro";', "dictionaries of languages are loaded in helper processes only"],
    ['const load = () => import("kuromoji");', "dictionaries of languages are loaded in helper processes only"],
  ])("finds %s in a service", (text, reason) => {
    expect(about({ "src/server/features/media/media.service.ts": text })).toEqual([
      `src/server/features/media/media.service.ts: ${reason}`,
    ]);
  });

  it.each([
    ["for (const id of ids) await save(tx, id);", "for (const id of ids) await save(tx, id);"],
    ["if (a) for (const b of await list()) await save(b);", "if (a) for (const b of await list()) await save(b);"],
    ["  for (const id of ids) {\n    if (id) {\n      await save(tx, id);\n    }\n  }", "for (const id of ids) {"],
    ["for (const kind of kinds) {\n  for (const id of ids) {\n    await save(id);\n  }\n}", "for (const id of ids) {"],
    ["for await (const id of inTurns(ids)) await save(tx, id);", undefined],
    ["for (const id of await repository.all()) names.push(id);", undefined],
    ["for (const id of ids) {\n  names.push(id);\n}\nawait save(tx, names);", undefined],
    ['for (const kind of ["order", "request"] as const) await save(tx, kind);', undefined],
  ])("finds loops that keep the event loop: %s", (text, loop) => {
    const messages = loop === undefined ? [] : [`a loop awaits without inTurns(): ${loop}`];
    const file = "src/server/features/media/media.service.ts";
    expect(about({ [file]: text })).toEqual(messages.map((message) => `${file}: ${message}`));
    expect(about({ "src/server/features/backup/a.ts": text, "src/web/ui/a.ts": text })).toEqual([]);
  });

  it.each([
    ['import { lazy, Suspense } from "react";', 1],
    ['import {\n  type ComponentType,\n  lazy,\n} from "react";', 1],
    ['const load = () => import("./dock.tsx");', 1],
    ['const Dock = lazyPart(load);\nconst load = async () => (await import("./dock.tsx")).Dock;', 1],
    ['const Dock = lazyPart(async () => (await import("./dock.tsx")).Dock);', 0],
    ['const Dock = lazyPart<DockProps>(\n  async () => (await import("../ui/dock.tsx")).Dock,\n  Late,\n);', 0],
    ['import { useRef } from "react";\nconst { listen } = await import("../lib/events.ts");', 0],
    ['<img loading="lazy" />', 0],
  ])("finds components that load late without what stands in their place: %s", (text, count) => {
    expect(about({ "src/web/site/a.tsx": text, "src/web/lib/lazy-part.tsx": text })).toEqual(
      Array.from({ length: count }, () => "src/web/site/a.tsx: components load late by lazyPart() only"),
    );
  });

  it.each([
    ["src/web/ui/a.tsx", 1],
    ["src/web/site/a.tsx", 1],
    ["src/web/admin/a.tsx", 1],
    ["src/web/resource/controls/a.tsx", 0],
  ])("finds React Aria in %s", (file, count) => {
    const names = ["react-aria-components/Modal", "react-aria-components", "react-aria", "react-stately"];
    for (const name of [...names, "@internationalized/date"]) {
      expect(about({ [file]: `import { x } from "${name}";` }), name).toHaveLength(count);
    }
  });

  it.each([
    ['db.selectFrom("songs")', 1],
    ["sql`select 1 from songs where id = 1`", 1],
    ['const table = "song_likes";', 1],
    ['if (caller.kind === "staff") return;', 0],
    ["interface Tables {\n  songs: SongTable;\n}", 1],
    ['db.selectFrom("outbox")', 0],
    ["/** Pages of songs and genres. */", 0],
  ])("finds a feature's table in the platform: %s", (text, count) => {
    const tables = ["songs", "song_likes", "staff"].map((name) => `  ${name}: SomeTable;`).join("\n");
    expect(
      about({ "src/server/features/media/media.tables.ts": tables, "src/server/platform/http/a.ts": text }),
    ).toHaveLength(count);
  });

  it("finds a feature's topic in the platform", () => {
    const topics = { "src/server/features/topics.ts": 'export const catalogueTopic = "catalogue";' };
    const file = "src/server/platform/http/a.ts";
    expect(about({ ...topics, [file]: 'changes.version("catalogue")' })).toEqual([`${file}: names a feature's topic`]);
    expect(about({ ...topics, [file]: 'changes.version("outbox")' })).toEqual([]);
  });

  it("finds circular features", () => {
    const uses = (other: string) => `import { x } from "#server/features/${other}/${other}.service.ts";`;
    expect(
      about({
        "src/server/features/a/a.service.ts": uses("b"),
        "src/server/features/b/b.service.ts": uses("c"),
        "src/server/features/c/c.service.ts": uses("a"),
        "src/server/features/d/d.service.ts": uses("a"),
      }),
    ).toEqual(["features in a circle: a → b → c → a"]);
  });

  it("finds circular wings", () => {
    const takes = (other: string) => `import type { X } from "./${other}.ts";`;
    expect(
      about({
        "src/server/wings/a.ts": takes("b"),
        "src/server/wings/b.ts": takes("c"),
        "src/server/wings/c.ts": takes("a"),
        "src/server/wings/d.ts": takes("a"),
      }),
    ).toEqual(["wings in a circle: a → b → c → a"]);
  });

  it("finds circular rooms of the web", () => {
    const takes = (other: string) => `import { x } from "../${other}/x.ts";`;
    for (const [area, name] of [
      ["site", "rooms of the site"],
      ["site/sales", "rooms of the sales"],
      ["admin", "rooms of the back office"],
    ] as const) {
      const files = { [`src/web/${area}/a/x.ts`]: takes("b"), [`src/web/${area}/b/x.ts`]: takes("a") };
      expect(about(files)).toEqual([`${name} in a circle: a → b → a`]);
    }
  });

  it("finds zod in the imports of public pages", () => {
    const found = about({
      "src/contract/errors.ts": 'import { x } from "./shapes.ts";',
      "src/contract/shapes.ts": 'import { z } from "zod";',
      "src/contract/pictures.ts": 'import { x } from "#art/seed.ts";',
      "src/contract/rules.ts": 'import type { z } from "zod";',
    });
    expect(found).toEqual([
      "src/contract/errors.ts imports src/contract/shapes.ts imports zod: src/contract/errors.ts must stay free of zod",
    ]);
  });
});
