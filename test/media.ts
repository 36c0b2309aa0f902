/** Doubles of the browser's media for the player's tests. */
import { vi } from "vitest";
import type { Track } from "../src/web/player/audio-service.ts";

/** A silent media element that records calls and fires events on request. */
export function fakeElement() {
  const target = new EventTarget();
  const element = {
    src: "",
    preload: "",
    currentTime: 0,
    duration: Number.NaN,
    paused: true,
    seeking: false,
    volume: 1,
    playbackRate: 1,
    defaultPlaybackRate: 1,
    error: null as { code: number } | null,
    play: vi.fn(async () => {
      element.paused = false;
    }),
    pause: vi.fn(() => {
      element.paused = true;
    }),
    load: vi.fn(),
    removeAttribute: vi.fn(() => {
      element.src = "";
    }),
    addEventListener: target.addEventListener.bind(target),
    fire: (name: string) => target.dispatchEvent(new Event(name)),
    advanceTo(seconds: number) {
      element.currentTime = seconds;
      element.fire("timeupdate");
    },
  };
  return element;
}

export function fakeSession() {
  const handlers = new Map<string, MediaSessionActionHandler>();
  return {
    handlers,
    metadata: null as MediaMetadata | null,
    playbackState: "none" as MediaSessionPlaybackState,
    setPositionState: vi.fn(),
    setActionHandler: vi.fn((action: MediaSessionAction, handler: MediaSessionActionHandler | null) => {
      if ((action as string) === "stop") throw new TypeError("unknown action");
      if (handler) handlers.set(action, handler);
      else handlers.delete(action);
    }),
  };
}

/** A song with a URL. */
export const track = (id: number, change: Partial<Track> = {}): Track => ({
  id,
  title: `Bài ${id}`,
  artist: null,
  audio_url: `/uploads/${id}.mp3`,
  thumbnail_url: null,
  is_premium: false,
  duration: 60,
  ...change,
});
