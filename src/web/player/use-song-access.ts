import { useEffect } from "react";
import { useUserAuth } from "../lib/session.tsx";
import { playableUrl, type Track } from "./audio-service.ts";
import { player, usePlayer } from "./player.ts";

/** Whether the API withheld the URL and lyrics of a Premium song from this visitor. */
export function isWithheld(track: Pick<Track, "is_premium" | "audio_url" | "stream_url">): boolean {
  return track.is_premium && playableUrl(track) === null;
}

/**
 * Returns whether the listener may play a song. Server-rendered data withholds Premium URLs even from members: the player
 * then fetches the song, which counts as locked only once the API denies it. Losing access closes the player.
 */
export function useSongAccess(): (track: Track) => boolean {
  const { canAccess } = useUserAuth();
  const deniedId = usePlayer((state) => state.deniedId);
  useEffect(() => {
    const { track } = player.getState();
    if (track && !canAccess(track)) player.close();
  }, [canAccess]);
  return (track) => canAccess(track) && (track.id !== deniedId || !isWithheld(track));
}
