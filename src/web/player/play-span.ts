/** Plays a stretch of a song, such as one line of its lyrics, and pauses at its end. */
import { isSameTrack, type Track } from "./audio-service.ts";
import type { Player } from "./list-player.ts";

/** Milliseconds of the song. */
export interface Span {
  from: number;
  to: number;
}

/** A stretch ends so many milliseconds before the end of the song, which would unload it. */
const songEndMs = 100;

/**
 * Plays a stretch of a song from its start, and pauses at its end. It ends early, and without a call of `onEnd`, once the song is paused,
 * moved or unloaded by anything else.
 * @param onEnd is called once, after the pause at the end
 * @returns a function that cancels: the song is no longer paused at the end of the stretch
 */
export function playSpan(
  player: Pick<Player, "getState" | "subscribe" | "play" | "pause" | "seek" | "positionNow">,
  track: Track,
  { from, to }: Span,
  onEnd?: () => void,
): () => void {
  const before = player.getState();
  if (isSameTrack(before.track, track)) {
    player.seek(from / 1000);
    if (!before.playing) player.play(track);
  } else {
    player.play(track);
    player.seek(from / 1000);
  }
  const { jumps } = player.getState();
  let frame: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unsubscribe = player.subscribe(follow);
  follow();
  return cancel;

  function follow(): void {
    stopWaiting();
    const state = player.getState();
    if (state.jumps !== jumps || !state.playing) return cancel();
    const end = state.duration > 0 ? Math.min(to, state.duration * 1000 - songEndMs) : to;
    const left = (end - player.positionNow() * 1000) / state.rate;
    if (left <= 0) return finish();
    // A hidden page has no frames, and a busy one late frames: then the timer of the last one ends the stretch.
    if (document.visibilityState === "visible") frame = requestAnimationFrame(follow);
    timer = setTimeout(follow, left);
  }

  function stopWaiting(): void {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(timer);
  }

  function cancel(): void {
    stopWaiting();
    unsubscribe();
  }

  function finish(): void {
    cancel();
    player.pause();
    onEnd?.();
  }
}
