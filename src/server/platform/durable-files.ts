/** Writing files that survive a power loss, and hashing them. */
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";

/** Writes a new file and waits until it is on the disk. @throws Error with code `EEXIST` when it exists. */
export async function writeDurably(
  file: string,
  content: string | AsyncIterable<Buffer>,
  mode?: number,
): Promise<void> {
  const handle = await open(file, "wx", mode);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes renames in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}

/** Yields a stream until it has more bytes than it should: its hash differs then, and one without an end is not read for ever. */
export async function* upTo(maxBytes: number, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of source) {
    yield chunk;
    size += chunk.length;
    if (size > maxBytes) return;
  }
}

/** Returns the SHA-256 of a stream in hex. */
export async function sha256Of(source: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of source) hash.update(chunk);
  return hash.digest("hex");
}
