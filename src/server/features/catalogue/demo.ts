/** The demo: songs made for this project, example packages and contacts, loaded once into an empty database and removed on request. */
import { randomBytes } from "node:crypto";
import { createReadStream, readFileSync } from "node:fs";
import { fileKeyOf } from "#contract/file-address.ts";
import type { LineDocument } from "#contract/lyrics/document.ts";
import { linesOfText } from "#contract/lyrics/lyrics-text.ts";
import { userSearchText } from "#server/features/accounts/accounts.service.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import { removeDemoFromBin } from "#server/features/bin/bin.service.ts";
import { addDemoExamples } from "#server/features/examples/examples.service.ts";
import type { Files } from "#server/features/files/files.service.ts";
import type { StoredFile } from "#server/features/media/media.service.ts";
import { addDemoPackages, removeDemoPackages } from "#server/features/premium-packages/premium-packages.service.ts";
import { addDemoContacts, removeDemoContacts } from "#server/features/support/support.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import { categoryRepository } from "./categories.repository.ts";
import { demoRepository } from "./demo.repository.ts";
import { type DemoWords, demoGlossary, spelledWords } from "./demo-words.ts";
import { songClaims } from "./owned-files.ts";
import { createSongLines } from "./song-lines.service.ts";
import { songRepository } from "./songs.repository.ts";

interface DemoCatalogue {
  categories: {
    slug: string;
    name: string;
    description: string;
    category_type: "entertainment" | "educational";
    is_featured: boolean;
  }[];
  songs: {
    slug: string;
    /** Path below `demo/`. */
    file: string;
    title: string;
    artist: string | null;
    description: string;
    lyrics: string;
    /** Slugs. */
    categories: string[];
    is_featured: boolean;
    is_premium: boolean;
    /** The occasion as which it can be heard before asking for a song. */
    example?: string;
  }[];
}

/** Start and end of a line, and of each word: first letter, letter after the last one, start. Times are in milliseconds. */
type DemoLine = [start: number, end: number, words: [from: number, to: number, start: number][]];

export interface LoadedDemo {
  songs: number;
  /** The Premium user for trying the site; the password is not stored. Undefined when the name was taken. */
  user: { username: string; password: string } | undefined;
}

const demoFolder = new URL("../../../../demo/", import.meta.url);
const dayMs = 24 * 60 * 60_000;

/**
 * Loads the demo into a database that never held songs. Safe when two processes start at once.
 * @param hashPassword hashes the random password of the demo user.
 * @returns undefined when the demo was loaded before or the catalogue is not empty.
 */
export async function loadDemo({
  database,
  files: registry,
  hashPassword,
}: {
  database: Database;
  files: Pick<Files, "save" | "abandon" | "setClaims">;
  hashPassword: (password: string) => Promise<string>;
}): Promise<LoadedDemo | undefined> {
  const { db, commit, dialect } = database;
  if (!(await isLoadable(db))) return undefined;
  const catalogue = readDemo<DemoCatalogue>("catalogue.json");
  const waveforms = readDemo<Record<string, number[]>>("waveforms.json");
  const times = readDemo<Record<string, DemoLine[]>>("lines.json");
  const words = readDemo<Record<string, DemoWords>>("words.json");
  const lines = createSongLines(database);
  const password = randomBytes(9).toString("base64url");
  const passwordHash = await hashPassword(password);

  // Before the transaction: files are slow, and a transaction blocks other writers.
  const files = new Map<string, StoredFile>();
  let loaded: LoadedDemo | undefined;
  try {
    for await (const { slug, file } of inTurns(catalogue.songs)) {
      files.set(slug, await registry.save(createReadStream(new URL(file, demoFolder)), "audio"));
    }
    loaded = await commit({ lock: "demo" }, async (tx) => {
      await dialect.lock(tx, "catalogue");
      if (!(await isLoadable(tx))) return undefined;
      const now = Date.now();
      const categoryIds = await addCategories(tx, catalogue, now);
      const examples: { song_id: number; occasion: string }[] = [];
      // The library shows the newest song first: the order of the catalogue file.
      for await (const [age, song] of inTurns([...catalogue.songs.entries()].reverse())) {
        const audio = files.get(song.slug);
        if (!audio) throw new Error(`No file for ${song.slug}`);
        const createdAt = new Date(now - age * dayMs).toISOString();
        const row = {
          title: song.title,
          artist: song.artist,
          description: song.description,
          lyrics: song.lyrics,
          audio_url: audio.url,
          thumbnail_url: null,
          is_active: true,
          is_featured: song.is_featured,
          is_premium: song.is_premium,
          is_demo: true,
          duration: audio.duration,
          waveform: waveforms[song.slug]?.join(",") ?? null,
          source_hash: null,
          created_at: createdAt,
          updated_at: createdAt,
        };
        const ids = song.categories.map((slug) => idOf(categoryIds, slug));
        const id = await songRepository(tx, dialect).insert(row, ids);
        await lines.startPublished(tx, id, timedLines(song.lyrics, times[song.slug] ?? [], words[song.slug]));
        await registry.setClaims(tx, { kind: "song", id }, songClaims(row));
        if (song.example !== undefined) examples.unshift({ song_id: id, occasion: song.example });
      }
      await addDemoExamples(tx, examples, new Date(now).toISOString());
      const demo = demoRepository(tx);
      const names = { username: "demo", email: "demo@example.com", full_name: "Người nghe thử" };
      const isUserAdded = await demo.addUser({
        ...names,
        username_key: names.username,
        email_key: names.email,
        search_text: userSearchText(names),
        password_hash: passwordHash,
        is_active: true,
        subscription_type: "premium",
        premium_expires_at: null,
        premium_package_id: null,
        created_at: new Date(now).toISOString(),
      });
      await addDemoPackages(tx, dialect, new Date(now).toISOString());
      await addDemoContacts(tx, new Date(now).toISOString());
      await demo.setState("loaded");
      return { songs: catalogue.songs.length, user: isUserAdded ? { username: "demo", password } : undefined };
    });
    return loaded;
  } finally {
    if (!loaded) await registry.abandon([...files.values()]);
  }
}

