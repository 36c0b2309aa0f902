import type { Song } from "#contract/catalogue.ts";
import { artistOf } from "../../lib/artist.ts";
import { isoDuration } from "../../lib/format.ts";
import { breadcrumbs } from "../breadcrumbs.ts";
import { categoryHref } from "../library-url.ts";
import { brand, routes } from "../routes.ts";

const audioTypes: Record<string, string> = {
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  aac: "audio/aac",
  flac: "audio/flac",
  ogg: "audio/ogg",
  opus: "audio/ogg",
  wav: "audio/wav",
};

export interface PublicAudio {
  url: string;
  /** MIME type; undefined for an unknown extension. */
  type: string | undefined;
}

/** Matches the start of a text above 200 characters: up to the last space between 100 and 200, else 200 characters. */
const longTextStart = /^(?=.{201})(?:.{100,200}(?= )|.{200})/u;

/** Returns a song's meta description. */
export function descriptionOf(song: Pick<Song, "title" | "artist" | "description">): string {
  const text = (song.description ?? "").replace(/\s+/g, " ").trim();
  const start = longTextStart.exec(text)?.[0];
  const excerpt = start === undefined ? text : `${start}…`;
  return `Nghe “${song.title}” của ${artistOf(song)} trên ${brand}. Nhạc do AI tạo. ${excerpt}`.trimEnd();
}

/**
 * Returns the audio of a public song; undefined for a premium song, whose link in a premium user's page is signed for that user, and
 * for an address that is no URL.
 */
export function publicAudioOf(song: Pick<Song, "audio_url" | "is_premium">, origin: string): PublicAudio | undefined {
  const address = song.is_premium ? null : song.audio_url;
  if (address === null || !/^(?:https?:\/)?\//i.test(address) || !URL.canParse(address, origin)) return undefined;
  const url = new URL(address, origin);
  const extension = /\.(\w+)$/.exec(url.pathname)?.[1]?.toLowerCase() ?? "";
  return { url: url.href, type: audioTypes[extension] };
}

/** Returns the schema.org MusicRecording, with the IPTC source type for AI-generated media. */
export function recordingOf(song: Song, origin: string, image: string): object {
  const url = `${origin}/songs/${song.id}`;
  const audio = publicAudioOf(song, origin);
  const duration = song.duration ? isoDuration(song.duration) : undefined;
  const genres = song.categories.filter((category) => category.is_active).map(({ name }) => name);
  return {
    "@type": "MusicRecording",
    "@id": url,
    url,
    name: song.title,
    ...(song.description ? { description: song.description } : {}),
    byArtist: { "@type": "MusicGroup", name: artistOf(song) },
    ...(duration ? { duration } : {}),
    ...(genres.length > 0 ? { genre: genres } : {}),
    image: `${origin}${image}`,
    datePublished: song.created_at,
    isAccessibleForFree: !song.is_premium,
    ...(audio
      ? {
          audio: {
            "@type": "AudioObject",
            contentUrl: audio.url,
            ...(audio.type ? { encodingFormat: audio.type } : {}),
            ...(duration ? { duration } : {}),
          },
        }
      : {}),
    creditText: "Nhạc do AI tạo",
    digitalSourceType: "https://schema.org/TrainedAlgorithmicMediaDigitalSource",
    publisher: { "@type": "Organization", name: brand, url: `${origin}/` },
  };
}

/** Returns the breadcrumbs of a song: home, library, its first active genre. */
export function songBreadcrumbs(song: Song, origin: string): object {
  const genre = song.categories.find((category) => category.is_active);
  return breadcrumbs(origin, routes.songs, ...(genre ? [{ label: genre.name, path: categoryHref(genre.id) }] : []), {
    label: song.title,
    path: `/songs/${song.id}`,
  });
}
