/** Brings SQLite's commits to the disk off the event loop, all of one moment by one sync (docs/rooms/database.md#durability). */
import { close, fdatasync, openSync } from "node:fs";
import { promisify } from "node:util";

const sync = promisify(fdatasync);

export interface WalSync {
  /** Resolves when everything that was committed before the call is on the disk. @throws the error of the disk; from then on always. */
  flush(): Promise<void>;
  close(): void;
}

/** @param file of the write-ahead log; it is there from the first write on, and the same file until the database is closed. */
export function createWalSync(file: string): WalSync {
  let fd: number | undefined;
  let running: Promise<void> | undefined;
  /** Begins when the running one ends, since that one may have missed the latest commits. */
  let next: Promise<void> | undefined;
  /** After a failed sync no later one brings the dropped pages to the disk, though it succeeds. */
  let failure: unknown;

  async function once(): Promise<void> {
    if (failure !== undefined) throw failure;
    try {
      fd ??= openSync(file, "r+");
      await sync(fd);
    } catch (error) {
      failure = error;
      throw error;
    }
  }

  function begin(): Promise<void> {
    const mine = once().finally(() => {
      if (running === mine) running = undefined;
    });
    running = mine;
    return mine;
  }

  return {
    flush() {
      if (!running) return begin();
      next ??= running
        .catch(() => {})
        .then(() => {
          next = undefined;
          return begin();
        });
      return next;
    },
    close() {
      if (fd !== undefined) close(fd, () => {});
      fd = undefined;
    },
  };
}
