import { useEffect } from "react";
import { useUserAuth } from "../lib/session.tsx";
import { isWithheld, type Track } from "./audio-service.ts";
import { usePlayer, usePlayerStore } from "./player.ts";

/**
 * Returns whether the listener may play a song. Server-rendered data withholds Premium URLs even from members: the player
 * then fetches the song, which counts as locked only once the API denies it. Losing access closes the player.
 */
export function useSongAccess(): (track: Track) => boolean {
  const player = usePlayerStore();
  const { canAccess } = useUserAuth();
  const deniedId = usePlayer((state) => state.deniedId);
  useEffect(() => {
    const { track } = player.getState();
    if (track && !canAccess(track)) player.close();
  }, [player, canAccess]);
  return (track) => canAccess(track) && (track.id !== deniedId || !isWithheld(track));
}
