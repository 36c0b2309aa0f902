import { expect, test } from "vitest";
import { folderOf } from "#test/folders.ts";
import { appRelease, appVersion, commitIn } from "./version.ts";

test.each([
  ["1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0b\n", "1a2b3c4d"],
  ["1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0b+\n", "1a2b3c4d+"],
  ["unknown\n", undefined],
  ["", undefined],
])("the note %j is the commit %s", (note, commit) => expect(commitIn(folderOf({ commit: note }))).toBe(commit));

test("a build without a note has no commit", () => {
  expect(commitIn(folderOf())).toBeUndefined();
  expect(appRelease.startsWith(appVersion)).toBe(true);
});
