import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from "react";
import type { LineDocument } from "#contract/lyrics/document.ts";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { isSameTrack, type Track } from "../../player/audio-service.ts";
import { usePlayer } from "../../player/player.ts";
import { Redraw } from "../../ui/redraw.tsx";

interface MovingLyricsProps {
  track: Track;
  /** Returns the lines of the song; null for none. */
  read: () => Promise<LineDocument | null>;
  /** Seconds; the moment that the address names. */
  start?: number | undefined;
  /** The lyrics as text. */
  children: ReactNode;
}

const Karaoke = lazyPart(async () => (await import("./karaoke.tsx")).default);

/**
 * The lyrics as text, which from the first play on, or at once at a moment, move with the song where its lines have times. Another track
 * is another element.
 */
export function MovingLyrics({ track, read, start, children }: MovingLyricsProps) {
  const isStarted = usePlayer((state) => state.started && isSameTrack(state.track, track));
  const [wasStarted, setStarted] = useState(isStarted);
  if (isStarted && !wasStarted) setStarted(true);
  const isWanted = wasStarted || start !== undefined;
  const isPlaying = usePlayer((state) => state.playing && isSameTrack(state.track, track));
  const [wasPlaying, setWasPlaying] = useState(isPlaying);
  const [hasFailed, setFailed] = useState(false);
  if (isPlaying !== wasPlaying) {
    setWasPlaying(isPlaying);
    if (isPlaying) setFailed(false);
  }
  const [document, setDocument] = useState<LineDocument>();
  const load = useEffectEvent(async (): Promise<LineDocument | undefined> => {
    const [lines, isLoaded] = await Promise.all([read(), Karaoke.preload()]);
    if (!isLoaded) throw new Error("The code of the moving lyrics can't be had.");
    return lines?.lines.some(({ start_ms }) => start_ms !== null) ? lines : undefined;
  });
  useEffect(() => {
    if (!isWanted || hasFailed) return;
    let isOutdated = false;
    // Without lines the text stays, and until the next play when they can't be had.
    load().then(
      (next) => !isOutdated && setDocument(next),
      () => !isOutdated && setFailed(true),
    );
    return () => {
      isOutdated = true;
    };
  }, [isWanted, hasFailed]);
  useEffect(() => {
    const retry = () => setFailed(false);
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, []);
  if (!document) return children;
  return (
    <Redraw fallback={() => children}>
      <Suspense fallback={children}>
        <Karaoke song={track} document={document} start={start} />
      </Suspense>
    </Redraw>
  );
}
