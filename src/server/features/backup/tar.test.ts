import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type FileHandle, open, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import tar, { type Header } from "tar-stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BrokenTarError, contentOf, tarEntries, writeTar } from "./tar.ts";

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "ngan-nga-tar-"));
  file = path.join(folder, "archive.tar");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Files = Record<string, string>;

async function write(files: Files): Promise<void> {
  const handle = await open(file, "w");
  await writeTar(handle, new Date(0), async (addFile) => {
    for (const [name, text] of Object.entries(files)) {
      await addFile(name, Buffer.byteLength(text), Readable.from([Buffer.from(text)]));
    }
  }).finally(() => handle.close());
}

async function read(): Promise<Files> {
  const handle = await open(file, "r");
  try {
    const found: Files = {};
    for await (const entry of tarEntries(handle)) {
      found[entry.name] = (await buffer(contentOf(handle, entry))).toString();
    }
    return found;
  } finally {
    await handle.close();
  }
}

/** An archive as another program may write it. */
async function foreign(headers: (Partial<Header> & { name: string; pax?: object })[]): Promise<void> {
  const pack = tar.pack();
  for (const header of headers) pack.entry(header, header.type === undefined ? "content" : "");
  pack.finalize();
  writeFileSync(file, await buffer(pack as AsyncIterable<Buffer>));
}

const hugeBytes = 8 * 1024 ** 3;

/** An archive with one file of zeros, which takes no room on the disk. */
async function hugeEntry(): Promise<void> {
  const pack = tar.pack();
  pack.entry({ name: "f", size: hugeBytes });
  for await (const header of pack as AsyncIterable<Buffer>) {
    writeFileSync(file, header);
    break;
  }
  await truncate(file, 512 + hugeBytes + 1024);
}

/** Counts the reads of a file. @param onRead told their number before each */
function countReads(handle: FileHandle, onRead: (count: number) => void = () => {}): () => number {
  const read = handle.read.bind(handle) as (...args: unknown[]) => Promise<unknown>;
  let count = 0;
  handle.read = ((...args: unknown[]) => {
    onRead(++count);
    return read(...args);
  }) as typeof handle.read;
  return () => count;
}

describe("writeTar", () => {
  it("round-trips with tarEntries, at every remainder of a block", async () => {
    const files = Object.fromEntries([0, 1, 511, 512, 513, 70_000].map((size) => [`f/${size}`, "x".repeat(size)]));
    await write(files);
    expect(await read()).toEqual(files);
  });

  it("fails when a file is shorter or longer than announced", async () => {
    for (const size of [3, 5]) {
      const handle = await open(file, "w");
      const written = writeTar(handle, new Date(0), async (addFile) => {
        await addFile("f", size, Readable.from([Buffer.from("four")]));
      });
      await expect(written).rejects.toThrow("Size mismatch");
      await handle.close();
    }
  });

  it("fails with the error of a source, and with that of a full disk", async () => {
    const handle = await open(file, "w");
    const broken = writeTar(handle, new Date(0), async (addFile) => {
      const source = new Readable({ read: () => source.destroy(new Error("unreadable")) });
      await addFile("f", 1, source);
    });
    await expect(broken).rejects.toThrow("unreadable");
    const stopped = writeTar(handle, new Date(0), () => Promise.reject(new Error("stopped")));
    await expect(stopped).rejects.toThrow("stopped");
    await handle.close();

    const full = await open("/dev/full", "w");
    const filling = writeTar(full, new Date(0), async (addFile) => {
      for (let n = 0; n < 100; n += 1) await addFile(`f${n}`, 4, Readable.from([Buffer.from("four")]));
    });
    await expect(filling).rejects.toMatchObject({ code: "ENOSPC" });
    await full.close();
  });
});

