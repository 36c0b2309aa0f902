import { useEffect, useSyncExternalStore } from "react";
import { call } from "../lib/api.ts";
import { usePageStore } from "../lib/page-stores.tsx";
import { tellPlayerLoaded } from "../lib/player-loaded.ts";
import { retryOnNetwork } from "../lib/retry-on-network.ts";
import { readStored } from "../lib/storage.ts";
import { createPlayer, initialPlayerState, type Player, type PlayerState } from "./list-player.ts";
import { playAlone } from "./only-player.ts";

const hasMediaSession = typeof navigator !== "undefined" && "mediaSession" in navigator;

/** Makes the player of one page. */
export function createPagePlayer(): Player {
  const player = createPlayer({
    createElement: () => document.body.appendChild(new Audio()),
    fetchSong: async (id) => (await call("GET /api/songs/{id}", { params: { id } })).data,
    countPlay: async (id) => {
      await call("POST /api/songs/{id}/play", { params: { id }, as: "user" });
      if (readStored("userToken") === null) (await import("../lib/device-songs.ts")).playOnDevice(id);
    },
    random: Math.random,
    mediaSession: hasMediaSession ? navigator.mediaSession : undefined,
    createMetadata: hasMediaSession ? (init) => new MediaMetadata(init) : undefined,
    hasTwoButtons: hasMediaSession && /iP(?:hone|ad|od)/.test(navigator.userAgent),
    retry: retryOnNetwork,
  });
  playAlone(player);
  return player;
}

tellPlayerLoaded();

/** Returns the one player of the page. */
export function usePlayerStore(): Player {
  return usePageStore(createPagePlayer);
}

/** Returns a part of the player's state. `select` must return a primitive: objects re-render on every change. */
export function usePlayer<T extends PlayerState[keyof PlayerState]>(select: (state: PlayerState) => T): T {
  const player = usePlayerStore();
  return useSyncExternalStore(
    player.subscribe,
    () => select(player.getState()),
    () => select(initialPlayerState),
  );
}

export function useIsPlaying(id: number): boolean {
  return usePlayer((state) => state.playing && state.track?.id === id && state.track.file === undefined);
}

/** Closes the player on unmount. */
export function useStopOnLeave(): void {
  const player = usePlayerStore();
  useEffect(() => () => player.close(), [player]);
}

/**
 * Toggles playback on space and `k`, except in fields, on buttons, in dialogs or with a modifier key.
 * @param toggle returns false if there is nothing to play; then space scrolls the page
 */
export function usePlayKeys(toggle: () => boolean): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== " " && event.key !== "k" && event.key !== "K") return;
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      if (handlesKeys(event.target) || document.querySelector("dialog[open]")) return;
      if (toggle()) event.preventDefault();
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [toggle]);
}

function handlesKeys(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest("input:not([type=range]), textarea, select, button, summary, [contenteditable]") !== null;
}
