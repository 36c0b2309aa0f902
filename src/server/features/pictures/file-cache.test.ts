import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createFileCache, type FileCache } from "./file-cache.ts";

let dir: string;
const opened: FileCache[] = [];
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), "ngan-nga-cache-"));
});
afterEach(async () => {
  for (const cache of opened.splice(0)) await cache.settled();
  rmSync(dir, { recursive: true, force: true });
});

function openCache() {
  const cache = createFileCache({
    dir,
    maxBytes: 1000,
    onError: (error) => {
      throw error;
    },
  });
  opened.push(cache);
  return cache;
}

const bytes = (text: string) => async () => Buffer.from(text);

test("makes a file once for simultaneous and later requests, and for another process", async () => {
  const make = vi.fn(bytes("a"));
  const cache = openCache();
  const answers = await Promise.all([cache.get("a", make), cache.get("a", make), cache.get("a", make)]);
  expect(answers.map(String)).toEqual(["a", "a", "a"]);
  expect(String(await cache.get("a", make))).toBe("a");
  expect(String(await openCache().get("a", make))).toBe("a");
  expect(make).toHaveBeenCalledTimes(1);
  expect(readdirSync(dir)).toEqual(["a"]);
});

test("replaces a file that a power loss left empty", async () => {
  writeFileSync(path.join(dir, "a"), "");
  expect(String(await openCache().get("a", bytes("a")))).toBe("a");
  expect(String(await openCache().get("a", bytes("b")))).toBe("a");
});

test("tries again after a failure", async () => {
  const cache = openCache();
  await expect(cache.get("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(String(await cache.get("a", bytes("b")))).toBe("b");
});

test("does not store a file made for one request", async () => {
  const cache = openCache();
  const fallback = async (justOnce: () => void) => {
    justOnce();
    return Buffer.from("a");
  };
  expect(String(await cache.get("a", fallback))).toBe("a");
  expect(String(await cache.get("a", bytes("b")))).toBe("b");
  expect(String(await cache.get("a", fallback))).toBe("b");
});

test("removes the oldest files beyond the limit, and abandoned parts", async () => {
  const old = new Date(Date.now() - 2 * 60 * 60_000);
  for (const name of ["1", "2", "3", "left.part"]) {
    writeFileSync(path.join(dir, name), "x".repeat(300));
    utimesSync(path.join(dir, name), old, new Date(old.getTime() + Number(name[0] === "l" ? 0 : name)));
  }
  writeFileSync(path.join(dir, "other.part"), "just being written");
  const cache = openCache();
  await cache.get("4", bytes("y".repeat(300)));
  await cache.settled();
  expect(readdirSync(dir).toSorted()).toEqual(["3", "4", "other.part"]);
});
