import { useEffect } from "react";
import { useUserAuth } from "../lib/session.tsx";
import { playableUrl, type Track } from "./audio-service.ts";
import { player } from "./player.ts";

/**
 * Tells which songs the listener may hear: the session allows it, and the API gave a premium song's address. A song in
 * the player is closed when the listener loses the access to it, as by logging out.
 */
export function useSongAccess(): (track: Track) => boolean {
  const { canAccess } = useUserAuth();
  useEffect(() => {
    const { track } = player.getState();
    if (track && !canAccess(track)) player.close();
  }, [canAccess]);
  return (track) => !track.is_premium || (canAccess(track) && playableUrl(track) !== null);
}
