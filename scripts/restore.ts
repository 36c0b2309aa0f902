/** `npm run restore -- FILE`: replaces the site by a backup. The server must not be running. */
import { existsSync } from "node:fs";
import { BackupError } from "#server/features/backup/backup.service.ts";
import { type Restored, restoreBackup } from "#server/features/backup/restore.service.ts";
import { loadDataPlace } from "#server/platform/config.ts";
import { restoreMark } from "#server/platform/unfinished-restore.ts";
import { type FileOptions, readFileOptions, runCommand, say } from "./command.ts";
import { createProgress } from "./progress.ts";

const usage = `Cách dùng: npm run restore -- FILE [--force]

Khôi phục một bản sao lưu vào DATA_DIR và cơ sở dữ liệu (nhúng, hoặc DATABASE_URL). Hãy dừng máy chủ trước.
Bản sao lưu được kiểm tra toàn bộ trước khi có gì thay đổi.

  --force  thay thế dữ liệu đang có; file và cơ sở dữ liệu nhúng cũ được chuyển sang một thư mục bên cạnh,
           dữ liệu cũ trong PostgreSQL bị xóa

Mã kết thúc: 0 xong; 1 không khôi phục được; 2 sai cách dùng.
`;

async function run(options: FileOptions, stop: AbortSignal): Promise<number> {
  const progress = createProgress({
    check: "Kiểm tra cơ sở dữ liệu",
    verify: "Kiểm tra bản sao lưu",
    files: "Khôi phục file",
    tables: "Khôi phục bảng dữ liệu",
  });
  let dataDir: string | undefined;
  try {
    const place = loadDataPlace();
    dataDir = place.dataDir;
    const restored = await restoreBackup({ place, ...options, onProgress: progress.show, signal: stop });
    progress.end();
    report(restored);
    return 0;
  } catch (error) {
    progress.end();
    const unfinished = dataDir !== undefined && existsSync(restoreMark(dataDir));
    const consequence = unfinished
      ? "Máy chủ chưa chạy được: hãy chạy lại lệnh này để khôi phục cho xong."
      : "Dữ liệu không thay đổi.";
    if (stop.aborted) {
      process.stderr.write(`Đã dừng. ${consequence}\n`);
      return 130;
    }
    const reason = (error as Error).message || (error as NodeJS.ErrnoException).code;
    const isExpected = error instanceof BackupError;
    process.stderr.write(
      `${isExpected ? "" : "Không khôi phục được: "}${reason}\n${isExpected && !unfinished ? "" : `${consequence}\n`}`,
    );
    return 1;
  }
}

function report({ manifest, aside, otherKey }: Restored): void {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const files = manifest.entries.filter(({ name }) => name.startsWith("uploads/")).length;
  say(`Đã khôi phục ${files} file và ${rows} dòng dữ liệu từ bản sao lưu lúc ${manifest.created_at}.`);
  if (aside !== undefined) say(`Dữ liệu cũ nằm ở ${aside}; khi không cần nữa, hãy xóa thư mục này.`);
  if (otherKey) {
    say(
      "SECRET_KEY trong môi trường khác với khóa của bản sao lưu: khóa kho lưu trữ đã lưu sẽ không đọc được và các liên kết Premium cũ " +
        "hết hiệu lực. Khóa của bản sao lưu đã ghi vào secret.key: hãy bỏ SECRET_KEY, hoặc đặt nó bằng nội dung file đó.",
    );
  }
  const { length } = manifest.bucket_files;
  if (length > 0) say(`${length} file nằm trong kho lưu trữ (R2/S3) và được dùng tiếp từ đó.`);
  if (manifest.missing_files.length > 0) say(`${manifest.missing_files.length} file đã thiếu từ khi sao lưu.`);
}

await runCommand(usage, readFileOptions, run);
