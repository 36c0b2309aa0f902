/** Reads the stored files and rows of a site from its database and disk while no server runs. */
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { tableKeys } from "#server/features/entities.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";

export interface Stored {
  /** Problems that the database finds in itself. */
  problems: string[];
  songs: Map<number, { title: string; audioUrl: string }>;
  /** Names of categories. */
  categories: Set<string>;
  /** Ids of Premium orders by the customer's name. */
  orders: Map<string, number[]>;
  /** Files under `uploads` that no row knows, so that nothing will ever remove them. */
  orphans: string[];
  /** Files that a song or a category names and that are not there. */
  missing: string[];
}

export interface Place {
  dataDir: string;
  databaseUrl: string | undefined;
}

export async function readStored({ dataDir, databaseUrl }: Place): Promise<Stored> {
  const database = await openDatabase({ dataDir, databaseUrl });
  try {
    const { db, dialect } = database;
    const songs = await db.selectFrom("songs").select(["id", "title", "audio_url"]).execute();
    const categories = await db.selectFrom("categories").select(["name", "icon_url"]).execute();
    const orders = await db.selectFrom("premium_orders").select(["id", "user_name"]).execute();
    const known = await knownFiles(database);
    return {
      problems: await dialect.problems(db),
      songs: new Map(songs.map(({ id, title, audio_url }) => [id, { title, audioUrl: audio_url }])),
      categories: new Set(categories.map(({ name }) => name)),
      orders: new Map(
        [...Map.groupBy(orders, ({ user_name }) => user_name)].map(([name, rows]) => [name, rows.map(({ id }) => id)]),
      ),
      orphans: filesIn(dataDir).filter((name) => !known.has(path.basename(name))),
      missing: [...songs.map(({ audio_url }) => audio_url), ...categories.map(({ icon_url }) => icon_url ?? "")].filter(
        (url) => url.startsWith("/uploads/") && !existsSync(path.join(dataDir, url)),
      ),
    };
  } finally {
    await database.close();
  }
}

/** The trail of changes names files that are gone. */
const knowsNoFile = "audit_log";

/** Returns the names of files in any row of any table: of a song, a picture, a registered file, a message for its removal. */
async function knownFiles({ db }: Database): Promise<Set<string>> {
  const known = new Set<string>();
  for (const { name } of tableKeys) {
    if (name === knowsNoFile) continue;
    const rows = await db.selectFrom(name).selectAll().execute();
    for (const [file] of JSON.stringify(rows).matchAll(/[0-9a-f]{32}\.[a-z0-9]+/g)) known.add(file);
  }
  return known;
}

/** Returns the paths of all files under `uploads`. */
export function filesIn(dataDir: string): string[] {
  return readdirSync(path.join(dataDir, "uploads"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}
