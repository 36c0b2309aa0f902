/** `npm run import -- FOLDER`: imports the audio files of a folder. */
import path from "node:path";
import { parseArgs } from "node:util";
import type { LeftFile } from "#server/features/catalogue/beside-audio.ts";
import {
  type ImportCounts,
  type ImportOutcome,
  ImportUsageError,
  importFolder,
} from "#server/features/catalogue/import.ts";
import { createMarkAudio } from "#server/features/media/mark.ts";
import { createMediaStore } from "#server/features/media/media.service.ts";
import { loadConfig } from "#server/platform/config.ts";
import { createLog } from "#server/platform/log.ts";
import { clearAbandonedFiles } from "#server/platform/temporary-files.ts";
import { runCommand } from "./command.ts";
import { openSiteDatabase } from "./open-database.ts";
import { openFiles } from "./open-files.ts";

const usage = `Cách dùng: npm run import -- THƯ_MỤC [--category TÊN|MÃ] [--premium] [--dry-run]

Nhập các file MP3, M4A, FLAC, OGG, WAV trong thư mục và các thư mục con vào thư viện.
Tên bài, ca sĩ, thể loại, lời và ảnh bìa lấy từ thẻ của file. File đã nhập được bỏ qua.
Lời cũng lấy từ file cùng tên ở cạnh (bai.lrc, .ttml, .srt, .vtt, .ass, .txt), ảnh bìa từ cover.jpg hoặc folder.jpg.

  --category TÊN|MÃ  xếp tất cả vào một thể loại (tạo mới nếu chưa có)
  --premium          đặt tất cả là bài Premium
  --dry-run          chỉ cho biết sẽ làm gì, không thay đổi gì
`;
const progressInterval = 100;

interface Options {
  folder: string;
  category: string | undefined;
  premium: boolean;
  dryRun: boolean;
}

async function run(options: Options, stop: AbortSignal): Promise<number> {
  const config = loadConfig();
  const log = createLog(config.logLevel, process.stderr);
  const database = await openSiteDatabase(config, log);
  try {
    const markAudio = createMarkAudio(log);
    const store = createMediaStore({ dataDir: config.dataDir, markAudio });
    await clearAbandonedFiles(config.dataDir);
    const bad: Extract<ImportOutcome, { kind: "bad" }>[] = [];
    const left: LeftFile[] = [];
    const withoutTags: string[] = [];
    let besideKnown = 0;
    const { files } = await openFiles(config, database, store);
    const finalCounts = await importFolder({
      ...options,
      database,
      store,
      files,
      signal: stop,
      onLeft: (file) => left.push(file),
      onFile(outcome, counts) {
        if (outcome.kind === "bad") bad.push(outcome);
        if (outcome.kind === "known") besideKnown += outcome.beside;
        if (outcome.kind === "added" && outcome.hasBrokenTags) withoutTags.push(outcome.file);
        if (options.dryRun && outcome.kind === "added") line(`Sẽ thêm: ${printable(describeSong(outcome))}`);
        showProgress(counts);
      },
    });
    showFiles("Các file không nhập được:", bad);
    showFiles(
      "Các bài lấy tên từ tên file vì không đọc được thẻ:",
      withoutTags.map((file) => ({ file })),
    );
    showFiles("Các file lời và ảnh bìa chưa dùng:", left);
    if (besideKnown > 0) line(`Lời ở cạnh các bài đã có thì giữ nguyên: ${besideKnown} file`);
    showEnd(finalCounts, options.dryRun, stop.aborted);
    return stop.aborted ? 130 : 0;
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof ImportUsageError) {
      process.stderr.write(`${message}\n`);
      return 2;
    }
    process.stderr.write(`\nDừng giữa chừng: ${message}\nChạy lại lệnh để nhập tiếp.\n`);
    return 1;
  } finally {
    await database.close();
  }
}

function read(args: string[]): Options | undefined {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      category: { type: "string" },
      premium: { type: "boolean", default: false },
      "dry-run": { type: "boolean", default: false },
    },
  });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) return undefined;
  return { folder, category: values.category, premium: values.premium, dryRun: values["dry-run"] };
}

const summaryOf = ({ total, added, known, bad }: ImportCounts) =>
  `${added + known + bad}/${total} file: ${added} mới, ${known} đã có, ${bad} lỗi`;

function describeSong({
  title,
  artist,
  categories,
  lyricsFile,
  coverFile,
}: Extract<ImportOutcome, { kind: "added" }>): string {
  const beside = [lyricsFile, coverFile].filter((file) => file !== null).map((file) => path.basename(file));
  const song = `${artist ? `${title} – ${artist}` : title} [${categories.join(", ")}]`;
  return beside.length > 0 ? `${song} với ${beside.join(", ")}` : song;
}

function showProgress(counts: ImportCounts): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${summaryOf(counts)}`);
  else if ((counts.added + counts.known + counts.bad) % progressInterval === 0) line(summaryOf(counts));
}

function showFiles(head: string, files: readonly { file: string; reason?: string }[]): void {
  if (files.length > 0) line(head);
  for (const { file, reason } of files) line(`  ${printable(file)}${reason ? `: ${reason}` : ""}`);
}

function showEnd(counts: ImportCounts, dryRun: boolean, aborted: boolean): void {
  line(`${aborted ? "Đã dừng" : dryRun ? "Thử xong, chưa thay đổi gì" : "Xong"}. ${summaryOf(counts)}`);
  if (aborted) line("Chạy lại lệnh để nhập tiếp.");
}

function line(text: string): void {
  process.stdout.write(process.stdout.isTTY ? `\r\x1b[K${text}\n` : `${text}\n`);
}

/** Removes control characters, so that a file name can't control the terminal. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, "?");
}

await runCommand(usage, read, run);
