/** Lyrics and covers beside an audio file in a folder that is imported: `song.lrc` and `cover.jpg` beside `song.mp3`. */
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { type LineDocument, timingOf } from "#contract/lyrics/document.ts";
import { maxLyricsFile, type ReadLyrics, readLyrics } from "#contract/lyrics/formats.ts";
import { lyricsOfLines } from "#contract/lyrics/lyrics-text.ts";
import { unreadFormatOf } from "#contract/lyrics/unread.ts";
import { textOfFile } from "#contract/text-file.ts";
import { inTurns } from "#server/platform/in-turns.ts";

/** A file that was not taken. */
export interface LeftFile {
  file: string;
  reason: string;
}

/** Files beside an audio file, by their paths. */
export interface Beside {
  /** Of the same name, in the order in which they are tried. */
  lyrics: readonly string[];
  cover: string | undefined;
}

export interface FoundLyrics extends Pick<ReadLyrics, "title" | "artist"> {
  file: string;
  lyrics: string;
  /** Null without times. */
  lines: LineDocument | null;
}

/** Extensions of lyrics in the order in which they are tried; those that are not read are named. */
const lyricsExtensions = [
  ".lrc",
  ".ttml",
  ".srt",
  ".vtt",
  ".ass",
  ".ssa",
  ".txt",
  ".sbv",
  ".qrc",
  ".yrc",
  ".krc",
  ".lys",
  ".json",
];
/** Extensions that other files have too: without audio of their name they are not worth a word. */
const commonExtensions = new Set([".txt", ".json"]);
const coverNames = ["cover", "folder"].flatMap((name) => [".jpg", ".jpeg", ".png", ".webp"].map((end) => name + end));

const extensionOf = (name: string) => path.extname(name).toLowerCase();
/** The name of a song, whatever wrote it: macOS decomposes letters. */
const stemOf = (name: string) => path.basename(name, path.extname(name)).normalize("NFC").toLowerCase();

export interface FolderFiles {
  of(audio: string): Beside;
  /** Lyrics without audio of their name. */
  orphans: readonly string[];
}

/** Returns what lies beside the audio files of one folder. @param names of all its files */
export function folderFiles(names: readonly string[], isAudio: (name: string) => boolean): FolderFiles {
  const lyrics = new Map<string, string[]>();
  for (const extension of lyricsExtensions) {
    for (const name of names.filter((each) => extensionOf(each) === extension)) {
      lyrics.set(stemOf(name), [...(lyrics.get(stemOf(name)) ?? []), name]);
    }
  }
  const covers = coverNames.flatMap((cover) => names.filter((name) => name.toLowerCase() === cover));
  const stems = new Set(names.filter(isAudio).map(stemOf));
  return {
    of: (audio) => ({ lyrics: lyrics.get(stemOf(audio)) ?? [], cover: covers[0] }),
    orphans: [...lyrics.entries()]
      .filter(([stem]) => !stems.has(stem))
      .flatMap(([, files]) => files)
      .filter((name) => !commonExtensions.has(extensionOf(name))),
  };
}

/**
 * Returns the lyrics of an audio file from those beside it, or undefined where those of its tags are better: with times, or there is nothing else.
 * @param tagged lyrics of the tags
 */
export async function lyricsBeside(
  files: readonly string[],
  tagged: { lyrics: string | null; lines: LineDocument | null },
): Promise<{ lyrics: FoundLyrics | undefined; left: LeftFile[] }> {
  const left: LeftFile[] = [];
  let lyrics: FoundLyrics | undefined;
  for await (const file of inTurns(files)) {
    const found = lyrics ? `Bài đã lấy lời từ ${path.basename(lyrics.file)}` : await readFileOfLyrics(file);
    const isWorse = typeof found !== "string" && found.lines === null && tagged.lyrics !== null;
    if (isWorse) left.push({ file, reason: "Bài đã lấy lời từ thẻ của file" });
    else if (typeof found === "string") left.push({ file, reason: found });
    else lyrics = found;
  }
  return { lyrics, left };
}

/** Returns the lyrics of a file, or why they can't be taken. */
async function readFileOfLyrics(file: string): Promise<FoundLyrics | string> {
  let text: string;
  try {
    // A letter of UTF-16 has two bytes or four.
    if ((await stat(file)).size > 4 * maxLyricsFile) return tooLarge;
    text = textOfFile(await readFile(file));
  } catch {
    return "Không đọc được";
  }
  if (text.length > maxLyricsFile) return tooLarge;
  const { format, document, title, artist } = readLyrics(text);
  if (format === "unread") return `Lời ở định dạng ${unreadFormatOf(text)}, chưa đọc được`;
  if (document.lines.length === 0) return "Không có dòng lời nào";
  const lyrics = lyricsOfLines(document);
  if (lyrics === undefined) return "Lời quá dài";
  return { file, title, artist, lyrics, lines: timingOf(document) === "none" ? null : document };
}

const tooLarge = "Lớn hơn 1 MB";
