/** Files that outlast a loss of power, and what they hold. */
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";

/** Writes a new file and waits until it is on the disk. */
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

/** SHA-256 of all that comes, in hex. */
export async function sha256Of(source: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of source) hash.update(chunk);
  return hash.digest("hex");
}
