import type { Song } from "#contract/catalogue.ts";
import { Fallback, valueOf, withFallback } from "../../lib/fallback.ts";
import { useLatest } from "../../lib/use-latest.ts";
import { loadOnServer } from "../load-on-server.ts";
import { PageHead } from "../page-head.tsx";
import { readInBrowser } from "../read-api.ts";
import { useRefetchWithToken } from "../use-refetch-with-token.ts";
import type { Route } from "./+types/page.ts";
import { failureOf, loadRelated, loadSong, type RelatedSong, type SongFailure } from "./load-song.ts";
import { NoSong } from "./no-song.tsx";
import { SongHead } from "./song-head.tsx";
import { SongSkeleton } from "./song-skeleton.tsx";
import { SongView } from "./song-view.tsx";

/** Promises in the browser, so that skeletons render at once. */
interface SongData {
  song: Song | SongFailure | Promise<Song | Fallback<SongFailure>>;
  related: RelatedSong[] | Promise<RelatedSong[] | Fallback<RelatedSong[]>>;
}

export async function loader({ context, params }: Route.LoaderArgs) {
  return loadOnServer<SongData, SongData>(
    context,
    async (call) => {
      const song = await loadSong(call, params.id);
      return { song, related: valueOf(await loadRelated(call, song)) };
    },
    (error) => ({ song: failureOf(error), related: [] }),
  );
}

export function clientLoader({ params }: Route.ClientLoaderArgs): SongData {
  const song = loadSong(readInBrowser, params.id);
  return {
    song: withFallback(song, failureOf),
    related: song.then(
      (loaded) => loadRelated(readInBrowser, loaded),
      () => new Fallback([]),
    ),
  };
}

export default function SongPage({ loaderData, params }: Route.ComponentProps) {
  const data: SongData = loaderData;
  const song = useLatest<Song | SongFailure>(data.song, params.id);
  const related = useLatest(data.related, params.id);
  useRefetchWithToken(!(data.song instanceof Promise));

  if (!song) {
    return (
      <>
        <PageHead title="Bài hát" description="Nghe bài hát trên Ngân Nga." path={`/songs/${params.id}`} />
        <SongSkeleton />
      </>
    );
  }
  if ("message" in song) return <NoSong failure={song} />;
  return <SongView key={song.id} song={song} related={related} head={<SongHead song={song} />} />;
}
