/** Marker file in the data folder during a restore, so that no process opens a half restored database. */
import { existsSync } from "node:fs";
import path from "node:path";
import { OperatorError } from "./operator-error.ts";

export class UnfinishedRestoreError extends OperatorError {
  constructor(dataDir: string) {
    super(
      `Một lần khôi phục vào ${dataDir} chưa xong. Hãy chạy lại npm run restore -- FILE với file sao lưu đó; ` +
        "lần chạy lại sẽ làm cho trọn vẹn.",
    );
  }
}

export const restoreMark = (dataDir: string): string => path.join(dataDir, "restore.unfinished");

/** Checks that no restore was interrupted. @throws UnfinishedRestoreError */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (existsSync(restoreMark(dataDir))) throw new UnfinishedRestoreError(dataDir);
}
