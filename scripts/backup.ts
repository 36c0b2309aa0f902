/** `npm run backup -- FILE`: writes the whole site into one file; the server may be running. */
import { stat } from "node:fs/promises";
import { makeBackup } from "#server/features/backup/backup.service.ts";
import { loadDataPlace } from "#server/platform/config.ts";
import { markBackup } from "#server/platform/last-backup.ts";
import { OperatorError } from "#server/platform/operator-error.ts";
import { appRelease } from "#server/platform/version.ts";
import { type FileOptions, readFileOptions, runCommand, say } from "./command.ts";
import { createProgress } from "./progress.ts";

const usage = `Cách dùng: npm run backup -- FILE [--force]

Ghi cơ sở dữ liệu, các file đã tải lên và khóa bí mật vào một file, trong khi máy chủ vẫn chạy.
File chứa dữ liệu cá nhân và khóa bí mật: hãy giữ nó như mật khẩu.

  --force  ghi đè FILE nếu đã có

Mã kết thúc: 0 xong; 1 không sao lưu được; 2 sai cách dùng;
3 đã sao lưu, nhưng có file mà cơ sở dữ liệu nhắc tới không còn trên máy chủ.
`;
const maxListedFiles = 10;

async function run(options: FileOptions, stop: AbortSignal): Promise<number> {
  const progress = createProgress({
    check: "Kiểm tra cơ sở dữ liệu",
    files: "Sao lưu file",
    tables: "Sao lưu bảng dữ liệu",
    verify: "Đọc lại để kiểm tra",
  });
  try {
    const { file, force } = options;
    const place = loadDataPlace();
    const manifest = await makeBackup({
      place,
      appVersion: appRelease,
      file,
      force,
      onProgress: progress.show,
      signal: stop,
    });
    progress.end();
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const files = manifest.entries.filter(({ name }) => name.startsWith("uploads/")).length;
    const { size } = await stat(file);
    const megabytes = (size / 1e6).toFixed(1).replace(".", ",");
    say(`Đã sao lưu ${files} file và ${rows} dòng dữ liệu vào ${file} (${megabytes} MB), đã đọc lại và kiểm tra.`);
    if (manifest.bucket_files.length > 0) {
      say(`${manifest.bucket_files.length} file nằm trong kho lưu trữ (R2/S3) và không có trong bản sao lưu này.`);
    }
    await markBackup(place.dataDir, {
      finished_at: new Date().toISOString(),
      bytes: size,
      missing_files: manifest.missing_files.length,
    }).catch((error: Error) => {
      process.stderr.write(`Trang Hệ thống sẽ không biết có bản sao lưu này: ${error.message}\n`);
    });
    if (manifest.missing_files.length === 0) return 0;
    process.stderr.write(
      `${manifest.missing_files.length} file không còn trên máy chủ nên không có trong bản sao lưu:\n`,
    );
    for (const key of manifest.missing_files.slice(0, maxListedFiles)) process.stderr.write(`  uploads/${key}\n`);
    return 3;
  } catch (error) {
    progress.end();
    if (stop.aborted) {
      say("Đã dừng, không có file nào được ghi lại.");
      return 130;
    }
    const reason = (error as Error).message || (error as NodeJS.ErrnoException).code;
    process.stderr.write(`${error instanceof OperatorError ? "" : "Không sao lưu được: "}${reason}\n`);
    return 1;
  }
}

await runCommand(usage, readFileOptions, run);
