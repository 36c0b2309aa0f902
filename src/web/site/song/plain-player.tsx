import type { Song } from "#contract/catalogue.ts";

export function PlainPlayer({ song }: { song: Song }) {
  if (!song.audio_url) return null;
  return (
    <noscript>
      <audio className="plain-player" controls preload="metadata" src={song.audio_url} aria-label={song.title} />
    </noscript>
  );
}
