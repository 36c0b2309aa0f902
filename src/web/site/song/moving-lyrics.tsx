import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import type { LineDocument } from "#contract/lyrics/document.ts";
import { call } from "../../lib/api.ts";
import type { Track } from "../../player/audio-service.ts";
import { usePlayer } from "../../player/player.ts";

interface MovingLyricsProps {
  song: Track;
  /** The lyrics as text. */
  children: ReactNode;
}

interface Loaded {
  Karaoke: ComponentType<{ song: Track; document: LineDocument }>;
  document: LineDocument;
}

/** The lyrics as text, which from the first play on move with the song where its lines have times. */
export function MovingLyrics({ song, children }: MovingLyricsProps) {
  const isStarted = usePlayer(({ started, track }) => started && track?.id === song.id && track.file === undefined);
  const [wasStarted, setStarted] = useState(isStarted);
  if (isStarted && !wasStarted) setStarted(true);
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    if (!wasStarted) return;
    let isOutdated = false;
    // Without lines, and when they can't be had, the text stays.
    load(song.id).then(
      (next) => !isOutdated && setLoaded(next),
      () => undefined,
    );
    return () => {
      isOutdated = true;
    };
  }, [wasStarted, song.id]);
  return loaded ? <loaded.Karaoke song={song} document={loaded.document} /> : children;
}

async function load(id: number): Promise<Loaded | undefined> {
  const [{ data }, { default: Karaoke }] = await Promise.all([
    call("GET /api/songs/{id}/lines", { params: { id } }),
    import("../karaoke/karaoke.tsx"),
  ]);
  const { document } = data;
  return document?.lines.some(({ start_ms }) => start_ms !== null) ? { Karaoke, document } : undefined;
}
