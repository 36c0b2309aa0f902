import { useEffect } from "react";
import { useUserAuth } from "../lib/session.tsx";
import { playableUrl, type Track } from "./audio-service.ts";
import { player, usePlayer } from "./player.ts";

/** Whether a song came without address and lyrics: it is Premium, and the data shown is that of somebody without access. */
export function isWithheld(track: Pick<Track, "is_premium" | "audio_url" | "stream_url">): boolean {
  return track.is_premium && playableUrl(track) === null;
}

/**
 * Tells which songs the listener may hear: those the session allows. A premium song may still lack its address, as long as the data
 * shown is a visitor's: the player asks for it, and a song is locked that the API then refuses. A song in the player is closed when
 * the listener loses the access to it, as by logging out.
 */
export function useSongAccess(): (track: Track) => boolean {
  const { canAccess } = useUserAuth();
  const refused = usePlayer((state) => state.refused);
  useEffect(() => {
    const { track } = player.getState();
    if (track && !canAccess(track)) player.close();
  }, [canAccess]);
  return (track) => canAccess(track) && (track.id !== refused || !isWithheld(track));
}
