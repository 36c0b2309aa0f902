import { readdirSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { folderOf } from "#test/folders.ts";
import { clearAbandonedFiles, createTemporaryFiles } from "./temporary-files.ts";

const limit = { maxBytes: 4, tooLarge: "Quá lớn" };

function setUp() {
  const dataDir = folderOf();
  const temporary = createTemporaryFiles(dataDir);
  const folder = path.join(dataDir, "tmp");
  return { dataDir, temporary, folder, names: () => readdirSync(folder).toSorted() };
}

describe("receiving a file", () => {
  test("keeps up to the limit, with its size and hash", async () => {
    const { temporary, names } = setUp();
    const file = await temporary.receive(Readable.from([Buffer.from("ab"), Buffer.from("c")]), limit);
    expect(file).toMatchObject({
      size: 3,
      sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    });
    expect(names()).toEqual([path.basename(file.path)]);
    await file.discard();
    await file.discard();
    expect(names()).toEqual([]);
  });

  test("leaves nothing of one that is too large or broken off", async () => {
    const { temporary, names } = setUp();
    async function* broken() {
      yield Buffer.from("ab");
      throw new Error("gone");
    }
    await expect(temporary.receive(Readable.from([Buffer.from("abcde")]), limit)).rejects.toMatchObject({
      code: "too_large",
      message: "Quá lớn",
    });
    await expect(temporary.receive(broken(), limit)).rejects.toThrow("gone");
    expect(names()).toEqual([]);
  });
});

describe("clearAbandonedFiles", () => {
  test("removes files of ended processes, those of other machines after a day", async () => {
    const { dataDir, temporary, folder, names } = setUp();
    const current = path.basename((await temporary.receive(Readable.from([Buffer.from("ab")]), limit)).path);
    const [host = ""] = current.split(".");
    const put = (name: string, ageHours: number) => {
      const file = path.join(folder, name);
      writeFileSync(file, "x");
      const time = Date.now() / 1000 - ageHours * 3600;
      utimesSync(file, time, time);
    };
    put(`${host}.999999999.aaaa.1`, 0);
    put(`${host}.${process.pid}.earlier.1`, 0);
    put(`${host}.1.alive.1`, 0);
    put("elsewhere.999999999.aaaa.1", 0);
    put("elsewhere.999999999.aaaa.2", 25);
    await clearAbandonedFiles(dataDir);
    expect(names()).toEqual([current, `${host}.1.alive.1`, "elsewhere.999999999.aaaa.1"].toSorted());
  });
});
