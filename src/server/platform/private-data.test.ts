import fs, { chmodSync, mkdirSync, statSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { folderOf } from "#test/folders.ts";
import { closeToOthers } from "./private-data.ts";

const modeOf = (...parts: string[]) => statSync(path.join(...parts)).mode & 0o777;

it("takes the rights of others, and leaves foreign files and the owner's rights alone", () => {
  const folder = folderOf({ "ngan-nga.db": "", "uploads/audio/a.mp3": "", "readme.txt": "" });
  chmodSync(folder, 0o755);
  chmodSync(path.join(folder, "ngan-nga.db"), 0o444);
  chmodSync(path.join(folder, "uploads"), 0o755);
  chmodSync(path.join(folder, "readme.txt"), 0o644);
  const warn = vi.fn<() => void>();
  closeToOthers(folder, { warn });
  expect(modeOf(folder, "ngan-nga.db")).toBe(0o400);
  expect(modeOf(folder, "uploads")).toBe(0o700);
  expect(modeOf(folder, "readme.txt")).toBe(0o644);
  expect(modeOf(folder)).toBe(0o755);
  expect(warn).not.toHaveBeenCalled();
});

it("warns once for each file whose rights it can't change, and goes on", () => {
  const folder = folderOf({ "ngan-nga.db": "" });
  mkdirSync(path.join(folder, "tmp"));
  for (const name of ["ngan-nga.db", "tmp"]) chmodSync(path.join(folder, name), 0o755);
  const error = Object.assign(new Error("EPERM: operation not permitted"), { code: "EPERM" });
  vi.spyOn(fs, "chmodSync").mockImplementation(() => {
    throw error;
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
  const warn = vi.fn<(...args: unknown[]) => void>();
  closeToOthers(folder, { warn });
  expect(warn.mock.calls.map(([details]) => details)).toEqual([
    { err: error, file: path.join(folder, "ngan-nga.db") },
    { err: error, file: path.join(folder, "tmp") },
  ]);
});
