import { expect, test } from "vitest";
import { api } from "./api.ts";
import { binEntities } from "./bin.ts";
import { bulkEntities, bulkKinds } from "./bulk.ts";
import { entities, entityNames } from "./entities.ts";
import { ExportBody, exportFilters } from "./exports.ts";
import { findKinds } from "./find.ts";
import { viewScreens } from "./views.ts";

const records = entityNames.map((name) => ({ name, ...entities[name] }));
const named = (has: (record: (typeof records)[number]) => boolean) =>
  records
    .filter(has)
    .map(({ name }) => name)
    .toSorted();

test("the bin and the bulk jobs have the entities that say so, and no others", () => {
  expect([...binEntities].toSorted()).toEqual(named(({ hasBin }) => hasBin));
  expect([...bulkEntities].toSorted()).toEqual(named(({ hasBulk }) => hasBulk));
  expect([...new Set<string>(Object.values(bulkKinds))].toSorted()).toEqual([...bulkEntities].toSorted());
});

test("the command palette finds the entities that say so, and no others", () => {
  expect([...findKinds].toSorted()).toEqual(records.flatMap(({ found }) => found ?? []).toSorted());
});

test("the Excel files are those that the entities name, and the history", () => {
  const files = records.flatMap(({ excel }) => excel ?? []);
  const own = files.filter((name) => name.includes(" "));
  expect(Object.keys(api)).toEqual(expect.arrayContaining(own));
  const lists = Object.keys(exportFilters).toSorted();
  expect(lists).toEqual([...files.filter((name) => !own.includes(name)), "history"].toSorted());
  expect(ExportBody.options.map(({ shape }) => shape.list.value).toSorted()).toEqual(lists);
});

test("the screens with saved views are those that the entities name, and the history", () => {
  const screens = records.flatMap(({ views }): readonly string[] => views);
  expect(Object.keys(viewScreens).toSorted()).toEqual([...screens, "/admin/history"].toSorted());
});
