/** The access to songs: which ones a caller sees, and may read and hear whole. */
import type { Caller } from "#server/platform/http/caller.ts";
import type { Scope, SongRow } from "./catalogue.repository.ts";

export function scopeOf(caller: Caller): Scope {
  return caller.kind === "admin" ? "all" : "public";
}

/** True for who may read the lyrics of a song, and for users and visitors hear it: a Premium song needs Premium. */
export function isUnlocked({ is_premium }: Pick<SongRow, "is_premium">, caller: Caller): boolean {
  return caller.kind === "admin" || !is_premium || (caller.kind === "user" && caller.isPremium);
}
