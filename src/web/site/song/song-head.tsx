import type { Song } from "#contract/catalogue.ts";
import { sharePicture } from "#contract/pictures.ts";
import { artistOf } from "../../lib/artist.ts";
import { useOrigin } from "../../lib/root-data.ts";
import { PageHead } from "../page-head.tsx";
import { descriptionOf, publicAudioOf, recordingOf, songBreadcrumbs } from "./song-data.ts";

export function SongHead({ song }: { song: Song }) {
  const origin = useOrigin();
  const path = `/songs/${song.id}`;
  const image = sharePicture(song);
  const audio = origin === undefined ? undefined : publicAudioOf(song, origin);
  const seconds = Math.round(song.duration ?? 0);
  return (
    <>
      <PageHead
        type="music.song"
        title={song.title}
        description={descriptionOf(song)}
        path={path}
        image={image}
        imageAlt={`Bìa bài hát “${song.title}” của ${artistOf(song)}`}
        data={origin === undefined ? [] : [recordingOf(song, origin, image), songBreadcrumbs(song, origin)]}
      />
      {seconds > 0 && <meta property="music:duration" content={String(seconds)} />}
      {audio && <meta property="og:audio" content={audio.url} />}
      {audio?.type && <meta property="og:audio:type" content={audio.type} />}
      {origin !== undefined && (
        <link
          rel="alternate"
          type="application/json+oembed"
          href={`${origin}/oembed?url=${encodeURIComponent(origin + path)}&format=json`}
          title={song.title}
        />
      )}
    </>
  );
}
