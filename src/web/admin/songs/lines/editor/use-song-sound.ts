/** The sound of the song whose lines are edited, by the player that owns the page's media element. Plays here are not counted. */
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { Song } from "#contract/catalogue.ts";
import { playableUrl } from "../../../../player/audio-service.ts";
import { playSpan, type Span } from "../../../../player/play-span.ts";
import { usePlayer, usePlayerStore } from "../../../../player/player.ts";
import { trackOf } from "../../../../player/track-button.tsx";
import type { Border } from "./line-edits.ts";

/** Milliseconds that are heard of a moment. */
const previewMs = 350;
/** A shorter stretch is not repeated. */
const shortestLoopMs = 150;

export const rates = [0.5, 0.6, 0.7, 0.8, 0.9, 1] as const;

export type SongSound = ReturnType<typeof useSongSound>;

/** @param loop the stretch that is repeated while the song plays */
export function useSongSound(song: Song, loop: Span | undefined) {
  const player = usePlayerStore();
  const { id, title, audio_url, stream_url, duration } = song;
  const track = useMemo(() => {
    const src = playableUrl({ audio_url, stream_url });
    return trackOf({ src, title, identity: `lines of ${id}`, duration });
  }, [id, title, audio_url, stream_url, duration]);
  const { file = "" } = track;
  const [rate, setRate] = useState<number>(1);
  // A loop goes on over changes of the speed; a song that is loaded anew has lost it.
  const wantedRate = useRef(1);
  const cancelSpan = useRef(() => {});
  const isPreviewing = useRef(false);
  const isPlaying = usePlayer((state) => state.playing && state.track?.file === file);
  const isLoading = usePlayer((state) => state.loading && state.track?.file === file);
  const hasFailed = usePlayer((state) => state.failedFile === file);
  const position = usePlayer((state) => (state.track?.file === file ? state.position : 0));
  const loaded = usePlayer((state) => (state.track?.file === file ? state.duration : 0));
  const from = loop?.from;
  const to = loop && loop.to - loop.from >= shortestLoopMs ? loop.to : undefined;

  const prepare = useEffectEvent(() => {
    if (player.getState().track?.file !== file) player.close();
    player.prepare(track);
  });
  useEffect(() => {
    prepare();
    return () => {
      cancelSpan.current();
      if (player.getState().track?.file === file) player.close();
    };
  }, [player, file]);

  function start(): void {
    cancelSpan.current();
    isPreviewing.current = false;
    player.play(track);
    player.setRate(wantedRate.current);
  }

  /** @param at where the first round begins */
  function repeat(span: Span, at = span.from): void {
    cancelSpan.current();
    isPreviewing.current = false;
    cancelSpan.current = playSpan(player, track, { from: at, to: span.to }, () => repeat(span));
    player.setRate(wantedRate.current);
  }

  const followLoop = useEffectEvent(() => {
    if (!isPreviewing.current) cancelSpan.current();
    const isOn = player.getState().playing && !isPreviewing.current;
    if (isOn && from !== undefined && to !== undefined) repeat({ from, to });
  });
  useEffect(() => followLoop(), [from, to]);

  function seek(ms: number): void {
    prepareNow();
    player.seek(ms / 1000);
  }

  /** The end of the song unloads it. */
  function prepareNow(): void {
    if (player.getState().track?.file !== file) player.prepare(track);
  }

  return {
    isPlaying,
    isLoading,
    hasFailed,
    /** Milliseconds; up to a quarter of a second old. */
    positionMs: position * 1000,
    /** Milliseconds; 0 while it is not known. */
    durationMs: (loaded || duration || 0) * 1000,
    rate,
    /** Milliseconds of the song at this moment. */
    now: () => (player.getState().track?.file === file ? player.positionNow() * 1000 : 0),
    toggle(): void {
      if (isPlaying && !isPreviewing.current) return player.pause();
      if (from !== undefined && to !== undefined) return repeat({ from, to });
      start();
    },
    seek,
    playFrom(ms: number): void {
      if (from !== undefined && to !== undefined && ms >= from && ms < to) return repeat({ from, to }, ms);
      seek(ms);
      start();
    },
    setRate(next: number): void {
      setRate(next);
      wantedRate.current = next;
      player.setRate(next);
    },
    /** Plays what is heard at a start, or before an end, unless the song plays anyway; then stands there. */
    preview(ms: number, border: Border): void {
      if (player.getState().playing && !isPreviewing.current) return;
      cancelSpan.current();
      isPreviewing.current = true;
      const span =
        border === "start" ? { from: ms, to: ms + previewMs } : { from: Math.max(0, ms - previewMs), to: ms };
      cancelSpan.current = playSpan(player, track, span, () => {
        isPreviewing.current = false;
        player.seek(ms / 1000);
      });
      player.setRate(wantedRate.current);
    },
  };
}
