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

const gigabyte = 1024 ** 3;
/** Share of the disk that is kept for orders, logins and the database itself. */
const reserveShare = 0.05;

/** Returns the bytes of a disk that strangers' files leave free. @param given by the operator; otherwise 5 %, at least 1 GB. */
export function reserveOf({ total }: Pick<DiskSpace, "total">, given: number | undefined): number {
  return given ?? Math.max(reserveShare * total, gigabyte);
}

export interface RoomOptions {
  folder: string;
  /** Bytes; undefined for the reserve of `reserveOf`. */
  reserveBytes: number | undefined;
  readDisk?: ReadDisk | undefined;
  /** Called when there is no room. */
  onRefusal?: () => void;
}

/** Returns a check whether a disk has more free than its reserve. A disk that can't be read counts as one with room. */
export function createRoomCheck({ folder, reserveBytes, readDisk: read = readDisk, onRefusal }: RoomOptions) {
  return async (): Promise<boolean> => {
    const space = await read(folder).catch(() => undefined);
    const hasRoom = space === undefined || space.free > reserveOf(space, reserveBytes);
    if (!hasRoom) onRefusal?.();
    return hasRoom;
  };
}
