/** `npm run storage -- migrate --to bucket|disk`: moves the files between the disk and object storage. */
import { parseArgs } from "node:util";
import { isApiError } from "#contract/errors.ts";
import { type MoveOutcome, moveAll } from "#server/features/files/move-all.service.ts";
import { createMediaStore } from "#server/features/media/media.service.ts";
import { loadConfig } from "#server/platform/config.ts";
import { createLog } from "#server/platform/log.ts";
import { clearAbandonedFiles } from "#server/platform/temporary-files.ts";
import { runCommand, say } from "./command.ts";
import { openSiteDatabase } from "./open-database.ts";
import { openFiles } from "./open-files.ts";

const usage = `Cách dùng: npm run storage -- migrate --to bucket|disk [--dry-run]

Chuyển các file (âm thanh, ảnh) giữa máy chủ và kho lưu trữ đã cấu hình. Mỗi file được đọc lại và so bằng SHA-256
trước khi bản cũ bị xóa. Trang web vẫn chạy trong lúc chuyển; dừng lúc nào cũng được, chạy lại để chuyển tiếp.
File của bài Premium không bao giờ vào một bucket công khai.

  --to bucket  từ máy chủ lên kho lưu trữ
  --to disk    từ kho lưu trữ về máy chủ
  --dry-run    chỉ cho biết sẽ làm gì, không thay đổi gì
`;

async function run(options: Options, stop: AbortSignal): Promise<number> {
  const config = loadConfig();
  const database = await openSiteDatabase(config, createLog(config.logLevel, process.stderr));
  const store = createMediaStore({ dataDir: config.dataDir });
  const { storage, files } = await openFiles(config, database, store);
  try {
    await clearAbandonedFiles(config.dataDir);
    const { state } = await storage.current();
    if (state !== "ready" && (state === "unreadable" || options.to === "bucket")) {
      process.stderr.write(
        state === "off"
          ? "Kho lưu trữ chưa được cấu hình: vào trang quản trị, mục Cấu hình, để nhập thông tin của bucket.\n"
          : "Không đọc được khóa của kho lưu trữ: SECRET_KEY phải giống với máy chủ đang chạy.\n",
      );
      return 1;
    }
    const target = await files.uploadTarget();
    await target?.ready();
    const counts = await moveAll({
      ...options,
      files,
      signal: stop,
      onFile: (outcome, done, total) => say(lineOf(outcome, `${done}/${total}`, options)),
    });
    const { moved, kept, missing, failed, bytes } = counts;
    say(
      `${stop.aborted ? "Đã dừng" : options.dryRun ? "Thử xong, chưa thay đổi gì" : "Xong"}. ` +
        `${moved} file ${options.dryRun ? "sẽ chuyển" : "đã chuyển"} (${size(bytes)}), ${kept} giữ nguyên, ` +
        `${missing} không tìm thấy, ${failed} lỗi.`,
    );
    if (stop.aborted || failed > 0) say("Chạy lại lệnh để chuyển tiếp.");
    return stop.aborted ? 130 : failed > 0 ? 1 : 0;
  } catch (error) {
    if (!isApiError(error)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  } finally {
    storage.close();
    await database.close();
  }
}

interface Options {
  to: "bucket" | "disk";
  dryRun: boolean;
}

function read(args: string[]): Options | undefined {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { to: { type: "string" }, "dry-run": { type: "boolean", default: false } },
  });
  if (positionals.join(" ") !== "migrate" || (values.to !== "bucket" && values.to !== "disk")) return undefined;
  return { to: values.to, dryRun: values["dry-run"] };
}

const places = {
  disk: "máy chủ",
  bucket: "bucket",
  private: "bucket riêng",
} as const;

function lineOf(outcome: MoveOutcome, progress: string, { to, dryRun }: Options): string {
  const { kind, key } = outcome;
  const toBucket = to === "bucket";
  const what =
    kind === "moved"
      ? `${dryRun ? "sẽ chuyển" : "đã chuyển"} đến ${places[outcome.to]} (${size(outcome.size)})`
      : kind === "kept"
        ? `giữ ở ${places[outcome.at]}${toBucket && outcome.at === "disk" ? ", vì không dành cho mọi người" : ""}`
        : kind === "missing"
          ? "không có file trên máy chủ"
          : `lỗi: ${outcome.reason}`;
  return `${progress} ${key}: ${what}`;
}

function size(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1).replace(".", ",")} MB`;
}

await runCommand(usage, read, run);
