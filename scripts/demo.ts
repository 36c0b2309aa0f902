/** `npm run demo -- remove`: removes the demo catalogue. */
import { removeDemo } from "#server/features/catalogue/demo.ts";
import { createMediaStore } from "#server/features/media/media.service.ts";
import { loadConfig, privateUmask } from "#server/platform/config.ts";
import { createLog } from "#server/platform/log.ts";
import { openSiteDatabase } from "./open-database.ts";
import { openFiles } from "./open-files.ts";

const usage = `Cách dùng: npm run demo -- remove

Gỡ các bài hát mẫu, file của chúng, các thể loại mẫu không còn bài hát nào, các gói Premium mẫu,
các liên hệ mẫu và người dùng mẫu. Gói mẫu đã có đơn hàng thì được tắt thay vì gỡ.
Nhạc mẫu không quay lại nữa. Bài hát, thể loại và gói của bạn được giữ nguyên.
`;

async function main(args: string[]): Promise<number> {
  if (args.length !== 1 || args[0] !== "remove") {
    process.stderr.write(usage);
    return 2;
  }
  process.umask(privateUmask);
  const config = loadConfig();
  const log = createLog(config.logLevel, process.stderr);
  const database = await openSiteDatabase(config, log);
  try {
    const { files } = await openFiles(config, database, createMediaStore({ dataDir: config.dataDir }));
    const { songs, categories, packages, contacts } = await removeDemo({ database, files });
    process.stdout.write(
      `Đã gỡ ${songs} bài hát, ${categories} thể loại, ${packages} gói Premium và ${contacts} liên hệ mẫu.\n`,
    );
    return 0;
  } finally {
    await database.close();
  }
}

process.exitCode = await main(process.argv.slice(2));
