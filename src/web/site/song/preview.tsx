import { Eye } from "lucide";
import type { Song } from "#contract/catalogue.ts";
import { isApiError } from "#contract/errors.ts";
import { Fallback, valueOf, withFallback } from "../../lib/fallback.ts";
import { useLatest } from "../../lib/use-latest.ts";
import { useStopOnLeave } from "../../player/player.ts";
import { Icon } from "../../ui/icon.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { loadOnServer } from "../load-on-server.ts";
import { PageHead } from "../page-head.tsx";
import { NoReferrer, privateHeaders } from "../private-page.tsx";
import { type ReadApi, readInBrowser } from "../read-api.ts";
import type { Route } from "./+types/preview.ts";
import { loadRelated, type RelatedSong } from "./load-song.ts";
import styles from "./preview.module.css";
import { signatureOf } from "./preview-signature.ts";
import { SongSkeleton } from "./song-skeleton.tsx";
import { SongView } from "./song-view.tsx";

interface Failure {
  message: string;
}

interface PreviewData {
  /** A promise in the browser, so that the skeleton renders at once. */
  song: Song | Failure | Promise<Song | Fallback<Failure>>;
  related: RelatedSong[] | Promise<RelatedSong[] | Fallback<RelatedSong[]>>;
}

export function headers(): Record<string, string> {
  return privateHeaders;
}

async function loadPreview(read: ReadApi, id: string, url: string): Promise<Song> {
  return (await read("GET /api/songs/{id}/preview", { params: { id }, query: signatureOf(new URL(url)) })).data;
}

function failureOf(error: unknown): Failure {
  if (isApiError(error) && (error.status === 403 || error.status === 422)) {
    return { message: "Địa chỉ xem thử này không đúng hoặc đã hết hạn" };
  }
  if (isApiError(error) && error.status === 404) return { message: "Không tìm thấy bài hát" };
  return { message: "Không thể tải thông tin bài hát" };
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  return loadOnServer<PreviewData, PreviewData>(
    context,
    async (call) => {
      const song = await loadPreview(call, params.id, request.url);
      return { song, related: valueOf(await loadRelated(call, song)) };
    },
    (error) => ({ song: failureOf(error), related: [] }),
  );
}

export function clientLoader({ params, request }: Route.ClientLoaderArgs): PreviewData {
  const song = loadPreview(readInBrowser, params.id, request.url);
  return {
    song: withFallback(song, failureOf),
    related: song.then(
      (loaded) => loadRelated(readInBrowser, loaded),
      () => new Fallback([]),
    ),
  };
}

/** A hidden song as visitors would see it, for those who have its signed address. */
export default function SongPreviewPage({ loaderData, params: { id } }: Route.ComponentProps) {
  const data: PreviewData = loaderData;
  const song = useLatest<Song | Failure>(data.song, id);
  const related = useLatest(data.related, id);
  useStopOnLeave();
  const head = (
    <>
      <PageHead title="Xem thử bài hát" description="Bản xem thử của một bài hát chưa phát hành." hidden />
      <NoReferrer />
    </>
  );
  if (!song) {
    return (
      <>
        {head}
        <SongSkeleton />
      </>
    );
  }
  if ("message" in song) {
    return (
      <div className="wrap">
        {head}
        <ErrorState level="h1" title={song.message}>
          <p>Bạn mở lại “Xem như khách” từ trang quản trị nhé.</p>
        </ErrorState>
      </div>
    );
  }
  return (
    <>
      <p className={styles.bar} role="status">
        <Icon icon={Eye} />
        <span>
          {song.is_active
            ? "Bản xem thử. Bài hát này đã được phát hành."
            : "Bản xem thử. Bài hát này đang ẩn với khách."}
        </span>
      </p>
      <SongView key={song.id} song={song} related={related} head={head} isPreview />
    </>
  );
}