async function isLoadable(db: Database["db"]): Promise<boolean> {
  const demo = demoRepository(db);
  return (await demo.state()) === undefined && (await demo.isCatalogueEmpty());
}

async function addCategories(tx: Tx, { categories }: DemoCatalogue, now: number): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for await (const { slug, ...values } of inTurns(categories.toReversed())) {
    const row = await categoryRepository(tx).insert({
      ...values,
      icon_url: null,
      is_active: true,
      is_demo: true,
      created_at: new Date(now).toISOString(),
    });
    ids.set(slug, row.id);
  }
  return ids;
}

/** Returns the lines of lyrics with the times of their tune, the readings of their words, and the glossary. */
function timedLines(lyrics: string, times: readonly DemoLine[], taught?: DemoWords): LineDocument {
  const { document } = linesOfText(lyrics);
  const lines = document.lines.map((line, place) => {
    const [start_ms = null, end_ms = null, words = []] = times[place] ?? [];
    const spelled = spelledWords(line.text, taught?.words?.[place] ?? "");
    return {
      ...line,
      start_ms,
      end_ms,
      words: words.map(([start_char, end_char, start]) => {
        const reading = spelled.find((word) => word.start_char === start_char)?.reading ?? null;
        return { start_char, end_char, start_ms: start, end_ms: null, reading, meaning: null };
      }),
    };
  });
  return { ...document, lines, glossary: taught ? demoGlossary(taught) : [] };
}

function idOf(ids: Map<string, number>, slug: string): number {
  const id = ids.get(slug);
  if (id === undefined) throw new Error(`demo/catalogue.json has no category ${slug}`);
  return id;
}

function readDemo<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(name, demoFolder), "utf8")) as T;
}

/**
 * Removes the demo's songs with their files, its categories that no other song uses, its packages, its support contacts and its
 * user. A package that was ordered is deactivated instead.
 * The demo is never loaded again. Demo songs that the administrator changed are removed too.
 */
export async function removeDemo({
  database,
  files,
}: {
  database: Database;
  files: Pick<Files, "setClaims" | "remove">;
}): Promise<{ songs: number; categories: number; packages: number; contacts: number }> {
  const { commit, dialect } = database;
  const { keys, ...removed } = await commit({ lock: "demo" }, async (tx) => {
    await dialect.lock(tx, "catalogue");
    const demo = demoRepository(tx);
    const songs = await demo.removeSongs();
    for await (const { id } of inTurns(songs)) await files.setClaims(tx, { kind: "song", id }, []);
    const categories = await demo.removeUnusedCategories();
    for await (const id of inTurns(categories)) await files.setClaims(tx, { kind: "category", id }, []);
    await removeDemoFromBin(tx, dialect, files);
    const packages = await removeDemoPackages(tx, dialect);
    const contacts = await removeDemoContacts(tx);
    await demo.removeUser();
    await demo.setState("removed");
    const counts = { songs: songs.length, categories: categories.length, packages, contacts };
    const summary = `Gỡ nhạc mẫu: ${counts.songs} bài hát, ${counts.categories} thể loại, ${packages} gói Premium, ${contacts} liên hệ`;
    await recordAudit(tx, { kind: "system" }, { action: "delete", entity: "song", id: null, name: summary });
    const keys = songs.flatMap((song) => [song.audio_url, song.thumbnail_url ?? ""]).map(fileKeyOf);
    return { ...counts, keys };
  });
  // Also now: there may be no running server that handles the outbox. What fails here is left to it.
  for await (const key of inTurns(keys)) if (key !== undefined) await files.remove(key).catch(() => {});
  return removed;
}
