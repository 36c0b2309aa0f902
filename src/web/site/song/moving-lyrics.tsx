import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import type { LineDocument } from "#contract/lyrics/document.ts";
import { call } from "../../lib/api.ts";
import type { Track } from "../../player/audio-service.ts";
import { usePlayer } from "../../player/player.ts";
import { signatureOf } from "./preview-signature.ts";

interface MovingLyricsProps {
  song: Track;
  /** Reads the lines of a hidden song, by the address of its preview. */
  isPreview: boolean;
  /** The lyrics as text. */
  children: ReactNode;
}

interface Loaded {
  Karaoke: ComponentType<{ song: Track; document: LineDocument }>;
  document: LineDocument;
}

/** The lyrics as text, which from the first play on move with the song where its lines have times. */
export function MovingLyrics({ song, isPreview, children }: MovingLyricsProps) {
  const isStarted = usePlayer(({ started, track }) => started && track?.id === song.id && track.file === undefined);
  const [wasStarted, setStarted] = useState(isStarted);
  if (isStarted && !wasStarted) setStarted(true);
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    if (!wasStarted) return;
    let isOutdated = false;
    // Without lines, and when they can't be had, the text stays.
    load(song.id, isPreview).then(
      (next) => !isOutdated && setLoaded(next),
      () => undefined,
    );
    return () => {
      isOutdated = true;
    };
  }, [wasStarted, song.id, isPreview]);
  return loaded ? <loaded.Karaoke song={song} document={loaded.document} /> : children;
}

async function load(id: number, isPreview: boolean): Promise<Loaded | undefined> {
  const [{ data }, { default: Karaoke }] = await Promise.all([
    isPreview
      ? call("GET /api/songs/{id}/preview/lines", { params: { id }, query: signatureOf(window.location) })
      : call("GET /api/songs/{id}/lines", { params: { id } }),
    import("../karaoke/karaoke.tsx"),
  ]);
  const { document } = data;
  return document?.lines.some(({ start_ms }) => start_ms !== null) ? { Karaoke, document } : undefined;
}