describe("tarEntries", () => {
  it.each([
    ["a symbolic link", { name: "f", type: "symlink", linkname: "/etc/passwd" }],
    ["a hard link", { name: "f", type: "link", linkname: "/etc/passwd" }],
    ["a folder", { name: "f", type: "directory" }],
    ["a device", { name: "f", type: "character-device", devmajor: 1, devminor: 3 }],
    ["a name of 300 characters", { name: "f".repeat(300) }],
    ["a name in an extension header", { name: "f", pax: { path: "../evil" } }],
    ["a size in an extension header", { name: "f", pax: { size: "4" } }],
  ] as const)("refuses %s", async (_title, header) => {
    await foreign([header]);
    await expect(read()).rejects.toThrow(BrokenTarError);
  });

  it("refuses GNU long names, sizes that are no numbers, and sizes past the end", async () => {
    await write({ f: "content" });
    const bytes = readFileSync(file);
    const changes: [number, string][] = [
      [156, "L"],
      [124, "not a number"],
      [124, "77777777777 "],
      [124, "\x80\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff"],
      [124, `\xff${"\xff".repeat(10)}\0`],
    ];
    for (const [position, text] of changes) {
      const changed = Buffer.from(bytes);
      changed.write(text, position, "latin1");
      changed.write("        ", 148);
      const sum = changed.subarray(0, 512).reduce((total, byte) => total + byte, 0);
      changed.write(`${sum.toString(8).padStart(6, "0")} \0`, 148);
      writeFileSync(file, changed);
      await expect(read(), text).rejects.toThrow(BrokenTarError);
    }
  });

  it("refuses a changed bit outside the contents, and every cut", async () => {
    const text = "content";
    await write({ f: text });
    const bytes = readFileSync(file);
    const positions = Array.from(bytes.keys()).filter((position) => {
      const isContent = position >= 512 && position < 512 + text.length;
      const isChecksum = position >= 148 && position < 156;
      return isChecksum || (!isContent && position % 13 === 0);
    });
    for (const position of positions) {
      const changed = Buffer.from(bytes);
      changed[position] = (changed[position] ?? 0) ^ (1 << (position % 8));
      writeFileSync(file, changed);
      await expect(read(), `byte ${position}`).rejects.toThrow(BrokenTarError);
    }
    for (const length of [0, 1, 511, 512, 515, 1024, 1536, bytes.length - 1]) {
      writeFileSync(file, bytes.subarray(0, length));
      await expect(read(), `${length} bytes`).rejects.toThrow(BrokenTarError);
    }
    for (const more of [Buffer.alloc(1), Buffer.alloc(512), bytes]) {
      writeFileSync(file, Buffer.concat([bytes, more]));
      await expect(read(), `${more.length} bytes more`).rejects.toThrow(BrokenTarError);
    }
  });

  it("stops within an entry once its signal is aborted", async () => {
    await hugeEntry();
    const handle = await open(file, "r");
    const stop = new AbortController();
    const reads = countReads(handle, (count) => count === 5 && stop.abort(new Error("stopped")));
    await expect(tarEntries(handle, stop.signal).next()).rejects.toThrow("stopped");
    await expect(contentOf(handle, { start: 512, size: hugeBytes }, stop.signal).next()).rejects.toThrow("stopped");
    expect(reads()).toBeLessThan(10);
    await handle.close();
  });

  it("ends at two blocks of zeros, however many follow", async () => {
    await write({ f: "content" });
    await truncate(file, hugeBytes);
    const handle = await open(file, "r");
    const reads = countReads(handle);
    const entries = tarEntries(handle);
    expect((await entries.next()).value).toMatchObject({ name: "f" });
    await expect(entries.next()).rejects.toThrow(BrokenTarError);
    expect(reads()).toBeLessThan(10);
    await handle.close();
  });

  it("passes on errors of the system as they are", async () => {
    await write({ f: "content" });
    const handle = await open(file, "a");
    await expect(tarEntries(handle).next()).rejects.toMatchObject({ code: "EBADF" });
    await handle.close();
  });
});
