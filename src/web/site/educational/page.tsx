import { Ear, Focus, type IconNode, Repeat2, Sprout } from "lucide";
import { type Fallback, valueOf, withFallback } from "../../lib/fallback.ts";
import { useOrigin } from "../../lib/root-data.ts";
import { useUserAuth } from "../../lib/session.tsx";
import { useLatest } from "../../lib/use-latest.ts";
import { useIsPlaying, usePlayer, usePlayerStore } from "../../player/player.ts";
import { useSongAccess } from "../../player/use-song-access.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { breadcrumbs } from "../breadcrumbs.ts";
import genreCardStyles from "../genres/genre-card.module.css";
import { type Genre, GenreCard } from "../genres/genre-card.tsx";
import { GenreGridSkeleton } from "../genres/genre-grid-skeleton.tsx";
import type { ListedSong } from "../library/listed-song.ts";
import songGridStyles from "../library/song-grid.module.css";
import { SongGridSkeleton } from "../library/song-grid-skeleton.tsx";
import { type LoadFailure, loadFailure } from "../load-failure.ts";
import { loadOnServer } from "../load-on-server.ts";
import { PlayAll } from "../music/play-all.tsx";
import { SongCard } from "../music/song-card.tsx";
import { PageHead } from "../page-head.tsx";
import { readInBrowser } from "../read-api.ts";
import { routes } from "../routes.ts";
import { useRefetchWithToken } from "../use-refetch-with-token.ts";
import type { Route } from "./+types/page.ts";
import { GreetingRecord } from "./greeting-record.tsx";
import { type Educational, loadEducational } from "./load-educational.ts";
import { LockedSongCard } from "./locked-song-card.tsx";
import styles from "./page.module.css";

type EducationalData = Educational | LoadFailure;

const title = "Học ngoại ngữ qua âm nhạc";

const benefits: [icon: IconNode, name: string][] = [
  [Repeat2, "Dễ nhớ"],
  [Ear, "Luyện nghe"],
  [Focus, "Tập trung"],
  [Sprout, "Hiệu quả"],
];

export async function loader({ context }: Route.LoaderArgs) {
  return loadOnServer<{ learning: Educational | LoadFailure }, { learning: LoadFailure }>(
    context,
    async (call) => ({ learning: valueOf(await loadEducational(call)) }),
    () => ({ learning: loadFailure }),
  );
}

/** Returns a promise, so that skeletons render at once. */
export function clientLoader() {
  return { learning: withFallback(loadEducational(readInBrowser), () => loadFailure) };
}

export default function EducationalPage({ loaderData }: Route.ComponentProps) {
  const data: EducationalData | Promise<Educational | Fallback<EducationalData>> = loaderData.learning;
  const learning = useLatest<EducationalData>(data, routes.educational.path);
  const origin = useOrigin();
  useRefetchWithToken(!(data instanceof Promise));
  return (
    <>
      <PageHead
        title={title}
        description="Nghe nhạc để học ngoại ngữ: bài hát ngắn, dễ nhớ, nghe miễn phí trên Ngân Nga."
        path={routes.educational.path}
        data={origin === undefined ? [] : [breadcrumbs(origin, { ...routes.educational, label: title })]}
      />
      <Hero />
      {learning && "failed" in learning ? (
        <>
          <div className="wrap">
            <ErrorState title="Lỗi tải dữ liệu" text="Không thể tải dữ liệu. Vui lòng thử lại sau." />
          </div>
          <Benefits />
        </>
      ) : (
        <>
          <Benefits />
          <Topics topics={learning?.topics} />
          <FeaturedSongs songs={learning?.songs} />
        </>
      )}
      <NextSteps />
    </>
  );
}

