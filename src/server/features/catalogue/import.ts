/** Bulk import: makes songs of the audio files in a folder, and of the lyrics and covers beside them. The same content is never imported twice, under any name. */
import { createHash } from "node:crypto";
import { constants, createReadStream } from "node:fs";
import { access, readdir, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { isApiError } from "#contract/errors.ts";
import { storageAddress } from "#contract/file-address.ts";
import { fold } from "#contract/fold.ts";
import { lyricsOfLines } from "#contract/lyrics/lyrics-text.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import type { Files } from "#server/features/files/files.service.ts";
import {
  type MediaStore,
  type ReceivedFile,
  receiveCover,
  type StoredFile,
} from "#server/features/media/media.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import { sha256Of } from "#server/platform/durable-files.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import { caseless } from "#server/platform/text.ts";
import { type Beside, folderFiles, type LeftFile, lyricsBeside } from "./beside-audio.ts";
import { categoryRepository } from "./categories.repository.ts";
import { songAudioRepository } from "./song-audio.repository.ts";
import { createSongLines } from "./song-lines.service.ts";
import { createSongWrites, system } from "./song-writes.ts";

export interface ImportOptions {
  database: Database;
  store: MediaStore;
  files: Pick<Files, "keep" | "abandon" | "isManaging" | "setClaims">;
  /** Directory, read with its subdirectories. */
  folder: string;
  /** Category of all songs, by id or name; created when missing. Without it the genre tags decide. */
  category?: string | undefined;
  premium?: boolean;
  /** Reports the outcome of each file without changing anything. */
  dryRun?: boolean;
  /** Called after each file. */
  onFile?: (outcome: ImportOutcome, counts: ImportCounts) => void;
  /** Called for each file beside audio that is not taken. */
  onLeft?: (left: LeftFile) => void;
  /** Ends the import after the current file. */
  signal?: AbortSignal;
}

export type ImportOutcome =
  | {
      kind: "added";
      file: string;
      title: string;
      artist: string | null;
      categories: string[];
      /** The file beside it that the lyrics and the cover come from; null for those of the tags, and for none. */
      lyricsFile: string | null;
      coverFile: string | null;
      /** True when tags that can't be read left it the title of its file name. */
      hasBrokenTags: boolean;
    }
  /** `beside`: number of lyrics beside it, which are left. */
  | { kind: "known"; file: string; beside: number }
  | { kind: "bad"; file: string; reason: string };

export interface ImportCounts {
  total: number;
  added: number;
  known: number;
  bad: number;
}

/** An invalid option; the message is for the operator. */
export class ImportUsageError extends Error {}

type Tags = ReturnType<ReceivedFile["tags"]>;

const extensions = new Set([".mp3", ".m4a", ".flac", ".ogg", ".oga", ".opus", ".wav", ".aac"]);
const defaultCategory = "Chưa phân loại";
const maxCategoryName = 100;

/**
 * Imports the new files of a folder, with one short transaction per song: it may be stopped and repeated at any time, and
 * run beside a server or another import.
 * @throws ImportUsageError for a folder or category that can't be used; errors of disk and database end the import.
 */
export async function importFolder(options: ImportOptions): Promise<ImportCounts> {
  const { database, store, files: registry, premium = false, dryRun = false, onFile, onLeft, signal } = options;
  const category = options.category === undefined ? undefined : await resolveCategory(database, options.category);
  const { files, unreadable, orphans } = await findAudio(options.folder);
  const counts: ImportCounts = { total: files.length + unreadable.length, added: 0, known: 0, bad: 0 };
  const seenHashes = new Set<string>();
  const songs = songAudioRepository(database.db, database.dialect);
  const lines = createSongLines(database);
  const writes = createSongWrites({ dialect: database.dialect, files: registry, lines });
  const leftCovers = new Set<string>();
  const isManaged = await registry.isManaging();
  const report = (outcome: ImportOutcome) => {
    counts[outcome.kind]++;
    onFile?.(outcome, counts);
  };

  for (const file of unreadable) report({ kind: "bad", file, reason: "Không đọc được" });
  for (const file of orphans) onLeft?.({ file, reason: "Không có file âm thanh cùng tên" });
  for await (const each of inTurns(files)) {
    if (signal?.aborted) break;
    report(await importFile(each));
  }
  return counts;

  async function importFile({ file, ...beside }: AudioFile): Promise<ImportOutcome> {
    const known: ImportOutcome = { kind: "known", file, beside: beside.lyrics.length };
    const bad = (reason: string): ImportOutcome => ({ kind: "bad", file, reason });
    let hash: string;
    try {
      if ((await stat(file)).size === 0) return bad("File trống");
      hash = await sha256Of(createReadStream(file, { highWaterMark: 1024 * 1024 }));
    } catch (error) {
      return bad(isMissing(error) ? "File không còn nữa" : "Không đọc được");
    }
    if (seenHashes.has(hash) || (await songs.findBySourceHash(hash))) return known;

    let received: ReceivedFile;
    const copyHash = createHash("sha256");
    try {
      received = await store.receive(hashing(file, copyHash), "audio");
    } catch (error) {
      if (!isApiError(error) || error.code === "unavailable") throw error;
      if (error.code === "too_large") return bad("Lớn hơn 100 MB");
      return bad(error.code === "unsupported_type" ? "Nội dung không phải âm thanh hợp lệ" : error.message);
    }
    let cover: ReceivedFile | undefined;
    let kept: StoredFile[] = [];
    try {
      if (copyHash.digest("hex") !== hash) return bad("File thay đổi trong lúc nhập");
      const { tags, lyricsFile } = await withLyricsBeside(received.tags(file), beside.lyrics);
      seenHashes.add(hash);
      const names = category ? [category] : tags.genres.length > 0 ? tags.genres : [defaultCategory];
      cover = await coverOf(tags, beside.cover);
      const added: ImportOutcome = {
        kind: "added",
        file,
        title: tags.title,
        artist: tags.artist,
        categories: names,
        lyricsFile,
        coverFile: cover && tags.coverFile === null ? (beside.cover ?? null) : null,
        hasBrokenTags: tags.areBroken && tags.isTitleOfName,
      };
      if (dryRun) return added;
      kept = await registry.keep(cover ? [received, cover] : [received], isManaged);
      const [audio, image] = kept as [StoredFile, StoredFile | undefined];
      if (await addSong(hash, tags, names, audio, image)) return added;
      await registry.abandon(kept);
      return known;
    } catch (error) {
      await registry.abandon(kept);
      throw error;
    } finally {
      await received.discard();
      await cover?.discard();
    }
  }

  /** Returns the tags with the lyrics beside the file, and what these tell about the song where the tags do not. */
  async function withLyricsBeside(
    tags: Tags,
    files: readonly string[],
  ): Promise<{ tags: Tags; lyricsFile: string | null }> {
    const { lyrics: found, left } = await lyricsBeside(files, tags);
    for (const each of left) onLeft?.(each);
    if (!found) return { tags, lyricsFile: null };
    const { file, title, artist, lyrics, lines } = found;
    const isNamed = tags.isTitleOfName && title !== null;
    return {
      lyricsFile: file,
      tags: {
        ...tags,
        title: isNamed ? title : tags.title,
        isTitleOfName: tags.isTitleOfName && !isNamed,
        artist: tags.artist ?? artist,
        lyrics,
        lines,
      },
    };
  }

  /** Receives the cover of the tags, else the one beside the file, which is left when it is no cover. */
  async function coverOf(tags: Tags, beside: string | undefined): Promise<ReceivedFile | undefined> {
    if (tags.coverFile !== null || beside === undefined) return receiveCover(store, tags);
    const leave = (reason: string) => {
      if (!leftCovers.has(beside)) onLeft?.({ file: beside, reason });
      leftCovers.add(beside);
      return undefined;
    };
    if (!(await isReadable(beside))) return leave("Không đọc được");
    try {
      return await store.receive(createReadStream(beside), "image");
    } catch (error) {
      if (isApiError(error) && error.code !== "unavailable") return leave(error.message);
      throw error;
    }
  }

  /** @returns false when another import has added the same file meanwhile. */
  function addSong(
    hash: string,
    tags: Tags,
    categories: readonly string[],
    audio: StoredFile,
    cover: StoredFile | undefined,
  ): Promise<boolean> {
    return database.commit({ lock: "catalogue" }, async (tx) => {
      if (await songAudioRepository(tx, database.dialect).findBySourceHash(hash)) return false;
      const song = {
        title: tags.title,
        artist: tags.artist,
        description: null,
        lyrics: tags.lyrics,
        audio_url: isManaged ? storageAddress(audio.key) : audio.url,
        thumbnail_url: cover?.url ?? null,
        is_active: true,
        is_featured: false,
        is_premium: premium,
        duration: audio.duration,
        waveform: null,
        source_hash: hash,
      };
      await writes.insert(tx, system, song, await categoryIds(tx, categories), async (id) => {
        if (tags.lines && lyricsOfLines(tags.lines) !== undefined) await lines.startPublished(tx, id, tags.lines);
      });
      return true;
    });
  }
}

/** Returns the name of the category with an id or a name. @throws ImportUsageError */
async function resolveCategory({ db }: Database, idOrName: string): Promise<string> {
  const categories = categoryRepository(db);
  const name = idOrName.replace(/\s+/g, " ").trim().normalize("NFC");
  if (name === "" || name.length > maxCategoryName) {
    throw new ImportUsageError(`Tên thể loại phải có từ 1 đến ${maxCategoryName} ký tự`);
  }
  if (!/^\d{1,15}$/.test(name)) return name;
  const category = (await categories.find(Number(name), "all")) ?? (await categories.findByName(name));
  if (!category) throw new ImportUsageError(`Không có thể loại nào mang mã ${name}`);
  return category.name;
}

/** Returns the ids of categories by name, compared without case and marks; creates missing ones. */
async function categoryIds(tx: Tx, names: readonly string[]): Promise<number[]> {
  const repository = categoryRepository(tx);
  const all = await repository.list("all");
  const ids: number[] = [];
  for await (const name of inTurns(names)) {
    const category =
      all.find((each) => caseless(each.name) === caseless(name)) ?? all.find((each) => fold(each.name) === fold(name));
    if (category) {
      ids.push(category.id);
      continue;
    }
    const created = await repository.insert({
      name,
      description: null,
      icon_url: null,
      category_type: "entertainment",
      is_active: true,
      is_featured: false,
      is_demo: false,
      created_at: new Date().toISOString(),
    });
    await recordAudit(tx, { kind: "system" }, { action: "create", entity: "category", id: created.id, name });
    all.push(created);
    ids.push(created.id);
  }
  return [...new Set(ids)];
}

interface AudioFile extends Beside {
  file: string;
}

/** Finds audio files by extension, in the order of their names, with what lies beside them; each real file and directory once. */
async function findAudio(folder: string): Promise<{ files: AudioFile[]; unreadable: string[]; orphans: string[] }> {
  const files: AudioFile[] = [];
  const unreadable: string[] = [];
  const orphans: string[] = [];
  const visited = new Set<string>();
  const { compare } = new Intl.Collator("vi", { numeric: true });

  async function walk(dir: string): Promise<void> {
    const real = await realpath(dir);
    if (visited.has(real)) return;
    visited.add(real);
    const names = (await readdir(dir)).filter((name) => !name.startsWith(".")).sort(compare);
    const inFolder = folderFiles(names, isAudioName);
    orphans.push(...inFolder.orphans.map((name) => path.join(dir, name)));
    for await (const name of inTurns(names)) {
      const file = path.join(dir, name);
      const isAudio = isAudioName(name);
      try {
        const stats = await stat(file);
        if (stats.isDirectory()) await walk(file);
        else if (isAudio && stats.isFile()) {
          const { lyrics, cover } = inFolder.of(name);
          const inDir = (each: string) => path.join(dir, each);
          files.push({ file, lyrics: lyrics.map(inDir), cover: cover && inDir(cover) });
        }
      } catch (error) {
        if (isAudio || !isMissing(error)) unreadable.push(file);
      }
    }
  }

  try {
    if (!(await stat(folder)).isDirectory()) throw new ImportUsageError(`Không phải là thư mục: ${folder}`);
    await walk(folder);
  } catch (error) {
    if (error instanceof ImportUsageError) throw error;
    throw new ImportUsageError(`Không đọc được thư mục: ${folder}`);
  }
  return { files, unreadable, orphans };
}

const isAudioName = (name: string) => extensions.has(path.extname(name).toLowerCase());

async function* hashing(file: string, hash: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    hash.update(chunk as Buffer);
    yield chunk as Buffer;
  }
}

const isReadable = (file: string) =>
  access(file, constants.R_OK).then(
    () => true,
    () => false,
  );

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}
