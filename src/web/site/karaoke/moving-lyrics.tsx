import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import type { LineDocument } from "#contract/lyrics/document.ts";
import { isSameTrack, type Track } from "../../player/audio-service.ts";
import { usePlayer } from "../../player/player.ts";

interface MovingLyricsProps {
  track: Track;
  /** Returns the lines of the song; null for none. */
  read: () => Promise<LineDocument | null>;
  /** Seconds; the moment that the address names. */
  start?: number | undefined;
  /** The lyrics as text. */
  children: ReactNode;
}

interface Loaded {
  Karaoke: ComponentType<{ song: Track; document: LineDocument; start?: number | undefined }>;
  document: LineDocument;
}

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
  const [loaded, setLoaded] = useState<Loaded>();
  const load = useEffectEvent(async (): Promise<Loaded | undefined> => {
    const [document, { default: Karaoke }] = await Promise.all([read(), import("./karaoke.tsx")]);
    return document?.lines.some(({ start_ms }) => start_ms !== null) ? { Karaoke, document } : undefined;
  });
  useEffect(() => {
    if (!isWanted || hasFailed) return;
    let isOutdated = false;
    // Without lines the text stays, and until the next play when they can't be had.
    load().then(
      (next) => !isOutdated && setLoaded(next),
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
  return loaded ? <loaded.Karaoke song={track} document={loaded.document} start={start} /> : children;
}
