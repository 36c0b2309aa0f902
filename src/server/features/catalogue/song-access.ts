/** The access to songs: which ones a caller sees, and may read and hear whole. */
import type { SongFilter } from "#contract/catalogue.ts";
import { searchedWords } from "#contract/lyrics/search.ts";
import type { Caller } from "#server/platform/http/caller.ts";

/** Visibility of a read: `public` is limited to active songs and active categories. */
export type Scope = "public" | "all";

/** A search in lyrics: its words (`searchedWords`), and whether it finds Premium songs, which are found by who may read their lyrics. */
export interface LyricsSearch {
  words: string;
  withPremium: boolean;
}

export function scopeOf(caller: Caller): Scope {
  return caller.kind === "admin" ? "all" : "public";
}

/** True for who may read the lyrics of a song, and for users and visitors hear it: a Premium song needs Premium. */
export function isUnlocked({ is_premium }: { is_premium: boolean }, caller: Caller): boolean {
  return caller.kind === "admin" || !is_premium || (caller.kind === "user" && caller.isPremium);
}

/** Returns the search of a filter in the lyrics that the caller may read; undefined without one, and for one that is too short. */
export function lyricsSearchOf({ search }: SongFilter, caller: Caller): LyricsSearch | undefined {
  const words = search === undefined ? undefined : searchedWords(search);
  return words === undefined ? undefined : { words, withPremium: isUnlocked({ is_premium: true }, caller) };
}
