/** A song as search engines and messengers read it. */
import type { Song } from "#contract/catalogue.ts";
import { artistOf } from "../../lib/artist.ts";
import { isoDuration } from "../../lib/format.ts";
import { breadcrumbs } from "../breadcrumbs.ts";
import { categoryHref } from "../library/library-url.ts";
import { brand, pages } from "../pages.ts";

/** Types of the files that songs are uploaded as. */
const audioTypes: Record<string, string> = {
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  aac: "audio/aac",
  flac: "audio/flac",
  ogg: "audio/ogg",
  opus: "audio/ogg",
  wav: "audio/wav",
};

/** The sound itself. */
export interface OpenAudio {
  url: string;
  /** Undefined where the address does not tell. */
  type: string | undefined;
}

/** What there is of more than 200 characters: up to a space, or up to 200 where words have none between them. */
const beginning = /^(?=.{201})(?:.{100,200}(?= )|.{200})/u;

/** A song in a few words, for lists of results. */
export function descriptionOf(song: Pick<Song, "title" | "artist" | "description">): string {
  const words = (song.description ?? "").replace(/\s+/g, " ").trim();
  const begun = beginning.exec(words)?.[0];
  const shown = begun === undefined ? words : `${begun}…`;
  return `Nghe “${song.title}” của ${artistOf(song)} trên ${brand}. Nhạc do AI tạo. ${shown}`.trimEnd();
}

/**
 * The sound of a song that is open to everyone. A Premium song has none, whoever looks at its page: the link in a
 * listener's page is theirs alone.
 */
export function openAudioOf(song: Pick<Song, "audio_url" | "is_premium">, origin: string): OpenAudio | undefined {
  const address = song.is_premium ? null : song.audio_url;
  if (address === null || !/^(?:https?:\/)?\//i.test(address) || !URL.canParse(address, origin)) return undefined;
  const url = new URL(address, origin);
  const extension = /\.(\w+)$/.exec(url.pathname)?.[1]?.toLowerCase() ?? "";
  return { url: url.href, type: audioTypes[extension] };
}

/** schema.org's MusicRecording. It says that the music is made by AI, in words and by its IPTC source type. */
export function recordingOf(song: Song, origin: string, image: string): object {
  const url = `${origin}/songs/${song.id}`;
  const audio = openAudioOf(song, origin);
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

/** The way to a song: home, library, its first genre. */
export function wayTo(song: Song, origin: string): object {
  const genre = song.categories.find((category) => category.is_active);
  return breadcrumbs(origin, pages.songs, ...(genre ? [{ label: genre.name, path: categoryHref(genre.id) }] : []), {
    label: song.title,
    path: `/songs/${song.id}`,
  });
}
