/**
 * One id in the database and in the data folder says that the two belong together: a process with the database of one site and the
 * files of another would lose what is uploaded, and take the other's files for orphans.
 */
import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { DataPlace } from "./config.ts";
import type { Db } from "./db/schema.ts";
import { OperatorError } from "./operator-error.ts";

const key = "site_id";
/** The file's name in the data folder. */
export const siteIdName = "site.id";
const pattern = /^[0-9a-f]{32}$/;

/** A data folder that does not belong to the database; the message is for the operator. */
export class ForeignFolderError extends OperatorError {
  constructor(dataDir: string) {
    super(
      `Thư mục dữ liệu ${dataDir} không phải của trang mà cơ sở dữ liệu này lưu.\n` +
        "Mọi máy chạy chung một cơ sở dữ liệu phải dùng chung một DATA_DIR: hãy gắn thư mục đó vào máy này (chẳng hạn qua NFS) rồi đặt " +
        "DATA_DIR trỏ đến nó. Nếu thư mục đúng mà cơ sở dữ liệu sai, hãy sửa DATABASE_URL. " +
        `Nếu đã chép dữ liệu sang thư mục này, hãy chép cả file ${siteIdName}.`,
    );
  }
}

type Place = Pick<DataPlace, "dataDir" | "databaseUrl">;

/** Checks that the folder is that of the database, if both say whose they are. @throws ForeignFolderError */
export async function assertSameSite(db: Db, { dataDir, databaseUrl }: Place): Promise<void> {
  const inDatabase = await idIn(db);
  if (databaseUrl !== undefined && inDatabase !== undefined && inDatabase !== idOf(dataDir)) {
    throw new ForeignFolderError(dataDir);
  }
}

/**
 * Checks that database and folder belong together, and gives both an id at the first start. An embedded database always belongs to
 * its folder.
 * @throws ForeignFolderError
 */
export async function joinSite(db: Db, place: Place): Promise<void> {
  const { dataDir, databaseUrl } = place;
  let inDatabase = await idIn(db);
  if (databaseUrl === undefined && inDatabase !== undefined) {
    if (idOf(dataDir) !== inDatabase) rmSync(path.join(dataDir, siteIdName), { force: true });
    createFile(dataDir, inDatabase);
  } else if (inDatabase === undefined) {
    // The file first: a process that ends here leaves a folder that the next start joins to the database.
    const value = idOf(dataDir) ?? createFile(dataDir, randomBytes(16).toString("hex"));
    await db
      .insertInto("meta")
      .values({ key, value })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    inDatabase = await idIn(db);
  }
  if (inDatabase !== idOf(dataDir)) throw new ForeignFolderError(dataDir);
}

/** Returns the id of the site; undefined before its first start. */
export const siteIdOf = (db: Db): Promise<string | undefined> => idIn(db);

/** Forgets whose the database is: a copy of a site is a site of its own, which gets an id at its first start. */
export async function forgetSite(db: Db): Promise<void> {
  await db.deleteFrom("meta").where("key", "=", key).execute();
}

async function idIn(db: Db): Promise<string | undefined> {
  return (await db.selectFrom("meta").select("value").where("key", "=", key).executeTakeFirst())?.value;
}

function idOf(dataDir: string): string | undefined {
  try {
    const id = readFileSync(path.join(dataDir, siteIdName), "utf8").trim();
    return pattern.test(id) ? id : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Creates the file with its whole content, unless another process was faster. @returns the id in it. */
function createFile(dataDir: string, id: string): string {
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, siteIdName);
  if (idOf(dataDir) === undefined) rmSync(file, { force: true });
  const part = `${file}.${process.pid}.part`;
  try {
    writeFileSync(part, `${id}\n`);
    linkSync(part, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(part, { force: true });
  }
  return idOf(dataDir) ?? id;
}
