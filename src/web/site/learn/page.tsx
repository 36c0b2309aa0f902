import { ArrowLeft } from "lucide";
import { Suspense, useMemo } from "react";
import { type ShouldRevalidateFunctionArgs, useSearchParams } from "react-router";
import type { Song } from "#contract/catalogue.ts";
import { type Fallback, withFallback } from "../../lib/fallback.ts";
import { useLatest } from "../../lib/use-latest.ts";
import { isWithheld, toTrack } from "../../player/audio-service.ts";
import { useSongAccess } from "../../player/use-song-access.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states.tsx";
import { learnModes, learnPath, modeOf } from "../learn-path.ts";
import { LearnSongContext, learnSongOf } from "../lines/use-learn-song.ts";
import { loadOnServer } from "../load-on-server.ts";
import { PageHead } from "../page-head.tsx";
import { readInBrowser } from "../read-api.ts";
import { failureOf, loadSong, type SongFailure } from "../song/load-song.ts";
import { NoSong } from "../song/no-song.tsx";
import { useRefetchWithToken } from "../use-refetch-with-token.ts";
import { songPath } from "../wanted-song.ts";
import type { Route } from "./+types/page.ts";
import { Locked } from "./locked.tsx";
import { modes } from "./modes.tsx";
import styles from "./page.module.css";
import { useLines } from "./use-lines.ts";

interface LearnData {
  /** A promise in the browser, so that the frame renders at once. */
  song: Song | SongFailure | Promise<Song | Fallback<SongFailure>>;
}

export async function loader({ context, params }: Route.LoaderArgs) {
  return loadOnServer<LearnData, LearnData>(
    context,
    async (call) => ({ song: await loadSong(call, params.id) }),
    (error) => ({ song: failureOf(error) }),
  );
}

export function clientLoader({ params }: Route.ClientLoaderArgs): LearnData {
  return { song: withFallback(loadSong(readInBrowser, params.id), failureOf) };
}

/** Another mode of the same song needs nothing new. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const isOtherMode = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  return !isOtherMode && defaultShouldRevalidate;
}

/** Learning with a song: its lines one by one, and what else there is to practise. */
export default function LearnPage({ loaderData, params }: Route.ComponentProps) {
  const data: LearnData = loaderData;
  const song = useLatest<Song | SongFailure>(data.song, params.id);
  useRefetchWithToken(!(data.song instanceof Promise));
  if (!song) {
    return (
      <div className={`wrap ${styles.page}`}>
        <PageHead title="Học với bài hát" description="Luyện nghe và hát từng câu trên Ngân Nga." hidden />
        <LinesSkeleton />
      </div>
    );
  }
  if ("message" in song) return <NoSong failure={song} />;
  return <Learning key={song.id} song={song} />;
}

function Learning({ song }: { song: Song }) {
  const canPlay = useSongAccess();
  const [query] = useSearchParams();
  const mode = modeOf(query);
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead
        title={`Học với bài “${song.title}”`}
        description={`Nghe, lặp lại và hát theo từng câu của bài “${song.title}”.`}
        path={learnPath(song.id)}
        hidden
      />
      <header className={styles.head}>
        <Link className="link" to={songPath(song)}>
          <Icon icon={ArrowLeft} />
          Trở lại bài hát
        </Link>
        <h1>
          <span className={styles.kind}>Học với bài</span> {song.title}
        </h1>
      </header>
      {canPlay(song) && !isWithheld(song) ? (
        <>
          {learnModes.length > 1 && (
            <nav className={styles.modes} aria-label="Cách học">
              {learnModes.map((each) => (
                <Link
                  key={each}
                  className={`btn ${styles.mode}`}
                  to={learnPath(song.id, each)}
                  replace
                  aria-current={each === mode ? "page" : undefined}
                >
                  {modes[each].label}
                </Link>
              ))}
            </nav>
          )}
          <Lines song={song} />
        </>
      ) : (
        <Locked song={song} />
      )}
    </div>
  );
}

/** The chosen mode, once the lines are there. */
function Lines({ song }: { song: Song }) {
  const [query] = useSearchParams();
  const { lines, retry } = useLines(song.id);
  const document = typeof lines === "object" ? lines.document : null;
  const learned = useMemo(() => (document ? learnSongOf(toTrack(song), document) : undefined), [song, document]);
  if (lines === "loading") {
    return (
      <>
        <noscript>
          <p className="note note--info">
            Phần luyện tập cần JavaScript. Bạn bật JavaScript trong trình duyệt rồi tải lại trang, hoặc về trang bài hát
            để nghe và đọc lời nhé.
          </p>
        </noscript>
        <div className={styles.scripted}>
          <LinesSkeleton />
        </div>
      </>
    );
  }
  if (lines === "failed") {
    return <ErrorState title="Chưa tải được lời bài hát" text="Bạn kiểm tra mạng rồi thử lại nhé." onRetry={retry} />;
  }
  if (!learned) {
    return (
      <EmptyState title="Bài này chưa có lời theo thời gian" text="Bạn vẫn nghe và đọc lời ở trang bài hát.">
        <Link className="btn btn--primary" to={songPath(song)}>
          Trở lại bài hát
        </Link>
      </EmptyState>
    );
  }
  const { Part } = modes[modeOf(query)];
  return (
    <LearnSongContext value={learned}>
      <Suspense fallback={<LinesSkeleton />}>
        <Part />
      </Suspense>
    </LearnSongContext>
  );
}

function LinesSkeleton() {
  return (
    <div aria-busy="true">
      <span className="sr" role="status">
        Đang tải lời bài hát
      </span>
      <Skeleton className={styles.skeleton} />
    </div>
  );
}
