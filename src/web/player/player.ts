/** The site's player, and how screens follow it. */
import { useEffect, useSyncExternalStore } from "react";
import { call } from "../lib/api.ts";
import { createAudioService, type PlayerState } from "./audio-service.ts";

const hasMediaSession = typeof navigator !== "undefined" && "mediaSession" in navigator;

export const player = createAudioService({
  createElement: () => document.body.appendChild(new Audio()),
  fetchSong: async (id) => (await call("GET /api/songs/{id}", { params: { id } })).data,
  countPlay: (id) => call("POST /api/songs/{id}/play", { params: { id }, as: "user" }),
  mediaSession: hasMediaSession ? navigator.mediaSession : undefined,
  createMetadata: hasMediaSession ? (init) => new MediaMetadata(init) : undefined,
});

const silence = player.getState();

/** A part of the player's state; the screen is drawn again only when that part changes, so select plain values. */
export function usePlayer<T extends PlayerState[keyof PlayerState]>(select: (state: PlayerState) => T): T {
  return useSyncExternalStore(
    player.subscribe,
    () => select(player.getState()),
    () => select(silence),
  );
}

/** True while the song with this id sounds. */
export function useIsPlaying(id: number): boolean {
  return usePlayer((state) => state.playing && state.track?.id === id && state.track.file === undefined);
}

/** Stops the sound when the screen goes away. */
export function useStopOnLeave(): void {
  useEffect(() => () => player.close(), []);
}

/**
 * Lets space and `k` play and pause, unless the listener is in a field, on a button, in a dialog, or holds a modifier.
 * @param toggle gives false when there was nothing to play, so that space scrolls as usual
 */
export function usePlayKeys(toggle: () => boolean): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== " " && event.key !== "k" && event.key !== "K") return;
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTaken(event.target) || document.querySelector("dialog[open]")) return;
      if (toggle()) event.preventDefault();
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [toggle]);
}

/** True where a key already means something; the seek wave is a field that lets these keys pass. */
function isTaken(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest("input:not([type=range]), textarea, select, button, summary, [contenteditable]") !== null;
}
