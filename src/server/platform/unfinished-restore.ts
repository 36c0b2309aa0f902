/** A mark in the data folder while a restore writes there, so that nothing works on half of a backup. */
import { existsSync } from "node:fs";
import path from "node:path";

export class UnfinishedRestoreError extends Error {
  constructor(dataDir: string) {
    super(
      `Một lần khôi phục vào ${dataDir} chưa xong. Hãy chạy lại npm run restore -- FILE với file sao lưu đó; ` +
        "lần chạy lại sẽ làm cho trọn vẹn.",
    );
  }
}

export const restoreMark = (dataDir: string): string => path.join(dataDir, "restore.unfinished");

/** @throws UnfinishedRestoreError */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (existsSync(restoreMark(dataDir))) throw new UnfinishedRestoreError(dataDir);
}