function Hero() {
  const playing = usePlayer((state) => state.playing);
  return (
    <section className={playing ? `${styles.learn} is-playing` : styles.learn}>
      <div className="wrap">
        <div className={styles.learnCopy}>
          <h1>{title}</h1>
          <p>
            Mỗi bài hát gói một chủ đề nhỏ: câu chào, giờ giấc, bốn mùa. Bạn cứ nghe và hát theo, lời sẽ ở lại lúc nào
            không hay.
          </p>
        </div>
        <GreetingRecord />
      </div>
      <svg className={styles.learnHills} viewBox="0 0 1440 96" preserveAspectRatio="none" aria-hidden="true">
        <path
          fill="var(--art-wave-1)"
          stroke="var(--art-line)"
          d="M-9 56C140 -6 260 0 410 36S700 92 880 48 1220 -8 1449 34V110H-9z"
        />
        <path
          fill="var(--art-wave-2)"
          stroke="var(--art-line)"
          d="M-9 62C120 96 250 30 420 40S720 86 900 72 1230 20 1449 62V110H-9z"
        />
        <path
          fill="var(--surface)"
          stroke="var(--art-line)"
          d="M-9 84C160 58 330 72 520 82S860 66 1050 84 1300 88 1449 78V110H-9z"
        />
      </svg>
    </section>
  );
}

function Benefits() {
  return (
    <section className="wrap" aria-labelledby="benefits">
      <h2 className="sr" id="benefits">
        Vì sao nên học qua bài hát
      </h2>
      <ul className={styles.gains}>
        {benefits.map(([icon, name]) => (
          <li key={name}>
            <Icon icon={icon} />
            <h3>{name}</h3>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Topics({ topics }: { topics: Genre[] | undefined }) {
  return (
    <section className="section wrap">
      <div className="section__head">
        <div>
          <h2>Chủ đề học</h2>
          <p>Bắt đầu từ thứ tiếng bạn muốn nghe hiểu.</p>
        </div>
      </div>
      {!topics ? (
        <GenreGridSkeleton count={4} />
      ) : topics.length === 0 ? (
        <p className="muted">Các chủ đề đang được chuẩn bị, bạn quay lại sau nhé.</p>
      ) : (
        <ul className={`${genreCardStyles.grid} ${styles.genresTopics}`}>
          {topics.map((topic) => (
            <GenreCard key={topic.id} genre={topic} lazy />
          ))}
        </ul>
      )}
    </section>
  );
}

function FeaturedSongs({ songs }: { songs: ListedSong[] | undefined }) {
  const canPlay = useSongAccess();
  return (
    <section className="section wrap">
      <div className="section__head">
        <div>
          <h2>Bài hát học ngoại ngữ nổi bật</h2>
          <p>Bấm nghe ngay tại đây, hoặc mở bài để hát theo lời.</p>
        </div>
      </div>
      {songs && <PlayAll list={{ tracks: songs }} of="bài hát học ngoại ngữ" />}
      {!songs ? (
        <SongGridSkeleton count={4} />
      ) : songs.length === 0 ? (
        <p className="muted">Chưa có bài nổi bật nào. Bạn chọn một chủ đề hoặc ghé thư viện nhé.</p>
      ) : (
        <div className={songGridStyles.grid}>
          {songs.map((song) =>
            canPlay(song) ? (
              <LearningSong key={song.id} song={song} songs={songs} />
            ) : (
              <LockedSongCard key={song.id} song={song} />
            ),
          )}
        </div>
      )}
    </section>
  );
}

function LearningSong({ song, songs }: { song: ListedSong; songs: readonly ListedSong[] }) {
  const player = usePlayerStore();
  const playing = useIsPlaying(song.id);
  return (
    <SongCard
      song={song}
      lazy
      state={playing ? "playing" : "idle"}
      onPress={() => player.toggle(song, { tracks: songs })}
    />
  );
}

function NextSteps() {
  const { isAuthenticated } = useUserAuth();
  return (
    <section className="section wrap">
      <div className={`lacquer ${styles.nextSteps}`}>
        <div>
          <h2>Hôm nay bắt đầu từ một bài</h2>
          <p>Chọn một bài, hát theo, mai nghe lại. Nghe miễn phí, bao nhiêu lần cũng được.</p>
        </div>
        <div className={styles.nextStepsActions}>
          <Link className="btn btn--primary btn--lg" to={routes.songs.path}>
            Nghe tất cả bài hát
          </Link>
          {!isAuthenticated && (
            <Link className="btn btn--line btn--lg guest-only" to={routes.register.path}>
              Đăng ký miễn phí
            </Link>
          )}
        </div>
      </div>
    </section>
  );
}
