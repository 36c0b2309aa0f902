import { useUserAuth } from "../lib/session.tsx";
import { playableUrl, type Track } from "./audio-service.ts";

/** Tells which songs the listener may hear: the session allows it, and the API gave a premium song's address. */
export function useSongAccess(): (track: Track) => boolean {
  const { canAccess } = useUserAuth();
  return (track) => !track.is_premium || (canAccess(track) && playableUrl(track) !== null);
}
