/** The disk of a folder. */
import { statfs } from "node:fs/promises";

export interface DiskSpace {
  /** Bytes that this user may still write. */
  free: number;
  /** Bytes of the whole disk. */
  total: number;
}

/** @throws Error when the folder can't be read. */
export type ReadDisk = (folder: string) => Promise<DiskSpace>;

export const readDisk: ReadDisk = async (folder) => {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
};
