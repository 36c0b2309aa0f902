import { useMemo } from "react";
import type { Track } from "../../player/audio-service.ts";
import type { SongList } from "../../player/list-player.ts";
import { loadLikes } from "./load-own.ts";
import type { OwnPart } from "./use-part.ts";

/** Returns the liked songs as a list, with those of further pages. */
export function useLikesList({ rows, total }: OwnPart<Track>): SongList {
  return useMemo(
    () => ({ tracks: rows ?? [], total, more: async (count: number) => (await loadLikes(count)).rows }),
    [rows, total],
  );
}
