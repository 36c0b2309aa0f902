import { expect, test } from "vitest";
import type { AuditEntry } from "./audit.service.ts";
import { fieldChanges, type TrailFields } from "./field-changes.ts";

interface Row {
  id: number;
  name: string;
  is_active: boolean;
  password: string;
}
interface Change {
  name: string;
  is_active: boolean;
  password: string;
  version: string;
}

const trail: TrailFields<Row, Change> = { name: "Tên", is_active: "Đang hiện", password: null };

test("shows the fields that changed, and none whose entry is null", () => {
  const before = { id: 1, name: "Mai", is_active: true, password: "a" };
  expect(fieldChanges(trail, before, { ...before, name: "Mai Lan", password: "b" })).toEqual([
    { field: "Tên", from: "Mai", to: "Mai Lan" },
  ]);
});

test("a field of the form without an entry does not compile", () => {
  // @ts-expect-error `is_active` is missing.
  const forgotten: TrailFields<Row, Change> = { name: "Tên", password: null };
  // @ts-expect-error The row has no such field.
  const unknown: TrailFields<Row, Change> = { ...trail, title: "Tên" };
  expect([forgotten, unknown]).toHaveLength(2);
});

test("an update without its changes does not compile where the history shows fields", () => {
  const named = { id: 1, name: "Mưa" };
  const settings: AuditEntry = { action: "update", entity: "settings", ...named };
  const removed: AuditEntry = { action: "delete", entity: "song", ...named };
  // @ts-expect-error `changes` is missing.
  const forgotten: AuditEntry = { action: "update", entity: "song", ...named };
  expect([settings, removed, forgotten]).toHaveLength(3);
});
